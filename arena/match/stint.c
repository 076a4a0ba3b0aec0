/* stint.c -- some groups of one pairing at a time are handed out to threads.
 *
 * Stints go through all pairings in turns: every pairing gets as many groups before any gets
 * more.  How many that are changes from turn to turn, so that a stint takes some hundredths of a
 * second: few where games are long, so that what is added up is never far behind; many where
 * they are quick, so that threads seldom meet.  It changes no result, since sums are exact; but
 * where a sequential test may end the match it is asked after each group, and where ratings are
 * kept up they are after each.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { SPAN_MAX = 4096, SHARES = 4 /* of what is left, to each thread */ };
static const double span_seconds = 0.02;

/* Where other processes play, too, a stint is a message, and one process reads them all: so it
 * lasts longer the more there are. */
enum { FAR_MAX = 64 * SPAN_MAX, CROWD = 32 };

static double usual_seconds(const pl_match *m)
{
    return span_seconds * (1 + m->hands / CROWD);
}

int pl_match_begin_round(pl_match *m)
{
    const pl_schedule *s = &m->schedule;
    m->given = m->folded = 0;
    m->at = m->from = 0;
    m->course.round = s->round;
    if (!s->list) return 0;
    int64_t places = s->pairings * s->places;
    double *lead = realloc(m->lead, (size_t)places * sizeof *lead);
    if (!lead) return -1;
    for (int64_t i = 0; i < places; i++) lead[i] = 0;
    m->lead = lead;
    return 0;
}

int pl_match_all_given(const pl_match *m)
{
    return m->from >= m->schedule.groups;
}

/* By how long games took so far in this run; at most twice as many as before. */
static int64_t choose_span(const pl_match *m)
{
    const pl_schedule *s = &m->schedule;
    int64_t played = m->course.games - m->course.resumed - m->before;
    int64_t fair = (s->groups - m->from) * s->pairings / ((int64_t)SHARES * m->hands);
    if (m->plan.sprt || m->online || played <= 0) return 1;
    double each = (pl_match_now() - m->begun) * m->hands * m->grouping.size / (double)played;
    double span = usual_seconds(m) / each, most = m->plan.ranks && !m->keeps ? FAR_MAX : SPAN_MAX;
    if (span > 2 * (double)m->span) span = 2 * (double)m->span;
    if (span > (double)fair) span = (double)fair;
    if (span > most) span = most;
    return span > 1 ? (int64_t)span : 1;
}

/* Stints end where a point of the curve is due, so that it is the same in every run. */
static int64_t end_of(const pl_match *m)
{
    int64_t end = m->from + m->span, due = pl_curve_due(m, m->from);
    return end < due ? end : due;
}

static void hand_out(pl_match *m, pl_stint *out)
{
    const pl_schedule *s = &m->schedule;
    if (m->at == 0) m->span = choose_span(m);
    out->number = m->given;
    out->pairing = s->first + m->at;
    out->from = m->from;
    out->to = end_of(m);
    pl_schedule_who(s, out->pairing, out->who);
    m->waiting[m->given % m->window].stint = *out;
    m->given++;
    if (++m->at < s->pairings) return;
    m->at = 0;
    m->from = out->to;
}

/* There are never more than the window has, as all of them have been handed out. */
void pl_match_return(pl_match *m, const pl_stint *u)
{
    pthread_mutex_lock(&m->lock);
    if (m->agains < m->window) m->again[m->agains++] = *u;
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

void pl_match_forget(pl_match *m)
{
    pthread_mutex_lock(&m->lock);
    m->agains = 0;
    pthread_mutex_unlock(&m->lock);
}

static void hand_on(pl_match *m, pl_stint *out)
{
    *out = m->again[0];
    memmove(m->again, m->again + 1, (size_t)--m->agains * sizeof *m->again);
}

static int can_hand_out(const pl_match *m)
{
    if (m->agains) return 1;
    return !m->away && !pl_match_all_given(m) && m->given < m->folded + m->window;
}

int pl_match_take(pl_match *m, pl_stint *out, int wait)
{
    pthread_mutex_lock(&m->lock);
    for (;;) {
        int none = m->over || atomic_load(&m->stopped);
        int ready = can_hand_out(m);
        if (none || ready || !wait) {
            int got = !none && ready;
            if (got) (m->agains ? hand_on : hand_out)(m, out);
            pthread_mutex_unlock(&m->lock);
            return got;
        }
        m->waits++;
        pthread_cond_wait(&m->changed, &m->lock);
        m->waits--;
    }
}

void pl_match_rewind(pl_match *m)
{
    const pl_stint *u = &m->waiting[m->folded % m->window].stint;
    if (m->given > m->folded) {
        m->at = u->pairing - m->schedule.first;
        m->from = u->from;
        m->span = u->to - u->from;
        m->given = m->folded;
    }
    for (int i = 0; i < m->window; i++) m->waiting[i].ready = 0;
    if (!m->away) m->agains = 0;
    m->before = m->course.games - m->course.resumed;
    m->begun = pl_match_now();
}
