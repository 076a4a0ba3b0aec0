/* batches.h -- batches with all their arrays, for the tests. */
#ifndef PL_TESTS_BATCHES_H
#define PL_TESTS_BATCHES_H

#include <stdlib.h>

#include "tests/support/played.h"

enum { BATCH_ARRAYS = 9 };

typedef struct {
    pl_batch b;
    pl_state start;
    pl_move *action;
    void *array[BATCH_ARRAYS];
    size_t bytes[BATCH_ARRAYS];
} batch;

static void *batch_rows(batch *x, int i, size_t bytes)
{
    x->bytes[i] = (bytes * (size_t)x->b.n + 15) / 16 * 16;
    x->array[i] = aligned_alloc(16, x->bytes[i]);
    assert_non_null(x->array[i]);
    return memset(x->array[i], 0xee, x->bytes[i]);
}

/* n games, begun, each with a random stream of its own from this seed. */
static batch *new_batch(const pl_game *g, int n, uint64_t seed)
{
    batch *x = calloc(1, sizeof *x);
    size_t size = (size_t)g->state_size;
    pl_rng root;
    assert_non_null(x);
    pl_start(g, &x->start);
    x->b = (pl_batch){.game = g, .n = n, .start = &x->start};
    x->b.action = x->action = batch_rows(x, 0, sizeof *x->action);
    x->b.state = batch_rows(x, 1, size);
    x->b.rng = batch_rows(x, 2, sizeof(pl_rng));
    x->b.view = batch_rows(x, 3, size);
    x->b.tensor = batch_rows(x, 4, (size_t)pl_tensor_size(g));
    x->b.legal = batch_rows(x, 5, (size_t)pl_mask_words(g) * sizeof(uint64_t));
    x->b.reward = batch_rows(x, 6, (size_t)g->players * sizeof(float));
    x->b.done = batch_rows(x, 7, 1);
    x->b.seat = batch_rows(x, 8, 1);
    pl_seed(&root, seed);
    for (int i = 0; i < n; i++) pl_split(&root, (uint64_t)i, &x->b.rng[i]);
    pl_batch_start(&x->b);
    return x;
}

static void free_batch(batch *x)
{
    for (int i = 0; i < BATCH_ARRAYS; i++) free(x->array[i]);
    free(x);
}

#endif
