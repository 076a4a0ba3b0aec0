/* auto.c -- several methods at once, most of the time to the one that does best.
 *
 * No method is best at every game: predictive ones win by orders of magnitude at
 * Leduc poker and lose as clearly at liar's dice.  So each of them runs, and is
 * measured by best answers whenever its iterations have doubled; whoever was found
 * least exploitable leads.  The others go on at a fraction of its pace, so that none
 * is written off by a slow start.  Counts of iterations decide, never a clock: runs
 * can be repeated.  No horizon has to be known: the schedules stretch by doubling.
 */
#include <math.h>

#include "solve/methods.h"
#include "solve/sweep/cfr.h"

enum { RUNS = 2, FIRST = 64, HANDICAP = 3, BURST = 32 };

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work[RUNS + 1]; /* of the runs, and one to measure them by */
    pl_cfr_run run[RUNS];
    int64_t goal[RUNS]; /* iterations at which it is measured next */
    double gap[RUNS];   /* when it was last measured */
    int64_t leader;     /* whose was lowest */
} solver;

static const struct {
    pl_cfr_rule *rule;
    double arg[PL_CFR_OWN + 1]; /* updates, gamma, and its own */
} portfolio[RUNS] = {
    {pl_cfr_scheduled_discounted, {0, 8, 0}},
    {pl_cfr_predictive_discounted, {0, 15, 2.3}},
};

static int auto_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    for (int i = 0; i < RUNS; i++) {
        s->run[i] =
            (pl_cfr_run){.work = &s->work[i], .rule = portfolio[i].rule, .arg = portfolio[i].arg};
        s->goal[i] = FIRST;
        s->gap[i] = INFINITY;
    }
    return pl_work_open(base, &s->form, s->work, RUNS + 1, !pl_tree_duel(base->tree), err);
}

static void auto_close(pl_solver *base)
{
    solver *s = (solver *)base;
    for (int i = 0; i <= RUNS; i++) pl_work_free(&s->work[i]);
    pl_form_free(s->form);
}

static void measure(solver *s, int i)
{
    pl_gap gap;
    pl_work_adopt(&s->work[RUNS], &s->work[i]);
    pl_work_gap(&s->work[RUNS], &gap);
    s->gap[i] = gap.nashconv;
    s->goal[i] *= 2;
    for (int j = 0; j < RUNS; j++)
        if (s->gap[j] < s->gap[s->leader]) s->leader = j;
}

/* Whose iteration is next: everybody's until all are measured; then of every few
 * bursts one is another's.  Bursts, since what a run works on is then at hand. */
static int whose(const solver *s)
{
    for (int i = 0; i < RUNS; i++)
        if (isinf(s->gap[i])) return i;
    int64_t turn = s->base.iterations / BURST % (HANDICAP * (RUNS - 1));
    int other = (int)(s->leader + 1 + turn / HANDICAP) % RUNS;
    return turn % HANDICAP ? (int)s->leader : other;
}

static void auto_run(pl_solver *base, int64_t n)
{
    solver *s = (solver *)base;
    for (; n > 0 && !pl_solver_stopped(base); n--, base->iterations++) {
        int i = whose(s);
        pl_cfr_iterate(&s->run[i]);
        if (s->run[i].iterations >= s->goal[i]) measure(s, i);
    }
}

static void auto_policy(pl_solver *base, double *policy)
{
    solver *s = (solver *)base;
    pl_work_average(&s->work[s->leader], policy);
}

static void auto_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    solver *s = (solver *)base;
    keep(with, s->goal, sizeof s->goal);
    keep(with, s->gap, sizeof s->gap);
    keep(with, &s->leader, sizeof s->leader);
    for (int i = 0; i < RUNS; i++) pl_cfr_keep(&s->run[i], keep, with);
}

static void auto_took(pl_solver *base)
{
    solver *s = (solver *)base;
    if (s->leader < 0 || s->leader >= RUNS) s->leader = 0; /* files may tell anything */
    for (int i = 0; i < RUNS; i++) {
        if (s->goal[i] < FIRST || s->goal[i] > PL_ITERATIONS_MAX) s->goal[i] = FIRST;
        pl_cfr_took(&s->run[i]);
        pl_work_took(&s->work[i]);
    }
}

static double auto_correlated(pl_solver *base)
{
    solver *s = (solver *)base;
    return pl_cfr_correlated(&s->run[s->leader]);
}

const pl_method pl_auto = {.abi = PL_ABI,
                           .size = sizeof(solver),
                           .name = "auto",
                           .about = "several methods, most time to the one that does best",
                           .open = auto_open,
                           .close = auto_close,
                           .run = auto_run,
                           .policy = auto_policy,
                           .keep = auto_keep,
                           .took = auto_took,
                           .correlated = auto_correlated};
