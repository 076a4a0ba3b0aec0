/* strategies.h -- a policy of a tree, for people and for programs. */
#ifndef STRATEGIES_H
#define STRATEGIES_H

#include "cli.h"

/* A line for every information set of a seat, or seat by seat of all with PL_FULL:
 * "J: pass 0.78 bet 0.22". */
void strategies_text(const pl_tree *t, const double *policy, int seat);
/* {"seat":0,"set":"J","moves":{"pass":0.78,"bet":0.22}} for each. */
json_t *strategies_json(const pl_tree *t, const double *policy, int seat);
/* Of one: " pass 0.78 bet 0.22", and its moves alone; how likely each legal move of the view is. */
void strategy_text(const pl_game *g, const void *view, const double *p);
json_t *strategy_json(const pl_game *g, const void *view, const double *p);

#endif
