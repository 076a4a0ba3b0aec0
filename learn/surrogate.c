/* surrogate.c -- the slope of a policy gradient with a magnet.
 *
 * For a decision with action a of n, taken with probability q, whose advantage was A, what comes
 * before the softmax has, for each legal action k,
 *
 *     slope(k) = -(A / q) ([k = a] - 1/n) + x(k) - the mean of x
 *     x(k) = pull log(p(k) / m(k)) + heat log p(k)
 *
 * where the first term is left out once p(a) / q is beyond 1 + c, if A is above 0, or below 1 - c,
 * if it is not (J. Schulman and others, 2017).  In the mean over actions that is A(k): what is
 * unlikely is learnt as fast as the rest, which a plain gradient, with p(k) before all of it, does
 * not do (D. Hennes and others, 2020).  It rests where p is as m^pull e^A, to the power of
 * 1 / (pull + heat): the step of magnetic mirror descent (S. Sokota and others, 2023). */
#include "learn/surrogate.h"

#include <math.h>

static const double rarest = 0.05; /* a decision counts no more than one so likely */

static int is_legal(const pl_decision *d, int k)
{
    return (int)(d->legal[k / 64] >> k % 64 & 1);
}

/* x(k); nothing is so unlikely that it has no logarithm. */
static double excess(const pl_decision *d, int k)
{
    double most = log(fmax((double)d->p[k], 1e-20)), sum = (double)d->heat * most;
    if (d->magnet) sum += (double)d->pull * (most - log(fmax((double)d->magnet[k], 1e-20)));
    return sum;
}

static int is_clipped(const pl_decision *d)
{
    float ratio = d->p[d->action] / d->old;
    return d->advantage > 0 ? ratio > 1 + d->clip : ratio < 1 - d->clip;
}

void pl_surrogate(const pl_decision *d, float *slope)
{
    double by = is_clipped(d) ? 0 : (double)d->advantage / fmax((double)d->old, rarest), mean = 0;
    int options = 0;
    for (int k = 0; k < d->n; k++) {
        double x = is_legal(d, k) ? excess(d, k) : 0;
        slope[k] = (float)x;
        mean += x;
        options += is_legal(d, k);
    }
    mean = (mean - by) / options;
    for (int k = 0; k < d->n; k++)
        if (is_legal(d, k)) slope[k] -= (float)(mean + by * (k == d->action));
}
