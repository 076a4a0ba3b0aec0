/* ladder.h -- how strong the levels of a game are, and everybody whose games are in a file.
 *
 *     pl_rung rung[PL_RUNGS_MAX];
 *     int n = pl_ladder_rungs(g, PL_LEVELS_FROM_TO(1, 9), 0, rung);
 *     pl_ladder *l = pl_ladder_open(&(pl_ladder_plan){g, rung, n, 1, 200, 1, NULL, 0, NULL, NULL}, &err);
 *     pl_match_run(pl_ladder_match(l), &err);
 *     pl_ladder_rate(l, rung, &err);
 *
 * A ladder is a match (parlor/match.h) in which every rung meets its neighbours most.  Ratings are
 * distances in Elo from the lowest rung, with intervals of 95 % from groups of games.
 * docs/ladder.md tells how to read them.  Link with libparlor-match.
 */
#ifndef PL_LADDER_H
#define PL_LADDER_H

#include "parlor/match.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { PL_RUNGS_MAX = 24 };

typedef enum {
    PL_STEP_UP,     /* stronger than the rung that it stands on */
    PL_STEP_UNSURE, /* the games do not tell */
    PL_STEP_DOWN    /* weaker: the two are in the wrong order */
} pl_rung_step;

typedef struct {
    int32_t level; /* as pl_level_agent() counts; 0: a policy of the solved game */
    int32_t below; /* the rung that this one should be stronger than; -1: none */
    char name[PL_NAME_MAX], agent[PL_SPEC_MAX];
    /* What pl_ladder_rate() finds out. */
    pl_interval elo;  /* above the lowest rung */
    pl_interval step; /* above the one below */
    pl_rung_step how;
    int32_t
        clocked; /* 1: one move in twenty or more ends with the time that it may take, so that it is
                        as strong as the machine is quick */
    int64_t games;
} pl_rung;

/* Those levels of g whose bits are set in levels, level 1 being bit 1, up to pl_level_top(g); and with
 * policies, where g is solved at once, behind the unbeatable level policies from cold to hot.  How
 * many. */
int pl_ladder_rungs(const pl_game *g, uint32_t levels, int policies, pl_rung *out);
#define PL_LEVELS_FROM_TO(from, to) (((uint32_t)2 << (to)) - ((uint32_t)1 << (from)))

typedef struct pl_ladder pl_ladder;
typedef struct {
    const pl_game *game; /* must outlive it */
    const pl_rung *rung; /* from the lowest */
    int32_t rungs, threads;
    int64_t games; /* of two neighbours, about; those one further apart play half as many */
    uint64_t seed;
    pl_records *file; /* every game is kept there; or NULL */
    int32_t resume, unused;
    void (*tell)(void *with, pl_match *m); /* as in a match */
    void *with;
} pl_ladder_plan;

/* Where neither the game nor its agents draw anything, games begin with two moves at random.
 * NULL with the reason. */
pl_ladder *pl_ladder_open(const pl_ladder_plan *plan, pl_error *err);
pl_match *pl_ladder_match(pl_ladder *l); /* to be run and stopped */
/* Of the games so far.  1: some rung won or lost all its games, and a prior of PL_LADDER_PRIOR Elo
 * keeps ratings in bounds; 0: none did; -1 with the reason. */
enum { PL_LADDER_PRIOR = 600 };
int pl_ladder_rate(pl_ladder *l, pl_rung *rung, pl_error *err);
void pl_ladder_free(pl_ladder *l);

/* Everybody whose games of one game are in a file. */
typedef enum {
    PL_POOL_LIKELY, /* Bradley and Terry's model, of more than two seats Plackett and Luce's */
    PL_POOL_GLICKO, /* Glicko-2, in the order of time, ten games of each player a period */
    PL_POOL_ELO     /* Elo, game by game in the order of time, without intervals */
} pl_pool_method;
typedef struct {
    pl_pool_method method;
    int32_t unused;
    int64_t least; /* who has played fewer games is left out, and so are his games */
} pl_pool_options;

typedef struct {
    pl_player who;
    int64_t games, wins, draws, losses; /* a win is the best score alone, a draw a share of it */
    pl_interval rating;                 /* 95 %; NAN where nothing can be said */
    int32_t group; /* from 0: those of other groups he cannot be compared with, as no chain of games
                       leads to them */
    int32_t unused;
} pl_pooled;
typedef struct {
    char game[PL_SPEC_MAX];
    int64_t games; /* that count: somebody met somebody else */
    int64_t alone; /* in which one player had all the seats */
    int32_t seats, players, groups;
    int32_t
        bounded; /* 1: somebody won or lost everything, and the prior above keeps ratings in bounds */
    int32_t many; /* 1: there are too many players for intervals */
    int32_t unused;
    const pl_pooled *player; /* by group, and there from the best */
} pl_pool;
/* Games of this name or spelling (NULL: of all), one pool for each spelling and number of seats.
 * As pl_records_each() visits. */
typedef int pl_pool_visit(void *with, const pl_pool *p);
int pl_records_ratings(pl_records *r, const char *game, const pl_pool_options *o,
                       pl_pool_visit *visit, void *with, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
