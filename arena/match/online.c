/* online.c -- ratings that are kept up game by game, in the order of groups and, in a group, of pairings.
 *
 * Elo (1978), at tables of several between neighbours in the order of scores; the same as the dominoes
 * lab has it; and Glicko-2 (Glickman, 2013), in periods in which everybody plays ten games on average.
 * They depend on the order of games: so stints are of one group each while they are asked for, and
 * are added up in their order whoever played them.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { PERIOD = 10 };
static const double k_factor = 32, begins_at = 1500, deviation = 350, volatility = 0.06, tau = 0.5;

/* Of the period under way: a scored so much against b. */
typedef struct {
    int32_t a, b;
    double score;
} meeting;

struct pl_online {
    double *elo, *lab; /* entrants */
    pl_glicko *glicko; /* as it was before the period */
    meeting *met;
    int64_t meetings, room, seats; /* seats: taken in the period */
    int32_t entrants, failed;
};

int pl_online_open(pl_match *m)
{
    size_t n = (size_t)m->plan.entrants;
    if (!m->plan.online || m->follow) return 0;
    pl_online *o = m->online = calloc(1, sizeof *o);
    if (!o) return -1;
    o->entrants = m->plan.entrants;
    o->elo = malloc(n * sizeof *o->elo);
    o->lab = malloc(n * sizeof *o->lab);
    o->glicko = malloc(n * sizeof *o->glicko);
    if (!o->elo || !o->lab || !o->glicko) return -1;
    for (size_t i = 0; i < n; i++) {
        o->elo[i] = o->lab[i] = begins_at;
        o->glicko[i] = (pl_glicko){begins_at, deviation, volatility};
    }
    return 0;
}

void pl_online_close(pl_match *m)
{
    pl_online *o = m->online;
    if (!o) return;
    free(o->elo);
    free(o->lab);
    free(o->glicko);
    free(o->met);
    free(o);
    m->online = NULL;
}

/* Who sits at several places has the change of all. */
static void update_elo(double *rating, const int32_t *who, const double *score, int n, int lab)
{
    double now[PL_SEATS_MAX], before[PL_SEATS_MAX];
    for (int i = 0; i < n; i++) before[i] = now[i] = rating[who[i]];
    pl_elo_table(now, score, n, k_factor, lab);
    for (int i = 0; i < n; i++) rating[who[i]] += now[i] - before[i];
}

static void add_meeting(pl_online *o, int32_t a, int32_t b, double score)
{
    if (a == b) return;
    if (o->meetings == o->room) {
        int64_t room = 2 * o->room + 64;
        meeting *more = realloc(o->met, (size_t)room * sizeof *more);
        if (!more) {
            o->failed = 1;
            return;
        }
        o->met = more;
        o->room = room;
    }
    o->met[o->meetings++] = (meeting){a, b, score};
}

/* Neighbours in the order of scores meet. */
static void add_meetings(pl_online *o, const int32_t *who, const double *score, int n)
{
    int order[PL_SEATS_MAX];
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && score[order[at - 1]] < score[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int i = 0; i + 1 < n; i++) {
        int a = order[i], b = order[i + 1];
        add_meeting(o, who[a], who[b], score[a] > score[b] ? 1 : 0.5);
    }
    o->seats += n;
}

/* Entrant i after the period so far; room has place for all its games. */
static pl_glicko after_period(const pl_online *o, int32_t i, pl_glicko_game *room)
{
    int n = 0;
    for (int64_t k = 0; k < o->meetings; k++) {
        const meeting *met = &o->met[k];
        if (met->a != i && met->b != i) continue;
        const pl_glicko *other = &o->glicko[met->a == i ? met->b : met->a];
        room[n++] = (pl_glicko_game){other->rating, other->deviation,
                                     met->a == i ? met->score : 1 - met->score};
    }
    return pl_glicko_period(&o->glicko[i], room, n, tau);
}

static void end_period(pl_online *o)
{
    size_t n = (size_t)o->entrants;
    pl_glicko_game *room = malloc((size_t)(o->meetings + 1) * sizeof *room);
    pl_glicko *next = malloc(n * sizeof *next);
    if (room && next) {
        for (int32_t i = 0; i < o->entrants; i++) next[i] = after_period(o, i, room);
        memcpy(o->glicko, next, n * sizeof *next);
    } else o->failed = 1;
    free(room);
    free(next);
    o->meetings = o->seats = 0;
}

void pl_online_add(pl_match *m, const pl_stint *u, const pl_tally *t)
{
    pl_online *o = m->online;
    if (t->kept != t->games) o->failed = 1;
    for (int64_t i = 0; i < t->kept; i++) {
        const double *score = t->score_of + i * t->places;
        if (score[0] != score[0]) continue; /* its group does not count */
        update_elo(o->elo, u->who, score, t->places, 0);
        update_elo(o->lab, u->who, score, t->places, 1);
        add_meetings(o, u->who, score, t->places);
        if (o->seats >= (int64_t)PERIOD * o->entrants) end_period(o);
    }
}

int pl_match_online(pl_match *m, int i, pl_online_ratings *out)
{
    const pl_online *o = m->online;
    if (!o) return -1;
    pthread_mutex_lock(&m->lock);
    pl_glicko_game *room = malloc((size_t)(o->meetings + 1) * sizeof *room);
    int bad = !room || o->failed;
    if (!bad) *out = (pl_online_ratings){o->elo[i], o->lab[i], after_period(o, i, room)};
    free(room);
    pthread_mutex_unlock(&m->lock);
    return bad ? -1 : 0;
}
