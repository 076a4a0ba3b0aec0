/* measure.c -- how well a net plays: games against agents, and the curve they make.
 *
 * A group is one deal played with the net at every seat in turn; groups are independent, and
 * their means are what intervals are made of.  Some groups are one job, with agents of its own,
 * so that nothing depends on threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "learn/trainer.h"

enum { GROUPS = 4, POINTS_MOST = 10000 }; /* of a job; of a curve */

typedef struct {
    pl_trainer *trainer;
    const char *against;
    int64_t groups;
    uint64_t seed;
    double *score, *wins; /* groups */
    pl_error *err;        /* jobs: why it failed, or "" */
} measurement;

/* 1 for a win, less for one that is shared. */
static double win_share(const double *score, int seat, int players)
{
    int same = 0;
    for (int i = 0; i < players; i++) {
        if (score[i] > score[seat]) return 0;
        same += score[i] == score[seat];
    }
    return 1.0 / same;
}

/* One deal, with the net at every seat in turn; 0, or -1: a move was not legal. */
static int play_group(const measurement *m, int64_t group, pl_agent *net, pl_agent *const *other)
{
    const pl_game *g = m->trainer->game;
    pl_rng all, r;
    pl_seed(&all, m->seed);
    m->score[group] = m->wins[group] = 0;
    for (int seat = 0; seat < g->players; seat++) {
        pl_agent *at[PL_SEATS_MAX];
        double score[PL_SEATS_MAX];
        for (int i = 0, k = 0; i < g->players; i++) at[i] = i == seat ? net : other[k++];
        pl_split(&all, (uint64_t)group, &r);
        if (pl_trainer_stopped(m->trainer)) return 0;
        if (pl_play(g, at, &r, score) < 0) return -1;
        m->score[group] += score[seat] / g->players;
        m->wins[group] += win_share(score, seat, g->players) / g->players;
    }
    return 0;
}

static void play_groups(const measurement *m, int job, pl_agent *net, pl_agent *const *other)
{
    int64_t first = (int64_t)job * GROUPS;
    for (int64_t i = first; i < first + GROUPS && i < m->groups; i++)
        if (play_group(m, i, net, other))
            pl_fail(&m->err[job], "%.100s made a move that is not legal", m->against);
}

static void measure_job(void *with, int job, int thread)
{
    const measurement *m = with;
    const pl_game *g = m->trainer->game;
    pl_agent *other[PL_SEATS_MAX] = {0}, *net;
    uint64_t seed = m->seed + (uint64_t)job * PL_SEATS_MAX;
    int ready = 1;
    (void)thread;
    net = pl_net_agent(m->trainer->net, g, seed, &m->err[job]);
    for (int i = 0; net && i < g->players - 1; i++) {
        other[i] = pl_agent_open(m->against, g, seed + (uint64_t)i + 1, &m->err[job]);
        ready &= other[i] != NULL;
    }
    if (net && ready) play_groups(m, job, net, other);
    for (int i = 0; i < g->players - 1; i++) pl_agent_free(other[i]);
    pl_agent_free(net);
}

static pl_train_result result_of(const measurement *m)
{
    pl_mean score = {0};
    double wins = 0;
    for (int64_t i = 0; i < m->groups; i++) {
        pl_mean_add(&score, m->score[i]);
        wins += m->wins[i];
    }
    double games = (double)m->groups * m->trainer->game->players;
    return (pl_train_result){pl_mean_interval(&score, 0.95),
                             pl_share(wins * m->trainer->game->players, games, 0.95)};
}

static int run(measurement *m, pl_train_result *out, pl_error *err)
{
    int jobs = (int)((m->groups + GROUPS - 1) / GROUPS);
    m->score = calloc((size_t)m->groups, sizeof *m->score);
    m->wins = calloc((size_t)m->groups, sizeof *m->wins);
    m->err = calloc((size_t)jobs, sizeof *m->err);
    int status = m->score && m->wins && m->err ? 0 : pl_fail(err, "out of memory");
    if (status == 0) pl_pool_run(m->trainer->pool, jobs, measure_job, m);
    for (int i = 0; status == 0 && i < jobs; i++)
        if (m->err[i].text[0]) status = pl_fail(err, "%s", m->err[i].text);
    if (status == 0) *out = result_of(m);
    free(m->score);
    free(m->wins);
    free(m->err);
    return status;
}

int pl_trainer_point(pl_trainer *t, const pl_train_point *p)
{
    if (t->points == POINTS_MOST) return -1;
    if (t->points == t->room) {
        int32_t room = 2 * t->room + 64;
        pl_train_point *more = realloc(t->point, (size_t)room * sizeof *more);
        if (!more) return -1;
        t->point = more;
        t->room = room;
    }
    t->point[t->points++] = *p;
    return 0;
}

/* At least a round further. */
void pl_trainer_next_point(pl_trainer *t)
{
    int64_t round = t->way->games(t), by = t->course.games / 4;
    t->due = t->course.games + (by > round ? by : round);
}

int pl_trainer_due(const pl_trainer *t)
{
    return t->course.games >= t->due;
}

int pl_trainer_measure(pl_trainer *t, int64_t games, pl_error *err)
{
    pl_train_point p = {
        .games = t->course.games, .seconds = t->course.seconds, .loss = t->course.loss};
    int64_t groups = (games + t->game->players - 1) / t->game->players;
    for (int i = 0; i < t->yardsticks; i++) {
        measurement m = {.trainer = t, .against = t->yardstick[i], .groups = groups};
        m.seed = pl_hash(&t->seed, sizeof t->seed);
        if (run(&m, &p.against[i], err)) return -1;
        if (pl_trainer_stopped(t)) return 0;
    }
    p.exploitability = pl_trainer_exploited(t);
    if (pl_trainer_point(t, &p)) return pl_fail(err, "out of memory");
    pl_trainer_next_point(t);
    return 1;
}

int pl_trainer_points(const pl_trainer *t, const pl_train_point **out)
{
    *out = t->point;
    return t->points;
}

int pl_trainer_yardsticks(pl_trainer *t, const char *const *agents, int n, pl_error *err)
{
    if (n > PL_YARDSTICKS_MAX)
        return pl_fail(err, "training is measured by at most %d agents, not %d", PL_YARDSTICKS_MAX,
                       n);
    for (int i = 0; i < n; i++) {
        if (pl_starts_program(agents[i]))
            return pl_fail(err, "training is measured by agents of Parlor, not by a program: %.60s",
                           agents[i]);
        pl_agent *a = pl_agent_open(agents[i], t->game, 1, err);
        if (!a) return -1;
        pl_agent_spec(a, t->spec[i], sizeof t->spec[i]);
        t->yardstick[i] = t->spec[i];
        pl_agent_free(a);
    }
    t->yardsticks = n;
    return 0;
}

int pl_trainer_yardsticks_of(const pl_trainer *t, const char *const **agents)
{
    *agents = t->yardstick;
    return t->yardsticks;
}
