/* inquiry.h -- what an agent would do in a position, as its seat sees it. */
#ifndef PL_AGENTS_INQUIRY_H
#define PL_AGENTS_INQUIRY_H

#include "parlor/agent.h"

/* Have an agent that has been led to s, where it is its turn, pick one of n moves.
 * 1: how likely it plays each, as it tells; 0: it does not, and all is on its pick;
 * -1: that was no legal move. */
int pl_inquire(pl_agent *a, const void *s, double *share, int n);
/* After that: -1 with the agent's own reason, or with the best that can be said. */
int pl_inquiry_failed(pl_agent *a, pl_error *err);

#endif
