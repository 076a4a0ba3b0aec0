/* sampling.c -- how fast the methods that sample are on one core: iterations a second,
 * an iteration being one walk for every seat, and the exploitability after a second.
 *
 *     ninja -C build bench/sampling && build/bench/sampling [SECONDS]
 *     build/bench/sampling --rate METHOD GAME [SECONDS]      that one rate, and nothing else
 *
 * The figures of OpenSpiel 2.0.1 beside them were measured on another machine and say no
 * more than how large such numbers are; bench/solve_peer.py measures both in one run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parlor/parlor.h"

enum { FEW = 200 }; /* iterations between looks at the clock */

static const struct {
    const char *spec;
    double external, outcome; /* of OpenSpiel, a second, on another machine */
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

/* A method that has run on a tree for so long, and its iterations a second. */
static pl_solver *timed(const pl_tree *t, const char *method, double seconds, double *rate)
{
    pl_error err;
    pl_solver_options o = {.seed = 1, .threads = 1};
    pl_solver *s = pl_solver_new(method, t, &o, &err);
    if (!s) {
        fprintf(stderr, "sampling: %s\n", err.text);
        return NULL;
    }
    double from = seconds_now(), spent;
    do pl_solver_run(s, FEW);
    while ((spent = seconds_now() - from) < seconds);
    *rate = (double)s->iterations / spent;
    return s;
}

/* One row. */
static int measure(const pl_tree *t, const char *method, double seconds, double peer)
{
    double rate;
    pl_gap gap;
    pl_solver *s = timed(t, method, seconds, &rate);
    if (!s) return -1;
    if (pl_solver_gap(s, &gap)) gap.nashconv = -1;
    printf("%-12.12s %-20s %12.0f %12.3g %10.1f", t->game->name, method, rate,
           gap.nashconv / t->game->players, (double)s->bytes / t->infos);
    if (peer > 0) printf(" %12.0f", peer);
    puts("");
    pl_solver_free(s);
    return 0;
}

static int measure_game(const pl_tree *t, size_t i, double seconds)
{
    return measure(t, "external", seconds, games[i].external) ||
           measure(t, "external(batch=64)", seconds, games[i].external) ||
           measure(t, "outcome", seconds, games[i].outcome) || measure(t, "chance", seconds, 0);
}

static pl_tree *tree_of(const char *spec)
{
    pl_error err;
    const pl_game *g = pl_open(spec, &err);
    pl_tree *t = g ? pl_tree_new(g, 10000000, &err) : NULL;
    if (!t) fprintf(stderr, "sampling: %s\n", err.text);
    if (!t) pl_close(g);
    return t;
}

static void drop(pl_tree *t)
{
    const pl_game *g = t->game;
    pl_tree_free(t);
    pl_close(g);
}

static int print_rate(const char *method, const char *spec, double seconds)
{
    double rate;
    pl_tree *t = tree_of(spec);
    if (!t) return 1;
    pl_solver *s = timed(t, method, seconds, &rate);
    if (s) printf("%.1f\n", rate);
    pl_solver_free(s);
    drop(t);
    return !s;
}

int main(int argc, char **argv)
{
    if (argc > 3 && !strcmp(argv[1], "--rate"))
        return print_rate(argv[2], argv[3], argc > 4 ? atof(argv[4]) : 1);
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    printf("%-12s %-20s %12s %12s %10s %12s\n", "GAME", "METHOD", "ITERATIONS/S", "EXPLOITABLE",
           "BYTES/SET", "ELSEWHERE");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        pl_tree *t = tree_of(games[i].spec);
        int failed = !t || measure_game(t, i, seconds);
        if (t) drop(t);
        if (failed) return 1;
    }
    puts(
        "\nElsewhere: OpenSpiel 2.0.1's iterations a second on another machine, not to be compared\n"
        "by a ratio; bench/solve_peer.py measures both on this one.");
    return 0;
}
