/* replay.h -- the position at a node of a tree, by playing the line to it. */
#ifndef PL_SOLVE_REPLAY_H
#define PL_SOLVE_REPLAY_H

#include "parlor/tree.h"

/* room has t->depth places for moves. */
void pl_tree_replay(const pl_tree *t, int32_t node, pl_move *room, pl_state *out);

#endif
