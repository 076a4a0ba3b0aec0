/* tune.h -- better values for an agent's parameters, found by playing.
 *
 *     pl_tune_range range[] = {{"explore", 0.1, 3, 0}};
 *     pl_tune_plan plan = pl_tune_usual(g, "mcts(iterations=200)", range, 1);
 *     pl_tune *t = pl_tune_open(&plan, &err);
 *     pl_tune_run(t, &err);
 *     puts(pl_tune_agent(t));
 *
 * All games are matches (parlor/match.h) in groups, one deal from every seat.  When the values
 * are found, the tuned agent meets the original in games of other seeds, and those alone
 * say whether anything was gained.  Results are the same bits on any number of threads.
 * docs/tuning.md has the methods.  Link with libparlor-match.
 */
#ifndef PL_TUNE_H
#define PL_TUNE_H

#include "parlor/match.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* SPSA: all values are moved a little, to both sides, the two agents meet, and the values go
 * towards who scored more.  BANDIT: agents spread over the ranges all play the same deals,
 * and the worse half goes home, again and again. */
typedef enum { PL_TUNE_SPSA, PL_TUNE_BANDIT, PL_TUNE_METHODS } pl_tune_method;
const char *pl_tune_method_name(pl_tune_method m); /* "spsa", "bandit" */

/* A parameter that the agent's kind declares, a number, and where its value is looked for.
 * log 1: steps are factors, as suits 10 .. 10000. */
typedef struct {
    char name[PL_NAME_MAX];
    double low, high;
    int32_t log, unused;
} pl_tune_range;
/* From "explore=0.1:3" or "iterations=10:1000:log"; 0, or -1 with the reason. */
int pl_tune_range_read(pl_tune_range *r, const char *text, pl_error *err);

typedef struct pl_tune pl_tune;
typedef struct {
    const pl_game *game;        /* must outlive it */
    const char *agent;          /* the original, as pl_agent_open() takes it */
    const char *against;        /* whom it shall beat; NULL: others of its kind */
    const pl_tune_range *range; /* one for each parameter that is tuned */
    int32_t ranges, threads;
    pl_tune_method method;
    int32_t arms;       /* of BANDIT: how many agents begin */
    int64_t games;      /* to tune with, at most */
    int64_t batch;      /* of SPSA: games of one match of a step; whole groups */
    int64_t last_games; /* of the final match; 0: none is played */
    uint64_t seed;
    const pl_openings *openings; /* that groups begin from, or NULL; must outlive it */
    pl_records *file;            /* every game is kept there, or NULL; must outlive it */
    int32_t resume;              /* 1: go on with this tuning in the file */
    int32_t unused;
    void (*tell)(void *with, pl_tune *t); /* now and then, from the thread that runs it; or NULL */
    void *with;
    struct pl_ranks *ranks; /* other processes that play along (parlor/ranks.h); or NULL */
} pl_tune_plan;

/* SPSA, 2,000 games, 32 a batch, 16 arms, a final match of 1,000 games, one thread, seed 1. */
pl_tune_plan pl_tune_usual(const pl_game *g, const char *agent, const pl_tune_range *range, int n);
/* All but what must outlive it is copied.  What cannot be is found here, before the first game: NULL with
 * the reason. */
pl_tune *pl_tune_open(const pl_tune_plan *plan, pl_error *err);
/* 1: over; 0: stopped, and can be run on; -1 with the reason. */
int pl_tune_run(pl_tune *t, pl_error *err);
void pl_tune_stop(pl_tune *t); /* from any thread: let run come back soon */
void pl_tune_free(pl_tune *t);

/* The agent with the best values so far, and the original, in canonical spelling. */
const char *pl_tune_agent(pl_tune *t);
const char *pl_tune_original(const pl_tune *t);

typedef enum { PL_TUNE_SEARCHING, PL_TUNE_PROVING, PL_TUNE_OVER } pl_tune_stage;
/* How far it is; from tell(), or while it does not run. */
typedef struct {
    pl_tune_stage stage;
    int32_t left;                /* of BANDIT: agents that are still in */
    int64_t games, of;           /* played to tune; that will be */
    int64_t steps, all;          /* of SPSA: comparisons; of BANDIT: rounds */
    int64_t last, last_of;       /* games to prove it */
    double value[PL_PARAMS_MAX]; /* the best so far, in the order of the ranges */
} pl_tune_course;
void pl_tune_course_of(pl_tune *t, pl_tune_course *out);

/* What the tuned agent is better by, 95 %.  Scores are of a game and a seat. */
typedef struct {
    int64_t games;               /* that it is known from; 0: it is not */
    pl_interval tuned, original; /* their mean scores */
    pl_interval gain;            /* the difference of these */
    pl_interval elo;             /* and in Elo; NAN where groups are too large to tell */
    double superiority;          /* how likely the tuned one is better; NAN as above */
} pl_tune_gain;
/* In a match of the two; and of both against the plan's opponent, where there is one. */
void pl_tune_proof(const pl_tune *t, pl_tune_gain *meeting, pl_tune_gain *against);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
