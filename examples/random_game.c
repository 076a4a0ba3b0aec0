/* random_game.c -- play one random game and print what a spectator sees. */
#include <parlor/parlor.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    pl_error err;
    pl_state s;
    pl_rng r;
    const pl_game *g = pl_open(argc > 1 ? argv[1] : "leduc(players=3)", &err);
    if (!g) return fprintf(stderr, "%s\n", err.text), 2;
    pl_seed(&r, 1);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
        char name[PL_NAME_MAX];
        pl_move m = pl_any(g, &s, &r);
        pl_say(g, &s, pl_seen(g, &s, m, PL_PUBLIC), name, sizeof name);
        printf("%s ", name);
        g->apply(&s, m);
    }
    printf("\n");
    pl_close(g);
    return 0;
}
