/* elo.c -- the difference in Elo between two agents, from their results.
 *
 * A difference of d means an expected score of 1 / (1 + 10^(-d/400)) (Elo, 1978).
 * The interval holds the differences whose likelihood, with the most likely
 * distribution of results that has that mean, is not too far below the greatest
 * (Owen, 1990); how far is measured by Student's t, since results are few at
 * times.  It has an end at 0 and at 100 %, too, if only one.
 *
 * Fact to check: 3 points of 4 are +190.8; after 10 wins of 10 the lower bound is
 * about +213.
 */
#include <math.h>

#include "arena/stats/multinomial.h"

double pl_elo_score(double difference)
{
    return 1 / (1 + pow(10, -difference / 400));
}

double pl_elo_difference(double score)
{
    if (!(score >= 0 && score <= 1)) return NAN;
    return 400 * log10(score / (1 - score));
}

/* Where between the mean and an end, 0 or 1, the likelihood has fallen by bound. */
static double bound_at(const pl_outcomes *o, double mean, double end, double bound)
{
    double inner = mean, outer = end;
    for (int i = 0; i < 60; i++) {
        double s = (inner + outer) / 2;
        if (-pl_outcomes_fit_mean(o, s) < bound) inner = s;
        else outer = s;
    }
    return (inner + outer) / 2;
}

pl_interval pl_elo(const int64_t *count, int kinds, double confidence)
{
    pl_outcomes o;
    if (pl_outcomes_of(&o, count, kinds)) return (pl_interval){NAN, -INFINITY, INFINITY};
    double n = 0, points = 0;
    for (int i = 0; i < kinds; i++) {
        n += (double)count[i];
        points += (double)count[i] * o.at[i];
    }
    pl_interval out = {pl_elo_difference(points / n), -INFINITY, INFINITY};
    if (n < 2) return out;
    double t = pl_student_quantile(0.5 + confidence / 2, n - 1), mean = pl_outcomes_mean(&o);
    if (points > 0) out.low = pl_elo_difference(bound_at(&o, mean, 0, t * t / 2));
    if (points < n) out.high = pl_elo_difference(bound_at(&o, mean, 1, t * t / 2));
    return out;
}

/* The score's distance from 1/2, in errors that it would have if that were the truth. */
double pl_superiority(const int64_t *count, int kinds)
{
    double ahead = 0, squares = 0;
    for (int i = 0; i < kinds; i++) {
        double d = (double)i / (kinds - 1) - 0.5;
        ahead += (double)count[i] * d;
        squares += (double)count[i] * d * d;
    }
    return squares > 0 ? pl_normal_cdf(ahead / sqrt(squares)) : 0.5;
}
