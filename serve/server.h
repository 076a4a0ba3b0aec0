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
#include "peer.h"
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
typedef struct pl_notice pl_notice;

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
    int connections; /* of all kinds */
    pl_peers peers;
    struct pl_solution *solutions; /* that were asked for; shelf.h */
    pl_notice *notices;            /* answers that many ask for; notice.h */
    int questions;                 /* requests that wait for an agent's thoughts */
    char *line;                    /* room for one of the protocol */
    unsigned char *out;            /* and for what is being sent */
    int64_t swept;                 /* when old tables were looked for, in milliseconds */
    int64_t forgot;                /* and when addresses were */
    atomic_int over;
};

/* server.c */
void pl_serve_tick(pl_server *s); /* ten times a second */
/* There is a place for one more table, if need be instead of one whose game is over. */
int pl_serve_room(pl_server *s);
int64_t pl_serve_ms(void);   /* milliseconds of a clock that never goes back */
int64_t pl_serve_wall(void); /* microseconds since 1970 */
/* Write a sentence into err; returns -1. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int pl_serve_fail(pl_error *err, const char *format, ...);

/* socket.c: libwebsockets. */
int pl_serve_listen(pl_server *s, pl_error *err);
void pl_serve_loop(pl_server *s);

/* tls.c: whether the certificate and the key are there and fit together.  0, or -1. */
int pl_tls_check(const pl_serve_rules *rules, pl_error *err);

/* guard.c: who may come in. */

/* Whether the Host is one of ours, and the Origin, if there is one, is the Host. */
int pl_guard_host(const pl_server *s, struct lws *wsi);
int pl_guard_origin(struct lws *wsi);
/* A connection comes: 0, or -1: there are too many, or the address has as many as it may. */
int pl_guard_come(pl_server *s, struct lws *wsi);
void pl_guard_go(pl_server *s, struct lws *wsi);
pl_peer *pl_guard_peer(struct lws *wsi); /* of a connection that came */
int pl_guard_count(struct lws *wsi);     /* its requests, with this one */
/* Whether the address has as many of something as it may, usually so many. */
int pl_guard_full(const pl_server *s, const pl_peer *p, int has, int usual);
/* Whether it may have one more WebSocket: 0, or -1. */
int pl_guard_sit(const pl_server *s, struct lws *wsi);
/* It asks for something, or makes a table: 0, or after how many seconds it may. */
int pl_guard_ask(const pl_server *s, pl_peer *p);
int pl_guard_make(const pl_server *s, pl_peer *p);

/* answers.c: things in JSON that several endpoints tell. */

json_t *pl_tell_number(double x);             /* whole ones as integers */
json_t *pl_tell_record(const pl_record *rec); /* without what happened in it */
json_t *pl_tell_scores(const pl_result *r, int players);
json_t *pl_tell_seat(int seat); /* a number, or "chance", "over", "public" */

#endif
