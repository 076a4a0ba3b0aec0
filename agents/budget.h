/* budget.h -- how much an agent may spend on one move: iterations, time, or both. */
#ifndef PL_AGENTS_BUDGET_H
#define PL_AGENTS_BUDGET_H

#include "parlor/agent.h"

/* The parameters of every agent with a budget, to stand first in its list.
 * clang-format would take the macro for a function's body. */
/* clang-format off */
#define PL_BUDGET_PARAMS(usual) \
    {"iterations", NULL, 0, 0, 1e12, \
     "at most so many a move; 0: as time allows, or " usual " where that has no limit either"}, \
    {"ms", NULL, 0, 0, 1e9, "at most so many milliseconds a move; 0: as iterations allow"}
/* clang-format on */
enum { PL_BUDGET_ITERATIONS, PL_BUDGET_MS, PL_BUDGET_END };

typedef struct {
    pl_agent *agent;
    int64_t most;  /* iterations; INT64_MAX: no limit */
    int64_t done;  /* iterations begun */
    int64_t check; /* when done reaches this, look at the clock */
    double begun, until, watched;
    int64_t quiet; /* 1: on another thread than the pick's, which alone may watch */
} pl_budget;

double pl_clock(void); /* seconds, of a clock that never goes back */
/* For open(): where neither is given, so many iterations are. */
void pl_budget_open(pl_agent *a, double usual);
/* A pick begins: all that it does from here on is counted. */
void pl_budget_begin(pl_budget *b, pl_agent *a);
/* No more iterations than so many: nodes count their visits in 32 bits. */
static const int64_t PL_VISITS_MAX = 4000000000;
void pl_budget_cap(pl_budget *b, int64_t most);
int pl_budget_look(pl_budget *b);
/* Whether to leave an iteration half done: those that take long may ask on the way. */
int pl_budget_over(const pl_budget *b);
int pl_budget_spent(const pl_budget *b); /* the same for who asks seldom: by the clock itself */
/* An equal part of what is left of it, and then what was used of that: whether
 * there is more. */
void pl_budget_part(const pl_budget *whole, int parts, pl_budget *part);
int pl_budget_used(pl_budget *whole, const pl_budget *part);
double pl_budget_seconds(const pl_budget *b); /* since it began */

/* Whether there may be one more iteration; at least one there always is. */
static inline int pl_budget_more(pl_budget *b)
{
    if (b->done >= b->most) return 0;
    if (b->done >= b->check && !pl_budget_look(b)) return 0;
    b->done++;
    return 1;
}

#endif
