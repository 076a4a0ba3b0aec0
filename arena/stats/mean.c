/* mean.c -- mean and variance from exact sums.
 *
 * A sample is cut down to whole steps of 2^-64, which changes nothing that a game
 * could score, and it and its square are added as whole numbers, in limbs of 32
 * bits that have room for carries.  So the sums are exact, in any order and from
 * any number of threads, and the variance, n times the squares less the square of
 * the sum, loses nothing to cancellation.
 *
 * Fact to check: 1e15 + 1, 1e15 + 2 and 1e15 + 3 have the variance 1.
 */
#include <math.h>
#include <string.h>

#include "parlor/stats.h"

enum { SUM = 6, SQUARE = 10, PRODUCT = 14 };
#define LOW 0xffffffff
#define CARRY_EVERY ((int64_t)1 << 26) /* a limb has room for 2^28 samples */

/* What is above 32 bits goes into the next limb; the last keeps the sign. */
static void carry(int64_t *limb, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        int64_t rest = limb[i] & LOW;
        limb[i + 1] += (limb[i] - rest) / ((int64_t)1 << 32);
        limb[i] = rest;
    }
}

/* |x| in steps of 2^-64: three limbs, the first of which is number *at. */
static void cut(double x, uint64_t out[3], int *at)
{
    int e;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &e), 53);
    int shift = e - 53 + 64;
    if (shift < 0) {
        m = shift > -64 ? m >> -shift : 0;
        shift = 0;
    }
    uint64_t low = (m & LOW) << shift % 32, high = ((m >> 32) << shift % 32) + (low >> 32);
    out[0] = low & LOW;
    out[1] = high & LOW;
    out[2] = high >> 32;
    *at = shift / 32;
}

static void add_wide(pl_mean *m, double x)
{
    uint64_t part[3];
    int at;
    cut(x, part, &at);
    for (int i = 0; i < 3; i++) {
        m->sum[at + i] += x < 0 ? -(int64_t)part[i] : (int64_t)part[i];
        for (int j = 0; j < 3; j++) {
            uint64_t product = part[i] * part[j];
            m->square[2 * at + i + j] += (int64_t)(product & LOW);
            m->square[2 * at + i + j + 1] += (int64_t)(product >> 32);
        }
    }
}

void pl_mean_add(pl_mean *m, double x)
{
    pl_mean_add_times(m, x, 1);
}

void pl_mean_add_times(pl_mean *m, double x, int64_t times)
{
    int64_t before = m->n;
    if (!(fabs(x) < ldexp(1, 60))) {
        m->lost += times;
        return;
    }
    if (!m->n || x < m->least) m->least = x;
    if (!m->n || x > m->most) m->most = x;
    m->n += times;
    if (fabs(x) < 32768 && x == (int)x) { /* most scores are small whole numbers */
        m->sum[2] += times * (int)x;
        m->square[4] += times * ((int)x * (int)x);
    } else
        for (int64_t i = 0; i < times; i++) add_wide(m, x);
    if (before / CARRY_EVERY != m->n / CARRY_EVERY) {
        carry(m->sum, SUM);
        carry(m->square, SQUARE);
    }
}

void pl_mean_merge(pl_mean *into, const pl_mean *from)
{
    if (from->n && (!into->n || from->least < into->least)) into->least = from->least;
    if (from->n && (!into->n || from->most > into->most)) into->most = from->most;
    into->n += from->n;
    into->lost += from->lost;
    carry(into->sum, SUM);
    carry(into->square, SQUARE);
    for (int i = 0; i < SUM; i++) into->sum[i] += from->sum[i];
    for (int i = 0; i < SQUARE; i++) into->square[i] += from->square[i];
    carry(into->sum, SUM);
    carry(into->square, SQUARE);
}

/* The size of a sum as whole limbs; returns its sign. */
static int size_of(const int64_t *limb, int n, uint32_t *out)
{
    int64_t copy[SQUARE];
    memcpy(copy, limb, (size_t)n * sizeof *copy);
    carry(copy, n);
    int sign = copy[n - 1] < 0 ? -1 : 1;
    for (int i = 0; i < n; i++) copy[i] *= sign;
    carry(copy, n);
    for (int i = 0; i < n; i++) out[i] = (uint32_t)copy[i];
    return sign;
}

static void multiply(const uint32_t *a, int na, const uint32_t *b, int nb, uint32_t out[PRODUCT])
{
    memset(out, 0, PRODUCT * sizeof *out);
    for (int i = 0; i < na; i++) {
        uint64_t over = 0;
        for (int j = 0; j < nb; j++) {
            over += (uint64_t)a[i] * b[j] + out[i + j];
            out[i + j] = (uint32_t)over;
            over >>= 32;
        }
        out[i + nb] = (uint32_t)over;
    }
}

/* a less b, which is not larger. */
static void subtract(uint32_t *a, const uint32_t *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < PRODUCT; i++) {
        uint64_t d = (uint64_t)a[i] - b[i] - borrow;
        a[i] = (uint32_t)d;
        borrow = d >> 63;
    }
}

/* As a number, from its three highest limbs; the lowest one counts 2^unit. */
static double number(const uint32_t *limb, int n, int unit)
{
    while (n > 1 && !limb[n - 1]) n--;
    double x = 0;
    int last = n > 3 ? n - 3 : 0;
    for (int i = n; i-- > last;) x = x * 4294967296.0 + limb[i];
    return ldexp(x, 32 * last + unit);
}

double pl_mean_value(const pl_mean *m)
{
    uint32_t size[SUM];
    if (!m->n || m->lost) return NAN;
    int sign = size_of(m->sum, SUM, size);
    return sign * number(size, SUM, -64) / (double)m->n;
}

double pl_mean_variance(const pl_mean *m)
{
    if (m->n < 2 || m->lost) return NAN;
    uint32_t sum[SUM], square[SQUARE], a[PRODUCT], b[PRODUCT];
    uint32_t n[2] = {(uint32_t)m->n, (uint32_t)(m->n >> 32)};
    size_of(m->sum, SUM, sum);
    size_of(m->square, SQUARE, square);
    multiply(square, SQUARE, n, 2, a);
    multiply(sum, SUM, sum, SUM, b);
    subtract(a, b);
    return number(a, PRODUCT, -128) / ((double)m->n * (double)(m->n - 1));
}

double pl_mean_error(const pl_mean *m)
{
    return sqrt(pl_mean_variance(m) / (double)m->n);
}

pl_interval pl_mean_interval(const pl_mean *m, double confidence)
{
    double value = pl_mean_value(m);
    if (isnan(value)) return (pl_interval){NAN, NAN, NAN};
    if (m->n < 2) return (pl_interval){value, -INFINITY, INFINITY};
    double t = pl_student_quantile(0.5 + confidence / 2, (double)(m->n - 1));
    double wide = t * pl_mean_error(m);
    return (pl_interval){value, value - wide, value + wide};
}

double pl_half_width(int64_t n, double sum, double squares)
{
    if (n < 2) return NAN;
    double all = (double)n, mean = sum / all;
    double error = sqrt(fmax((squares - all * mean * mean) / (all - 1), 0) / all);
    return error > 0 ? pl_student_quantile(0.975, all - 1) * error : 0;
}
