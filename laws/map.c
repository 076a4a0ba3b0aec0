/* map.c -- a hash table from names to names, open addressing.  Names are
 * 64-bit hashes; that two of a million things share one has a chance of one in
 * thirty million. */
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

uint64_t pl_mix(uint64_t a, uint64_t b)
{
    uint64_t pair[2] = {a, b};
    return pl_hash(pair, sizeof pair);
}

int pl_map_new(pl_map *m, size_t entries)
{
    m->room = 16;
    while (m->room < 2 * entries) m->room *= 2;
    m->used = 0;
    m->key = calloc(m->room, sizeof *m->key);
    m->value = calloc(m->room, sizeof *m->value);
    return m->key && m->value ? 0 : -1;
}

void pl_map_free(pl_map *m)
{
    free(m->key);
    free(m->value);
}

void pl_map_clear(pl_map *m)
{
    memset(m->key, 0, m->room * sizeof *m->key);
    m->used = 0;
}

/* A full map learns nothing new: whatever is asked stands for itself. */
uint64_t pl_map_at(pl_map *m, uint64_t key, uint64_t value)
{
    size_t i = (key |= 1) >> 1 & (m->room - 1);
    while (m->key[i] && m->key[i] != key) i = (i + 1) & (m->room - 1);
    if (m->key[i]) return m->value[i];
    if (2 * m->used > m->room) return value;
    m->used++;
    m->key[i] = key;
    return m->value[i] = value;
}
