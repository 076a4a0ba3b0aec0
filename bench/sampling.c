/* sampling.c -- how fast the methods that sample are on one core: iterations a second,
 * an iteration being one walk for every seat, beside OpenSpiel 2.0.1's (its figures, from
 * another machine of this class, +-20 %), and the exploitability after a second.
 *
 *     ninja -C build bench/sampling && build/bench/sampling [SECONDS]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "parlor/parlor.h"

enum { FEW = 200 }; /* iterations between looks at the clock */

static const struct {
    const char *spec;
    double external, outcome; /* of OpenSpiel, a second */
} games[] = {
    {"kuhn", 220e3, 296e3},
    {"leduc", 23.3e3, 78e3},
    {"liars_dice(dice=1,sides=6)", 5.3e3, 100e3},
    {"goofspiel(cards=4,order=descending,info=winner)", 5.9e3, 56e3},
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One row: a method on a tree for so long. */
static int measure(const pl_tree *t, const char *method, double seconds, double peer, int threads)
{
    pl_error err;
    pl_gap gap;
    pl_solver_options o = {.seed = 1, .threads = threads};
    pl_solver *s = pl_solver_new(method, t, &o, &err);
    if (!s) {
        fprintf(stderr, "sampling: %s\n", err.text);
        return -1;
    }
    double from = seconds_now(), spent;
    do pl_solver_run(s, FEW);
    while ((spent = seconds_now() - from) < seconds);
    double rate = (double)s->iterations / spent;
    if (pl_solver_gap(s, &gap)) gap.nashconv = -1;
    printf("%-12.12s %-20s %12.0f", t->game->name, method, rate);
    if (peer > 0) printf(" %10.0f  x%-7.1f", peer, rate / peer);
    else printf(" %10s  %-8s", "", "");
    printf(" %12.3g %10.1f\n", gap.nashconv / t->game->players, (double)s->bytes / t->infos);
    pl_solver_free(s);
    return 0;
}

static int measure_game(size_t i, double seconds)
{
    pl_error err;
    const pl_game *g = pl_open(games[i].spec, &err);
    pl_tree *t = g ? pl_tree_new(g, 10000000, &err) : NULL;
    int failed = !t;
    if (failed) fprintf(stderr, "sampling: %s\n", err.text);
    else
        failed = measure(t, "external", seconds, games[i].external, 1) ||
                 measure(t, "external(batch=64)", seconds, games[i].external, 1) ||
                 measure(t, "outcome", seconds, games[i].outcome, 1) ||
                 measure(t, "chance", seconds, 0, 1);
    pl_tree_free(t);
    pl_close(g);
    return failed;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    printf("%-12s %-20s %12s %10s  %-8s %12s %10s\n", "GAME", "METHOD", "ITERATIONS/S", "OPENSPIEL",
           "RATIO", "EXPLOITABLE", "BYTES/SET");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        if (measure_game(i, seconds)) return 1;
    return 0;
}
