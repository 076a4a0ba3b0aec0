/* rate.c -- the most likely ratings of a pool, group by group.
 *
 * Who never met, not even through others, cannot be compared: so players fall into groups that
 * games connect, and each group is rated by itself, about 0.  Within one, somebody may have won or
 * lost everything; then a prior keeps the ratings in bounds.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ladder/pool.h"
#include "core/text.h"

static const double confidence = 0.95;
enum { SURE_MOST = 3000 }; /* players of whom intervals are made: it takes the cube of that */

static int32_t root_of(int32_t *up, int32_t i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* Who is in which group, numbered by their first players; returns how many, or -1. */
static int32_t find_groups(const pl_pool_games *g, pl_pooled *player)
{
    int32_t *up = malloc((size_t)(g->players + 1) * sizeof *up), n = 0;
    if (!up) return -1;
    for (int32_t i = 0; i < g->players; i++) up[i] = i;
    for (int64_t i = 0; i < g->games; i++)
        for (int64_t k = g->begin[i] + 1; k < g->begin[i + 1]; k++)
            up[root_of(up, g->who[k])] = root_of(up, g->who[g->begin[i]]);
    for (int32_t i = 0; i < g->players; i++) player[i].group = -1;
    for (int32_t i = 0; i < g->players; i++) {
        int32_t root = root_of(up, i);
        if (player[root].group < 0) player[root].group = n++;
        player[i].group = player[root].group;
    }
    free(up);
    return n;
}

/* One group: its players by places of their own, and its games. */
typedef struct {
    int32_t *place, players; /* place: of each player of the pool; -1: of another group */
    pl_pairing *pair;        /* of two seats */
    int64_t pairs;
    int64_t *begin; /* of more */
    int32_t *who;
    double *score;
    int64_t games;
    pl_interval *rating;
} part;

static int by_pair(const void *a, const void *b)
{
    const pl_pairing *x = a, *y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* The results of each pair in one row. */
static void add_up(part *p)
{
    int64_t n = 0;
    qsort(p->pair, (size_t)p->pairs, sizeof *p->pair, by_pair);
    for (int64_t i = 0; i < p->pairs; i++) {
        if (n && by_pair(&p->pair[n - 1], &p->pair[i]) == 0) {
            p->pair[n - 1].wins += p->pair[i].wins;
            p->pair[n - 1].draws += p->pair[i].draws;
            p->pair[n - 1].losses += p->pair[i].losses;
        } else p->pair[n++] = p->pair[i];
    }
    p->pairs = n;
}

static void put_pair(part *p, const int32_t *who, const double *score)
{
    int turned = who[0] > who[1];
    double d = turned ? score[1] - score[0] : score[0] - score[1];
    p->pair[p->pairs++] = (pl_pairing){who[turned], who[!turned], d > 0,
                                       d < 0   ? 0
                                       : d > 0 ? 0
                                               : 1,
                                       d < 0};
}

static void put_game(part *p, const pl_pool_games *g, int64_t game)
{
    int32_t who[PL_SEATS_MAX];
    int n = (int)(g->begin[game + 1] - g->begin[game]);
    const double *score = g->score + g->begin[game];
    for (int k = 0; k < n; k++) who[k] = p->place[g->who[g->begin[game] + k]];
    if (who[0] < 0) return;
    if (p->pair) {
        put_pair(p, who, score);
        return;
    }
    int64_t at = p->begin[p->games];
    memcpy(p->who + at, who, (size_t)n * sizeof *who);
    memcpy(p->score + at, score, (size_t)n * sizeof *score);
    p->begin[++p->games] = at + n;
}

static int fit(const part *p, const pl_rating_options *o, pl_error *err)
{
    pl_rating_fit found;
    pl_rankings rankings = {p->games, p->begin, p->who, p->score};
    if (p->pair)
        return pl_bradley_terry(p->pair, p->pairs, p->players, o, p->rating, NULL, &found, err);
    return pl_plackett_luce(&rankings, p->players, o, p->rating, NULL, &found, err);
}

/* Likely ratings of one group; a prior where games alone put no bounds to them. */
static int rate_part(part *p, pl_pool *pool, pl_error *err)
{
    pl_rating_options o = {.confidence = p->players > SURE_MOST ? 0 : confidence};
    if (p->players > SURE_MOST) pool->many = 1;
    if (fit(p, &o, NULL) == 0) return 0;
    o.prior = PL_LADDER_PRIOR;
    pool->bounded = 1;
    return fit(p, &o, err);
}

static int rate_group(part *p, const pl_pool_games *g, int32_t group, pl_pool *pool,
                      pl_pooled *player, pl_error *err)
{
    p->players = 0;
    p->pairs = p->games = 0;
    if (p->begin) p->begin[0] = 0;
    for (int32_t i = 0; i < g->players; i++)
        p->place[i] = player[i].group == group ? p->players++ : -1;
    for (int64_t i = 0; i < g->games; i++) put_game(p, g, i);
    if (p->pair) add_up(p);
    int bad = p->players > 1 ? rate_part(p, pool, err) : 0;
    for (int32_t i = 0; i < g->players && !bad; i++)
        if (p->place[i] >= 0 && p->players > 1) player[i].rating = p->rating[p->place[i]];
    return bad;
}

static int open_part(part *p, const pl_pool_games *g)
{
    size_t games = (size_t)g->games + 1, seats = (size_t)g->begin[g->games] + 1;
    *p = (part){.place = malloc(((size_t)g->players + 1) * sizeof *p->place),
                .rating = malloc(((size_t)g->players + 1) * sizeof *p->rating)};
    if (g->seats == 2) p->pair = malloc(games * sizeof *p->pair);
    else {
        p->begin = malloc(games * sizeof *p->begin);
        p->who = malloc(seats * sizeof *p->who);
        p->score = malloc(seats * sizeof *p->score);
    }
    return p->place && p->rating && (p->pair || (p->begin && p->who && p->score)) ? 0 : -1;
}

static void close_part(part *p)
{
    free(p->place);
    free(p->rating);
    free(p->pair);
    free(p->begin);
    free(p->who);
    free(p->score);
}

int pl_pool_rate(const pl_pool_games *g, const pl_pool_options *o, pl_pool *pool, pl_pooled *player,
                 pl_error *err)
{
    part p;
    pool->groups = find_groups(g, player);
    for (int32_t i = 0; i < g->players; i++) player[i].rating = (pl_interval){NAN, NAN, NAN};
    if (pool->groups < 0) return pl_fail(err, "out of memory for ratings");
    if (o->method != PL_POOL_LIKELY) return pl_pool_course(g, o, player, err);
    int bad = open_part(&p, g) ? pl_fail(err, "out of memory for ratings") : 0;
    for (int32_t i = 0; i < pool->groups && !bad; i++)
        bad = rate_group(&p, g, i, pool, player, err);
    close_part(&p);
    return bad;
}
