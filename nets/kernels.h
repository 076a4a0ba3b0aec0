/* kernels.h -- the inner loops of nets.  All lengths are multiples of PL_LANE, and
 * arrays do not overlap. */
#ifndef PL_NETS_KERNELS_H
#define PL_NETS_KERNELS_H

#include <stdint.h>

enum { PL_LANE = 8 };

typedef struct {
    /* y += the sum of x[k] times row at[k] of w, over count rows of n numbers. */
    void (*rows)(float *y, const float *w, const int32_t *at, const float *x, int count, int n);
    /* y += a * x */
    void (*add)(float *y, float a, const float *x, int n);
    float (*dot)(const float *x, const float *y, int n);
    /* y becomes its activation. */
    void (*bend)(int activation, float *y, int n);
    /* y becomes e^(y - most), and their sum is told; for any n. */
    float (*raise)(float *y, float most, int n);
    /* d *= the slope of the activation where it came to y. */
    void (*slope)(int activation, const float *y, float *d, int n);
    /* w += a * e, and then e *= fade: a step along a trace. */
    void (*step)(float *w, float *e, float a, float fade, int n);
} pl_kernels;
extern const pl_kernels pl_kernels_base, pl_kernels_v3;

const pl_kernels *pl_kernels_here(void); /* those for this machine */

#endif
