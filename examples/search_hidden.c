/* search_hidden.c -- an agent that searches where something is hidden: how often
 * ismcts bets each card of Kuhn poker, and how often the other's is higher.
 *
 *     cc search_hidden.c $(pkg-config --cflags --libs parlor) -o search_hidden
 */
#include <parlor/parlor.h>
#include <stdio.h>

/* A mixed strategy: the share of each move. */
static void print_strategy(pl_agent *a, const pl_state *s)
{
    pl_reasons why;
    char name[PL_NAME_MAX];
    pl_agent_why(a, &why);
    for (int i = 0; i < why.options; i++) {
        pl_say(a->game, s, why.of[i].move, name, sizeof name);
        printf("  %s %3.0f %%, worth %+.2f%s", name, 100 * why.of[i].share, why.of[i].value,
               i + 1 < why.options ? "" : "\n");
    }
}

/* In how many of some worlds that fit the view, seat 0 would lose if both bet. */
static double fear(const pl_game *g, const pl_state *view)
{
    pl_rng r;
    double score[PL_SEATS_MAX], lost = 0;
    pl_seed(&r, 1);
    for (int i = 0; i < 1000; i++) {
        pl_state world = *view;
        g->guess(&world, 0, &r);
        while (g->turn(&world) != PL_OVER) g->apply(&world, pl_parse(g, &world, "bet"));
        g->score(&world, score);
        lost += score[0] < 0;
    }
    return lost / 1000;
}

int main(void)
{
    pl_error err;
    pl_state s, view;
    const pl_game *g = pl_open("kuhn", &err);
    pl_agent *a = g ? pl_agent_open("ismcts(iterations=50000,policy=exp3)", g, 1, &err) : NULL;
    if (!a) return puts(err.text), 1;
    for (pl_move card = 0; card < 3; card++) {
        pl_agent_begin(a, 0);
        pl_start(g, &s);
        for (pl_move m = card; g->turn(&s) == PL_CHANCE; m = (card + 1) % 3) {
            pl_agent_tell(a, &s, m); /* it hears what seat 0 notices of the deal */
            g->apply(&s, m);
        }
        pl_agent_pick(a, &s);
        pl_view(g, &s, 0, &view); /* all that seat 0 knows */
        printf("With %c, beaten in %3.0f %% of worlds:", "JQK"[card], 100 * fear(g, &view));
        print_strategy(a, &s);
    }
    return pl_agent_free(a), pl_close(g), 0;
}
