/* deep.h -- information sets that are met on the way, and the walks that meet them. */
#ifndef PL_SOLVE_DEEP_H
#define PL_SOLVE_DEEP_H

#include <stdatomic.h>

#include "parlor/deep.h"
#include "solve/tree/keys.h"

/* A set; n regrets follow it, and then, on a multiple of 8 bytes, n sums of what was
 * played. */
typedef struct {
    uint64_t key;
    uint32_t n, unused;
} pl_deep_set;

static inline float *pl_deep_regret(const pl_deep_set *s)
{
    return (float *)(s + 1);
}

static inline double *pl_deep_total(const pl_deep_set *s)
{
    return (double *)(void *)(pl_deep_regret(s) + (s->n + 1) / 2 * 2);
}

/* All sets, in pieces that never move. */
typedef struct {
    unsigned char **piece;
    int64_t pieces, used; /* used: bytes of the last */
    int64_t sets, limit;  /* limit: bytes in all */
    int64_t missed;
    pl_keys keys; /* where a set is: its offset, plus 1 */
    int32_t full;
} pl_deep_sets;

/* The set of this name with n moves, made where it is new; NULL: there is no room. */
pl_deep_set *pl_deep_sets_at(pl_deep_sets *s, uint64_t key, int n);
const pl_deep_set *pl_deep_sets_find(const pl_deep_sets *s, uint64_t key);
/* The first of all, or the next; NULL: there is none. */
pl_deep_set *pl_deep_sets_next(const pl_deep_sets *s, int64_t *at);
int64_t pl_deep_sets_bytes(const pl_deep_sets *s);
void pl_deep_sets_free(pl_deep_sets *s);
/* For pl_deep_keep() and pl_deep_took(). */
int pl_deep_sets_keep(pl_deep_sets *s, pl_keep_fn *keep, void *with);
int pl_deep_sets_took(pl_deep_sets *s);
/* What is played there now, and was on average. */
void pl_deep_match(const pl_deep_set *s, int n, float *policy);
void pl_deep_average(const pl_deep_set *s, double *policy);

enum { PL_DEEP_FRAMES = 1024 };

/* Where a walk tries several moves, one inside the other: the position, what every seat
 * has heard of, the moves, how likely each is and what it turned out to be worth. */
typedef struct {
    unsigned char *state;
    uint64_t *heard;
    pl_move *move;
    float *policy, *value;
} pl_deep_frame;

/* A choice on the line of outcome sampling. */
typedef struct {
    pl_deep_set *set;
    int32_t a;
    float odds; /* by what is played */
} pl_deep_step;

struct pl_deep {
    const pl_game *game;
    const pl_method *method;
    double arg[PL_PARAMS_MAX];
    pl_deep_sets sets;
    pl_rng rng;
    int64_t iterations;
    double weight;        /* of this one in the average */
    float floor, epsilon; /* below which no regret falls; how much is exploration */
    int seat, next;       /* whose walk it is, and of whom it notes what is played */
    int by_view;          /* 1: names are those of views, else of what was heard */
    pl_deep_frame *frame[PL_DEEP_FRAMES]; /* all but the first made when needed */
    int frames;
    int stopped; /* 1: this walk was */
    pl_deep_step *step;
    pl_state start, view;
    atomic_int stop;
};

/* The frame at this depth; NULL: there is none so deep, or no memory. */
pl_deep_frame *pl_deep_frame_at(pl_deep *d, int depth);
/* One walk for d->seat.  0, or -1: it was stopped before its end. */
int pl_deep_external(pl_deep *d);
int pl_deep_outcome(pl_deep *d);

#endif
