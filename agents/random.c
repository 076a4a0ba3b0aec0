/* random.c -- the agent that plays any legal move, each as likely: what every
 * other agent has to beat. */
#include "parlor/agent.h"

static pl_move random_pick(pl_agent *a, const void *view)
{
    return pl_any(a->game, view, &a->rng);
}

const pl_agent_type pl_random = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "random",
    .about = "any legal move, each as likely",
    .pick = random_pick,
};
