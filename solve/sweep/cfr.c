/* cfr.c -- counterfactual regret minimisation and its descendants.
 *
 * CFR (Zinkevich et al., 2007), CFR+ (Tammelin, 2014), LCFR and DCFR (Brown and
 * Sandholm, 2019), PCFR+ (Farina, Kroer and Sandholm, 2021), PDCFR+ (Xu et al.,
 * 2024), and the schedules by a horizon of Zhang, McAleer and Sandholm (2024).
 * They differ in how regrets are taken in and in how iterations weigh in the
 * average; all share one sweep.
 *
 * Fact to check: CFR+ on Kuhn poker, seats in turn, is exploitable by
 * 0.03268709067 after 10 iterations.
 */
#include "solve/sweep/cfr.h"

#include <math.h>

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work;
    pl_cfr_run run;
} solver;

/* t^p, of which most are simple. */
static double power(double t, double p)
{
    return p == 0 ? 1 : p == 1 ? t : p == 2 ? t * t : pow(t, p);
}

/* Iteration t is to weigh t^gamma: what was before loses as much. */
static double fading(double t, double gamma)
{
    return t > 1 && gamma > 0 ? power((t - 1) / t, gamma) : 1;
}

static double discount(double t, double p)
{
    double x = t > 0 ? power(t, p) : 0;
    return isinf(x) ? 1 : x / (x + 1);
}

static void cfr_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 1, 1, 0, 1, 0, fading(t, arg[PL_CFR_GAMMA])};
}

static void plus_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 0, fading(t, arg[PL_CFR_GAMMA])};
}

static void linear_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 1, t, 0, 1, 0, fading(t, arg[PL_CFR_GAMMA])};
}

static void discounted_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){
        discount(t - 1, arg[PL_CFR_OWN]), discount(t - 1, arg[PL_CFR_OWN + 1]), 1, 0, 1, 0,
        fading(t, arg[PL_CFR_GAMMA])};
}

static void predictive_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 1, fading(t, arg[PL_CFR_GAMMA])};
}

void pl_cfr_predictive_discounted(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){discount(t - 1, arg[PL_CFR_OWN]), 0, 1, 1, discount(t, arg[PL_CFR_OWN]), 1,
                     fading(t, arg[PL_CFR_GAMMA])};
}

/* How much of the way is behind.  Without a horizon it is moved on whenever it is
 * reached, twice as far. */
static double way(double t, double horizon)
{
    if (horizon > 0) return t < horizon ? t / horizon : 1;
    return t < 1000 ? t / 1000 : t / (1000 * exp2(floor(log2(t / 1000)) + 1));
}

void pl_cfr_scheduled_discounted(const double *arg, double t, pl_update *u)
{
    double at = way(t, arg[PL_CFR_OWN]);
    *u = (pl_update){discount(t - 1, 1 + 3 * at),          discount(t - 1, -1 - 2 * at), 1, 0, 1, 0,
                     fading(t, arg[PL_CFR_GAMMA] - 5 * at)};
}

static void scheduled_predictive_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 1, fading(t, arg[PL_CFR_GAMMA] - 5 * way(t, arg[PL_CFR_OWN]))};
}

/* What all play now, together, goes down in what they may regret. */
static void witness(pl_cfr_run *r, double fade)
{
    for (int k = 0; k < r->work->form->players; k++)
        if (r->work->seat[k].seen)
            r->gained[k] = r->gained[k] * fade + pl_work_witness(r->work, k, fade);
}

void pl_cfr_iterate(pl_cfr_run *r)
{
    int players = r->work->form->players, once = r->arg[PL_CFR_UPDATES] > 0;
    pl_update u;
    r->rule(r->arg, (double)++r->iterations, &u);
    r->weight = r->weight * u.fade + 1;
    witness(r, u.fade);
    for (int k = 0; k < players; k++) {
        pl_work_face(r->work, k);
        pl_work_improve(r->work, k, &u);
        if (!once) pl_work_spread(r->work, k);
    }
    for (int k = 0; once && k < players; k++) pl_work_spread(r->work, k);
}

void pl_cfr_keep(pl_cfr_run *r, pl_keep_fn *keep, void *with)
{
    keep(with, &r->iterations, sizeof r->iterations);
    keep(with, &r->weight, sizeof r->weight);
    keep(with, r->gained, sizeof r->gained);
    for (int k = 0; k < r->work->form->players; k++) pl_work_keep(r->work, k, keep, with);
}

/* The most that a seat would have gained by its best single answer to all that was played. */
double pl_cfr_correlated(pl_cfr_run *r)
{
    double most = 0;
    for (int k = 0; k < r->work->form->players; k++) {
        if (!r->work->seat[k].seen || r->weight <= 0) return NAN;
        double gain = (pl_work_hindsight(r->work, k) - r->gained[k]) / r->weight;
        if (isnan(gain)) return NAN;
        if (gain > most) most = gain;
    }
    return most;
}

static int cfr_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    s->run = (pl_cfr_run){
        .work = &s->work, .rule = ((const pl_cfr_method *)base->method)->rule, .arg = base->arg};
    return pl_work_open(base, &s->form, &s->work, 1, !pl_tree_duel(base->tree), err);
}

static void cfr_close(pl_solver *base)
{
    solver *s = (solver *)base;
    pl_work_free(&s->work);
    pl_form_free(s->form);
}

static void cfr_run(pl_solver *base, int64_t n)
{
    for (; n > 0 && !pl_solver_stopped(base); n--, base->iterations++)
        pl_cfr_iterate(&((solver *)base)->run);
}

static void cfr_policy(pl_solver *base, double *policy)
{
    pl_work_average(&((solver *)base)->work, policy);
}

static void cfr_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    pl_cfr_keep(&((solver *)base)->run, keep, with);
}

void pl_cfr_took(pl_cfr_run *r)
{
    if (r->iterations < 0 || r->iterations > PL_ITERATIONS_MAX) r->iterations = 0;
}

static void cfr_took(pl_solver *base)
{
    pl_cfr_took(&((solver *)base)->run);
    pl_work_took(&((solver *)base)->work);
}

static double cfr_correlated(pl_solver *base)
{
    return pl_cfr_correlated(&((solver *)base)->run);
}

/* clang-format off */
#define SHARED(gamma) \
    {"updates", "turns|once", 0, 0, 1, "seats learn in turn, or all at once"}, \
    {"gamma", PL_REAL, 0, gamma, 100, "iteration t weighs t^gamma in the average"}
#define METHOD(symbol, called, says, rules, list) \
    const pl_cfr_method symbol = { \
        {PL_ABI, sizeof(solver), called, says, list, cfr_open, cfr_close, cfr_run, cfr_policy, \
         cfr_keep, cfr_took, cfr_correlated}, rules}
/* clang-format on */

static const pl_param cfr_params[] = {SHARED(0), {0}};
static const pl_param linear_params[] = {SHARED(1), {0}};
static const pl_param square_params[] = {SHARED(2), {0}};
static const pl_param dcfr_params[] = {
    SHARED(2),
    {"alpha", PL_REAL, 0, 1.5, 100, "positive regrets lose less the higher it is"},
    {"beta", PL_REAL, -100, 0, 100, "negative ones; 0: half of them an iteration"},
    {0}};
static const pl_param pdcfr_params[] = {
    SHARED(5), {"alpha", PL_REAL, 0, 2.3, 100, "regrets lose less the higher it is"}, {0}};
static const pl_param hs_params[] = {
    SHARED(30),
    {"horizon", NULL, 0, 0, 1e15,
     "iterations that are planned; 0: twice as many whenever they are done"},
    {0}};

METHOD(pl_cfr, "cfr", "counterfactual regret minimisation", cfr_rule, cfr_params);
METHOD(pl_cfr_plus, "cfr+", "regrets never below 0, later iterations weigh more", plus_rule,
       linear_params);
METHOD(pl_lcfr, "lcfr", "later regrets weigh more", linear_rule, linear_params);
METHOD(pl_dcfr, "dcfr", "regrets that fade", discounted_rule, dcfr_params);
METHOD(pl_pcfr_plus, "pcfr+", "cfr+ that expects the last regrets again", predictive_rule,
       square_params);
METHOD(pl_pdcfr_plus, "pdcfr+", "pcfr+ with regrets that fade", pl_cfr_predictive_discounted,
       pdcfr_params);
METHOD(pl_hs_dcfr, "hs-dcfr", "dcfr whose fading follows a schedule", pl_cfr_scheduled_discounted,
       hs_params);
METHOD(pl_hs_pcfr_plus, "hs-pcfr+", "pcfr+ whose average follows a schedule",
       scheduled_predictive_rule, hs_params);
