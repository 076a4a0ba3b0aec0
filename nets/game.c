/* game.c -- a net and the game it is for: what it observes, what it answers. */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "nets/inputs.h"
#include "nets/net.h"

enum { OUTCOMES_MOST = 64 };

pl_net_shape pl_net_usual(const pl_game *g)
{
    return (pl_net_shape){.inputs = pl_tensor_size(g),
                          .layers = 1,
                          .width = {80},
                          .activation = PL_RELU,
                          .heads = 1,
                          .kind = {PL_SCORE},
                          .size = {1}};
}

int pl_head_size(const pl_game *g, int kind, pl_error *err)
{
    double most = g->hi - g->lo + 1;
    if (kind == PL_SCORE) return 1;
    if (kind == PL_WINS) return g->players;
    if (kind == PL_MOVES) return g->actions;
    if (g->lo == floor(g->lo) && g->hi == floor(g->hi) && most <= OUTCOMES_MOST) return (int)most;
    return pl_fail(err, "outcomes are whole scores, at most %d of them; %s scores %g..%g",
                   OUTCOMES_MOST, g->name, g->lo, g->hi);
}

/* What each byte of the inputs is worth, and a hash of what they are made of. */
static uint64_t units_of(const pl_game *g, int observes, float *unit, int n)
{
    pl_part part[PL_PARTS_MAX];
    uint64_t hash = pl_hash(&n, sizeof n);
    for (int i = 0; i < n; i++) unit[i] = 1;
    pl_inputs_parts(g, observes, part);
    for (int i = 0, at = 0; i < PL_PARTS_MAX && part[i].name; i++) {
        const pl_part *p = &part[i];
        uint64_t word[3] = {hash, pl_hash(p->name, strlen(p->name)), (uint64_t)p->unit};
        int size = 1;
        for (int k = 0; k < 3 && p->dim[k]; k++) size *= p->dim[k];
        hash = pl_hash(word, sizeof word) ^ (uint64_t)size;
        for (int end = at + size; at < end; at++) unit[at] = 1 / (float)(p->unit ? p->unit : 1);
    }
    return hash;
}

int pl_net_fit(pl_net *net, const pl_game *g, pl_error *err)
{
    const pl_net_shape *s = &net->shape;
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    if (!pl_inputs_suit(s->observes, net->game, spec))
        return pl_fail(err, "the net is for %.100s, not for %.100s",
                       net->game[0] ? net->game : "no game", spec);
    if (pl_inputs_find(g, pl_inputs_name(s->observes), err) != s->observes) return -1;
    if (s->inputs != pl_inputs_size(g, s->observes))
        return pl_fail(err, "the net has %d inputs; %s now observes %d numbers", (int)s->inputs,
                       g->name, pl_inputs_size(g, s->observes));
    for (int i = 0; i < s->heads; i++) {
        int size = pl_head_size(g, s->kind[i], err);
        if (size < 0) return -1;
        if (size != s->size[i])
            return pl_fail(err, "the net has %d outputs for %s; %s has %d", (int)s->size[i],
                           pl_head_name(s->kind[i]), g->name, size);
    }
    uint64_t tensor = units_of(g, s->observes, net->unit, s->inputs);
    if (net->tensor && net->tensor != tensor)
        return pl_fail(err, "the net observed other things than %s shows now", g->name);
    net->tensor = tensor;
    net->first = g->lo;
    return 0;
}

const char *pl_net_game(const pl_net *net)
{
    return net->game;
}

/* Who has most wins; those who have the same share it. */
static void share_wins(const pl_game *g, int seat, const double *score, float *out)
{
    double best = score[0];
    int winners = 0;
    for (int i = 1; i < g->players; i++) best = fmax(best, score[i]);
    for (int i = 0; i < g->players; i++) winners += score[i] >= best;
    for (int i = 0; i < g->players; i++)
        out[i] = score[(seat + i) % g->players] >= best ? 1 / (float)winners : 0;
}

void pl_net_target(const pl_net *net, const pl_game *g, int seat, const double *score,
                   float *target)
{
    const pl_net_shape *s = &net->shape;
    for (int i = 0; i < s->heads; target += s->size[i++]) {
        if (s->kind[i] == PL_SCORE) target[0] = (float)((score[seat] - net->middle) / net->spread);
        else if (s->kind[i] == PL_WINS) share_wins(g, seat, score, target);
        else
            for (int k = 0; k < s->size[i]; k++)
                target[k] = s->kind[i] == PL_OUTCOMES && net->first + k == score[seat];
    }
}

double pl_net_worth(const pl_net *net, const float *out)
{
    const pl_net_shape *s = &net->shape;
    double wins = 0;
    for (int i = 0; i < s->heads; out += s->size[i++]) {
        double sum = 0;
        if (s->kind[i] == PL_SCORE) return net->middle + net->spread * (double)out[0];
        if (s->kind[i] == PL_WINS) wins = (double)out[0];
        if (s->kind[i] != PL_OUTCOMES) continue;
        for (int k = 0; k < s->size[i]; k++) sum += (double)out[k] * (net->first + k);
        return sum;
    }
    return wins;
}
