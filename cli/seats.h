/* seats.h -- agents at the seats of a table, named on the command line. */
#ifndef SEATS_H
#define SEATS_H

#include "cli.h"

typedef struct {
    const pl_game *game;
    pl_agent *at[PL_SEATS_MAX];      /* all NULL: every seat moves at random */
    const char *names[PL_SEATS_MAX]; /* which the agents are told, so it stays where it is */
} seats;

/* Agents from a list, "double,random": the last one sits at all seats that are
 * left.  NULL names nobody.  DONE, or MISUSED or FAILED, having said why. */
int seats_open(seats *t, const pl_game *g, const char *list);
/* The first agent of a list; what follows it, or NULL. */
const char *seats_first(const char *list, char *one, size_t size);
void seats_close(seats *t);
const char *seats_name(const seats *t, int seat); /* of who sits there */
/* An agent for any seat; NULL with *status, having said why. */
pl_agent *seats_agent(const pl_game *g, const char *spec, uint64_t seed, int *status);
/* Whether an agent so called starts a program. */
int seats_runs_program(const char *spec);
int seats_run_programs(const char *list); /* whether one of them does; NULL: none */
/* Give each agent its own child of r. */
void seats_deal(seats *t, const pl_rng *r);
/* A whole game, chance drawn from r, the agents from children of it; its plies,
 * its scores added up from 0. */
int64_t seats_play(seats *t, const void *start, pl_rng *r, double *score);
/* The same ply by ply: begin; then each next move, of which everybody has been
 * told, to be applied. */
void seats_begin(seats *t, const pl_rng *r);
pl_move seats_move(seats *t, const void *s, pl_rng *r); /* PL_ILLEGAL: there is none */
/* Why a game could not be played on, in a sentence. */
const char *seats_why(const seats *t, pl_error *err);
/* What an agent at seat, to whom it is told what that seat noticed, picks after so many plies
 * of a line; PL_ILLEGAL: no legal move. */
pl_move seats_think(pl_agent *a, const pl_line *line, int plies, int seat);

#endif
