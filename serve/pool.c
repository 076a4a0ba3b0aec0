/* pool.c -- threads that take jobs in turn.
 *
 * Fact to check: a job that is cancelled while it waits is never begun; one that is being
 * thought about is stopped, and freed by who worked at it.  While a table waits, nothing else
 * is begun.
 */
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

typedef struct {
    pl_job *first, **last;
} queue;

enum { TABLES, OTHERS, QUEUES };

struct pl_pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    queue waits[QUEUES];
    pl_job *busy; /* those that are worked at */
    pl_job *done;
    int others; /* of those that are worked at */
    void (*wake)(void *with);
    void *with;
    int threads, over;
    pthread_t thread[];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void unlink_job(pl_job **list, const pl_job *j)
{
    while (*list && *list != j) list = &(*list)->next;
    if (*list) *list = j->next;
}

/* Whether no table waits for it. */
static int is_other(const pl_job *j)
{
    return j->analysis || (j->work && !j->quick);
}

static queue *queue_of(pl_pool *p, const pl_job *j)
{
    return &p->waits[is_other(j) ? OTHERS : TABLES];
}

/* Take j from those that wait, if it is there. */
static int withdraw(pl_pool *p, const pl_job *j)
{
    queue *q = queue_of(p, j);
    for (pl_job **at = &q->first; *at; at = &(*at)->next) {
        if (*at != j) continue;
        *at = j->next;
        if (!*at) q->last = at;
        return 1;
    }
    return 0;
}

/* Who is to be worked at next, or NULL. */
static pl_job *next(const pl_pool *p)
{
    int most = p->threads > 1 ? p->threads - 1 : 1;
    if (p->waits[TABLES].first) return p->waits[TABLES].first;
    return p->others < most ? p->waits[OTHERS].first : NULL;
}

/* The next job, which is then worked at; NULL: the pool is closed.  With the lock. */
static pl_job *take(pl_pool *p)
{
    pl_job *j = NULL;
    while (!p->over && !(j = next(p))) pthread_cond_wait(&p->more, &p->lock);
    if (p->over) return NULL;
    withdraw(p, j);
    p->others += is_other(j);
    j->next = p->busy;
    p->busy = j;
    j->since = now();
    return j;
}

static void put_back(pl_pool *p, pl_job *j)
{
    unlink_job(&p->busy, j);
    p->others -= is_other(j);
    if (!j->owner) {
        pl_job_free(j);
        return;
    }
    j->next = p->done;
    p->done = j;
}

/* Who thinks has more time than who waits for an answer: on Linux, where threads have priorities
 * of their own, those of the pool come after the one that serves. */
static void stand_back(void)
{
#ifdef __linux__
    setpriority(PRIO_PROCESS, 0, 10);
#endif
}

static void *work(void *with)
{
    pl_pool *p = with;
    pl_job *j;
    stand_back();
    pthread_mutex_lock(&p->lock);
    while ((j = take(p))) {
        pthread_mutex_unlock(&p->lock);
        pl_job_work(j, p);
        pthread_mutex_lock(&p->lock);
        put_back(p, j);
        p->wake(p->with);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void pl_pool_tell(pl_pool *p, pl_job *j, json_t *so_far)
{
    pthread_mutex_lock(&p->lock);
    json_t *old = j->news;
    j->news = so_far;
    pthread_mutex_unlock(&p->lock);
    json_decref(old);
    p->wake(p->with);
}

static void stop(const pl_job *j)
{
    if (j->halt) j->halt(j->halted);
}

void pl_pool_halts(pl_pool *p, pl_job *j, void (*halt)(void *what), void *what)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    j->halt = halt;
    j->halted = what;
    if (!j->owner || p->over) stop(j);
    pthread_mutex_unlock(&p->lock);
}

pl_pool *pl_pool_open(int n, void (*wake)(void *with), void *with)
{
    pl_pool *p = calloc(1, sizeof *p + (size_t)n * sizeof *p->thread);
    if (!p) return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    for (int i = 0; i < QUEUES; i++) p->waits[i].last = &p->waits[i].first;
    p->wake = wake;
    p->with = with;
    pthread_mutex_lock(&p->lock); /* who begins wants to know how many there are */
    while (p->threads < n && !pthread_create(&p->thread[p->threads], NULL, work, p)) p->threads++;
    pthread_mutex_unlock(&p->lock);
    if (p->threads) return p;
    pl_pool_close(p);
    return NULL;
}

static void free_list(pl_job *j)
{
    for (pl_job *next; j; j = next) {
        next = j->next;
        pl_job_free(j);
    }
}

void pl_pool_close(pl_pool *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->over = 1;
    for (pl_job *j = p->busy; j; j = j->next) stop(j);
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    for (int i = 0; i < QUEUES; i++) free_list(p->waits[i].first);
    free_list(p->done);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

void pl_pool_give(pl_pool *p, pl_job *j)
{
    queue *q = queue_of(p, j);
    pthread_mutex_lock(&p->lock);
    j->next = NULL;
    *q->last = j;
    q->last = &j->next;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->lock);
}

static int is_in(const pl_job *list, const pl_job *j)
{
    while (list && list != j) list = list->next;
    return list != NULL;
}

void pl_pool_cancel(pl_pool *p, pl_job *j)
{
    pthread_mutex_lock(&p->lock);
    j->owner = NULL;
    if (withdraw(p, j)) pl_job_free(j);
    else if (is_in(p->done, j)) {
        unlink_job(&p->done, j);
        pl_job_free(j);
    } else stop(j);
    pthread_mutex_unlock(&p->lock);
}

/* A job with something new, which is then *so_far; or NULL. */
static pl_job *take_news(pl_pool *p, json_t **so_far)
{
    pthread_mutex_lock(&p->lock);
    pl_job *j = p->busy;
    while (j && !(j->news && j->owner)) j = j->next;
    *so_far = j ? j->news : NULL;
    if (j) j->news = NULL;
    pthread_mutex_unlock(&p->lock);
    return j;
}

/* A job that has an owner is freed by his thread alone, which is this one. */
void pl_pool_collect(pl_pool *p)
{
    json_t *so_far;
    for (pl_job *j; (j = take_news(p, &so_far));) j->told(j, so_far);
    for (;;) {
        pthread_mutex_lock(&p->lock);
        pl_job *j = p->done;
        if (j) p->done = j->next;
        pthread_mutex_unlock(&p->lock);
        if (!j) return;
        j->done(j);
        pl_job_free(j);
    }
}

void pl_pool_hurry(pl_pool *p)
{
    double t = now();
    pthread_mutex_lock(&p->lock);
    for (pl_job *j = p->busy; j; j = j->next)
        if (j->most > 0 && t - j->since > j->most) stop(j);
    pthread_mutex_unlock(&p->lock);
}

int pl_pool_place(pl_pool *p, const pl_job *j)
{
    int n = 0;
    pthread_mutex_lock(&p->lock);
    const pl_job *at = queue_of(p, j)->first;
    for (; at && at != j; at = at->next) n++;
    pthread_mutex_unlock(&p->lock);
    return at ? n : -1;
}
