/* grown.h -- the tree of a game by its name, for the tests. */
#ifndef PL_TESTS_GROWN_H
#define PL_TESTS_GROWN_H

#include <stdlib.h>

#include "parlor/tree.h"
#include "tests/support/played.h"

static inline pl_tree *grown(const char *spec)
{
    pl_error err = {""};
    pl_tree *t = pl_tree_new(must_open("%s", spec), 1000000, &err);
    if (!t) fail_msg("%s: %s", spec, err.text);
    return t;
}

/* The states of all nodes, by playing every move again; to be freed. */
static inline unsigned char *replayed(const pl_tree *t)
{
    size_t size = (size_t)t->game->state_size;
    unsigned char *all = malloc((size_t)t->nodes * size);
    assert_non_null(all);
    pl_start(t->game, all);
    for (int32_t i = 1; i < t->nodes; i++) {
        memcpy(all + (size_t)i * size, all + (size_t)t->parent[i] * size, size);
        t->game->apply(all + (size_t)i * size, t->move[i]);
    }
    return all;
}

static inline void fell(pl_tree *t)
{
    const pl_game *g = t->game;
    pl_tree_free(t);
    pl_close(g);
}

#endif
