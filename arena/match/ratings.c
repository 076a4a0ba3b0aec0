/* ratings.c -- how strong the entrants of a league are, from batches of groups.
 *
 * Games of a group depend on each other, and so do all pairs of one table.  Groups do not; but to
 * keep each would take memory without end.  So they are dealt out to some dozens of batches by
 * their numbers, which adds up the same on any number of threads, and the ratings' errors
 * are from the spread of batches.
 *
 * At tables of several whole orders count, by Plackett and Luce's model (finishes.c).  Where somebody
 * sits at two places, or too many orders came, it is who was ahead of whom: in Luce's model (1959)
 * that is Bradley and Terry's, each pair by itself, and taking all pairs together is a composite
 * likelihood (Lindsay, 1988).  Who shares a place says nothing of each other there.
 */
#include <stdlib.h>

#include "arena/match/match.h"
#include "core/text.h"

enum { FEWER = 31, MANY = 64 }; /* entrants, of whom there are fewer batches */
enum { FOLLOWED = 128 };        /* who looks on keeps batches of no more entrants */

int pl_match_batches(const pl_match *m)
{
    if (m->plan.entrants < 3 || (m->follow && m->plan.entrants > FOLLOWED)) return 0;
    return m->plan.entrants > MANY ? FEWER : PL_BATCHES_MAX;
}

int64_t pl_match_batch(const pl_match *m, int64_t pairing, int64_t group)
{
    return (pairing * m->schedule.groups + group) % m->batches;
}

/* The pairings of one batch; returns how many. */
static int64_t list_batch(const pl_match *m, int b, pl_pairing *out)
{
    int n = m->plan.entrants, draws = m->schedule.places == 2;
    const int64_t *of = m->batch + (size_t)b * (size_t)n * (size_t)n * 3;
    int64_t pairs = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const int64_t *r = of + ((size_t)i * (size_t)n + (size_t)j) * 3;
            int64_t even = draws ? r[1] : 0;
            if (r[0] + even + r[2])
                out[pairs++] = (pl_pairing){i, j, (double)r[0], (double)even, (double)r[2]};
        }
    return pairs;
}

/* Those that have anything; begin gets where each begins. */
static int list_all(const pl_match *m, pl_pairing *out, int64_t *begin)
{
    int batches = 0;
    begin[0] = 0;
    for (int b = 0; b < m->batches; b++) {
        int64_t pairs = list_batch(m, b, out + begin[batches]);
        if (pairs) begin[batches + 1] = begin[batches] + pairs;
        batches += pairs > 0;
    }
    return batches;
}

static int rate_pairs(const pl_match *m, const pl_rating_options *o, pl_interval *rating,
                      pl_error *err)
{
    int n = m->plan.entrants;
    int64_t begin[PL_BATCHES_MAX + 1];
    pl_rating_fit fit;
    pl_pairing *pair = malloc((size_t)m->batches * (size_t)n * (size_t)n / 2 * sizeof *pair);
    if (!pair) return pl_fail(err, "out of memory for ratings");
    int batches = list_all(m, pair, begin);
    int bad = pl_bradley_terry_batches(pair, begin, batches, n, o, rating, &fit, err);
    free(pair);
    return bad;
}

static int rate_places(const pl_match *m, const pl_rating_options *o, pl_interval *rating,
                       pl_error *err)
{
    pl_finishes_list l;
    pl_rating_fit fit;
    int bad = pl_finishes_list_of(m, &l);
    const pl_rankings games = {l.games, l.begin, l.agent, l.score};
    if (bad) pl_fail(err, "out of memory for ratings");
    else
        bad = pl_plackett_luce_batches(&games, l.count, l.batches, m->plan.entrants, o, rating,
                                       &fit, err);
    pl_finishes_list_free(&l);
    return bad;
}

int pl_match_rate(const pl_match *m, const pl_rating_options *o, pl_interval *rating, pl_error *err)
{
    if (!m->batches) return pl_fail(err, "ratings take three agents or more");
    return (m->finishes.slot ? rate_places : rate_pairs)(m, o, rating, err);
}

int pl_match_ratings(pl_match *m, const pl_rating_options *o, pl_interval *rating, pl_error *err)
{
    pthread_mutex_lock(&m->lock);
    int bad = pl_match_rate(m, o, rating, err);
    pthread_mutex_unlock(&m->lock);
    return bad;
}

int pl_match_by_places(pl_match *m)
{
    pthread_mutex_lock(&m->lock);
    int places = m->finishes.slot != NULL;
    pthread_mutex_unlock(&m->lock);
    return places;
}
