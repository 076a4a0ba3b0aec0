/* luck.h -- luck taken out of results: the same mean with less noise.
 *
 * What chance did in a game, and what agents who mix their moves happened to pick,
 * is known; how much it was worth can be guessed.  The guess is taken off less what it
 * comes to on average, so that the mean stays right however wrong the guess is.
 */
#ifndef PL_LUCK_H
#define PL_LUCK_H

#include <stdint.h>

#include "parlor/line.h"
#include "parlor/stats.h"
#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Control variates: numbers that come with each sample, have the mean 0 whoever plays, and
 * go with the payoff, such as how good the cards were, less what cards are on average.  How
 * much of them to take off is learnt from the samples, for each fifth from the other four:
 * so the mean stays without bias. */
enum { PL_CONTROLS_MAX = 4, PL_FOLDS = 5, PL_CONTROL_SUMS = 15 };
typedef struct {
    int32_t controls;
    pl_mean sum[PL_FOLDS][PL_CONTROL_SUMS]; /* of payoff, controls, and sums of two of them */
} pl_controls;
typedef struct {
    pl_interval mean;
    double reduction;               /* the variance of payoffs over what is left of it */
    double weight[PL_CONTROLS_MAX]; /* of each control, by all samples */
} pl_controlled;
void pl_controls_start(pl_controls *c, int controls); /* at most PL_CONTROLS_MAX */
/* Sample number index, which says what fifth it belongs to. */
void pl_controls_add(pl_controls *c, int64_t index, double payoff, const double *control);
void pl_controls_merge(pl_controls *into, const pl_controls *from);
pl_controlled pl_controls_result(const pl_controls *c, double confidence);

/* AIVAT: the same along a game, move by move. */
typedef struct {
    /* What each seat can expect, by any guess, once move m was played after so many plies of the
     * line; after is the position then, which is not over.  Must not look at later plies. */
    void (*value)(void *with, const pl_line *l, int ply, pl_move m, const void *after, double *out);
    /* The chances with which the seat to move there takes each of n moves: 1, or 0 if nobody
     * knows.  They must be those it really plays by.  NULL: of nobody. */
    int (*chances)(void *with, const pl_line *l, int ply, const pl_move *move, int n, double *out);
    void *with;
} pl_aivat;
/* Each seat's payoff of a line that is over, less its luck; 0, or -1 with the reason. */
int pl_aivat_payoff(const pl_aivat *a, const pl_line *l, double *payoff, pl_error *err);

/* What each seat had of chance, and of moves whose chances are known, more than was to be expected:
 * the mean of both is 0 whoever plays, also of lines that are cut short.  0, or -1 with the reason. */
int pl_aivat_luck(const pl_aivat *a, const pl_line *l, double *chance, double *moves,
                  pl_error *err);

/* Positions worth what random games from them bring: a value for pl_aivat, with a
 * pl_luck_random.  The same position is always worth the same. */
typedef struct {
    int32_t games; /* from each position, at least 1 */
    uint64_t seed;
} pl_luck_random;
void pl_luck_random_value(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                          double *out);

/* Positions of a game with a tree: worth what policy brings, and with moves that the seats
 * of bits known make by play.  Both policies are copied, the tree is not.  NULL with the reason. */
typedef struct pl_luck_tree pl_luck_tree;
pl_luck_tree *pl_luck_tree_new(const pl_tree *t, const double *policy, const double *play,
                               uint32_t known, pl_error *err);
void pl_luck_tree_free(pl_luck_tree *t);
/* Each seat's payoff of a line that is over, less its luck: AIVAT's, and where a known seat
 * could have held other cards, or chance could have fallen otherwise, and the unknown seats would
 * have seen the same, the mean of it all.  0, or -1 with the reason. */
int pl_luck_tree_payoff(const pl_luck_tree *t, const pl_line *l, double *payoff, pl_error *err);
/* The values and chances alone, for pl_aivat_payoff(). */
pl_aivat pl_luck_tree_aivat(pl_luck_tree *t);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
