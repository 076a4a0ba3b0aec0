/* plain.c -- the loops of fast.h once more, through the table: for games that
 * stamp out none of their own, and as the yardstick for those that do.  The
 * build compiles this file for each level of machine, as PL_PLAIN. */
#include "core/plain.h"

#define PL_FAST plain
#define PL_FAST_STATE pl_state
#define PL_FAST_TABLE (*g)
#define PL_FAST_SIZE (size_t) g->state_size
#include "parlor/fast.h"

const pl_plain_loops PL_PLAIN = {plain_rollout, plain_perft, plain_step,
                                 plain_any,     plain_mask,  plain_look};
