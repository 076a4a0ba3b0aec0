/* heads.c -- what stands on top of the layers: numbers and probabilities, masks, losses.
 *
 * With a softmax and cross entropy the slope of the loss, in what comes before the
 * softmax, is what was said less what was right (J. Bridle, 1990); with a plain number
 * and half the square it is the same.
 */
#include <math.h>

#include "nets/net.h"

void pl_net_softmax(const pl_net *net, float *z, int n)
{
    float most = z[0];
    for (int i = 1; i < n; i++) most = z[i] > most ? z[i] : most;
    float sum = net->kernels->raise(z, most, n);
    for (int i = 0; i < n; i++) z[i] /= sum;
}

void pl_heads_forward(const pl_net *net, const float *top, float *out)
{
    const pl_net_shape *s = &net->shape;
    const pl_layer *l = &net->layer[s->layers];
    const float *w = net->weight + l->weight, *bias = net->weight + l->bias;
    for (int k = 0; k < l->out; k++, w += l->stride)
        out[k] = bias[k] + net->kernels->dot(w, top, l->stride);
    for (int i = 0; i < s->heads; out += s->size[i++])
        if (s->kind[i] != PL_SCORE) pl_net_softmax(net, out, s->size[i]);
}

void pl_net_mask(const pl_net *net, pl_net_work *work, int i, const uint64_t *legal)
{
    const pl_net_shape *s = &net->shape;
    float *out = work->out + i * work->outputs, sum = 0;
    int head = 0, left = 0;
    while (head < s->heads && s->kind[head] != PL_MOVES) out += s->size[head++];
    if (head == s->heads) return;
    for (int k = 0; k < s->size[head]; k++) {
        int ok = (int)(legal[k / 64] >> k % 64 & 1);
        out[k] = ok ? out[k] : 0;
        sum += out[k];
        left += ok;
    }
    for (int k = 0; k < s->size[head]; k++) { /* so unlikely that nothing is left: all alike */
        int ok = (int)(legal[k / 64] >> k % 64 & 1);
        out[k] = sum > 0 ? out[k] / sum : ok ? 1 / (float)left : 0;
    }
}

/* Cross entropy, less that of the target itself. */
static double entropy(const float *out, const float *target, int n)
{
    double loss = 0;
    for (int k = 0; k < n; k++)
        if (target[k] > 0)
            loss += (double)target[k] * log((double)target[k] / fmax((double)out[k], 1e-30));
    return loss;
}

double pl_net_loss(const pl_net *net, const float *out, const float *target, float *slope)
{
    const pl_net_shape *s = &net->shape;
    double loss = 0;
    for (int i = 0, at = 0; i < s->heads; at += s->size[i++]) {
        double off = (double)out[at] - (double)target[at];
        int counts = s->kind[i] != PL_MOVES;
        if (s->kind[i] == PL_SCORE) loss += off * off / 2;
        else if (counts) loss += entropy(out + at, target + at, s->size[i]);
        for (int k = at; slope && k < at + s->size[i]; k++)
            slope[k] = counts ? out[k] - target[k] : 0;
    }
    return loss;
}

int pl_net_tells_scores(const pl_net *net)
{
    const pl_net_shape *s = &net->shape;
    int scores = 0;
    for (int i = 0; i < s->heads; i++)
        scores |= s->kind[i] == PL_SCORE || s->kind[i] == PL_OUTCOMES;
    return scores;
}

int pl_net_moves_at(const pl_net *net)
{
    const pl_net_shape *s = &net->shape;
    for (int i = 0, at = 0; i < s->heads; at += s->size[i++])
        if (s->kind[i] == PL_MOVES) return at + 1;
    return 0;
}
