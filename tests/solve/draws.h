/* draws.h -- every draw of a walk comes out every way, for the tests of what sampling
 * learns: a walk is compiled once more with draws that follow a script, and what all of
 * them add up to is held against the whole tree.
 *
 * All odds in play are quarters, so a draw between 0 and 1 has four ways, and one among n
 * has n.
 */
#ifndef PL_TESTS_DRAWS_H
#define PL_TESTS_DRAWS_H

#include "tests/support/grown.h"

enum { QUARTERS = 4, DRAWS = 64 };

/* The draws of one walk, as digits of a number that counts through all of them. */
static struct {
    int digit[DRAWS], ways[DRAWS], used, known;
    int cells;  /* ways of a draw between 0 and 1 */
    int skewed; /* a fault: the first of the ways never comes */
} script = {.cells = QUARTERS};

static inline int draw_of(int ways)
{
    int i = script.used++;
    assert_true(i < DRAWS);
    if (i >= script.known) script.digit[i] = 0;
    if (i >= script.known) script.known = i + 1;
    script.ways[i] = ways;
    return script.skewed && script.digit[i] == 0 ? ways - 1 : script.digit[i];
}

static inline uint64_t draw_word(void)
{
    return (uint64_t)(((double)draw_of(script.cells) + 0.5) / script.cells *
                      18446744073709551616.0);
}

/* How likely the draws were, and on to the next; 0: there are none left. */
static inline double likely(void)
{
    double p = 1;
    for (int i = 0; i < script.used; i++) p /= script.ways[i];
    return p;
}

static inline int next_script(void)
{
    int i = script.used - 1;
    while (i >= 0 && script.digit[i] == script.ways[i] - 1) i--;
    script.known = i + 1;
    script.used = 0;
    if (i < 0) return 0;
    script.digit[i]++;
    return 1;
}

/* A policy of quarters.  Of two players some moves are never played; of three they all
 * are, since what a third never plays to nobody can weigh. */
static inline double *some_policy(const pl_tree *t)
{
    double *policy = calloc((size_t)t->info_first[t->infos], sizeof *policy);
    pl_rng r;
    pl_seed(&r, 5);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        int sure = t->game->players > 2 ? n : 0;
        for (int q = 0; q < QUARTERS; q++)
            policy[from + (q < sure ? q : pl_below(&r, n))] += 1.0 / QUARTERS;
    }
    return policy;
}

/* What the whole tree says to seat: regrets, and how much of each set is played. */
typedef struct {
    const pl_tree *t;
    const double *policy;
    double *regret, *played;
    int seat;
} truth;

/* The value of node, which the seat plays to with mine, the others with others and chance
 * with odds. */
static inline double tell(truth *w, int32_t node, double mine, double others, double odds)
{
    const pl_tree *t = w->t;
    int32_t n = t->first[node + 1] - t->first[node], turn = t->turn[node];
    double value[16], sum = 0;
    if (turn == PL_OVER) return t->score[t->info[node] * t->game->players + w->seat];
    int32_t from = turn < 0 ? 0 : t->info_first[t->info[node]];
    for (int32_t a = 0; a < n; a++) {
        double p = turn < 0 ? t->odds[t->first[node] + a] : w->policy[from + a];
        int own = turn == w->seat;
        value[a] = tell(w, t->first[node] + a, own ? mine * p : mine,
                        own || turn < 0 ? others : others * p, turn < 0 ? odds * p : odds);
        sum += p * value[a];
        if (own) w->played[from + a] += mine * odds * p;
    }
    for (int32_t a = 0; turn == w->seat && a < n; a++)
        w->regret[from + a] += others * odds * (value[a] - sum);
    return sum;
}

/* The largest difference between what the tree says and what walks added up to, each
 * regrets and then what is played, for so many moves. */
static inline double worst_of(const double *told, const double *added, size_t places)
{
    double worst = 0;
    for (size_t i = 0; i < 2 * places; i++) worst = fmax(worst, fabs(told[i] - added[i]));
    return worst;
}

#endif
