/* returns.c -- learning from a game once it is over: TD(lambda) seen forwards.
 *
 * What position t ought to have said is a mean of what came of it: of what the net says of the
 * next one and of what that one ought to have said,
 *
 *     G(t) = (1 - lambda) V(t+1) + lambda G(t+1),    G(last) = the score
 *
 * which is what traces come to, for small rates (R. Sutton, 1988).  Values are by the weights at
 * the end of the game.  No trace is kept, so many outputs cost no more than one. */
#include "learn/returns.h"

#include <stdlib.h>
#include <string.h>

#include "learn/replay.h"

void pl_returns_keep(pl_learner *l, int seat)
{
    pl_kept *k = &l->chain[seat].kept;
    size_t inputs = (size_t)pl_net_shape_of(l->net)->inputs;
    size_t outputs = (size_t)pl_net_outputs(l->net);
    if (k->count == k->room) {
        int room = k->room ? 2 * k->room : 64;
        uint8_t *tensor = realloc(k->tensor, (size_t)room * inputs);
        if (!tensor) return;
        k->tensor = tensor;
        float *value = realloc(k->value, (size_t)room * outputs * sizeof *value);
        if (!value) return;
        k->value = value;
        k->room = room;
    }
    memcpy(k->tensor + (size_t)k->count++ * inputs, l->tensor, inputs);
}

/* What the net says of all that was kept. */
static void value_all(pl_learner *l, pl_kept *k)
{
    int inputs = pl_net_shape_of(l->net)->inputs, outputs = pl_net_outputs(l->net);
    for (int i = 0; i < k->count; i++) {
        pl_net_study(l->net, l->one, k->tensor + (ptrdiff_t)i * inputs, 1);
        memcpy(k->value + (ptrdiff_t)i * outputs, pl_net_out(l->one, 0),
               (size_t)outputs * sizeof *k->value);
    }
}

double pl_returns_step(pl_learner *l, const uint8_t *tensor)
{
    int64_t count;
    int32_t stride;
    float *weights = pl_net_weights(l->net, &count, &stride);
    pl_net_study(l->net, l->one, tensor, 1);
    double loss = pl_net_loss(l->net, pl_net_out(l->one, 0), l->target, l->by);
    for (int k = 0; k < pl_net_outputs(l->net); k++) l->by[k] *= -(float)l->rate;
    pl_net_backward(l->net, l->one, l->by, weights);
    return loss;
}

static void learn(pl_learner *l, const uint8_t *tensor)
{
    l->loss += pl_returns_step(l, tensor);
    l->updates++;
    if (l->arg[REPLAY] > 0) pl_replay_keep(l, tensor);
}

void pl_returns_learn(pl_learner *l, int seat, const double *score)
{
    pl_kept *k = &l->chain[seat].kept;
    int inputs = pl_net_shape_of(l->net)->inputs, outputs = pl_net_outputs(l->net);
    float lambda = (float)l->arg[LAMBDA];
    int last = score ? k->count - 1 : k->count - 2;
    value_all(l, k);
    if (score) pl_net_target(l->net, l->game, seat, score, l->target);
    for (int i = last; i >= 0; i--) {
        const float *next = k->value + (ptrdiff_t)(i + 1) * outputs;
        for (int j = 0; j < outputs; j++)
            if (i + 1 < k->count) {
                float sure = i == last ? next[j] : l->target[j];
                l->target[j] = (1 - lambda) * next[j] + lambda * sure;
            }
        learn(l, k->tensor + (ptrdiff_t)i * inputs);
    }
    k->count = 0;
}
