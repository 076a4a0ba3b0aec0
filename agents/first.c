/* first.c -- the agent that plays its first legal move: the plainest opponent
 * whose every move is known beforehand. */
#include "parlor/agent.h"

static pl_move first_pick(pl_agent *a, const void *view)
{
    pl_move m[PL_MOVES_MAX];
    a->game->moves(view, m);
    return m[0];
}

const pl_agent_type pl_first = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "first",
    .about = "the first of its legal moves",
    .pick = first_pick,
};
