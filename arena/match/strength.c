/* strength.c -- how strong the entrants of a match are, and their order, as they are told to people. */
#include <math.h>
#include <stdlib.h>

#include "arena/match/match.h"

static const double confidence = 0.95;
static const double prior = 600; /* Elo, where results alone put no bound to a rating */

/* How two stood at a point of the course. */
static void duel_at(pl_match *m, int point, int i, int j, pl_duel *out)
{
    if (point == PL_NOW) pl_match_duel(m, i, j, out);
    else pl_match_point(m, point, i, j, out);
}

static int64_t list_pairings(pl_match *m, int point, pl_pairing *out)
{
    int n = pl_match_entrants(m);
    int64_t pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            pl_duel d;
            pl_match_point(m, point, i, j, &d);
            if (d.better + d.even + d.worse)
                out[pairs++] =
                    (pl_pairing){i, j, (double)d.better, (double)d.even, (double)d.worse};
        }
    return pairs;
}

/* Games are taken for independent here: how they hang together is known at the end alone. */
static int rate_point(pl_match *m, int point, const pl_rating_options *o, pl_interval *elo)
{
    int n = pl_match_entrants(m);
    pl_rating_fit fit;
    pl_pairing *pair = malloc((size_t)(n * n / 2 + 1) * sizeof *pair);
    int64_t pairs = pair ? list_pairings(m, point, pair) : 0;
    int bad = !pairs || pl_bradley_terry(pair, pairs, n, o, elo, NULL, &fit, NULL);
    free(pair);
    return bad;
}

static int rate(pl_match *m, int point, const pl_rating_options *o, pl_interval *elo)
{
    return point == PL_NOW ? pl_match_ratings(m, o, elo, NULL) : rate_point(m, point, o, elo);
}

/* Where somebody won or lost everything, ratings are kept in bounds by a prior. */
static int rate_pool(pl_match *m, int point, pl_interval *elo)
{
    pl_rating_options o = {.confidence = confidence};
    int bad = rate(m, point, &o, elo), bounded = 0;
    if (bad) {
        o.prior = prior;
        bad = rate(m, point, &o, elo);
        bounded = !bad;
    }
    for (int i = 0; bad && i < pl_match_entrants(m); i++) elo[i] = (pl_interval){NAN, NAN, NAN};
    return bounded;
}

int pl_match_elo(pl_match *m, int point, pl_interval *elo)
{
    if (pl_match_entrants(m) > 2) return rate_pool(m, point, elo);
    for (int i = 0; i < 2; i++) {
        pl_duel d;
        duel_at(m, point, i, 1 - i, &d);
        elo[i] = d.kinds ? pl_elo(d.count, d.kinds, confidence) : (pl_interval){NAN, NAN, NAN};
    }
    return 0;
}

typedef struct {
    int who, lost; /* lost: the round, of a knock-out */
    double points, mean;
} ranked;

/* Who stayed in longest, has most points, scores most. */
static int compare(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int lost_x = x->lost ? x->lost : INT32_MAX, lost_y = y->lost ? y->lost : INT32_MAX;
    if (lost_x != lost_y) return lost_x < lost_y ? 1 : -1;
    if (x->points != y->points) return x->points < y->points ? 1 : -1;
    if (x->mean != y->mean) return x->mean < y->mean ? 1 : -1;
    return x->who - y->who;
}

void pl_match_rank(pl_match *m, int *out)
{
    ranked order[PL_ENTRANTS_MAX];
    int n = pl_match_entrants(m);
    for (int i = 0; i < n; i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        order[i] = (ranked){i, s.out, s.points, isnan(s.payoff.value) ? -INFINITY : s.payoff.value};
    }
    qsort(order, (size_t)n, sizeof *order, compare);
    for (int i = 0; i < n; i++) out[i] = order[i].who;
}
