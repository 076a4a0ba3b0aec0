/* adam.c -- Adam (D. Kingma and J. Ba, 2015): each weight's step is its mean gradient over the
 * root of its mean square, so that no step is much longer than the rate. */
#include "learn/adam.h"

#include <math.h>

void pl_adam(float *weight, const float *gradient, float *mean, float *square, int64_t n,
             double rate, double step)
{
    const float keep_mean = 0.9f, keep_square = 0.999f, least = 1e-8f;
    float by = (float)(rate / (1 - pow(0.9, step)));
    float unbiased = (float)(1 / (1 - pow(0.999, step)));
    for (int64_t i = 0; i < n; i++) {
        float g = gradient[i];
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * g;
        square[i] = keep_square * square[i] + (1 - keep_square) * g * g;
        weight[i] -= by * mean[i] / (sqrtf(square[i] * unbiased) + least);
    }
}
