/* rehearsal.h -- a program that is to play, and a host in miniature who tries it out.
 *
 *     pl_rehearsal r = {.command = "python3 bot.py"};
 *     pl_seed(&r.rng, 1);
 *     if (pl_rehearse_game(&r, g, 0, PL_REHEARSE_LATER | PL_REHEARSE_PINGS, &err)) puts(err.text);
 *     pl_rehearse_free(&r);
 *
 * It looks closer at what the program answers than a table would.
 */
#ifndef PL_REHEARSAL_H
#define PL_REHEARSAL_H

#include "parlor/child.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What a host may do that is a little unusual. */
enum {
    PL_REHEARSE_USUAL = 0,
    PL_REHEARSE_LATER = 1,  /* members and a message that only a later version knows */
    PL_REHEARSE_PINGS = 2,  /* a ping before every act and one behind it */
    PL_REHEARSE_PIECES = 4, /* lines that come in two parts */
    PL_REHEARSE_RETRY = 8,  /* the first answer is refused, and asked for again */
    PL_REHEARSE_CLOCK = 16, /* a clock runs */
    PL_REHEARSE_ANEW = 32,  /* after some moves the game starts anew, as after a take-back */
    PL_REHEARSE_EARLY = 64  /* and is broken off */
};

typedef struct {
    const char *command;
    const char *host; /* as who says hello; NULL: parlor */
    pl_child_limits limits;
    int64_t patience;           /* milliseconds for an answer; 0: 5000 */
    int (*stopped)(void *with); /* asked now and then whether to try no more; or NULL */
    void *with;
    pl_child *child;
    char *line; /* that is being written */
    size_t room;
    char name[PL_NAME_MAX]; /* as it said hello */
    int64_t act, ping;
    int32_t asked, pongs;    /* answers and pongs that are due */
    int64_t moves, numbered; /* its answers, and those that named their act */
    pl_rng rng;
} pl_rehearsal;

/* Each is 0, or -1 with the reason; the program is started when it is not there. */

int pl_rehearse_start(pl_rehearsal *r, int delay, pl_error *err); /* up to its hello */
/* A game with the program at seat and random play elsewhere; ways: bits from above. */
int pl_rehearse_game(pl_rehearsal *r, const pl_game *g, int seat, int ways, pl_error *err);
int pl_rehearse_ping(pl_rehearsal *r, pl_error *err);
/* Nothing is said that nobody asked for. */
int pl_rehearse_silence(pl_rehearsal *r, pl_error *err);
/* It ends by itself when its input is closed, after a bye or without. */
int pl_rehearse_end(pl_rehearsal *r, int bye, pl_error *err);
void pl_rehearse_stop(pl_rehearsal *r); /* if it still runs */
void pl_rehearse_free(pl_rehearsal *r);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
