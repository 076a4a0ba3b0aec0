/* kernels.c -- the inner loops of nets, in plain C that compilers turn into vectors.
 *
 * Compiled for the base level and once more for x86-64-v3, without fused operations,
 * so that both give the same numbers.  Sums are kept in as many parts as a vector has
 * lanes, in an order of our own: nothing is left for the compiler to reorder.
 */
#include "nets/kernels.h"

#include <string.h>

#include "parlor/net.h"

/* Said in a way that lets compilers leave out what they would do for odd lengths. */
static inline int whole(int n)
{
    return n / PL_LANE * PL_LANE;
}

static void kernel_add(float *restrict y, float a, const float *restrict x, int n)
{
    for (int j = 0, end = whole(n); j < end; j++) y[j] += a * x[j];
}

/* Four rows at a time: y is read and written a quarter as often. */
static inline void add_four(float *restrict y, const float *restrict w, const int32_t *at,
                            const float *x, int n)
{
    const float *p = w + (int64_t)at[0] * n, *q = w + (int64_t)at[1] * n;
    const float *r = w + (int64_t)at[2] * n, *s = w + (int64_t)at[3] * n;
    float a = x[0], b = x[1], c = x[2], d = x[3];
    for (int j = 0, end = whole(n); j < end; j++)
        y[j] = (((y[j] + a * p[j]) + b * q[j]) + c * r[j]) + d * s[j];
}

static void kernel_rows(float *y, const float *w, const int32_t *at, const float *x, int count,
                        int n)
{
    int k = 0;
    for (; k + 4 <= count; k += 4) add_four(y, w, at + k, x + k, n);
    for (; k < count; k++) kernel_add(y, x[k], w + (int64_t)at[k] * n, n);
}

static float kernel_dot(const float *restrict x, const float *restrict y, int n)
{
    float sum[PL_LANE] = {0};
    for (int i = 0; i < n; i += PL_LANE)
        for (int j = 0; j < PL_LANE; j++) sum[j] += x[i + j] * y[i + j];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

/* e^x to about a unit in the last place, from -87 to 87 and held there beyond: 2^k times
 * a Taylor series on half a binary digit to both sides.  Adding 1.5 * 2^23 rounds to a whole
 * number, and leaves it in the lowest bits. */
static inline float exponential(float x)
{
    const float shift = 12582912.0f;
    x = x < -87 ? -87 : x > 87 ? 87 : x;
    float k = x * 1.44269504f + shift;
    int32_t bits, power;
    memcpy(&bits, &k, sizeof bits);
    k -= shift;
    float r = (x - k * 0.693359375f) + k * 2.12194440e-4f;
    float sum = 1.0f / 720;
    sum = sum * r + 1.0f / 120;
    sum = sum * r + 1.0f / 24;
    sum = sum * r + 1.0f / 6;
    sum = sum * r + 0.5f;
    sum = sum * r + 1;
    sum = sum * r + 1;
    memcpy(&power, &sum, sizeof power);
    power += (int32_t)((uint32_t)bits << 23);
    memcpy(&sum, &power, sizeof sum);
    return sum;
}

static void kernel_bend(int activation, float *y, int n)
{
    if (activation == PL_RELU)
        for (int i = 0; i < n; i++) y[i] = y[i] > 0 ? y[i] : 0;
    else if (activation == PL_TANH)
        for (int i = 0; i < n; i++) y[i] = 2 / (1 + exponential(-2 * y[i])) - 1;
    else
        for (int i = 0; i < n; i++) y[i] = 1 / (1 + exponential(-y[i]));
}

static float kernel_raise(float *y, float most, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) y[i] = exponential(y[i] - most);
    for (int i = 0; i < n; i++) sum += y[i];
    return sum;
}

static void kernel_slope(int activation, const float *restrict y, float *restrict d, int n)
{
    if (activation == PL_RELU)
        for (int i = 0; i < n; i++) d[i] = y[i] > 0 ? d[i] : 0;
    else if (activation == PL_TANH)
        for (int i = 0; i < n; i++) d[i] *= 1 - y[i] * y[i];
    else
        for (int i = 0; i < n; i++) d[i] *= y[i] * (1 - y[i]);
}

static void kernel_step(float *restrict w, float *restrict e, float a, float fade, int n)
{
    for (int j = 0, end = whole(n); j < end; j++) {
        w[j] += a * e[j];
        e[j] *= fade;
    }
}

const pl_kernels PL_KERNELS = {
    kernel_rows, kernel_add, kernel_dot, kernel_bend, kernel_raise, kernel_slope, kernel_step,
};
