/* sweep.h -- the inner loops of the solvers: over a seat's blocks, from the last
 * to the first to see what moves are worth, from the first to the last to see
 * how likely they are. */
#ifndef PL_SOLVE_SWEEP_H
#define PL_SOLVE_SWEEP_H

#include "parlor/solve.h"
#include "solve/form/form.h"

struct pl_pool;

/* One seat at work.  All arrays over rows and blocks have lanes numbers for each. */
typedef struct {
    const pl_side *side;
    double *other;  /* columns: how likely the others play so; with two players the
                       other's reach */
    double *policy; /* rows: how likely the move is in its set, */
    double *reach;  /* and together with all moves before it */
    double *worth;  /* rows: what the seat gets after it, by what chance and others do */
    double *value;  /* blocks: the same of the set, all copies */
    double *regret; /* rows */
    double *total;  /* rows: reach, summed over iterations */
    double *mean;   /* blocks: what respond() finds that the policy is worth */
    double *seen;   /* rows: worth of their own ends, summed over iterations; or NULL */
} pl_seat;

/* How regrets r of an iteration are taken in: R becomes
 * max(R,0) * up + min(R,0) * down + r * add, with plus at least 0; what is played next
 * goes by max(R * ahead_keep + r * ahead_add, 0); totals fade. */
typedef struct {
    double up, down, add;
    int plus;
    double ahead_keep, ahead_add, fade;
} pl_update;

/* The loops for so many lanes, over blocks from .. to-1. */
typedef struct {
    /* What moves are worth; then regrets, and the policy by them. */
    void (*improve)(const pl_seat *s, const pl_update *u, int32_t from, int32_t to);
    /* What they are worth to a seat that answers best, and to the policy; with pure, the
     * best answer becomes the policy. */
    void (*respond)(const pl_seat *s, int pure, int32_t from, int32_t to);
    /* What the ends of each row are worth, and no more. */
    void (*tally)(const pl_seat *s, int32_t from, int32_t to);
    /* How likely each row is, from the policy. */
    void (*spread)(const pl_seat *s, int32_t from, int32_t to);
} pl_lane_loops;

typedef struct {
    pl_lane_loops by[4]; /* for 1, 4, 8 and 16 lanes */
} pl_sweep_loops;
extern const pl_sweep_loops pl_sweep_base, pl_sweep_v3;

/* All seats of a form at work, in one piece of memory. */
typedef struct {
    const pl_form *form;
    struct pl_pool *pool; /* or NULL */
    const pl_lane_loops *loops;
    pl_seat seat[PL_SEATS_MAX];
    int64_t bytes;
} pl_work;

/* With uniform policies; correlated: with room for seen.  0, or -1: out of memory. */
int pl_work_new(pl_work *w, const pl_form *f, struct pl_pool *pool, int correlated);
void pl_work_free(pl_work *w);
/* What the others do, as seat k meets it; to be called before it improves or responds. */
void pl_work_face(pl_work *w, int k);
void pl_work_improve(pl_work *w, int k, const pl_update *u);
void pl_work_tally(pl_work *w, int k);
void pl_work_spread(pl_work *w, int k);
/* The best answer's value at the root, and the policy's own. */
double pl_work_respond(pl_work *w, int k, int pure, double *mean);
/* Take note of what the others do now: what the seat gets of it where it has a part; and
 * what its best answer to all that was seen would have got. */
double pl_work_witness(pl_work *w, int k, double fade);
double pl_work_hindsight(pl_work *w, int k);
int pl_tree_duel(const pl_tree *t); /* two players, constant sum: a value can be proven */
/* What best answers prove of it. */
void pl_gap_bounds(const pl_tree *t, pl_gap *out);
/* How good the seats' policies are, once spread. */
void pl_work_gap(pl_work *w, pl_gap *out);
/* The averages of one become the policies of another, on the same form. */
void pl_work_adopt(pl_work *w, const pl_work *from);
/* A policy of the tree into the seats' policies, and totals (made policies) out of them. */
void pl_work_take(pl_work *w, const double *policy);
void pl_work_average(const pl_work *w, double *policy);
void pl_work_average_of(const pl_work *w, int k, double *policy); /* seat k's alone */
/* How many numbers the seat's arrays over rows have. */
int64_t pl_work_size(const pl_work *w, int k);
/* For a method's keep and took: policy, regret and total of a seat; all reaches anew. */
void pl_work_keep(pl_work *w, int k, pl_keep_fn *keep, void *with);
void pl_work_took(pl_work *w);
/* For its open: the form that its options ask for, and works on it, all with their bytes
 * counted.  0, or -1 with the reason. */
int pl_work_open(pl_solver *s, pl_form **form, pl_work *works, int n, int correlated,
                 pl_error *err);

#endif
