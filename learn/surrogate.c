/* surrogate.c -- the loss of a policy gradient with a magnet.
 *
 * For a decision with action a, taken with probability q, whose advantage was A,
 *
 *     r = p(a) / q
 *     loss = -min(r A, clip(r, 1 - c, 1 + c) A) + pull * sum p(k) log(p(k) / m(k))
 *
 * which is the clipped surrogate of J. Schulman and others (2017) and the reverse divergence
 * from a magnet m of S. Sokota and others (2023), by which play against itself comes to rest.
 * With a magnet that likes all moves alike the second term is the entropy, but for a constant.
 * tests/pg.c holds the slope against differences. */
#include "learn/surrogate.h"

#include <math.h>

static int is_legal(const pl_decision *d, int k)
{
    return (int)(d->legal[k / 64] >> k % 64 & 1);
}

/* log(p / m) of action k; nothing is so unlikely that it has no logarithm. */
static double excess(const pl_decision *d, int k, int options)
{
    double m = d->magnet ? fmax((double)d->magnet[k], 1e-20) : 1.0 / options;
    return log(fmax((double)d->p[k], 1e-20) / m);
}

/* The divergence from the magnet; slope becomes log(p / m) of what is legal, and 0 of the rest. */
static double diverge(const pl_decision *d, float *slope)
{
    double apart = 0;
    int options = 0;
    for (int k = 0; k < d->n; k++) options += is_legal(d, k);
    for (int k = 0; k < d->n; k++) {
        double more = is_legal(d, k) ? excess(d, k, options) : 0;
        apart += (double)d->p[k] * more;
        slope[k] = (float)more;
    }
    return apart;
}

double pl_surrogate(const pl_decision *d, float *slope)
{
    double ratio = (double)d->p[d->action] / (double)d->old, gain = (double)d->advantage;
    double edge = gain > 0 ? 1 + (double)d->clip : 1 - (double)d->clip;
    int clipped = gain > 0 ? ratio > edge : ratio < edge;
    double by = clipped ? 0 : gain * ratio, apart = diverge(d, slope);
    for (int k = 0; k < d->n; k++) {
        double p = (double)d->p[k], away = (double)slope[k] - apart;
        slope[k] = (float)(by * (p - (k == d->action)) + (double)d->pull * p * away);
    }
    return -(clipped ? edge : ratio) * gain + (double)d->pull * apart;
}
