/* list.c -- every method of solving, by name. */
#include "parlor/solve.h"
#include "solve/methods.h"
#include "solve/sample/sampling.h"
#include "solve/sweep/cfr.h"

const pl_method *const *pl_methods(void)
{
    static const pl_method *const list[] = {
        &pl_auto,
        /* sweeps over all of the tree */
        &pl_cfr.method,
        &pl_cfr_plus.method,
        &pl_lcfr.method,
        &pl_dcfr.method,
        &pl_pcfr_plus.method,
        &pl_pdcfr_plus.method,
        &pl_hs_dcfr.method,
        &pl_hs_pcfr_plus.method,
        &pl_cfr_br,
        &pl_fictitious,
        &pl_mirror,
        /* samples of it */
        &pl_external,
        &pl_outcome,
        &pl_chance_sampled,
        NULL,
    };
    return list;
}
