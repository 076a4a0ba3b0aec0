/* sprt.c -- sequential tests: Wald's (1945), generalised to hypotheses that leave
 * something open (Li, Liu and Ying, 2014).
 *
 * The log-likelihood ratio compares the most likely distribution that h1 allows
 * with the most likely that h0 allows, as Fishtest does for pairs of games (Van den
 * Bergh).  Of means it is that of normal samples of unknown variance:
 * n/2 log((v + (m - h0)^2) / (v + (m - h1)^2)).  The test ends where the ratio
 * leaves log(beta / (1 - alpha)) .. log((1 - beta) / alpha).
 *
 * Normalized Elo is (score - 1/2) / (deviation of a game's score) times 800 / log 10;
 * the deviation is that of a group times the root of its games.
 *
 * Fact to check: pairs of {19, 4020, 10316, 4215, 24}, normalized, -1.75 against
 * 0.25: 2.94 (a test of Stockfish).
 */
#include <math.h>

#include "arena/stats/multinomial.h"
#include "core/text.h"

enum { FIRST_LOOK = 32 }; /* samples before a mean is looked at: until then it is not normal */

int pl_sprt_check(const pl_sprt *t, pl_error *err)
{
    if (!isfinite(t->h0) || !isfinite(t->h1) || t->h0 >= t->h1)
        return pl_fail(err, "h0 must be less than h1, both finite; they are %g and %g", t->h0,
                       t->h1);
    if (!(t->alpha > 0 && t->beta > 0 && t->alpha + t->beta < 1))
        return pl_fail(err,
                       "alpha and beta must be more than 0 and together less than 1; "
                       "they are %g and %g",
                       t->alpha, t->beta);
    return 0;
}

static pl_sprt_result result(const pl_sprt *t, double llr, int look)
{
    pl_sprt_result out = {llr, log(t->beta / (1 - t->alpha)), log((1 - t->beta) / t->alpha),
                          PL_SPRT_OPEN};
    if (look && llr <= out.lower) out.state = PL_SPRT_H0;
    if (look && llr >= out.upper) out.state = PL_SPRT_H1;
    return out;
}

/* By the distance from each hypothesis in deviations, where no distribution fits one. */
static double by_distance(const pl_outcomes *o, double t0, double t1)
{
    double t = (pl_outcomes_mean(o) - 0.5) / sqrt(pl_outcomes_variance(o));
    return o->n / 2 * log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
}

static double normalized(const pl_sprt *test, const pl_outcomes *o)
{
    double scale = log(10) / 800 * sqrt((o->kinds - 1) / 2.0);
    double t0 = test->h0 * scale, t1 = test->h1 * scale;
    double llr = pl_outcomes_fit_ratio(o, t1) - pl_outcomes_fit_ratio(o, t0);
    return isnan(llr) ? by_distance(o, t0, t1) : llr;
}

pl_sprt_result pl_sprt_counts(const pl_sprt *t, const int64_t *count, int kinds)
{
    pl_outcomes o;
    if (pl_outcomes_of(&o, count, kinds)) return result(t, 0, 0);
    double llr = t->scale == PL_ELO_NORMALIZED ? normalized(t, &o)
                                               : pl_outcomes_fit_mean(&o, pl_elo_score(t->h1)) -
                                                     pl_outcomes_fit_mean(&o, pl_elo_score(t->h0));
    return result(t, llr, 1);
}

pl_sprt_result pl_sprt_mean(const pl_sprt *t, const pl_mean *m)
{
    if (m->n < 2 || m->lost) return result(t, 0, 0);
    double n = (double)m->n, v = pl_mean_variance(m) * (n - 1) / n, mean = pl_mean_value(m);
    double off0 = mean - t->h0, off1 = mean - t->h1;
    double llr = n / 2 * (log(v + off0 * off0) - log(v + off1 * off1));
    return result(t, isnan(llr) ? 0 : llr, m->n >= FIRST_LOOK);
}
