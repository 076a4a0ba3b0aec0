/* net.h -- small nets: from what a seat observes to what it may expect.
 *
 *     pl_net_shape shape = pl_net_usual(g);            // one hidden layer of 80 units
 *     pl_net *net = pl_net_new(&shape, g, seed, &err); // or pl_net_read("file", g, &err)
 *     pl_net_work *work = pl_net_work_new(net, 64, 0);
 *     pl_net_see(net, g, view, seat, inputs);          // one row of bytes
 *     pl_net_observe(net, work, inputs, 1);
 *     double score = pl_net_worth(net, pl_net_out(work, 0));
 *
 * Hidden layers one after the other, all of one kind, and on top of the last one
 * heads that each answer a question of their own.  A net speaks for the seat whose
 * view it is shown: one net plays every seat.  What it is shown of a view is the game's
 * tensor, or inputs of another name.  Numbers are float32, and the same with
 * and without the x86-64-v3 level.  docs/learning.md has the formulas.
 */
#ifndef PL_NET_H
#define PL_NET_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_net pl_net;
typedef struct pl_net_work pl_net_work;

enum {
    PL_NET_LAYERS = 8,      /* hidden layers at most, */
    PL_NET_WIDTH = 4096,    /* units in each at most, */
    PL_NET_HEADS = 4,       /* heads at most, */
    PL_NET_SIZE = 65536,    /* and outputs of a head or inputs at most */
    PL_NET_NOTE = 1 << 20,  /* bytes of a note at most, its end included */
    PL_NET_COUNT = 1 << 26, /* weights in memory at most, */
    PL_NET_KEPT = 4         /* and of each so many numbers kept with it */
};
enum { PL_RELU, PL_TANH, PL_SIGMOID, PL_ACTIVATIONS };

/* What a head answers.  SCORE: the seat's score, less the net's middle, over its
 * spread: one number.  WINS: how likely each seat wins, this one first, then those
 * that follow it in turn; who tie share.  OUTCOMES: how likely each whole score from
 * the game's lo to its hi is.  MOVES: how likely each action is to be played. */
enum { PL_SCORE, PL_WINS, PL_OUTCOMES, PL_MOVES, PL_HEAD_KINDS };
const char *pl_activation_name(int activation); /* "relu" */
const char *pl_head_name(int kind);             /* "score" */

typedef struct {
    int32_t inputs;
    int32_t layers, width[PL_NET_LAYERS];
    int32_t activation;
    int32_t norm; /* 1: layers are normalised (Ba, Kiros and Hinton, 2016) */
    int32_t heads, kind[PL_NET_HEADS], size[PL_NET_HEADS];
    int32_t observes; /* 0: the game's tensor; else pl_inputs_find() */
} pl_net_shape;

/* One layer of 80 units, relu, and the score for a head. */
pl_net_shape pl_net_usual(const pl_game *g);
/* Inputs by their names: "tensor", which is number 0, and what else the game has; -1 with the
 * reason. */
int pl_inputs_find(const pl_game *g, const char *name, pl_error *err);
const char *pl_inputs_name(int which); /* NULL: there are not so many */
const char *pl_inputs_about(int which);
int pl_inputs_size(const pl_game *g, int which);
/* What they show seat of its view: pl_inputs_size() bytes. */
void pl_inputs_see(const pl_game *g, int which, const void *view, int seat, uint8_t *out);
/* The same, as the net observes it. */
void pl_net_see(const pl_net *net, const pl_game *g, const void *view, int seat, uint8_t *out);
/* How many outputs a head of this kind has for g; -1 with the reason if it cannot. */
int pl_head_size(const pl_game *g, int kind, pl_error *err);
/* A net with random weights (Glorot and Bengio, 2010); NULL with the reason.  g may be
 * NULL: then it is for no game. */
pl_net *pl_net_new(const pl_net_shape *shape, const pl_game *g, uint64_t seed, pl_error *err);
pl_net *pl_net_copy(const pl_net *net); /* NULL: out of memory */
void pl_net_free(pl_net *net);          /* net may be NULL */
const pl_net_shape *pl_net_shape_of(const pl_net *net);
const char *pl_net_game(const pl_net *net); /* its canonical spelling; "" if none */
/* What a SCORE of 0 and of 1 stand for: middle, and middle + spread. */
void pl_net_scale(pl_net *net, double middle, double spread);
void pl_net_scale_of(const pl_net *net, double *middle, double *spread);
/* All weights, for learning: gradients have the same places.  Those of input i to the
 * first layer are stride numbers from i * stride on, and come first of all. */
float *pl_net_weights(pl_net *net, int64_t *count, int32_t *stride);
int pl_net_outputs(const pl_net *net); /* of all heads together */

/* Memory to think in, for up to rows positions at once; learning: it remembers what
 * pl_net_backward() needs.  One thread at a time.  NULL: out of memory. */
pl_net_work *pl_net_work_new(const pl_net *net, int rows, int learning);
void pl_net_work_free(pl_net_work *work); /* work may be NULL */
/* n rows of inputs as numbers. */
void pl_net_forward(const pl_net *net, pl_net_work *work, const float *x, int n);
/* n rows of inputs one behind the other, as pl_net_see() writes them.  Fast
 * where most inputs are 0, and faster where each row is much like the one before it.
 * Nothing is remembered. */
void pl_net_observe(const pl_net *net, pl_net_work *work, const uint8_t *tensor, int n);
/* The same rows as pl_net_forward() takes numbers: to learn from. */
void pl_net_study(const pl_net *net, pl_net_work *work, const uint8_t *tensor, int n);
/* The outputs of row i, head by head: numbers of a SCORE, probabilities of all others. */
const float *pl_net_out(const pl_net_work *work, int i);
/* Of head MOVES: make what is not legal impossible and the rest add up to 1. */
void pl_net_mask(const pl_net *net, pl_net_work *work, int i, const uint64_t *legal);
/* Add to gradient (as many numbers as there are weights) what the last forward pass says,
 * from slope: n rows of outputs, the slope of the loss in what comes before the softmax.  Of one
 * row gradient may be the weights themselves. */
void pl_net_backward(const pl_net *net, pl_net_work *work, const float *slope, float *gradient);

/* What seat should have been told, once the scores are known; of MOVES 0. */
void pl_net_target(const pl_net *net, const pl_game *g, int seat, const double *score,
                   float *target);
/* What these outputs are worth to the seat: its expected score, or how likely it wins
 * where WINS is all there is. */
double pl_net_worth(const pl_net *net, const float *out);
/* How far out is from target, over all heads but MOVES: half the square of a SCORE, cross
 * entropy less its least for probabilities.  slope, if not NULL, is for pl_net_backward(). */
double pl_net_loss(const pl_net *net, const float *out, const float *target, float *slope);

/* One ply ahead: what each of n moves of seat in s, a state or a world that it guessed, is
 * worth to it; ends count as what they score. */
void pl_net_moves(const pl_net *net, pl_net_work *work, const pl_game *g, const void *s, int seat,
                  const pl_move *move, int n, double *worth);

/* Eligibility traces (R. Sutton, 1988): for each output how much each weight had to do with
 * it of late.  Inputs that have not been other than 0 for long cost nothing. */
typedef struct pl_trace pl_trace;
pl_trace *pl_trace_new(const pl_net *net); /* NULL: out of memory */
void pl_trace_free(pl_trace *t);           /* t may be NULL */
void pl_trace_clear(pl_trace *t);
/* Add the gradients of what is before the softmax, in the one row of the last forward pass. */
void pl_trace_add(pl_trace *t, const pl_net *net, pl_net_work *work);
/* Add by[k] times the trace of each output k to the weights; then the traces fade. */
void pl_trace_step(pl_trace *t, pl_net *net, const float *by, double fade);

/* Files.  They are safetensors with the tensors of torch.nn.Linear; the metadata say what
 * the net is for.  A file is there whole or not at all, and read only if it is sound. */
int pl_net_write(const pl_net *net, const char *path, pl_error *err); /* 0, or -1 */
/* g, which may be NULL, is the game it must be for. */
pl_net *pl_net_read(const char *path, const pl_game *g, pl_error *err);
pl_net *pl_net_parse(const void *bytes, size_t n, pl_error *err);
/* The net that Parlor ships for the game; NULL with the reason.  And their names, "dominoes", by
 * number; NULL: there are not so many. */
pl_net *pl_net_shipped(const pl_game *g, pl_error *err);
const char *pl_net_shipped_name(int i);
/* 0; or -1: it is for another game, or one that observed other things. */
int pl_net_fit(pl_net *net, const pl_game *g, pl_error *err);
/* Texts that go into the file with it: 0, or -1 if there is no memory or it is too long.
 * And one by its name, or NULL. */
int pl_net_note(pl_net *net, const char *name, const char *text);
const char *pl_net_noted(const pl_net *net, const char *name);
/* Numbers that go into the file with it, for who trains it, but not into copies: room for n of
 * them, all 0; 0, or -1: there is no memory, or they are too many.  And where they are, n of them. */
int pl_net_keep(pl_net *net, int64_t n);
float *pl_net_kept(const pl_net *net, int64_t *n);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
