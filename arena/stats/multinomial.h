/* multinomial.h -- results counted by half points as a distribution, and the most
 * likely distribution of those that a hypothesis allows. */
#ifndef PL_STATS_MULTINOMIAL_H
#define PL_STATS_MULTINOMIAL_H

#include <stdint.h>

#include "parlor/stats.h"

typedef struct {
    int kinds;
    double n;                /* samples */
    double at[PL_KINDS_MAX]; /* 0 .. 1: the share of the points */
    double p[PL_KINDS_MAX];  /* how often; never 0 */
} pl_outcomes;

/* From counts; 0, or -1 if there are none or too many kinds.  What never happened
 * counts as a thousandth of a sample. */
int pl_outcomes_of(pl_outcomes *o, const int64_t *count, int kinds);
double pl_outcomes_mean(const pl_outcomes *o);
double pl_outcomes_variance(const pl_outcomes *o);
/* The log-likelihood, less the greatest of all, of the most likely distribution
 * whose mean is s, 0 < s < 1; */
double pl_outcomes_fit_mean(const pl_outcomes *o, double s);
/* or whose mean is t of its standard deviations above 1/2; NAN if none is found. */
double pl_outcomes_fit_ratio(const pl_outcomes *o, double t);

#endif
