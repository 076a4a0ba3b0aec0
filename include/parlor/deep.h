/* deep.h -- solving games whose tree does not fit into memory, by sampling them.
 *
 *     pl_deep *d = pl_deep_new("external", g, NULL, &err);
 *     pl_deep_run(d, 1000000);
 *     pl_deep_write(d, "game.policy", 32, &err);
 *
 * Lines are played through the rules; what is kept are information sets, by the names
 * that parlor/tree.h gives them, in memory that grows up to a bound.  When it is full,
 * known sets go on learning and all others play every move alike.
 */
#ifndef PL_DEEP_H
#define PL_DEEP_H

#include "parlor/policy.h"
#include "parlor/solve.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_deep pl_deep;

/* All zero is what is usual. */
typedef struct {
    uint64_t seed;
    int64_t memory; /* bytes that sets may take; 0: 1 GiB */
} pl_deep_options;

typedef struct {
    int64_t iterations; /* walks for every seat, so far */
    int64_t sets;       /* that are known, with more than one move */
    int64_t bytes;      /* that they take */
    int64_t missed;     /* visits to sets for which there was no room */
    int32_t full;       /* 1: there is no room for another */
    int32_t unused;
} pl_deep_facts;

/* By "external" or "outcome", with the parameters that these have as methods of solve.h
 * except batch; options may be NULL.  The game must outlive it.  NULL with the reason. */
pl_deep *pl_deep_new(const char *spec, const pl_game *g, const pl_deep_options *options,
                     pl_error *err);
void pl_deep_free(pl_deep *d); /* d may be NULL */
/* The canonical spelling of the method; returns like snprintf. */
int pl_deep_spec(const pl_deep *d, char *buf, size_t n);
void pl_deep_run(pl_deep *d, int64_t iterations);
/* From any thread or signal handler: end the run under way, or else the next one. */
void pl_deep_stop(pl_deep *d);
void pl_deep_tell(const pl_deep *d, pl_deep_facts *out);

/* What is played on average in the set of this name, and how many moves that are.  0,
 * nothing written: there is no such set, or it has more than most. */
int pl_deep_find(const pl_deep *d, uint64_t key, double *out, int most);
/* The same of every set, in the order in which they were met. */
typedef void pl_deep_fn(void *with, uint64_t key, int n, const double *policy);
void pl_deep_each(const pl_deep *d, pl_deep_fn *visit, void *with);
/* Onto a tree of the same game, uniform where a set is not known. */
void pl_deep_on(const pl_deep *d, const pl_tree *t, double *policy);

/* Write a policy file: all sets that are known, and how they came about.  0, or -1 with
 * the reason. */
int pl_deep_write(const pl_deep *d, const char *path, int bits, pl_error *err);

/* All that must be kept to go on later, as in solve.h: first a head of fixed size, then
 * what it tells of.  Into a solver that was made alike it is read back by the same call,
 * and then pl_deep_took().  0, or -1: out of memory, or what was
 * read cannot be. */
int pl_deep_keep(pl_deep *d, pl_keep_fn *keep, void *with);
int pl_deep_took(pl_deep *d);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
