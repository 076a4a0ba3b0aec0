/* worlds.h -- what comes of moves in worlds that fit what a seat knows.  Nothing here
 * has seen the truth. */
#ifndef WORLDS_H
#define WORLDS_H

#include <signal.h>

#include "cli.h"
#include "parlor/analysis.h"

/* What random games after a move came to for the seat. */
typedef struct {
    pl_move move;
    double sum, squares;
    double wins; /* games with the best score, of which ties are shared */
} estimate;

typedef struct {
    estimate *of; /* n moves */
    int n, worlds;
    double stake; /* all scores were 0 or, either way, this; NAN: they were not */
    const volatile sig_atomic_t *enough; /* not NULL: ends them when it is not 0 */
} trials;

/* All legal moves of the view, not yet tried; 0 or -1. */
int trials_open(trials *t, const pl_knowledge *k);
void trials_close(trials *t);
/* Worlds to try each move in, for so many games in all; least .. most. */
int trials_worlds(const trials *t, int games, int least, int most);
/* Try every move once in so many more worlds; fewer if none fit, or if the time is
 * over or it is enough, but at least two. */
void trials_run(trials *t, const pl_knowledge *k, int worlds, double seconds, pl_rng *r);

#endif
