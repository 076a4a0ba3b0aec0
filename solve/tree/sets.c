/* sets.c -- the nodes of an information set find each other by its name.
 *
 * A name is 64 bits of hash, so it must be seen that no two sets share one.  Sets
 * that are views are compared byte by byte.  Where they are what a seat heard, the
 * name before is remembered with every name: as a step from one name is one-to-one,
 * a name that was always reached from the same one is that of one past.
 *
 * Fact to check: the 3,780 decisions of Leduc poker are 936 sets.
 */
#include "solve/tree/builder.h"

#include <string.h>

static void name_nodes(void *with, int chunk, int thread)
{
    pl_builder *b = with;
    const pl_game *g = b->t->game;
    (void)thread;
    for (int32_t k = chunk * PL_CHUNK; k < pl_chunk_end(b->now.n, chunk); k++) {
        int turn = b->t->turn[b->now.from + k];
        if (turn < 0) continue;
        void *view = pl_level_view(b, k);
        if (g->hide) pl_view(g, pl_level_state(b, &b->now, k), turn, view);
        b->key[k] = b->by_view ? pl_info_key_view(g, turn, view)
                               : b->now.heard[(size_t)k * (size_t)g->players + (size_t)turn];
    }
}

/* The high bits choose the shard, as the low ones choose the slot in it. */
static int is_mine(const pl_builder *b, uint64_t key, int shard)
{
    return (int)((key >> 32) * (uint64_t)b->limit.threads >> 32) == shard;
}

static void in_shards(pl_builder *b, int32_t n, pl_job *job)
{
    if (b->pool && n > PL_CHUNK) pl_pool_run(b->pool, b->limit.threads, job, b);
    else
        for (int i = 0; i < b->limit.threads; i++) job(b, i, 0);
}

/* The k-th node joins the first of its set, which may be itself. */
static void meet(pl_builder *b, pl_keys *sets, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k;
    size_t size = (size_t)t->game->state_size;
    uint64_t *first = pl_keys_at(sets, b->key[k]);
    if (!first) {
        pl_builder_blame(b, node, PL_NO_MEMORY);
        return;
    }
    if (!*first) *first = (uint64_t)node + 1;
    int32_t like = (int32_t)(*first - 1), old = like < b->now.from;
    t->info[node] = old ? t->info[like] : -2 - like;
    const unsigned char *view =
        old ? t->info_view + (size_t)t->info[like] * size : pl_level_view(b, like - b->now.from);
    if (t->turn[like] != t->turn[node]) pl_builder_blame(b, node, PL_BAD_NAMES);
    else if (memcmp(view, pl_level_view(b, k), size))
        pl_builder_blame(b, node, b->by_view ? PL_BAD_NAMES : PL_BAD_VIEWS);
}

static void meet_all(void *with, int shard, int thread)
{
    pl_builder *b = with;
    (void)thread;
    for (int32_t k = 0; k < b->now.n; k++)
        if (b->t->turn[b->now.from + k] >= 0 && is_mine(b, b->key[k], shard))
            meet(b, &b->sets[shard], k);
}

void pl_sets_meet(pl_builder *b)
{
    pl_builder_chunks(b, b->now.n, name_nodes);
    in_shards(b, b->now.n, meet_all);
}

/* What a seat heard so far has this name at a node, and had the other before. */
static void check_step(pl_builder *b, pl_keys *heard, uint64_t name, uint64_t before, int32_t node)
{
    uint64_t *known = pl_keys_at(heard, name);
    if (!known) pl_builder_blame(b, node, PL_NO_MEMORY);
    else if (!*known) *known = before;
    else if (*known != before) pl_builder_blame(b, node, PL_BAD_NAMES);
}

static void check_steps(void *with, int shard, int thread)
{
    pl_builder *b = with;
    size_t players = (size_t)b->t->game->players;
    (void)thread;
    for (int32_t c = 0; c < b->next.n; c++) {
        int32_t node = b->next.from + c, k = b->t->parent[node] - b->now.from;
        const uint64_t *name = b->next.heard + (size_t)c * players;
        const uint64_t *before = b->now.heard + (size_t)k * players;
        for (size_t i = 0; i < players; i++)
            if (name[i] != before[i] && is_mine(b, name[i], shard))
                check_step(b, &b->heard[shard], name[i], before[i], node);
    }
}

void pl_sets_heard(pl_builder *b)
{
    if (b->by_view) return;
    in_shards(b, b->next.n, check_steps);
}

static void compare_moves(void *with, int chunk, int thread)
{
    pl_builder *b = with;
    const pl_tree *t = b->t;
    (void)thread;
    for (int32_t k = chunk * PL_CHUNK; k < pl_chunk_end(b->now.n, chunk); k++) {
        int32_t node = b->now.from + k;
        if (t->turn[node] < 0) continue;
        const pl_move *mine = t->move + t->first[node];
        const pl_move *theirs = t->move + t->first[t->info_node[t->info[node]]];
        if (memcmp(mine, theirs, (size_t)b->now.count[k] * sizeof *mine))
            pl_builder_blame(b, node, PL_BAD_MOVES);
    }
}

void pl_sets_compare(pl_builder *b)
{
    pl_builder_chunks(b, b->now.n, compare_moves);
}
