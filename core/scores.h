/* scores.h -- what the scores of an end add up to, for all who ask. */
#ifndef PL_CORE_SCORES_H
#define PL_CORE_SCORES_H

/* What they add up to, and by how much that may miss the truth. */
double pl_scores_sum(const double *score, int players, double *error);
/* 1: that is 0, as far as rounding lets scores of their size; else 0, also where one is no
 * finite number. */
int pl_scores_cancel(const double *score, int players);

#endif
