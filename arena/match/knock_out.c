/* knock_out.c -- a bracket, of tables of any size: the best of each go on.
 *
 * Entrants have places in a list, the best first.  Of a round that has byes the first of the
 * list have them; the others are dealt out to tables there and back, so that at two seats the first meets
 * the last.  Those who go on take the best places of their table, in the order in which
 * they came out of it: at two seats that is the usual bracket, in which the first two can
 * meet only in the last round.
 *
 * The last table has to be full, and so all that are before it.  How many may be left after each
 * round follows from that, backwards: 4, 8, 16, ... where 2 of 4 go on.  The first round comes down to
 * such a number; where it does not come out even, the last table lets more go on.
 *
 * Who is at a tie where the table is cut plays again, with the whole table, three times at
 * most; all games count together, and then lots are drawn.
 *
 * Fact to check: where 2 of 4 go on, 11 entrants play rounds of 2 tables, 2 tables and 1.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { REPLAYS = 3 };

/* How many are to be left after a round of so many. */
static int come_down(const pl_schedule *s, int left)
{
    int full = s->places;
    if (left == full) return 1;
    for (;;) {
        int before = full / s->advance * s->places + full % s->advance;
        if (before >= left) return full;
        full = before;
    }
}

/* How many of table i of a round of so many are out after it. */
static int falling(const pl_schedule *s, int left, int i)
{
    int need = left - come_down(s, left), each = s->places - s->advance;
    if (left == s->places) return need;
    return need - i * each < each ? need - i * each : each;
}

static int tables_of(const pl_schedule *s, int left)
{
    int n = left / s->places;
    while (n > 1 && falling(s, left, n - 1) <= 0) n--;
    return n;
}

static int left_after(const pl_schedule *s, int left)
{
    int after = left;
    for (int i = 0; i < tables_of(s, left); i++) after -= falling(s, left, i);
    return after;
}

/* Where in the list of those who are left seat p of table i is dealt from. */
static int place_of(const pl_schedule *s, int i, int p)
{
    int tables = tables_of(s, s->left), byes = s->left - tables * s->places;
    return byes + p * tables + (p % 2 ? tables - 1 - i : i);
}

static void deal_tables(pl_schedule *s)
{
    s->pairings = tables_of(s, s->left);
    s->replays = 0;
    memset(s->sum, 0, (size_t)s->entrants * sizeof *s->sum);
    for (int i = 0; i < s->pairings; i++) {
        s->table[i] = i;
        for (int p = 0; p < s->places; p++) s->list[i * s->places + p] = s->seed[place_of(s, i, p)];
    }
}

int pl_knock_out_open(pl_schedule *s, const pl_match_plan *plan)
{
    size_t n = (size_t)s->entrants;
    s->advance = plan->advance ? plan->advance : s->places / 2;
    s->left = s->entrants;
    s->rounds = 0;
    for (int left = s->left; left > 1; left = left_after(s, left)) s->rounds++;
    s->seed = malloc(n * sizeof *s->seed);
    s->table = malloc(n * sizeof *s->table);
    s->sum = malloc(n * sizeof *s->sum);
    if (!s->seed || !s->table || !s->sum) return -1;
    for (int i = 0; i < s->entrants; i++) s->seed[i] = i;
    deal_tables(s);
    return 0;
}

/* The table in the order of what it came to; of equals as they sit, or as lots say. */
static void rank(const pl_schedule *s, int64_t i, int32_t *order)
{
    const int32_t *table = s->list + i * s->places;
    pl_rng lots;
    pl_split(&s->rng, (uint64_t)(s->first + i), &lots);
    for (int p = 0; p < s->places; p++) {
        int at = s->replays == REPLAYS ? pl_below(&lots, p + 1) : p;
        memmove(order + at + 1, order + at, (size_t)(p - at) * sizeof *order);
        order[at] = table[p];
    }
    for (int p = 1; p < s->places; p++) {
        int32_t who = order[p];
        int at = p;
        for (; at > 0 && s->sum[order[at - 1]] < s->sum[who]; at--) order[at] = order[at - 1];
        order[at] = who;
    }
}

/* 1: it is known who goes on, and they did. */
static int settle(pl_schedule *s, int64_t i)
{
    int32_t order[PL_SEATS_MAX];
    int stay = s->places - falling(s, s->left, s->table[i]);
    rank(s, i, order);
    if (s->replays < REPLAYS && s->sum[order[stay - 1]] <= s->sum[order[stay]]) return 0;
    for (int p = 0; p < s->places; p++) {
        s->seed[place_of(s, s->table[i], p)] = p < stay ? order[p] : -1;
        if (p < stay) s->points[order[p]]++;
        else s->out[order[p]] = s->round + 1;
    }
    return 1;
}

static void go_up(pl_schedule *s)
{
    int left = 0;
    for (int i = 0; i < s->left; i++)
        if (s->seed[i] >= 0) s->seed[left++] = s->seed[i];
    s->left = left;
    s->round++;
}

int pl_knock_out_next(pl_schedule *s, const double *lead)
{
    int64_t open = 0, n = s->places;
    for (int64_t i = 0; i < s->pairings; i++) {
        for (int64_t p = i * n; p < (i + 1) * n; p++) s->sum[s->list[p]] += lead[p];
        if (settle(s, i)) continue;
        memmove(s->list + open * n, s->list + i * n, (size_t)n * sizeof *s->list);
        s->table[open++] = s->table[i];
    }
    s->first += s->pairings;
    s->pairings = open;
    s->replays++;
    if (open) return 1;
    go_up(s);
    if (s->left == 1) return 0;
    deal_tables(s);
    return 1;
}

int64_t pl_knock_out_known(const pl_schedule *s)
{
    int64_t n = s->first + s->pairings;
    for (int left = left_after(s, s->left); left > 1; left = left_after(s, left))
        n += tables_of(s, left);
    return n;
}
