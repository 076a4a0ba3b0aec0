/* work.c -- memory to think in. */
#include <stdlib.h>
#include <string.h>

#include "nets/net.h"

/* n numbers, all 0 and aligned; *bad is set if they cannot be had. */
static void *room(int64_t n, int *bad)
{
    size_t bytes = ((size_t)n * sizeof(float) + 63) / 64 * 64;
    void *memory = *bad ? NULL : aligned_alloc(64, bytes ? bytes : 64);
    if (memory) memset(memory, 0, bytes);
    else *bad = 1;
    return memory;
}

static void layers_room(const pl_net *net, pl_net_work *w, int *bad)
{
    for (int i = 0; i < net->shape.layers; i++) {
        int64_t n = (int64_t)w->rows * net->layer[i].stride;
        w->unit[i] = room(n, bad);
        if (net->shape.norm) w->centred[i] = room(n, bad);
        if (net->shape.norm) w->inverse[i] = room(w->rows, bad);
    }
}

static int64_t widest(const pl_net *net)
{
    int64_t most = 0;
    for (int i = 0; i <= net->shape.layers; i++)
        if (net->layer[i].stride > most) most = net->layer[i].stride;
    return most;
}

pl_net_work *pl_net_work_new(const pl_net *net, int rows, int learning)
{
    pl_net_work *w = calloc(1, sizeof *w);
    int bad = !w;
    if (bad) return NULL;
    w->rows = rows;
    w->inputs = net->shape.inputs;
    w->outputs = net->outputs;
    w->sum = room((int64_t)rows * net->layer[0].stride, &bad);
    w->out = room(rows * w->outputs, &bad);
    layers_room(net, w, &bad);
    /* A row is looked at as a list of what is not 0; only who learns keeps it. */
    int lists = learning ? rows : 1;
    w->at = room(lists * w->inputs, &bad);
    w->x = room(lists * w->inputs, &bad);
    w->count = room(rows, &bad);
    w->tensor = room((rows * w->inputs + 3) / 4, &bad);
    for (int i = 0; learning && i < 2; i++) w->slope[i] = room(widest(net), &bad);
    if (!bad) return w;
    pl_net_work_free(w);
    return NULL;
}

void pl_net_work_free(pl_net_work *w)
{
    if (!w) return;
    for (int i = 0; i < PL_NET_LAYERS; i++) {
        free(w->unit[i]);
        free(w->centred[i]);
        free(w->inverse[i]);
    }
    free(w->sum);
    free(w->out);
    free(w->at);
    free(w->x);
    free(w->count);
    free(w->tensor);
    free(w->slope[0]);
    free(w->slope[1]);
    free(w);
}

const float *pl_net_out(const pl_net_work *w, int i)
{
    return w->out + i * w->outputs;
}
