/* simple_agents.c -- agents that do not search, in matches: random against first,
 * greedy and rollout, each pair playing both sides, with 95 % intervals.
 *
 *     cc simple_agents.c $(pkg-config --cflags --libs parlor) -lm -o simple_agents
 */
#include <math.h>
#include <parlor/parlor.h>
#include <stdio.h>

enum { GAMES = 400 };

/* The mean score of a against b, who change seats after every game. */
static void match(const pl_game *g, const char *name, pl_agent *a, pl_agent *b)
{
    double sum = 0, squares = 0, score[PL_SEATS_MAX];
    pl_rng seed, r;
    pl_seed(&seed, 1);
    for (int i = 0; i < GAMES; i++) {
        int seat = i % 2;
        pl_agent *at[] = {seat ? b : a, seat ? a : b};
        pl_split(&seed, (uint64_t)i, &r); /* game i is the same whatever was played before */
        if (pl_play(g, at, &r, score) < 0) return;
        sum += score[seat];
        squares += score[seat] * score[seat];
    }
    double mean = sum / GAMES, half = 1.96 * sqrt((squares / GAMES - mean * mean) / (GAMES - 1));
    printf("%-8s scores %+.2f +- %.2f against random\n", name, mean, half);
}

int main(int argc, char **argv)
{
    static const char *const others[] = {"first", "greedy", "rollout(iterations=20)"};
    pl_error err;
    const pl_game *g = pl_open(argc > 1 ? argv[1] : "connect4", &err);
    if (!g) return puts(err.text), 1;
    if (g->players != 2) return puts("two players are needed"), 1;
    for (int i = 0; i < 3; i++) {
        pl_agent *random = pl_agent_open("random", g, 1, &err);
        pl_agent *a = pl_agent_open(others[i], g, 2, &err);
        if (a && random) match(g, a->type->name, a, random);
        else puts(err.text); /* such as: greedy needs a game that values its positions */
        pl_agent_free(random);
        pl_agent_free(a);
    }
    pl_close(g);
    return 0;
}
