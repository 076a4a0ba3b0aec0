/* row.h -- what sampling does to the row of one set, inlined into its walks. */
#ifndef PL_SOLVE_SAMPLE_ROW_H
#define PL_SOLVE_SAMPLE_ROW_H

#include <math.h>

#include "core/text.h"
#include "solve/sample/layout.h"

/* 0 <= u < 1, a multiple of 2^-24. */
static inline float pl_row_unit(pl_rng *r)
{
    return (float)(pl_rand(r) >> 40) * (1.0f / 16777216.0f);
}

/* Lines that are nearly never drawn weigh much; what they weigh stays finite. */
static const float pl_row_most = 1e29f;        /* regret */
static const double pl_row_least_odds = 1e-25; /* of a line, when it is divided by them */
static const double pl_row_most_score = 1e12;  /* divided by those odds it is still a float */

/* Scores beyond that are refused; 0, or -1 with the reason. */
static inline int pl_row_accepts(const pl_game *g, double score, pl_error *err)
{
    if (fabs(score) <= pl_row_most_score) return 0;
    return pl_fail(err, "%s has a score of %.3g; sampling takes them up to %.0e", g->name, score,
                   pl_row_most_score);
}

static inline float pl_row_raised(float regret, float floor)
{
    regret = regret < pl_row_most ? regret : pl_row_most;
    regret = regret > -pl_row_most ? regret : -pl_row_most;
    return regret > floor ? regret : floor;
}

static inline double pl_row_worth(double score, double odds)
{
    return score / (odds > pl_row_least_odds ? odds : pl_row_least_odds);
}

/* A move by its odds, without a branch where moves are few; never one of odds 0. */
static inline int32_t pl_row_pick(const float *odds, int32_t n, float u)
{
    int32_t k = 0;
    float sum = odds[0];
    if (n <= PL_LANES) {
        float two = sum + odds[1], three = two + odds[2];
        k = (u >= sum) + (u >= two) + (u >= three);
        k = k < n ? k : n - 1;
    } else {
        for (int32_t a = 1; a < n; a++) {
            k += u >= sum;
            sum += odds[a];
        }
    }
    while (k > 0 && !(odds[k] > 0)) k--;
    return k;
}

/* Add to what was played so much of what is. */
static inline void pl_row_note(const pl_sampler *s, int32_t at, int32_t n, double weight)
{
    const float *policy = pl_row_policy(s, at, n);
    double *total = pl_row_total(s, at, n);
    if (n <= PL_LANES)
        for (int a = 0; a < PL_LANES; a++) total[a] += weight * (double)policy[a];
    else
        for (int32_t a = 0; a < n; a++) total[a] += weight * (double)policy[a];
}

/* Regret matching (Hart and Mas-Colell, 2000): play as regrets above 0 say. */
static inline void pl_row_match(float *policy, const float *regret, int32_t n, int32_t lanes)
{
    float part[PL_LANES] = {0}, sum;
    for (int32_t a = 0; a < lanes; a += PL_LANES)
        for (int i = 0; i < PL_LANES; i++) {
            policy[a + i] = regret[a + i] > 0 ? regret[a + i] : 0;
            part[i] += policy[a + i];
        }
    sum = (part[0] + part[1]) + (part[2] + part[3]);
    if (sum > 0) {
        float by = 1 / sum;
        for (int32_t a = 0; a < lanes; a++) policy[a] *= by;
    } else {
        float alike = 1 / (float)n;
        for (int32_t a = 0; a < lanes; a++) policy[a] = a < n ? alike : 0;
    }
}

static inline float pl_row_expect(const float *policy, const float *value, int32_t lanes)
{
    float part[PL_LANES] = {0};
    for (int32_t a = 0; a < lanes; a += PL_LANES)
        for (int i = 0; i < PL_LANES; i++) part[i] += policy[a + i] * value[a + i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

#endif
