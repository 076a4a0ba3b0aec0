/* cfr.h -- the family of counterfactual regret minimisation, for those who mix. */
#ifndef PL_SOLVE_CFR_H
#define PL_SOLVE_CFR_H

#include "parlor/solve.h"
#include "solve/sweep.h"

/* A rule says how iteration t, from 1, is taken in. */
typedef void pl_cfr_rule(const double *arg, double t, pl_update *u);

typedef struct {
    pl_method method;
    pl_cfr_rule *rule;
} pl_cfr_method;

extern const pl_cfr_method pl_cfr, pl_cfr_plus, pl_lcfr, pl_dcfr, pl_pcfr_plus, pl_pdcfr_plus,
    pl_hs_dcfr, pl_hs_pcfr_plus;

#endif
