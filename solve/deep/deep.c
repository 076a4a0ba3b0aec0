/* deep.c -- solving a game whose tree does not fit, by sampling its lines.
 *
 * The walks are in deep_walk.c, what they keep in deep_sets.c; here are the runs, and
 * what became of them.
 *
 * Fact to check: after 300,000 iterations of external sampling Leduc poker, whose 936
 * sets it found by itself, is exploitable by less than 0.05.
 */
#include "solve/deep/deep.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/settings.h"
#include "core/text.h"
#include "solve/method.h"
#include "solve/sample/row.h"
#include "solve/sample/sampling.h"

static const int64_t usual = 1 << 30; /* bytes */

static int read_method(pl_deep *d, const char *spec, pl_error *err)
{
    if (pl_method_read(spec, &d->method, d->arg, err)) return -1;
    if (d->method != &pl_external && d->method != &pl_outcome)
        return pl_fail(err, "without a tree there are external and outcome, not '%s'",
                       d->method->name);
    if (d->arg[PL_SAMPLING_BATCH] > 1)
        return pl_fail(err, "without a tree batch is 1, not %g", d->arg[PL_SAMPLING_BATCH]);
    d->floor = d->arg[PL_SAMPLING_PLUS] > 0 ? 0 : -FLT_MAX;
    d->epsilon = (float)d->arg[PL_SAMPLING_EPSILON];
    return 0;
}

static int set_up(pl_deep *d, const pl_deep_options *o, pl_error *err)
{
    const pl_game *g = d->game;
    if (o->memory < 0) return pl_fail(err, "memory is a number of bytes, not below 0");
    if (pl_row_accepts(g, g->lo, err) || pl_row_accepts(g, g->hi, err)) return -1;
    d->sets.limit = o->memory ? o->memory : usual;
    d->by_view = pl_info_by_view(g);
    d->step = calloc((size_t)g->max_plies + 1, sizeof *d->step);
    if (!d->step || !pl_deep_frame_at(d, 0)) return pl_fail(err, "out of memory");
    pl_seed(&d->rng, o->seed);
    pl_start(g, &d->start);
    return 0;
}

pl_deep *pl_deep_new(const char *spec, const pl_game *g, const pl_deep_options *options,
                     pl_error *err)
{
    static const pl_deep_options none = {0};
    pl_deep *d = calloc(1, sizeof *d);
    if (!d) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    d->game = g;
    if (!read_method(d, spec, err) && !set_up(d, options ? options : &none, err)) return d;
    pl_deep_free(d);
    return NULL;
}

void pl_deep_free(pl_deep *d)
{
    if (!d) return;
    for (int i = 0; i < d->frames; i++) free(d->frame[i]);
    free(d->step);
    pl_deep_sets_free(&d->sets);
    free(d);
}

int pl_deep_spec(const pl_deep *d, char *buf, size_t n)
{
    pl_settings own = {d->method->name, d->method->params, (double *)d->arg, NULL};
    return pl_settings_spec(&own, buf, n);
}

/* One walk for every seat; a walk that is stopped does not count. */
static int iterate(pl_deep *d)
{
    int outcome = d->method == &pl_outcome, players = d->game->players;
    d->weight = d->arg[PL_SAMPLING_AVERAGE] > 0 ? (double)(d->iterations + 1) : 1;
    for (d->seat = 0; d->seat < players; d->seat++) {
        d->next = players > 1 ? (d->seat + 1) % players : -1;
        if (outcome ? pl_deep_outcome(d) : pl_deep_external(d)) return -1;
    }
    d->iterations++;
    return 0;
}

void pl_deep_run(pl_deep *d, int64_t iterations)
{
    d->stopped = 0;
    while (iterations-- > 0 && !atomic_load_explicit(&d->stop, memory_order_relaxed))
        if (iterate(d)) break;
    atomic_store_explicit(&d->stop, 0, memory_order_relaxed);
}

void pl_deep_stop(pl_deep *d)
{
    atomic_store_explicit(&d->stop, 1, memory_order_relaxed);
}

void pl_deep_tell(const pl_deep *d, pl_deep_facts *out)
{
    *out = (pl_deep_facts){
        .iterations = d->iterations,
        .sets = d->sets.sets,
        .bytes = pl_deep_sets_bytes(&d->sets),
        .missed = d->sets.missed,
        .full = d->sets.full,
    };
}

int pl_deep_find(const pl_deep *d, uint64_t key, double *out, int most)
{
    const pl_deep_set *s = pl_deep_sets_find(&d->sets, key);
    if (!s || (int)s->n > most) return 0;
    pl_deep_average(s, out);
    return (int)s->n;
}

void pl_deep_each(const pl_deep *d, pl_deep_fn *visit, void *with)
{
    double policy[PL_MOVES_MAX];
    const pl_deep_set *s;
    for (int64_t at = 0; (s = pl_deep_sets_next(&d->sets, &at));) {
        pl_deep_average(s, policy);
        visit(with, s->key, (int)s->n, policy);
    }
}

void pl_deep_on(const pl_deep *d, const pl_tree *t, double *policy)
{
    pl_tree_uniform(t, policy);
    for (int32_t i = 0; i < t->infos; i++) {
        const pl_deep_set *s = pl_deep_sets_find(&d->sets, t->info_key[i]);
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        if (s && s->n == (uint32_t)n) pl_deep_average(s, policy + from);
    }
}

/* Arrays as a policy file wants them. */
typedef struct {
    uint64_t *key;
    int32_t *first;
    double *policy;
    int64_t moves;
    int32_t sets;
} listing;

static void list_set(void *with, uint64_t key, int n, const double *policy)
{
    listing *l = with;
    l->key[l->sets] = key;
    l->first[l->sets++] = (int32_t)l->moves;
    memcpy(l->policy + l->moves, policy, (size_t)n * sizeof *policy);
    l->moves += n;
}

static void count_set(void *with, uint64_t key, int n, const double *policy)
{
    (void)key, (void)policy;
    *(int64_t *)with += n;
}

static int write_listing(const pl_deep *d, listing *l, const char *path, int bits, pl_error *err)
{
    pl_policy_facts f;
    char spec[PL_SPEC_MAX];
    if (!l->key || !l->first || !l->policy) return pl_fail(err, "out of memory");
    pl_deep_each(d, list_set, l);
    l->first[l->sets] = (int32_t)l->moves;
    pl_policy_facts_none(&f);
    f.bits = bits;
    pl_deep_spec(d, spec, sizeof spec);
    snprintf(f.how, sizeof f.how, "%.160s, %lld iterations, %lld sets%s", spec,
             (long long)d->iterations, (long long)d->sets.sets, d->sets.full ? ", full" : "");
    return pl_policy_write_sets(path, d->game, l->sets, l->key, l->first, l->policy, &f, err);
}

int pl_deep_write(const pl_deep *d, const char *path, int bits, pl_error *err)
{
    int64_t moves = 0, sets = d->sets.sets;
    pl_deep_each(d, count_set, &moves);
    if (moves > INT32_MAX) return pl_fail(err, "a policy file holds at most %d moves", INT32_MAX);
    listing l = {malloc(((size_t)sets + 1) * sizeof *l.key),
                 malloc(((size_t)sets + 1) * sizeof *l.first),
                 malloc(((size_t)moves + 1) * sizeof *l.policy), 0, 0};
    int failed = write_listing(d, &l, path, bits, err);
    free(l.key);
    free(l.first);
    free(l.policy);
    return failed;
}

int pl_deep_keep(pl_deep *d, pl_keep_fn *keep, void *with)
{
    keep(with, &d->iterations, sizeof d->iterations);
    keep(with, &d->rng, sizeof d->rng);
    return pl_deep_sets_keep(&d->sets, keep, with);
}

int pl_deep_took(pl_deep *d)
{
    return pl_deep_sets_took(&d->sets);
}
