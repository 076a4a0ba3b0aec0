/* match.c -- a match: opened and refused, run by threads, stopped. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/match/match.h"
#include "arena/ranks/ranks.h"
#include "core/text.h"

enum { THREADS_MAX = 1024, DESKS = 64 /* tables of programs that a thread minds */ };
static const int64_t tell_every = 200000000; /* nanoseconds */

pl_match_plan pl_match_usual(const pl_game *g, const pl_entrant *who, int n)
{
    return (pl_match_plan){.game = g,
                           .entrant = who,
                           .entrants = n,
                           .threads = 1,
                           .games = 1000,
                           .rules = pl_table_usual(PL_IN_A_MATCH),
                           .seed = 1};
}

static int refuse(const pl_match_plan *p, pl_error *err)
{
    int drawn = p->format == PL_RANDOM_TABLES || p->format == PL_BALANCED_TABLES;
    if (p->game->players < 2)
        return pl_fail(err, "a game of one seat has nobody to be played against");
    if (p->entrants < 2 || p->entrants > PL_ENTRANTS_MAX)
        return pl_fail(err, "a match has from 2 to %d entrants, not %d", PL_ENTRANTS_MAX,
                       (int)p->entrants);
    if (p->games < 1) return pl_fail(err, "a match has at least one game");
    if (p->threads < 1 || p->threads > THREADS_MAX)
        return pl_fail(err, "a match has from 1 to %d threads, not %d", THREADS_MAX,
                       (int)p->threads);
    if (p->resume && !p->file) return pl_fail(err, "only a match that is recorded can be resumed");
    if (p->rounds && p->format != PL_SWISS)
        return pl_fail(err, "only the format swiss has a number of rounds to choose");
    if (p->advance && p->format != PL_KNOCK_OUT)
        return pl_fail(err, "only the format knock-out has a number that goes on");
    if (drawn && p->entrants <= p->game->players)
        return pl_fail(err, "%d entrants all sit at a table of %d: there is nothing to draw",
                       (int)p->entrants, (int)p->game->players);
    if (p->sprt && p->entrants != 2)
        return pl_fail(err, "a sequential test is between two entrants, not %d", (int)p->entrants);
    if (p->sprt && p->format != PL_ROUND_ROBIN)
        return pl_fail(err, "a sequential test goes with the format round-robin alone");
    return p->sprt ? pl_sprt_check(p->sprt, err) : 0;
}

/* Names that nobody else has, of plain text: what was called the same gets a number. */
static void name_player(pl_match *m, int i)
{
    char *name = m->player[i].name;
    int again = 1;
    char first[PL_NAME_MAX - 16];
    for (char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    snprintf(first, sizeof first, "%.47s", name);
    for (int number = 2; again; number++) {
        again = 0;
        for (int j = 0; j < i && !again; j++) again = !strcmp(m->player[j].name, name);
        if (again) snprintf(name, PL_NAME_MAX, "%s#%d", first, number);
    }
}

/* Every agent is opened once, so that one which cannot be is found before the first game. */
static int take_entrant(pl_match *m, int i, pl_error *err)
{
    const pl_entrant *e = &m->plan.entrant[i];
    pl_error why;
    pl_agent *a = pl_agent_open(e->agent, m->plan.game, 0, &why);
    if (!a) {
        if (!e->name) return pl_fail(err, "%s", why.text);
        return pl_fail(err, "%.60s cannot play: %.180s", e->name, why.text);
    }
    m->player[i] = pl_player_of(a, e->name && *e->name ? e->name : NULL);
    if (!a->type->descriptor) m->thinks = 1;
    else m->refereed = 1;
    pl_agent_free(a);
    name_player(m, i);
    m->entrant[i] = (pl_entrant){m->player[i].name, m->player[i].spec};
    return 0;
}

static int take_entrants(pl_match *m, pl_error *err)
{
    size_t n = (size_t)m->plan.entrants;
    m->entrant = calloc(n, sizeof *m->entrant);
    m->player = calloc(n, sizeof *m->player);
    m->player_id = calloc(n, sizeof *m->player_id);
    if (!m->entrant || !m->player || !m->player_id) return pl_fail(err, "out of memory");
    for (int i = 0; i < m->plan.entrants; i++)
        if (take_entrant(m, i, err)) return -1;
    m->plan.entrant = m->entrant;
    m->refereed |= m->plan.refereed || m->plan.file || m->plan.luck;
    return 0;
}

int pl_match_lay_out(pl_match *m, pl_error *err)
{
    if (refuse(&m->plan, err) || pl_grouping_open(&m->grouping, &m->plan, err) ||
        pl_schedule_open(&m->schedule, &m->plan, m->grouping.size, err))
        return -1;
    if (m->plan.luck && !(m->luck = pl_luck_open(m, m->plan.luck, err))) return -1;
    if (pl_match_fold_open(m, err)) return -1;
    if (m->plan.sprt && !pl_duel_kinds(m->grouping.size, m->schedule.places - 1))
        return pl_fail(err, "groups of %d games are too large for a sequential test",
                       (int)m->grouping.size);
    pl_start(m->plan.game, &m->start);
    return 0;
}

/* The test is looked at through a pointer: the match has its own. */
static int prepare(pl_match *m, pl_error *err)
{
    if (m->plan.sprt) {
        m->sprt = *m->plan.sprt;
        m->plan.sprt = &m->sprt;
    }
    if (take_entrants(m, err) || pl_match_lay_out(m, err)) return -1;
    if (!m->plan.file) return 0;
    if (!m->away) return pl_known_load(m, err);
    m->id = m->away->match;
    memcpy(m->player_id, m->away->player, (size_t)m->plan.entrants * sizeof *m->player_id);
    return 0;
}

pl_match *pl_match_new(pl_error *err)
{
    pl_match *m = calloc(1, sizeof *m);
    if (!m) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->changed, NULL);
    pthread_cond_init(&m->ended, NULL);
    return m;
}

pl_match *pl_match_open(const pl_match_plan *plan, pl_error *err)
{
    return pl_match_make(plan, NULL, err);
}

pl_match *pl_match_make(const pl_match_plan *plan, const pl_away *away, pl_error *err)
{
    pl_match *m = refuse(plan, err) ? NULL : pl_match_new(err);
    if (!m) return NULL;
    m->plan = *plan;
    m->away = away;
    if (prepare(m, err) == 0) return m;
    pl_match_free(m);
    return NULL;
}

void pl_match_free(pl_match *m)
{
    if (!m) return;
    pl_known_close(m);
    pl_follow_close(m);
    pl_match_fold_close(m);
    pl_luck_close(m->luck);
    pl_schedule_close(&m->schedule);
    pl_grouping_close(&m->grouping);
    pthread_cond_destroy(&m->changed);
    pthread_cond_destroy(&m->ended);
    pthread_mutex_destroy(&m->lock);
    free(m->pool);
    free(m->table);
    free(m->entrant);
    free(m->player);
    free(m->player_id);
    pl_close(m->own);
    free(m);
}

void pl_match_stop(pl_match *m)
{
    int n = m->plan.entrants * m->plan.game->players;
    pthread_mutex_lock(&m->lock);
    atomic_store(&m->stopped, 1);
    atomic_thread_fence(memory_order_release);
    for (int i = 0; i < m->pools; i++)
        for (int k = 0; k < n; k++)
            if (m->pool[i]->agent[k]) pl_agent_stop(m->pool[i]->agent[k]);
    for (int i = 0; i < m->tables; i++) pl_table_interrupt(m->table[i]);
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

/* Programs alone are minded many by a thread; who thinks in this process needs one of his
 * own. */
static int desks_of_worker(const pl_match *m)
{
    if (!m->refereed || m->thinks || m->plan.apart) return 1;
    return m->plan.threads < DESKS ? m->plan.threads : DESKS;
}

static void *work(void *with)
{
    pl_match *m = with;
    if (m->refereed) pl_desk_work(m, desks_of_worker(m));
    else pl_lean_work(m);
    pthread_mutex_lock(&m->lock);
    m->workers--;
    pthread_cond_signal(&m->ended);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Until all threads are done; with the lock. */
static void watch(pl_match *m)
{
    struct timespec until;
    while (m->workers > 0) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += tell_every;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        double before = pl_match_now();
        while (m->workers > 0 && pl_match_now() - before < 1e-9 * (double)tell_every)
            if (pthread_cond_timedwait(&m->ended, &m->lock, &until)) break;
        pthread_mutex_unlock(&m->lock);
        if (m->plan.tell) m->plan.tell(m->plan.with, m);
        pthread_mutex_lock(&m->lock);
    }
}

static int run_threads(pl_match *m, pl_error *err)
{
    int desks = desks_of_worker(m), n = (m->plan.threads + desks - 1) / desks, begun = 0;
    pthread_t *thread = calloc((size_t)n, sizeof *thread);
    if (!thread) return pl_fail(err, "out of memory");
    pthread_mutex_lock(&m->lock);
    pl_match_rewind(m);
    pthread_mutex_unlock(&m->lock);
    if (m->plan.ranks && pl_ranks_begin(m->plan.ranks, m, err)) {
        free(thread);
        return -1;
    }
    pthread_mutex_lock(&m->lock);
    while (begun < n && !pthread_create(&thread[begun], NULL, work, m)) begun++;
    m->workers = begun;
    watch(m);
    pthread_mutex_unlock(&m->lock);
    if (m->plan.ranks) pl_ranks_end(m->plan.ranks);
    pthread_mutex_lock(&m->lock);
    m->seconds += pl_match_now() - m->begun;
    m->begun = 0;
    pthread_mutex_unlock(&m->lock);
    for (int i = 0; i < begun; i++) pthread_join(thread[i], NULL);
    free(thread);
    return begun ? 0 : pl_fail(err, "the system gives no thread");
}

/* Games of an earlier run that were not added up are in the file, and a number stands there
 * once: they are known now. */
static int run_on(pl_match *m, pl_error *err)
{
    if (m->over || atomic_load(&m->stopped)) return 0;
    if (m->behind && pl_known_read(m, err)) return -1;
    m->behind = m->plan.file != NULL;
    return run_threads(m, err);
}

int pl_match_run(pl_match *m, pl_error *err)
{
    if (m->failed) return pl_fail(err, "%s", m->why.text);
    int bad = run_on(m, err);
    if (!bad && m->failed) bad = pl_fail(err, "%s", m->why.text);
    if (m->plan.file && pl_records_flush(m->plan.file, bad ? NULL : err)) bad = -1;
    if (m->plan.file && m->over && !bad) bad = pl_records_match_end(m->plan.file, m->id, err);
    atomic_store(&m->stopped, 0);
    return bad ? -1 : m->over;
}
