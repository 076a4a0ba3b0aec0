/* sweep.c -- the inner loops of the solvers, for each number of lanes.  The build
 * compiles this file for each level of machine, as PL_SWEEP. */
#include "solve/sweep.h"

#include <math.h>

#define PL_LANES 1
#include "solve/lanes.h"
#define PL_LANES 4
#include "solve/lanes.h"
#define PL_LANES 8
#include "solve/lanes.h"
#define PL_LANES 16
#include "solve/lanes.h"

const pl_sweep_loops PL_SWEEP = {{
    {improve1, respond1, spread1},
    {improve4, respond4, spread4},
    {improve8, respond8, spread8},
    {improve16, respond16, spread16},
}};
