/* learner.h -- one worker: a copy of the net that plays and learns. */
#ifndef PL_LEARN_LEARNER_H
#define PL_LEARN_LEARNER_H

#include <stdatomic.h>

#include "learn/opponents.h"

/* The parameters of td, by their places. */
enum {
    LAMBDA,
    RATE,
    SCHEDULE,
    HALF,
    EPSILON,
    TEMPERATURE,
    TURNS,
    ESTIMATES,
    WORLDS,
    SEATS,
    UPDATE,
    REPLAY
};
enum { OWN, EVERY };  /* turns */
enum { AFTER, BOTH }; /* estimates */
enum { NET, ALL };    /* seats */
enum { TURN, GAME };  /* update */

/* All that a seat has seen of its game, where it learns once that is over. */
typedef struct {
    uint8_t *tensor; /* one behind the other */
    float *value;    /* what the net says of each */
    int32_t count, room;
} pl_kept;

/* Positions of the round's games, the last of them, and what each ought to say. */
typedef struct {
    uint8_t *tensor;
    float *target;
    int64_t seen; /* so many in all */
} pl_past;

/* What a seat has seen of its game: its last position, and what led to it. */
typedef struct {
    pl_trace *trace;
    pl_kept kept;
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
    pl_past past; /* to learn from again */
    pl_move *move;
    double *worth;
    uint8_t *tensor;
    float *target, *out, *by;
    double rate;
    double loss; /* summed over updates */
    int64_t updates, plies;
    pl_rng rng;
    pl_company *company;          /* the agents that it plays, while there is a round */
    int32_t learns[PL_SEATS_MAX]; /* whether it learns in this game from what the seat sees */
    const char *illegal;          /* who made a move that is not legal; or NULL */
    pl_state start;
} pl_learner;

/* For a net like this one; 0, or -1: out of memory, and to be closed all the same. */
int pl_learner_open(pl_learner *l, const pl_game *g, const double *arg, const pl_net *net);
void pl_learner_close(pl_learner *l);
/* The game of this number, with random numbers from l->rng, learnt from; 0, or -1 if stop was
 * set, or a move was not legal. */
int pl_learner_game(pl_learner *l, int64_t number, const atomic_int *stop);

#endif
