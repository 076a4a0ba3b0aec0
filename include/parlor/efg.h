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

/* A game to be played, from a file or from its n bytes, to be closed as any other;
 * name is what it is called in errors.  A seat is told its information set when it
 * is to decide, its own moves, and whose turn it is; a game where it would have to
 * forget some of that is refused.  NULL with the reason and its line.
 *
 * What was read is kept as long as the program runs, as states lead to it; up to
 * 256 games, the same one once. */
const pl_game *pl_efg_open(const char *path, pl_error *err);
const pl_game *pl_efg_read(const char *text, size_t n, const char *name, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
