/* deep.c -- what sampling without a tree comes to on games that are too large for one:
 * sets, bytes and iterations a second on one core, and its mean score, with the 95 %
 * interval, in games against agents that it has never met.
 *
 *     ninja -C build bench/deep && build/bench/deep [SECONDS [GAMES]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "parlor/parlor.h"

enum { FEW = 100 }; /* iterations between looks at the clock */

static const struct {
    const char *spec, *method, *against;
} trials[] = {
    {"phantom(m=3,n=3,k=3)", "external", "random"}, {"phantom(m=3,n=3,k=3)", "outcome", "random"},
    {"liars_dice(dice=2)", "external", "random"},   {"liars_dice(dice=2)", "outcome", "random"},
    {"liars_dice(dice=2)", "outcome", "rollout"},   {"leduc(players=3)", "external", "random"},
    {"leduc(players=3)", "outcome", "random"},
};

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One of ours at each seat in turn, the others elsewhere; the sum and that of squares. */
static int play(const pl_game *g, pl_agent *ours, pl_agent *const *others, int games, double sum[2])
{
    pl_rng r;
    pl_seed(&r, 11);
    for (int i = 0; i < games; i++) {
        pl_agent *seat[PL_SEATS_MAX];
        double score[PL_SEATS_MAX];
        int place = i % g->players;
        for (int k = 0; k < g->players; k++) seat[k] = k == place ? ours : others[k];
        if (pl_play(g, seat, &r, score) < 0) return -1;
        sum[0] += score[place];
        sum[1] += score[place] * score[place];
    }
    return 0;
}

static int match(const pl_game *g, const char *path, const char *against, int games, pl_error *err)
{
    char spec[300];
    pl_agent *others[PL_SEATS_MAX] = {0};
    double sum[2] = {0};
    snprintf(spec, sizeof spec, "policy(file=%s)", path);
    pl_agent *ours = pl_agent_open(spec, g, 1, err);
    int failed = !ours;
    for (int k = 0; !failed && k < g->players; k++)
        failed = !(others[k] = pl_agent_open(against, g, (uint64_t)k + 2, err));
    if (!failed) failed = play(g, ours, others, games, sum);
    double mean = sum[0] / games, spread = sqrt((sum[1] / games - mean * mean) / games);
    if (!failed) printf("  %8.3f +- %.3f against %s\n", mean, 1.96 * spread, against);
    for (int k = 0; k < g->players; k++) pl_agent_free(others[k]);
    pl_agent_free(ours);
    return failed;
}

static int trial(size_t i, double seconds, int games, pl_error *err)
{
    char path[] = "/tmp/parlor_deep_XXXXXX";
    pl_deep_facts f;
    const pl_game *g = pl_open(trials[i].spec, err);
    pl_deep *d = g ? pl_deep_new(trials[i].method, g, NULL, err) : NULL;
    if (!d) return -1;
    double from = seconds_now(), spent;
    do pl_deep_run(d, FEW);
    while ((spent = seconds_now() - from) < seconds);
    pl_deep_tell(d, &f);
    printf("%-22s %-9s %9.0f %10lld %7.1f", trials[i].spec, trials[i].method,
           (double)f.iterations / spent, (long long)f.sets, (double)f.bytes / (double)f.sets);
    int file = mkstemp(path);
    int failed = file < 0 || pl_deep_write(d, path, 32, err) ||
                 match(g, path, trials[i].against, games, err);
    if (file >= 0) close(file);
    unlink(path);
    pl_deep_free(d);
    pl_close(g);
    return failed;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 10;
    int games = argc > 2 ? atoi(argv[2]) : 20000;
    pl_error err = {"an agent made no legal move"};
    printf("%-22s %-9s %9s %10s %7s  %s\n", "GAME", "METHOD", "ITS/S", "SETS", "BYTES",
           "MEAN SCORE");
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        if (trial(i, seconds, games, &err)) {
            fprintf(stderr, "deep: %s\n", err.text);
            return 1;
        }
    return 0;
}
