/* methods.h -- the methods that stand alone in their files. */
#ifndef PL_SOLVE_METHODS_H
#define PL_SOLVE_METHODS_H

#include "parlor/solve.h"

extern const pl_method pl_auto, pl_cfr_br, pl_fictitious, pl_mirror;

#endif
