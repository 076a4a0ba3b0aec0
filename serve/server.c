/* server.c -- the server: opened with what its files tell, run, and closed.
 *
 * Fact to check: killed in the middle of games and started again, it has the same tables, and
 * their players come back with the same tokens.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "notice.h"
#include "shelf.h"
#include "visitor.h"

int64_t pl_serve_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t pl_serve_wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int pl_serve_fail(pl_error *err, const char *format, ...)
{
    va_list list;
    if (!err) return -1;
    va_start(list, format);
    vsnprintf(err->text, sizeof err->text, format, list);
    va_end(list);
    return -1;
}

/* By the threads of the pool. */
static void wake(void *with)
{
    lws_cancel_service(((pl_server *)with)->context);
}

static void fill_in(pl_serve_rules *r)
{
    enum { SPARE = 64 }; /* files beside connections */
    long processors = sysconf(_SC_NPROCESSORS_ONLN), files = sysconf(_SC_OPEN_MAX);
    if (!r->bind) r->bind = "127.0.0.1";
    if (r->threads <= 0) r->threads = processors > 0 && processors < 64 ? (int32_t)processors : 1;
    if (r->connections <= 0) r->connections = 8192;
    if (files > SPARE && r->connections > files - SPARE) r->connections = (int32_t)(files - SPARE);
    if (r->tables <= 0) r->tables = 8192;
    if (r->hello <= 0) r->hello = 10;
    if (r->slow <= 0) r->slow = 20;
    if (r->think <= 0) r->think = 5;
}

/* A table of an earlier life.  What cannot go on is left as it is in the records. */
static void bring_back(void *with, const pl_desk_kept *k)
{
    pl_server *s = with;
    pl_error err;
    pl_desk *d = pl_desk_new(s, k, &err);
    if (!d || (k->record && pl_desk_resume(d, k->over, &err))) {
        fprintf(stderr, "parlor: table %s cannot go on: %s\n", k->id, err.text);
        pl_desk_free(d);
        return;
    }
    s->resumed += d->state != PL_DESK_OVER;
}

static int go_on(void *with, pl_desk *d)
{
    (void)with;
    if (d->state == PL_DESK_PLAYING) pl_desk_go_on(d);
    return 0;
}

static int open_files(pl_server *s, pl_error *err)
{
    char beside[4096];
    s->records = pl_records_open(s->rules.records, PL_RECORDS_WRITE, err);
    if (!s->records) return -1;
    int n = pl_records_beside(s->records, ".seats", beside, sizeof beside);
    if (n < 0 || n >= (int)sizeof beside)
        return pl_serve_fail(err, "neither XDG_DATA_HOME nor HOME says where seats can be kept");
    s->ledger = pl_ledger_open(beside, err);
    return s->ledger ? 0 : -1;
}

static int is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static int set_up(pl_server *s, pl_error *err)
{
    s->line = malloc(PL_LINE_MAX + 1);
    s->out = malloc(LWS_PRE + PL_LINE_MAX);
    if (!s->line || !s->out) return pl_serve_fail(err, "out of memory");
    if (s->rules.nets && !is_folder(s->rules.nets))
        return pl_serve_fail(err, "nets are in a folder, and '%.100s' is none", s->rules.nets);
    if (pl_serve_listen(s, err) || open_files(s, err)) return -1;
    s->pool = pl_pool_open(s->rules.threads, wake, s);
    if (!s->pool) return pl_serve_fail(err, "the system gives no threads");
    if (pl_ledger_each(s->ledger, bring_back, s, err)) return -1;
    pl_desk_all(s, go_on, NULL);
    return 0;
}

pl_server *pl_serve_open(const pl_serve_rules *rules, pl_error *err)
{
    static const pl_serve_rules usual = {0};
    pl_server *s = calloc(1, sizeof *s);
    if (!s) {
        pl_serve_fail(err, "out of memory");
        return NULL;
    }
    s->rules = rules ? *rules : usual;
    fill_in(&s->rules);
    if (set_up(s, err) == 0) return s;
    pl_serve_close(s);
    return NULL;
}

int pl_serve_port(const pl_server *s)
{
    return s->port;
}

int pl_serve_resumed(const pl_server *s)
{
    return s->resumed;
}

void pl_serve_run(pl_server *s)
{
    pl_serve_loop(s);
}

void pl_serve_stop(pl_server *s)
{
    atomic_store(&s->over, 1);
    lws_cancel_service(s->context);
}

/* How long a table stays that nobody is at: one that is over an hour, one that has yet to begin a
 * day, a game thirty. */
static int is_old(const pl_desk *d, int64_t now)
{
    static const int64_t hours[] = {
        [PL_DESK_OPEN] = 24, [PL_DESK_PLAYING] = 720, [PL_DESK_OVER] = 1};
    return !d->visitors && now - d->left > hours[d->state] * 3600000;
}

/* The record stays. */
static void let_go(pl_desk *d)
{
    pl_ledger_remove(d->server->ledger, d->id, NULL);
    pl_desk_free(d);
}

static int sweep(void *with, pl_desk *d)
{
    const int64_t *now = with;
    if (is_old(d, *now)) let_go(d);
    return 0;
}

static int find_oldest(void *with, pl_desk *d)
{
    pl_desk **oldest = with;
    if (d->state != PL_DESK_OVER || d->visitors) return 0;
    if (!*oldest || d->left < (*oldest)->left) *oldest = d;
    return 0;
}

int pl_serve_room(pl_server *s)
{
    pl_desk *oldest = NULL;
    if (s->desks < s->rules.tables) return 1;
    pl_desk_all(s, find_oldest, &oldest);
    if (oldest) let_go(oldest);
    return oldest != NULL;
}

static int tick(void *with, pl_desk *d)
{
    (void)with;
    pl_desk_tick(d);
    return 0;
}

void pl_serve_tick(pl_server *s)
{
    enum { SECOND = 1000, MINUTE = 60000 };
    int64_t now = pl_serve_ms();
    for (pl_visitor *c = s->visitors; c; c = c->next) pl_visitor_tick(c);
    pl_desk_all(s, tick, NULL);
    pl_pool_hurry(s->pool);
    if (now - s->forgot >= SECOND) {
        s->forgot = now;
        pl_peers_forget(&s->peers, now);
    }
    if (now - s->swept < MINUTE) return;
    s->swept = now;
    pl_desk_all(s, sweep, &now);
}

static int close_desk(void *with, pl_desk *d)
{
    (void)with;
    pl_desk_free(d);
    return 0;
}

void pl_serve_close(pl_server *s)
{
    if (!s) return;
    pl_desk_all(s, close_desk, NULL);
    pl_shelf_close(s);
    pl_notices_close(s);
    pl_pool_close(s->pool); /* its threads call the context */
    s->pool = NULL;
    if (s->context) lws_context_destroy(s->context);
    pl_ledger_close(s->ledger);
    if (s->records) pl_records_close(s->records, NULL);
    pl_peers_free(&s->peers);
    free(s->line);
    free(s->out);
    free(s);
}
