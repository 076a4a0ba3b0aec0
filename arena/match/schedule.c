/* schedule.c -- who meets whom.
 *
 * A pairing is found from its number when it is needed, so that a league of millions of
 * tables takes no memory: sets in the order of dictionaries, or drawn with a stream of
 * their own.  Where everybody is to play as often, tables come in turns of as many as there
 * are entrants: the entrants stand in a circle, in an order drawn anew each turn, and table j
 * takes those some fixed steps from place j, so that each of them sits at each place once.
 * Neighbours are windows that slide over the list: all of them twice, then those that leave out
 * every other entrant.
 */
#include "arena/match/match.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static const int64_t pairings_max = (int64_t)1 << 40;
static const int64_t games_max = (int64_t)1 << 60; /* so that no count of them runs over */
static const int64_t rounds_pairings_max = 4 * PL_ENTRANTS_MAX * PL_ENTRANTS_MAX;

const char *pl_format_name(pl_format f)
{
    static const char *const names[] = {"round-robin", "gauntlet", "random",   "balanced",
                                        "neighbours",  "swiss",    "knock-out"};
    return names[f];
}

/* n over k, or as much as is too much. */
static int64_t choose(int n, int k)
{
    double about = 1;
    int64_t exact = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 1; i <= k; i++) {
        about = about * (n - k + i) / i;
        if (about > 1e12) return pairings_max;
        exact = exact * (n - k + i) / i;
    }
    return exact;
}

/* Set number b of k out of n, ascending. */
static void unrank(int64_t b, int n, int k, int32_t *out)
{
    for (int at = 0, i = 0; i < k; at++) {
        int64_t with = choose(n - at - 1, k - i - 1);
        if (b < with) out[i++] = at;
        else b -= with;
    }
}

/* The first k of an order of n, drawn. */
static void draw_some(pl_rng *r, int n, int k, int32_t *out)
{
    int32_t all[PL_ENTRANTS_MAX];
    for (int i = 0; i < n; i++) all[i] = i;
    for (int i = 0; i < k; i++) {
        int j = i + pl_below(r, n - i);
        out[i] = all[j];
        all[j] = all[i];
    }
}

/* Table b % n of turn b / n. */
static void draw_balanced(const pl_schedule *s, int64_t b, int32_t *who)
{
    int32_t order[PL_ENTRANTS_MAX], step[PL_SEATS_MAX];
    int n = s->entrants, at = (int)(b % n);
    pl_rng r;
    pl_split(&s->rng, (uint64_t)(b / n), &r);
    draw_some(&r, n, n, order);
    draw_some(&r, n, s->places, step);
    for (int i = 0; i < s->places; i++) who[i] = order[(at + step[i]) % n];
}

/* Windows of k neighbours among n, by how far apart these are. */
static int64_t windows(int n, int k, int apart)
{
    int64_t some = n - (int64_t)apart * (k - 1);
    return some > 0 ? some : 0;
}

static void slide(const pl_schedule *s, int64_t b, int32_t *who)
{
    int64_t close = windows(s->entrants, s->places, 1);
    int apart = b < 2 * close ? 1 : 2;
    int64_t from = b < 2 * close ? b % close : b - 2 * close;
    for (int i = 0; i < s->places; i++) who[i] = (int32_t)(from + (int64_t)apart * i);
}

void pl_schedule_who(const pl_schedule *s, int64_t b, int32_t *who)
{
    int n = s->entrants, k = s->places;
    pl_rng r;
    if (s->list) {
        memcpy(who, s->list + k * (b - s->first), (size_t)k * sizeof *who);
    } else if (n <= k) { /* the last one takes the places that are left */
        for (int i = 0; i < k; i++) who[i] = i < n ? i : n - 1;
    } else if (s->format == PL_ROUND_ROBIN) {
        unrank(b, n, k, who);
    } else if (s->format == PL_GAUNTLET) {
        unrank(b, n - 1, k - 1, who + 1);
        for (int i = 1; i < k; i++) who[i]++;
        who[0] = 0;
    } else if (s->format == PL_BALANCED_TABLES) {
        draw_balanced(s, b, who);
    } else if (s->format == PL_NEIGHBOURS) {
        slide(s, b, who);
    } else {
        pl_split(&s->rng, (uint64_t)b, &r);
        draw_some(&r, n, k, who);
    }
}

/* How many tables, where they do not depend on results. */
static int64_t count(const pl_schedule *s, int64_t groups)
{
    int n = s->entrants, k = s->places;
    if (n <= k) return 1;
    if (s->format == PL_ROUND_ROBIN) return choose(n, k);
    if (s->format == PL_GAUNTLET) return choose(n - 1, k - 1);
    if (s->format == PL_BALANCED_TABLES) return (groups + n - 1) / n * n;
    if (s->format == PL_NEIGHBOURS) return 2 * windows(n, k, 1) + windows(n, k, 2);
    return groups;
}

static int refuse(const pl_schedule *s, int group, pl_error *err)
{
    double games = (double)s->pairings * (double)s->groups * group;
    if (s->pairings >= pairings_max)
        return pl_fail(err,
                       "%d entrants at %d seats make too many tables for each to be played: take "
                       "the format random or balanced",
                       (int)s->entrants, (int)s->places);
    return games < (double)games_max ? 0 : pl_fail(err, "that is more games than can be counted");
}

int pl_schedule_open(pl_schedule *s, const pl_match_plan *plan, int group, pl_error *err)
{
    int64_t groups = plan->games / group + (plan->games % group != 0);
    int drawn = plan->format == PL_RANDOM_TABLES || plan->format == PL_BALANCED_TABLES;
    *s = (pl_schedule){.format = plan->format,
                       .entrants = plan->entrants,
                       .places = plan->game->players,
                       .rounds = 1};
    pl_seed(&s->rng, plan->seed);
    pl_split(&s->rng, 0x7461626c6573, &s->rng); /* "tables" */
    s->groups = drawn && s->entrants > s->places ? 1 : groups;
    s->pairings = plan->format < PL_SWISS ? count(s, groups) : rounds_pairings_max;
    if (refuse(s, group, err)) return -1;
    return plan->format < PL_SWISS ? 0 : pl_rounds_open(s, plan, err);
}

void pl_schedule_close(pl_schedule *s)
{
    free(s->list);
    free(s->points);
    free(s->out);
    free(s->met);
    free(s->seed);
    free(s->table);
    free(s->sum);
    *s = (pl_schedule){0};
}

int pl_schedule_next(pl_schedule *s, const double *lead)
{
    return s->list ? pl_rounds_next(s, lead) : 0;
}

int64_t pl_schedule_known(const pl_schedule *s)
{
    if (s->format == PL_SWISS) return (int64_t)s->rounds * (s->entrants / s->places);
    if (s->format == PL_KNOCK_OUT) return pl_knock_out_known(s);
    return s->first + s->pairings;
}
