/* playout.c -- parlor playout: many random games, as statistics.
 *
 * Game i plays with stream i of the seed.  Games are added up in blocks whose
 * size depends on their number alone, and the blocks in order: the sums are the
 * same bits on any number of threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "playout.h"

enum { BLOCKS = 4096 };

typedef struct {
    double sum[PL_SEATS_MAX], squares[PL_SEATS_MAX];
    int64_t wins[PL_SEATS_MAX], ties;
    int64_t plies, shortest, longest, games;
} tally;

typedef struct {
    const pl_game *game;
    pl_rng seed;
    int64_t games, size; /* size: of a block */
    int blocks;
    atomic_int next; /* the first block nobody has taken */
    tally *of;       /* blocks */
} work;

static void add_scores(tally *t, const double *score, int players)
{
    int best = 0, shared = 0;
    for (int i = 0; i < players; i++) {
        t->sum[i] += score[i];
        t->squares[i] += score[i] * score[i];
        if (i && score[i] > score[best]) best = i, shared = 0;
        else if (i && score[i] >= score[best]) shared = 1;
    }
    if (shared) t->ties++;
    else t->wins[best]++;
}

static void add_game(tally *t, const pl_game *g, const pl_rng *seed, const void *start, int64_t i)
{
    pl_rng r;
    double score[PL_SEATS_MAX] = {0};
    pl_split(seed, (uint64_t)i, &r);
    int64_t plies = pl_rollout(g, start, 1, &r, score);
    add_scores(t, score, g->players);
    t->plies += plies;
    if (!t->games || plies < t->shortest) t->shortest = plies;
    if (plies > t->longest) t->longest = plies;
    t->games++;
}

static void play_blocks(work *w, int talks)
{
    pl_state start;
    pl_start(w->game, &start);
    for (int b; (b = atomic_fetch_add(&w->next, 1)) < w->blocks;) {
        tally t = {0};
        int64_t first = b * w->size, end = first + w->size;
        for (int64_t i = first; i < end && i < w->games; i++)
            add_game(&t, w->game, &w->seed, &start, i);
        w->of[b] = t;
        if (talks) progress("games", end, w->games);
    }
}

static void *play_quietly(void *p)
{
    play_blocks(p, 0);
    return NULL;
}

static void add_tally(tally *t, const tally *more)
{
    if (!more->games) return;
    for (int i = 0; i < PL_SEATS_MAX; i++) {
        t->sum[i] += more->sum[i];
        t->squares[i] += more->squares[i];
        t->wins[i] += more->wins[i];
    }
    if (!t->games || more->shortest < t->shortest) t->shortest = more->shortest;
    if (more->longest > t->longest) t->longest = more->longest;
    t->ties += more->ties;
    t->plies += more->plies;
    t->games += more->games;
}

/* This thread plays as well; a thread that cannot be had is done without. */
static void play_all(work *w, int threads)
{
    pthread_t others[THREADS_MAX];
    int begun = 0;
    while (begun + 1 < threads && !pthread_create(&others[begun], NULL, play_quietly, w)) begun++;
    play_blocks(w, 1);
    for (int i = 0; i < begun; i++) pthread_join(others[i], NULL);
    progress_end();
}

/* Of two games or more: one tells nothing of how far others would be from it. */
static double half_width(const tally *t, int seat)
{
    double n = (double)t->games, mean = t->sum[seat] / n;
    double variance = (t->squares[seat] - n * mean * mean) / (n - 1);
    return 1.96 * sqrt(fmax(variance, 0) / n);
}

static void statistics_json(const pl_game *g, const tally *t, int64_t seed)
{
    json_t *seats = json_array();
    for (int i = 0; i < g->players; i++)
        json_array_append_new(seats,
                              json_pack("{s:i,s:f,s:o,s:I}", "seat", i, "mean",
                                        t->sum[i] / (double)t->games, "half_width_95",
                                        t->games > 1 ? json_real(half_width(t, i)) : json_null(),
                                        "wins", (json_int_t)t->wins[i]));
    print_json(json_pack("{s:o,s:I,s:I,s:o,s:I,s:{s:I,s:f,s:I}}", "game", json_spec(g), "seed",
                         (json_int_t)seed, "games", (json_int_t)t->games, "seats", seats, "ties",
                         (json_int_t)t->ties, "plies", "min", (json_int_t)t->shortest, "mean",
                         (double)t->plies / (double)t->games, "max", (json_int_t)t->longest));
}

static int statistics_text(const pl_game *g, const tally *t, int64_t seed)
{
    char spec[PL_SPEC_MAX];
    table *seats = table_new("SEAT>|MEAN SCORE>|95 % CONFIDENCE|WINS>|WINS %>");
    double n = (double)t->games;
    pl_spec(g, spec, sizeof spec);
    printf("%s: %lld random game%s, seed %lld\n\n", spec, (long long)t->games, plural(t->games),
           (long long)seed);
    for (int i = 0; i < g->players; i++) {
        double mean = t->sum[i] / n, half = t->games > 1 ? half_width(t, i) : 0;
        table_row(seats);
        table_cell(seats, "%d", i);
        table_cell(seats, "%.6g", mean);
        if (t->games > 1) table_cell(seats, "%.6g .. %.6g", mean - half, mean + half);
        else table_cell(seats, "-");
        table_cell(seats, "%lld", (long long)t->wins[i]);
        table_cell(seats, "%.2f", 100 * (double)t->wins[i] / n);
    }
    int status = table_print(seats);
    printf("\nBest score shared: %lld game%s (%.2f %%)\n", (long long)t->ties, plural(t->ties),
           100 * (double)t->ties / n);
    printf("Plies a game, chance included: %lld to %lld, mean %.6g\n", (long long)t->shortest,
           (long long)t->longest, (double)t->plies / n);
    return status;
}

static int statistics(const pl_game *g, const call *c)
{
    work w = {.game = g, .games = c->games, .size = (c->games + BLOCKS - 1) / BLOCKS};
    tally total = {0};
    w.blocks = (int)((c->games + w.size - 1) / w.size);
    w.of = calloc((size_t)w.blocks, sizeof *w.of);
    if (!w.of) return failed("out of memory");
    pl_seed(&w.seed, (uint64_t)c->seed);
    play_all(&w, (int)c->threads);
    for (int b = 0; b < w.blocks; b++) add_tally(&total, &w.of[b]);
    free(w.of);
    if (!c->json) return statistics_text(g, &total, c->seed);
    statistics_json(g, &total, c->seed);
    return DONE;
}

int cmd_playout(const call *c)
{
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = c->trace ? trace_games(g, c) : statistics(g, c);
    pl_close(g);
    return status;
}
