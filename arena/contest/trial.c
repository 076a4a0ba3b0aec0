/* trial.c -- whether an entry can play at all: what it says is looked at closely, then it plays a
 * few games under the rules of the contest, against random play and against itself. */
#include <string.h>

#include "arena/contest/contest.h"
#include "parlor/rehearsal.h"

enum { DEALS = 2 }; /* games at each seat against random play */

int pl_entry_agent(const pl_contest *c, const pl_contestant *e, char *buf, size_t n)
{
    const pl_child_limits *l = &c->plan.limits;
    return snprintf(buf, n,
                    "process(cmd=\"%s\",memory=%lld,cpu=%lld,start=%d,processes=%lld,files=%lld)",
                    e->is.command, (long long)l->memory / 1024, (long long)l->cpu,
                    (int)c->plan.start, (long long)l->processes, (long long)l->files / 1024);
}

static int speak(pl_rehearsal *r, const pl_game *g, pl_error *err)
{
    static const int ways[] = {PL_REHEARSE_LATER | PL_REHEARSE_PINGS | PL_REHEARSE_EARLY,
                               PL_REHEARSE_RETRY | PL_REHEARSE_CLOCK | PL_REHEARSE_EARLY,
                               PL_REHEARSE_ANEW | PL_REHEARSE_EARLY};
    if (pl_rehearse_start(r, 0, err)) return -1;
    for (int i = 0; i < 3; i++)
        if (pl_rehearse_game(r, g, i % g->players, ways[i], err)) return -1;
    return pl_rehearse_ping(r, err) || pl_rehearse_silence(r, err) ? -1 : 0;
}

static int try_protocol(pl_contest *c, const pl_contestant *e, char *why, size_t n)
{
    pl_error err = {""};
    pl_rehearsal r = {.command = e->is.command,
                      .limits = c->plan.limits,
                      .patience = c->plan.start,
                      .stopped = pl_contest_stopped,
                      .with = c};
    pl_seed(&r.rng, c->plan.seed);
    int bad = speak(&r, c->plan.game, &err);
    pl_rehearse_free(&r);
    if (pl_contest_stopped(c)) return -1;
    if (bad) snprintf(why, n, "it does not speak the protocol: %s", err.text);
    return !bad;
}

/* Whoever stops the contest must find the table. */
static void announce(pl_contest *c, pl_table *t)
{
    pthread_mutex_lock(&c->lock);
    c->table = t;
    if (t && atomic_load(&c->stopped)) pl_table_interrupt(t);
    pthread_mutex_unlock(&c->lock);
}

/* One game; 1, or -1: it was stopped, or could not be played, and err says so. */
static int play(pl_contest *c, pl_agent *const *seat, uint64_t seed, pl_result *out, pl_error *err)
{
    pl_table_rules rules = pl_table_usual(PL_IN_A_MATCH);
    rules.pace = c->plan.pace;
    pl_table *t = pl_table_new(c->plan.game, &rules, err);
    if (!t) return -1;
    pl_table_begin(t, seed);
    announce(c, t);
    int over = 0;
    while (!over && !atomic_load(&c->stopped)) over = pl_table_run(t, seat);
    announce(c, NULL);
    *out = *pl_table_result(t);
    pl_table_free(t);
    return over ? 1 : pl_fail(err, "this was interrupted");
}

/* What it did, if it was at fault. */
static int blame(const pl_result *r, const char *whom, char *why, size_t n)
{
    if (r->how != PL_BY_FORFEIT) return 0;
    snprintf(why, n, "it was at fault in a trial game against %s (%s): %s", whom,
             pl_fault_name(r->fault), r->text);
    return 1;
}

/* Its agent, and those of the other seats. */
typedef struct {
    pl_contest *contest;
    pl_agent *mine, *other[PL_SEATS_MAX];
    int players;
    char *why;
    size_t n;
} trial;

static void leave(trial *t)
{
    for (int i = 0; i < t->players - 1; i++) pl_agent_free(t->other[i]);
    memset(t->other, 0, sizeof t->other);
}

static int seat_others(trial *t, const char *agent, pl_error *err)
{
    leave(t);
    for (int i = 0; i < t->players - 1; i++) {
        uint64_t seed = t->contest->plan.seed + 1 + (uint64_t)i;
        t->other[i] = pl_agent_open(agent, t->contest->plan.game, seed, err);
        if (!t->other[i]) return -1;
    }
    return 0;
}

/* A game with its agent at that seat. */
static int sit(trial *t, int at, uint64_t seed, pl_result *r, pl_error *err)
{
    pl_agent *seat[PL_SEATS_MAX];
    for (int i = 0, k = 0; i < t->players; i++) seat[i] = i == at ? t->mine : t->other[k++];
    return play(t->contest, seat, seed, r, err);
}

static double points(const pl_result *r, int at, int players)
{
    double others = 0;
    for (int i = 0; i < players; i++) others += i == at ? 0 : r->score[i] / (players - 1);
    return pl_contest_points(r->score[at], others);
}

/* Against random play from every seat: 1, 0 or -1; and its points there, of one in all. */
static int against_random(trial *t, double *won, pl_error *err)
{
    pl_result r;
    int games = t->players * DEALS;
    *won = 0;
    if (seat_others(t, "random", err)) return -1;
    for (int i = 0; i < games; i++) {
        int at = i % t->players;
        uint64_t seed = t->contest->plan.seed + (uint64_t)(i / t->players);
        if (sit(t, at, seed, &r, err) < 0) return -1;
        if (r.seat == at && blame(&r, "random", t->why, t->n)) return 0;
        *won += points(&r, at, t->players);
    }
    *won /= games;
    return 1;
}

static int against_itself(trial *t, const char *agent, pl_error *err)
{
    pl_result r;
    if (seat_others(t, agent, err) || sit(t, 0, t->contest->plan.seed, &r, err) < 0) return -1;
    return !blame(&r, "itself", t->why, t->n);
}

static int try_games(pl_contest *c, pl_contestant *e, char *why, size_t n)
{
    char agent[2 * PL_SPEC_MAX];
    pl_error err = {""};
    pl_entry_agent(c, e, agent, sizeof agent);
    trial t = {.contest = c, .players = c->plan.game->players, .why = why, .n = n};
    t.mine = pl_agent_open(agent, c->plan.game, 1, &err);
    int good = t.mine ? against_random(&t, &e->trial, &err) : -1;
    if (good > 0) good = against_itself(&t, agent, &err);
    leave(&t);
    pl_agent_free(t.mine);
    if (good >= 0 || pl_contest_stopped(c)) return good;
    snprintf(why, n, "it cannot be tried out: %s", err.text);
    return 0;
}

int pl_trial(pl_contest *c, pl_contestant *e, char *why, size_t n)
{
    if (!*e->is.command) snprintf(why, n, "%s", e->is.why);
    if (!*e->is.command) return 0;
    int good = try_protocol(c, e, why, n);
    return good > 0 ? try_games(c, e, why, n) : good;
}
