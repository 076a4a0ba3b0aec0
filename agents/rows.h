/* rows.h -- what upper confidence bounds are reckoned with all the time: a logarithm,
 * and rows of the inverses and roots of small whole numbers. */
#ifndef PL_AGENTS_ROWS_H
#define PL_AGENTS_ROWS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { PL_ROWS = 16384 };
typedef struct {
    float inverse, root; /* 1/n, 1/sqrt(n) */
} pl_inverses;
typedef struct {
    pl_inverses of[PL_ROWS];
    float root_log[PL_ROWS]; /* sqrt(log(n)) */
} pl_rows;

pl_rows *pl_rows_new(void); /* for free(); NULL: out of memory */

/* The logarithm of a number from 1 on, to 5e-6: its power of two, and a polynomial
 * that meets log(1 + u) at the six Chebyshev points of 0..1.  Unlike logf() it is
 * inline, so that those of several arms are reckoned at once. */
static inline float pl_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    float power = (float)((int32_t)(bits >> 23) - 127), u;
    bits = (bits & 0x7fffff) | 0x3f800000;
    memcpy(&u, &bits, sizeof u);
    u -= 1;
    float p = -0.023443656F;
    p = p * u + 0.10013973F;
    p = p * u - 0.20907954F;
    p = p * u + 0.32484958F;
    p = p * u - 0.49931465F;
    p = p * u + 0.99999059F;
    return power * 0.69314718F + p * u;
}

static inline float pl_inverse(const pl_rows *rows, uint32_t n)
{
    return n < PL_ROWS ? rows->of[n].inverse : 1 / (float)n;
}

static inline float pl_inverse_root(const pl_rows *rows, uint32_t n)
{
    return n < PL_ROWS ? rows->of[n].root : 1 / sqrtf((float)n);
}

static inline float pl_root_log(const pl_rows *rows, uint32_t n)
{
    return n < PL_ROWS ? rows->root_log[n] : sqrtf(pl_log((float)n));
}

#endif
