/* replay.c -- the position at a node of a tree, by playing the line to it. */
#include "solve/tree/replay.h"

void pl_tree_replay(const pl_tree *t, int32_t node, pl_move *room, pl_state *out)
{
    int32_t plies = 0;
    for (; t->parent[node] >= 0; node = t->parent[node]) room[plies++] = t->move[node];
    pl_start(t->game, out);
    while (plies) t->game->apply(out, room[--plies]);
}
