/* guest.h -- the other end: a connection to a host, and an agent that plays by it.
 *
 *     pl_guest *g = pl_guest_open("127.0.0.1:4040", &err);
 *     pl_guest_say(g, hello);
 *     while (pl_guest_hear(g, line, sizeof line, INFINITY, &err) > 0) ...
 *
 * An address is HOST:PORT or tcp://HOST:PORT for lines over TCP, ws://HOST:PORT/PATH for
 * WebSocket, or wss://HOST:PORT/PATH for that within TLS, where the other's certificate
 * must be good.  Pings are answered without being heard.
 */
#ifndef PL_GUEST_H
#define PL_GUEST_H

#include "parlor/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_guest pl_guest;

/* Whether it is an address: 0, or -1 with the reason. */
int pl_guest_check(const char *address, pl_error *err);
/* NULL with the reason. */
pl_guest *pl_guest_open(const char *address, pl_error *err);
void pl_guest_close(pl_guest *g); /* when what was said is sent */
/* Say a line, with its end; 0, or -1: the connection is gone. */
int pl_guest_say(pl_guest *g, const char *line);
/* The next line, without its end, within so many seconds: its bytes; 0: none came; -1
 * with the reason: the connection is gone, and all that came has been heard. */
int pl_guest_hear(pl_guest *g, char *line, size_t n, double seconds, pl_error *err);
/* Whether hear would not wait. */
int pl_guest_waits(pl_guest *g);
/* Be told of every line as it comes, and of the end as type PL_MSG_TYPES, by the guest's
 * own thread, which must not be kept waiting nor call back. */
typedef void pl_guest_fn(void *with, pl_message_type type);
void pl_guest_notice(pl_guest *g, pl_guest_fn *tell, void *with);

/* A seat at a host's table that an agent plays, through broken connections: when one is
 * cut it comes back by itself, with growing delays. */
typedef struct pl_visit pl_visit;
typedef struct {
    const char *address, *token;
    const char *name; /* as others shall call it, or NULL */
    /* An agent for the game that is played there; NULL with the reason. */
    pl_agent *(*open)(void *with, const pl_game *g, pl_error *err);
    /* Every message that comes, and its line, before the agent is told of it; with m NULL
     * a sentence about the connection.  By the thread that plays.  Or NULL. */
    void (*tell)(void *with, const pl_message *m, const char *line);
    /* A few times a second, while there is nothing to do; or NULL. */
    void (*idle)(void *with);
    void *with;
    double patience; /* seconds that it tries to come back; usually 60 */
    int32_t person;  /* 1: the agent is told to stop at every line, not only when it matters */
} pl_visit_rules;

/* NULL with the reason. */
pl_visit *pl_visit_open(const pl_visit_rules *rules, pl_error *err);
/* Play until the host says goodbye: 0; or -1 with the reason. */
int pl_visit_play(pl_visit *v, pl_error *err);
/* For the agent: say something beside its moves. */
int pl_visit_say(pl_visit *v, const char *line);
/* For the agent, or while idle: whether there is something else to do first. */
int pl_visit_waits(pl_visit *v);
/* From any thread: leave soon. */
void pl_visit_stop(pl_visit *v);
void pl_visit_close(pl_visit *v);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
