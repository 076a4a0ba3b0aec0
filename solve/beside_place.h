/* beside_place.h -- the place of a file, and what lies beside it. */
#ifndef PL_SOLVE_BESIDE_PLACE_H
#define PL_SOLVE_BESIDE_PLACE_H

#include <sys/stat.h>

#define PL_BESIDE_ENDING ".part" /* of PLACE.PROCESS-NUMBER.part */

/* Where a path leads, past links, also to what is not there yet; to be freed.  NULL
 * with errno: no memory, or links that lead round and round. */
char *pl_beside_place(const char *path);
const char *pl_beside_kind(mode_t mode); /* in words, of what is no file */
/* Remove what processes that are no more have left beside it. */
void pl_beside_sweep(const char *place);

#endif
