/* policies.h -- policies and files for them, for the tests. */
#ifndef PL_TESTS_POLICIES_H
#define PL_TESTS_POLICIES_H

#include <stdlib.h>
#include <unistd.h>

#include "parlor/policy.h"
#include "parlor/solve.h"
#include "tests/support/grown.h"

static inline double *policy_room(const pl_tree *t)
{
    return calloc((size_t)t->info_first[t->infos] + 1, sizeof(double));
}

static inline size_t policy_bytes(const pl_tree *t)
{
    return (size_t)t->info_first[t->infos] * sizeof(double);
}

/* Neither uniform nor pure, the same every time; some moves are never played. */
static inline double *some_policy(const pl_tree *t, uint64_t seed)
{
    double *policy = policy_room(t);
    pl_rng r;
    pl_seed(&r, seed);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double sum = 0;
        for (int32_t a = from; a < to; a++)
            sum += policy[a] = a > from && pl_below(&r, 4) == 0 ? 0 : 0.01 + pl_unit(&r);
        for (int32_t a = from; a < to; a++) policy[a] /= sum;
    }
    return policy;
}

/* What a solver makes of the tree in so many iterations. */
static inline double *solved_policy(const pl_tree *t, const char *method, int iterations)
{
    pl_error err = {""};
    double *policy = policy_room(t);
    pl_solver *s = pl_solver_new(method, t, NULL, &err);
    if (!s) fail_msg("%s", err.text);
    pl_solver_run(s, iterations);
    pl_solver_policy(s, policy);
    pl_solver_free(s);
    return policy;
}

/* A name in a folder of its own, which goes with the test. */
typedef struct {
    char folder[64], path[80];
} place;

static inline place a_place(void)
{
    place p;
    snprintf(p.folder, sizeof p.folder, "/tmp/parlor-policy-XXXXXX");
    if (!mkdtemp(p.folder)) fail_msg("no folder for files");
    snprintf(p.path, sizeof p.path, "%s/it.policy", p.folder);
    return p;
}

static inline void leave_place(const place *p)
{
    unlink(p->path);
    assert_int_equal(rmdir(p->folder), 0); /* nothing else was left there */
}

static inline void must_write(const char *path, const pl_tree *t, const double *policy,
                              const pl_policy_facts *f)
{
    pl_error err = {""};
    if (pl_policy_write(path, t, policy, f, &err)) fail_msg("%s", err.text);
}

static inline pl_policy *must_read(const char *path)
{
    pl_error err = {""};
    pl_policy *p = pl_policy_open(path, &err);
    if (!p) fail_msg("%s", err.text);
    return p;
}

#endif
