/* stats.h -- what samples say: means, shares, times, Elo and sequential tests.
 *
 * A sample is a group of games that belong together, such as one deal played
 * from every seat: games of a group are not independent, groups are.  All sums
 * are exact, so nothing depends on the order in which samples came or on how
 * many threads they were split over.  docs/statistics.md has the formulas and
 * when to trust them.
 */
#ifndef PL_STATS_H
#define PL_STATS_H

#include <stdint.h>

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* An estimate and the bounds of its interval; any may be infinite, and all are
 * NAN where nothing can be said.  Confidence is 0.95 as a rule. */
typedef struct {
    double value, low, high;
} pl_interval;

/* Distributions: the chance of at most x, and the x of that chance. */
double pl_normal_cdf(double x);
double pl_normal_quantile(double p);
double pl_student_cdf(double t, double freedom);
double pl_student_quantile(double p, double freedom);

/* Mean and spread.  Begins with all bytes zero.  Exact for what is less than
 * 2^60, in steps of 2^-64; what is larger or not finite is lost, and then so is
 * the mean. */
typedef struct {
    int64_t n, lost;
    double least, most;
    int64_t sum[6], square[10];
} pl_mean;
void pl_mean_add(pl_mean *m, double x);
void pl_mean_add_times(pl_mean *m, double x, int64_t times); /* the same so often, up to 2^26 */
void pl_mean_merge(pl_mean *into, const pl_mean *from);
double pl_mean_value(const pl_mean *m);
double pl_mean_variance(const pl_mean *m); /* of one sample; NAN if fewer than two */
double pl_mean_error(const pl_mean *m);    /* the standard error of the mean */
pl_interval pl_mean_interval(const pl_mean *m, double confidence);

/* Half of the 95 % interval, by Student's distribution, where only sums are at hand; NAN of fewer
 * than two observations, as one tells nothing of how far others would be from it. */
double pl_half_width(int64_t n, double sum, double squares);

/* A share: hits of n, by Wilson's interval.  Halves may be counted. */
pl_interval pl_share(double hits, double n, double confidence);

/* How often what was scored: bins of equal width from low to high, and what was
 * below and above them. */
enum { PL_BINS_MAX = 64 };
typedef struct {
    double low, high;
    int32_t bins;
    int64_t below, above, bin[PL_BINS_MAX];
} pl_histogram;
/* For scores low .. high: a bin for each whole number where they are few. */
void pl_histogram_start(pl_histogram *h, double low, double high);
void pl_histogram_add(pl_histogram *h, double x);
int pl_histogram_merge(pl_histogram *into, const pl_histogram *from); /* -1: other bins */
double pl_histogram_middle(const pl_histogram *h, int bin);

/* Times in nanoseconds, or other counts: quantiles to within 1/32.  Begins with
 * all bytes zero. */
enum { PL_TIMES_BINS = 16 * 44 };
typedef struct {
    int64_t n, sum, least, most, bin[PL_TIMES_BINS];
} pl_times;
void pl_times_add(pl_times *t, int64_t nanoseconds);
void pl_times_merge(pl_times *into, const pl_times *from);
double pl_times_mean(const pl_times *t);
double pl_times_quantile(const pl_times *t, double p); /* NAN if there are none */

/* Two agents.  Results are counted by half points, from worst to best: of single
 * games {losses, draws, wins}, kinds 3; of pairs {0, 1/2, 1, 3/2, 2 points}, kinds
 * 5; of groups of k games 2k+1 kinds, at most PL_KINDS_MAX. */
enum { PL_KINDS_MAX = 65 };
double pl_elo_score(double difference); /* expected, from the difference in Elo */
double pl_elo_difference(double score); /* and back: infinite at 0 and 1 */
pl_interval pl_elo(const int64_t *count, int kinds, double confidence);
/* How likely the first is the better one. */
double pl_superiority(const int64_t *count, int kinds);

/* Sequential test: play until it is decided whether the true difference is h0 or
 * less (accepted wrongly with chance beta) or h1 or more (alpha).  They are
 * counted in Elo, in normalized Elo, or, for means, in points. */
enum { PL_ELO, PL_ELO_NORMALIZED };
typedef struct {
    double h0, h1, alpha, beta;
    int32_t scale; /* PL_ELO or PL_ELO_NORMALIZED; means do not look */
} pl_sprt;
enum { PL_SPRT_OPEN, PL_SPRT_H0, PL_SPRT_H1 };
typedef struct {
    double llr, lower, upper; /* log-likelihood ratio, and where it is decided */
    int32_t state;            /* one of the above */
} pl_sprt_result;
/* 0; or -1 with what does not go together. */
int pl_sprt_check(const pl_sprt *test, pl_error *err);
pl_sprt_result pl_sprt_counts(const pl_sprt *test, const int64_t *count, int kinds);
pl_sprt_result pl_sprt_mean(const pl_sprt *test, const pl_mean *m);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
