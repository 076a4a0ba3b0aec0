/* beside.h -- a file that is there whole or not at all.
 *
 *     pl_beside b;
 *     if (pl_beside_open(&b, "kuhn.policy", &err)) ...
 *     fputs("...", b.file);
 *     if (pl_beside_keep(&b, &err)) ...
 *
 * It is written beside its place, brought to the disk, and only then given its name:
 * who reads that sees what was there before, or all of the new.  A link stays one,
 * and what it points to is replaced; a file keeps its permissions.  What is no plain
 * file cannot be replaced and is refused.  What a process that was killed left beside
 * its place is removed by the next that writes the same file.
 */
#ifndef PL_BESIDE_H
#define PL_BESIDE_H

#include <stdio.h>

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Which file is at a place, and since when as it is; all 0: none, or an empty one. */
typedef struct {
    uint64_t device, number;
    int64_t size, seconds, nanoseconds;
} pl_mark;

typedef struct {
    FILE *file;    /* to write to */
    char *path;    /* where it will be, past all links */
    char *name;    /* what it is called until then */
    int why;       /* errno of the first write that is known to have failed, or 0 */
    pl_mark *mark; /* of what may be replaced, and then of what was written; NULL: anything */
} pl_beside;

/* 0, or -1 with the reason. */
int pl_beside_open(pl_beside *b, const char *path, pl_error *err);
/* As fwrite, but why it failed is not forgotten. */
void pl_beside_put(pl_beside *b, const void *bytes, size_t n);
/* Give it its name; 0, or -1 with the reason, and what was there before still is; -2 with it:
 * that is not what is marked. */
int pl_beside_keep(pl_beside *b, pl_error *err);
void pl_beside_drop(pl_beside *b); /* as if it had never been opened */

void pl_mark_at(const char *path, pl_mark *m);
/* Whether a file could be opened there: 0, or -1 with the reason. */
int pl_beside_can(const char *path, pl_error *err);
/* Whether two paths lead to one file, or would if it were there. */
int pl_beside_same(const char *one, const char *other);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
