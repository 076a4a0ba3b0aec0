/* caller.h -- what the files of the host share: connections, and what they may do. */
#ifndef PL_TABLE_CALLER_H
#define PL_TABLE_CALLER_H

#include <stdatomic.h>

#include "table/net/room.h"

struct lws;
struct lws_context;

typedef enum {
    PL_IS_STRANGER, /* has yet to say hello */
    PL_IS_REFUSED,  /* and is told so a little later */
    PL_IS_PLAYER,
    PL_IS_WATCHER
} pl_caller_kind;

struct pl_caller {
    pl_caller *next;
    pl_host *host;
    struct lws *wsi;
    int open;   /* 1: its first bytes have come */
    int frames; /* 1: a WebSocket, where a message is a line */
    pl_caller_kind kind;
    pl_link link;
    pl_room *room;
    int seat;           /* of a player */
    double came, heard; /* when; and when it last said something */
    double moved;       /* when it last took something that was sent */
    double leaving;     /* when it was told to go, or 0; it goes when all is sent */
    int pinged;         /* 1: since it said something */
};

struct pl_host {
    pl_host_rules rules;
    struct lws_context *context;
    int port;
    pl_bell bell; /* its lock is for all of this, the rooms and their tapes */
    pl_room *rooms;
    pl_caller *callers;
    int sending;     /* 1: the host's thread knows that there is something to be sent */
    atomic_int over; /* 1: and shall end */
    unsigned char *out;
    pthread_t thread;
};

/* caller.c: what somebody says; all with the lock. */

/* Bytes came in: 0, or -1: nothing more is read of this connection. */
int pl_caller_feed(pl_caller *c, const char *bytes, size_t n);
/* It is told why, and goes when that is sent. */
void pl_caller_dismiss(pl_caller *c, const char *why);
/* Whether it was told to go, and nothing is left to be said or, by a guest who asked for
 * bytes and so is one of parlor/guest.h, answered: his goodbye says that he read the end. */
int pl_caller_is_done(const pl_caller *c);
/* Its place is free again. */
void pl_caller_part(pl_caller *c, const char *why);
/* Now and then: silence and slowness have their bounds; 1: it must be cut off. */
int pl_caller_tick(pl_caller *c, double now);

/* socket.c: libwebsockets. */

int pl_host_listen(pl_host *h, pl_error *err); /* 0, or -1 with the reason */
void *pl_host_serve(void *host);               /* what the host's thread does */
void pl_host_wake(pl_host *h);                 /* from any thread */
void pl_host_shut(pl_host *h);                 /* when that has ended: all is given back */

#endif
