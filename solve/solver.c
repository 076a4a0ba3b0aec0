/* solver.c -- from a text to a solver, and what all methods share. */
#include "parlor/solve.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/settings.h"
#include "core/text.h"
#include "solve/method.h"
#include "solve/pool.h"
#include "solve/sweep/sweep.h"

struct pl_brake {
    atomic_int stop;
};

static const pl_method *find(const char *name)
{
    for (const pl_method *const *m = pl_methods(); *m; m++)
        if (!strcmp((*m)->name, name)) return *m;
    return NULL;
}

static int not_found(const char *name, pl_error *err)
{
    char names[sizeof err->text];
    pl_text t = {names, sizeof names, 0};
    for (const pl_method *const *m = pl_methods(); *m; m++)
        pl_put(&t, "%s %s", t.used ? "," : "", (*m)->name);
    return pl_fail(err, "there is no method '%.40s'; there are%.180s", name, names);
}

/* What stands before and within the brackets of spec, in text. */
static int divide(const char *spec, char text[PL_SPEC_MAX], const char **args, pl_error *err)
{
    size_t n = pl_settings_trim(&spec, strlen(spec)), name = strcspn(spec, "(");
    if (n >= PL_SPEC_MAX || (name < n && spec[n - 1] != ')'))
        return pl_fail(err, "a method is written name or name(key=value,...), not '%.60s'", spec);
    memcpy(text, spec, n);
    text[n] = 0;
    *args = "";
    if (name >= n) return 0;
    text[n - 1] = 0;
    *args = text + name + 1;
    text[pl_settings_trim(&spec, name)] = 0;
    return 0;
}

int pl_method_read(const char *spec, const pl_method **method, double *arg, pl_error *err)
{
    char text[PL_SPEC_MAX];
    const char *args;
    if (divide(spec, text, &args, err)) return -1;
    *method = find(text);
    if (!*method) return not_found(text, err);
    pl_settings own = {(*method)->name, (*method)->params, arg, NULL};
    return pl_settings_read(&own, args, err);
}

int pl_method_check(const char *spec, pl_error *err)
{
    const pl_method *method;
    double arg[PL_PARAMS_MAX] = {0};
    return pl_method_read(spec, &method, arg, err);
}

static int set_up(pl_solver *s, const pl_solver_options *o, pl_error *err)
{
    s->brake = calloc(1, sizeof *s->brake);
    if (!s->brake) return pl_fail(err, "out of memory");
    s->threads = o->threads > 1 ? o->threads : 1;
    s->plain = o->plain;
    pl_seed(&s->rng, o->seed);
    if (s->threads > 1 && !(s->pool = pl_pool_new(s->threads)))
        return pl_fail(err, "%d threads cannot be had", s->threads);
    return s->method->open(s, err);
}

pl_solver *pl_solver_new(const char *spec, const pl_tree *t, const pl_solver_options *options,
                         pl_error *err)
{
    static const pl_solver_options usual = {0};
    const pl_method *m;
    double arg[PL_PARAMS_MAX] = {0};
    if (pl_method_read(spec, &m, arg, err)) return NULL;
    pl_solver *s = calloc(1, (size_t)m->size);
    if (!s) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    s->method = m;
    s->tree = t;
    memcpy(s->arg, arg, sizeof arg);
    if (!set_up(s, options ? options : &usual, err)) return s;
    pl_solver_free(s);
    return NULL;
}

void pl_solver_free(pl_solver *s)
{
    if (!s) return;
    if (s->method->close) s->method->close(s);
    pl_gauge_free(s->gauge);
    pl_pool_free(s->pool);
    free(s->brake);
    free(s);
}

int pl_solver_spec(const pl_solver *s, char *buf, size_t n)
{
    pl_settings own = {s->method->name, s->method->params, (double *)s->arg, NULL};
    return pl_settings_spec(&own, buf, n);
}

void pl_solver_run(pl_solver *s, int64_t iterations)
{
    if (iterations > 0) s->method->run(s, iterations);
    atomic_store_explicit(&s->brake->stop, 0, memory_order_relaxed);
}

void pl_solver_stop(pl_solver *s)
{
    atomic_store_explicit(&s->brake->stop, 1, memory_order_relaxed);
}

int pl_solver_stopped(const pl_solver *s)
{
    return atomic_load_explicit(&s->brake->stop, memory_order_relaxed);
}

void pl_solver_policy(pl_solver *s, double *policy)
{
    s->method->policy(s, policy);
}

int pl_solver_gap(pl_solver *s, pl_gap *out)
{
    double *policy = malloc(((size_t)s->tree->info_first[s->tree->infos] + 1) * sizeof *policy);
    if (!s->gauge) s->gauge = pl_gauge_new(s->tree, NULL);
    int failed = !policy || !s->gauge;
    if (!failed) {
        pl_solver_policy(s, policy);
        pl_gauge_gap(s->gauge, policy, out);
        if (s->method->correlated) out->correlated = s->method->correlated(s);
    }
    free(policy);
    return failed ? -1 : 0;
}

void pl_solver_keep(pl_solver *s, pl_keep_fn *keep, void *with)
{
    keep(with, &s->iterations, sizeof s->iterations);
    keep(with, &s->rng, sizeof s->rng);
    s->method->keep(s, keep, with);
}

void pl_solver_took(pl_solver *s)
{
    if (s->method->took) s->method->took(s);
}

int pl_tree_duel(const pl_tree *t)
{
    return t->game->players == 2 && t->constant_sum;
}

void pl_gap_bounds(const pl_tree *t, pl_gap *out)
{
    if (!pl_tree_duel(t)) return;
    out->lower = t->sum - out->best[1];
    out->upper = out->best[0];
}

int pl_tree_gap(const pl_tree *t, const double *policy, pl_gap *out)
{
    *out = (pl_gap){.lower = NAN, .upper = NAN, .correlated = NAN};
    if (pl_tree_values(t, policy, out->value)) return -1;
    for (int k = 0; k < t->game->players; k++) {
        if (pl_tree_best(t, policy, k, &out->best[k])) return -1;
        out->nashconv += out->best[k] - out->value[k];
    }
    pl_gap_bounds(t, out);
    return 0;
}
