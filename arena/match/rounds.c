/* rounds.c -- formats in which results decide who meets next: Swiss and knock-out.
 *
 * Swiss: the entrants stand by their points, and each meets the nearest one below it that it
 * has not met, as far as that can be done for all; with an odd number the lowest one that has
 * not yet rested does, for a point.  Knock-out: the bracket is the usual one, in which the
 * first two of the list can meet only in the last round; those that have no opponent go on.
 * A tie is played again, three times at most, and then lots are drawn.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

enum { REPLAYS = 3, STEPS = 20000 };

static int rounds_for(int n)
{
    int rounds = 0;
    while (1 << rounds < n) rounds++;
    return rounds;
}

/* The usual bracket: twice as many, each beside the one that completes its sum. */
static void fill_bracket(pl_schedule *s)
{
    int size = 1 << s->rounds;
    s->bracket[0] = 0;
    for (int n = 1; n < size; n *= 2)
        for (int i = n - 1; i >= 0; i--) {
            int32_t one = s->bracket[i];
            s->bracket[2 * i] = one;
            s->bracket[2 * i + 1] = 2 * n - 1 - one;
        }
    for (int i = 0; i < size; i++)
        if (s->bracket[i] >= s->entrants) s->bracket[i] = -1;
    s->left = size;
}

/* Those of the bracket that have an opponent. */
static void list_bracket(pl_schedule *s)
{
    s->pairings = 0;
    for (int i = 0; i + 1 < s->left; i += 2)
        if (s->bracket[i] >= 0 && s->bracket[i + 1] >= 0)
            memcpy(s->list + 2 * s->pairings++, s->bracket + i, 2 * sizeof *s->list);
}

static void lose(pl_schedule *s, int32_t loser, int32_t winner)
{
    s->points[winner]++;
    s->out[loser] = s->round + 1;
    for (int i = 0; i < s->left; i++)
        if (s->bracket[i] == loser) s->bracket[i] = -1;
}

/* Half of the bracket is left. */
static void go_up(pl_schedule *s)
{
    for (int i = 0; i < s->left; i += 2)
        s->bracket[i / 2] = s->bracket[i] >= 0 ? s->bracket[i] : s->bracket[i + 1];
    s->left /= 2;
    s->round++;
    s->replays = 0;
}

static int next_knock_out(pl_schedule *s, const double *lead)
{
    for (int64_t i = 0; i < s->pairings; i++) {
        const int32_t *pair = s->list + 2 * i;
        double by = lead[i];
        pl_rng lot;
        pl_split(&s->rng, (uint64_t)(s->first + i), &lot);
        if (by == 0 && s->replays == REPLAYS) by = pl_below(&lot, 2) ? 1 : -1;
        if (by > 0) lose(s, pair[1], pair[0]);
        if (by < 0) lose(s, pair[0], pair[1]);
    }
    s->first += s->pairings;
    s->replays++;
    list_bracket(s);
    while (!s->pairings && s->left > 1) {
        go_up(s);
        list_bracket(s);
    }
    return s->pairings > 0;
}

/* By points, then as they were listed. */
static void rank(const pl_schedule *s, int32_t *order)
{
    for (int i = 0; i < s->entrants; i++) {
        int at = i;
        for (; at > 0 && s->points[order[at - 1]] < s->points[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

static uint8_t *met(const pl_schedule *s, int a, int b)
{
    return &s->met[(size_t)a * (size_t)s->entrants + (size_t)b];
}

typedef struct {
    const pl_schedule *s;
    int32_t order[PL_ENTRANTS_MAX], n;
    uint8_t taken[PL_ENTRANTS_MAX];
    int32_t pair[PL_ENTRANTS_MAX];
    int pairs, steps;
} search;

/* Pair all that are not taken; again: also those that have met.  1: it could be done. */
static int pair_up(search *q, int from, int again)
{
    while (from < q->n && q->taken[from]) from++;
    if (from == q->n) return 1;
    q->taken[from] = 1;
    for (int j = from + 1; j < q->n; j++) {
        if (q->taken[j] || (!again && *met(q->s, q->order[from], q->order[j]))) continue;
        if (!again && q->steps++ > STEPS) break;
        q->taken[j] = 1;
        q->pair[2 * q->pairs] = q->order[from];
        q->pair[2 * q->pairs++ + 1] = q->order[j];
        if (pair_up(q, from + 1, again)) return 1;
        q->pairs--;
        q->taken[j] = 0;
    }
    q->taken[from] = 0;
    return 0;
}

/* The lowest that has not rested does. */
static void rest(pl_schedule *s, search *q)
{
    int i = q->n - 1;
    if (q->n % 2 == 0) return;
    while (i > 0 && *met(s, q->order[i], q->order[i])) i--;
    *met(s, q->order[i], q->order[i]) = 1;
    s->points[q->order[i]]++;
    q->taken[i] = 1;
}

static void pair_swiss(pl_schedule *s)
{
    search q = {.s = s, .n = s->entrants};
    rank(s, q.order);
    rest(s, &q);
    if (!pair_up(&q, 0, 0)) pair_up(&q, 0, 1);
    s->pairings = q.pairs;
    memcpy(s->list, q.pair, 2 * (size_t)q.pairs * sizeof *s->list);
    for (int i = 0; i < q.pairs; i++)
        *met(s, q.pair[2 * i], q.pair[2 * i + 1]) = *met(s, q.pair[2 * i + 1], q.pair[2 * i]) = 1;
}

static int next_swiss(pl_schedule *s, const double *lead)
{
    for (int64_t i = 0; i < s->pairings; i++) {
        double first = lead[i] > 0 ? 1 : lead[i] < 0 ? 0 : 0.5;
        s->points[s->list[2 * i]] += first;
        s->points[s->list[2 * i + 1]] += 1 - first;
    }
    s->first += s->pairings;
    if (++s->round == s->rounds) return 0;
    pair_swiss(s);
    return 1;
}

int pl_rounds_next(pl_schedule *s, const double *lead)
{
    return s->format == PL_SWISS ? next_swiss(s, lead) : next_knock_out(s, lead);
}

static int refuse(const pl_schedule *s, const pl_match_plan *plan, pl_error *err)
{
    int most = s->entrants - 1 + s->entrants % 2;
    if (s->places != 2)
        return pl_fail(err, "the format %s is for games of two seats, and this one has %d",
                       pl_format_name(s->format), (int)s->places);
    if (s->format == PL_SWISS && plan->rounds > most)
        return pl_fail(err, "%d entrants have opponents for %d round%s, not for %d",
                       (int)s->entrants, most, most == 1 ? "" : "s", (int)plan->rounds);
    return 0;
}

int pl_rounds_open(pl_schedule *s, const pl_match_plan *plan, pl_error *err)
{
    size_t n = (size_t)s->entrants;
    if (refuse(s, plan, err)) return -1;
    s->rounds = rounds_for(s->entrants);
    s->list = malloc(2 * n * sizeof *s->list);
    s->bracket = malloc(((size_t)1 << s->rounds) * sizeof *s->bracket);
    s->points = calloc(n, sizeof *s->points);
    s->out = calloc(n, sizeof *s->out);
    s->met = calloc(n, n);
    if (!s->list || !s->bracket || !s->points || !s->out || !s->met)
        return pl_fail(err, "out of memory");
    if (s->format == PL_SWISS) {
        if (plan->rounds) s->rounds = plan->rounds;
        pair_swiss(s);
    } else {
        fill_bracket(s);
        list_bracket(s);
    }
    return 0;
}
