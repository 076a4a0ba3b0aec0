/* job.h -- between a job and the pool it is worked at in. */
#ifndef PL_SERVE_JOB_H
#define PL_SERVE_JOB_H

#include "pool.h"

void pl_pool_picks(pl_pool *p, pl_job *j, pl_agent *a);

#endif
