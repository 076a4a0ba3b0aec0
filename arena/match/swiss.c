/* swiss.c -- the Swiss system: who stands near each other meets, and nobody is out.
 *
 * The entrants stand by their points.  At two seats each meets the nearest one below it that it
 * has not met, as far as that can be done for all.  At more a table is filled from the top: beside
 * the first come those whom the table has met least often, of equals the nearest.  Who is left
 * over rests: those who did least often, of equals the lowest.
 *
 * At a table an entrant gets the share of the others that it was ahead of, a half for each tie: so
 * the best gets one point and the last none.  To rest is worth a point at two seats, as is
 * usual, and a half at more, what a table is worth on average, since many rest.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { STEPS = 20000 };

/* By points, then as they were listed. */
static void rank(const pl_schedule *s, int32_t *order)
{
    for (int i = 0; i < s->entrants; i++) {
        int at = i;
        for (; at > 0 && s->points[order[at - 1]] < s->points[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

static uint16_t *met(const pl_schedule *s, int a, int b)
{
    return &s->met[(size_t)a * (size_t)s->entrants + (size_t)b];
}

typedef struct {
    const pl_schedule *s;
    int32_t order[PL_ENTRANTS_MAX], n;
    uint8_t taken[PL_ENTRANTS_MAX];
    int32_t seat[PL_ENTRANTS_MAX]; /* tables, one after the other */
    int seats, steps;
} search;

static void take(search *q, int i)
{
    q->taken[i] = 1;
    q->seat[q->seats++] = q->order[i];
}

/* Pair all that are not taken; again: also those that have met.  1: it could be done. */
static int pair_up(search *q, int from, int again)
{
    while (from < q->n && q->taken[from]) from++;
    if (from == q->n) return 1;
    for (int j = from + 1; j < q->n; j++) {
        if (q->taken[j] || (!again && *met(q->s, q->order[from], q->order[j]))) continue;
        if (!again && q->steps++ > STEPS) break;
        take(q, from);
        take(q, j);
        if (pair_up(q, from + 1, again)) return 1;
        q->seats -= 2;
        q->taken[from] = q->taken[j] = 0;
    }
    return 0;
}

/* The next one at a table that begins at seat from. */
static int choose(const search *q, int from)
{
    int best = -1, least = 0;
    for (int i = 0; i < q->n; i++) {
        int meetings = 0;
        if (q->taken[i]) continue;
        for (int k = from; k < q->seats; k++) meetings += *met(q->s, q->seat[k], q->order[i]);
        if (best >= 0 && meetings >= least) continue;
        best = i;
        least = meetings;
    }
    return best;
}

static void fill_tables(search *q, int seats)
{
    while (q->seats < seats) take(q, choose(q, q->seats - q->seats % q->s->places));
}

static void rest(pl_schedule *s, search *q)
{
    for (int left = q->n % s->places; left > 0; left--) {
        int who = -1;
        for (int i = q->n - 1; i >= 0; i--) {
            int rests = *met(s, q->order[i], q->order[i]);
            if (q->taken[i]) continue;
            if (who < 0 || rests < *met(s, q->order[who], q->order[who])) who = i;
        }
        q->taken[who] = 1;
        ++*met(s, q->order[who], q->order[who]);
        s->points[q->order[who]] += s->places == 2 ? 1 : 0.5;
    }
}

static void remember(pl_schedule *s, const int32_t *table)
{
    for (int i = 0; i < s->places; i++)
        for (int j = 0; j < s->places; j++)
            if (i != j) ++*met(s, table[i], table[j]);
}

static void seat_all(pl_schedule *s)
{
    search q = {.s = s, .n = s->entrants};
    rank(s, q.order);
    rest(s, &q);
    s->pairings = s->entrants / s->places;
    if (s->places > 2) fill_tables(&q, (int)s->pairings * s->places);
    else if (!pair_up(&q, 0, 0)) pair_up(&q, 0, 1);
    memcpy(s->list, q.seat, (size_t)q.seats * sizeof *s->list);
    for (int i = 0; i < s->pairings; i++) remember(s, s->list + i * s->places);
}

int pl_swiss_open(pl_schedule *s, const pl_match_plan *plan)
{
    size_t n = (size_t)s->entrants;
    int64_t reach = s->places;
    for (s->rounds = 1; reach < s->entrants; reach *= s->places) s->rounds++;
    if (plan->rounds) s->rounds = plan->rounds;
    s->met = calloc(n * n, sizeof *s->met);
    if (!s->met) return -1;
    seat_all(s);
    return 0;
}

static void give_points(pl_schedule *s, const int32_t *table, const double *lead)
{
    for (int i = 0; i < s->places; i++) {
        int half = -1; /* everybody is even with himself */
        for (int j = 0; j < s->places; j++)
            half += lead[i] > lead[j] ? 2 : lead[i] < lead[j] ? 0 : 1;
        s->points[table[i]] += 0.5 * half / (s->places - 1);
    }
}

int pl_swiss_next(pl_schedule *s, const double *lead)
{
    for (int64_t i = 0; i < s->pairings; i++)
        give_points(s, s->list + i * s->places, lead + i * s->places);
    s->first += s->pairings;
    if (++s->round == s->rounds) return 0;
    seat_all(s);
    return 1;
}
