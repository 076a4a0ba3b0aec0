/* belief.h -- worlds that fit what a seat has noticed, for any game.
 *
 * A guess() makes worlds from a view alone.  Where a game has none, a belief
 * carries a set of worlds along through what the seat notices, ply by ply, and
 * makes new ones by replaying from the start when too few are left.  A world
 * is drawn with the weight that guess() is held to, up to the noise of a finite
 * set of particles; worlds that only backtracking found are all alike in
 * weight.  Every world drawn hides to the seat's view.  It is fed by what an
 * agent hears.
 */
#ifndef PL_BELIEF_H
#define PL_BELIEF_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_belief pl_belief;

/* For seat (or PL_PUBLIC) at the start of g; NULL: out of memory. */
pl_belief *pl_belief_new(const pl_game *g, int seat, int particles, uint64_t seed);
void pl_belief_free(pl_belief *b);
/* Back to the start of a game. */
void pl_belief_begin(pl_belief *b);
/* The seat noticed code (never PL_NOTHING) of a move by who, and now has this
 * view.  0; or -1: out of memory, or what it heard fits no play of the game. */
int pl_belief_heard(pl_belief *b, int who, pl_move code, const void *view);
/* A world as it may stand now.  0; or -1 when none is known that fits. */
int pl_belief_world(pl_belief *b, pl_rng *r, void *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
