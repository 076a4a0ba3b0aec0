/* shelf.c -- the games that were read from files, for as long as the program runs.
 *
 * Rules get a state and nothing else, and a state is bytes without pointers: so it
 * names its game by a hash, and this is where the hash leads.  It is the one thing
 * in the library that is shared by all; it only ever grows, up to a bound, and a
 * reader never waits.  Where two files share a hash the first stands for both; of 256 files two
 * do with a chance of 2^-49.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "solve/efg/efg.h"

enum { SHELF = 256 };

static struct {
    pthread_mutex_t lock; /* of those who add */
    _Atomic(const pl_efg *) game[SHELF];
    atomic_int used;
} shelf = {.lock = PTHREAD_MUTEX_INITIALIZER};

const pl_efg *pl_efg_find(uint64_t hash)
{
    int used = atomic_load_explicit(&shelf.used, memory_order_acquire);
    for (int i = 0; i < used; i++) {
        const pl_efg *g = atomic_load_explicit(&shelf.game[i], memory_order_relaxed);
        if (g->hash == hash) return g;
    }
    return NULL;
}

const pl_efg *pl_efg_keep(pl_efg *g)
{
    pthread_mutex_lock(&shelf.lock);
    const pl_efg *found = pl_efg_find(g->hash);
    int used = atomic_load_explicit(&shelf.used, memory_order_relaxed), added = 0;
    if (!found && used < SHELF) {
        atomic_store_explicit(&shelf.game[used], g, memory_order_relaxed);
        atomic_store_explicit(&shelf.used, used + 1, memory_order_release);
        found = g;
        added = 1;
    }
    pthread_mutex_unlock(&shelf.lock);
    if (!added) pl_efg_free(g);
    return found;
}
