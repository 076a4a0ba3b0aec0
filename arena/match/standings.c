/* standings.c -- what has been added up so far, for whoever asks. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arena/match/match.h"

static const double confidence = 0.95;

int pl_match_entrants(const pl_match *m)
{
    return m->plan.entrants;
}

void pl_match_course_of(pl_match *m, pl_match_course *out)
{
    pthread_mutex_lock(&m->lock);
    *out = m->course;
    out->alike = pl_alike_count(m);
    out->of = m->over ? out->games : pl_match_ahead(m);
    out->seconds = m->seconds + (m->begun > 0 ? pl_match_now() - m->begun : 0);
    pthread_mutex_unlock(&m->lock);
}

int pl_match_copies(const pl_match *m, int i)
{
    int more = m->schedule.places - m->plan.entrants;
    return more > 0 && i == m->plan.entrants - 1 ? more + 1 : 1;
}

/* A sample is the sum of a group's games; a game is its share. */
static pl_interval of_a_game(const pl_mean *sums, double games)
{
    pl_interval x = pl_mean_interval(sums, confidence);
    return (pl_interval){x.value / games, x.low / games, x.high / games};
}

void pl_match_standing(pl_match *m, int i, pl_standing *out)
{
    memset(out, 0, sizeof *out);
    pthread_mutex_lock(&m->lock);
    const pl_account *a = &m->account[i];
    snprintf(out->name, sizeof out->name, "%s", m->player[i].name);
    out->agent = m->entrant[i].agent;
    memcpy(out->at, a->at, sizeof out->at);
    memcpy(out->faults, a->faults, sizeof out->faults);
    for (int s = 0; s < m->schedule.places; s++)
        for (int k = 0; k < 3; k++) out->games += a->at[s][k];
    out->payoff = of_a_game(&a->payoff, m->grouping.size * pl_match_copies(m, i));
    out->scores = a->scores;
    out->times = m->times[i];
    out->superiority = a->square ? pl_normal_cdf((double)a->lead / sqrt((double)a->square)) : 0.5;
    if (m->schedule.points) out->points = m->schedule.points[i];
    if (m->schedule.out) out->out = m->schedule.out[i];
    pthread_mutex_unlock(&m->lock);
}

int pl_match_luck(pl_match *m, int i, pl_controlled *out, int64_t *unknown)
{
    if (unknown) *unknown = 0;
    if (!m->luck) return -1;
    pthread_mutex_lock(&m->lock);
    int64_t left_out = m->unknown;
    *out = pl_controls_result(&m->controls[i], confidence);
    pthread_mutex_unlock(&m->lock);
    double games = m->grouping.size * pl_match_copies(m, i);
    out->mean.value /= games;
    out->mean.low /= games;
    out->mean.high /= games;
    if (unknown) *unknown = left_out;
    return left_out ? -1 : 0;
}

const char *pl_match_luck_how(const pl_match *m)
{
    return m->luck ? pl_luck_says(m->luck) : NULL;
}

int pl_match_luck_known(const pl_match *m, int i)
{
    return m->luck && pl_luck_counts(m->luck, i);
}

void pl_match_seat(pl_match *m, int seat, pl_interval *out)
{
    pthread_mutex_lock(&m->lock);
    *out = of_a_game(&m->course.seat[seat], m->grouping.size);
    pthread_mutex_unlock(&m->lock);
}

void pl_duel_read(const pl_match *m, const int64_t *of, int i, int j, int kinds, pl_duel *out)
{
    out->better = of[i < j ? 0 : 2];
    out->even = of[1];
    out->worse = of[i < j ? 2 : 0];
    if (kinds)
        out->kinds = pl_duel_kinds(m->grouping.size, pl_match_copies(m, i) * pl_match_copies(m, j));
    if (out->kinds > m->kinds) out->kinds = 0;
    int last = out->kinds - 1;
    for (int k = 0; k <= last; k++) out->count[k] = of[3 + (i < j ? k : last - k)];
}

void pl_match_duel(pl_match *m, int i, int j, pl_duel *out)
{
    int a = i < j ? i : j, b = i < j ? j : i;
    memset(out, 0, sizeof *out);
    if (i == j) return;
    pthread_mutex_lock(&m->lock);
    pl_duel_read(m, m->duel + (a * m->plan.entrants + b) * (3 + m->kinds), i, j, 1, out);
    pthread_mutex_unlock(&m->lock);
}

int64_t pl_match_number(const pl_match *m)
{
    return m->id;
}
