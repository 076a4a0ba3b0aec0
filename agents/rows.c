/* rows.c -- inverses and roots of small whole numbers. */
#include "agents/rows.h"

#include <stdlib.h>

pl_rows *pl_rows_new(void)
{
    pl_rows *t = calloc(1, sizeof *t);
    for (int i = 1; t && i < PL_ROWS; i++) {
        t->of[i] = (pl_inverses){1 / (float)i, 1 / sqrtf((float)i)};
        t->root_log[i] = sqrtf(logf((float)i));
    }
    return t;
}
