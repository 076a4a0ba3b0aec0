/* table.c -- a transposition table (R. Greenblatt and others, 1967) of pairs.
 *
 * The first of a pair gives way only to a search as deep or to a later one, the
 * second to anything.  A position is known by all 64 bits of its key: two
 * positions with the same key would be taken for one another, which among a
 * thousand million positions happens with a chance of one in 37.
 */
#include "agents/table.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

int pl_table_open(pl_table *t, double bytes, pl_error *err)
{
    double pairs = bytes / 2 / sizeof *t->entry;
    t->pairs = pairs < 4e9 ? (uint64_t)pairs : (uint64_t)4e9;
    t->entry = calloc(t->pairs, 2 * sizeof *t->entry);
    t->since = 1;
    return t->entry ? 0
                    : pl_fail(err, "there is too little memory; a smaller memory=... is accepted");
}

void pl_table_close(pl_table *t)
{
    free(t->entry);
}

/* What is older than the game is as good as empty, and found by no key. */
void pl_table_forget(pl_table *t)
{
    t->game += 0x9e3779b97f4a7c15u;
    t->used = 0;
    t->since = (uint16_t)(t->age + 1);
    if (t->age < UINT16_MAX / 2) return;
    memset(t->entry, 0, t->pairs * 2 * sizeof *t->entry);
    t->age = 0;
    t->since = 1;
}

void pl_table_age(pl_table *t)
{
    if (t->age < UINT16_MAX) t->age++;
}

/* A game's own key need not be well mixed. */
static pl_entry *pair_of(const pl_table *t, uint64_t key)
{
    uint64_t mixed = (key ^ key >> 32) * 0xbf58476d1ce4e5b9u >> 32;
    return &t->entry[2 * (mixed * t->pairs >> 32)];
}

void pl_table_fetch(const pl_table *t, uint64_t key)
{
#if defined(__GNUC__)
    __builtin_prefetch(pair_of(t, key));
#else
    (void)t;
    (void)key;
#endif
}

const pl_entry *pl_table_find(const pl_table *t, uint64_t key)
{
    const pl_entry *e = pair_of(t, key);
    key ^= t->game;
    return e[0].key == key ? &e[0] : e[1].key == key ? &e[1] : NULL;
}

void pl_table_keep(pl_table *t, uint64_t key, pl_entry e)
{
    pl_entry *to = pair_of(t, key);
    e.key = key ^ t->game;
    e.age = t->age;
    if (to[0].key != e.key && to[0].age == e.age && to[0].depth > e.depth) to++;
    t->used += to->age < t->since;
    *to = e;
}
