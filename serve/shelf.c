/* shelf.c -- the solutions that somebody asked for.
 *
 * Few are solved at once, the others wait in the order in which they were wanted; each has one
 * piece of work with the pool at a time, so that tables take turns with it.  What nobody asks for
 * any more is given up.  What is done stays until others need the room.
 *
 * Fact to check: a game that is too large is refused again without another look.
 */
#include "shelf.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 64,       /* solutions, those that were only looked at included */
    LOOKED = 8,      /* that are looked at */
    AT_ONCE = 2,     /* that are worked at */
    WAITING = 16,    /* that are wanted and not done */
    EACH = 4,        /* of these, for one address */
    PATIENCE = 10000 /* milliseconds, after which what nobody asks for is given up */
};
static const int64_t most_bytes = (int64_t)256 << 20;
static const double small_games = 0.5; /* seconds in which they are solved */

static int is_done(const pl_solution *s)
{
    return s->is.phase >= PL_SOLVING_DONE;
}

/* Nobody works at it, nor will. */
static int rests(const pl_solution *s)
{
    return !s->job && (is_done(s) || !s->wanted);
}

const char *pl_solution_word(const pl_solution *s)
{
    switch (s->is.phase) {
    case PL_SOLVING_LOOK: return "looking";
    case PL_SOLVING_FITS: return s->wanted ? s->job ? "working" : "waiting" : "small";
    case PL_SOLVING_DONE: return "done";
    case PL_SOLVING_FAILED: return "large";
    default: return "working";
    }
}

/* Nobody waits for it any more. */
static void settle(pl_solution *s)
{
    if (s->peer) s->peer->solving--;
    s->peer = NULL;
    s->wanted = 0;
}

static void remove_one(pl_solution *s)
{
    pl_solution **at = &s->server->solutions;
    while (*at && *at != s) at = &(*at)->next;
    if (*at) *at = s->next;
    settle(s);
    if (s->job) pl_pool_cancel(s->server->pool, s->job); /* the work goes with it */
    pl_solving_free(s->work);
    free(s);
}

static void come_back(pl_job *j);

/* The next piece of work.  -1: out of memory. */
static int give(pl_solution *s)
{
    pl_job *j = pl_job_new();
    if (!j) return -1;
    j->work = pl_solving_work;
    j->quick = s->is.seconds < small_games;
    j->most = pl_solving_most(s->work);
    j->with = s->work;
    j->drop = pl_solving_free;
    j->owner = s;
    j->done = come_back;
    s->job = j;
    s->work = NULL;
    pl_pool_give(s->server->pool, j);
    return 0;
}

static int is_forgotten(const pl_solution *s)
{
    return pl_serve_ms() - s->asked > PATIENCE;
}

/* The one that waits longest; *busy counts those that are worked at. */
static pl_solution *next_one(const pl_server *server, int *busy)
{
    pl_solution *first = NULL;
    *busy = 0;
    for (pl_solution *s = server->solutions; s; s = s->next) {
        if (!s->wanted || s->is.phase == PL_SOLVING_LOOK || is_done(s)) continue;
        if (s->job) ++*busy;
        else if (!first || s->wished < first->wished) first = s;
    }
    return first;
}

/* Begin what waits, if there is a place. */
static void begin_next(pl_server *server)
{
    int busy;
    pl_solution *s;
    while ((s = next_one(server, &busy)) && busy < AT_ONCE) {
        if (is_forgotten(s)) remove_one(s);
        else if (give(s)) return;
    }
}

/* The one of those that rest that was asked for least lately; solved: that has bytes. */
static pl_solution *oldest(const pl_server *server, int solved)
{
    pl_solution *old = NULL;
    for (pl_solution *s = server->solutions; s; s = s->next)
        if (rests(s) && (!solved || s->is.bytes) && (!old || s->asked < old->asked)) old = s;
    return old;
}

static void make_room(pl_server *server)
{
    int64_t bytes = 0;
    for (pl_solution *s = server->solutions; s; s = s->next) bytes += s->is.bytes;
    for (pl_solution *s; bytes > most_bytes && (s = oldest(server, 1));) {
        bytes -= s->is.bytes;
        remove_one(s);
    }
}

/* A piece is done; what is not over waits for its next one behind others that wait. */
static void come_back(pl_job *j)
{
    pl_solution *s = j->owner;
    pl_server *server = s->server;
    int looked = s->is.phase == PL_SOLVING_LOOK;
    s->work = j->with;
    s->job = NULL;
    s->is = s->work->is;
    j->with = NULL;
    j->drop = NULL;
    if (is_done(s)) settle(s);
    else if (!looked && (is_forgotten(s) || give(s))) remove_one(s);
    make_room(server);
    begin_next(server);
}

static pl_solution *find(const pl_server *server, const char *spec)
{
    pl_solution *s = server->solutions;
    while (s && strcmp(s->spec, spec)) s = s->next;
    return s;
}

static int is_any(const pl_solution *s)
{
    return s != NULL;
}

static int is_wanted(const pl_solution *s)
{
    return s->wanted;
}

static int is_looked_at(const pl_solution *s)
{
    return s->is.phase == PL_SOLVING_LOOK;
}

static int count(const pl_server *server, int (*which)(const pl_solution *s))
{
    int n = 0;
    for (pl_solution *s = server->solutions; s; s = s->next) n += which(s);
    return n;
}

/* A new one, which is looked at first. */
static pl_solution *add(pl_server *server, const char *spec, int players)
{
    pl_solution *old = count(server, is_any) < KEPT ? NULL : oldest(server, 0);
    if (old) remove_one(old);
    if (count(server, is_any) >= KEPT || count(server, is_looked_at) >= LOOKED) return NULL;
    pl_solution *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    snprintf(s->spec, sizeof s->spec, "%s", spec);
    s->server = server;
    s->players = players;
    s->next = server->solutions;
    s->work = pl_solving_new(spec);
    server->solutions = s;
    if (s->work && !give(s)) return s;
    remove_one(s);
    return NULL;
}

static int refuse(int *status, int what, pl_error *err, const char *why)
{
    *status = what;
    return pl_serve_fail(err, "%s", why);
}

/* Whether one more may be solved for this address. */
static int may_want(const pl_server *server, const pl_peer *peer, int *status, pl_error *err)
{
    if (count(server, is_wanted) >= WAITING)
        return refuse(status, 503, err, "too many games are being solved; try again later");
    if (peer->solving >= EACH)
        return refuse(status, 429, err, "at most 4 games are solved at once for one address");
    return 0;
}

static void want(pl_solution *s, pl_peer *peer)
{
    s->wanted = 1;
    s->peer = peer;
    s->wished = pl_serve_ms();
    peer->solving++;
}

pl_solution *pl_shelf_ask(pl_server *server, const pl_game *g, pl_peer *peer, int wanted,
                          int *status, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    pl_solution *s = find(server, spec);
    int new = wanted && (!s || (!is_done(s) && !s->wanted));
    if (new &&may_want(server, peer, status, err)) return NULL;
    if (!s) s = add(server, spec, (int)g->players);
    if (!s) {
        refuse(status, 503, err, "too many games are looked at; try again later");
        return NULL;
    }
    s->asked = pl_serve_ms();
    if (new) want(s, peer);
    begin_next(server);
    return s;
}

void pl_shelf_close(pl_server *server)
{
    while (server->solutions) remove_one(server->solutions);
}
