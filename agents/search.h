/* search.h -- the search of two sides: one seat, and all that play against it. */
#ifndef PL_AGENTS_SEARCH_H
#define PL_AGENTS_SEARCH_H

#include "agents/budget.h"
#include "agents/table.h"

enum { PL_DEEPEST = 250, PL_HABITS = 1024 };

/* What a position was found to be worth; sure: no line went past the horizon, or
 * none that could change it. */
typedef struct {
    double worth;
    int sure;
} pl_found;

/* An outcome of chance: how likely it is, and what it is worth as far as known. */
typedef struct {
    double odds, lo, hi;
} pl_outcome;

/* What is kept for each ply of the line that is looked at. */
typedef struct {
    pl_move killer[2]; /* the last moves that refuted here */
    int32_t length;
    pl_move line[PL_DEEPEST + 1]; /* the best play from here on */
} pl_ply;

typedef struct {
    const pl_game *game;
    pl_budget *budget;
    pl_table table;
    pl_look look; /* scale, nodes and whether to go on also for the rest */
    pl_ply *ply;
    pl_move *list;        /* of each ply: its moves, */
    int64_t *rank;        /* how promising they are, */
    pl_outcome *outcome;  /* or the outcomes of chance, */
    unsigned char *state; /* and its state */
    size_t stride;
    int64_t habit[2][PL_HABITS]; /* by side and move: how often it refuted */
    double top, bottom;          /* bounds of the hero's worth */
    int hero;                    /* the seat; the other side is everybody else */
    int64_t few;                 /* lines that go to look() */
    int looks;                   /* whether any do */
} pl_search;

int pl_search_open(pl_search *x, const pl_game *g, double bytes, pl_error *err);
void pl_search_close(pl_search *x);
/* A pick begins. */
void pl_search_begin(pl_search *x, pl_budget *b, int hero);
/* The same pick goes on in another position, with a budget of its own. */
void pl_search_again(pl_search *x, pl_budget *b);
void *pl_search_state(const pl_search *x, int ply);
pl_move *pl_search_list(const pl_search *x, int ply); /* of its moves */
/* From ply on, m is best, and then what is best from the next one on. */
void pl_search_line(pl_search *x, int ply, pl_move m);
/* What a value that is only a guess is worth: never as much as a win. */
double pl_search_guess(const pl_search *x, double value);
/* Count one more position; 0: there may be no more. */
int pl_search_enter(pl_search *x);
/* What the state at ply is worth to the hero. */
pl_found pl_search_worth(pl_search *x, int ply, int depth, double alpha, double beta);
/* Play m in the state at ply, which gives the state at the next one; what that is
 * worth to side (0: the hero's, 1: the other), seen from ply, at such a depth. */
pl_found pl_search_move(pl_search *x, int ply, pl_move m, int side, int depth, double alpha,
                        double beta);
/* The same, but first it is only asked whether the move is worth more than alpha. */
pl_found pl_search_try(pl_search *x, int ply, pl_move m, int side, int depth, double alpha,
                       double beta);
/* Whether a worth is that of the best end, or the worst, for a side. */
int pl_search_won(const pl_search *x, int side, double worth);
int pl_search_lost(const pl_search *x, int side, double worth);
/* A worth as a score. */
double pl_search_score(const pl_search *x, double worth);

#endif
