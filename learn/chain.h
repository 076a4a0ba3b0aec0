/* chain.h -- TD(lambda) along the positions that a seat sees. */
#ifndef PL_LEARN_CHAIN_H
#define PL_LEARN_CHAIN_H

#include "learn/learner.h"

void pl_chain_begin(pl_learner *l, int seat);
/* What follows says nothing of what came before: begin anew. */
void pl_chain_cut(pl_learner *l, int seat);
/* The seat sees the next position, and learns from it. */
void pl_chain_see(pl_learner *l, int seat, const void *s);
/* The game is over with this score. */
void pl_chain_end(pl_learner *l, int seat, const double *score);

#endif
