/* host.h -- tables whose players are in the net.
 *
 * A host listens at one port and takes JSON lines over TCP and over WebSocket there.
 * A seat belongs to whoever has its token; who comes back with it goes on where he was.
 *
 *     pl_host *h = pl_host_open(NULL, &err);
 *     pl_room *r = pl_room_open(h, &(pl_room_rules){.game = g}, &err);
 *     pl_room_sit(r, 0, agent, "the machine");
 *     printf("token: %s\n", pl_room_invite(r, 1, NULL));
 *     pl_room_play(r, seed);
 *
 * Players speak the protocol of parlor/protocol.h.  What they are sent is made from
 * views; spectators get the public one.
 */
#ifndef PL_HOST_H
#define PL_HOST_H

#include "parlor/table.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_host pl_host;
typedef struct pl_room pl_room; /* a table in the net */

/* Who comes and goes.  Told by the host's own thread, which must not be kept waiting. */
typedef enum { PL_CAME, PL_LEFT, PL_STRANGER, PL_WATCHERS } pl_arrival;
typedef struct {
    pl_arrival what;
    int32_t seat;     /* who came or left */
    int32_t watchers; /* how many watch */
    const char *name; /* of who came, or "" */
    const char *text; /* why one left, or a stranger was sent away */
} pl_news;
typedef void pl_news_fn(void *with, const pl_room *r, const pl_news *n);

/* What is 0 or NULL is as it usually is. */
typedef struct {
    const char *bind;    /* the address to listen at; usually 127.0.0.1 */
    int32_t port;        /* usually any that is free */
    int32_t connections; /* most at once; usually 256 */
    int32_t watchers;    /* and of these, who only watch; usually 128 */
    double hello;        /* seconds that a stranger has to say who he is; usually 10 */
    double idle;         /* seconds of silence, after which a connection is dropped; usually 60 */
    double slow;         /* and without its taking what waits for it; usually 20 */
    double penalty;      /* seconds until a wrong token is answered; usually 1 */
} pl_host_rules;

/* Whether something can listen there, port 0 being any: 0, and the address in numbers; or -1 with
 * the reason. */
int pl_host_address(const char *bind, int port, char *where, size_t n, pl_error *err);

/* NULL with the reason. */
pl_host *pl_host_open(const pl_host_rules *rules, pl_error *err);
int pl_host_port(const pl_host *h);
/* Everybody is told goodbye.  Its rooms must be closed. */
void pl_host_close(pl_host *h);

typedef struct {
    const pl_game *game;         /* which must outlive the room */
    const pl_table_rules *table; /* NULL: no clock, manners of the net, takes back */
    double wait;                 /* seconds that a player who left is waited for; usually 60 */
    double pause;                /* seconds of a game that one player may pause; usually 600 */
    pl_news_fn *tell;
    void *with;
} pl_room_rules;

pl_room *pl_room_open(pl_host *h, const pl_room_rules *rules, pl_error *err);
/* Who sits at a seat: an agent, which must outlive the room; or whoever brings this
 * token, which lasts as long as the room; NULL: the seat is taken, or no memory.  name
 * NULL: what the agent's kind is called, or the player calls himself. */
int pl_room_sit(pl_room *r, int seat, pl_agent *a, const char *name);
const char *pl_room_invite(pl_room *r, int seat, const char *name);
/* The table, for who listens there, who is told before anybody in the net; only while no
 * game is played. */
pl_table *pl_room_table(pl_room *r);
/* What the seat is called; only between games, or where the table tells. */
const char *pl_room_name(const pl_room *r, int seat);
/* Wait until every seat is taken and all who were invited are here; 0: it was stopped. */
int pl_room_gather(pl_room *r);
/* The same, and play a game: 1 when it is over, 0 if it was stopped before it began. */
int pl_room_play(pl_room *r, uint64_t seed);
/* From any thread: the host ends the game that is played, and plays no other. */
void pl_room_stop(pl_room *r, const char *why);
/* Everybody is told goodbye, and has a moment to hear it; no game may be under way. */
void pl_room_dismiss(pl_room *r);
void pl_room_close(pl_room *r); /* the same first */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
