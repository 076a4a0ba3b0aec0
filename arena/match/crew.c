/* crew.c -- the agents of one table, made when they are first needed and kept: a program is
 * not started anew because its opponent changes. */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

static pl_agent **place_of(const pl_crew *p, int entrant, int copy)
{
    return &p->agent[entrant * p->match->plan.game->players + copy];
}

/* Whoever stops the match must find the agents, until they are closed. */
static int announce(pl_crew *p, pl_error *err)
{
    pl_match *m = p->match;
    pthread_mutex_lock(&m->lock);
    pl_crew **more = realloc(m->pool, (size_t)(m->pools + 1) * sizeof *more);
    if (more) {
        m->pool = more;
        m->pool[m->pools++] = p;
    }
    pthread_mutex_unlock(&m->lock);
    return more ? 0 : pl_fail(err, "out of memory");
}

int pl_crew_open(pl_crew *p, pl_match *m, pl_error *err)
{
    size_t n = (size_t)m->plan.entrants * (size_t)m->plan.game->players;
    *p = (pl_crew){.match = m, .agent = calloc(n, sizeof *p->agent)};
    return p->agent ? announce(p, err) : pl_fail(err, "out of memory");
}

void pl_crew_close(pl_crew *p)
{
    pl_match *m = p->match;
    if (!m) return;
    pthread_mutex_lock(&m->lock);
    for (int i = 0; i < m->pools; i++)
        if (m->pool[i] == p) m->pool[i] = m->pool[--m->pools];
    pthread_mutex_unlock(&m->lock);
    int n = m->plan.entrants * m->plan.game->players;
    for (int i = 0; p->agent && i < n; i++) pl_agent_free(p->agent[i]);
    free(p->agent);
    *p = (pl_crew){0};
}

static pl_agent *get(pl_crew *p, int entrant, int copy, pl_error *err)
{
    pl_agent **at = place_of(p, entrant, copy), *a = *at;
    if (a) return a;
    a = pl_agent_open(p->match->entrant[entrant].agent, p->match->plan.game, 0, err);
    pthread_mutex_lock(&p->match->lock);
    *at = a;
    if (a && atomic_load(&p->match->stopped)) pl_agent_stop(a);
    pthread_mutex_unlock(&p->match->lock);
    return a;
}

int pl_crew_seat(pl_crew *p, const int32_t *who, pl_agent **place, pl_error *err)
{
    for (int i = 0; i < p->match->plan.game->players; i++) {
        int copy = 0;
        for (int j = 0; j < i; j++) copy += who[j] == who[i];
        place[i] = get(p, who[i], copy, err);
        if (!place[i]) return -1;
    }
    return 0;
}
