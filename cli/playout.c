/* playout.c -- parlor playout: many games, at random or by agents, as statistics.
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
    const char *agents; /* names; NULL: at random */
    pl_rng seed;
    int64_t games, size; /* size: of a block */
    int blocks;
    atomic_int next;   /* the first block nobody has taken */
    atomic_int broken; /* a move was not legal, or memory is short */
    tally *of;         /* blocks */
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

static int add_game(tally *t, seats *at, const pl_rng *seed, const void *start, int64_t i)
{
    pl_rng r;
    double score[PL_SEATS_MAX] = {0};
    pl_split(seed, (uint64_t)i, &r);
    int64_t plies = seats_play(at, start, &r, score);
    if (plies < 0) return -1;
    add_scores(t, score, at->game->players);
    t->plies += plies;
    if (!t->games || plies < t->shortest) t->shortest = plies;
    if (plies > t->longest) t->longest = plies;
    t->games++;
    return 0;
}

static void play_blocks(work *w, int talks)
{
    pl_state start;
    seats at;
    if (seats_open(&at, w->game, w->agents)) w->broken = 1;
    pl_start(w->game, &start);
    for (int b; !w->broken && (b = atomic_fetch_add(&w->next, 1)) < w->blocks;) {
        tally t = {0};
        int64_t first = b * w->size, end = first + w->size;
        for (int64_t i = first; i < end && i < w->games; i++)
            if (add_game(&t, &at, &w->seed, &start, i)) w->broken = 1;
        w->of[b] = t;
        if (talks) progress("games", end, w->games);
    }
    seats_close(&at);
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

/* What stands above the statistics: who played what, and from which seed. */
typedef struct {
    const pl_game *game;
    const seats *at;
    int64_t seed;
} heading;

static void statistics_json(const heading *h, const tally *t)
{
    json_t *rows = json_array();
    for (int i = 0; i < h->game->players; i++)
        json_array_append_new(
            rows, json_pack("{s:i,s:s,s:f,s:o,s:I}", "seat", i, "agent", seats_name(h->at, i),
                            "mean", t->sum[i] / (double)t->games, "half_width_95",
                            t->games > 1 ? json_real(half_width(t, i)) : json_null(), "wins",
                            (json_int_t)t->wins[i]));
    print_json(json_pack("{s:o,s:I,s:I,s:o,s:I,s:{s:I,s:f,s:I}}", "game", json_spec(h->game),
                         "seed", (json_int_t)h->seed, "games", (json_int_t)t->games, "seats", rows,
                         "ties", (json_int_t)t->ties, "plies", "min", (json_int_t)t->shortest,
                         "mean", (double)t->plies / (double)t->games, "max",
                         (json_int_t)t->longest));
}

static int seat_table(const heading *h, const tally *t)
{
    table *rows = table_new("SEAT>|AGENT|MEAN SCORE>|95 % CONFIDENCE|WINS>|WINS %>");
    double n = (double)t->games;
    for (int i = 0; i < h->game->players; i++) {
        double mean = t->sum[i] / n, half = t->games > 1 ? half_width(t, i) : 0;
        table_row(rows);
        table_cell(rows, "%d", i);
        table_cell(rows, "%s", seats_name(h->at, i));
        table_cell(rows, "%.6g", mean);
        if (t->games > 1) table_cell(rows, "%.6g .. %.6g", mean - half, mean + half);
        else table_cell(rows, "-");
        table_cell(rows, "%lld", (long long)t->wins[i]);
        table_cell(rows, "%.2f", 100 * (double)t->wins[i] / n);
    }
    return table_print(rows);
}

static int statistics_text(const heading *h, const tally *t)
{
    char spec[PL_SPEC_MAX];
    double n = (double)t->games;
    pl_spec(h->game, spec, sizeof spec);
    printf("%s: %lld %sgame%s, seed %lld\n\n", spec, (long long)t->games,
           h->at->at[0] ? "" : "random ", plural(t->games), (long long)h->seed);
    int status = seat_table(h, t);
    printf("\nBest score shared: %lld game%s (%.2f %%)\n", (long long)t->ties, plural(t->ties),
           100 * (double)t->ties / n);
    printf("Plies a game, chance included: %lld to %lld, mean %.6g\n", (long long)t->shortest,
           (long long)t->longest, (double)t->plies / n);
    return status;
}

static int statistics(const seats *at, const call *c)
{
    work w = {.game = at->game, .agents = c->agents, .games = c->games};
    heading h = {at->game, at, c->seed};
    tally total = {0};
    w.size = (c->games + BLOCKS - 1) / BLOCKS;
    w.blocks = (int)((c->games + w.size - 1) / w.size);
    w.of = calloc((size_t)w.blocks, sizeof *w.of);
    if (!w.of) return failed("out of memory");
    pl_seed(&w.seed, (uint64_t)c->seed);
    play_all(&w, (int)c->threads);
    for (int b = 0; b < w.blocks; b++) add_tally(&total, &w.of[b]);
    free(w.of);
    if (w.broken) return failed("an agent could not play on: no legal move, or no memory");
    if (!c->json) return statistics_text(&h, &total);
    statistics_json(&h, &total);
    return DONE;
}

/* The agents are opened here to see that they can be; each thread has its own. */
int cmd_playout(const call *c)
{
    seats at;
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = seats_open(&at, g, c->agents);
    if (!status) status = c->trace ? trace_games(g, c) : statistics(&at, c);
    seats_close(&at);
    pl_close(g);
    return status;
}
