/* opinions.h -- what an agent thinks of each of its moves, kept for why(). */
#ifndef PL_AGENTS_OPINIONS_H
#define PL_AGENTS_OPINIONS_H

#include "parlor/agent.h"

typedef struct {
    pl_opinion *of; /* max_moves of them, ascending by move */
    int32_t n, spare;
} pl_opinions;

int pl_opinions_open(pl_opinions *o, const pl_game *g, pl_error *err); /* 0, or -1 */
void pl_opinions_close(pl_opinions *o);
/* The legal moves of the view, nothing thought of them yet. */
void pl_opinions_begin(pl_opinions *o, const pl_game *g, const void *view);
/* What is thought of m, which is one of them. */
pl_opinion *pl_opinions_of(const pl_opinions *o, pl_move m);
/* The one of the highest value, of equals the first; it gets the whole share. */
pl_move pl_opinions_best(pl_opinions *o);
/* A move as the shares say: never one whose share is 0. */
pl_move pl_opinions_draw(const pl_opinions *o, pl_rng *r);

#endif
