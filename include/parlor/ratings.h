/* ratings.h -- how strong the agents of a pool are, from who met whom.
 *
 * Agents are numbered from 0.  Ratings are in Elo: 400 points are odds of ten to
 * one.  docs/statistics.md has the models and when to trust them.
 */
#ifndef PL_RATINGS_H
#define PL_RATINGS_H

#include <stdint.h>

#include "parlor/stats.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* How a pool is rated.  All zero: ratings of mean 0, without intervals. */
typedef struct {
    double confidence; /* of the intervals; 0: none are made, which is quicker */
    double prior;      /* ratings are thought to lie about 0 with this standard
                        * deviation, in Elo; 0: nothing is thought beforehand */
    int32_t first;     /* 1: who sits first may have an advantage */
    int32_t anchor;    /* a: ratings, and their intervals, are distances from agent a - 1; 0: they
                        * are about 0 */
} pl_rating_options;
typedef struct {
    pl_interval first;  /* the advantage, in Elo */
    double draws;       /* Davidson's nu: draws to wins between equals is nu to 2 */
    double likelihood;  /* its logarithm */
    int32_t iterations; /* until it was found */
    int32_t apart[2];   /* -1, or two agents that the games cannot compare */
} pl_rating_fit;

/* Results of a against b; a sat first, if that matters.  A pair may come twice. */
typedef struct {
    int32_t a, b;
    double wins, draws, losses;
} pl_pairing;

/* Bradley and Terry's model with Davidson's draws, most likely.  covariance, of
 * agents x agents numbers, may be NULL.  0; or -1 with the reason: out of memory,
 * no such agent, or without a prior agents that no chain of points connects. */
int pl_bradley_terry(const pl_pairing *pair, int64_t pairs, int32_t agents,
                     const pl_rating_options *o, pl_interval *rating, double *covariance,
                     pl_rating_fit *fit, pl_error *err);

/* The same where games depend on each other: one deal played from every seat, or all pairs of one
 * table.  Pairings of batch b are pair[begin[b]] up to pair[begin[b + 1] - 1]; batches must be
 * independent, and intervals are those that hold whatever goes on inside of them. */
int pl_bradley_terry_batches(const pl_pairing *pair, const int64_t *begin, int32_t batches,
                             int32_t agents, const pl_rating_options *o, pl_interval *rating,
                             pl_rating_fit *fit, pl_error *err);

/* Games of several agents: those of game g are agent[begin[g]] up to
 * agent[begin[g + 1] - 1], their scores stand beside; who has more is ahead. */
typedef struct {
    int64_t games;
    const int64_t *begin; /* games + 1 */
    const int32_t *agent;
    const double *score;
} pl_rankings;

/* Plackett and Luce's model, most likely; of equal scores the order is taken to be
 * unknown.  As above; the option first is not looked at. */
int pl_plackett_luce(const pl_rankings *games, int32_t agents, const pl_rating_options *o,
                     pl_interval *rating, double *covariance, pl_rating_fit *fit, pl_error *err);

/* The same where games depend on each other, as above: game g stands for count[g * batches + b] of batch
 * b that came out so. */
int pl_plackett_luce_batches(const pl_rankings *games, const double *count, int32_t batches,
                             int32_t agents, const pl_rating_options *o, pl_interval *rating,
                             pl_rating_fit *fit, pl_error *err);

/* One who met others of known ratings: what he got of so many games against each, and the standard
 * deviations of what is known.  His rating, of which a bound is infinite if he won or lost all. */
typedef struct {
    double rating, deviation, points, games;
} pl_opposition;
pl_interval pl_rating_against(const pl_opposition *of, int n, double confidence);

/* Ratings that are kept up game by game.  The new rating of who scored so much
 * (0 .. 1) against other. */
double pl_elo_update(double rating, double other, double score, double k);
/* Several agents, each against its neighbours in the order of their scores.  lab: as the
 * dominoes lab has it, where equal scores rank in the order given and a change has two decimals. */
void pl_elo_table(double *rating, const double *score, int n, double k, int lab);

/* Glicko-2. */
typedef struct {
    double rating, deviation, volatility; /* at first 1500, 350, 0.06 */
} pl_glicko;
typedef struct {
    double rating, deviation, score; /* an opponent, as it was; 0 .. 1 */
} pl_glicko_game;
/* After a period of these games, maybe none; tau, how much volatility may change, is
 * 0.3 .. 1.2, as a rule 0.5. */
pl_glicko pl_glicko_period(const pl_glicko *before, const pl_glicko_game *game, int n, double tau);

/* Pools in which A beats B beats C beats A.  payoff[i * n + j] is what i gets against
 * j. */

/* Nash averaging: the equilibrium of greatest entropy of the game of choosing an agent,
 * and what each agent gets against it (skill, which may be NULL).  What j gets is taken to
 * be the opposite of what i gets: the mean of the two numbers.  0, or -1 with the reason. */
int pl_nash_average(const double *payoff, int32_t n, double *share, double *skill, pl_error *err);
/* alpha-rank: how long a population of m, of which the fitter take over with selection
 * strength alpha, is made of each agent. */
int pl_alpha_rank(const double *payoff, int32_t n, double alpha, int m, double *share,
                  pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
