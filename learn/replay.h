/* replay.h -- learning again from positions of games that are over. */
#ifndef PL_LEARN_REPLAY_H
#define PL_LEARN_REPLAY_H

#include "learn/learner.h"

/* A round begins: nothing is remembered. */
void pl_replay_begin(pl_learner *l);
void pl_replay_close(pl_learner *l);
/* Remember a position, and what it ought to say: l->target; without memory for it, it is passed
 * over. */
void pl_replay_keep(pl_learner *l, const uint8_t *tensor);
/* Learn once more from as many of them, drawn by l->rng, as the method says. */
void pl_replay_learn(pl_learner *l);

#endif
