/* net.c -- a net: its shape, its weights, its notes. */
#include "nets/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

const char *const pl_activation_names[] = {"relu", "tanh", "sigmoid", NULL};
const char *const pl_norm_names[] = {"none", "layer", NULL};
const char *const pl_head_names[] = {"score", "wins", "outcomes", "moves", NULL};

const char *pl_activation_name(int activation)
{
    return pl_activation_names[activation];
}

const char *pl_head_name(int kind)
{
    return pl_head_names[kind];
}

int pl_name_index(const char *const *names, const char *text, size_t n)
{
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == n && !memcmp(names[i], text, n)) return i;
    return -1;
}

const pl_kernels *pl_kernels_here(void)
{
#ifdef PL_HAVE_V3
    if (pl_machine_v3()) return &pl_kernels_v3;
#endif
    return &pl_kernels_base;
}

static int within(const char *what, int64_t n, int64_t most, pl_error *err)
{
    if (n >= 1 && n <= most) return 0;
    return pl_fail(err, "a net has 1..%lld %s, not %lld", (long long)most, what, (long long)n);
}

static int check_heads(const pl_net_shape *s, pl_error *err)
{
    if (within("heads", s->heads, PL_NET_HEADS, err)) return -1;
    for (int i = 0; i < s->heads; i++) {
        if (s->kind[i] < 0 || s->kind[i] >= PL_HEAD_KINDS)
            return pl_fail(err, "a head is a score, wins, outcomes or moves");
        if (within("outputs in a head", s->size[i], PL_NET_SIZE, err)) return -1;
        if (s->kind[i] == PL_SCORE && s->size[i] != 1)
            return pl_fail(err, "a score is one output, not %d", (int)s->size[i]);
        for (int k = 0; k < i; k++)
            if (s->kind[k] == s->kind[i])
                return pl_fail(err, "a net has one head for %s, not two",
                               pl_head_names[s->kind[i]]);
    }
    return 0;
}

static int check_shape(const pl_net_shape *s, pl_error *err)
{
    if (within("inputs", s->inputs, PL_NET_SIZE, err)) return -1;
    if (within("hidden layers", s->layers, PL_NET_LAYERS, err)) return -1;
    for (int i = 0; i < s->layers; i++)
        if (within("units in a layer", s->width[i], PL_NET_WIDTH, err)) return -1;
    if (s->activation < 0 || s->activation >= PL_ACTIVATIONS || s->norm < 0 || s->norm > 1)
        return pl_fail(err, "a layer is relu, tanh or sigmoid, and normalised or not");
    if (!pl_inputs_name(s->observes)) return pl_fail(err, "there are no inputs of that number");
    return check_heads(s, err);
}

static int32_t lanes(int32_t n)
{
    return (n + PL_LANE - 1) / PL_LANE * PL_LANE;
}

static int64_t take(pl_net *net, int64_t n)
{
    int64_t at = net->count;
    net->count += n;
    return at;
}

int pl_net_lay_out(pl_net *net, pl_error *err)
{
    const pl_net_shape *s = &net->shape;
    int32_t in = s->inputs;
    if (check_shape(s, err)) return -1;
    net->count = net->outputs = 0;
    for (int i = 0; i < s->heads; i++) net->outputs += s->size[i];
    for (int i = 0; i < s->layers; i++) {
        pl_layer *l = &net->layer[i];
        *l = (pl_layer){.in = in, .out = s->width[i], .stride = lanes(s->width[i])};
        l->weight = take(net, (int64_t)in * l->stride);
        l->bias = take(net, l->stride);
        if (s->norm) l->gain = take(net, l->stride);
        if (s->norm) l->shift = take(net, l->stride);
        in = l->out;
    }
    pl_layer *top = &net->layer[s->layers];
    *top = (pl_layer){.in = in, .out = net->outputs, .stride = lanes(in)};
    top->weight = take(net, (int64_t)top->out * top->stride);
    top->bias = take(net, lanes(top->out));
    return net->count <= PL_NET_COUNT ? 0
                                      : pl_fail(err, "a net has at most %d weights, not %lld",
                                                PL_NET_COUNT, (long long)net->count);
}

static void *zeros(int64_t n, size_t size)
{
    size_t bytes = ((size_t)n * size + 63) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

pl_net *pl_net_blank(const pl_net_shape *shape, pl_error *err)
{
    pl_net *net = calloc(1, sizeof *net);
    if (!net) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    net->shape = *shape;
    net->kernels = pl_kernels_here();
    net->spread = 1;
    int bad = pl_net_lay_out(net, err);
    net->weight = bad ? NULL : zeros(net->count, sizeof *net->weight);
    net->unit = bad ? NULL : zeros(shape->inputs, sizeof *net->unit);
    if (net->weight && net->unit) {
        for (int i = 0; i < shape->inputs; i++) net->unit[i] = 1;
        return net;
    }
    if (!bad) pl_fail(err, "out of memory");
    pl_net_free(net);
    return NULL;
}

/* Uniform, so that what goes through the layer keeps its spread both ways. */
static void draw_layer(pl_net *net, const pl_layer *l, int by_input, pl_rng *r)
{
    float *w = net->weight + l->weight, most = (float)sqrt(6.0 / (l->in + l->out));
    int rows = by_input ? l->in : l->out, columns = by_input ? l->out : l->in;
    for (int i = 0; i < rows; i++, w += l->stride)
        for (int j = 0; j < columns; j++) w[j] = (float)(2 * pl_unit(r) - 1) * most;
}

/* Where all inputs are 0 there would be no deviation to divide by, and a gradient beyond all others:
 * a normalised layer begins with biases that differ. */
static void draw_norm(pl_net *net, const pl_layer *l, pl_rng *r)
{
    float most = (float)sqrt(6.0 / (l->in + l->out));
    for (int j = 0; j < l->out; j++) {
        net->weight[l->bias + j] = (float)(2 * pl_unit(r) - 1) * most;
        net->weight[l->gain + j] = 1;
    }
}

static void draw_weights(pl_net *net, uint64_t seed)
{
    int layers = net->shape.layers;
    pl_rng r;
    pl_seed(&r, seed);
    for (int i = 0; i <= layers; i++) {
        const pl_layer *l = &net->layer[i];
        draw_layer(net, l, i < layers, &r);
        if (net->shape.norm && i < layers) draw_norm(net, l, &r);
    }
}

pl_net *pl_net_new(const pl_net_shape *shape, const pl_game *g, uint64_t seed, pl_error *err)
{
    pl_net *net = pl_net_blank(shape, err);
    if (!net) return NULL;
    draw_weights(net, seed);
    if (g) pl_spec(g, net->game, sizeof net->game);
    if (!g || pl_net_fit(net, g, err) == 0) return net;
    pl_net_free(net);
    return NULL;
}

pl_net *pl_net_copy(const pl_net *net)
{
    pl_error err;
    pl_net *copy = pl_net_blank(&net->shape, &err);
    if (!copy) return NULL;
    memcpy(copy->weight, net->weight, (size_t)net->count * sizeof *net->weight);
    memcpy(copy->unit, net->unit, (size_t)net->shape.inputs * sizeof *net->unit);
    memcpy(copy->game, net->game, sizeof net->game);
    copy->middle = net->middle;
    copy->spread = net->spread;
    copy->first = net->first;
    copy->tensor = net->tensor;
    for (int i = 0; i < net->notes; i++)
        if (pl_net_note(copy, net->note[i].name, net->note[i].text)) {
            pl_net_free(copy);
            return NULL;
        }
    return copy;
}

void pl_net_free(pl_net *net)
{
    if (!net) return;
    for (int i = 0; i < net->notes; i++) free(net->note[i].text);
    free(net->weight);
    free(net->unit);
    free(net->kept);
    free(net);
}

const pl_net_shape *pl_net_shape_of(const pl_net *net)
{
    return &net->shape;
}

void pl_net_scale(pl_net *net, double middle, double spread)
{
    net->middle = middle;
    net->spread = spread;
}

void pl_net_scale_of(const pl_net *net, double *middle, double *spread)
{
    *middle = net->middle;
    *spread = net->spread;
}

float *pl_net_weights(pl_net *net, int64_t *count, int32_t *stride)
{
    *count = net->count;
    *stride = net->layer[0].stride;
    return net->weight;
}

int pl_net_outputs(const pl_net *net)
{
    return net->outputs;
}

int pl_net_keep(pl_net *net, int64_t n)
{
    if (n < 0 || n > PL_NET_KEPT * net->count) return -1;
    float *kept = calloc((size_t)n + 1, sizeof *kept);
    if (!kept) return -1;
    free(net->kept);
    net->kept = kept;
    net->keeps = n;
    return 0;
}

float *pl_net_kept(const pl_net *net, int64_t *n)
{
    *n = net->keeps;
    return net->kept;
}

static pl_note *find_note(const pl_net *net, const char *name)
{
    for (int i = 0; i < net->notes; i++)
        if (!strcmp(net->note[i].name, name)) return (pl_note *)&net->note[i];
    return NULL;
}

int pl_net_note(pl_net *net, const char *name, const char *text)
{
    pl_note *n = find_note(net, name);
    size_t size = strlen(text) + 1;
    if (size > PL_NET_NOTE || strlen(name) >= sizeof n->name) return -1;
    if (!n && net->notes == PL_NOTES_MAX) return -1;
    char *copy = malloc(size);
    if (!copy) return -1;
    memcpy(copy, text, size);
    if (!n) {
        n = &net->note[net->notes++];
        snprintf(n->name, sizeof n->name, "%s", name);
    } else free(n->text);
    n->text = copy;
    return 0;
}

const char *pl_net_noted(const pl_net *net, const char *name)
{
    const pl_note *n = find_note(net, name);
    return n ? n->text : NULL;
}
