/* trees.c -- how fast trees are built, by one thread, in the time of a core, and by two,
 * in time that passes; and what they take.
 *
 *     ninja -C build bench/trees && build/bench/trees [GAME ...]
 */
#include <stdio.h>
#include <time.h>

#include "parlor/parlor.h"

enum { ROUNDS = 5 };
static const double least_seconds = 0.2;

static double seconds_now(int threads)
{
    struct timespec t;
    clock_gettime(threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds to build it, the best of some rounds; below 0: it cannot be built. */
static double seconds_to_build(const pl_game *g, int threads, pl_error *err)
{
    pl_tree_limits limits = {.threads = threads};
    double best = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double from = seconds_now(threads), spent;
        int n = 0;
        do {
            pl_tree *t = pl_tree_build(g, &limits, err);
            if (!t) return -1;
            pl_tree_free(t);
            n++;
            spent = seconds_now(threads) - from;
        } while (spent < least_seconds / ROUNDS);
        if (spent / n < best) best = spent / n;
    }
    return best;
}

static int row(const char *spec, pl_error *err)
{
    const pl_game *g = pl_open(spec, err);
    pl_tree *t = g ? pl_tree_new(g, 10000000, err) : NULL;
    double one = t ? seconds_to_build(g, 1, err) : -1;
    double two = one > 0 ? seconds_to_build(g, 2, err) : -1;
    if (two > 0)
        printf("%-48s %9d %7d %9.3f %9.1f %9.1f %9.0f\n", spec, (int)t->nodes, (int)t->infos,
               1e3 * one, 1e9 * one / t->nodes, 1e9 * two / t->nodes,
               (double)t->bytes / (t->infos ? t->infos : 1));
    pl_tree_free(t);
    pl_close(g);
    return two > 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"kuhn",
                            "leduc",
                            "liars_dice(dice=1,sides=6)",
                            "goofspiel(cards=5,order=descending,info=winner)",
                            "goofspiel(cards=5)",
                            "skull(players=2,roses=1,rounds=2)",
                            "tictactoe"};
    char **spec = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), status = 0;
    printf("%-48s %9s %7s %9s %9s %9s %9s\n", "BUILDING", "HISTORIES", "SETS", "MS", "NS/NODE",
           "2 THREADS", "BYTES/SET");
    for (int i = 0; i < n && !status; i++) {
        pl_error err = {""};
        status = row(spec[i], &err) ? 1 : 0;
        if (status) fprintf(stderr, "trees: %s\n", err.text);
    }
    return status;
}
