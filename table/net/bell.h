/* bell.h -- a lock with a bell: threads that share something wait until it rings. */
#ifndef PL_TABLE_BELL_H
#define PL_TABLE_BELL_H

#include <pthread.h>

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t rings;
} pl_bell;

int pl_bell_make(pl_bell *b); /* 0, or -1 */
void pl_bell_free(pl_bell *b);
void pl_bell_lock(pl_bell *b);
void pl_bell_unlock(pl_bell *b);
void pl_bell_ring(pl_bell *b);
/* With the lock: let go of it until the bell rings, or pl_bell_now() is so late; INFINITY:
 * whenever that is. */
void pl_bell_wait(pl_bell *b, double until);
double pl_bell_now(void); /* seconds of a clock that never goes back */

#endif
