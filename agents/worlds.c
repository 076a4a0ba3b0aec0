/* worlds.c -- worlds that fit what an agent's seat knows. */
#include "agents/worlds.h"

#include <string.h>

enum { PARTICLES = 512 };

/* A belief is for one seat: another seat, another belief.  Its stream is drawn
 * from a copy of the agent's, so that the same seed gives the same worlds. */
void pl_worlds_begin(pl_worlds *w, const pl_agent *a)
{
    pl_rng r = a->rng;
    if (!a->game->hide || a->game->guess) return;
    pl_belief_free(w->belief);
    w->belief = pl_belief_new(a->game, (int)a->seat, PARTICLES, pl_rand(&r));
}

void pl_worlds_heard(pl_worlds *w, int who, pl_move code, const void *view)
{
    if (w->belief) pl_belief_heard(w->belief, who, code, view);
}

void pl_worlds_close(pl_worlds *w)
{
    pl_belief_free(w->belief);
    w->belief = NULL;
}

int pl_worlds_draw(pl_worlds *w, const pl_game *g, const void *view, pl_rng *r, void *out)
{
    if (g->hide && !g->guess) return w->belief ? pl_belief_world(w->belief, r, out) : -1;
    memcpy(out, view, (size_t)g->state_size);
    if (g->hide) g->guess(out, g->turn(view), r);
    return 0;
}
