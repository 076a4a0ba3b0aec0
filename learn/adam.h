/* adam.h -- steps along a gradient. */
#ifndef PL_LEARN_ADAM_H
#define PL_LEARN_ADAM_H

#include <stdint.h>

/* Step number step, from 1 on, of n weights; mean and square, n numbers each, are its memory, at
 * first all 0. */
void pl_adam(float *weight, const float *gradient, float *mean, float *square, int64_t n,
             double rate, double step);

#endif
