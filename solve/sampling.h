/* sampling.h -- the methods that sample the tree. */
#ifndef PL_SOLVE_SAMPLING_H
#define PL_SOLVE_SAMPLING_H

#include "parlor/solve.h"

extern const pl_method pl_external, pl_outcome, pl_chance_sampled;

#endif
