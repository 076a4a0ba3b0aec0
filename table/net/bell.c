/* bell.c -- a lock with a bell, by POSIX threads, on a clock that nobody sets. */
#include "table/net/bell.h"

#include <math.h>
#include <time.h>

int pl_bell_make(pl_bell *b)
{
    pthread_condattr_t steady;
    if (pthread_condattr_init(&steady)) return -1;
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    int bad = pthread_cond_init(&b->rings, &steady);
    pthread_condattr_destroy(&steady);
    if (!bad && pthread_mutex_init(&b->lock, NULL) == 0) return 0;
    if (!bad) pthread_cond_destroy(&b->rings);
    return -1;
}

void pl_bell_free(pl_bell *b)
{
    pthread_cond_destroy(&b->rings);
    pthread_mutex_destroy(&b->lock);
}

void pl_bell_lock(pl_bell *b)
{
    pthread_mutex_lock(&b->lock);
}

void pl_bell_unlock(pl_bell *b)
{
    pthread_mutex_unlock(&b->lock);
}

void pl_bell_ring(pl_bell *b)
{
    pthread_cond_broadcast(&b->rings);
}

void pl_bell_wait(pl_bell *b, double until)
{
    struct timespec t;
    if (isinf(until)) {
        pthread_cond_wait(&b->rings, &b->lock);
        return;
    }
    t.tv_sec = (time_t)until;
    t.tv_nsec = (long)((until - floor(until)) * 1e9);
    pthread_cond_timedwait(&b->rings, &b->lock, &t);
}

double pl_bell_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
