/* walk.h -- one walk through the tree for one seat, three ways. */
#ifndef PL_SOLVE_SAMPLE_WALK_H
#define PL_SOLVE_SAMPLE_WALK_H

#include "solve/sample/layout.h"

/* A set on the way: the item that it is, where the items of its moves begin (in outcome
 * sampling, the move that was drawn), and its row. */
typedef struct {
    int32_t item, first, at, n;
} pl_stop;

/* What a walk needs besides the tree, one for each thread.  What it learns it does at
 * once or, with a log, leaves there: then all rows stay as they are. */
typedef struct {
    const pl_sampler *s;
    pl_rng rng;
    double weight; /* of this iteration in the average */
    float floor;   /* below which no regret falls */
    float epsilon; /* how much of outcome sampling is exploration */
    int32_t *node; /* items: the spots of a walk, children side by side, */
    float *value;  /* what they turned out to be worth to the seat, */
    float *mine;   /* how likely the seat wants to be there, */
    float *others; /* and those whom it does not draw let it */
    pl_stop *stop;
    uint32_t *log;  /* or NULL */
    int64_t used;   /* words of it */
    char apart[64]; /* from what the next thread writes */
} pl_sample_walk;

/* 0, or -1: out of memory.  Free also what a new that
 * failed has left. */
int pl_sample_walk_new(pl_sample_walk *w, const pl_sampler *s);
void pl_sample_walk_free(pl_sample_walk *w);

typedef void pl_sample_fn(pl_sample_walk *w, int seat);
pl_sample_fn pl_sample_external, pl_sample_outcome, pl_sample_chance;

/* Do what a log says to rows from .. to-1. */
typedef struct {
    int32_t from, to;
    float floor;
    int match; /* 1: play by the new regrets at once; else all is played as before */
} pl_share;
void pl_log_add(const pl_sampler *s, const uint32_t *log, int64_t used, pl_share share);
/* When all has been added: play by the new regrets. */
void pl_log_match(const pl_sampler *s, const uint32_t *log, int64_t used, pl_share share);

#endif
