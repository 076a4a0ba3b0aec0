/* net.h -- a net in memory.
 *
 * All weights are one array.  Hidden layers have a row for each of their inputs, so
 * that an input which is 0 costs nothing; heads have a row for each output.  Rows are
 * filled up with zeros to whole lanes, and these stay 0.
 */
#ifndef PL_NETS_NET_H
#define PL_NETS_NET_H

#include "nets/kernels.h"
#include "parlor/net.h"

enum { PL_NOTES_MAX = 16, PL_NOTE_NAME = 32 };

/* Where things of a layer begin among the weights; rows of stride numbers. */
typedef struct {
    int32_t in, out, stride;
    int32_t unused;
    int64_t weight, bias;
    int64_t gain, shift; /* of a layer that is normalised */
} pl_layer;

typedef struct {
    char name[PL_NOTE_NAME];
    char *text;
} pl_note;

struct pl_net {
    pl_net_shape shape;
    const pl_kernels *kernels;
    pl_layer layer[PL_NET_LAYERS + 1]; /* the last one is that of all heads */
    int64_t count;
    float *weight;
    float *unit; /* inputs: what a byte of the tensor is worth */
    double middle, spread;
    double first;    /* the least of OUTCOMES */
    uint64_t tensor; /* a hash of what the game's tensor is made of */
    int32_t outputs, notes;
    pl_note note[PL_NOTES_MAX];
    float *kept;   /* of who trains it, */
    int64_t keeps; /* so many */
    char game[PL_SPEC_MAX];
};

struct pl_net_work {
    int rows, n;
    int64_t inputs, outputs;       /* numbers of a row */
    float *sum;                    /* rows of the first layer before it is bent */
    float *unit[PL_NET_LAYERS];    /* rows of each layer */
    float *centred[PL_NET_LAYERS]; /* the same normalised, before gain and shift; */
    float *inverse[PL_NET_LAYERS]; /* one over the deviation: a number for each row */
    float *out;                    /* rows of outputs */
    int32_t *at, *count;           /* inputs that are not 0: which, and how many; learning alone */
    float *x;                      /* and what they are */
    uint8_t *tensor;               /* rows of observations */
    float *slope[2];               /* of a layer and the one below */
};

/* Names in a list that ends with NULL: which one, or -1. */
int pl_name_index(const char *const *names, const char *text, size_t n);
extern const char *const pl_activation_names[], *const pl_norm_names[], *const pl_head_names[];

/* Lay out the weights of a shape; 0, or -1 with what is wrong with it. */
int pl_net_lay_out(pl_net *net, pl_error *err);
/* The same and memory for it, all weights 0. */
pl_net *pl_net_blank(const pl_net_shape *shape, pl_error *err);
/* Softmax of n numbers in place. */
void pl_net_softmax(const pl_net *net, float *z, int n);
/* Outputs of a row, before the softmax of heads and then behind it. */
void pl_heads_forward(const pl_net *net, const float *top, float *out);
/* What s, an end, is worth to seat, told in the net's own terms. */
double pl_net_end(const pl_net *net, pl_net_work *work, const pl_game *g, const void *s, int seat);
/* Whether what pl_net_worth() tells are scores, not chances to win; and 1 + where the outputs of
 * MOVES begin, or 0. */
int pl_net_tells_scores(const pl_net *net);
int pl_net_moves_at(const pl_net *net);

#endif
