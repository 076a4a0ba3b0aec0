/* visitor.h -- one who is connected by WebSocket. */
#ifndef PL_SERVE_VISITOR_H
#define PL_SERVE_VISITOR_H

#include "desk.h"

typedef enum {
    PL_IS_STRANGER,
    PL_IS_REFUSED,
    PL_IS_PLAYER,
    PL_IS_WATCHER,
    PL_IS_CURIOUS /* it has no table, and asks what agents think */
} pl_visitor_kind;

/* What an agent thinks for it. */
typedef struct {
    pl_job *job;  /* or NULL: none does */
    json_t *id;   /* of the question, or NULL */
    json_t *said; /* what it has yet to read, or NULL */
    int of_table; /* 1: of the game at its own table */
} pl_live;

struct pl_visitor {
    pl_visitor *next;   /* of all */
    pl_visitor *beside; /* of those at the same table */
    pl_server *server;
    struct lws *wsi;
    pl_visitor_kind kind;
    pl_desk *desk;
    int seat;         /* of a player; PL_PUBLIC of who watches */
    int raw;          /* 1: it asked for views as bytes */
    int once;         /* 1: it does not wait for another game */
    int leaving, cut; /* 1: it goes; by force */
    char *half;       /* of a message that comes in pieces */
    size_t had, room;
    pl_allowance credit;   /* messages that it may yet send unasked */
    int64_t came, wanted;  /* when; wanted: it had something to read, or 0 */
    char *own[PL_OWN_MAX]; /* lines for it alone */
    int owns;
    /* How far it has read of what its table tells. */
    int64_t epoch, seating, act, asks;
    int ply, place, paused, over;
    int clock; /* 1: it is to be told of clocks */
    pl_live live;
};

/* visitor.c: it comes, speaks and goes. */
pl_visitor *pl_visitor_new(pl_server *s, struct lws *wsi);
void pl_visitor_free(pl_visitor *c);
/* A piece of a message came; whole: the last one.  0, or -1: away with it. */
int pl_visitor_hear(pl_visitor *c, const char *bytes, size_t n, int whole);
void pl_visitor_tick(pl_visitor *c);
void pl_visitor_dismiss(pl_visitor *c, const char *why); /* it is told why, and goes */
void pl_visitor_say(pl_visitor *c, const char *line);    /* to it alone */
void pl_visitor_wake(pl_visitor *c);                     /* it may have something to read */

/* live.c: what agents think while they do. */
json_t *pl_live_read(const char *line, size_t n); /* a question, or NULL: it is none */
void pl_live_ask(pl_visitor *c, const json_t *o);
void pl_live_stop(pl_visitor *c);
void pl_live_moved(pl_visitor *c); /* its table is not as it was */

/* feed.c: what it has to read.  The next line, in the server's own memory: its length, or 0. */
int pl_feed_next(pl_visitor *c);

#endif
