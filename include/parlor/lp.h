/* lp.h -- the linear program whose solution is the value of a game.
 *
 * For a tree of two seats whose scores add up to 0, and of perfect recall.  Its
 * columns are the plan of seat 1, a probability for each sequence of its moves,
 * and what each information set of seat 0 is worth; its rows say that the plan
 * is one, and that no sequence of seat 0 gets more than its set is worth.  The
 * least worth of the whole game is its value to seat 0, and the dual values of
 * the rows of seat 0's sequences are its plan.
 *
 * A sequence is numbered from 1 by its last move, in the order of a policy; 0 is
 * the empty one.  Columns: seat 1's sequences, then the game itself, then seat
 * 0's sets.  Rows: the plan of nothing is 1, seat 1's sets, seat 0's sequences.
 */
#ifndef PL_LP_H
#define PL_LP_H

#include <stdio.h>

#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct {
    const pl_tree *tree;
    int32_t sets[2], sequences[2]; /* of each seat, the empty sequence included */
    int32_t rows, cols, entries;
    int32_t objective; /* the column to make least */
    int32_t equations; /* rows that equal 0, but the first 1; the rest is at least 0 */
    int32_t *first;    /* cols+1: where each column's entries begin */
    int32_t *row;      /* entries, ascending in each column */
    double *value;     /* entries */
    int32_t *sequence; /* of each place in a policy: the number of its sequence */
    int32_t *set;      /* of each information set: its number among its seat's, from 1 */
    int32_t *before;   /* of each information set: the sequence of its seat that leads there */
} pl_lp;

/* NULL with the reason; to be freed before the tree. */
pl_lp *pl_lp_new(const pl_tree *t, pl_error *err);
void pl_lp_free(pl_lp *lp);

/* As text that other programs solve: MPS in its free format, or CPLEX's LP
 * format.  Columns are y3_bet, seat 1's move at set 3, and v2, what set 2 is
 * worth; v is the game.  Rows are plan3 and, as the dual of each is a part of
 * seat 0's plan, x2_bet.  Sets have the numbers of the tree. */
typedef enum { PL_LP_MPS, PL_LP_CPLEX } pl_lp_format;
/* 0, or -1 with the reason. */
int pl_lp_write(const pl_lp *lp, pl_lp_format format, FILE *out, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
