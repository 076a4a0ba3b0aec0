/* ranks.c -- the processes of a match, opened and closed. */
#include <stdlib.h>
#include <time.h>

#include "arena/ranks/ranks.h"
#include "core/text.h"

static int open_lock(pl_ranks *r)
{
    pthread_condattr_t how;
    pthread_mutex_init(&r->lock, NULL);
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    int bad = pthread_cond_init(&r->bell, &how);
    pthread_condattr_destroy(&how);
    return bad;
}

void pl_ranks_wait(pl_ranks *r, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    long more = until.tv_nsec + (long)(1e9 * seconds);
    until.tv_sec += more / 1000000000;
    until.tv_nsec = more % 1000000000;
    pthread_cond_timedwait(&r->bell, &r->lock, &until);
}

pl_ranks *pl_ranks_open(const pl_carrier *c, pl_error *err)
{
    pl_ranks *r = calloc(1, sizeof *r);
    if (!r || open_lock(r)) {
        free(r);
        c->close(c->with, 1);
        pl_fail(err, "out of memory");
        return NULL;
    }
    r->carrier = *c;
    r->whole = 1;
    if (c->rank > 0 || pl_boss_open(r, err) == 0) return r;
    pl_ranks_close(r);
    return NULL;
}

int pl_ranks_rank(const pl_ranks *r)
{
    return r->carrier.rank;
}

int pl_ranks_count(const pl_ranks *r)
{
    return r->carrier.ranks;
}

int pl_ranks_lost(pl_ranks *r)
{
    int n = 0;
    pthread_mutex_lock(&r->lock);
    for (int i = 1; r->member && i < r->carrier.ranks; i++) n += r->member[i].lost;
    pthread_mutex_unlock(&r->lock);
    return n;
}

void pl_ranks_traffic(pl_ranks *r, pl_traffic *out)
{
    pthread_mutex_lock(&r->lock);
    *out = r->traffic;
    pthread_mutex_unlock(&r->lock);
}

void pl_ranks_close(pl_ranks *r)
{
    if (!r) return;
    if (r->carrier.rank == 0) pl_boss_close(r);
    r->carrier.close(r->carrier.with, r->whole);
    pthread_cond_destroy(&r->bell);
    pthread_mutex_destroy(&r->lock);
    free(r);
}
