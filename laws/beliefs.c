/* beliefs.c -- games that hide but do not guess: a belief, fed with what a seat
 * noticed along a random line, finds worlds that hide to the seat's view.
 *
 * The truth is such a world.  A belief that finds none, with however many
 * particles, was told what no play of the game gives rise to, or the game is
 * one that needs a guess.  The end may show all that was hidden, a needle in a
 * haystack, and is not asked for.
 */
#include <string.h>

#include "laws/laws_private.h"
#include "parlor/belief.h"

enum { FEW = 200, MANY = 64 * FEW }; /* particles */
enum { WORLDS = 5, GAMES = 4 };

/* A seat's belief on trial; the last one, if it must not fail. */
typedef struct {
    pl_belief *belief;
    int seat, last;
} trial;

/* Whether a world was found; a belief that has a successor makes no claim. */
static int found(pl_check *c, const trial *t, int ok)
{
    if (!ok && !t->last) return 0;
    return pl_holds(c, LAW_BELIEF, ok, "%s's belief finds no world", pl_seat_name(t->seat));
}

static int worlds_fit(pl_check *c, const trial *t, const void *view)
{
    for (int i = 0; i < WORLDS; i++) {
        pl_state world, back;
        if (!found(c, t, !pl_belief_world(t->belief, &c->rng, &world))) return 0;
        pl_view(c->game, &world, t->seat, &back);
        if (!found(c, t, !memcmp(&back, view, c->size))) return 0;
    }
    return 1;
}

/* Along a line of random play; 1 if there were worlds all the way. */
static int follow(pl_check *c, const trial *t)
{
    const pl_game *g = c->game;
    pl_state s, view;
    pl_start(g, &s);
    pl_view(g, &s, t->seat, &view);
    for (c->plies = 0; c->plies < c->room && g->turn(&s) != PL_OVER;) {
        int who = g->turn(&s);
        if (!worlds_fit(c, t, &view)) return 0;
        pl_move m = pl_any(g, &s, &c->rng), code = pl_seen(g, &s, m, t->seat);
        g->apply(&s, m);
        c->line[c->plies++] = m;
        pl_view(g, &s, t->seat, &view);
        if (code == PL_NOTHING || g->turn(&s) == PL_OVER) continue;
        if (!found(c, t, !pl_belief_heard(t->belief, who, code, &view))) return 0;
    }
    return 1;
}

/* A line of its own, with more particles if few are not enough. */
static int try_line(pl_check *c, int line)
{
    const pl_game *g = c->game;
    int ok = 0;
    for (int particles = FEW; particles <= MANY && !ok && !c->no_memory; particles *= 8) {
        pl_split(&c->root, ((uint64_t)3 << 40) + (uint64_t)line, &c->rng);
        trial t = {.seat = pl_below(&c->rng, g->players + 1), .last = particles == MANY};
        if (t.seat == g->players) t.seat = PL_PUBLIC;
        t.belief = pl_belief_new(g, t.seat, particles, pl_rand(&c->rng));
        if (!t.belief) c->no_memory = 1;
        else ok = follow(c, &t);
        pl_belief_free(t.belief);
    }
    return ok;
}

int pl_check_beliefs(pl_check *c)
{
    int ok = 1;
    if (!c->game->hide || c->game->guess) return 1;
    for (int line = 0; line < GAMES && ok; line++) ok = try_line(c, line);
    return ok;
}
