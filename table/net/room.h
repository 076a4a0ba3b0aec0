/* room.h -- what the files of tables in the net share.
 *
 * A table's thread and the host's meet in this data alone, under one lock: the table's
 * says lines on tapes and waits for answers, the host's moves bytes.
 */
#ifndef PL_TABLE_ROOM_H
#define PL_TABLE_ROOM_H

#include "parlor/host.h"
#include "parlor/protocol.h"
#include "table/net/bell.h"
#include "table/net/link.h"

enum { PL_TOKEN_BYTES = 20 }; /* of randomness in a token */

typedef struct pl_caller pl_caller; /* a connection, of host.c */

/* A seat whose player is in the net: an agent that waits for lines. */
typedef struct {
    pl_agent base;
    pl_room *room;
    pl_tape tape;
    char token[2 * PL_TOKEN_BYTES + 1];
    char name[PL_NAME_MAX];
    pl_caller *caller;  /* the connection that holds it, or NULL */
    double left;        /* when there was one last */
    int32_t bye;        /* 1: and it said goodbye */
    int32_t named;      /* 1: by the host, once for all */
    int32_t stands_in;  /* 1: it is played at random, after a fault */
    int32_t asked;      /* 1: it is to move */
    int32_t asking;     /* 1: and has yet to be asked, or asked again */
    int32_t answered;   /* 1: answer, or bad, is what it said */
    int64_t acts;       /* questions so far */
    int64_t pings;      /* after a question that was given up: so often */
    int32_t awaited;    /* 1: until the last one's pong, an answer without a number is old */
    double since;       /* when it was asked */
    pl_message answer;  /* to the last one */
    pl_error bad;       /* or what was wrong with it */
    pl_fault fault;     /* of the last pick */
    pl_state view;      /* the last that it was told of */
    pl_opinion opinion; /* of its move, if it said what that is worth */
} pl_chair;

struct pl_room {
    pl_room *next;
    pl_host *host;
    pl_bell *bell; /* the host's */
    pl_room_rules rules;
    pl_table *table;
    const char *names[PL_SEATS_MAX]; /* each points to name */
    pl_agent *agent[PL_SEATS_MAX];
    pl_chair *chair[PL_SEATS_MAX]; /* NULL: an agent sits there */
    char name[PL_SEATS_MAX][PL_NAME_MAX];
    pl_tape open; /* what everybody may know */
    char *line;   /* room to write one in */
    char *bytes;  /* and a view in hexadecimal */
    int watchers, listening, playing, paused, closing;
    int pauser;                  /* the seat that paused */
    double since;                /* when */
    double rested[PL_SEATS_MAX]; /* seconds of this game that each seat paused */
    /* What was asked for and has yet to be done. */
    int called;   /* 1: there is something */
    int resigned; /* bits of seats */
    int back;     /* the seat that would go back, or -1 */
    int agreed;   /* bits of the seats that let it */
    int refused;  /* the last seat that asked in vain, as somebody played on */
    int unaware;  /* bits of the seats that have not noticed it */
    int pausing;  /* the seat that would pause, or -1; likewise resume */
    int resuming;
    int stopped;
    char why[160];
};

/* host.c */

pl_bell *pl_host_bell(pl_host *h); /* rings whenever something came */
void pl_host_send(pl_host *h);     /* there is something to be sent */
/* A room can be joined from now on; all who are there are told goodbye; when they are
 * gone, it is no more. */
void pl_host_add(pl_host *h, pl_room *r);
void pl_host_dismiss(pl_host *h, pl_room *r);
void pl_host_remove(pl_host *h, pl_room *r);

/* chair.c */

extern const pl_agent_type pl_chair_type;
/* Say what stands in the room's line, with the bytes of view or NULL. */
void pl_chair_say(pl_chair *c, const void *view, int passing);

/* requests.c: what a player may ask for beside moves; lock held, by the host's thread.
 * NULL, or why not. */
const char *pl_room_ask(pl_room *r, int seat, pl_message_type what);
/* What was asked for is done; by the table's thread. */
void pl_room_answer(pl_room *r);
/* A move was played; lock held. */
void pl_room_played(pl_room *r, const pl_line *line, int ply);
/* A seat is to move; lock held. */
void pl_room_asks(pl_room *r, int seat);

/* public.c: what happens, for spectators; a listener. */
void pl_room_publish(void *with, const pl_table *t, const pl_event *e);

#endif
