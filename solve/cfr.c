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
#include "solve/cfr.h"

#include <math.h>

#include "core/text.h"

enum { TURNS, GAMMA, OWN }; /* parameters: those of all, then a method's own */

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work;
    double weight;               /* of all iterations, and */
    double gained[PL_SEATS_MAX]; /* what seats got in them, as they weigh */
} solver;

/* t^p, of which most are simple. */
static double power(double t, double p)
{
    return p == 0 ? 1 : p == 1 ? t : p == 2 ? t * t : pow(t, p);
}

/* Iteration t is to weigh t^gamma: what was before loses as much. */
static double fading(double t, double gamma)
{
    return power((t - 1) / t, gamma);
}

static double discount(double t, double p)
{
    double x = t > 0 ? power(t, p) : 0;
    return isinf(x) ? 1 : x / (x + 1);
}

static void cfr_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 1, 1, 0, 1, 0, fading(t, arg[GAMMA])};
}

static void plus_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 0, fading(t, arg[GAMMA])};
}

static void linear_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 1, t, 0, 1, 0, fading(t, arg[GAMMA])};
}

static void discounted_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){discount(t - 1, arg[OWN]), discount(t - 1, arg[OWN + 1]), 1, 0, 1, 0,
                     fading(t, arg[GAMMA])};
}

static void predictive_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 1, fading(t, arg[GAMMA])};
}

static void predictive_discounted_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){discount(t - 1, arg[OWN]), 0, 1, 1, discount(t, arg[OWN]), 1,
                     fading(t, arg[GAMMA])};
}

/* How much of the way is behind.  Without a horizon it is moved on whenever it is
 * reached, twice as far. */
static double way(double t, double horizon)
{
    if (horizon > 0) return t < horizon ? t / horizon : 1;
    return t < 1000 ? t / 1000 : t / (1000 * exp2(floor(log2(t / 1000)) + 1));
}

static void scheduled_discounted_rule(const double *arg, double t, pl_update *u)
{
    double at = way(t, arg[OWN]);
    *u = (pl_update){discount(t - 1, 1 + 3 * at),   discount(t - 1, -1 - 2 * at), 1, 0, 1, 0,
                     fading(t, arg[GAMMA] - 5 * at)};
}

static void scheduled_predictive_rule(const double *arg, double t, pl_update *u)
{
    *u = (pl_update){1, 0, 1, 1, 1, 1, fading(t, arg[GAMMA] - 5 * way(t, arg[OWN]))};
}

static int zero_sum_for_two(const pl_tree *t)
{
    return t->game->players == 2 && t->game->traits & PL_ZERO_SUM;
}

static int cfr_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    s->form = pl_form_new(base->tree, base->plain, err);
    if (!s->form) return -1;
    if (pl_work_new(&s->work, s->form, base->pool, !zero_sum_for_two(base->tree)))
        return pl_fail(err, "%s: out of memory for its regrets", base->tree->game->name);
    base->bytes = s->form->bytes + s->work.bytes;
    return 0;
}

static void cfr_close(pl_solver *base)
{
    solver *s = (solver *)base;
    pl_work_free(&s->work);
    pl_form_free(s->form);
}

static void seat_in_turn(solver *s, int k, const pl_update *u)
{
    pl_work_face(&s->work, k);
    pl_work_improve(&s->work, k, u);
    if (s->work.seat[k].seen) s->gained[k] = s->gained[k] * u->fade + pl_work_part(&s->work, k);
}

static void cfr_run(pl_solver *base, int64_t n)
{
    solver *s = (solver *)base;
    int players = s->form->players, at_once = base->arg[TURNS] > 0;
    pl_cfr_rule *rule = ((const pl_cfr_method *)base->method)->rule;
    while (n-- > 0 && !pl_solver_stopped(base)) {
        pl_update u;
        rule(base->arg, (double)++base->iterations, &u);
        s->weight = s->weight * u.fade + 1;
        for (int k = 0; k < players; k++) {
            seat_in_turn(s, k, &u);
            if (!at_once) pl_work_spread(&s->work, k);
        }
        for (int k = 0; at_once && k < players; k++) pl_work_spread(&s->work, k);
    }
}

static void cfr_policy(pl_solver *base, double *policy)
{
    pl_work_average(&((solver *)base)->work, policy);
}

static void cfr_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    solver *s = (solver *)base;
    keep(with, &s->weight, sizeof s->weight);
    keep(with, s->gained, sizeof s->gained);
    for (int k = 0; k < s->form->players; k++) {
        pl_seat *own = &s->work.seat[k];
        size_t bytes = (size_t)own->side->rows * (size_t)s->form->lanes * sizeof *own->policy;
        keep(with, own->policy, bytes);
        keep(with, own->regret, bytes);
        keep(with, own->total, bytes);
        if (own->seen) keep(with, own->seen, bytes);
    }
}

static void cfr_took(pl_solver *base)
{
    solver *s = (solver *)base;
    for (int k = 0; k < s->form->players; k++) pl_work_spread(&s->work, k);
}

/* The most that a seat would have gained by its best single answer to all that it met. */
static double cfr_correlated(pl_solver *base)
{
    solver *s = (solver *)base;
    double most = 0;
    for (int k = 0; k < s->form->players; k++) {
        if (!s->work.seat[k].seen || s->weight <= 0) return NAN;
        double gain = (pl_work_hindsight(&s->work, k) - s->gained[k]) / s->weight;
        if (gain > most) most = gain;
    }
    return most;
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
METHOD(pl_pdcfr_plus, "pdcfr+", "pcfr+ with regrets that fade", predictive_discounted_rule,
       pdcfr_params);
METHOD(pl_hs_dcfr, "hs-dcfr", "dcfr whose fading follows a schedule", scheduled_discounted_rule,
       hs_params);
METHOD(pl_hs_pcfr_plus, "hs-pcfr+", "pcfr+ whose average follows a schedule",
       scheduled_predictive_rule, hs_params);
