/* beliefs.c -- games that hide but do not guess: every world of a belief, fed
 * with what a seat noticed along a random line, hides to the seat's view. */
#include <string.h>

#include "laws/laws_private.h"
#include "parlor/belief.h"

enum { PARTICLES = 200, WORLDS = 5, GAMES = 4 };

static int worlds_fit(pl_check *c, pl_belief *b, const void *view, int seat)
{
    for (int i = 0; i < WORLDS; i++) {
        pl_state world, back;
        if (pl_belief_world(b, &c->rng, &world)) return 1; /* none was found: no claim */
        pl_view(c->game, &world, seat, &back);
        if (!pl_holds(c, LAW_BELIEF, !memcmp(&back, view, c->size),
                      "a world of seat %d's belief hides to another view", seat))
            return 0;
    }
    return 1;
}

static int follow(pl_check *c, pl_belief *b, int seat)
{
    const pl_game *g = c->game;
    pl_state s, view;
    pl_start(g, &s);
    for (c->plies = 0; c->plies < c->room;) {
        int who = g->turn(&s);
        pl_view(g, &s, seat, &view);
        if (!worlds_fit(c, b, &view, seat)) return 0;
        if (who == PL_OVER) return 1;
        pl_move m = pl_any(g, &s, &c->rng), code = pl_seen(g, &s, m, seat);
        g->apply(&s, m);
        c->line[c->plies++] = m;
        pl_view(g, &s, seat, &view);
        if (code != PL_NOTHING && pl_belief_heard(b, who, code, &view)) return 1;
    }
    return 1;
}

int pl_check_beliefs(pl_check *c)
{
    const pl_game *g = c->game;
    int ok = 1;
    if (!g->hide || g->guess) return 1;
    for (int k = 0; k < GAMES && ok; k++) {
        int seat = pl_below(&c->rng, g->players + 1);
        if (seat == g->players) seat = PL_PUBLIC;
        pl_belief *b = pl_belief_new(g, seat, PARTICLES, pl_rand(&c->rng));
        if (!b) return !(c->no_memory = 1);
        ok = follow(c, b, seat);
        pl_belief_free(b);
    }
    return ok;
}
