/* wire.c -- how fast programs play over a pipe, and many of them at once.
 *
 *     ninja -C build bench/wire bench/random_bot
 *     build/bench/wire [PROGRAMS [SECONDS [COMMAND]]]      500, 3, the example agent in C
 *
 * First programs at both seats of a tictactoe table, and how many moves a second they are
 * asked for; the median of three runs.  Then so many programs, each against random play at a
 * table of its own with 100 ms for a move, all asked at once by one thread: what their moves
 * took, from the question to the answer, and how often time ran out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "parlor/parlor.h"

enum { RUNS = 3, KEPT = 4000000, PROGRAMS_MAX = 10000 };

typedef struct {
    char spec[PL_SPEC_MAX];
    const pl_game *game;
    double until;
    int programs, seats; /* tables, and how many seats of each programs sit at */
    int64_t moves, faults, kept, games;
    double *ms; /* that moves took */
    pl_table **table;
    pl_agent **agent; /* two at each table */
    pl_agent *const **seat;
} hall;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *why)
{
    fprintf(stderr, "wire: %s\n", why);
    exit(1);
}

static void *must(void *memory)
{
    if (!memory) fail("out of memory");
    return memory;
}

static void note(void *with, const pl_table *t, const pl_event *e)
{
    hall *h = with;
    (void)t;
    if (e->kind == PL_FAULT && !h->faults++)
        fprintf(stderr, "%s: %s\n", pl_fault_name(e->fault), e->text);
    if (e->kind != PL_PLY || e->seat < 0 || e->seat >= h->seats) return;
    h->moves++;
    if (h->kept < KEPT) h->ms[h->kept++] = (double)e->used * 1e-6;
}

static void set_up(hall *h, const char *pace)
{
    pl_error err = {""};
    pl_table_rules rules = {.manners = pl_manners_usual(PL_IN_A_MATCH), .timed = 1};
    size_t n = (size_t)h->programs;
    pl_pace_read(&rules.pace, pace, &err);
    h->table = must(calloc(n, sizeof(pl_table *)));
    h->agent = must(calloc(2 * n, sizeof(pl_agent *)));
    h->seat = must(calloc(n, sizeof *h->seat));
    h->ms = must(malloc(KEPT * sizeof *h->ms));
    for (int i = 0; i < h->programs; i++) {
        h->table[i] = pl_table_new(h->game, &rules, &err);
        for (int k = 0; k < 2; k++)
            h->agent[2 * i + k] =
                pl_agent_open(k < h->seats ? h->spec : "random", h->game, 1, &err);
        if (!h->table[i] || !h->agent[2 * i] || !h->agent[2 * i + 1]) fail(err.text);
        h->seat[i] = &h->agent[2 * i];
        pl_table_listen(h->table[i], note, h);
    }
}

static void take_down(hall *h)
{
    for (int i = 0; i < 2 * h->programs; i++) pl_agent_free(h->agent[i]);
    for (int i = 0; i < h->programs; i++) pl_table_free(h->table[i]);
    free(h->agent);
    free(h->table);
    free(h->seat);
    free(h->ms);
}

static int begin_next(void *with, int i)
{
    hall *h = with;
    if (now() >= h->until) return 0;
    pl_table_begin(h->table[i], (uint64_t)++h->games);
    return 1;
}

/* A first game for each, which starts the programs; then the watch runs. */
static double play(hall *h, double seconds)
{
    for (int i = 0; i < h->programs; i++) pl_table_begin(h->table[i], (uint64_t)i);
    pl_tables_run(h->table, h->seat, h->programs, NULL, NULL);
    h->moves = h->faults = h->kept = h->games = 0;
    double from = now();
    h->until = from + seconds;
    for (int i = 0; i < h->programs; i++) begin_next(h, i);
    pl_tables_run(h->table, h->seat, h->programs, begin_next, h);
    return now() - from;
}

/* The same at one table, which is waited at. */
static double play_one(hall *h, double seconds)
{
    pl_table_begin(h->table[0], 0);
    pl_table_run(h->table[0], h->seat[0]);
    h->moves = h->kept = 0;
    double from = now();
    for (h->until = from + seconds; begin_next(h, 0);) pl_table_run(h->table[0], h->seat[0]);
    return now() - from;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void one(hall h, double seconds)
{
    double rate[RUNS];
    h.programs = 1;
    h.seats = 2;
    for (int i = 0; i < RUNS; i++) {
        set_up(&h, "");
        double took = play_one(&h, seconds);
        rate[i] = (double)h.moves / took;
        take_down(&h);
    }
    qsort(rate, RUNS, sizeof *rate, by_size);
    printf("one table, programs at both seats: %.0f moves/s over a pipe, %.1f us each\n",
           rate[RUNS / 2], 1e6 / rate[RUNS / 2]);
    fflush(stdout);
}

static double at_percent(const hall *h, double percent)
{
    return h->kept ? h->ms[(int64_t)((double)(h->kept - 1) * percent / 100)] : 0;
}

static void many(hall h, double seconds)
{
    h.seats = 1;
    set_up(&h, "move=100ms");
    double took = play(&h, seconds);
    qsort(h.ms, (size_t)h.kept, sizeof *h.ms, by_size);
    printf("%d programs at once, 100 ms a move: %lld moves in %lld games, %.0f moves/s\n",
           h.programs, (long long)h.moves, (long long)h.games, (double)h.moves / took);
    printf("  a move took, in ms: median %.1f, 99 %% %.1f, 99.9 %% %.1f, longest %.1f\n",
           at_percent(&h, 50), at_percent(&h, 99), at_percent(&h, 99.9), at_percent(&h, 100));
    printf("  time-outs and other faults: %lld\n", (long long)h.faults);
    take_down(&h);
}

/* Two descriptors for each program, and some more. */
static void raise_limit(int programs)
{
    struct rlimit l;
    if (getrlimit(RLIMIT_NOFILE, &l)) return;
    rlim_t need = (rlim_t)programs * 2 + 64;
    if (l.rlim_cur < need) l.rlim_cur = need < l.rlim_max ? need : l.rlim_max;
    setrlimit(RLIMIT_NOFILE, &l);
}

int main(int argc, char **argv)
{
    hall h = {.game = pl_open("tictactoe", NULL), .programs = argc > 1 ? atoi(argv[1]) : 500};
    const char *slash = strrchr(argv[0], '/');
    double seconds = argc > 2 ? atof(argv[2]) : 3;
    if (argc > 3) snprintf(h.spec, sizeof h.spec, "process(cmd=%s)", argv[3]);
    else
        snprintf(h.spec, sizeof h.spec, "process(cmd=%.*s/random_bot)",
                 slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
    if (h.programs < 1 || h.programs > PROGRAMS_MAX || seconds <= 0 || !h.game)
        fail("it is called as wire [PROGRAMS [SECONDS [COMMAND]]], with 1 to 10000 programs");
    raise_limit(h.programs);
    one(h, seconds);
    many(h, seconds);
    pl_close(h.game);
    return 0;
}
