/* sweep.c -- the inner loops of the solvers, for each number of lanes.  The build
 * compiles this file for each level of machine, as PL_SWEEP. */
#include "solve/sweep/sweep.h"

#include <math.h>
#include <string.h>

/* As many numbers as this machine treats at once. */
#ifdef __GNUC__
#ifdef __AVX__
enum { PACK = 4 * sizeof(double) };
#else
enum { PACK = 2 * sizeof(double) };
#endif
typedef double pack __attribute__((vector_size(PACK)));
typedef int64_t pack_signs __attribute__((vector_size(PACK)));

static inline pack pack_positive(pack x)
{
    return (pack)((pack_signs)x & (x > 0));
}

static inline pack pack_where_positive(pack x, pack yes, pack no)
{
    pack_signs positive = x > 0;
    return (pack)((positive & (pack_signs)yes) | (~positive & (pack_signs)no));
}
#else
typedef double pack;

static inline pack pack_positive(pack x)
{
    return x > 0 ? x : 0;
}

static inline pack pack_where_positive(pack x, pack yes, pack no)
{
    return x > 0 ? yes : no;
}
#endif

#define PL_LANES 1
#include "solve/sweep/lanes.h"
#define PL_LANES 4
#include "solve/sweep/lanes.h"
#define PL_LANES 8
#include "solve/sweep/lanes.h"
#define PL_LANES 16
#include "solve/sweep/lanes.h"

const pl_sweep_loops PL_SWEEP = {{
    {improve1, respond1, tally1, spread1},
    {improve4, respond4, tally4, spread4},
    {improve8, respond8, tally8, spread8},
    {improve16, respond16, tally16, spread16},
}};
