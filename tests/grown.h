/* grown.h -- the tree of a game by its name, for the tests. */
#ifndef PL_TESTS_GROWN_H
#define PL_TESTS_GROWN_H

#include "parlor/tree.h"
#include "played.h"

static pl_tree *grown(const char *spec)
{
    pl_error err = {""};
    pl_tree *t = pl_tree_new(must_open("%s", spec), 1000000, &err);
    if (!t) fail_msg("%s: %s", spec, err.text);
    return t;
}

static void fell(pl_tree *t)
{
    const pl_game *g = t->game;
    pl_tree_free(t);
    pl_close(g);
}

#endif
