/* beside.h -- a file that is there whole or not at all: it is written beside its
 * place, brought to the disk, and only then given its name. */
#ifndef PL_SOLVE_BESIDE_H
#define PL_SOLVE_BESIDE_H

#include <stdio.h>

#include "parlor/game.h"

typedef struct {
    FILE *file; /* to write to */
    char *path, *name;
} pl_beside;

/* 0, or -1 with the reason. */
int pl_beside_open(pl_beside *b, const char *path, pl_error *err);
/* Give it its name; 0, or -1 with the reason, and what was there before still is. */
int pl_beside_keep(pl_beside *b, pl_error *err);
void pl_beside_drop(pl_beside *b); /* as if it had never been opened */

#endif
