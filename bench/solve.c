/* solve.c -- how fast the solvers are, and how soon they are done.
 *
 *     ninja -C build bench/solve && build/bench/solve [GAME ...]
 *
 * bench/solve_peer.py sets OpenSpiel's figures beside these, measured in the same run.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "parlor/parlor.h"

enum { ROUNDS = 5 };
static const double least_seconds = 0.05, patience = 10;

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static pl_solver *must(const char *method, const pl_tree *t, int plain)
{
    pl_error err;
    pl_solver *s = pl_solver_new(method, t, &(pl_solver_options){.plain = plain}, &err);
    if (s) return s;
    fprintf(stderr, "solve: %s\n", err.text);
    exit(1);
}

/* Seconds of an iteration of CFR+, the best of some rounds. */
static double seconds_of_one(const pl_tree *t, int plain, double *bytes)
{
    pl_solver *s = must("cfr+", t, plain);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double from = cpu_now(), spent;
        int64_t n = 0;
        do {
            pl_solver_run(s, 1 + n / 2);
            n += 1 + n / 2;
            spent = cpu_now() - from;
        } while (spent < least_seconds);
        best = fmin(best, spent / (double)n);
    }
    *bytes = (double)s->bytes;
    pl_solver_free(s);
    return best;
}

/* Seconds of one measure of a policy. */
static double seconds_of_gap(const pl_tree *t)
{
    pl_error err;
    pl_gauge *g = pl_gauge_new(t, &err);
    double *policy = malloc(((size_t)t->info_first[t->infos] + 1) * sizeof *policy);
    double best = INFINITY;
    pl_gap gap;
    if (!g || !policy) exit(1);
    pl_tree_uniform(t, policy);
    for (int round = 0; round < ROUNDS; round++) {
        double from = cpu_now(), spent;
        int n = 0;
        do {
            pl_gauge_gap(g, policy, &gap);
            n++;
            spent = cpu_now() - from;
        } while (spent < least_seconds);
        best = fmin(best, spent / n);
    }
    free(policy);
    pl_gauge_free(g);
    return best;
}

/* Seconds until the exploitability is no more than each of the goals, measures not
 * counted; NAN: not while patience lasts. */
static void seconds_to(const pl_tree *t, const char *method, const double *goal, double *out, int n)
{
    pl_solver *s = must(method, t, 0);
    double spent = 0;
    pl_gap gap;
    for (int i = 0; i < n; i++) out[i] = NAN;
    for (int i = 0; i < n && spent < patience;) {
        double from = cpu_now();
        pl_solver_run(s, 16 + s->iterations / 16);
        spent += cpu_now() - from;
        pl_solver_gap(s, &gap);
        for (; i < n && gap.nashconv / t->game->players <= goal[i]; i++) out[i] = spent;
    }
    pl_solver_free(s);
}

static int row(const char *spec)
{
    static const double goal[] = {1e-6, 1e-9, 1e-12};
    pl_error err;
    const pl_game *g = pl_open(spec, &err);
    pl_tree *t = g ? pl_tree_new(g, 50000000, &err) : NULL;
    if (!t) {
        fprintf(stderr, "solve: %s\n", err.text);
        pl_close(g);
        return 1;
    }
    double bytes, plain_bytes, done[3];
    double one = seconds_of_one(t, 0, &bytes), plain = seconds_of_one(t, 1, &plain_bytes);
    double gap = seconds_of_gap(t);
    seconds_to(t, "auto", goal, done, 3);
    printf("%-48s %7d %9.3f %9.3f %7.2f %9.3f %9.0f %8.3g %8.3g %8.3g\n", spec, (int)t->infos,
           1e6 * one, 1e6 * plain, 1e9 * plain / t->nodes / 2, 1e6 * gap, bytes / t->infos, done[0],
           done[1], done[2]);
    fflush(stdout);
    pl_tree_free(t);
    pl_close(g);
    return 0;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"kuhn",
                            "leduc",
                            "liars_dice(dice=1,sides=6)",
                            "goofspiel(cards=4,order=descending,info=winner)",
                            "skull(players=2,roses=1,lite=1)",
                            "kuhn(players=3)"};
    char **specs = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), failed = 0;
    printf("%-48s %7s %9s %9s %7s %9s %9s %8s %8s %8s\n", "game", "sets", "CFR+ us", "plain us",
           "ns/node", "gap us", "bytes/set", "to 1e-6", "to 1e-9", "to 1e-12");
    for (int i = 0; i < n; i++) failed |= row(specs[i]);
    puts(
        "\nOne core, CPU time.  CFR+: an iteration, both seats; plain: the same without symmetries and\n"
        "lanes, and by the nodes of the tree, each seat counted; gap: exact best answers of all seats to\n"
        "a policy; bytes: of CFR+ by information set; to: seconds until auto is exploitable by so little.");
    return failed;
}
