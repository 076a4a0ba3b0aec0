/* pool.h -- threads that are made once and then given jobs. */
#ifndef PL_SOLVE_POOL_H
#define PL_SOLVE_POOL_H

typedef struct pl_pool pl_pool;
/* Job number i, done by thread number thread, which is 0 for the caller's own. */
typedef void pl_job(void *with, int i, int thread);

/* So many threads, the caller's own among them; NULL: they cannot be had. */
pl_pool *pl_pool_new(int threads);
void pl_pool_free(pl_pool *p); /* p may be NULL */
/* Have jobs 0 .. n-1 done, begun in this order, and wait for them. */
void pl_pool_run(pl_pool *p, int n, pl_job *job, void *with);

#endif
