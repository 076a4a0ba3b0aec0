/* strength.c -- how strong the entrants of a match are, and their order, as they are told to people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

static const double confidence = 0.95;
static const double prior = 600; /* Elo, where results alone put no bound to a rating */

/* Where somebody won or lost everything, ratings are kept in bounds by a prior. */
static int rate_pool(const pl_match *m, pl_interval *elo)
{
    pl_rating_options o = {.confidence = confidence};
    int bad = pl_match_rate(m, &o, elo, NULL), bounded = 0;
    if (bad) {
        o.prior = prior;
        bad = pl_match_rate(m, &o, elo, NULL);
        bounded = !bad;
    }
    for (int i = 0; bad && i < m->plan.entrants; i++) elo[i] = (pl_interval){NAN, NAN, NAN};
    return bounded;
}

/* Of two entrants, by the numbers of their duel. */
static int rate_two(const pl_match *m, const int64_t *duel, pl_interval *elo)
{
    for (int i = 0; i < 2; i++) {
        pl_duel d = {0};
        pl_duel_read(m, duel, i, 1 - i, 1, &d);
        elo[i] = d.kinds ? pl_elo(d.count, d.kinds, confidence) : (pl_interval){NAN, NAN, NAN};
    }
    return 0;
}

int pl_match_elo_now(const pl_match *m, pl_interval *elo)
{
    if (m->plan.entrants > 2) return rate_pool(m, elo);
    return rate_two(m, m->duel + 3 + m->kinds, elo);
}

/* Of two it is worked out when it is asked for; of more it was when the point was kept. */
static int elo_then(const pl_match *m, int point, pl_interval *elo)
{
    const pl_curve *c = &m->curve;
    size_t n = (size_t)m->plan.entrants;
    if (n == 2) return rate_two(m, pl_curve_duel(m, point), elo);
    memcpy(elo, c->elo + (size_t)point * n, n * sizeof *elo);
    return c->bounded[point];
}

int pl_match_elo(pl_match *m, int point, pl_interval *elo)
{
    pthread_mutex_lock(&m->lock);
    int bounded = point == PL_NOW ? pl_match_elo_now(m, elo) : elo_then(m, point, elo);
    pthread_mutex_unlock(&m->lock);
    return bounded;
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
