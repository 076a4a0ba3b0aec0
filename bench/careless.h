/* careless.h -- guesses that forget who has shown to lack what: what those of the
 * games themselves are measured against. */
#ifndef PL_BENCH_CARELESS_H
#define PL_BENCH_CARELESS_H

#include "parlor/game.h"

void careless_whist(void *view, int seat, pl_rng *r);    /* of knockout_whist */
void careless_dominoes(void *view, int seat, pl_rng *r); /* of block_dominoes */

#endif
