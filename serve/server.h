/* server.h -- what the files of the server share: the server itself, and who is connected.
 *
 * One thread, that of pl_serve_run(), owns all of it; agents think on others (pool.h), which
 * see nothing of this.
 */
#ifndef PL_SERVE_SERVER_H
#define PL_SERVE_SERVER_H

#include <jansson.h>
#include <libwebsockets.h>
#include <stdatomic.h>

#include "ledger.h"
#include "parlor/protocol.h"
#include "parlor/records.h"
#include "parlor/serve.h"
#include "parlor/table.h"
#include "pool.h"

enum {
    PL_BODY_MAX = 65536,    /* bytes of what is posted */
    PL_STRANGER_MAX = 4096, /* bytes of a message before hello */
    PL_PATH_MAX = 256,
    PL_BUCKETS = 4096,
    PL_QUESTIONS_MAX = 32, /* that wait at once for what agents think */
    PL_OWN_MAX = 96        /* lines that wait for one connection alone */
};

typedef struct pl_desk pl_desk;
typedef struct pl_visitor pl_visitor;
typedef struct pl_request pl_request;

/* An address that connects: what it has here. */
typedef struct pl_peer {
    struct pl_peer *next;
    char address[48];
    int connections, tables, questions, solving;
    int here; /* 1: it is of this machine */
} pl_peer;

struct pl_server {
    pl_serve_rules rules;
    struct lws_context *context;
    int port, resumed;
    pl_records *records;
    pl_ledger *ledger;
    pl_pool *pool;
    pl_desk *desk[PL_BUCKETS]; /* by their names */
    int desks;
    pl_visitor *visitors;
    int connections;
    pl_peer *peers;
    struct pl_solution *solutions; /* that were asked for; shelf.h */
    int questions;                 /* requests that wait for an agent's thoughts */
    char *line;                    /* room for one of the protocol */
    unsigned char *out;            /* and for what is being sent */
    int64_t swept;                 /* when old tables were looked for, in milliseconds */
    atomic_int over;
};

/* server.c */
void pl_serve_tick(pl_server *s); /* ten times a second */
int64_t pl_serve_ms(void);        /* milliseconds of a clock that never goes back */
int64_t pl_serve_wall(void);      /* microseconds since 1970 */
/* Write a sentence into err; returns -1. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int pl_serve_fail(pl_error *err, const char *format, ...);

/* socket.c: libwebsockets. */
int pl_serve_listen(pl_server *s, pl_error *err);
void pl_serve_loop(pl_server *s);

/* guard.c: who may come in. */

/* Whether the Host is one of ours, and the Origin, if there is one, is the Host. */
int pl_guard_host(const pl_server *s, struct lws *wsi);
int pl_guard_origin(struct lws *wsi);
pl_peer *pl_peer_of(pl_server *s, const char *address); /* or NULL: out of memory */
pl_peer *pl_peer_at(pl_server *s, struct lws *wsi);
int pl_peer_is_full(const pl_server *s, const pl_peer *p, int has);
void pl_peer_forget(pl_server *s); /* those who have nothing here */

/* answers.c: things in JSON that several endpoints tell. */

json_t *pl_tell_number(double x); /* whole ones as integers */
json_t *pl_tell_scores(const pl_result *r, int players);
json_t *pl_tell_seat(int seat); /* a number, or "chance", "over", "public" */

#endif
