/* learner.h -- one worker: a copy of the net that plays against itself and learns. */
#ifndef PL_LEARN_LEARNER_H
#define PL_LEARN_LEARNER_H

#include <stdatomic.h>

#include "parlor/train.h"

/* The parameters of td, by their places. */
enum { LAMBDA, RATE, SCHEDULE, HALF, EPSILON, TEMPERATURE, TURNS, ESTIMATES, WORLDS };
enum { OWN, EVERY };  /* turns */
enum { AFTER, BOTH }; /* estimates */

/* What a seat has seen of its game: its last position, and what led to it. */
typedef struct {
    pl_trace *trace;
    uint8_t *tensor; /* what it saw last */
    int begun;       /* 0: nothing yet */
    int unused;
} pl_chain;

typedef struct {
    const pl_game *game;
    const double *arg; /* of the method */
    pl_net *net;
    pl_net_work *many, *one; /* for the moves of a turn; to learn from */
    pl_chain chain[PL_SEATS_MAX];
    pl_move *move;
    double *worth;
    uint8_t *tensor;
    float *target, *out, *by;
    double rate;
    double loss; /* summed over updates */
    int64_t updates, plies;
    pl_rng rng;
    pl_state start;
} pl_learner;

/* For a net like this one; 0, or -1: out of memory, and to be closed all the same. */
int pl_learner_open(pl_learner *l, const pl_game *g, const double *arg, const pl_net *net);
void pl_learner_close(pl_learner *l);
/* A game, with random numbers from l->rng, learnt from; 0, or -1 if stop was set. */
int pl_learner_game(pl_learner *l, const atomic_int *stop);

#endif
