/* positions.h -- positions that were met, each once, with what they are worth. */
#ifndef PL_SOLVE_POSITIONS_H
#define PL_SOLVE_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

#include "parlor/game.h"

typedef struct {
    size_t size;         /* bytes of a state */
    size_t width;        /* numbers that say what one is worth */
    int64_t memory;      /* bytes that all may take; 0: no bound */
    int32_t n, room;     /* positions */
    unsigned char *rows; /* of each the state, then width numbers, NAN until they are known */
    uint64_t *slot;      /* mask + 1: the upper half of a hash over the position plus 1 */
    uint64_t mask;
} pl_positions; /* begins zeroed but for the first three */

/* The number of a state, or -1: it was not met. */
int32_t pl_positions_find(const pl_positions *p, const void *s);
/* The same, but it is now; it is new if it is the last.  -1: there is no room. */
int32_t pl_positions_meet(pl_positions *p, const void *s);
/* Let what a move leads to, which is worth row, count for the position it is made in,
 * whose sum begins as NAN: chance adds it up by its odds, a seat takes the best.
 * Whether it did: the first of the best does.  A width of 1 is what seat 0 gets of
 * two who get 0 together, or alone. */
int pl_positions_merge(double *sum, const double *row, size_t width, int turn, double odds);
int64_t pl_positions_bytes(const pl_positions *p);
int64_t pl_positions_most(const pl_positions *p); /* that the bound allows */
void pl_positions_free(pl_positions *p);

/* probe.c: how many positions a game almost surely has at least, or more than most if it
 * has clearly more than that. */
double pl_positions_probe(const pl_game *g, double most, uint64_t seed);

/* Where in a row the numbers begin, and how long it is: they stand together, as who
 * finds a position wants to know what it is worth. */
static inline size_t pl_positions_pad(const pl_positions *p)
{
    return (p->size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
}

static inline size_t pl_positions_row(const pl_positions *p)
{
    return pl_positions_pad(p) + p->width * sizeof(double);
}

static inline unsigned char *pl_positions_state(const pl_positions *p, int32_t i)
{
    return p->rows + (size_t)i * pl_positions_row(p);
}

static inline double *pl_positions_value(const pl_positions *p, int32_t i)
{
    return (double *)(void *)(pl_positions_state(p, i) + pl_positions_pad(p));
}

#endif
