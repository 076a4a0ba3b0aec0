/* meeting.c -- matches of tuning: one agent at one seat, another at the others, every deal from
 * every seat. */
#include <math.h>

#include "arena/tune/tune.h"

static const double confidence = 0.95;
enum { PURPOSES = 3 };

void pl_tune_spell(const pl_tune *t, const double *value, char *out)
{
    pl_agent a = t->model;
    for (int i = 0; i < t->plan.ranges; i++) a.arg[t->place[i]] = value[i];
    pl_agent_spec(&a, out, PL_SPEC_MAX);
}

uint64_t pl_tune_seed(const pl_tune *t, pl_tune_purpose what, int64_t number)
{
    pl_rng all, one;
    pl_seed(&all, t->plan.seed);
    pl_split(&all, (uint64_t)number * PURPOSES + (uint64_t)what, &one);
    return pl_rand(&one);
}

static double half(pl_interval x)
{
    return (x.high - x.low) / 2;
}

/* What one has more than the other.  They are of the same games: where scores have a constant
 * sum one loses what the other wins, and the widths add up; elsewhere that is more than enough. */
static pl_interval lead(pl_interval a, pl_interval b)
{
    double by = a.value - b.value, width = half(a) + half(b);
    return (pl_interval){by, by - width, by + width};
}

static void sum_up(pl_match *m, pl_tune_gain *out)
{
    pl_standing first, rest;
    pl_duel d;
    pl_match_standing(m, 0, &first);
    pl_match_standing(m, 1, &rest);
    pl_match_duel(m, 0, 1, &d);
    *out = (pl_tune_gain){.games = first.games,
                          .tuned = first.payoff,
                          .original = rest.payoff,
                          .gain = lead(first.payoff, rest.payoff),
                          .elo = {NAN, NAN, NAN},
                          .superiority = NAN};
    if (!d.kinds) return;
    out->elo = pl_elo(d.count, d.kinds, confidence);
    out->superiority = pl_superiority(d.count, d.kinds);
}

typedef struct {
    pl_tune *tune;
    int64_t *count, before;
} watcher;

static void watch(void *with, pl_match *m)
{
    watcher *w = with;
    pl_match_course c;
    pl_match_course_of(m, &c);
    if (w->count) *w->count = w->before + c.games;
    if (w->tune->plan.tell) w->tune->plan.tell(w->tune->plan.with, w->tune);
}

/* Whether it may begin: a stop that came before must not be lost. */
static int set_match(pl_tune *t, pl_match *m)
{
    pthread_mutex_lock(&t->lock);
    int go = !atomic_load(&t->stopped);
    t->match = go ? m : NULL;
    pthread_mutex_unlock(&t->lock);
    return go;
}

int pl_tune_meet(pl_tune *t, const pl_meeting *meeting, pl_tune_gain *out, pl_error *err)
{
    const pl_entrant who[] = {{"tuned", meeting->first}, {"other", meeting->rest}};
    watcher w = {t, meeting->count, meeting->count ? *meeting->count : 0};
    pl_match_plan plan = pl_match_usual(t->plan.game, who, 2);
    plan.games = meeting->games;
    plan.threads = t->plan.threads;
    plan.ranks = t->plan.ranks;
    plan.seed = meeting->seed;
    plan.openings = t->plan.openings;
    plan.file = t->plan.file;
    plan.resume = t->plan.file ? PL_BEGIN_OR_RESUME : 0; /* in this run or an earlier one */
    plan.label = t->plan.file ? t->label : NULL;
    plan.tell = watch;
    plan.with = &w;
    pl_match *m = pl_match_open(&plan, err);
    if (!m) return -1;
    int done = set_match(t, m) ? pl_match_run(m, err) : 0;
    set_match(t, NULL);
    if (done == 1) sum_up(m, out);
    pl_match_free(m);
    if (w.count) *w.count = done == 1 ? w.before + out->games : w.before;
    return done;
}
