/* solved.h -- trees, policies and solvers, for the tests. */
#ifndef PL_TESTS_SOLVED_H
#define PL_TESTS_SOLVED_H

#include <math.h>
#include <stdlib.h>

#include "parlor/solve.h"
#include "tests/support/grown.h"

static inline double *policy_room(const pl_tree *t)
{
    return calloc((size_t)t->info_first[t->infos] + 1, sizeof(double));
}

static inline pl_solver *must_solve(const char *spec, const pl_tree *t,
                                    const pl_solver_options *options)
{
    pl_error err = {""};
    pl_solver *s = pl_solver_new(spec, t, options, &err);
    if (!s) fail_msg("%s: %s", spec, err.text);
    return s;
}

/* How good a method's policy is after so many iterations, by the tree itself. */
static inline pl_gap gap_after(const char *spec, const pl_tree *t, int64_t iterations)
{
    pl_solver *s = must_solve(spec, t, NULL);
    double *policy = policy_room(t);
    pl_gap gap;
    pl_solver_run(s, iterations);
    pl_solver_policy(s, policy);
    assert_int_equal(pl_tree_gap(t, policy, &gap), 0);
    free(policy);
    pl_solver_free(s);
    return gap;
}

#endif
