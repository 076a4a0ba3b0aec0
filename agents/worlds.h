/* worlds.h -- worlds that fit what an agent's seat knows, for any game: by the
 * game's guess, or a belief fed with what the agent heard, or, where nothing is
 * hidden, the view itself. */
#ifndef PL_AGENTS_WORLDS_H
#define PL_AGENTS_WORLDS_H

#include "parlor/agent.h"
#include "parlor/belief.h"

typedef struct {
    pl_belief *belief; /* NULL: the game has a guess, or no secrets */
} pl_worlds;

/* For an agent's begin(), heard() and close(); the struct comes zeroed. */
void pl_worlds_begin(pl_worlds *w, const pl_agent *a);
void pl_worlds_heard(pl_worlds *w, int who, pl_move code, const void *view);
void pl_worlds_close(pl_worlds *w);
/* A world behind the view of g; 0, or -1 when none can be found. */
int pl_worlds_draw(pl_worlds *w, const pl_game *g, const void *view, pl_rng *r, void *out);

#endif
