/* opponents.h -- whom a net plays while it learns: itself, or agents. */
#ifndef PL_LEARN_OPPONENTS_H
#define PL_LEARN_OPPONENTS_H

#include "parlor/agent.h"
#include "parlor/train.h"

/* One kind of game: against whom, and which share of the games it has. */
typedef struct {
    double share;
    char agent[PL_SPEC_MAX]; /* "": the net itself sits at every seat */
} pl_opponent;

typedef struct {
    int32_t count, unused;
    double shares; /* added up */
    pl_opponent of[PL_OPPONENTS_MAX];
} pl_opponents;

/* From "self" or "self:2,greedy:1"; 0, or -1 with the reason. */
int pl_opponents_read(pl_opponents *o, const char *text, const pl_game *g, pl_error *err);
/* The same again, in its canonical spelling. */
void pl_opponents_put(const pl_opponents *o, pl_text *out);
/* Whether a program has a part in it, also as what another agent answers.  The net's file keeps
 * who plays, and whoever resumes a file that came from elsewhere must not start by that what he
 * never named. */
int pl_starts_program(const char *agent);

/* The agents of one worker, and where they sit. */
typedef struct {
    const pl_opponents *all;
    pl_agent *of[PL_OPPONENTS_MAX][PL_SEATS_MAX];
    pl_agent *at[PL_SEATS_MAX]; /* in this game; NULL: the net sits there */
} pl_company;

/* 0, or -1 with the reason, and to be closed all the same; all must outlive it. */
int pl_company_open(pl_company *c, const pl_opponents *all, const pl_game *g, pl_error *err);
void pl_company_close(pl_company *c);
/* For the game of this number, whose chance is r: draw whom it is against, and let them sit. */
void pl_company_sit(pl_company *c, const pl_game *g, int64_t number, pl_rng *r);
/* Move m is about to be played in s. */
void pl_company_tell(pl_company *c, const pl_game *g, const void *s, pl_move m);
/* The game is over, in s. */
void pl_company_rise(pl_company *c, const pl_game *g, const void *s);

#endif
