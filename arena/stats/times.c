/* times.c -- quantiles of times, in bins that grow with what they hold.
 *
 * Each power of two has sixteen bins of equal width, as in HdrHistogram (Tene,
 * 2012); what is below 16 has a bin of its own.  A quantile is told as the middle
 * of its bin: wrong by 1/32 at most, from a nanosecond to a day.
 */
#include <math.h>

#include "parlor/random.h"
#include "parlor/stats.h"

static int bin_of(int64_t x)
{
    if (x < 16) return x > 0 ? (int)x : 0;
    int power = pl_highest((uint64_t)x) - 4;
    int bin = 16 * (power + 1) + (int)(x >> power) - 16;
    return bin < PL_TIMES_BINS ? bin : PL_TIMES_BINS - 1;
}

static double middle_of(int bin)
{
    if (bin < 16) return bin;
    int power = bin / 16 - 1;
    return ldexp(bin % 16 + 16 + 0.5, power) - 0.5;
}

void pl_times_add(pl_times *t, int64_t nanoseconds)
{
    int64_t x = nanoseconds > 0 ? nanoseconds : 0;
    if (!t->n || x < t->least) t->least = x;
    if (x > t->most) t->most = x;
    t->n++;
    t->sum += x;
    t->bin[bin_of(x)]++;
}

void pl_times_merge(pl_times *into, const pl_times *from)
{
    if (from->n && (!into->n || from->least < into->least)) into->least = from->least;
    if (from->most > into->most) into->most = from->most;
    into->n += from->n;
    into->sum += from->sum;
    for (int i = 0; i < PL_TIMES_BINS; i++) into->bin[i] += from->bin[i];
}

double pl_times_mean(const pl_times *t)
{
    return t->n ? (double)t->sum / (double)t->n : NAN;
}

double pl_times_quantile(const pl_times *t, double p)
{
    if (!t->n) return NAN;
    double want = p * (double)t->n;
    int64_t before = 0;
    int bin = 0;
    for (int i = 0; i < PL_TIMES_BINS; i++) {
        if (!t->bin[i]) continue;
        bin = i;
        before += t->bin[i];
        if ((double)before >= want) break;
    }
    return fmin(fmax(middle_of(bin), (double)t->least), (double)t->most);
}
