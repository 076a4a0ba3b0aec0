/* analysis.h -- what a seat knows of a game, and what it may believe of the rest.
 *
 *     pl_knowledge k;
 *     pl_know(&k, line, seat);
 *     char *text = pl_beliefs(&k, 1000, &rng);   and free(text)
 *     pl_know_free(&k);
 *
 * Nothing here has seen the truth.  Link with libparlor-table.
 */
#ifndef PL_ANALYSIS_H
#define PL_ANALYSIS_H

#include "parlor/agent.h"
#include "parlor/belief.h"
#include "parlor/line.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct {
    const pl_game *game;
    pl_belief *belief; /* where the game has no guess; NULL: not needed, or nothing fits */
    pl_state view;
    int32_t seat, unused;
} pl_knowledge;

/* What seat knows at the end of the line. */
void pl_know(pl_knowledge *k, const pl_line *line, int seat);
void pl_know_free(pl_knowledge *k);
/* A world that fits it: 0, or -1: none is known. */
int pl_guess_world(const pl_knowledge *k, pl_rng *r, void *out);
/* What cannot be seen, by its share in so many worlds at most, as JSON, to be freed:
 * {"worlds":n,"marginals":[{"what":"cards[1]","kind":"value"|"member",
 *   "of":[{"value":"J","share":0.5,"low":0.47,"high":0.53},...]},...]}; NULL: no world fits. */
char *pl_beliefs(const pl_knowledge *k, int worlds, pl_rng *r);

/* How much of a tree is told. */
typedef struct {
    int32_t depth; /* plies */
    int32_t width; /* branches below one, the most visited; 0: all */
    double least;  /* branches with a smaller share of all visits are left out */
} pl_top;

/* What an agent at the seat that knows this thought when it last picked, in that seat's own words,
 * as JSON, to be freed; NULL: out of memory.  The line that it expects, as far as it can be followed
 * in worlds that fit: [{"mover":0,"move":"bet"},...]; and the top of its tree, the most visited
 * first: [{"mover":0,"move":"bet","shown":false,"visits":9,"share":0.5,"value":0.1,"seat":0,
 * "proven":false,"below":[...]},...], where what is not known is null. */
char *pl_told_line(const pl_knowledge *k, const pl_reasons *why, pl_rng *r);
char *pl_told_tree(const pl_knowledge *k, pl_agent *a, const pl_top *top, pl_rng *r);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
