/* branches.h -- the trees of the searches, told branch by branch. */
#ifndef PL_AGENTS_BRANCHES_H
#define PL_AGENTS_BRANCHES_H

#include "agents/forest.h"
#include "agents/uct.h"

void pl_uct_tell(const pl_uct *t, pl_branch_fn *visit, void *with);
/* The tree of the seat that searches. */
void pl_forest_tell(const pl_forest *f, pl_branch_fn *visit, void *with);

#endif
