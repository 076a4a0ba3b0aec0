/* bracket.c -- the knock-out: who is in it, who meets whom, and which place everybody took.
 *
 * Its places are those of a usual bracket: if everybody plays to his seed the first meets the
 * second in the final alone.  What a power of two has too many are byes of the best. */
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"

void pl_bracket_seeds(int n, int32_t *at)
{
    at[0] = 0;
    for (int m = 2; m <= n; m *= 2)
        for (int i = m / 2 - 1; i >= 0; i--) {
            at[2 * i] = at[i];
            at[2 * i + 1] = m - 1 - at[2 * i];
        }
}

/* Who goes on before whom: by the rank in the pool, then by the share of points there. */
typedef struct {
    int32_t entry, rank;
    double share;
} candidate;

static int before(const pl_contest *c, const candidate *a, const candidate *b)
{
    if (a->rank != b->rank) return a->rank < b->rank;
    if (a->share != b->share) return a->share > b->share;
    return c->entry[a->entry].seeding < c->entry[b->entry].seeding;
}

static int add_candidate(const pl_contest *c, candidate *list, int n, candidate one)
{
    int at = n;
    for (; at > 0 && before(c, &one, &list[at - 1]); at--) list[at] = list[at - 1];
    list[at] = one;
    return n + 1;
}

static int advancing(const pl_contest *c)
{
    if (c->plan.advance > 0) return c->plan.advance;
    return c->pools == 1 ? 4 : 2;
}

/* The best of all pools, in the order of their seeds. */
static int choose(pl_contest *c, candidate *list)
{
    pl_contest_row row[PL_CONTEST_MAX];
    int n = 0;
    for (int i = 0; i < c->pools; i++) {
        const pl_contest_pool *p = &c->pool[i];
        pl_pools_rows(c, p, row);
        for (int k = 0; k < p->members; k++) {
            pl_contestant *e = &c->entry[row[k].entry];
            double of = (p->members - 1) * (double)c->plan.games;
            e->rank = k + 1;
            if (k < advancing(c) && e->stands == PL_PLAYS)
                n = add_candidate(
                    c, list, n, (candidate){row[k].entry, k + 1, of > 0 ? row[k].points / of : 0});
        }
    }
    return n;
}

static int same_pool(const pl_contest *c, int a, int b)
{
    return a >= 0 && b >= 0 && c->entry[a].pool == c->entry[b].pool;
}

/* Who met in a pool is not to meet at once again: the weaker ones of two pairings change places,
 * if that helps both. */
static void part_pools(pl_contest *c, pl_contest_round *r)
{
    for (int i = 0; i < r->bouts; i++) {
        int32_t *mine = r->bout[i].who;
        for (int j = 0; j < r->bouts && same_pool(c, mine[0], mine[1]); j++) {
            int32_t *other = r->bout[j].who;
            if (j == i || other[1] < 0 || same_pool(c, mine[0], other[1]) ||
                same_pool(c, other[0], mine[1]))
                continue;
            int32_t keep = mine[1];
            mine[1] = other[1];
            other[1] = keep;
        }
    }
}

static int open_rounds(pl_contest *c, int places)
{
    for (int n = places / 2; n > 0; n /= 2) {
        pl_contest_round *r = &c->round[c->rounds];
        r->bout = calloc((size_t)n, sizeof *r->bout);
        if (!r->bout) return -1;
        c->rounds++;
        r->bouts = n;
        for (int i = 0; i < n; i++)
            r->bout[i] =
                (pl_bout){.who = {PL_NOBODY, PL_NOBODY}, .of = c->plan.games, .winner = -1};
    }
    return 0;
}

static void give_byes(pl_contest_round *r)
{
    for (int i = 0; i < r->bouts; i++) {
        pl_bout *b = &r->bout[i];
        if (b->who[0] >= 0 && b->who[1] >= 0) continue;
        b->state = PL_BYE;
        b->winner = b->who[0] < 0 && b->who[1] >= 0;
    }
}

int pl_bracket_draw(pl_contest *c, pl_error *err)
{
    candidate list[PL_CONTEST_MAX];
    int32_t seed[2 * PL_CONTEST_MAX];
    int n = choose(c, list), places = 1;
    while (places < n) places *= 2;
    if (open_rounds(c, places)) return pl_fail(err, "out of memory");
    if (n == 1) c->winner = list[0].entry;
    if (n < 2) return 0;
    pl_bracket_seeds(places, seed);
    for (int i = 0; i < places; i++)
        c->round[0].bout[i / 2].who[i % 2] = seed[i] < n ? list[seed[i]].entry : PL_NOBODY;
    part_pools(c, &c->round[0]);
    give_byes(&c->round[0]);
    return 0;
}

void pl_bracket_next(pl_contest *c, int round)
{
    const pl_contest_round *r = &c->round[round];
    for (int i = 0; i < r->bouts; i++) {
        const pl_bout *b = &r->bout[i];
        int winner = b->who[b->winner], loser = b->who[!b->winner];
        if (loser >= 0) c->entry[loser].lost = round + 1;
        if (round + 1 < c->rounds) c->round[round + 1].bout[i / 2].who[i % 2] = winner;
        else c->winner = winner;
    }
}

void pl_bracket_close(pl_contest *c)
{
    for (int i = 0; i < c->rounds; i++) {
        for (int k = 0; k < c->round[i].bouts; k++) pl_bout_close(&c->round[i].bout[k]);
        free(c->round[i].bout);
        c->round[i] = (pl_contest_round){0};
    }
    c->rounds = 0;
    c->winner = PL_NOBODY;
}

static int is_in(const pl_contest *c, int entry)
{
    for (int i = 0; c->rounds && i < c->round[0].bouts; i++)
        for (int side = 0; side < 2; side++)
            if (c->round[0].bout[i].who[side] == entry) return 1;
    return 0;
}

/* Who loses in the same round shares a place; behind them those who were left in their pools, by
 * their ranks there. */
int pl_contest_place(const pl_contest *c, int entry)
{
    const pl_contestant *e = &c->entry[entry];
    int place = 1;
    if (c->stage < PL_KNOCKING_OUT || !e->rank) return 0;
    if (entry == c->winner) return 1;
    if (e->lost) return (1 << (c->rounds - e->lost)) + 1;
    if (is_in(c, entry)) return 0;
    for (int i = 0; i < c->plan.entries; i++)
        if (c->entry[i].rank) place += is_in(c, i) || i == c->winner || c->entry[i].rank < e->rank;
    return place;
}
