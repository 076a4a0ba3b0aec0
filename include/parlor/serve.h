/* serve.h -- the page: games in the browser, and the interface that the page itself uses.
 *
 * One port takes HTTP and WebSocket: the page and its parts, /api (a description in the
 * OpenAPI form, and what it describes) and /ws, the protocol of parlor/protocol.h.
 *
 *     pl_server *s = pl_serve_open(&(pl_serve_rules){.port = 8017}, &err);
 *     printf("http://127.0.0.1:%d/\n", pl_serve_port(s));
 *     pl_serve_run(s);    until pl_serve_stop(s) in another thread
 *     pl_serve_close(s);
 *
 * Games under way are in the file of records at every moment, and who sits where in a file
 * beside it: a server that was killed goes on where it was.  Link with libparlor-serve.
 */
#ifndef PL_SERVE_H
#define PL_SERVE_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_server pl_server;

/* What is 0 or NULL is as it usually is. */
typedef struct {
    const char *bind;    /* the address to listen at; usually 127.0.0.1 */
    int32_t port;        /* usually any that is free */
    int32_t threads;     /* on which agents think; usually as many as there are processors */
    const char *records; /* the file of records; usually that of parlor/records.h */
    const char *name;    /* what browsers may call this host beside its addresses and localhost */
    int32_t connections; /* most at once; usually 8192 */
    int32_t tables;      /* most at once; usually 8192.  Those whose game is over make room */
    /* Of one address, which of IPv6 is its first 64 bits; what is of this machine has none of
     * these bounds unless they are given. */
    int32_t each;     /* tables, WebSockets, twice as many connections, and questions that wait;
                       * usually 64, 64, 128 and 8 */
    int32_t requests; /* in a second, in the long run; ten times as many at once; usually 20 */
    int32_t making;   /* tables that are made in a minute; usually 30 */
    int32_t unused;
    double hello; /* seconds that a connection has to say who it is; usually 10 */
    double slow;  /* seconds without its taking what waits for it; usually 20 */
    double think; /* seconds that an agent may think about a move; usually 5 */
    /* Files in the PEM form: a certificate, with those that vouch for it, and its key.  With both
     * the server speaks TLS alone; usually none. */
    const char *certificate, *key;
    /* A folder of nets (*.safetensors), whose training is shown; usually none. */
    const char *nets;
} pl_serve_rules;

/* NULL with the reason. */
pl_server *pl_serve_open(const pl_serve_rules *rules, pl_error *err);
int pl_serve_port(const pl_server *s);
/* Tables that were under way in the file and go on now. */
int pl_serve_resumed(const pl_server *s);
/* Serve until it is told to stop. */
void pl_serve_run(pl_server *s);
void pl_serve_stop(pl_server *s); /* from any thread */
void pl_serve_close(pl_server *s);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
