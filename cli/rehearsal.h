/* rehearsal.h -- a program that plays, and a host who tries it out. */
#ifndef REHEARSAL_H
#define REHEARSAL_H

#include "cli.h"

enum { PATIENCE = 5000 }; /* milliseconds for an answer */

/* What a host may do that is a little unusual. */
enum {
    USUAL = 0,
    LATER = 1,  /* members and a message that only a later version knows */
    PINGS = 2,  /* a ping before every act and one behind it */
    PIECES = 4, /* lines that come in two parts */
    RETRY = 8,  /* the first answer is refused, and asked for again */
    CLOCK = 16, /* a clock runs */
    ANEW = 32,  /* after some moves the game starts anew, as after a take-back */
    EARLY = 64  /* and is broken off */
};

typedef struct {
    const char *command;
    pl_child *child;
    char *line; /* that is being written */
    size_t room;
    char name[PL_NAME_MAX]; /* as it said hello */
    int64_t act, ping;
    int asked, pongs;        /* answers and pongs that are due */
    int64_t moves, numbered; /* its answers, and those that named their act */
    pl_rng rng;
} rehearsal;

/* Each is 0, or -1 with the reason. */

int rehearse_start(rehearsal *r, int delay, pl_error *err); /* up to its hello */
/* A game with the program at seat and random play elsewhere; ways: bits from above. */
int rehearse_game(rehearsal *r, const pl_game *g, int seat, int ways, pl_error *err);
int rehearse_ping(rehearsal *r, pl_error *err);
/* Nothing is said that nobody asked for. */
int rehearse_silence(rehearsal *r, pl_error *err);
/* It ends by itself when its input is closed, after a bye or without. */
int rehearse_end(rehearsal *r, int bye, pl_error *err);
void rehearse_stop(rehearsal *r); /* if it still runs */
void rehearse_free(rehearsal *r);

#endif
