/* returns.h -- learning from a game once it is over. */
#ifndef PL_LEARN_RETURNS_H
#define PL_LEARN_RETURNS_H

#include "learn/learner.h"

/* Keep what the seat sees now, in l->tensor; without memory for it, it is passed over. */
void pl_returns_keep(pl_learner *l, int seat);
/* Learn from all that the seat has kept, and forget it.  score: how it ended; NULL: it did not,
 * and what the net says of the last position stands for it. */
void pl_returns_learn(pl_learner *l, int seat, const double *score);
/* A step towards l->target at this position, straight into the weights; its loss before it. */
double pl_returns_step(pl_learner *l, const uint8_t *tensor);

#endif
