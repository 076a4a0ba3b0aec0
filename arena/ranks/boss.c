/* boss.c -- the leader: a thread that reads what the others say, hands out stints and tells them
 * when a match begins and ends. */
#include <stdlib.h>

#include "arena/ranks/ranks.h"
#include "core/text.h"

static const double pause_short = 0.0005, pause_long = 0.003; /* seconds between looks */
static const double farewell = 0.5; /* after a stop, for games that were just over */
enum { IDLE_LOOKS = 40 };           /* without anything new, before looks are seldom */

void pl_ranks_say(pl_ranks *r, int to, const pl_parcel *p)
{
    if (p->bad && r->match) pl_match_fail(r->match, &(pl_error){"out of memory"});
    if (p->bad) return;
    r->carrier.send(r->carrier.with, to, p->byte, p->n);
    r->traffic.sent++;
    r->traffic.bytes_sent += (int64_t)p->n;
}

/* Who is lost may have been slow only, and must know at least that it is all over. */
static void say_all(pl_ranks *r, pl_say_kind kind, int64_t number)
{
    pl_parcel p = {0};
    pl_pack_count(&p, (uint64_t)kind);
    pl_pack_count(&p, (uint64_t)number);
    for (int i = 1; i < r->carrier.ranks; i++)
        if (!r->member[i].lost || kind >= PL_SAY_BYE) pl_ranks_say(r, i, &p);
    pl_parcel_free(&p);
}

/* Those who have not heard of the match are told, also one that was taken for lost and was not. */
static void say_plan(pl_ranks *r)
{
    for (int i = 1; i < r->carrier.ranks; i++) {
        pl_member *w = &r->member[i];
        if (w->lost || w->told == r->serial) continue;
        w->told = r->serial;
        w->idle = 0;
        pl_ranks_say(r, i, &r->plan);
    }
}

/* Everything that has come; how many messages. */
static int listen(pl_ranks *r)
{
    int n = 0, from;
    pl_parcel p = {0};
    while (r->carrier.receive(r->carrier.with, &from, (void **)&p.byte, &p.n) == 1) {
        n++;
        r->traffic.received++;
        r->traffic.bytes_received += (int64_t)p.n;
        if (from > 0 && from < r->carrier.ranks) pl_boss_hear(r, from, &p);
        pl_parcel_free(&p);
    }
    return n;
}

static int look(pl_ranks *r)
{
    int n = listen(r);
    double now = pl_match_now();
    pl_boss_watch(r, now);
    if (now - r->spoke > 1) {
        say_all(r, PL_SAY_ALIVE, 0);
        r->spoke = now;
    }
    if (!r->match) return n;
    if (!r->ending) {
        say_plan(r);
        pl_boss_feed(r);
    }
    return n;
}

/* Nobody leaves before all know; and whether all do, others must know, too. */
static void part(pl_ranks *r)
{
    say_all(r, PL_SAY_BYE, 0);
    for (int waits = 1; waits;) {
        waits = 0;
        listen(r);
        pl_boss_watch(r, pl_match_now());
        for (int i = 1; i < r->carrier.ranks; i++) waits |= !r->member[i].lost && !r->member[i].bye;
        if (waits) pl_ranks_wait(r, pause_short);
    }
    for (int i = 1; i < r->carrier.ranks; i++) r->whole &= !r->member[i].lost;
    say_all(r, PL_SAY_GO, r->whole);
}

static void *lead(void *with)
{
    pl_ranks *r = with;
    pthread_mutex_lock(&r->lock);
    for (int idle = 0; !r->closing;) {
        idle = look(r) ? 0 : idle + 1;
        if (!r->closing) pl_ranks_wait(r, idle < IDLE_LOOKS ? pause_short : pause_long);
    }
    part(r);
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

int pl_boss_open(pl_ranks *r, pl_error *err)
{
    r->member = calloc((size_t)r->carrier.ranks, sizeof *r->member);
    if (!r->member) return pl_fail(err, "out of memory");
    r->spoke = pl_match_now();
    for (int i = 0; i < r->carrier.ranks; i++) r->member[i].heard = r->spoke;
    if (pthread_create(&r->thread, NULL, lead, r))
        return pl_fail(err, "the system gives no thread");
    r->threaded = 1;
    return 0;
}

void pl_boss_close(pl_ranks *r)
{
    pthread_mutex_lock(&r->lock);
    r->closing = 1;
    pthread_cond_broadcast(&r->bell);
    pthread_mutex_unlock(&r->lock);
    if (r->threaded) pthread_join(r->thread, NULL);
    for (int i = 0; r->member && i < r->carrier.ranks; i++) {
        free(r->member[i].lease);
        pl_parcel_free(&r->member[i].out);
    }
    free(r->member);
}

/* Records that come are taken as this table's would be. */
static int open_recorder(pl_ranks *r, pl_match *m, pl_error *err)
{
    pl_player who[PL_SEATS_MAX];
    pl_table_rules rules = m->plan.rules;
    if (!m->plan.file) return 0;
    rules.timed = 1;
    rules.now = NULL; /* nothing is played at it */
    for (int i = 0; i < m->plan.game->players; i++) who[i] = m->player[i % m->plan.entrants];
    r->table = pl_table_new(m->plan.game, &rules, err);
    r->recorder = r->table ? pl_records_attach(m->plan.file, r->table, who, err) : NULL;
    return r->recorder ? 0 : -1;
}

static void let_go(pl_ranks *r)
{
    pl_error err;
    pl_table_free(r->table);
    if (pl_recorder_close(r->recorder, &err)) pl_match_fail(r->match, &err);
    pl_cursor_close(&r->cursor);
    pl_tally_free(r->spare);
    pl_parcel_free(&r->plan);
    r->table = NULL;
    r->recorder = NULL;
    r->spare = NULL;
    r->match = NULL;
}

int pl_ranks_begin(pl_ranks *r, pl_match *m, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int bad = open_recorder(r, m, err) || pl_cursor_open(&r->cursor, m, err);
    r->serial++;
    r->match = m;
    r->ending = 0;
    pl_pack_count(&r->plan, PL_SAY_PLAN);
    pl_pack_count(&r->plan, (uint64_t)r->serial);
    pl_put_plan(&r->plan, m);
    if (!bad && r->plan.bad) bad = pl_fail(err, "out of memory");
    if (bad) let_go(r);
    pthread_cond_broadcast(&r->bell);
    pthread_mutex_unlock(&r->lock);
    return bad ? -1 : 0;
}

static int all_idle(const pl_ranks *r)
{
    for (int i = 1; i < r->carrier.ranks; i++) {
        const pl_member *w = &r->member[i];
        if (!w->lost && w->told == r->serial && !w->idle) return 0;
    }
    return 1;
}

/* Where it was stopped, games that were over just then are still waited for, if they are kept. */
void pl_ranks_end(pl_ranks *r)
{
    pthread_mutex_lock(&r->lock);
    double until = pl_match_now() + (r->recorder && !r->match->over ? farewell : 0);
    r->ending = 1;
    say_all(r, PL_SAY_END, r->serial);
    while (!all_idle(r) && pl_match_now() < until) pl_ranks_wait(r, pause_long);
    pl_boss_drop(r);
    let_go(r);
    pthread_mutex_unlock(&r->lock);
}
