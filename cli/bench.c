/* bench.c -- parlor bench: how fast each game is, beside a peer. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* The usual rows, and what OpenSpiel 2.0.1 does on the same game: its C++ core,
 * random play with chance counted, one AMD EPYC core, single thread, moves per
 * CPU second, median of 3, on a shared machine (+-20 %).  0: not known. */
const char peer_name[] = "OpenSpiel 2.0.1, C++ core, one AMD EPYC core, single thread";
static const struct {
    const char *spec;
    double moves, perft;
} usual[] = {
    /* clang-format off */
    {"tictactoe", 5.7e6, 15e6},
    {"mnk(m=15,n=15,k=5)", 0, 0},
    {"connect4", 2.0e6, 2.9e6},
    {"othello", 0.165e6, 0.19e6},
    {"hex", 1.7e6, 0},
    {"breakthrough", 1.0e6, 7.2e6},
    {"quoridor", 0, 0},
    {"abalone", 0, 0},
    {"backgammon", 0.137e6, 0},
    {"pig", 12.8e6, 0},
    {"rps", 0, 0},
    {"kuhn", 8.6e6, 0},
    {"leduc", 5.7e6, 0},
    {"goofspiel", 1.8e6, 0},
    {"liars_dice(dice=1)", 3.8e6, 0},
    {"liars_dice(dice=5)", 5.7e6, 0},
    {"skull(players=4)", 0, 0},
    {"dominoes", 0, 0},
    {"block_dominoes", 0, 0},
    {"knockout_whist", 0, 0},
    {"phantom", 4.8e6, 0},
    {"dark_hex", 3.2e6, 0},
    {"battleship", 47e3, 0},
    /* clang-format on */
};
enum { USUAL = sizeof usual / sizeof *usual, LINES = 5000000, RUNS = 3, PLIES = 1000000 };

typedef struct {
    double rollout, games, table, perft, step, gain, guess, peer, peer_perft;
    int depth;
} speeds;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_rate(loop *f, bench *b, double seconds, int64_t *work)
{
    double rate[RUNS], taken;
    for (int64_t n = 0, next; n == 0 || taken < seconds / 2; *work = next) {
        n = f(b, *work, &taken);
        next = taken < seconds / 20 ? *work * 10 : (int64_t)((double)n * seconds / taken);
    }
    for (int i = 0; i < RUNS; i++) {
        int64_t n = f(b, *work, &taken);
        rate[i] = taken > 0 ? (double)n / taken : 0;
    }
    qsort(rate, RUNS, sizeof *rate, ascending);
    return rate[RUNS / 2];
}

/* How much faster two threads step than one: the median of three runs, each of
 * which measures both. */
static double threads_gain(bench *b, int64_t work)
{
    double gain[RUNS];
    for (int i = 0; i < RUNS; i++)
        gain[i] = threads_rate(b, BENCH_THREADS, work) / threads_rate(b, 1, work);
    qsort(gain, RUNS, sizeof *gain, ascending);
    return gain[RUNS / 2];
}

/* What the peer does on the game of this canonical spelling, if it is known. */
static void find_peer(const pl_game *g, speeds *out)
{
    char spec[PL_SPEC_MAX], other[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    for (int i = 0; i < USUAL; i++) {
        const pl_game *h = pl_open(usual[i].spec, NULL);
        if (!h) continue;
        pl_spec(h, other, sizeof other);
        pl_close(h);
        if (strcmp(spec, other)) continue;
        out->peer = usual[i].moves;
        out->peer_perft = usual[i].perft;
    }
}

static int measure(const pl_game *g, const call *c, speeds *out)
{
    static bench b; /* large: a state and more */
    int64_t work = 10000;
    if (bench_open(&b, g, (uint64_t)c->seed)) return FAILED;
    bench_depth(&b, LINES);
    *out = (speeds){.depth = b.depth};
    find_peer(g, out);
    out->rollout = median_rate(loop_rollout, &b, c->seconds, &work);
    out->games = out->rollout * (double)b.games / (double)b.plies;
    work = 10000;
    out->table = median_rate(loop_table, &b, c->seconds, &work);
    work = 10000;
    out->perft = median_rate(loop_perft, &b, c->seconds, &work);
    work = 10000;
    out->step = median_rate(loop_step, &b, c->seconds, &work);
    out->gain = threads_gain(&b, work);
    work = 10000;
    if (b.views) out->guess = 1e9 / median_rate(loop_guess, &b, c->seconds, &work);
    bench_close(&b);
    return DONE;
}

json_t *json_or_null(double x)
{
    return x > 0 ? json_real(x) : json_null();
}

static json_t *row_json(const char *name, const pl_game *g, const speeds *s)
{
    json_t *o = json_pack("{s:s,s:o,s:i,s:f,s:f,s:f,s:i,s:f,s:f}", "name", name, "game",
                          json_spec(g), "state_bytes", (int)g->state_size, "rollout", s->rollout,
                          "table", s->table, "perft", s->perft, "perft_depth", s->depth, "step",
                          s->step, "threads_ratio", s->gain);
    json_object_set_new(o, "games", json_real(s->games));
    json_object_set_new(o, "guess_ns", json_or_null(s->guess));
    json_object_set_new(o, "peer_moves", json_or_null(s->peer));
    json_object_set_new(o, "times_peer", json_or_null(s->peer > 0 ? s->rollout / s->peer : 0));
    json_object_set_new(o, "peer_perft", json_or_null(s->peer_perft));
    json_object_set_new(o, "perft_times_peer",
                        json_or_null(s->peer_perft > 0 ? s->perft / s->peer_perft : 0));
    return o;
}

void peer_cells(table *t, double ours, double peer)
{
    char n[16];
    table_cell(t, "%s", peer > 0 ? short_number(peer, n) : "-");
    if (peer > 0) table_cell(t, "%.1f", ours / peer);
    else table_cell(t, "-");
}

static void row_text(table *t, const char *name, const pl_game *g, const speeds *s)
{
    char n[16];
    table_row(t);
    table_cell(t, "%s", name);
    table_cell(t, "%d", (int)g->state_size);
    table_cell(t, "%s", short_number(s->rollout, n));
    table_cell(t, "%s", short_number(s->games, n));
    table_cell(t, "%s", short_number(s->table, n));
    table_cell(t, "%s", short_number(s->perft, n));
    table_cell(t, "%s", short_number(s->step, n));
    table_cell(t, "x%.2f", s->gain);
    if (s->guess > 0) table_cell(t, "%.0f", s->guess);
    else table_cell(t, "-");
    peer_cells(t, s->rollout, s->peer);
    peer_cells(t, s->perft, s->peer_perft);
}

static const char *row_name(const call *c, int i)
{
    return c->count ? c->words[i] : usual[i].spec;
}

static int bench_table(const call *c)
{
    int n = c->count ? c->count : USUAL, status = DONE;
    table *t = table_new(
        "GAME|BYTES>|ROLLOUT/S>|GAMES/S>|TABLE/S>|PERFT/S>|STEP/S>|2 THREADS>|GUESS NS>|PEER/S>|"
        "ROLLOUT:PEER>|PEER PERFT/S>|PERFT:PEER>");
    json_t *rows = json_array();
    for (int i = 0; i < n && !status; i++) {
        speeds s;
        const pl_game *g = open_game(row_name(c, i));
        progress(row_name(c, i), i + 1, n);
        status = g ? measure(g, c, &s) : MISUSED;
        if (!status) row_text(t, row_name(c, i), g, &s);
        if (!status) json_array_append_new(rows, row_json(row_name(c, i), g, &s));
        pl_close(g);
    }
    progress_end();
    json_t *all =
        json_pack("{s:s,s:f,s:o}", "peer", peer_name, "seconds", c->seconds, "rows", rows);
    if (!status && c->json) print_json(json_incref(all));
    if (!status && !c->json) {
        status = table_print(t);
        t = NULL;
        printf(
            "\nPer second of CPU time, a ply being one move, chance included; games as rollouts\n"
            "play them; the gain of two threads by the clock on the wall; nanoseconds of one\n"
            "guess at what a seat to move cannot see.  Peer: %s.\n",
            peer_name);
    }
    json_decref(all);
    table_free(t);
    return status;
}

/* One loop, once, for a profiler. */
static int bench_only(const pl_game *g, const char *name, const call *c)
{
    static bench b;
    double seconds;
    loop *f = !strcmp(c->only, "rollout") ? loop_rollout
              : !strcmp(c->only, "table") ? loop_table
              : !strcmp(c->only, "perft") ? loop_perft
                                          : loop_step;
    if (bench_open(&b, g, (uint64_t)c->seed)) return FAILED;
    int64_t wanted = c->moves ? c->moves : PLIES;
    int64_t plies = f == loop_perft ? bench_depth(&b, wanted) : 0;
    plies += f(&b, wanted - plies, &seconds);
    bench_close(&b);
    if (c->json)
        print_json(json_pack("{s:s,s:o,s:s,s:I}", "name", name, "game", json_spec(g), "loop",
                             c->only, "plies", (json_int_t)plies));
    else printf("%s %s %lld\n", name, c->only, (long long)plies);
    return DONE;
}

int cmd_bench(const call *c)
{
    int n = c->count ? c->count : USUAL, status = DONE;
    if (c->only && c->searchers) return misused("bench takes --only or --agents, not both");
    if (c->moves && !c->only)
        return misused("--moves goes with --only; without, --seconds tells how long");
    if (c->searchers) return bench_agents(c);
    if (!c->only) return bench_table(c);
    for (int i = 0; i < n && !status; i++) {
        const pl_game *g = open_game(row_name(c, i));
        status = g ? bench_only(g, row_name(c, i), c) : MISUSED;
        pl_close(g);
    }
    return status;
}
