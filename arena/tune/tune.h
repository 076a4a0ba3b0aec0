/* tune.h -- what the files of tuning share. */
#ifndef PL_ARENA_TUNE_TUNE_H
#define PL_ARENA_TUNE_TUNE_H

#include <pthread.h>
#include <stdatomic.h>

#include "parlor/tune.h"

/* scale.c: the range of a value, as places from 0 to 1. */
typedef struct {
    double low, high;
    int32_t log, whole;
} pl_scale;
/* The value at a place: within the range, a whole number where it must be, else with few
 * digits. */
double pl_scale_value(const pl_scale *s, double place);
double pl_scale_place(const pl_scale *s, double value);
/* Make two values that are one whole number differ by one. */
void pl_scale_part(const pl_scale *s, double *more, double *less);

/* spsa.c: which two sets of values to compare next, and what follows from it. */
typedef struct {
    int32_t n;
    int64_t steps, done;
    uint64_t seed;
    double squares; /* of all leads so far */
    pl_scale scale[PL_PARAMS_MAX];
    double at[PL_PARAMS_MAX], mean[PL_PARAMS_MAX]; /* places: now; of late, on average */
} pl_spsa;
void pl_spsa_start(pl_spsa *s, const pl_scale *scale, int n, const double *from, int64_t steps,
                   uint64_t seed);
/* The values of step done; the same ones until it is told of. */
void pl_spsa_ask(const pl_spsa *s, double *plus, double *minus);
void pl_spsa_tell(pl_spsa *s, const double *plus, const double *minus, double lead);
void pl_spsa_best(const pl_spsa *s, double *value);

/* halving.c: many sets of values, of which the better half stays. */
typedef struct {
    double value[PL_PARAMS_MAX];
    double sum; /* of scores, weighed by games */
    int64_t games;
} pl_arm;
typedef struct {
    int32_t n, left, params, round, rounds;
    int32_t asked; /* arms of the round that have been told of */
    pl_arm *arm;   /* those that are in come first; after a round the best of them first */
} pl_halving;
int pl_halving_open(pl_halving *h, const pl_scale *scale, int params, int arms, uint64_t seed,
                    pl_error *err);
void pl_halving_close(pl_halving *h);
int pl_halving_rounds(int arms);
/* How many of a budget each arm of this round plays. */
int64_t pl_halving_share(const pl_halving *h, int64_t budget);
const pl_arm *pl_halving_ask(const pl_halving *h); /* whose turn it is; NULL: it is over */
void pl_halving_tell(pl_halving *h, double mean, int64_t games);
const pl_arm *pl_halving_best(const pl_halving *h);

struct pl_tune {
    pl_tune_plan plan;
    pl_tune_range range[PL_PARAMS_MAX];
    pl_scale scale[PL_PARAMS_MAX];
    int32_t place[PL_PARAMS_MAX]; /* which of the kind's parameters each one is */
    pl_agent model;               /* the original's kind and parameters, nothing else of it */
    char original[PL_SPEC_MAX], against[PL_SPEC_MAX], tuned[PL_SPEC_MAX];
    char label[64];         /* of its matches in their file */
    int32_t group, matches; /* games of a group; matches of a step of SPSA */
    pl_spsa spsa;
    pl_halving halving;
    pl_tune_course course;
    pl_tune_gain meeting, by[2], versus; /* by: tuned and original against the opponent */
    int32_t proofs;                      /* of the final matches, those that are over */
    int32_t unused;

    pthread_mutex_t lock; /* of what stop looks at */
    pl_match *match;      /* the one under way; or NULL */
    atomic_int stopped;
};

/* plan.c: what cannot be is refused, the rest copied. */
int pl_tune_take(pl_tune *t, const pl_tune_plan *plan, pl_error *err);

/* kept.c: the tuning that matches of a file belong to.  0, or -1: the file does not have it,
 * or has it and is not to go on with it. */
int pl_tune_find(pl_tune *t, pl_error *err);

/* meeting.c: the original with other values, spelled out; one match. */
void pl_tune_spell(const pl_tune *t, const double *value, char *out);
/* What one match is for: no two have the same seed. */
typedef enum { PL_TUNE_STEP, PL_TUNE_ROUND, PL_TUNE_PROOF } pl_tune_purpose;
typedef struct {
    const char *first, *rest; /* who takes one seat, and who the others */
    int64_t games;
    uint64_t seed;
    int64_t *count; /* where games under way are told, from what it has; or NULL */
} pl_meeting;
uint64_t pl_tune_seed(const pl_tune *t, pl_tune_purpose what, int64_t number);
/* 1 with what came of it, first as the tuned one; 0: stopped; -1 with the reason. */
int pl_tune_meet(pl_tune *t, const pl_meeting *m, pl_tune_gain *out, pl_error *err);

/* proof.c: the final match.  1: over; 0: stopped; -1. */
int pl_tune_prove(pl_tune *t, pl_error *err);
int64_t pl_tune_proof_games(const pl_tune *t);

#endif
