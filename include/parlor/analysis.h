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

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
