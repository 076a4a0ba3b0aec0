/* pool.h -- threads on which agents think, and what they are given to think about.
 *
 * A job has copies of all it needs, so that a worker shares nothing with the tables; jobs are
 * taken in the order in which they came.  As a table has one job at a time, tables take turns.
 * Work that takes longer is given piece by piece (work), so that it takes turns, too.  What no table
 * waits for comes after all tables, and leaves a thread to them, where there are several; but what
 * is quick need not wait for those who think for seconds.
 */
#ifndef PL_SERVE_POOL_H
#define PL_SERVE_POOL_H

#include <jansson.h>

#include "parlor/agent.h"
#include "parlor/line.h"

typedef struct pl_pool pl_pool;

typedef struct pl_job {
    struct pl_job *next;
    void *owner; /* whoever gave it; NULL: nobody wants to know any more */
    void (*done)(struct pl_job *j);
    /* Of an analysis: what is thought so far, which is taken over; or NULL: only the end counts. */
    void (*told)(struct pl_job *j, json_t *so_far);
    void (*work)(struct pl_job *j, pl_pool *p); /* NULL: an agent thinks, about what follows */
    void *with;                                 /* of work, */
    void (*drop)(void *with);                   /* given back with the job; or NULL */
    int quick; /* 1: this piece of work is over in a moment, and takes turns with the tables */
    char game[PL_SPEC_MAX], agent[PL_SPEC_MAX];
    uint64_t seed;
    int seat;
    int plies;
    pl_move *moves; /* of the game so far; freed with the job */
    pl_time time;
    double most;      /* seconds, after which it is stopped */
    int analysis;     /* 1: all that it thinks is wanted */
    int depth, width; /* of an analysis: how much of its tree */
    /* And what came of the move that was played: not wanted, a guess, or by trial. */
    enum { PL_NO_HINDSIGHT, PL_GUESSED, PL_TRIED } hindsight;
    pl_move played;
    double effort;
    /* What came of it. */
    pl_move move; /* PL_ILLEGAL: none, and err says why */
    double value;
    int64_t used;   /* nanoseconds */
    json_t *answer; /* of an analysis: all that was thought; or NULL */
    pl_error err;
    /* The pool's own. */
    void (*halt)(void *what); /* stops what is under way; or NULL */
    void *halted;
    json_t *news; /* thoughts so far that were not told yet; or NULL */
    double since; /* when a worker took it; 0: it waits */
} pl_job;

/* n threads; wake is called by them when a job is done.  NULL: no memory, or no thread. */
pl_pool *pl_pool_open(int n, void (*wake)(void *with), void *with);
void pl_pool_close(pl_pool *p); /* jobs that wait are forgotten */
/* The job is the pool's until done() is called. */
void pl_pool_give(pl_pool *p, pl_job *j);
/* Its owner wants no answer: it is stopped, and done() is not called. */
void pl_pool_cancel(pl_pool *p, pl_job *j);
/* Call told() where there is something new, and done() for all that are; by the owners' thread. */
void pl_pool_collect(pl_pool *p);
void pl_pool_hurry(pl_pool *p); /* stop those that took too long */
/* How many jobs are before this one; -1: somebody works at it. */
int pl_pool_place(pl_pool *p, const pl_job *j);

pl_job *pl_job_new(void); /* or NULL */
/* The game so far is the first so many plies of a line: 0, or -1: out of memory. */
int pl_job_line(pl_job *j, const pl_line *line, int plies);
void pl_job_free(pl_job *j);
void pl_job_work(pl_job *j, pl_pool *p); /* p NULL: here and now, and it cannot be stopped */
/* By who works at it: halt(what) stops it from now on, from any thread; NULL: nothing does. */
void pl_pool_halts(pl_pool *p, pl_job *j, void (*halt)(void *what), void *what);
/* And something new for its owner, taken over; what he has not heard of before is forgotten. */
void pl_pool_tell(pl_pool *p, pl_job *j, json_t *so_far);

#endif
