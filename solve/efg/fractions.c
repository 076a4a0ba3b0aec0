/* fractions.c -- probabilities as fractions that add up to 1.
 *
 * The simplest fraction near a number is a convergent of its continued fraction
 * (Euler, 1737).  Where these do not come to 1, the numbers are taken for what
 * they are, multiples of a power of 2, and the largest makes up for rounding.
 *
 * Fact to check: 1/6, 1/3 and 1/2 as doubles come back as these.
 */
#include "solve/efg/fractions.h"

#include <math.h>

static const int64_t most = 1000000;          /* the largest denominator of a convergent */
static const int64_t fine = (int64_t)1 << 53; /* and that of a double below 1 */
static const double near = 4e-16;

static pl_fraction simplest(double x)
{
    pl_fraction now = {1, 0}, before = {0, 1};
    double rest = x;
    for (int i = 0; i < 64; i++) {
        double whole = floor(rest);
        if (whole > (double)most) break;
        pl_fraction next = {(int64_t)whole * now.over + before.over,
                            (int64_t)whole * now.under + before.under};
        if (next.under > most) break;
        before = now;
        now = next;
        if (fabs((double)now.over / (double)now.under - x) <= near || rest == whole) return now;
        rest = 1 / (rest - whole);
    }
    return (pl_fraction){-1, 1};
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Whether they come to 1, over a common denominator. */
static int are_whole(const pl_fraction *f, int n)
{
    int64_t under = 1, over = 0;
    for (int i = 0; i < n; i++) {
        if (f[i].over < 0) return 0;
        int64_t times = f[i].under / divisor(under, f[i].under);
        if (under > most * most / times) return 0;
        under *= times;
        over *= times;
        over += under / f[i].under * f[i].over;
    }
    return over == under;
}

static void by_powers_of_two(const double *odds, int n, pl_fraction *out)
{
    int64_t left = fine;
    int largest = 0;
    for (int i = 0; i < n; i++) {
        out[i] = (pl_fraction){(int64_t)llround(odds[i] * (double)fine), fine};
        left -= out[i].over;
        if (odds[i] > odds[largest]) largest = i;
    }
    out[largest].over += left;
}

void pl_fractions(const double *odds, int n, pl_fraction *out)
{
    for (int i = 0; i < n; i++) out[i] = simplest(odds[i]);
    if (!are_whole(out, n)) by_powers_of_two(odds, n, out);
}
