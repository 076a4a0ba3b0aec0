/* scores.c -- what the scores of an end add up to.
 *
 * Scores come from sums of their own, so what is left over is judged by their size.
 *
 * Fact to check: 133802.7 + 7.89 and -133810.59 cancel, though their sum is 3e-11.
 */
#include "core/scores.h"

#include <math.h>

static const double rounding = 1e-12; /* of the sum of all sizes */

double pl_scores_sum(const double *score, int players, double *error)
{
    double sum = 0, size = 0;
    for (int i = 0; i < players; i++) {
        sum += score[i];
        size += fabs(score[i]);
    }
    *error = rounding * size;
    return sum;
}

int pl_scores_cancel(const double *score, int players)
{
    double error, sum = pl_scores_sum(score, players, &error);
    return isfinite(error) && fabs(sum) <= error;
}
