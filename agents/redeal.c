/* redeal.c -- re-determinising (J. Goodman, 2019): who searches in worlds that fit
 * what he knows has his own secrets in all of them, and the others learn to play
 * against these secrets as if they saw them: a bluff seems to be called always.
 *
 * So when another seat first acts in an iteration a world is guessed from what that
 * seat knows, and what comes of its choices is told by that world.  Moves that follow
 * are played in it, too.  One that is not legal there, as it is of something that
 * others hold in this world, is where the two part: from there a random game decides,
 * as it does where the tree ends.  A seat's own choices are always legal when the
 * world is guessed, as everybody knows what he may do.
 *
 * Fact to check: at a table where one bets with nothing, and to call would pay only
 * if that were known, redealt worlds say to bet, and others do not.
 */
#include "agents/redeal.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

int pl_redeal_open(pl_redeal *d, const pl_game *g, pl_error *err)
{
    d->game = g;
    d->of = calloc((size_t)g->players, sizeof *d->of);
    return d->of ? 0 : pl_fail(err, "out of memory");
}

void pl_redeal_close(pl_redeal *d)
{
    free(d->of);
}

void pl_redeal_begin(pl_redeal *d)
{
    for (int i = 0; i < d->game->players; i++) d->of[i].begun = d->of[i].stuck = 0;
}

static void guess_for(pl_redeal *d, int seat, const void *s, pl_rng *r)
{
    pl_other_world *o = &d->of[seat];
    pl_view(d->game, s, seat, &o->state);
    d->game->guess(&o->state, seat, r);
    o->begun = 1;
}

void pl_redeal_move(pl_redeal *d, const void *s, pl_move m, int me, pl_rng *r)
{
    const pl_game *g = d->game;
    int turn = g->turn(s);
    if (turn >= 0 && turn != me && !d->of[turn].begun) guess_for(d, turn, s, r);
    for (int i = 0; i < g->players; i++) {
        pl_other_world *o = &d->of[i];
        if (!o->begun || o->stuck) continue;
        o->stuck = g->turn(&o->state) != turn || !pl_is_legal(g, &o->state, m);
        if (!o->stuck) g->apply(&o->state, m);
    }
}

void pl_redeal_scores(pl_redeal *d, pl_rng *r, double *score)
{
    const pl_game *g = d->game;
    for (int i = 0; i < g->players; i++) {
        double all[PL_SEATS_MAX] = {0};
        if (!d->of[i].begun) continue;
        pl_rollout(g, &d->of[i].state, 1, r, all);
        score[i] = all[i];
    }
}
