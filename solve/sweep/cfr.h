/* cfr.h -- one run of counterfactual regret minimisation, of which a method has one
 * or several. */
#ifndef PL_SOLVE_CFR_H
#define PL_SOLVE_CFR_H

#include "parlor/solve.h"
#include "solve/sweep/sweep.h"

/* How iteration t, from 1, is taken in. */
typedef void pl_cfr_rule(const double *arg, double t, pl_update *u);

typedef struct {
    pl_work *work;
    pl_cfr_rule *rule;
    const double *arg; /* the rule's */
    int64_t iterations;
    double weight;               /* of all iterations, and */
    double gained[PL_SEATS_MAX]; /* what seats got in them, as they weigh */
} pl_cfr_run;

void pl_cfr_iterate(pl_cfr_run *r);
void pl_cfr_keep(pl_cfr_run *r, pl_keep_fn *keep, void *with);
/* What was read back may be anything: a count that cannot be is 0. */
void pl_cfr_took(pl_cfr_run *r);
double pl_cfr_correlated(pl_cfr_run *r);

/* What every rule's parameters begin with. */
enum { PL_CFR_UPDATES, PL_CFR_GAMMA, PL_CFR_OWN };
pl_cfr_rule pl_cfr_scheduled_discounted, pl_cfr_predictive_discounted;

typedef struct {
    pl_method method;
    pl_cfr_rule *rule;
} pl_cfr_method;

extern const pl_cfr_method pl_cfr, pl_cfr_plus, pl_lcfr, pl_dcfr, pl_pcfr_plus, pl_pdcfr_plus,
    pl_hs_dcfr, pl_hs_pcfr_plus;

#endif
