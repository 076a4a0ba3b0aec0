/* list.c -- the kinds of agents in this build. */
#include <string.h>

#include "parlor/agent.h"

/* clang-format off */
#define AGENTS(X) \
    X(random) \
    X(first) \
    X(always) \
    X(greedy) \
    X(rollouts) \
    X(mcts) \
    X(ismcts) \
    X(pimc) \
    X(epimc) \
    X(alphabeta) \
    X(policy_file) \
    X(net_file) \
    X(solved) \
    X(local_best) \
    X(stupid) \
    X(double) \
    X(best_line) \
    X(persistent_line) \
    X(plain) \
    X(process) \
    /* as they are listed */
/* clang-format on */

#define DECLARE(name) extern const pl_agent_type pl_##name;
#define ENTRY(name) &pl_##name,
AGENTS(DECLARE)

const pl_agent_type *const *pl_agents(void)
{
    static const pl_agent_type *const list[] = {AGENTS(ENTRY) NULL};
    return list;
}

const pl_agent_type *pl_agent_find(const char *name)
{
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        if (!strcmp((*a)->name, name)) return *a;
    return NULL;
}
