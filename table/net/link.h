/* link.h -- one connection: bytes come in and are made into lines, lines go out.
 *
 * Nothing here knows sockets, and everything has a bound: the bytes of half a line,
 * lines that nobody asked for, lines of its own that wait to be sent.  What a table
 * says waits on a tape, not here.
 */
#ifndef PL_TABLE_LINK_H
#define PL_TABLE_LINK_H

#include "table/net/tape.h"

enum {
    PL_LINK_STRANGER = 4096, /* bytes of a line from who has not said hello */
    PL_LINK_BURST = 64,      /* lines at once that nobody asked for */
    PL_LINK_RATE = 16,       /* and how many a second */
    PL_LINK_OWN = 64         /* lines of its own that may wait */
};

typedef struct {
    size_t longest; /* bytes of a line, its end included */
    char *half;     /* a line that has not ended yet */
    size_t had, room;
    double credit; /* lines that it may yet send */
    double seen;   /* when that was counted */
    pl_tape own;   /* what is said to this connection alone */
    int64_t own_at;
    const pl_tape *tape; /* what it follows, or NULL */
    int64_t at, came;    /* where it is, and where the tape was when it came */
    int bytes;           /* 1: it asked for views as bytes */
} pl_link;

/* A line without its end; what comes back but 0 ends the reading. */
typedef int pl_line_fn(void *with, char *line, size_t n);

void pl_link_begin(pl_link *l, double now);
void pl_link_end(pl_link *l);
/* Take n bytes that came in, and tell of each line in them.  0; what tell said; or -1:
 * a line is too long, or there is no memory. */
int pl_link_feed(pl_link *l, const char *bytes, size_t n, pl_line_fn *tell, void *with);
/* Count a line of n bytes that nobody asked for: 0, or -1 if there were too many. */
int pl_link_charge(pl_link *l, double now, size_t n);
void pl_link_allow(pl_link *l); /* it was asked: it may say something again */
/* Say something to this connection alone: 0, or -1: too much waits already. */
int pl_link_say(pl_link *l, const char *text);
/* Follow a tape from where this game began. */
void pl_link_follow(pl_link *l, const pl_tape *tape);
/* The next line to be sent, or NULL; it lasts until more is said. */
const pl_said *pl_link_next(pl_link *l);
int pl_link_waits(const pl_link *l); /* whether there is one */
/* Whether it reads so slowly that what it has yet to read is gone. */
int pl_link_lost(const pl_link *l);

#endif
