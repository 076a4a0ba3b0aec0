/* search_board.c -- agents that search where everybody sees everything: what
 * alphabeta and mcts think of a position of connect four.
 *
 *     cc search_board.c $(pkg-config --cflags --libs parlor) -o search_board
 */
#include <parlor/parlor.h>
#include <stdio.h>

/* Every move with its figures, then the line that is expected. */
static void print_reasons(pl_agent *a, const pl_state *s)
{
    const pl_game *g = a->game;
    pl_reasons why;
    char name[PL_NAME_MAX];
    pl_state at = *s;
    if (pl_agent_why(a, &why)) return;
    for (int i = 0; i < why.options; i++) {
        const pl_opinion *o = &why.of[i];
        pl_say(g, s, o->move, name, sizeof name);
        printf("  %s  %8.0f visits, worth %+.3f%s\n", name, o->visits, o->value,
               o->proven ? ", which is sure" : "");
    }
    printf("  expected:");
    for (int i = 0; i < why.length; i++) {
        pl_say(g, &at, why.line[i], name, sizeof name);
        printf(" %s", name);
        g->apply(&at, why.line[i]);
    }
    puts("");
}

int main(void)
{
    static const char *const agents[] = {"alphabeta(all=1,depth=8)", "mcts(iterations=20000)"};
    static const char *const moves[] = {"d", "a", "e", "a"}; /* c wins, and f */
    pl_error err;
    pl_state s;
    const pl_game *g = pl_open("connect4", &err);
    if (!g) return puts(err.text), 1;
    pl_start(g, &s);
    for (int i = 0; i < 4; i++) g->apply(&s, pl_parse(g, &s, moves[i]));
    for (int i = 0; i < 2; i++) {
        char name[PL_NAME_MAX];
        pl_agent *a = pl_agent_open(agents[i], g, 1, &err);
        if (!a) return puts(err.text), 1;
        pl_agent_begin(a, g->turn(&s));
        pl_say(g, &s, pl_agent_pick(a, &s), name, sizeof name);
        printf("%s plays %s:\n", agents[i], name);
        print_reasons(a, &s);
        pl_agent_free(a);
    }
    pl_close(g);
    return 0;
}
