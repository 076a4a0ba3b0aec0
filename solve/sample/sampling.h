/* sampling.h -- the methods that sample the tree. */
#ifndef PL_SOLVE_SAMPLING_H
#define PL_SOLVE_SAMPLING_H

#include "parlor/solve.h"

/* Their parameters, in this order; epsilon is of outcome alone. */
enum { PL_SAMPLING_PLUS, PL_SAMPLING_AVERAGE, PL_SAMPLING_BATCH, PL_SAMPLING_EPSILON };

extern const pl_method pl_external, pl_outcome, pl_chance_sampled;

#endif
