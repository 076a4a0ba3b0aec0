/* fold.c -- tallies of stints, added up in their order.
 *
 * A stint that is ready before those in front of it waits in a ring.  So what has been added up
 * at any moment is a beginning of the match, and whether a sequential test is decided does
 * not depend on who was quick.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/match/match.h"
#include "core/text.h"
#include "parlor/ranks.h"

enum { AHEAD = 8 }; /* stints that a thread may have ready before another's */

double pl_match_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void pl_match_fail(pl_match *m, const pl_error *err)
{
    pthread_mutex_lock(&m->lock);
    if (!m->failed++) m->why = *err;
    atomic_store(&m->stopped, 1);
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

static int make_totals(pl_match *m)
{
    size_t n = (size_t)m->plan.entrants;
    m->kinds = pl_duel_kinds(m->grouping.size, pl_match_copies(m, m->plan.entrants - 1));
    if (!m->kinds) m->kinds = pl_duel_kinds(m->grouping.size, 1);
    m->account = calloc(n, sizeof *m->account);
    m->times = calloc(n, sizeof *m->times);
    m->duel = calloc(n * n * (size_t)(3 + m->kinds), sizeof *m->duel);
    m->batches = pl_match_batches(m);
    if (m->batches) m->batch = calloc((size_t)m->batches * n * n * 3, sizeof *m->batch);
    if (m->luck) m->controls = calloc(n, sizeof *m->controls);
    for (size_t i = 0; m->controls && i < n; i++) pl_controls_start(&m->controls[i], PL_LUCKS);
    for (size_t i = 0; m->account && i < n; i++)
        pl_histogram_start(&m->account[i].scores, m->plan.game->lo, m->plan.game->hi);
    if (m->luck && !m->controls) return -1;
    return m->account && m->times && m->duel && (m->batch || !m->batches) ? 0 : -1;
}

int pl_match_fold_open(pl_match *m, pl_error *err)
{
    m->hands = m->plan.threads * (m->plan.ranks ? pl_ranks_count(m->plan.ranks) : 1);
    m->window = AHEAD * m->hands;
    m->waiting = calloc((size_t)m->window, sizeof *m->waiting);
    m->again = calloc((size_t)m->window, sizeof *m->again);
    m->course.group = m->grouping.size;
    m->course.rounds = m->schedule.rounds;
    if (m->plan.sprt) m->course.sprt = pl_sprt_counts(m->plan.sprt, (int64_t[3]){0}, 3);
    if (!m->waiting || !m->again || make_totals(m) || pl_finishes_open(m) || pl_online_open(m) ||
        pl_curve_open(m) || pl_match_begin_round(m))
        return pl_fail(err, "out of memory");
    m->keeps = m->finishes.slot || m->online;
    return 0;
}

void pl_match_fold_close(pl_match *m)
{
    for (int i = 0; m->waiting && i < m->window; i++) pl_tally_free(m->waiting[i].tally);
    free(m->waiting);
    free(m->again);
    free(m->heard);
    free(m->account);
    free(m->times);
    free(m->duel);
    free(m->batch);
    free(m->lead);
    free(m->controls);
    pl_finishes_close(m);
    pl_online_close(m);
    pl_curve_close(m);
    pl_alike_close(m);
}

static void add_account(pl_account *into, const pl_account *from, int places)
{
    for (int s = 0; s < places; s++)
        for (int k = 0; k < 3; k++) into->at[s][k] += from->at[s][k];
    for (int f = 0; f < PL_FAULTS; f++) into->faults[f] += from->faults[f];
    into->lead += from->lead;
    into->square += from->square;
    pl_mean_merge(&into->payoff, &from->payoff);
    pl_histogram_merge(&into->scores, &from->scores);
}

/* Kinds are counted from the other side where j is the first of the two. */
static void add_duel(pl_match *m, const pl_tally *t, int i, int j, const int32_t *who)
{
    int stride = 3 + m->kinds, n = m->plan.entrants, turned = who[i] > who[j];
    int a = turned ? who[j] : who[i], b = turned ? who[i] : who[j];
    int last = 2 * t->group * t->copies[i] * t->copies[j];
    const int64_t *from = t->duel + (i * t->slots + j) * stride;
    int64_t *into = m->duel + (a * n + b) * stride;
    for (int k = 0; k < 3; k++) into[k] += from[turned ? 2 - k : k];
    for (int k = 0; last < m->kinds && k <= last; k++)
        into[3 + k] += from[3 + (turned ? last - k : k)];
}

/* Row k has the groups of the stint that are k, or k and whole turns over all batches, from its
 * first. */
static void add_batches(pl_match *m, const pl_stint *u, const pl_tally *t, const int32_t *who)
{
    size_t n = (size_t)m->plan.entrants;
    int slots = t->slots;
    for (int k = 0; k < t->used; k++) {
        int64_t *into = m->batch + (size_t)pl_match_batch(m, u->pairing, u->from + k) * n * n * 3;
        for (int i = 0; i < slots; i++)
            for (int j = i + 1; j < slots; j++) {
                const int32_t *from = t->row + ((k * slots + i) * slots + j) * 3;
                int turned = who[i] > who[j];
                size_t a = (size_t)who[turned ? j : i], b = (size_t)who[turned ? i : j];
                for (int way = 0; way < 3; way++)
                    into[(a * n + b) * 3 + (size_t)way] += from[turned ? 2 - way : way];
            }
    }
}

static void add_course(pl_match_course *c, const pl_tally *t)
{
    c->games += t->games;
    c->groups += t->groups;
    c->aborted += t->aborted;
    c->resumed += t->games - t->played;
    pl_times_merge(&c->length, &t->length);
    for (int s = 0; s < t->places; s++) pl_mean_merge(&c->seat[s], &t->seat[s]);
}

static void decide(pl_match *m)
{
    const int64_t *duel = m->duel + (3 + m->kinds);
    m->course.sprt = pl_sprt_counts(m->plan.sprt, duel + 3, m->kinds);
    if (m->course.sprt.state != PL_SPRT_OPEN) m->over = 1;
}

void pl_match_count(pl_match *m, const pl_stint *u, const pl_tally *t)
{
    int32_t who[PL_SEATS_MAX]; /* of the slots */
    for (int i = t->places; i-- > 0;) who[t->slot[i]] = u->who[i];
    add_course(&m->course, t);
    for (int i = 0; i < t->slots; i++) {
        add_account(&m->account[who[i]], &t->account[i], t->places);
        if (t->timed) pl_times_merge(&m->times[who[i]], &t->times[i]);
        if (m->luck) pl_controls_merge(&m->controls[who[i]], &t->controls[i]);
        for (int j = i + 1; j < t->slots; j++) add_duel(m, t, i, j, who);
    }
    m->unknown += t->unknown;
    pl_alike_add(m, u, t);
    if (m->batches) add_batches(m, u, t, who);
    if (m->finishes.slot) pl_finishes_add(m, u, t);
    if (m->online) pl_online_add(m, u, t);
    double *lead = m->lead ? m->lead + (u->pairing - m->schedule.first) * t->places : NULL;
    for (int i = 0; lead && i < t->places; i++) lead[i] += (double)t->account[t->slot[i]].lead;
    if (m->plan.sprt) decide(m);
}

void pl_match_end_round(pl_match *m)
{
    if (!pl_schedule_next(&m->schedule, m->lead)) m->over = 1;
    else if (pl_match_begin_round(m)) {
        m->failed++;
        pl_fail(&m->why, "out of memory");
        atomic_store(&m->stopped, 1);
    }
    m->course.round = m->schedule.round;
}

/* Those that are next, one after the other. */
static void fold(pl_match *m)
{
    for (;;) {
        pl_waiting *w = &m->waiting[m->folded % m->window];
        if (m->over || !w->ready) return;
        pl_match_count(m, &w->stint, w->tally);
        pl_curve_keep(m, &w->stint);
        w->ready = 0;
        m->folded++;
        if (m->folded == m->given && pl_match_all_given(m) && !m->over) pl_match_end_round(m);
    }
}

void pl_match_give(pl_match *m, const pl_stint *u, pl_tally **t)
{
    if (m->away) {
        m->away->give(m->away->with, u, *t);
        return;
    }
    pthread_mutex_lock(&m->lock);
    pl_waiting *w = &m->waiting[u->number % m->window];
    pl_tally *empty = w->tally;
    w->tally = *t;
    w->ready = 1;
    fold(m);
    if (m->waits) pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
    *t = empty;
}

int64_t pl_match_ahead(const pl_match *m)
{
    int64_t known = pl_schedule_known(&m->schedule);
    return known * m->schedule.groups * m->grouping.size;
}
