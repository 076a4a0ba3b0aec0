/* grown.h -- the tree of a game by its name, for the tests. */
#ifndef PL_TESTS_GROWN_H
#define PL_TESTS_GROWN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parlor/tree.h"

static pl_tree *grown(const char *spec)
{
    pl_error err = {""};
    const pl_game *g = pl_open(spec, &err);
    pl_tree *t = g ? pl_tree_new(g, 1000000, &err) : NULL;
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
