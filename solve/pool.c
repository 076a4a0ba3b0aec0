/* pool.c -- threads that are made once and then given jobs. */
#define _POSIX_C_SOURCE 200809L
#include "solve/pool.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pl_pool *pool;
    pthread_t thread;
    int number;
} worker;

struct pl_pool {
    pthread_mutex_t lock;
    pthread_cond_t begun, ended; /* there are jobs; the last one is done */
    pl_job *job;
    void *with;
    int jobs, next, open; /* all, the next to begin, those not yet ended */
    int leave;
    int workers;
    worker list[];
};

/* Do jobs while there are any to begin; the lock is held before and after. */
static void work(pl_pool *p, int thread)
{
    while (p->next < p->jobs) {
        int i = p->next++;
        pthread_mutex_unlock(&p->lock);
        p->job(p->with, i, thread);
        pthread_mutex_lock(&p->lock);
        if (--p->open == 0) pthread_cond_signal(&p->ended);
    }
}

static void *serve(void *with)
{
    worker *me = with;
    pl_pool *p = me->pool;
    pthread_mutex_lock(&p->lock);
    while (!p->leave) {
        work(p, me->number);
        if (!p->leave) pthread_cond_wait(&p->begun, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

pl_pool *pl_pool_new(int threads)
{
    pl_pool *p = calloc(1, sizeof *p + (size_t)threads * sizeof *p->list);
    if (!p) return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begun, NULL);
    pthread_cond_init(&p->ended, NULL);
    for (; p->workers < threads - 1; p->workers++) {
        worker *w = &p->list[p->workers];
        *w = (worker){.pool = p, .number = p->workers + 1};
        if (pthread_create(&w->thread, NULL, serve, w)) {
            pl_pool_free(p);
            return NULL;
        }
    }
    return p;
}

void pl_pool_free(pl_pool *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->leave = 1;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->workers; i++) pthread_join(p->list[i].thread, NULL);
    pthread_cond_destroy(&p->begun);
    pthread_cond_destroy(&p->ended);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void pl_pool_run(pl_pool *p, int n, pl_job *job, void *with)
{
    pthread_mutex_lock(&p->lock);
    p->job = job;
    p->with = with;
    p->next = 0;
    p->jobs = p->open = n;
    if (n > 1) pthread_cond_broadcast(&p->begun);
    work(p, 0);
    while (p->open) pthread_cond_wait(&p->ended, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
