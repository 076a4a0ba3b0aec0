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

/* What a move gave away, as far as its seat could know. */
typedef struct {
    pl_move better; /* what would have been better; the move itself: nothing is known to be */
    int32_t worlds; /* in which the two were tried; 0: they were not */
    double value;   /* the score that the seat could expect before it moved */
    double cost;    /* what the move gave away; 0: nothing that could not be luck */
    /* half of its interval of 95 %; where cost is 0, what it may be at most; 0: it is proven; NAN: a
     * guess */
    double within;
} pl_hindsight;

/* The agent that looks back on a game, printed like snprintf: its budget is no time, so that it
 * thinks the same of a move whenever it is asked.  An effort of 1 is a tenth of a second or so for
 * a move; where there are many to judge, a part of that. */
int pl_hindsight_agent(const pl_game *g, double effort, char *buf, size_t n);
/* What an agent that has just picked has to say of the move that was played there: 0, or -1: it does
 * not tell.  Of a move that it hardly tried this is a guess, and no more than a reason to try it. */
int pl_hindsight_guess(pl_agent *a, pl_move pick, pl_move played, pl_hindsight *out);
/* Puts a guess to the test: both moves are played on alike, by searches of all seats, in worlds that
 * fit what the seat knew; the cost is that between such players.  0; or -1: it cannot be told, or
 * the agent that was asked has been told to stop. */
int pl_hindsight_try(const pl_agent *asked, const pl_knowledge *k, double effort, pl_move played,
                     pl_hindsight *h);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
