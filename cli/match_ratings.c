/* match_ratings.c -- how strong the agents of a match are, and their order. */
#include <math.h>
#include <stdlib.h>

#include "matches.h"

static const double confidence = 0.95;
static const double prior = 600; /* Elo, where results alone put no bound to a rating */

/* Where somebody won or lost everything, ratings are kept in bounds by a prior. */
static void rate_pool(pl_match *m, ratings *out)
{
    pl_rating_options o = {.confidence = confidence};
    int bad = pl_match_ratings(m, &o, out->elo, NULL);
    if (bad) {
        o.prior = prior;
        bad = pl_match_ratings(m, &o, out->elo, NULL);
        out->bounded = !bad;
    }
    for (int i = 0; bad && i < pl_match_entrants(m); i++)
        out->elo[i] = (pl_interval){NAN, NAN, NAN};
}

void match_ratings(pl_match *m, ratings *out)
{
    int n = pl_match_entrants(m);
    out->bounded = 0;
    for (int i = 0; i < n; i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        out->superiority[i] = s.superiority;
    }
    if (n > 2) {
        rate_pool(m, out);
        return;
    }
    for (int i = 0; i < n; i++) {
        pl_duel d;
        pl_match_duel(m, i, 1 - i, &d);
        out->elo[i] =
            n == 2 && d.kinds ? pl_elo(d.count, d.kinds, confidence) : (pl_interval){NAN, NAN, NAN};
    }
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
