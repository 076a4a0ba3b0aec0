/* backward.c -- how much each weight has to do with a loss (D. Rumelhart, G. Hinton and
 * R. Williams, 1986).  tests/nets/nets.c holds it against differences.
 *
 * The gradient may be the weights themselves, where there is one row: so a weight is read before
 * what is found of it is added. */
#include <string.h>

#include "nets/net.h"

/* Slopes of the heads to those of the units below; weights of what they stand on. */
static void heads_back(const pl_net *net, const float *top, const float *slope, float *below,
                       float *gradient)
{
    const pl_layer *l = &net->layer[net->shape.layers];
    memset(below, 0, (size_t)l->stride * sizeof *below);
    for (int k = 0; k < l->out; k++) {
        int64_t row = l->weight + (int64_t)k * l->stride;
        if (slope[k] == 0) continue;
        net->kernels->add(below, slope[k], net->weight + row, l->stride);
        gradient[l->bias + k] += slope[k];
        net->kernels->add(gradient + row, slope[k], top, l->stride);
    }
}

/* Slopes behind gain and shift to those of the sums before. */
static void normalise_back(const pl_net *net, const pl_net_work *work, int layer, int row,
                           float *slope, float *gradient)
{
    const pl_layer *l = &net->layer[layer];
    const float *centred = work->centred[layer] + (int64_t)row * l->stride;
    float inverse = work->inverse[layer][row], mean = 0, along = 0;
    for (int j = 0; j < l->out; j++) {
        float gain = net->weight[l->gain + j];
        gradient[l->gain + j] += slope[j] * centred[j];
        gradient[l->shift + j] += slope[j];
        slope[j] *= gain;
        mean += slope[j];
        along += slope[j] * centred[j];
    }
    mean /= (float)l->out;
    along /= (float)l->out;
    for (int j = 0; j < l->out; j++) slope[j] = inverse * (slope[j] - mean - centred[j] * along);
}

/* Slopes of a layer's sums to its weights and to the units below. */
static void layer_back(const pl_net *net, const pl_net_work *work, int layer, int row,
                       const float *slope, float *below, float *gradient)
{
    const pl_layer *l = &net->layer[layer], *under = &net->layer[layer - 1];
    const float *unit = work->unit[layer - 1] + (int64_t)row * under->stride;
    memset(below, 0, (size_t)under->stride * sizeof *below);
    for (int k = 0; k < l->in; k++) {
        int64_t at = l->weight + (int64_t)k * l->stride;
        below[k] = net->kernels->dot(net->weight + at, slope, l->stride);
        if (unit[k] != 0) net->kernels->add(gradient + at, unit[k], slope, l->stride);
    }
}

static void inputs_back(const pl_net *net, const pl_net_work *work, int row, const float *slope,
                        float *gradient)
{
    const pl_layer *l = &net->layer[0];
    const int32_t *at = work->at + row * work->inputs;
    const float *x = work->x + row * work->inputs;
    for (int k = 0; k < work->count[row]; k++)
        net->kernels->add(gradient + l->weight + (int64_t)at[k] * l->stride, x[k], slope,
                          l->stride);
}

static void row_back(const pl_net *net, pl_net_work *work, int row, const float *outputs,
                     float *gradient)
{
    int top = net->shape.layers - 1;
    float *slope = work->slope[0], *below = work->slope[1];
    heads_back(net, work->unit[top] + (int64_t)row * net->layer[top].stride, outputs, slope,
               gradient);
    for (int i = top; i >= 0; i--) {
        const pl_layer *l = &net->layer[i];
        const float *unit = work->unit[i] + (int64_t)row * l->stride;
        net->kernels->slope(net->shape.activation, unit, slope, l->stride);
        if (net->shape.norm) normalise_back(net, work, i, row, slope, gradient);
        net->kernels->add(gradient + l->bias, 1, slope, l->stride);
        if (i == 0) break;
        layer_back(net, work, i, row, slope, below, gradient);
        float *swap = slope;
        slope = below;
        below = swap;
    }
    inputs_back(net, work, row, slope, gradient);
}

void pl_net_backward(const pl_net *net, pl_net_work *work, const float *slope, float *gradient)
{
    for (int row = 0; row < work->n; row++, slope += work->outputs)
        row_back(net, work, row, slope, gradient);
}
