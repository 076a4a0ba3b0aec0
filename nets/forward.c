/* forward.c -- from inputs to outputs.
 *
 * The first layer is a sum of weights' rows, one for each input that is not 0; and where
 * a row is much like the one before it, as positions after two moves of one turn are, it
 * is the sum of that one and of what differs.  bench/nets prints what that gains.
 */
#include <math.h>
#include <string.h>

#include "nets/net.h"

enum { AFRESH = 32 }; /* rows until a sum is made anew, lest it drift */

/* To mean 0 and deviation 1, and then by gain and shift. */
static void normalise(const pl_net *net, pl_net_work *work, int layer, int row, float *z)
{
    const pl_layer *l = &net->layer[layer];
    const float *gain = net->weight + l->gain, *shift = net->weight + l->shift;
    float *centred = work->centred[layer] + (int64_t)row * l->stride, mean = 0, square = 0;
    for (int j = 0; j < l->out; j++) mean += z[j];
    mean /= (float)l->out;
    for (int j = 0; j < l->out; j++) square += (z[j] - mean) * (z[j] - mean);
    float inverse = 1 / sqrtf(square / (float)l->out + 1e-5f);
    work->inverse[layer][row] = inverse;
    for (int j = 0; j < l->out; j++) {
        centred[j] = (z[j] - mean) * inverse;
        z[j] = centred[j] * gain[j] + shift[j];
    }
}

/* The units of a layer, from the sums of what came in. */
static void bend_layer(const pl_net *net, pl_net_work *work, int layer, int row, const float *sum)
{
    const pl_layer *l = &net->layer[layer];
    float *unit = work->unit[layer] + (int64_t)row * l->stride;
    if (unit != sum) memcpy(unit, sum, (size_t)l->stride * sizeof *unit);
    if (net->shape.norm) normalise(net, work, layer, row, unit);
    net->kernels->bend(net->shape.activation, unit, l->stride);
    for (int j = l->out; j < l->stride; j++) unit[j] = 0;
}

/* From the sums of the first layer up. */
static void rise(const pl_net *net, pl_net_work *work, int row)
{
    const pl_net_shape *s = &net->shape;
    bend_layer(net, work, 0, row, work->sum + (int64_t)row * net->layer[0].stride);
    for (int i = 1; i < s->layers; i++) {
        const pl_layer *l = &net->layer[i];
        const float *below = work->unit[i - 1] + (int64_t)row * net->layer[i - 1].stride;
        float *unit = work->unit[i] + (int64_t)row * l->stride;
        memcpy(unit, net->weight + l->bias, (size_t)l->stride * sizeof *unit);
        for (int k = 0; k < l->in; k++)
            if (below[k] != 0)
                net->kernels->add(unit, below[k], net->weight + l->weight + (int64_t)k * l->stride,
                                  l->stride);
        bend_layer(net, work, i, row, unit);
    }
    const float *top = work->unit[s->layers - 1] + (int64_t)row * net->layer[s->layers].stride;
    pl_heads_forward(net, top, work->out + row * work->outputs);
}

/* A sum of the first layer: bias and rows, or another sum and rows. */
static void add_rows(const pl_net *net, float *sum, const float *from, const int32_t *at,
                     const float *x, int count)
{
    const pl_layer *l = &net->layer[0];
    memcpy(sum, from, (size_t)l->stride * sizeof *sum);
    net->kernels->rows(sum, net->weight + l->weight, at, x, count, l->stride);
}

void pl_net_forward(const pl_net *net, pl_net_work *work, const float *x, int n)
{
    const pl_layer *l = &net->layer[0];
    int64_t step = work->slope[0] ? work->inputs : 0; /* lists are kept for who learns */
    for (int row = 0; row < n; row++, x += l->in) {
        int32_t *at = work->at + row * step;
        float *value = work->x + row * step;
        int count = 0;
        for (int i = 0; i < l->in; i++) {
            at[count] = i;
            value[count] = x[i];
            count += x[i] != 0;
        }
        work->count[row] = count;
        add_rows(net, work->sum + (int64_t)row * l->stride, net->weight + l->bias, at, value,
                 count);
        rise(net, work, row);
    }
    work->n = work->slope[0] ? n : 0;
}

/* What differs between two tensors, eight bytes at a time; before NULL: from nothing. */
static int differences(const pl_net *net, const uint8_t *now, const uint8_t *before, int32_t *at,
                       float *x)
{
    int n = net->shape.inputs, count = 0;
    for (int i = 0; i < n; i += 8) {
        uint64_t a = 0, b = 0;
        size_t size = n - i < 8 ? (size_t)(n - i) : 8;
        if (size == 8) memcpy(&a, now + i, 8);
        else memcpy(&a, now + i, size);
        if (before && size == 8) memcpy(&b, before + i, 8);
        else if (before) memcpy(&b, before + i, size);
        if (a == b) continue;
        for (int k = i; k < i + (int)size; k++) {
            int by = now[k] - (before ? before[k] : 0);
            at[count] = k;
            x[count] = (float)by * net->unit[k];
            count += by != 0;
        }
    }
    return count;
}

void pl_net_study(const pl_net *net, pl_net_work *work, const uint8_t *tensor, int n)
{
    const pl_layer *l = &net->layer[0];
    for (int row = 0; row < n; row++, tensor += l->in) {
        int32_t *at = work->at + row * work->inputs;
        float *x = work->x + row * work->inputs, *sum = work->sum + (int64_t)row * l->stride;
        work->count[row] = differences(net, tensor, NULL, at, x);
        add_rows(net, sum, net->weight + l->bias, at, x, work->count[row]);
        rise(net, work, row);
    }
    work->n = n;
}

void pl_net_observe(const pl_net *net, pl_net_work *work, const uint8_t *tensor, int n)
{
    const pl_layer *l = &net->layer[0];
    const float *bias = net->weight + l->bias;
    for (int row = 0; row < n; row++, tensor += l->in) {
        float *sum = work->sum + (int64_t)row * l->stride;
        int on = row % AFRESH != 0;
        int count = differences(net, tensor, on ? tensor - l->in : NULL, work->at, work->x);
        add_rows(net, sum, on ? sum - l->stride : bias, work->at, work->x, count);
        rise(net, work, row);
    }
    work->n = 0;
}
