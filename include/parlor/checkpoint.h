/* checkpoint.h -- a solver's run in a file, to be taken up again.
 *
 *     pl_run_save("leduc.run", &run, solver, &err);
 *
 * and later, in another process:
 *
 *     pl_saved *f = pl_saved_open("leduc.run", &err);
 *     a tree and a solver as pl_saved_run(f) tells, and then
 *     pl_saved_take(f, solver, &err);
 *
 * after which the solver goes on as if it had never been left.  The file is whole
 * or not there; it is of this kind of machine, and of the build that wrote it or
 * one whose methods keep the same.  Its sum guards against accidents: who takes up
 * a stranger's file is safe, but plays what the stranger wrote.
 */
#ifndef PL_CHECKPOINT_H
#define PL_CHECKPOINT_H

#include "parlor/beside.h"
#include "parlor/deep.h"
#include "parlor/solve.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What was measured at one moment of a run. */
typedef struct {
    int64_t iterations;
    double seconds; /* spent on them */
    double nashconv, lower, upper, correlated;
} pl_point;

/* All that is to be known of a run but the solver's own memory. */
typedef struct {
    char game[PL_SPEC_MAX];   /* canonical spellings */
    char method[PL_SPEC_MAX]; /* one without a tree is "deep-" and its spelling */
    uint64_t seed;            /* its options */
    int32_t plain;
    int32_t points;  /* measured so far */
    int64_t limit;   /* iterations that were asked for; 0: none were */
    double target;   /* and the exploitability; 0: none was */
    double seconds;  /* spent on iterations so far */
    pl_point *point; /* points of them, in order */
    pl_mark *mark;   /* of the file as this run left it; NULL: whatever is there is replaced */
} pl_run;

/* 0, or -1 with the reason, and what the file held before it still holds; -2 with it: somebody
 * else has written there since the mark was made. */
int pl_run_save(const char *path, const pl_run *run, pl_solver *s, pl_error *err);
int pl_run_save_deep(const char *path, const pl_run *run, pl_deep *d, pl_error *err);

typedef struct pl_saved pl_saved;
/* NULL with the reason: not there, cut short, damaged, none of ours, or not of this
 * version or kind of machine. */
pl_saved *pl_saved_open(const char *path, pl_error *err);
void pl_saved_close(pl_saved *f); /* f may be NULL */
const pl_run *pl_saved_run(const pl_saved *f);
/* Into a solver that was just made, of that method and those options on the same
 * tree.  0, or -1 with the reason: then the solver is fit for nothing but free. */
int pl_saved_take(pl_saved *f, pl_solver *s, pl_error *err);
int pl_saved_take_deep(pl_saved *f, pl_deep *d, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
