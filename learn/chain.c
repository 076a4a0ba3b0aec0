/* chain.c -- TD(lambda) along the positions that a seat sees (R. Sutton, 1988; with a net,
 * G. Tesauro, 1992).
 *
 * From one position to the next, what was expected moves towards what is expected now, and so
 * does all that led there, by how much it had to do with it:
 *
 *     d = V(x') - V(x),    w += rate * d * e,    e = lambda * e + gradient of V(x')
 *
 * and at the end towards the score itself.  Both values are by the weights as they are now;
 * the gradient is of what comes before a softmax, whose loss is cross entropy. */
#include "learn/chain.h"

#include <string.h>

#include "learn/returns.h"

void pl_chain_begin(pl_learner *l, int seat)
{
    pl_trace_clear(l->chain[seat].trace);
    l->chain[seat].begun = 0;
    l->chain[seat].kept.count = 0;
}

void pl_chain_cut(pl_learner *l, int seat)
{
    if (l->arg[UPDATE] == GAME) pl_returns_learn(l, seat, NULL);
    pl_chain_begin(l, seat);
}

/* What the net says of a tensor now, remembered for a gradient. */
static const float *think(pl_learner *l, const uint8_t *tensor)
{
    pl_net_study(l->net, l->one, tensor, 1);
    return pl_net_out(l->one, 0);
}

/* What it says of what the seat saw last. */
static void recall(pl_learner *l, const pl_chain *c)
{
    memcpy(l->out, think(l, c->tensor), (size_t)pl_net_outputs(l->net) * sizeof *l->out);
}

/* From what it said to the target. */
static void learn(pl_learner *l, pl_chain *c, const float *target)
{
    l->loss += pl_net_loss(l->net, l->out, target, l->by);
    l->updates++;
    for (int k = 0; k < pl_net_outputs(l->net); k++) l->by[k] *= -(float)l->rate;
    pl_trace_step(c->trace, l->net, l->by, l->arg[LAMBDA]);
}

void pl_chain_see(pl_learner *l, int seat, const void *s)
{
    pl_chain *c = &l->chain[seat];
    pl_state view;
    pl_view(l->game, s, seat, &view);
    pl_net_see(l->net, l->game, &view, seat, l->tensor);
    if (l->arg[UPDATE] == GAME) {
        pl_returns_keep(l, seat);
        return;
    }
    if (c->begun) recall(l, c);
    const float *now = think(l, l->tensor);
    if (c->begun) learn(l, c, now);
    pl_trace_add(c->trace, l->net, l->one);
    uint8_t *swap = c->tensor;
    c->tensor = l->tensor;
    l->tensor = swap;
    c->begun = 1;
}

void pl_chain_end(pl_learner *l, int seat, const double *score)
{
    pl_chain *c = &l->chain[seat];
    if (l->arg[UPDATE] == GAME) pl_returns_learn(l, seat, score);
    if (!c->begun) return;
    recall(l, c);
    pl_net_target(l->net, l->game, seat, score, l->target);
    learn(l, c, l->target);
}
