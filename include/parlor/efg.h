/* efg.h -- games as Gambit has them: extensive games in .efg files, written and
 * played. */
#ifndef PL_EFG_H
#define PL_EFG_H

#include <stdio.h>

#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The whole tree, with any number of players and any scores.  Odds are written as
 * fractions that add up to 1 exactly.  0, or -1 with the reason. */
int pl_efg_write(const pl_tree *t, FILE *out, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
