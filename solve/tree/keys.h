/* keys.h -- a table from 64-bit names to words, which grows as it fills. */
#ifndef PL_SOLVE_KEYS_H
#define PL_SOLVE_KEYS_H

#include <stdint.h>

typedef struct {
    uint64_t key, value; /* value 0: the slot is free */
} pl_keys_slot;

typedef struct {
    pl_keys_slot *slots; /* mask + 1 of them; NULL: none yet */
    uint64_t mask;
    int64_t used;
} pl_keys; /* begins zeroed */

/* The word that belongs to key: 0 where the key is new, and then to be set before
 * the next call.  NULL: out of memory. */
uint64_t *pl_keys_at(pl_keys *t, uint64_t key);
/* The same, or NULL where the key is new. */
const uint64_t *pl_keys_find(const pl_keys *t, uint64_t key);
/* What the table will take for a while, on top of its bytes, for the next new key. */
int64_t pl_keys_growth(const pl_keys *t);
int64_t pl_keys_bytes(const pl_keys *t);
void pl_keys_free(pl_keys *t);

#endif
