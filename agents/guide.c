/* guide.c -- a net that guides a search (D. Silver and others, 2017).
 *
 * A net that learnt from the positions after its own moves is asked there: where nothing is
 * hidden and one wins what the other loses, a position is valued as who moved last sees it.  A net
 * with a head for moves learnt where it had to move, and is asked as who moves next.  Everywhere
 * else each seat is asked for itself, from what it alone sees.
 *
 * Fact to check: the priors of a net that says the same of everything are all equal.
 */
#include "agents/guide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "nets/net.h"

enum { ROWS = 64 };                     /* positions looked at together */
static const double least_prior = 0.05; /* shared by all moves, so that none is left out for good */

/* Without a net there is nothing for the other parameters to say. */
static int is_idle(const pl_agent *a, int first, pl_error *err)
{
    for (int i = first + PL_GUIDE_MIX; i < first + PL_GUIDE_END; i++)
        if (a->arg[i] < a->type->params[i].normal || a->arg[i] > a->type->params[i].normal)
            return pl_fail(err, "%s: %s is for a net, as net=connect4.safetensors", a->type->name,
                           a->type->params[i].name);
    return 0;
}

int pl_guide_open(pl_guide *d, const pl_agent *a, int first, pl_error *err)
{
    const char *path = pl_agent_text(a, first + PL_GUIDE_NET);
    const pl_game *g = d->game = a->game;
    if (!*path) return is_idle(a, first, err);
    d->net = strcmp(path, "shipped") ? pl_net_read(path, g, err) : pl_net_shipped(g, err);
    if (!d->net) return -1;
    int scores = pl_net_tells_scores(d->net);
    d->head = pl_net_moves_at(d->net);
    d->mix = a->arg[first + PL_GUIDE_MIX];
    if (!scores && d->mix < 1)
        return pl_fail(err, "%s: the net tells no scores, so only mix=1 is accepted with it",
                       a->type->name);
    pl_net_scale_of(d->net, &d->middle, &d->spread);
    d->heat = scores ? a->arg[first + PL_GUIDE_PRIOR] * d->spread : 0;
    d->ranks = d->head || d->heat > 0;
    d->agreed = g->players == 2 && g->traits & PL_ZERO_SUM && !g->hide;
    return 0;
}

void pl_guide_close(pl_guide *d)
{
    pl_net_free(d->net);
}

/* Bytes of what one seat is shown. */
static size_t inputs_of(const pl_guide *d)
{
    return (size_t)pl_net_shape_of(d->net)->inputs;
}

int pl_guided_open(pl_guided *t, const pl_guide *d, pl_error *err)
{
    if (!d->net) return 0;
    size_t most = (size_t)d->game->max_moves;
    t->work = pl_net_work_new(d->net, ROWS, 0);
    t->tensor = calloc(inputs_of(d) * (size_t)d->game->players, 1);
    t->worth = calloc(most, sizeof *t->worth);
    t->prior = calloc(most, sizeof *t->prior);
    t->mask = calloc((size_t)pl_mask_words(d->game), sizeof *t->mask);
    if (!t->work || !t->tensor || !t->worth || !t->prior || !t->mask)
        return pl_fail(err, "out of memory");
    return 0;
}

void pl_guided_close(pl_guided *t)
{
    pl_net_work_free(t->work);
    free(t->tensor);
    free(t->worth);
    free(t->prior);
    free(t->mask);
}

/* A net may say anything; no game ends beyond its bounds. */
static double bounded(const pl_game *g, double score)
{
    return fmin(fmax(score, g->lo), g->hi);
}

/* Row i of what is to be looked at: what seat sees of s. */
static void observe(const pl_guide *d, pl_guided *t, int i, const void *s, int seat)
{
    const pl_game *g = d->game;
    pl_state view;
    if (g->hide) {
        memcpy(&view, s, (size_t)g->state_size);
        g->hide(&view, seat);
        s = &view;
    }
    pl_net_see(d->net, g, s, seat, t->tensor + (size_t)i * inputs_of(d));
}

static double said(const pl_guide *d, const pl_guided *t, int i)
{
    return bounded(d->game, pl_net_worth(d->net, pl_net_out(t->work, i)));
}

void pl_guide_scores(const pl_guide *d, pl_guided *t, const void *const *world, int mover,
                     double *score)
{
    const pl_game *g = d->game;
    if (!d->agreed) {
        for (int i = 0; i < g->players; i++) observe(d, t, i, world[i], i);
        pl_net_observe(d->net, t->work, t->tensor, g->players);
        for (int i = 0; i < g->players; i++) score[i] = said(d, t, i);
        return;
    }
    int next = g->turn(world[0]), seat = mover < 0 || (d->head && next >= 0) ? next : mover;
    if (seat < 0) seat = 0;
    observe(d, t, 0, world[0], seat);
    pl_net_observe(d->net, t->work, t->tensor, 1);
    score[seat] = said(d, t, 0);
    score[1 - seat] = -score[seat];
}

/* As the head for moves says, of those that are legal. */
static void priors_by_head(const pl_guide *d, pl_guided *t, const void *s, int seat,
                           const pl_move *move, int n)
{
    observe(d, t, 0, s, seat);
    pl_net_observe(d->net, t->work, t->tensor, 1);
    pl_mask(d->game, s, t->mask);
    pl_net_mask(d->net, t->work, 0, t->mask);
    const float *p = pl_net_out(t->work, 0) + d->head - 1;
    for (int i = 0; i < n; i++) t->prior[i] = p[move[i]];
}

/* As one ply ahead says: a softmax of what moves are worth. */
static void priors_by_worth(const pl_guide *d, pl_guided *t, const void *s, int seat,
                            const pl_move *move, int n)
{
    double most = -INFINITY, sum = 0;
    pl_net_moves(d->net, t->work, d->game, s, seat, move, n, t->worth);
    for (int i = 0; i < n; i++) most = fmax(most, t->worth[i] = bounded(d->game, t->worth[i]));
    for (int i = 0; i < n; i++) {
        t->prior[i] = expf((float)((t->worth[i] - most) / d->heat));
        sum += (double)t->prior[i];
    }
    for (int i = 0; i < n; i++) t->prior[i] /= (float)sum;
}

void pl_guide_priors(const pl_guide *d, pl_guided *t, const void *s, int seat, const pl_move *move,
                     int n)
{
    if (d->head) priors_by_head(d, t, s, seat, move, n);
    else priors_by_worth(d, t, s, seat, move, n);
    for (int i = 0; i < n; i++) {
        double p = t->prior[i] >= 0 ? (double)t->prior[i] : 0; /* a net may say no number at all */
        t->prior[i] = (float)((1 - least_prior) * p + least_prior / n);
    }
}
