/* tensors.c -- the weights of a net as the tensors of its file. */
#include <stdio.h>

#include "nets/file.h"

int64_t pl_net_tensor_bytes(const pl_net_tensor *t)
{
    return (int64_t)t->rows * t->columns * (int64_t)sizeof(float);
}

static void name_it(pl_net_tensor *t, const char *what, int number, const char *part)
{
    if (number < 0) snprintf(t->name, sizeof t->name, "%s.%s", what, part);
    else snprintf(t->name, sizeof t->name, "%s.%d.%s", what, number, part);
}

static void vector(pl_net_tensor *t, int64_t at, int32_t n)
{
    *t = (pl_net_tensor){.rows = 1, .columns = n, .dimensions = 1, .at = at, .across = 1};
}

/* A layer has a matrix and a bias, and two vectors more where it is normalised. */
static void of_layer(const pl_net *net, int layer, int part, pl_net_tensor *t)
{
    const pl_layer *l = &net->layer[layer];
    if (part == 0)
        *t = (pl_net_tensor){.rows = l->out,
                             .columns = l->in,
                             .dimensions = 2,
                             .at = l->weight,
                             .down = 1,
                             .across = l->stride};
    else vector(t, part == 1 ? l->bias : part == 2 ? l->gain : l->shift, l->out);
    name_it(t, part < 2 ? "hidden" : "norm", layer, part % 2 ? "bias" : "weight");
}

static void of_head(const pl_net *net, int head, int part, pl_net_tensor *t)
{
    const pl_net_shape *s = &net->shape;
    const pl_layer *l = &net->layer[s->layers];
    int64_t before = 0;
    for (int i = 0; i < head; i++) before += s->size[i];
    if (part == 0)
        *t = (pl_net_tensor){.rows = s->size[head],
                             .columns = l->in,
                             .dimensions = 2,
                             .at = l->weight + before * l->stride,
                             .down = l->stride,
                             .across = 1};
    else vector(t, l->bias + before, s->size[head]);
    name_it(t, pl_head_name(s->kind[head]), -1, part ? "bias" : "weight");
}

int pl_net_tensor_at(const pl_net *net, int i, pl_net_tensor *out)
{
    int parts = net->shape.norm ? 4 : 2, hidden = net->shape.layers * parts;
    if (i < hidden) of_layer(net, i / parts, i % parts, out);
    else if (i < hidden + 2 * net->shape.heads)
        of_head(net, (i - hidden) / 2, (i - hidden) % 2, out);
    else return 0;
    return 1;
}
