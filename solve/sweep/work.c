/* work.c -- all seats of a form at work: their memory, and sweeps on one thread or
 * several.  Every number is computed by one thread from numbers of an earlier
 * level, always in the same order: results do not depend on how many there are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/pool.h"
#include "solve/sweep/sweep.h"

/* Levels with less than this many rows x lanes are not worth waking a thread. */
enum { SHARE_LEAST = 4096, SHARES = 16 };

enum { LINE = 64 }; /* bytes that a machine fetches together */

static const pl_lane_loops *loops_of(int32_t lanes)
{
    const pl_sweep_loops *all = &pl_sweep_base;
#ifdef PL_HAVE_V3
    if (pl_machine_v3()) all = &pl_sweep_v3;
#endif
    return &all->by[lanes == 1 ? 0 : lanes == 4 ? 1 : lanes == 8 ? 2 : 3];
}

static double *numbers(pl_work *w, int64_t n)
{
    size_t bytes = ((size_t)n * sizeof(double) / LINE + 1) * LINE;
    double *x = aligned_alloc(LINE, bytes);
    w->bytes += (int64_t)bytes;
    return x ? memset(x, 0, bytes) : NULL;
}

static int seat_new(pl_work *w, int k, int correlated)
{
    const pl_side *side = &w->form->side[k];
    pl_seat *s = &w->seat[k];
    int64_t rows = (int64_t)side->rows * w->form->lanes,
            blocks = (int64_t)side->blocks * w->form->lanes;
    s->side = side;
    s->policy = numbers(w, rows);
    s->reach = numbers(w, rows);
    s->worth = numbers(w, rows);
    s->regret = numbers(w, rows);
    s->total = numbers(w, rows);
    s->value = numbers(w, blocks);
    s->mean = numbers(w, blocks);
    if (correlated) s->seen = numbers(w, rows);
    if (w->form->players != 2) s->other = numbers(w, side->columns);
    return s->policy && s->reach && s->worth && s->regret && s->total && s->value && s->mean &&
                   (s->seen || !correlated) && (s->other || w->form->players == 2)
               ? 0
               : -1;
}

static void uniform(pl_work *w, int k)
{
    int32_t lanes = w->form->lanes;
    const pl_side *side = w->seat[k].side;
    for (int32_t l = 0; l < lanes; l++) w->seat[k].reach[l] = 1;
    for (int32_t b = 0; b < side->blocks; b++)
        for (int32_t i = side->first[b] * lanes; i < side->first[b + 1] * lanes; i++)
            w->seat[k].policy[i] = 1 / side->choices[b];
    pl_work_spread(w, k);
}

int pl_work_new(pl_work *w, const pl_form *f, pl_pool *pool, int correlated)
{
    *w = (pl_work){.form = f, .pool = pool, .loops = loops_of(f->lanes)};
    for (int k = 0; k < f->players; k++)
        if (seat_new(w, k, correlated)) {
            pl_work_free(w);
            return -1;
        }
    for (int k = 0; k < f->players; k++) uniform(w, k);
    if (f->players != 2) return 0;
    for (int k = 0; k < 2; k++) w->seat[k].other = w->seat[1 - k].reach;
    return 0;
}

void pl_work_free(pl_work *w)
{
    for (int k = 0; w->form && k < w->form->players; k++) {
        pl_seat *s = &w->seat[k];
        free(s->policy);
        free(s->reach);
        free(s->worth);
        free(s->regret);
        free(s->total);
        free(s->value);
        free(s->mean);
        free(s->seen);
        if (w->form->players != 2) free(s->other);
    }
    w->form = NULL;
}

/* A sweep over one level, in shares. */
typedef struct {
    const pl_work *w;
    const pl_seat *seat;
    enum { IMPROVE, RESPOND, TALLY, SPREAD } what;
    const pl_update *update;
    int pure;
    int32_t from, to;
} level;

static void sweep_part(const level *v, int32_t from, int32_t to)
{
    const pl_lane_loops *loops = v->w->loops;
    switch (v->what) {
    case IMPROVE: loops->improve(v->seat, v->update, from, to); break;
    case RESPOND: loops->respond(v->seat, v->pure, from, to); break;
    case TALLY: loops->tally(v->seat, from, to); break;
    case SPREAD: loops->spread(v->seat, from, to); break;
    }
}

static void share(void *with, int i, int thread)
{
    const level *v = with;
    int64_t n = v->to - v->from;
    (void)thread;
    sweep_part(v, v->from + (int32_t)(n * i / SHARES), v->from + (int32_t)(n * (i + 1) / SHARES));
}

static void sweep_level(const level *whole, int32_t d)
{
    level v = *whole;
    v.from = v.seat->side->level[d];
    v.to = v.seat->side->level[d + 1];
    int64_t rows = v.seat->side->first[v.to] - v.seat->side->first[v.from];
    if (rows * v.w->form->lanes < SHARE_LEAST) sweep_part(&v, v.from, v.to);
    else pl_pool_run(v.w->pool, SHARES, share, &v);
}

static void sweep(const level *whole)
{
    int32_t levels = whole->seat->side->levels;
    if (!whole->w->pool) sweep_part(whole, 0, whole->seat->side->blocks);
    else if (whole->what != SPREAD)
        for (int32_t d = levels - 1; d >= 0; d--) sweep_level(whole, d);
    else
        for (int32_t d = 0; d < levels; d++) sweep_level(whole, d);
}

void pl_work_improve(pl_work *w, int k, const pl_update *u)
{
    sweep(&(level){w, &w->seat[k], IMPROVE, u, 0, 0, 0});
}

void pl_work_spread(pl_work *w, int k)
{
    sweep(&(level){w, &w->seat[k], SPREAD, NULL, 0, 0, 0});
}

void pl_work_tally(pl_work *w, int k)
{
    sweep(&(level){w, &w->seat[k], TALLY, NULL, 0, 0, 0});
}

int64_t pl_work_size(const pl_work *w, int k)
{
    return (int64_t)w->seat[k].side->rows * w->form->lanes;
}

void pl_work_face(pl_work *w, int k)
{
    pl_seat *s = &w->seat[k];
    int n = w->form->players;
    if (n == 2) return;
    const int32_t *row = s->side->joint;
    for (int32_t c = 0; c < s->side->columns; c++) {
        double together = 1;
        for (int j = 0; j < n; j++)
            if (j != k) together *= w->seat[j].reach[*row++];
        s->other[c] = together;
    }
}

static double sum_of_blocks(const pl_work *w, int k, const double *value)
{
    int32_t n = w->seat[k].side->child[1] * w->form->lanes;
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum += value[i];
    return sum;
}

/* What the ends are worth that a seat has no part in. */
static double sum_of_ends(const pl_work *w, int k)
{
    const pl_side *side = w->seat[k].side;
    size_t lanes = (size_t)w->form->lanes;
    double sum = 0;
    for (int32_t e = side->entry[0]; e < side->entry[1]; e++) {
        const double *other = w->seat[k].other + (size_t)side->column[e] * lanes;
        const double *pay = side->pay + (size_t)(lanes > 1 ? side->matrix[e] : e) * lanes * lanes;
        for (size_t j = 0; j < lanes; j++)
            for (size_t l = 0; l < lanes; l++) sum += other[j] * pay[j * lanes + l];
    }
    return sum;
}

double pl_work_respond(pl_work *w, int k, int pure, double *mean)
{
    sweep(&(level){w, &w->seat[k], RESPOND, NULL, pure, 0, 0});
    double rest = sum_of_ends(w, k);
    if (mean) *mean = rest + sum_of_blocks(w, k, w->seat[k].mean);
    return rest + sum_of_blocks(w, k, w->seat[k].value);
}

/* What one lane of a block comes to, by the policy or, with best, by its best move, if
 * the ends of rows are worth so much. */
static double fold_lane(const pl_work *w, const pl_seat *s, const double *ends, int best, int32_t b,
                        int32_t lane)
{
    const pl_side *side = s->side;
    int32_t lanes = w->form->lanes;
    double most = -INFINITY, sum = 0;
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        double worth = ends[r * lanes + lane];
        for (int32_t c = side->child[r]; c < side->child[r + 1]; c++)
            worth += s->value[c * lanes + lane];
        if (worth > most) most = worth;
        sum += worth * s->policy[r * lanes + lane] * side->copies[r];
    }
    return best ? most : sum;
}

static double fold(const pl_work *w, int k, const double *ends, int best)
{
    const pl_seat *s = &w->seat[k];
    int32_t lanes = w->form->lanes;
    for (int32_t i = s->side->blocks * lanes - 1; i >= 0; i--) {
        double value = fold_lane(w, s, ends, best, i / lanes, i % lanes);
        s->value[i] = s->side->many ? value * s->side->many[i] : value;
    }
    return sum_of_blocks(w, k, s->value);
}

double pl_work_witness(pl_work *w, int k, double fade)
{
    const pl_seat *s = &w->seat[k];
    int64_t n = pl_work_size(w, k);
    pl_work_face(w, k);
    pl_work_tally(w, k);
    for (int64_t i = w->form->lanes; i < n; i++) s->seen[i] = s->seen[i] * fade + s->worth[i];
    return fold(w, k, s->worth, 0);
}

double pl_work_hindsight(pl_work *w, int k)
{
    return fold(w, k, w->seat[k].seen, 1);
}

void pl_work_take(pl_work *w, const double *policy)
{
    const pl_tree *t = w->form->tree;
    for (int32_t i = 0; i < t->infos; i++) {
        double *own = w->seat[t->info_seat[i]].policy;
        for (int32_t p = t->info_first[i]; p < t->info_first[i + 1]; p++)
            own[w->form->slot[p]] = policy[p];
    }
    for (int k = 0; k < w->form->players; k++) pl_work_spread(w, k);
}

void pl_work_average_of(const pl_work *w, int k, double *policy)
{
    const pl_tree *t = w->form->tree;
    const double *total = w->seat[k].total;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double sum = 0;
        if (t->info_seat[i] != k) continue;
        for (int32_t p = from; p < to; p++) sum += total[w->form->slot[p]];
        for (int32_t p = from; p < to; p++)
            policy[p] = sum > 0 ? total[w->form->slot[p]] / sum : 1.0 / (to - from);
    }
}

void pl_work_average(const pl_work *w, double *policy)
{
    for (int k = 0; k < w->form->players; k++) pl_work_average_of(w, k, policy);
}

/* Totals of one block's lane, made to add up to 1. */
static void adopt_lane(pl_seat *s, const double *total, int32_t b, int32_t lane, int32_t lanes)
{
    const pl_side *side = s->side;
    double sum = 0;
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++)
        sum += total[r * lanes + lane] * side->copies[r];
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++)
        s->policy[r * lanes + lane] =
            sum > 0 ? total[r * lanes + lane] / sum : 1 / side->choices[b];
}

void pl_work_adopt(pl_work *w, const pl_work *from)
{
    int32_t lanes = w->form->lanes;
    for (int k = 0; k < w->form->players; k++) {
        for (int32_t i = 0; i < w->seat[k].side->blocks * lanes; i++)
            adopt_lane(&w->seat[k], from->seat[k].total, i / lanes, i % lanes, lanes);
        pl_work_spread(w, k);
    }
}

void pl_work_gap(pl_work *w, pl_gap *out)
{
    int players = w->form->players;
    *out = (pl_gap){.lower = NAN, .upper = NAN, .correlated = NAN};
    for (int k = 0; k < players; k++) {
        pl_work_face(w, k);
        out->best[k] = pl_work_respond(w, k, 0, &out->value[k]);
        out->nashconv += out->best[k] - out->value[k];
    }
    pl_gap_bounds(w->form->tree, out);
}

void pl_work_keep(pl_work *w, int k, pl_keep_fn *keep, void *with)
{
    size_t bytes = (size_t)pl_work_size(w, k) * sizeof(double);
    keep(with, w->seat[k].policy, bytes);
    keep(with, w->seat[k].regret, bytes);
    keep(with, w->seat[k].total, bytes);
    if (w->seat[k].seen) keep(with, w->seat[k].seen, bytes);
}

void pl_work_took(pl_work *w)
{
    for (int k = 0; k < w->form->players; k++) pl_work_spread(w, k);
}

int pl_work_open(pl_solver *s, pl_form **form, pl_work *works, int n, int correlated, pl_error *err)
{
    *form = pl_form_new(s->tree, s->plain ? 0 : PL_FORM_SHRUNK | PL_FORM_LANES, err);
    if (!*form) return -1;
    s->bytes += (*form)->bytes;
    for (int i = 0; i < n; i++) {
        if (pl_work_new(&works[i], *form, s->pool, correlated))
            return pl_fail(err, "%s: out of memory for a policy", s->tree->game->name);
        s->bytes += works[i].bytes;
    }
    return 0;
}
