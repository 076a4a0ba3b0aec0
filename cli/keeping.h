/* keeping.h -- the file that a run is saved in. */
#ifndef KEEPING_H
#define KEEPING_H

#include "cli.h"

typedef struct {
    const char *path; /* NULL: it is not saved */
    pl_mark was;      /* as this run left it, or found it */
    int failed;       /* it could not be saved last time */
    int lost;         /* somebody else writes there: it is saved no more */
} keeping;

/* Before a run that is taken up is read: who writes there meanwhile is noticed. */
void keeping_begin(keeping *k, const call *c);
/* All that a call of parlor solve names can be written, none of it twice, and where its run is
 * saved there is none yet but the one that it takes up.  A status, having said why. */
int keeping_check(const keeping *k, const call *c);
/* Save the run of one or the other; DONE, or FAILED, having said why if it had not yet. */
int keeping_save(keeping *k, pl_run *run, pl_solver *s, pl_deep *d);

#endif
