/* ratings.c -- how long it takes to rate a pool: a thousand agents and a million games by Bradley
 * and Terry's model, with draws, the first seat and intervals; and tables of four by Plackett and
 * Luce's.  Times are the processor's. */
#include <stdio.h>
#include <time.h>

#include "tests/arena/pools.h"

enum { AGENTS = 1000, GAMES = 1000000, TABLES = 100000, SEATS = 4 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Every game is a pairing of its own, any two agents. */
static void pairs(pl_rng *r, const double *truth, pl_interval *rating, double confidence)
{
    pl_pairing *pair = calloc(GAMES, sizeof *pair);
    pl_rating_options o = {confidence, 0, 1, 0};
    pl_rating_fit fit;
    pl_error err = {""};
    if (!pair) return;
    for (int g = 0; g < GAMES; g++) {
        int32_t who[2];
        pool_some(r, AGENTS, 2, who);
        int got = pool_game(r, truth[who[0]] - truth[who[1]] + 30, 0.5);
        pair[g] = (pl_pairing){who[0], who[1], got == 2, got == 1, got == 0};
    }
    double began = now();
    int bad = pl_bradley_terry(pair, GAMES, AGENTS, &o, rating, NULL, &fit, &err);
    printf("bradley-terry, %d agents, %d games, intervals %s: %.2f s, %d iterations %s\n", AGENTS,
           GAMES, confidence > 0 ? "with" : "without", now() - began, (int)fit.iterations,
           bad ? err.text : "");
    free(pair);
}

static void tables(pl_rng *r, const double *truth, pl_interval *rating, int agents, int ties)
{
    static int64_t begin[TABLES + 1];
    static int32_t agent[TABLES * SEATS];
    static double score[TABLES * SEATS];
    pl_rankings games = {TABLES, begin, agent, score};
    pl_rating_options o = {0.95, 0, 0, 0};
    pl_rating_fit fit;
    pl_error err = {""};
    for (int g = 0; g < TABLES; g++) {
        begin[g + 1] = begin[g] + SEATS;
        pool_some(r, agents, SEATS, agent + begin[g]);
        pool_table(r, truth, agent + begin[g], SEATS, score + begin[g]);
        for (int64_t i = begin[g]; ties && i < begin[g + 1]; i++) score[i] = floor(score[i] / 2);
    }
    double began = now();
    int bad = pl_plackett_luce(&games, agents, &o, rating, NULL, &fit, &err);
    printf("plackett-luce, %d agents, %d games of four, %s: %.2f s, %d iterations %s\n", agents,
           TABLES, ties ? "shared places" : "no shared places", now() - began, (int)fit.iterations,
           bad ? err.text : "");
}

int main(void)
{
    static double truth[AGENTS];
    static pl_interval rating[AGENTS];
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < AGENTS; i++) truth[i] = 800 * pl_unit(&r) - 400;
    pairs(&r, truth, rating, 0);
    pairs(&r, truth, rating, 0.95);
    tables(&r, truth, rating, 50, 0);
    tables(&r, truth, rating, 50, 1);
    return 0;
}
