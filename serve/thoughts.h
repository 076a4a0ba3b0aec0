/* thoughts.h -- what an agent thinks of a position, in JSON, as its seat may know it. */
#ifndef PL_SERVE_THOUGHTS_H
#define PL_SERVE_THOUGHTS_H

#include "parlor/analysis.h"
#include "pool.h"

/* So far, while it thinks: its moves and the line that it expects; or, when it has picked, with
 * what is believed and the top of its tree, if that was asked for.  NULL: out of memory, or, so
 * far, nothing yet. */
json_t *pl_thoughts_so_far(const pl_job *j, pl_agent *a, const pl_knowledge *k);
json_t *pl_thoughts_whole(const pl_job *j, pl_agent *a, const pl_knowledge *k);

#endif
