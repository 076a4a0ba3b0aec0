/* tune.c -- tuning an agent: opened, run step by step, stopped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tune/tune.h"
#include "core/text.h"

pl_tune *pl_tune_open(const pl_tune_plan *plan, pl_error *err)
{
    pl_tune *t = calloc(1, sizeof *t);
    if (!t) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&t->lock, NULL);
    if (pl_tune_take(t, plan, err) == 0) return t;
    pl_tune_free(t);
    return NULL;
}

void pl_tune_free(pl_tune *t)
{
    if (!t) return;
    pl_halving_close(&t->halving);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

void pl_tune_stop(pl_tune *t)
{
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->stopped, 1);
    if (t->match) pl_match_stop(t->match);
    pthread_mutex_unlock(&t->lock);
}

const char *pl_tune_original(const pl_tune *t)
{
    return t->original;
}

static void best_of(const pl_tune *t, double *value)
{
    if (t->plan.method == PL_TUNE_SPSA) pl_spsa_best(&t->spsa, value);
    else memcpy(value, pl_halving_best(&t->halving)->value, sizeof t->course.value);
}

const char *pl_tune_agent(pl_tune *t)
{
    double value[PL_PARAMS_MAX];
    best_of(t, value);
    pl_tune_spell(t, value, t->tuned);
    return t->tuned;
}

/* Games that the bandit will have played, as far as rounds are whole. */
static int64_t bandit_games(const pl_tune *t)
{
    pl_halving h = t->halving;
    int64_t games = 0;
    for (h.round = 0, h.left = h.n; h.round < h.rounds; h.round++, h.left = (h.left + 1) / 2)
        games += pl_halving_share(&h, t->plan.games / t->group) * t->group * h.left;
    return games;
}

void pl_tune_course_of(pl_tune *t, pl_tune_course *out)
{
    int spsa = t->plan.method == PL_TUNE_SPSA;
    t->course.of = spsa ? t->spsa.steps * t->plan.batch * t->matches : bandit_games(t);
    t->course.steps = spsa ? t->spsa.done : t->halving.round;
    t->course.all = spsa ? t->spsa.steps : t->halving.rounds;
    t->course.left = spsa ? 0 : t->halving.left;
    t->course.last_of = pl_tune_proof_games(t);
    best_of(t, t->course.value);
    *out = t->course;
}

/* Both against the opponent or, at a table of more than two, each among the other's kind. */
static int compare_twice(pl_tune *t, const char *plus, const char *minus, pl_meeting m,
                         double *lead, pl_error *err)
{
    pl_tune_gain a, b;
    m.first = plus;
    m.rest = t->plan.against ? t->against : minus;
    int done = pl_tune_meet(t, &m, &a, err);
    if (done != 1) return done;
    m.first = minus;
    m.rest = t->plan.against ? t->against : plus;
    done = pl_tune_meet(t, &m, &b, err);
    *lead = done == 1 ? a.tuned.value - b.tuned.value : 0;
    return done;
}

static int compare(pl_tune *t, const char *plus, const char *minus, double *lead, pl_error *err)
{
    pl_tune_gain g;
    pl_meeting m = {.first = plus,
                    .rest = minus,
                    .games = t->plan.batch,
                    .seed = pl_tune_seed(t, PL_TUNE_STEP, t->spsa.done)};
    if (t->matches == 2) return compare_twice(t, plus, minus, m, lead, err);
    int done = pl_tune_meet(t, &m, &g, err);
    *lead = done == 1 ? g.gain.value : 0;
    return done;
}

/* A step that was stopped is made again as a whole. */
static int step(pl_tune *t, pl_error *err)
{
    double plus[PL_PARAMS_MAX], minus[PL_PARAMS_MAX], lead;
    char first[PL_SPEC_MAX], second[PL_SPEC_MAX];
    pl_spsa_ask(&t->spsa, plus, minus);
    pl_tune_spell(t, plus, first);
    pl_tune_spell(t, minus, second);
    int done = compare(t, first, second, &lead, err);
    if (done != 1) return done;
    pl_spsa_tell(&t->spsa, plus, minus, isfinite(lead) ? lead : 0);
    t->course.games += t->plan.batch * t->matches;
    return 1;
}

/* One arm's games of a round: all arms of it have the same deals. */
static int pull(pl_tune *t, pl_error *err)
{
    char arm[PL_SPEC_MAX];
    pl_tune_gain g;
    pl_tune_spell(t, pl_halving_ask(&t->halving)->value, arm);
    pl_meeting m = {.first = arm,
                    .rest = t->plan.against ? t->against : t->original,
                    .games = pl_halving_share(&t->halving, t->plan.games / t->group) * t->group,
                    .seed = pl_tune_seed(t, PL_TUNE_ROUND, t->halving.round),
                    .count = &t->course.games};
    int done = pl_tune_meet(t, &m, &g, err);
    if (done != 1) return done;
    double mean = isfinite(g.gain.value) ? g.tuned.value : t->plan.game->lo;
    pl_halving_tell(&t->halving, mean, m.games);
    return 1;
}

static int searched(const pl_tune *t)
{
    return t->plan.method == PL_TUNE_SPSA ? t->spsa.done == t->spsa.steps
                                          : !pl_halving_ask(&t->halving);
}

static int search(pl_tune *t, pl_error *err)
{
    while (!searched(t)) {
        int done = t->plan.method == PL_TUNE_SPSA ? step(t, err) : pull(t, err);
        if (done != 1) return done;
        if (t->plan.tell) t->plan.tell(t->plan.with, t);
    }
    return 1;
}

int pl_tune_run(pl_tune *t, pl_error *err)
{
    int done = search(t, err);
    if (done == 1) {
        pl_tune_agent(t);
        t->course.stage = PL_TUNE_PROVING;
        done = pl_tune_prove(t, err);
    }
    if (done == 1) t->course.stage = PL_TUNE_OVER;
    atomic_store(&t->stopped, 0);
    return done;
}
