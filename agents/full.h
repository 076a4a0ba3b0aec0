/* full.h -- the search of one world as if everybody knew all of it. */
#ifndef PL_AGENTS_FULL_H
#define PL_AGENTS_FULL_H

#include "agents/opinions.h"
#include "agents/search.h"
#include "agents/uct.h"

#define PL_FULL_WORDS "uct|alphabeta"
typedef enum { PL_FULL_UCT, PL_FULL_ALPHABETA } pl_full_kind;

typedef struct {
    const pl_game *game;
    pl_full_kind kind;
    pl_uct uct;
    pl_search search;
    pl_opinions moves; /* alphabeta: what the deepest search that is complete says */
    double *worth;     /* and what the one under way has found, by move */
    int begun;         /* whether this pick has searched already */
} pl_full;

/* Room for bytes in all; 0, or -1 with the reason.  The struct comes zeroed. */
int pl_full_open(pl_full *f, const pl_game *g, pl_full_kind kind, double explore, double bytes,
                 pl_rng *r, pl_error *err);
void pl_full_close(pl_full *f);
void pl_full_begin(pl_full *f); /* a pick begins */
/* Search s, where a seat is to move, as the budget allows or until all is proven. */
void pl_full_search(pl_full *f, const void *s, pl_budget *b);
/* What it says of each move of s, or said so far. */
void pl_full_tell(const pl_full *f, pl_opinions *o);
/* The moves that it expects, at most so many; how many there are. */
int pl_full_line(const pl_full *f, pl_move *line, int most);
/* What is kept in memory, each of so many bytes. */
int64_t pl_full_nodes(const pl_full *f, int64_t *bytes);
/* Everybody's score from s on, where the game is not over.  With alphabeta it is
 * hero's score that is looked for, and what he wins all others lose. */
void pl_full_scores(pl_full *f, const void *s, int hero, pl_budget *b, double *score);

#endif
