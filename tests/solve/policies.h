/* policies.h -- solvers, policies and files for them, for the tests. */
#ifndef PL_TESTS_POLICIES_H
#define PL_TESTS_POLICIES_H

#include <stdlib.h>
#include <unistd.h>

#include "parlor/policy.h"
#include "tests/solve/solved.h"

/* The tree of a game that is not in the list. */
static inline pl_tree *tree_of(const pl_game *g)
{
    pl_error err = {""};
    pl_tree *t = pl_tree_new(g, 1000000, &err);
    if (!t) fail_msg("%s: %s", g->name, err.text);
    return t;
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

static inline double *policy_of(pl_solver *s)
{
    double *policy = policy_room(s->tree);
    pl_solver_policy(s, policy);
    return policy;
}

/* What a solver makes of the tree in so many iterations. */
static inline double *solved_policy(const pl_tree *t, const char *method, int iterations)
{
    pl_solver *s = must_solve(method, t, NULL);
    pl_solver_run(s, iterations);
    double *policy = policy_of(s);
    pl_solver_free(s);
    return policy;
}

/* How much there is to gain against a policy, by the tree itself. */
static inline double nashconv_of(const pl_tree *t, const double *policy)
{
    double gain = -1;
    assert_int_equal(pl_tree_nashconv(t, policy, &gain), 0);
    return gain;
}

/* A shape of policies: sums to 1 at every set, each share from 0 to 1. */
static inline void is_distribution(const char *name, const pl_tree *t, const double *policy)
{
    for (int32_t i = 0; i < t->infos; i++) {
        double sum = 0;
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++) {
            if (!(policy[a] >= 0 && policy[a] <= 1 + 1e-9))
                fail_msg("%s: place %d is %g", name, (int)a, policy[a]);
            sum += policy[a];
        }
        near(sum, 1, 1e-9);
    }
}

/* How likely the set at the end of this line, chance's moves included, plays move. */
static inline double plays(const pl_tree *t, const double *policy, const char *line, int move)
{
    int32_t node = 0;
    for (; *line; line++) {
        int32_t c = t->first[node];
        while (t->move[c] != *line - '0') c++;
        node = c;
    }
    return policy[t->info_first[t->info[node]] + move];
}

/* Kuhn (1950): the equilibria of his poker are one family, by how often seat 0 bets with the jack,
 * from never to 1/3.  Cards are 0 to 2, passing is 0 and betting 1.  Where it bets with every king,
 * none ever faces a bet, and so may do as it likes. */
static inline void is_in_kuhns_family(const pl_tree *t, const double *policy, double error)
{
    double alpha = plays(t, policy, "01", 1);
    const struct {
        const char *line;
        double bets;
    } sets[] = {
        {"10", 0},  {"20", 3 * alpha}, {"0101", 0}, {"1001", alpha + 1.0 / 3}, {"100", 1.0 / 3},
        {"010", 0}, {"020", 1},        {"101", 0},  {"011", 1.0 / 3},          {"021", 1},
    };
    assert_true(alpha >= -error && alpha <= 1.0 / 3 + error);
    if (alpha < 1.0 / 3 - error) near(plays(t, policy, "2001", 1), 1, error);
    for (size_t i = 0; i < LENGTH(sets); i++)
        near(plays(t, policy, sets[i].line, 1), sets[i].bets, error);
}

/* A run's memory, copied out and in again. */
typedef struct {
    unsigned char *bytes;
    size_t used;
    int in;
} copy;

static inline void copy_piece(void *with, void *memory, size_t bytes)
{
    copy *c = with;
    if (c->in) {
        memcpy(memory, c->bytes + c->used, bytes);
    } else {
        c->bytes = realloc(c->bytes, c->used + bytes);
        assert_non_null(c->bytes);
        memcpy(c->bytes + c->used, memory, bytes);
    }
    c->used += bytes;
}

/* From one solver into another; the bytes go on to be the caller's. */
static inline copy copied(pl_solver *from, pl_solver *to)
{
    copy c = {0};
    pl_solver_keep(from, copy_piece, &c);
    c = (copy){c.bytes, 0, 1};
    pl_solver_keep(to, copy_piece, &c);
    pl_solver_took(to);
    return c;
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
