/* curve.c -- duels and ratings as they stood in the course of a match, for curves of ratings.
 *
 * A point is kept after every so many groups of all pairings.  When there is no more room every
 * other point goes, and from then on they are twice as far apart: there are never many, wherever
 * the match ends, and which ones depends on no clock and no thread.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { POOL_MAX = 64, PLAIN = 3 }; /* wins, draws and losses: all that ratings of a pool ask */

/* Numbers of a pair: of two entrants groups by points, too. */
static int width(const pl_match *m)
{
    return m->plan.entrants == 2 ? PLAIN + m->kinds : PLAIN;
}

static size_t size(const pl_match *m)
{
    int n = m->plan.entrants;
    return (size_t)(n * (n - 1) / 2 * width(m));
}

int pl_curve_open(pl_match *m)
{
    pl_curve *c = &m->curve;
    c->step = m->grouping.size;
    c->next = 1;
    if (m->plan.entrants > POOL_MAX || m->plan.curveless) return 0;
    c->duel = calloc(PL_POINTS_MAX * size(m), sizeof *c->duel);
    c->elo = calloc(PL_POINTS_MAX * (size_t)m->plan.entrants, sizeof *c->elo);
    return c->duel && c->elo ? 0 : -1;
}

void pl_curve_close(pl_match *m)
{
    free(m->curve.duel);
    free(m->curve.elo);
}

static void thin(pl_curve *c, size_t each, size_t entrants)
{
    c->n /= 2;
    for (int k = 0; k < c->n; k++) {
        c->games[k] = c->games[2 * k + 1];
        c->bounded[k] = c->bounded[2 * k + 1];
        memcpy(c->elo + (size_t)k * entrants, c->elo + (size_t)(2 * k + 1) * entrants,
               entrants * sizeof *c->elo);
        memcpy(c->duel + (size_t)k * each, c->duel + (size_t)(2 * k + 1) * each,
               each * sizeof *c->duel);
    }
    c->step *= 2;
    c->next = c->games[c->n - 1] + c->step;
}

int64_t pl_curve_due(const pl_match *m, int64_t from)
{
    int64_t groups = m->schedule.groups, each = groups / PL_POINTS_MAX + 1;
    int64_t due = (from / each + 1) * each;
    return due < groups ? due : groups;
}

/* After the last pairing, or anywhere where pairings have but one group, which nothing divides, or
 * where groups come as they were saved. */
static int may_keep(const pl_match *m, const pl_stint *u)
{
    const pl_schedule *s = &m->schedule;
    if (!m->curve.duel || m->course.games < m->curve.next) return 0;
    if (s->groups == 1 || m->follow) return 1;
    return u->pairing == s->first + s->pairings - 1 && u->to == pl_curve_due(m, u->to - 1);
}

void pl_curve_keep(pl_match *m, const pl_stint *u)
{
    pl_curve *c = &m->curve;
    int n = m->plan.entrants, wide = width(m);
    if (!may_keep(m, u)) return;
    if (c->n == PL_POINTS_MAX) thin(c, size(m), (size_t)n);
    if (m->course.games < c->next) return;
    int64_t *to = c->duel + (size_t)c->n * size(m);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++, to += wide)
            memcpy(to, m->duel + (i * n + j) * (PLAIN + m->kinds), (size_t)wide * sizeof *to);
    if (n > 2) c->bounded[c->n] = (uint8_t)pl_match_elo_now(m, c->elo + (size_t)c->n * (size_t)n);
    c->games[c->n++] = m->course.games;
    c->next = m->course.games + c->step;
}

const int64_t *pl_curve_duel(const pl_match *m, int point)
{
    return m->curve.duel + (size_t)point * size(m);
}

int pl_match_points(pl_match *m)
{
    pthread_mutex_lock(&m->lock);
    int n = m->curve.n;
    pthread_mutex_unlock(&m->lock);
    return n;
}

int64_t pl_match_point(pl_match *m, int point, int i, int j, pl_duel *out)
{
    const pl_curve *c = &m->curve;
    int n = m->plan.entrants, a = i < j ? i : j, b = i < j ? j : i;
    int before = a * (2 * n - a - 1) / 2 + b - a - 1; /* pairs in front of this one */
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&m->lock);
    int64_t games = c->games[point];
    if (i != j)
        pl_duel_read(m, c->duel + (size_t)point * size(m) + before * width(m), i, j, n == 2, out);
    pthread_mutex_unlock(&m->lock);
    return games;
}
