/* maxn.h -- the search for any number of players who each want the most. */
#ifndef PL_AGENTS_MAXN_H
#define PL_AGENTS_MAXN_H

#include "agents/search.h"

/* What a position is worth to every seat; sure: no line went past the horizon. */
typedef struct {
    double worth[PL_SEATS_MAX];
    int sure;
} pl_shares;

/* As pl_search_move, whose states, budget and lines it uses. */
void pl_maxn_move(pl_search *x, int ply, pl_move m, int depth, pl_shares *out);

#endif
