/* child.h -- a program that is spoken to in lines.
 *
 *     pl_child *c = pl_child_start("python3 bot.py", NULL, &err);
 *     pl_child_send(c, "hello\n", 6);
 *     if (pl_child_line(c, &line, pl_child_now() + 1000, NULL, NULL) == PL_CHILD_LINE) ...
 *     pl_child_end(c, 500);
 *
 * It runs in a session of its own, so that it can be ended with all its children and
 * is not hit by what is typed at our terminal.  One thread at a time speaks to it.
 */
#ifndef PL_CHILD_H
#define PL_CHILD_H

#include "parlor/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What it may use; 0: no limit of ours. */
typedef struct {
    int64_t memory;    /* kilobytes that each process may map */
    int64_t cpu;       /* seconds of computing of each process */
    int64_t output;    /* bytes that may wait to be read; 0: PL_LINE_MAX */
    int64_t files;     /* kilobytes that each file may have which it writes */
    int64_t processes; /* that it may be at once, itself included.  Where there is /proc they are
                        * counted while it is listened to, and all are killed if they are more;
                        * the system's own limit is set, too, a little higher, which does not
                        * hold for root */
} pl_child_limits;

typedef enum {
    PL_CHILD_LINE,   /* here is one */
    PL_CHILD_QUIET,  /* none came in time */
    PL_CHILD_ENDED,  /* none will come: it ended, or closed its output */
    PL_CHILD_FLOOD,  /* more came than its limit without the end of a line */
    PL_CHILD_STOPPED /* the wait was */
} pl_child_news;

typedef struct pl_child pl_child;

/* Let /bin/sh run command.  NULL with the reason if that cannot be started; a command
 * that is not found shows in how it ends. */
pl_child *pl_child_start(const char *command, const pl_child_limits *limits, pl_error *err);
/* Take n bytes to be sent when it is next waited for or flushed: 0, or -1 if it has
 * left 64 MB unread, or there is no memory.  Flush sends what it takes at once; neither
 * ever waits. */
int pl_child_send(pl_child *c, const char *text, size_t n);
void pl_child_flush(pl_child *c);
/* Wait for a line, without its end, which lasts until the next call.  until is a time
 * of pl_child_now(), in milliseconds; 0: do not wait.  stopped, if there is one, is asked
 * many times a second whether to wait no longer. */
pl_child_news pl_child_line(pl_child *c, pl_piece *line, int64_t until, int (*stopped)(void *with),
                            void *with);
int64_t pl_child_now(void);
/* Whether something is waiting to be read, without a look whether more has come; and,
 * with a look, whether its output has not ended. */
int pl_child_has_more(const pl_child *c);
int pl_child_is_there(pl_child *c);
/* What poll() may wait on to know that there is something to read. */
int pl_child_descriptor(const pl_child *c);
/* Nothing more will be sent. */
void pl_child_close_input(pl_child *c);
/* The last few kilobytes of what it said on its standard error. */
const char *pl_child_said(const pl_child *c);
/* How it ended, like snprintf: "ended with exit status 1", "was ended by signal 9
 * (Killed)".  Waits so many milliseconds for that; then it is killed, with its children. */
int pl_child_fate(pl_child *c, int64_t ms, char *buf, size_t n);
/* The same, and forget it. */
void pl_child_end(pl_child *c, int64_t ms);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
