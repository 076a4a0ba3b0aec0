/* clp.h -- small games of two solved to machine precision, by COIN-OR's CLP.
 *
 * Part of libparlor-lp, a library of its own, as CLP is one that a build may do
 * without: then the call says so. */
#ifndef PL_CLP_H
#define PL_CLP_H

#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The value of the game to seat 0, and what both seats play to get it, as a
 * policy of the tree: one that best answers beat by no more than rounding, or
 * the call fails.  Where a seat's own play never comes, it is uniform.  Scores
 * must always add up to the same.  It takes no longer than so many seconds of the
 * processor; 0: any.  0, or -1 with the reason. */
int pl_clp_solve(const pl_tree *t, double seconds, double *policy, double *value, pl_error *err);
int pl_clp_there(void); /* whether this build has CLP */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
