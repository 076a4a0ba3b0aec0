/* redeal.h -- for a search in a world that one seat guessed, the worlds that the
 * others would guess. */
#ifndef PL_AGENTS_REDEAL_H
#define PL_AGENTS_REDEAL_H

#include "parlor/game.h"

typedef struct {
    pl_state state;
    int32_t begun; /* whether the seat has acted */
    int32_t stuck; /* whether a move was played that is not legal in it */
    uint64_t unused;
} pl_other_world;

typedef struct {
    const pl_game *game;
    pl_other_world *of; /* of each seat; NULL: all share one world */
} pl_redeal;

/* Worlds for g, which has a guess; 0, or -1 with the reason.  The struct comes zeroed. */
int pl_redeal_open(pl_redeal *d, const pl_game *g, pl_error *err);
void pl_redeal_close(pl_redeal *d);
/* Another iteration begins: nobody has acted. */
void pl_redeal_begin(pl_redeal *d);
/* Move m is about to be played in s, in the world that seat me guessed. */
void pl_redeal_move(pl_redeal *d, const void *s, pl_move m, int me, pl_rng *r);
/* Where a seat has acted, its score becomes that of a random game in its own world. */
void pl_redeal_scores(pl_redeal *d, pl_rng *r, double *score);

#endif
