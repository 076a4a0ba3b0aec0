/* checkpoint.h -- the bytes of a file that holds a run.
 *
 * Words of 64 bits as this kind of machine has them: a header; the spellings of
 * game and method, the points, and the sizes of the solver's pieces of memory;
 * the pieces; and the sum of all words before it.  What is no whole number of
 * words is filled up with zeros.
 */
#ifndef PL_SOLVE_CHECKPOINT_H
#define PL_SOLVE_CHECKPOINT_H

#include <stdio.h>
#include <string.h>

#include "parlor/checkpoint.h"
#include "solve/policy/file.h"

enum { PL_RUN_VERSION = 2, PL_RUN_ORDER = 0x01020304, PL_RUN_PIECES_MAX = 1 << 20 };

static const unsigned char pl_run_magic[8] = {'P', 'L', 'r', 'u', 'n', '\r', '\n', 0};

typedef struct {
    unsigned char magic[8];
    uint32_t version, order; /* the latter tells machines apart */
    uint64_t bytes;          /* of the whole file */
    uint64_t game, method;   /* bytes of their spellings */
    uint64_t points, pieces;
    uint64_t seed, plain;
    uint64_t nodes, infos, moves, tree; /* of the tree: sizes, and a sum of what is in it */
    int64_t iterations, limit;
    double target, seconds;
} pl_run_header;

/* Where the pieces begin. */
static inline uint64_t pl_run_pieces(const pl_run_header *h)
{
    return sizeof *h + pl_padded(h->game) + pl_padded(h->method) + h->points * sizeof(pl_point) +
           h->pieces * sizeof(uint64_t);
}

/* Of n bytes, filled up with zeros. */
static inline uint64_t pl_run_sum(uint64_t sum, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    unsigned char last[8] = {0};
    sum = pl_policy_sum(sum, b, n / 8);
    if (n % 8 == 0) return sum;
    memcpy(last, b + n / 8 * 8, n % 8);
    return pl_policy_sum(sum, last, 1);
}

/* What is kept: memory, and the facts that tell what it belongs to. */
typedef struct {
    int (*keep)(void *of, pl_keep_fn *keep, void *with); /* 0, or -1: out of memory */
    void *of;
    const int64_t *iterations;
    uint64_t nodes, infos, moves, tree;
} pl_run_subject;

/* 0, or -1 with the reason. */
int pl_run_write(const char *path, const pl_run *run, const pl_run_subject *what, pl_error *err);
int pl_saved_fill(pl_saved *f, const pl_run_subject *what, pl_error *err);
/* From an open file of so many bytes, which it closes. */
pl_saved *pl_saved_read(FILE *in, uint64_t bytes, pl_error *err);

#endif
