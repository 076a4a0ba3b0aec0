/* refereed.h -- games of playout over the referee: with clocks, with something done about
 * faults, recorded. */
#ifndef REFEREED_H
#define REFEREED_H

#include <stdatomic.h>

#include "parlor/records.h"
#include "seats.h"

/* What all threads share. */
typedef struct {
    int wanted; /* 0: nothing below is asked for */
    pl_table_rules rules;
    pl_records *file;   /* NULL: not recorded */
    atomic_int faulted; /* a fault was told of, and no more need be */
} referees;

/* One thread's. */
typedef struct {
    pl_table *table;
    pl_recorder *recorder;
    referees *all;
} referee;

/* From --record, --clock and --on, and where programs play; a status. */
int referees_open(referees *all, const call *c);
/* The status so far; or another, if what waits cannot be saved and nothing has failed. */
int referees_close(referees *all, int status);
/* 0, or -1 with the reason. */
int referee_open(referee *one, referees *all, seats *at, pl_error *err);
int referee_close(referee *one, pl_error *err);
/* A whole game, as seats_play, or -1 if it was interrupted; the table's result tells how it ended. */
int64_t referee_play(referee *one, seats *at, const pl_rng *r, double *score);
/* Whether to play no more: the command is to end, or games cannot be kept. */
int referee_stops(const referee *one);

#endif
