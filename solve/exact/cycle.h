/* cycle.h -- what positions are worth that can lead back to themselves. */
#ifndef PL_SOLVE_CYCLE_H
#define PL_SOLVE_CYCLE_H

#include <stdatomic.h>

#include "parlor/game.h"
#include "solve/exact/positions.h"
#include "solve/tree/keys.h"

typedef enum {
    PL_CYCLE_SOLVED,
    PL_CYCLE_STOPPED,
    PL_CYCLE_NO_MEMORY,
    PL_CYCLE_UNSETTLED
} pl_cycle_end;

/* Work out the n positions of list, which lead to one another, all that they lead to
 * beside being known.  Moves gets, for the number of each plus 1, its best plus 1.
 * Unless they are solved nothing has changed. */
pl_cycle_end pl_cycle_solve(const pl_game *g, pl_positions *p, const int32_t *list, int32_t n,
                            pl_keys *moves, const atomic_int *stop);

#endif
