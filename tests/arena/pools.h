/* pools.h -- pools of agents of known strength, and games between them, for the tests of
 * ratings. */
#ifndef PL_TESTS_POOLS_H
#define PL_TESTS_POOLS_H

#include <math.h>
#include <stdlib.h>

#include "parlor/ratings.h"

/* One game by Bradley and Terry's model with Davidson's draws: 2, 1 or 0 half points. */
static inline int pool_game(pl_rng *r, double difference, double nu)
{
    double d = difference / (400 / log(10)), up = exp(d / 2), down = exp(-d / 2);
    double u = pl_unit(r) * (up + down + nu);
    return u < up ? 2 : u < up + nu ? 1 : 0;
}

/* So many of these games between a and b. */
static inline pl_pairing pool_pairing(pl_rng *r, int a, int b, int games, double difference,
                                      double nu)
{
    pl_pairing p = {a, b, 0, 0, 0};
    for (int g = 0; g < games; g++) {
        int got = pool_game(r, difference, nu);
        *(got == 2 ? &p.wins : got ? &p.draws : &p.losses) += 1;
    }
    return p;
}

/* Every agent meets every other in so many games from either seat: the results of each
 * ordered pair; returns how many. */
static inline int pool_round(pl_rng *r, const double *rating, int n, int games, double first,
                             double nu, pl_pairing *out)
{
    int pairs = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (a != b)
                out[pairs++] = pool_pairing(r, a, b, games, rating[a] - rating[b] + first, nu);
    return pairs;
}

/* A game of n agents by Plackett and Luce's model: scores, 0 for the last. */
static inline void pool_table(pl_rng *r, const double *rating, const int32_t *agent, int n,
                              double *score)
{
    char out[PL_SEATS_MAX] = {0};
    for (int place = 0; place < n; place++) {
        double total = 0;
        for (int i = 0; i < n; i++)
            if (!out[i]) total += pow(10, rating[agent[i]] / 400);
        double u = pl_unit(r) * total;
        int last = 0;
        for (int i = 0; i < n && u >= 0; i++)
            if (!out[i]) {
                u -= pow(10, rating[agent[i]] / 400);
                last = i;
            }
        out[last] = 1;
        score[last] = n - 1 - place;
    }
}

/* k different agents of n, in any order. */
static inline void pool_some(pl_rng *r, int n, int k, int32_t *agent)
{
    for (int i = 0; i < k; i++) {
        agent[i] = pl_below(r, n);
        for (int j = 0; j < i; j++)
            if (agent[j] == agent[i]) {
                i--;
                break;
            }
    }
}

/* Groups of games with one deal: each place at a table has a strength of its own, luck or less of it in
 * Elo, and everybody takes each place once.  Adds to count[a][b], a < b, who was ahead, as
 * better, even, worse; only the first so many places are distinguished. */
static inline void pool_group(pl_rng *r, const double *rating, const int32_t *who, int seats,
                              double luck, int places, double (*count)[3], int n)
{
    double hand[PL_SEATS_MAX], now[PL_SEATS_MAX], score[PL_SEATS_MAX];
    int32_t at[PL_SEATS_MAX];
    for (int s = 0; s < seats; s++) hand[s] = luck * (2 * pl_unit(r) - 1);
    for (int k = 0; k < seats; k++) {
        for (int s = 0; s < seats; s++) {
            at[s] = s;
            now[s] = rating[who[s]] + hand[(s + k) % seats];
        }
        pool_table(r, now, at, seats, score);
        for (int s = 0; s < seats; s++) score[s] = fmax(score[s], seats - 1 - places);
        for (int a = 0; a < seats; a++)
            for (int b = 0; b < seats; b++)
                if (who[a] < who[b])
                    count[who[a] * n + who[b]][1 + (score[a] < score[b]) - (score[a] > score[b])]++;
    }
}

#endif
