/* climb.h -- the top of a concave log-likelihood, and how sharp it is. */
#ifndef PL_STATS_CLIMB_H
#define PL_STATS_CLIMB_H

#include <stdint.h>

#include "parlor/ratings.h"

/* Elo in a unit of log-odds. */
#define PL_ELO_UNIT 173.71779276130073

/* A log-likelihood of n unknowns, the first of which are ratings.  value() also
 * writes the slope and the diagonal of the information (the curvature, less), and
 * times() multiplies with the information where value() was asked last. */
typedef struct {
    int n, ratings;
    int held;     /* so many unknowns are held by the prior */
    double prior; /* its strength: 1 / variance; 0: none, ratings have mean 0 */
    double (*value)(void *with, const double *x, double *slope, double *diagonal);
    void (*times)(void *with, const double *v, double *out);
    void (*information)(void *with, double *matrix);
    void *with;
    /* Where games of a batch depend on each other: how many batches, and the slope and the
     * diagonal of one alone.  It may overwrite what value() left for the two above. */
    int32_t batches;
    void (*batch)(void *with, int32_t b, const double *x, double *slope, double *diagonal);
} pl_hill;

/* From x, which begins anywhere, to the top; the iterations it took, or -1: out of memory,
 * or -2: there is none, x runs away. */
int pl_climb(const pl_hill *hill, double *x, double *likelihood);

/* Whether a chain of edges leads from agent 0 to every other and back; if not, between
 * which two there is none. */
int pl_is_chained(const int32_t (*edge)[2], int64_t edges, int32_t agents, int32_t apart[2]);
/* Says so; -1. */
int pl_not_chained(const int32_t apart[2], pl_error *err);

/* What both models of a pool share: from the options to the prior of a hill of so many agents, */
void pl_hill_options(pl_hill *hill, const pl_rating_options *o, int32_t agents);
/* and from its top to ratings in Elo; 0, or -1 with the reason. */
int pl_hill_ratings(const pl_hill *hill, double *x, const pl_rating_options *o, pl_interval *rating,
                    double *covariance, pl_rating_fit *fit, pl_error *err);

#endif
