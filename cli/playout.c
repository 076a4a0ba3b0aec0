/* playout.c -- parlor playout: many games, at random or by agents, as statistics.
 *
 * Game i plays with stream i of the seed.  Games are added up in blocks whose
 * size depends on their number alone, and the blocks in order: the sums are the
 * same bits on any number of threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "ending.h"
#include "playout.h"
#include "refereed.h"

enum { BLOCKS = 4096, SIGNALLED = 128 /* as the shell says it */ };

typedef struct {
    double sum[PL_SEATS_MAX], squares[PL_SEATS_MAX];
    int64_t wins[PL_SEATS_MAX], ties;
    int64_t plies, shortest, longest, games;
    int64_t endings[PL_BY_ABORT + 1]; /* of games over the referee */
} tally;

typedef struct {
    const pl_game *game;
    const char *agents; /* names; NULL: at random */
    referees *over;
    pl_rng seed;
    int64_t games, size; /* size: of a block */
    int blocks;
    atomic_int next;   /* the first block nobody has taken */
    atomic_int broken; /* agents could not be made */
    atomic_int told;   /* something failed, and it was said why */
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

/* An aborted game has no scores to add. */
static void add_game(tally *t, const double *score, int players, int64_t plies)
{
    if (!isnan(score[0])) add_scores(t, score, players);
    t->plies += plies;
    if (!t->games || plies < t->shortest) t->shortest = plies;
    if (plies > t->longest) t->longest = plies;
    t->games++;
}

static int play_one(tally *t, seats *at, referee *one, const pl_rng *seed, const void *start,
                    int64_t i)
{
    pl_rng r;
    double score[PL_SEATS_MAX] = {0};
    pl_split(seed, (uint64_t)i, &r);
    int64_t plies =
        one->table ? referee_play(one, at, &r, score) : seats_play(at, start, &r, score);
    if (plies < 0) return -1;
    add_game(t, score, at->game->players, plies);
    if (one->table) t->endings[pl_table_result(one->table)->how]++;
    return 0;
}

/* What fails for one thread fails for all. */
static void tell_once(work *w, const pl_error *err)
{
    if (!atomic_exchange(&w->told, 1)) failed("%s", err->text);
}

static void play_block(work *w, seats *at, referee *one, const void *start, int b)
{
    tally t = {0};
    pl_error err;
    int64_t first = b * w->size, end = first + w->size;
    for (int64_t i = first; i < end && i < w->games && !w->told && !referee_stops(one); i++) {
        if (play_one(&t, at, one, &w->seed, start, i) == 0 || ending_came()) continue;
        seats_why(at, &err);
        tell_once(w, &err);
    }
    w->of[b] = t;
}

static void play_blocks(work *w, int talks)
{
    pl_state start;
    seats at;
    referee one = {0};
    pl_error err;
    if (seats_open(&at, w->game, w->agents)) w->broken = 1;
    else if (referee_open(&one, w->over, &at, &err)) tell_once(w, &err);
    pl_start(w->game, &start);
    ending_add(&at);
    for (int b; !w->broken && !w->told && (b = atomic_fetch_add(&w->next, 1)) < w->blocks;) {
        play_block(w, &at, &one, &start, b);
        if (talks) progress("games", (b + 1) * w->size, w->games);
    }
    ending_remove(&at);
    if (referee_close(&one, &err)) tell_once(w, &err);
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
    for (int e = 0; e <= PL_BY_ABORT; e++) t->endings[e] += more->endings[e];
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

static int64_t scored(const tally *t)
{
    return t->games - t->endings[PL_BY_ABORT];
}

/* Of two games or more: one tells nothing of how far others would be from it. */
static double half_width(const tally *t, int seat)
{
    double n = (double)scored(t), mean = t->sum[seat] / n;
    double variance = (t->squares[seat] - n * mean * mean) / (n - 1);
    return 1.96 * sqrt(fmax(variance, 0) / n);
}

/* What stands above the statistics: who played what, and from which seed. */
typedef struct {
    const pl_game *game;
    const seats *at;
    int64_t seed;
    const referees *over;
} heading;

static json_t *json_mean(const tally *t, int seat)
{
    return scored(t) ? json_real(t->sum[seat] / (double)scored(t)) : json_null();
}

/* How the games ended, where that is not always by their rules. */
static json_t *json_endings(const tally *t)
{
    json_t *out = json_object();
    for (int e = PL_BY_RULES; e <= PL_BY_ABORT; e++)
        json_object_set_new(out, pl_ending_name((pl_ending)e),
                            json_integer((json_int_t)t->endings[e]));
    return out;
}

static void statistics_json(const heading *h, const tally *t)
{
    json_t *rows = json_array();
    for (int i = 0; i < h->game->players; i++)
        json_array_append_new(
            rows, json_pack("{s:i,s:s,s:o,s:o,s:I}", "seat", i, "agent", seats_name(h->at, i),
                            "mean", json_mean(t, i), "half_width_95",
                            scored(t) > 1 ? json_real(half_width(t, i)) : json_null(), "wins",
                            (json_int_t)t->wins[i]));
    json_t *all =
        json_pack("{s:o,s:I,s:I,s:o,s:I,s:{s:I,s:f,s:I}}", "game", json_spec(h->game), "seed",
                  (json_int_t)h->seed, "games", (json_int_t)t->games, "seats", rows, "ties",
                  (json_int_t)t->ties, "plies", "min", (json_int_t)t->shortest, "mean",
                  (double)t->plies / (double)t->games, "max", (json_int_t)t->longest);
    if (h->over->wanted) json_object_set_new(all, "endings", json_endings(t));
    if (h->over->file)
        json_object_set_new(all, "recorded", json_clean(pl_records_file(h->over->file)));
    print_json(all);
}

static int seat_table(const heading *h, const tally *t)
{
    table *rows = table_new("SEAT>|AGENT|MEAN SCORE>|95 % CONFIDENCE|WINS>|WINS %>");
    double n = (double)scored(t);
    for (int i = 0; i < h->game->players; i++) {
        double mean = t->sum[i] / n, half = n > 1 ? half_width(t, i) : 0;
        table_row(rows);
        table_cell(rows, "%d", i);
        table_cell(rows, "%s", seats_name(h->at, i));
        if (n > 0) table_cell(rows, "%.6g", mean);
        else table_cell(rows, "-"); /* every game was aborted */
        if (n > 1) table_cell(rows, "%.6g .. %.6g", mean - half, mean + half);
        else table_cell(rows, "-");
        table_cell(rows, "%lld", (long long)t->wins[i]);
        table_cell(rows, "%.2f", n > 0 ? 100 * (double)t->wins[i] / n : 0);
    }
    return table_print(rows);
}

static void print_endings(const tally *t)
{
    printf("Ended by: ");
    for (int e = PL_BY_RULES; e <= PL_BY_ABORT; e++)
        printf("%s%s %lld", e == PL_BY_RULES ? "" : ", ", pl_ending_name((pl_ending)e),
               (long long)t->endings[e]);
    putchar('\n');
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
    if (h->over->wanted) print_endings(t);
    if (h->over->file) printf("Recorded in %s\n", pl_records_file(h->over->file));
    return status;
}

/* Play them all and add them up; a status. */
static int add_up(work *w, int threads, tally *total)
{
    pl_error err;
    w->of = calloc((size_t)w->blocks, sizeof *w->of);
    if (!w->of) return failed("out of memory");
    play_all(w, threads);
    for (int b = 0; b < w->blocks; b++) add_tally(total, &w->of[b]);
    free(w->of);
    if (w->told) return FAILED;
    if (w->broken) return failed("an agent could not be made");
    if (w->over->file && pl_records_flush(w->over->file, &err)) return failed("%s", err.text);
    if (!ending_came()) return DONE;
    if (!w->over->file)
        return failed("interrupted after %lld game%s", (long long)total->games,
                      plural(total->games));
    return failed("interrupted; %lld game%s recorded in %s", (long long)total->games,
                  total->games == 1 ? " is" : "s are", pl_records_file(w->over->file));
}

static int statistics(const seats *at, const call *c, referees *over)
{
    work w = {.game = at->game, .agents = c->agents, .games = c->games, .over = over};
    heading h = {at->game, at, c->seed, over};
    tally total = {0};
    if (over->wanted && !w.agents) w.agents = pl_random.name;
    w.size = (c->games + BLOCKS - 1) / BLOCKS;
    w.blocks = (int)((c->games + w.size - 1) / w.size);
    pl_seed(&w.seed, (uint64_t)c->seed);
    int status = add_up(&w, (int)c->threads, &total);
    if (status) return status;
    if (!c->json) return statistics_text(&h, &total);
    statistics_json(&h, &total);
    return DONE;
}

/* Games over the referee come to the same statistics, but not to the same games. */
static int playout(const seats *at, const call *c)
{
    referees over;
    int status = referees_open(&over, c);
    if (!status && over.wanted && c->trace)
        status = misused("--trace goes without a referee: not with --record, --clock or --on");
    if (!status) status = c->trace ? trace_games(at->game, c) : statistics(at, c, &over);
    return referees_close(&over, status);
}

/* Where there is something to be closed well, the command ends only after that. */
static int watch_end(const call *c)
{
    return c->record || seats_run_programs(c->agents) ? ending_watch() : DONE;
}

/* The agents are opened here to see that they can be; each thread has its own. */
int cmd_playout(const call *c)
{
    seats at;
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = watch_end(c), came;
    if (!status && c->record)
        status = refuse_file(g, "its games cannot be recorded, as a record has only a game's name");
    if (!status && !(status = seats_open(&at, g, c->agents))) {
        status = playout(&at, c);
        seats_close(&at);
    }
    came = ending_came();
    ending_leave();
    pl_close(g);
    return came ? SIGNALLED + came : status;
}
