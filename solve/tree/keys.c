/* keys.c -- a table from 64-bit names to words, which grows as it fills.
 *
 * Open addressing with linear probing (Knuth, 1973): names are hashes already,
 * so their low bits say where to look first.  At most two thirds are in use.
 */
#include "solve/tree/keys.h"

#include <stdlib.h>

enum { LEAST = 64 }; /* slots */

/* The slot of this key, or the free one where it belongs. */
static pl_keys_slot *slot_of(const pl_keys *t, uint64_t key)
{
    uint64_t i = key & t->mask;
    while (t->slots[i].value && t->slots[i].key != key) i = (i + 1) & t->mask;
    return &t->slots[i];
}

static int grow(pl_keys *t)
{
    size_t slots = t->slots ? 2 * ((size_t)t->mask + 1) : LEAST;
    pl_keys larger = {calloc(slots, sizeof *larger.slots), slots - 1, t->used};
    if (!larger.slots) return -1;
    for (uint64_t i = 0; t->slots && i <= t->mask; i++)
        if (t->slots[i].value) *slot_of(&larger, t->slots[i].key) = t->slots[i];
    free(t->slots);
    *t = larger;
    return 0;
}

static int is_full(const pl_keys *t)
{
    return (uint64_t)t->used * 3 >= t->mask * 2;
}

uint64_t *pl_keys_at(pl_keys *t, uint64_t key)
{
    if (!t->slots && grow(t)) return NULL;
    pl_keys_slot *slot = slot_of(t, key);
    if (slot->value) return &slot->value;
    if (is_full(t)) {
        if (grow(t)) return NULL;
        slot = slot_of(t, key);
    }
    t->used++;
    slot->key = key;
    return &slot->value;
}

const uint64_t *pl_keys_find(const pl_keys *t, uint64_t key)
{
    const pl_keys_slot *slot = t->slots ? slot_of(t, key) : NULL;
    return slot && slot->value ? &slot->value : NULL;
}

int64_t pl_keys_growth(const pl_keys *t)
{
    if (!t->slots) return LEAST * (int64_t)sizeof *t->slots;
    return is_full(t) ? 2 * pl_keys_bytes(t) : 0;
}

int64_t pl_keys_bytes(const pl_keys *t)
{
    return t->slots ? (int64_t)((t->mask + 1) * sizeof *t->slots) : 0;
}

void pl_keys_free(pl_keys *t)
{
    free(t->slots);
    *t = (pl_keys){0};
}
