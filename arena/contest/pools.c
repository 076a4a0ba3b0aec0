/* pools.c -- who plays in which pool, who meets whom there, and how they come out.
 *
 * Entries are dealt to pools in the order of their seeding, forth and back, so that pools are
 * about as strong; in a pool everybody meets everybody, in rounds by the circle method
 * (R. Lucas, 1883). */
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"

enum { ABOUT = 5 }; /* entries in a pool, if nobody says how many pools there are */

int pl_pools_usual(int entries, int wanted)
{
    int pools = wanted > 0 ? wanted : (entries + ABOUT - 1) / ABOUT;
    if (pools > entries / 2) pools = entries / 2;
    if (pools > PL_CONTEST_POOLS) pools = PL_CONTEST_POOLS;
    return pools > 0 ? pools : 1;
}

static int stronger(const pl_contestant *a, const pl_contestant *b)
{
    if (a->trial != b->trial) return a->trial > b->trial;
    return a->lot < b->lot;
}

/* By trial games, then by lot. */
void pl_pools_seed(pl_contest *c)
{
    pl_rng r;
    pl_seed(&r, c->plan.seed);
    for (int i = 0; i < c->plan.entries; i++) c->entry[i].lot = pl_rand(&r);
    for (int i = 0; i < c->plan.entries; i++) {
        pl_contestant *e = &c->entry[i];
        e->seeding = e->stands == PL_PLAYS;
        for (int j = 0; e->stands == PL_PLAYS && j < c->plan.entries; j++)
            e->seeding += c->entry[j].stands == PL_PLAYS && stronger(&c->entry[j], e);
    }
}

/* Everybody meets everybody: the first stays, the others go round. */
static int pair_up(pl_contest_pool *p, int games)
{
    int n = p->members + p->members % 2, rounds = n - 1;
    p->bout = calloc((size_t)(p->members * (p->members - 1) / 2) + 1, sizeof *p->bout);
    for (int r = 0; p->bout && r < rounds; r++)
        for (int i = 0; i < n / 2; i++) {
            int a = i == 0 ? 0 : 1 + (r + i - 1) % rounds, b = 1 + (r + n - 2 - i) % rounds;
            if (a >= p->members || b >= p->members) continue;
            p->bout[p->bouts++] =
                (pl_bout){.who = {p->member[a < b ? a : b], p->member[a < b ? b : a]},
                          .of = games,
                          .winner = -1};
        }
    return p->bout ? 0 : -1;
}

int pl_pools_draw(pl_contest *c, pl_error *err)
{
    int n = 0, bad = 0;
    pl_pools_seed(c);
    for (int i = 0; i < c->plan.entries; i++) n += c->entry[i].stands == PL_PLAYS;
    c->pools = pl_pools_usual(n, c->plan.pools);
    for (int seed = 1; seed <= n; seed++)
        for (int i = 0; i < c->plan.entries; i++) {
            if (c->entry[i].stands != PL_PLAYS || c->entry[i].seeding != seed) continue;
            int turn = (seed - 1) / c->pools, at = (seed - 1) % c->pools;
            c->entry[i].pool = turn % 2 ? c->pools - 1 - at : at;
            pl_contest_pool *p = &c->pool[c->entry[i].pool];
            p->member[p->members++] = i;
        }
    for (int i = 0; i < c->pools; i++) bad |= pair_up(&c->pool[i], c->plan.games);
    return bad ? pl_fail(err, "out of memory") : 0;
}

void pl_pools_close(pl_contest *c)
{
    for (int i = 0; i < PL_CONTEST_POOLS; i++) {
        for (int k = 0; k < c->pool[i].bouts; k++) pl_bout_close(&c->pool[i].bout[k]);
        free(c->pool[i].bout);
        c->pool[i] = (pl_contest_pool){0};
    }
    c->pools = 0;
}

static void add(pl_contest_row *row, const pl_bout *b, int side)
{
    row->points += b->points[side];
    row->score += b->score[side];
    row->played += b->played;
    for (int i = 0; i < b->games; i++) {
        double points = pl_contest_points(b->game[i].score[side], b->game[i].score[!side]);
        row->won += points == 1;
        row->drawn += points == 0.5;
        row->lost += points == 0;
    }
}

/* Points, then scores, then the seeding; who is out comes last. */
static int ahead(const pl_contest *c, const pl_contest_row *a, const pl_contest_row *b)
{
    const pl_contestant *x = &c->entry[a->entry], *y = &c->entry[b->entry];
    if ((x->stands == PL_OUT) != (y->stands == PL_OUT)) return y->stands == PL_OUT;
    if (a->points != b->points) return a->points > b->points;
    if (a->score != b->score) return a->score > b->score;
    return x->seeding < y->seeding;
}

void pl_pools_rows(const pl_contest *c, const pl_contest_pool *p, pl_contest_row *out)
{
    for (int i = 0; i < p->members; i++) {
        pl_contest_row row = {.entry = p->member[i]};
        for (int k = 0; k < p->bouts; k++)
            for (int side = 0; side < 2; side++)
                if (p->bout[k].who[side] == row.entry) add(&row, &p->bout[k], side);
        int at = i;
        for (; at > 0 && ahead(c, &row, &out[at - 1]); at--) out[at] = out[at - 1];
        out[at] = row;
    }
}
