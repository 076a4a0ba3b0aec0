/* contest.c -- a contest: opened and refused, run from stage to stage, stopped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/contest/contest.h"

enum { GAMES_MAX = 1000, THREADS_MAX = 1024 };

pl_contest_plan pl_contest_usual(const pl_game *g, const pl_contest_entry *entry, int n)
{
    return (pl_contest_plan){.name = "contest",
                             .game = g,
                             .entry = entry,
                             .entries = n,
                             .threads = 1,
                             .games = 10,
                             .plies = -1,
                             .faults = 5,
                             .start = 10000,
                             .limits = {.processes = 16, .files = 100 * 1024},
                             .pace = {.move = 2000000000, .game = 120000000000},
                             .seed = 1};
}

static int refuse(const pl_contest_plan *p, pl_error *err)
{
    if (p->game->players < 2)
        return pl_fail(err, "a game of one seat has nobody to be played against");
    if (p->entries < 1 || p->entries > PL_CONTEST_MAX)
        return pl_fail(err, "a contest has from 1 to %d entries, not %d", PL_CONTEST_MAX,
                       (int)p->entries);
    if (!p->name || !*p->name || strlen(p->name) >= PL_NAME_MAX)
        return pl_fail(err, "the name of a contest has from 1 to %d letters", PL_NAME_MAX - 1);
    if (p->games < 1 || p->games > GAMES_MAX)
        return pl_fail(err, "a pairing has from 1 to %d games, not %d", GAMES_MAX, (int)p->games);
    if (p->known < 0 || p->known > p->games)
        return pl_fail(err, "of %d games %d cannot be known", (int)p->games, (int)p->known);
    if (p->threads < 1 || p->threads > THREADS_MAX)
        return pl_fail(err, "from 1 to %d games are played at once, not %d", THREADS_MAX,
                       (int)p->threads);
    if (p->faults < 1) return pl_fail(err, "an entry is out after 1 fault at the least");
    if (p->openings && !p->known)
        return pl_fail(err, "openings are of known games, and there are none");
    return 0;
}

/* A text of one line, which can be given on one. */
static int take_secret(pl_contest *c, pl_error *err)
{
    const char *secret = c->plan.secret;
    if (!secret) return pl_secret_draw(c->secret, err);
    size_t n = strlen(secret);
    if (n < 1 || n >= PL_SECRET_MAX || strpbrk(secret, "\r\n"))
        return pl_fail(err, "a secret is one line of at most %d bytes", PL_SECRET_MAX - 1);
    memcpy(c->secret, secret, n + 1);
    return 0;
}

static int draws(pl_contest *c, pl_error *err)
{
    pl_openings *try;
    if (c->plan.plies < 0) c->plan.plies = pl_secret_plies(c->plan.game);
    int bad = pl_secret_openings(c->plan.game, 1, c->plan.plies, 1, &try, err);
    pl_openings_free(try);
    return bad;
}

static int find(pl_contest *c, pl_error *err)
{
    char *kept = NULL;
    if (!c->plan.anew) c->id = pl_records_contest_find(c->plan.file, c->plan.name, &kept, err);
    int bad = c->id < 0 ? -1 : c->id > 0 ? pl_contest_recall(c, kept, err) : 0;
    free(kept);
    if (bad && c->id > 0) pl_records_contest_leave(c->plan.file, c->id, NULL);
    if (bad || c->id > 0) return bad;
    char *words = pl_contest_words(c);
    if (!words) return pl_fail(err, "out of memory");
    c->id = pl_records_contest_begin(c->plan.file, c->plan.name, words, err);
    free(words);
    return c->id > 0 ? 0 : -1;
}

static int32_t whole_groups(const pl_contest *c, int32_t games)
{
    return (games + c->group - 1) / c->group * c->group;
}

static int prepare(pl_contest *c, pl_error *err)
{
    c->group = c->plan.game->players > 2 ? 2 * c->plan.game->players : 2;
    c->plan.games = whole_groups(c, c->plan.games);
    c->plan.known = whole_groups(c, c->plan.known);
    c->winner = PL_NOBODY;
    c->entry = calloc((size_t)c->plan.entries, sizeof *c->entry);
    if (!c->entry) return pl_fail(err, "out of memory");
    for (int i = 0; i < c->plan.entries; i++) c->entry[i].is = c->plan.entry[i];
    if (draws(c, err) || take_secret(c, err)) return -1;
    if (c->plan.file && find(c, err)) return -1;
    return pl_contest_tell(c, NULL, err);
}

pl_contest *pl_contest_open(const pl_contest_plan *plan, pl_error *err)
{
    if (refuse(plan, err)) return NULL;
    pl_contest *c = calloc(1, sizeof *c);
    if (!c) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    c->plan = *plan;
    pthread_mutex_init(&c->lock, NULL);
    if (prepare(c, err) == 0) return c;
    pl_contest_free(c);
    return NULL;
}

void pl_contest_free(pl_contest *c)
{
    if (!c) return;
    if (c->id > 0) pl_records_contest_leave(c->plan.file, c->id, NULL);
    pl_pools_close(c);
    pl_bracket_close(c);
    pthread_mutex_destroy(&c->lock);
    free(c->entry);
    free(c->state);
    free(c);
}

double pl_contest_points(double mine, double other)
{
    double near = 1e-9 * (fabs(mine) + fabs(other));
    return mine > other + near ? 1 : mine < other - near ? 0 : 0.5;
}

int pl_contest_stopped(void *contest)
{
    return atomic_load(&((pl_contest *)contest)->stopped);
}

void pl_contest_stop(pl_contest *c)
{
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->stopped, 1);
    if (c->match) pl_match_stop(c->match);
    if (c->table) pl_table_interrupt(c->table);
    pthread_mutex_unlock(&c->lock);
}

const char *pl_contest_state(pl_contest *c)
{
    pl_text t = {c->state, c->state_room, 0};
    pl_contest_json(c, &t);
    if (t.used < c->state_room) return c->state;
    char *more = realloc(c->state, 2 * t.used + 1);
    if (!more) return "{}";
    c->state = more;
    c->state_room = 2 * t.used + 1;
    return pl_contest_state(c);
}

int pl_contest_tell(pl_contest *c, const char *news, pl_error *err)
{
    c->saved = pl_child_now();
    if (news && c->plan.tell) c->plan.tell(c->plan.with, c, news);
    if (!c->plan.file) return 0;
    return pl_records_contest_tell(c->plan.file, c->id, pl_contest_state(c), err);
}

static int keep(pl_contest *c, pl_error *err)
{
    if (!c->plan.file) return 0;
    char *words = pl_contest_words(c);
    int bad = words ? pl_records_contest_keep(c->plan.file, c->id, words, err)
                    : pl_fail(err, "out of memory");
    free(words);
    return bad;
}

/* What an entry said may be in the reason: one line of plain text. */
static void judge(pl_contest *c, pl_contestant *e, int plays, const char *why)
{
    char news[512];
    e->stands = plays ? PL_PLAYS : PL_EXCLUDED;
    snprintf(e->why, sizeof e->why, "%s", plays ? "" : why);
    for (char *at = e->why; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f) *at = ' ';
    snprintf(news, sizeof news, plays ? "%s plays" : "%s is excluded: %s", e->is.name, e->why);
    if (c->plan.tell) c->plan.tell(c->plan.with, c, news);
}

int pl_contest_check(pl_contest *c, pl_error *err)
{
    char why[256];
    for (int i = 0; i < c->plan.entries; i++) {
        pl_contestant *e = &c->entry[i];
        if (e->stands != PL_UNTRIED) continue;
        if (c->plan.tell) c->plan.tell(c->plan.with, c, NULL);
        int plays = pl_contest_stopped(c) ? -1 : pl_trial(c, e, why, sizeof why);
        if (plays < 0) return 0;
        judge(c, e, plays, why);
        if (keep(c, err) || pl_contest_tell(c, NULL, err)) return -1;
    }
    return 1;
}

static void tell_bout(pl_contest *c, const pl_bout *b, const char *where)
{
    char news[512];
    const pl_contestant *one = &c->entry[b->who[0]], *two = &c->entry[b->who[1]];
    snprintf(news, sizeof news, "%s: %s %g - %g %s%s%s%s", where, one->is.name, b->points[0],
             b->points[1], two->is.name, b->state == PL_WALKED_OVER ? ", walkover" : "",
             b->by ? ", " : "", b->by ? b->by : "");
    c->plan.tell(c->plan.with, c, news);
}

/* Play a bout, and tell of it and of who is out by now. */
static int play(pl_contest *c, pl_bout *b, const char *where, int decisive, pl_error *err)
{
    pl_standing_of before[2] = {PL_OUT, PL_OUT};
    for (int i = 0; i < 2 && b->state != PL_BYE; i++) before[i] = c->entry[b->who[i]].stands;
    int done = pl_bout_play(c, b, where, decisive, err);
    if (done <= 0) return done;
    if (b->state != PL_BYE && c->plan.tell) tell_bout(c, b, where);
    for (int i = 0; i < 2; i++) {
        char news[400];
        if (before[i] == PL_OUT || c->entry[b->who[i]].stands != PL_OUT) continue;
        snprintf(news, sizeof news, "%s is out: %s", c->entry[b->who[i]].is.name,
                 c->entry[b->who[i]].why);
        if (c->plan.tell) c->plan.tell(c->plan.with, c, news);
    }
    return pl_contest_tell(c, NULL, err) ? -1 : 1;
}

/* Pools by turns, so that all of them go on. */
static int play_pools(pl_contest *c, pl_error *err)
{
    char where[80];
    int left = 1, done = 1;
    c->stage = PL_IN_POOLS;
    if (pl_pools_draw(c, err)) return -1;
    for (int k = 0; left && done > 0; k++) {
        left = 0;
        for (int i = 0; i < c->pools && done > 0; i++) {
            if (k >= c->pool[i].bouts) continue;
            left = 1;
            snprintf(where, sizeof where, "pool %d, pairing %d", i + 1, k + 1);
            done = play(c, &c->pool[i].bout[k], where, 0, err);
        }
    }
    return done;
}

static int knock_out(pl_contest *c, pl_error *err)
{
    char where[80];
    int done = 1;
    if (pl_bracket_draw(c, err)) return -1;
    c->stage = PL_KNOCKING_OUT;
    for (int r = 0; r < c->rounds && done > 0; r++) {
        for (int i = 0; i < c->round[r].bouts && done > 0; i++) {
            snprintf(where, sizeof where, "knock-out round %d, pairing %d", r + 1, i + 1);
            done = play(c, &c->round[r].bout[i], where, 1, err);
        }
        if (done > 0) pl_bracket_next(c, r);
    }
    return done;
}

/* All that is known comes from verdicts and the file: whatever was counted before is counted
 * again. */
static void reset(pl_contest *c)
{
    pl_pools_close(c);
    pl_bracket_close(c);
    c->stage = PL_CHECKING;
    for (int i = 0; i < c->plan.entries; i++) {
        pl_contestant *e = &c->entry[i];
        if (e->stands == PL_OUT) e->stands = PL_PLAYS;
        e->faults = e->rank = e->lost = 0;
    }
}

static int run(pl_contest *c, pl_error *err)
{
    reset(c);
    int done = pl_contest_check(c, err);
    if (done > 0) done = play_pools(c, err);
    if (done > 0) done = knock_out(c, err);
    if (done > 0) c->stage = PL_CONTEST_OVER;
    return done;
}

int pl_contest_run(pl_contest *c, pl_error *err)
{
    if (!c->plan.file) return pl_fail(err, "a contest is kept in a file of records");
    int done = run(c, err);
    atomic_store(&c->stopped, 0);
    if (pl_contest_tell(c, NULL, done < 0 ? NULL : err)) done = -1;
    return done;
}
