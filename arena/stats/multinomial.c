/* multinomial.c -- the most likely distribution under a constraint.
 *
 * With shares p of outcomes at, the most likely distribution of mean s has the
 * shares p / (1 + x (at - s)), where x solves the secular equation
 * sum p (at - s) / (1 + x (at - s)) = 0: the function falls, so halving finds it
 * (Van den Bergh, "Comments on maximum likelihood estimation for the multinomial
 * distribution").  For a given ratio of mean to deviation the constraint is
 * linearised about the last answer and solved again (the same, "Normalized Elo:
 * practical aspects").
 *
 * Fact to check: of nothing but n wins the log-likelihood of mean s is n log s.
 */
#include "arena/stats/multinomial.h"

#include <math.h>

int pl_outcomes_of(pl_outcomes *o, const int64_t *count, int kinds)
{
    int64_t samples = 0;
    if (kinds < 2 || kinds > PL_KINDS_MAX) return -1;
    for (int i = 0; i < kinds; i++) samples += count[i];
    if (samples <= 0) return -1;
    o->kinds = kinds;
    o->n = 0;
    for (int i = 0; i < kinds; i++) {
        o->at[i] = (double)i / (kinds - 1);
        o->p[i] = count[i] > 0 ? (double)count[i] : 1e-3;
        o->n += o->p[i];
    }
    for (int i = 0; i < kinds; i++) o->p[i] /= o->n;
    return 0;
}

double pl_outcomes_mean(const pl_outcomes *o)
{
    double sum = 0;
    for (int i = 0; i < o->kinds; i++) sum += o->p[i] * o->at[i];
    return sum;
}

double pl_outcomes_variance(const pl_outcomes *o)
{
    double mean = pl_outcomes_mean(o), sum = 0;
    for (int i = 0; i < o->kinds; i++) sum += o->p[i] * (o->at[i] - mean) * (o->at[i] - mean);
    return sum;
}

/* The x where sum p d / (1 + x d) is 0; NAN if all d have one sign. */
static double secular(const double *p, const double *d, int n)
{
    double least = d[0], most = d[0];
    for (int i = 1; i < n; i++) {
        least = fmin(least, d[i]);
        most = fmax(most, d[i]);
    }
    if (!(least < 0 && most > 0)) return NAN;
    double low = -1 / most, high = -1 / least;
    for (int i = 0; i < 100; i++) {
        double x = low + (high - low) / 2, f = 0;
        for (int k = 0; k < n; k++) f += p[k] * d[k] / (1 + x * d[k]);
        if (f > 0) low = x;
        else high = x;
    }
    return low + (high - low) / 2;
}

double pl_outcomes_fit_mean(const pl_outcomes *o, double s)
{
    double d[PL_KINDS_MAX], sum = 0;
    for (int i = 0; i < o->kinds; i++) d[i] = o->at[i] - s;
    double x = secular(o->p, d, o->kinds);
    for (int i = 0; i < o->kinds; i++) sum -= o->p[i] * log1p(x * d[i]);
    return o->n * sum;
}

double pl_outcomes_fit_ratio(const pl_outcomes *o, double t)
{
    pl_outcomes fit = *o;
    double d[PL_KINDS_MAX], change = 1, sum = 0;
    for (int i = 0; i < fit.kinds; i++) fit.p[i] = 1.0 / fit.kinds;
    for (int round = 0; round < 100 && change > 1e-13; round++) {
        double mean = pl_outcomes_mean(&fit), deviation = sqrt(pl_outcomes_variance(&fit));
        for (int i = 0; i < o->kinds; i++) {
            double far = (mean - o->at[i]) / deviation;
            d[i] = o->at[i] - 0.5 - t * deviation * (1 + far * far) / 2;
        }
        double x = secular(o->p, d, o->kinds);
        if (isnan(x)) return NAN;
        change = 0;
        for (int i = 0; i < o->kinds; i++) {
            double p = o->p[i] / (1 + x * d[i]);
            change = fmax(change, fabs(p - fit.p[i]));
            fit.p[i] = p;
        }
    }
    for (int i = 0; i < o->kinds; i++) sum += o->p[i] * log(fit.p[i] / o->p[i]);
    return change < 1e-6 ? o->n * sum : NAN;
}
