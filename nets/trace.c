/* trace.c -- eligibility traces (R. Sutton, 1988), one for each output.
 *
 * Most inputs are 0 most of the time, and so are their rows of a trace: a row is looked at
 * only while it is alive, from when its input counts until it has faded below what a float
 * can add.  The rest of the weights is few.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nets/net.h"

#define FADED 1e-7 /* of what a row was */

struct pl_trace {
    int64_t count, first; /* numbers of one output's trace; of them those of inputs */
    int32_t inputs, outputs, stride, alive;
    int32_t *row;     /* those alive */
    double *strength; /* inputs: what is left of 1; 0: not alive */
    float *e;         /* outputs times count */
    float *slope;     /* one output picked out */
};

pl_trace *pl_trace_new(const pl_net *net)
{
    pl_trace *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->count = net->count;
    t->inputs = net->shape.inputs;
    t->outputs = net->outputs;
    t->stride = net->layer[0].stride;
    t->first = (int64_t)t->inputs * t->stride;
    t->row = calloc((size_t)t->inputs, sizeof *t->row);
    t->strength = calloc((size_t)t->inputs, sizeof *t->strength);
    t->e = calloc((size_t)(t->count * t->outputs), sizeof *t->e);
    t->slope = calloc((size_t)t->outputs, sizeof *t->slope);
    if (t->row && t->strength && t->e && t->slope) return t;
    pl_trace_free(t);
    return NULL;
}

void pl_trace_free(pl_trace *t)
{
    if (!t) return;
    free(t->row);
    free(t->strength);
    free(t->e);
    free(t->slope);
    free(t);
}

static void clear_row(pl_trace *t, int row)
{
    t->strength[row] = 0;
    for (int k = 0; k < t->outputs; k++)
        memset(t->e + k * t->count + (int64_t)row * t->stride, 0, (size_t)t->stride * sizeof *t->e);
}

void pl_trace_clear(pl_trace *t)
{
    for (int i = 0; i < t->alive; i++) clear_row(t, t->row[i]);
    for (int k = 0; k < t->outputs; k++)
        memset(t->e + k * t->count + t->first, 0, (size_t)(t->count - t->first) * sizeof *t->e);
    t->alive = 0;
}

void pl_trace_add(pl_trace *t, const pl_net *net, pl_net_work *work)
{
    for (int i = 0; i < work->count[0]; i++) {
        int row = work->at[i];
        if (t->strength[row] == 0) t->row[t->alive++] = row;
        t->strength[row] = 1;
    }
    for (int k = 0; k < t->outputs; k++) {
        t->slope[k] = 1;
        pl_net_backward(net, work, t->slope, t->e + k * t->count);
        t->slope[k] = 0;
    }
}

void pl_trace_step(pl_trace *t, pl_net *net, const float *by, double fade)
{
    int alive = 0;
    for (int i = 0; i < t->alive; i++) {
        int row = t->row[i];
        int64_t at = (int64_t)row * t->stride;
        for (int k = 0; k < t->outputs; k++)
            net->kernels->step(net->weight + at, t->e + k * t->count + at, by[k], (float)fade,
                               t->stride);
        t->strength[row] *= fade;
        if (t->strength[row] > FADED) t->row[alive++] = row;
        else clear_row(t, row);
    }
    t->alive = alive;
    for (int k = 0; k < t->outputs; k++)
        net->kernels->step(net->weight + t->first, t->e + k * t->count + t->first, by[k],
                           (float)fade, (int)(t->count - t->first));
}
