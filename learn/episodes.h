/* episodes.h -- games of a net against itself, move by move as its policy draws them, and what
 * came of each decision. */
#ifndef PL_LEARN_EPISODES_H
#define PL_LEARN_EPISODES_H

#include <stdatomic.h>

#include "parlor/net.h"

/* One decision. */
typedef struct {
    int32_t action;
    int32_t before;  /* the same seat's last decision of the game; -1: there was none */
    float old;       /* how likely the action was */
    float value;     /* what the net expected, as it tells a score */
    float target;    /* and what it ought to have expected */
    float advantage; /* of the action, in the same measure */
} pl_choice;

typedef struct {
    const pl_game *game;
    const pl_net *net;
    pl_net_work *work;
    int32_t inputs, words, score, moves; /* where these heads begin among the outputs */
    int32_t count, room;
    pl_choice *step;
    uint8_t *tensor; /* what the seat saw at each step, */
    uint64_t *legal; /* and what was legal there */
    int64_t plies;
    pl_move *move;
    pl_rng rng;
    double lambda;
    double middle, spread; /* of scores */
    pl_state start;
} pl_episodes;

/* Where the outputs of a head begin; -1: the net has none of the kind. */
int pl_head_place(const pl_net_shape *s, int kind);
/* For this net, whose weights may change between games; 0, or -1: out of memory, and to be
 * closed all the same. */
int pl_episodes_open(pl_episodes *e, const pl_game *g, const pl_net *net, double lambda);
void pl_episodes_close(pl_episodes *e);
/* One game more, with random numbers from e->rng; 0, or -1 if stop was set. */
int pl_episodes_play(pl_episodes *e, const atomic_int *stop);

#endif
