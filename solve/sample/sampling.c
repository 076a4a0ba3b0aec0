/* sampling.c -- external, outcome and chance sampling as methods: iterations, batches,
 * threads.
 *
 * An iteration is one walk for each seat.  In a batch so many iterations are made by the
 * policy that stood at its beginning, each with random numbers of its own, and what they
 * learnt is added up in their order: that is what threads can share, with the same result
 * for any number of them.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "solve/pool.h"
#include "solve/sample/row.h"
#include "solve/sample/sampling.h"
#include "solve/sample/walk.h"

enum { EVERY = 256, TOGETHER = 32 }; /* iterations between looks at the brake; walks a job */

typedef struct {
    pl_solver base;
    pl_sampler tree;
    pl_sample_fn *walk;
    pl_sample_walk *walks; /* one for each thread */
    uint32_t *logs;        /* batch of them, tree.words each; NULL: batch is 1 */
    int64_t *used;         /* words of each */
    int seat;              /* whose walks are under way */
} sampling;

static double weight_of(const sampling *m, int64_t iteration)
{
    return m->base.arg[PL_SAMPLING_AVERAGE] > 0 ? (double)iteration : 1;
}

static int64_t batch_of(const sampling *m)
{
    return (int64_t)m->base.arg[PL_SAMPLING_BATCH];
}

static int set_up_logs(sampling *m)
{
    int64_t words = batch_of(m) * m->tree.words;
    if (batch_of(m) < 2) return 0;
    m->logs = calloc((size_t)words, sizeof *m->logs);
    m->used = calloc((size_t)batch_of(m), sizeof *m->used);
    m->base.bytes += words * (int64_t)sizeof *m->logs;
    return m->logs && m->used ? 0 : -1;
}

static int set_up(pl_solver *s, pl_sample_fn *walk, pl_error *err)
{
    sampling *m = (sampling *)s;
    m->walk = walk;
    if (pl_sampler_new(&m->tree, s->tree, walk == pl_sample_chance, err)) return -1;
    m->walks = calloc((size_t)s->threads, sizeof *m->walks);
    s->bytes = m->tree.bytes;
    int failed = !m->walks || set_up_logs(m);
    for (int i = 0; !failed && i < s->threads; i++) {
        failed = pl_sample_walk_new(&m->walks[i], &m->tree);
        m->walks[i].floor = s->arg[PL_SAMPLING_PLUS] > 0 ? 0 : -FLT_MAX;
        m->walks[i].epsilon = (float)s->arg[PL_SAMPLING_EPSILON];
    }
    return failed ? pl_fail(err, "%s: out of memory for sampling", s->tree->game->name) : 0;
}

static int external_open(pl_solver *s, pl_error *err)
{
    return set_up(s, pl_sample_external, err);
}

static int outcome_open(pl_solver *s, pl_error *err)
{
    return set_up(s, pl_sample_outcome, err);
}

static int chance_open(pl_solver *s, pl_error *err)
{
    return set_up(s, pl_sample_chance, err);
}

static void sampling_close(pl_solver *s)
{
    sampling *m = (sampling *)s;
    for (int i = 0; m->walks && i < s->threads; i++) pl_sample_walk_free(&m->walks[i]);
    free(m->walks);
    free(m->logs);
    free(m->used);
    pl_sampler_free(&m->tree);
}

/* One after the other, each by what the last has learnt. */
static void run_singly(sampling *m, int64_t n)
{
    pl_solver *s = &m->base;
    pl_sample_walk *w = m->walks;
    int players = s->tree->game->players;
    w->rng = s->rng;
    for (int64_t i = 0; i < n && (i % EVERY || !pl_solver_stopped(s)); i++) {
        w->weight = weight_of(m, ++s->iterations);
        for (int k = 0; k < players; k++) m->walk(w, k);
    }
    s->rng = w->rng;
}

static void each(sampling *m, int64_t jobs, pl_job *job)
{
    if (m->base.pool) pl_pool_run(m->base.pool, (int)jobs, job, m);
    else
        for (int i = 0; i < jobs; i++) job(m, i, 0);
}

/* Some walks of the batch, each with random numbers and a log of its own. */
static void walk_some(void *with, int job, int thread)
{
    sampling *m = with;
    pl_sample_walk *w = &m->walks[thread];
    int64_t to = (int64_t)(job + 1) * TOGETHER, players = m->base.tree->game->players;
    for (int64_t i = (int64_t)job * TOGETHER; i < to && i < batch_of(m); i++) {
        int64_t t = m->base.iterations + i;
        pl_split(&m->base.rng, (uint64_t)(t * players + m->seat), &w->rng);
        w->weight = weight_of(m, t + 1);
        w->log = m->logs + i * m->tree.words;
        w->used = 0;
        m->walk(w, m->seat);
        m->used[i] = w->used;
    }
}

/* Take all logs in, as far as they are about this part of the rows.  Walks that note what
 * their own seat plays must have been noted before it changes. */
static void take_in(void *with, int job, int thread)
{
    sampling *m = with;
    int64_t lines = m->tree.lines, parts = m->base.threads;
    int at_once = m->walk != pl_sample_chance;
    pl_share share = {(int32_t)(lines * job / parts), (int32_t)(lines * (job + 1) / parts),
                      m->walks[thread].floor, at_once};
    for (int64_t i = 0; i < batch_of(m); i++)
        pl_log_add(&m->tree, m->logs + i * m->tree.words, m->used[i], share);
    for (int64_t i = 0; !at_once && i < batch_of(m); i++)
        pl_log_match(&m->tree, m->logs + i * m->tree.words, m->used[i], share);
}

static void sampling_run(pl_solver *s, int64_t n)
{
    sampling *m = (sampling *)s;
    int64_t batch = batch_of(m);
    if (!m->logs) {
        run_singly(m, n);
        return;
    }
    for (; n > 0 && !pl_solver_stopped(s); n -= batch, s->iterations += batch)
        for (m->seat = 0; m->seat < s->tree->game->players; m->seat++) {
            each(m, (batch + TOGETHER - 1) / TOGETHER, walk_some);
            each(m, s->threads, take_in);
        }
}

static void sampling_policy(pl_solver *s, double *policy)
{
    pl_sampler_policy(&((sampling *)s)->tree, policy);
}

static void sampling_keep(pl_solver *s, pl_keep_fn *keep, void *with)
{
    pl_sampler *tree = &((sampling *)s)->tree;
    keep(with, tree->rows, (size_t)tree->lines * PL_LANES * sizeof *tree->rows);
}

/* What was read back may be anything: numbers that cannot be are 0, and what is played is
 * worked out from regrets, as it was before. */
static void sampling_took(pl_solver *s)
{
    const pl_sampler *tree = &((sampling *)s)->tree;
    for (int32_t i = 0; i < s->tree->infos; i++) {
        int32_t n = s->tree->info_first[i + 1] - s->tree->info_first[i];
        if (tree->line[i] < 0) continue;
        float *regret = pl_row_regret(tree, tree->line[i]);
        for (int32_t a = 0; a < pl_lanes(n); a++)
            if (!(a < n && fabsf(regret[a]) < 1e30f)) regret[a] = 0;
        double *total = pl_row_total(tree, tree->line[i], n);
        for (int32_t a = 0; a < n; a++)
            if (!(total[a] >= 0 && total[a] < 1e300)) total[a] = 0;
        pl_row_match(pl_row_policy(tree, tree->line[i], n), regret, n, pl_lanes(n));
    }
}

#define SHARED                                                                                     \
    {"plus", NULL, 0, 0, 1, "1: regrets never fall below 0"},                                      \
        {"average", "uniform|linear", 0, 0, 1, "what an iteration weighs: 1, or its number"},      \
    {                                                                                              \
        "batch", NULL, 1, 1, 65536, "iterations by one policy, which threads share; whole ones"    \
    }
static const pl_param shared[] = {SHARED, {0}};
static const pl_param with_epsilon[] = {
    SHARED, {"epsilon", PL_REAL, 0.001, 0.6, 1, "how much of a seat's choice is exploration"}, {0}};
#define HOOKS                                                                                      \
    .close = sampling_close, .run = sampling_run, .policy = sampling_policy,                       \
    .keep = sampling_keep, .took = sampling_took

const pl_method pl_external = {
    .abi = PL_ABI,
    .size = sizeof(sampling),
    .name = "external",
    .about = "MCCFR: all moves of one seat, the others' and chance's drawn",
    .params = shared,
    .open = external_open,
    HOOKS,
};
const pl_method pl_outcome = {
    .abi = PL_ABI,
    .size = sizeof(sampling),
    .name = "outcome",
    .about = "MCCFR: one line, drawn, weighed by how likely it was",
    .params = with_epsilon,
    .open = outcome_open,
    HOOKS,
};
const pl_method pl_chance_sampled = {
    .abi = PL_ABI,
    .size = sizeof(sampling),
    .name = "chance",
    .about = "MCCFR: all moves of all seats, chance drawn",
    .params = shared,
    .open = chance_open,
    HOOKS,
};
