/* match_ratings.c -- how strong the agents of a match are, and their order. */
#include <math.h>
#include <stdlib.h>

#include "matches.h"
#include "parlor/ratings.h"

static const double confidence = 0.95;
static const double prior = 600; /* Elo, where results alone put no bound to a rating */

/* All whom i met are taken for one opponent. */
static pl_interval against_all(pl_match *m, int i, double *superiority)
{
    int64_t count[PL_KINDS_MAX] = {0};
    int kinds = 0, mixed = 0;
    for (int j = 0; j < pl_match_entrants(m); j++) {
        pl_duel d;
        pl_match_duel(m, i, j, &d);
        if (d.better + d.even + d.worse == 0) continue;
        mixed |= d.kinds == 0 || (kinds && kinds != d.kinds);
        if (!mixed) kinds = d.kinds;
        for (int k = 0; k < d.kinds; k++) count[k] += d.count[k];
    }
    *superiority = NAN;
    if (!kinds || mixed) return (pl_interval){NAN, NAN, NAN};
    *superiority = pl_superiority(count, kinds);
    return pl_elo(count, kinds, confidence);
}

static int64_t list_pairings(pl_match *m, pl_pairing *out)
{
    int n = pl_match_entrants(m);
    int64_t pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            pl_duel d;
            pl_match_duel(m, i, j, &d);
            if (d.better + d.even + d.worse)
                out[pairs++] =
                    (pl_pairing){i, j, (double)d.better, (double)d.even, (double)d.worse};
        }
    return pairs;
}

/* Where somebody won or lost everything, ratings are kept in bounds by a prior. */
static void rate_pool(pl_match *m, ratings *out)
{
    int n = pl_match_entrants(m);
    pl_rating_options o = {.confidence = confidence};
    pl_rating_fit fit;
    pl_interval rating[PL_ENTRANTS_MAX];
    pl_pairing *pair = malloc((size_t)(n * n / 2 + 1) * sizeof *pair);
    int64_t pairs = pair ? list_pairings(m, pair) : 0;
    int bad = !pairs || pl_bradley_terry(pair, pairs, n, &o, rating, NULL, &fit, NULL);
    if (bad && pairs) {
        o.prior = prior;
        out->bounded = 1;
        bad = pl_bradley_terry(pair, pairs, n, &o, rating, NULL, &fit, NULL);
    }
    free(pair);
    for (int i = 0; i < n; i++) out->elo[i] = bad ? (pl_interval){NAN, NAN, NAN} : rating[i];
}

void match_ratings(pl_match *m, ratings *out)
{
    int n = pl_match_entrants(m);
    out->bounded = 0;
    for (int i = 0; i < n; i++) out->elo[i] = against_all(m, i, &out->superiority[i]);
    if (n > 2) rate_pool(m, out);
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

void match_rank(pl_match *m, int *out)
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
