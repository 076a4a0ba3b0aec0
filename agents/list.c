/* list.c -- the kinds of agents in this build. */
#include <string.h>

#include "parlor/agent.h"

extern const pl_agent_type pl_first, pl_always, pl_greedy, pl_rollouts, pl_mcts, pl_ismcts;
extern const pl_agent_type pl_pimc, pl_alphabeta;
extern const pl_agent_type pl_stupid, pl_double, pl_best_line, pl_persistent_line;

const pl_agent_type *const *pl_agents(void)
{
    static const pl_agent_type *const list[] = {
        &pl_random,
        &pl_first,
        &pl_always,
        &pl_greedy,
        &pl_rollouts,
        &pl_mcts,
        &pl_ismcts,
        &pl_pimc,
        &pl_alphabeta,
        &pl_stupid,
        &pl_double,
        &pl_best_line,
        &pl_persistent_line,
        NULL,
    };
    return list;
}

const pl_agent_type *pl_agent_find(const char *name)
{
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        if (!strcmp((*a)->name, name)) return *a;
    return NULL;
}
