/* arena.c -- what a match costs beside the games that it plays.
 *
 *     ninja -C build bench/arena && build/bench/arena [GAME ...]
 *
 * For each game, on one core and by CPU time: random games by the loop of parlor/game.h (the
 * scalar path: turn, moves, apply, score), by pl_rollout_plain(), which plays two of them side by
 * side, and as a match of two random agents, seats, seeds and statistics included; then what
 * the same match takes over the referee and with every game kept in a file.  Last a league: the six
 * domino agents, 10,000 games of ten hands, by the clock on the wall. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "parlor/match.h"
#include "parlor/parlor.h"

enum { ROUNDS = 3, LEAGUE = 10000 };
static const double least_seconds = 0.3;

static double clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double cpu_now(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

static void play_scalar(const pl_game *g, int64_t games, pl_rng *r)
{
    double score[PL_SEATS_MAX];
    pl_state start, s;
    pl_start(g, &start);
    for (int64_t i = 0; i < games; i++) {
        memcpy(&s, &start, (size_t)g->state_size);
        while (g->turn(&s) != PL_OVER) g->apply(&s, pl_any(g, &s, r));
        g->score(&s, score);
    }
}

static void play_plain(const pl_game *g, int64_t games, pl_rng *r)
{
    double sum[PL_SEATS_MAX] = {0};
    pl_state start;
    pl_start(g, &start);
    pl_rollout_plain(g, &start, (int)games, r, sum);
}

/* Nanoseconds of a game. */
static double time_loop(const pl_game *g, int64_t games,
                        void (*play)(const pl_game *, int64_t, pl_rng *))
{
    pl_rng r;
    pl_seed(&r, 1);
    double from = cpu_now();
    play(g, games, &r);
    return 1e9 * (cpu_now() - from) / (double)games;
}

static double time_match(const pl_game *g, int64_t games, int refereed, pl_records *file)
{
    static const pl_entrant who[] = {{NULL, "random"}, {NULL, "random"}};
    pl_match_plan p = pl_match_usual(g, who, 2);
    pl_match_course c = {0};
    pl_error err;
    p.games = games;
    p.refereed = refereed;
    p.file = file;
    double from = cpu_now();
    pl_match *m = pl_match_open(&p, &err);
    if (m && pl_match_run(m, &err) == 1) pl_match_course_of(m, &c);
    else fprintf(stderr, "arena: %s\n", err.text);
    pl_match_free(m);
    return c.games ? 1e9 * (cpu_now() - from) / (double)c.games : 0;
}

static double time_recorded(const pl_game *g, int64_t games)
{
    char path[] = "/tmp/parlor-arena-XXXXXX", more[64];
    pl_error err = {""};
    close(mkstemp(path));
    unlink(path);
    pl_records *file = pl_records_open(path, PL_RECORDS_BATCH, &err);
    double took = file ? time_match(g, games, 1, file) : 0;
    if (!file || pl_records_close(file, &err)) fprintf(stderr, "arena: %s\n", err.text);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(more, sizeof more, "%s%s", path, ends[i]);
        unlink(more);
    }
    return took;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* The best of some rounds, in which everything is measured in turn. */
static int measure(const char *spec)
{
    pl_error err;
    const pl_game *g = pl_open(spec, &err);
    if (!g) {
        fprintf(stderr, "arena: %s\n", err.text);
        return 1;
    }
    double scalar = time_loop(g, 1000, play_scalar), plain = 1e18, match = 1e18;
    int64_t games = (int64_t)(least_seconds / scalar * 1e9) + 2;
    for (int i = 0; i < ROUNDS; i++) {
        scalar = least(scalar, time_loop(g, games, play_scalar));
        plain = least(plain, time_loop(g, games, play_plain));
        match = least(match, time_match(g, games, 0, NULL));
    }
    double refereed = time_match(g, games / 10 + 2, 1, NULL);
    double recorded = time_recorded(g, games / 40 + 2);
    printf("%-20s %9.0f %9.0f %9.0f %6.0f %% %9.0f %9.0f %11.0f\n", spec, scalar, plain, match,
           100 * scalar / match, refereed, recorded, recorded - refereed);
    fflush(stdout);
    pl_close(g);
    return 0;
}

static int measure_league(void)
{
    static const pl_entrant who[] = {{NULL, "random"},   {NULL, "stupid"},
                                     {NULL, "double"},   {NULL, "greedy"},
                                     {NULL, "bestLine"}, {NULL, "persistentLine"}};
    pl_error err = {""};
    const pl_game *g = pl_open("dominoes(hands=10,shuffle=1)", &err);
    pl_match_plan p = pl_match_usual(g, who, 6);
    pl_match_course c;
    p.format = PL_BALANCED_TABLES;
    p.games = LEAGUE;
    p.threads = 2;
    double from = clock_of(CLOCK_MONOTONIC), cpu = cpu_now();
    pl_match *m = g ? pl_match_open(&p, &err) : NULL;
    if (!m || pl_match_run(m, &err) != 1) return fprintf(stderr, "arena: %s\n", err.text), 1;
    pl_match_course_of(m, &c);
    printf(
        "\nSix domino agents, %lld games of ten hands on two threads: %.1f s, %.1f s of CPU time\n",
        (long long)c.games, clock_of(CLOCK_MONOTONIC) - from, cpu_now() - cpu);
    pl_match_free(m);
    pl_close(g);
    return 0;
}

int main(int argc, char **argv)
{
    static char *usual[] = {"tictactoe", "leduc",      "connect4", "breakthrough",
                            "othello",   "backgammon", "dominoes", "hex"};
    char **spec = argc > 1 ? argv + 1 : usual;
    int n = argc > 1 ? argc - 1 : (int)(sizeof usual / sizeof *usual), bad = 0;
    printf("%-20s %9s %9s %9s %8s %9s %9s %11s\n", "NANOSECONDS A GAME", "SCALAR", "PLAIN", "MATCH",
           "SPEED", "REFEREED", "RECORDED", "FOR RECORDS");
    for (int i = 0; i < n && !bad; i++) bad = measure(spec[i]);
    return bad || measure_league();
}
