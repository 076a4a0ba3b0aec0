/* layout.h -- the tree as sampling walks it: small records, and the regrets, what is
 * played and what was played of a set side by side in memory. */
#ifndef PL_SOLVE_SAMPLE_H
#define PL_SOLVE_SAMPLE_H

#include "parlor/solve.h"

enum { PL_LANES = 4 }; /* numbers of a row are kept for so many moves, or a multiple */

/* A node.  Those with one child are left out, and chance that moves twice in a row
 * moves once, so that a deal of several cards is one choice. */
typedef struct {
    int32_t first; /* of its children, which lie side by side */
    int32_t n;     /* how many they are */
    int32_t at;    /* a set's line in rows; chance's first die, or -1: all the same;
                      an end's first number in pay */
    int32_t turn;
} pl_spot;

/* One column of an alias table (Walker, 1977): itself, or another. */
typedef struct {
    float itself; /* how likely, if this column was drawn */
    int32_t other;
} pl_die;

/* The row of a set: regrets and what is played now, each a number for every lane, then
 * what was played so far in doubles; 64 bytes where there are up to four moves.  Rows are
 * counted in lines of PL_LANES floats. */
enum { PL_LINES = 4 }; /* of a row, for each PL_LANES moves */

typedef struct {
    const pl_tree *tree;
    pl_spot *spot; /* spots: the root first, parents before their children */
    pl_die *die;
    float *pay;    /* rows of players scores, no two the same */
    float *rows;   /* lines of PL_LANES */
    int32_t *line; /* infos: where each begins; -1: it has one move, or is never reached */
    int64_t spots, dice, pays, lines;
    int64_t items; /* the most spots that one walk enters, */
    int64_t words; /* the most of its log, */
    int64_t most;  /* and moves of one set */
    int64_t bytes;
} pl_sampler;

/* For walks that try all moves of one seat or, where whole, of all.  0, or -1 with the
 * reason; free also what a new that failed has left. */
int pl_sampler_new(pl_sampler *s, const pl_tree *t, int whole, pl_error *err);
void pl_sampler_free(pl_sampler *s);
/* What was played on average; where nothing was, as in games of one, what is now. */
void pl_sampler_policy(const pl_sampler *s, double *policy);

static inline int32_t pl_lanes(int32_t n)
{
    return (n + PL_LANES - 1) / PL_LANES * PL_LANES;
}

/* Where the three parts of a row begin. */
static inline float *pl_row_regret(const pl_sampler *s, int32_t at)
{
    return s->rows + (size_t)at * PL_LANES;
}

static inline float *pl_row_policy(const pl_sampler *s, int32_t at, int32_t n)
{
    return pl_row_regret(s, at) + pl_lanes(n);
}

static inline double *pl_row_total(const pl_sampler *s, int32_t at, int32_t n)
{
    return (double *)(void *)(pl_row_regret(s, at) + 2 * pl_lanes(n));
}

#endif
