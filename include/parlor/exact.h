/* exact.h -- the exact value of a game without secrets, from every position.
 *
 *     pl_exact *e = pl_exact_new(g, 0, &err);
 *     if (e && !pl_exact_run(e, &err)) pl_exact_moves(e, start, moves, values);
 *
 * Backward induction over positions, each worked out once however it came about:
 * minimax for two players whose scores add up to 0, else every seat does the best
 * for itself (max^n), and chance is an average.  Of moves that are equally good
 * the first is played.  Play that never ends is worth nothing to anybody.
 */
#ifndef PL_EXACT_H
#define PL_EXACT_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_exact pl_exact;

typedef struct {
    int64_t positions; /* that can be reached, ends included */
    int64_t ends, chance;
    int64_t repeating; /* those that can come again in the same line of play */
    int64_t bytes;     /* of memory that all take */
    int32_t full;      /* 1: a run failed because there was no more of it */
    int32_t unused;
} pl_exact_facts;

/* For a game that must outlive it; memory in bytes, 0: no bound.  NULL with the
 * reason: it has secrets, or there is no memory. */
pl_exact *pl_exact_new(const pl_game *g, int64_t memory, pl_error *err);
void pl_exact_free(pl_exact *e);
/* Work out all positions.  0; 1: it was stopped, and goes on when it is called
 * again; or -1 with the reason, for good. */
int pl_exact_run(pl_exact *e, pl_error *err);
/* Whether all positions may fit into the memory, by a quick look at random lines: 0, or -1 with
 * a sentence where they almost surely do not.  No run need be begun to find out, but may. */
int pl_exact_fits(const pl_exact *e, uint64_t seed, pl_error *err);
/* From any thread or signal handler: end the run under way, or else the next one. */
void pl_exact_stop(pl_exact *e);
/* From any thread: how many positions have been reached so far. */
int64_t pl_exact_count(const pl_exact *e);
/* When a run is over; the counts are whole when all is worked out. */
void pl_exact_about(const pl_exact *e, pl_exact_facts *out);

/* What position s is worth to each seat, or each of its moves, a row of players
 * values for every one; where chance moves, its outcomes.  How many moves (0 at an
 * end); or -1: s was not reached, or is not worked out yet. */
int pl_exact_value(const pl_exact *e, const void *s, double *values);
int pl_exact_moves(const pl_exact *e, const void *s, pl_move *moves, double *values);
/* The move to play in s, or PL_ILLEGAL where no seat is to move, or as above. */
pl_move pl_exact_best(const pl_exact *e, const void *s);
/* The positions in the order in which they were reached, from 0; NULL: no such. */
const void *pl_exact_position(const pl_exact *e, int64_t i);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
