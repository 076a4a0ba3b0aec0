/* replay.c -- learning again from positions of games that are over (L. Lin, 1992).
 *
 * What was learnt from a game, each position with what it ought to have said, is remembered
 * until the round ends, the last HELD of them; after each game some are drawn and learnt once
 * more.  Between rounds nothing is remembered, so that the weights are still all there is to
 * save, and training that is resumed comes to the same bits. */
#include "learn/replay.h"

#include <stdlib.h>
#include <string.h>

#include "learn/returns.h"

enum { HELD = 4096 };

/* Most learn only once, so there is room only where something is kept. */
static int make_room(pl_past *p, size_t inputs, size_t outputs)
{
    if (!p->tensor) p->tensor = malloc(HELD * inputs);
    if (!p->target) p->target = malloc(HELD * outputs * sizeof *p->target);
    return p->tensor && p->target ? 0 : -1;
}

void pl_replay_close(pl_learner *l)
{
    free(l->past.tensor);
    free(l->past.target);
}

void pl_replay_begin(pl_learner *l)
{
    l->past.seen = 0;
}

void pl_replay_keep(pl_learner *l, const uint8_t *tensor)
{
    size_t inputs = (size_t)pl_net_shape_of(l->net)->inputs;
    size_t outputs = (size_t)pl_net_outputs(l->net);
    if (make_room(&l->past, inputs, outputs)) return;
    size_t at = (size_t)(l->past.seen++ % HELD);
    memcpy(l->past.tensor + at * inputs, tensor, inputs);
    memcpy(l->past.target + at * outputs, l->target, outputs * sizeof *l->target);
}

void pl_replay_learn(pl_learner *l)
{
    size_t inputs = (size_t)pl_net_shape_of(l->net)->inputs;
    size_t outputs = (size_t)pl_net_outputs(l->net);
    int held = (int)(l->past.seen < HELD ? l->past.seen : HELD);
    for (int i = 0; held && i < (int)l->arg[REPLAY]; i++) {
        size_t at = (size_t)pl_below(&l->rng, held);
        memcpy(l->target, l->past.target + at * outputs, outputs * sizeof *l->target);
        pl_returns_step(l, l->past.tensor + at * inputs);
    }
}
