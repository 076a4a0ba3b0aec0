/* worked_out.h -- a game worked out exactly, for the tests. */
#ifndef PL_TESTS_WORKED_OUT_H
#define PL_TESTS_WORKED_OUT_H

#include "parlor/exact.h"
#include "tests/support/grown.h"

static inline pl_exact *worked_out(const pl_game *g)
{
    pl_error err = {""};
    pl_exact *e = pl_exact_new(g, 0, &err);
    if (!e || pl_exact_run(e, &err)) fail_msg("%s: %s", g->name, err.text);
    return e;
}

static inline pl_exact_facts about(const pl_exact *e)
{
    pl_exact_facts facts;
    pl_exact_about(e, &facts);
    assert_int_equal(facts.positions, pl_exact_count(e));
    return facts;
}

/* What the game is worth to seat 0. */
static inline double value_of(const pl_exact *e)
{
    double values[PL_SEATS_MAX];
    assert_true(pl_exact_value(e, pl_exact_position(e, 0), values) >= 0);
    return values[0];
}

#endif
