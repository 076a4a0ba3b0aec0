/* solve.h -- from a tree to a policy that nobody can answer well.
 *
 *     pl_solver *s = pl_solver_new("dcfr(gamma=3)", tree, NULL, &err);
 *     do pl_solver_run(s, 1000);
 *     while (!pl_solver_gap(s, &gap) && gap.nashconv > 1e-6);
 *
 * A method improves its policy iteration by iteration; how good it is, best
 * answers tell, whatever the method was.
 */
#ifndef PL_SOLVE_H
#define PL_SOLVE_H

#include "parlor/tree.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct pl_solver pl_solver;
typedef struct pl_method pl_method;

/* How far a policy is from one that nobody gains by leaving. */
typedef struct {
    double value[PL_SEATS_MAX]; /* what each seat gets if all play by it, */
    double best[PL_SEATS_MAX];  /* and by answering the others best */
    double nashconv;            /* the sum over seats of what they would gain so */
    double lower, upper;        /* two players, constant sum: the value of the game to
                                   seat 0 lies between; else NAN */
    double correlated;          /* the most that a seat would have gained, an iteration, by one
                                   strategy against all that was played; NAN: not counted */
} pl_gap;

/* Of a policy, on the tree itself.  0, or -1: out of memory, or no perfect recall. */
int pl_tree_gap(const pl_tree *t, const double *policy, pl_gap *out);

/* The same for many policies of one tree, faster.  NULL with the reason. */
typedef struct pl_gauge pl_gauge;
pl_gauge *pl_gauge_new(const pl_tree *t, pl_error *err);
void pl_gauge_gap(pl_gauge *g, const double *policy, pl_gap *out);
void pl_gauge_free(pl_gauge *g);

/* Is told of every piece of memory that a run must keep to be taken up again. */
typedef void pl_keep_fn(void *with, void *memory, size_t bytes);

/* A kind of solver. */
struct pl_method {
    int32_t abi;  /* PL_ABI */
    int32_t size; /* bytes of its own struct, which begins with pl_solver */
    const char *name, *about;
    const pl_param *params; /* what may stand in brackets after its name */
    /* Set up the rest of *s, which comes zeroed.  0, or -1 with the reason; close
     * gives back also what an open that failed has left. */
    int (*open)(pl_solver *s, pl_error *err);
    void (*close)(pl_solver *s);
    /* Go on for n iterations, counting them in s->iterations, or until
     * pl_solver_stopped(). */
    void (*run)(pl_solver *s, int64_t n);
    /* The policy so far. */
    void (*policy)(pl_solver *s, double *policy);
    /* Tell of all that changes from one iteration to the next, always in the same
     * order; and take up what was read back into it (or NULL). */
    void (*keep)(pl_solver *s, pl_keep_fn *keep, void *with);
    void (*took)(pl_solver *s);
    /* For pl_gap; or NULL. */
    double (*correlated)(pl_solver *s);
};

struct pl_solver {
    const pl_method *method;
    const pl_tree *tree;
    struct pl_pool *pool;      /* threads, or NULL: only the caller's */
    struct pl_brake *brake;    /* whether it has been told to stop */
    pl_gauge *gauge;           /* for its gap, made when it is first asked for */
    double arg[PL_PARAMS_MAX]; /* its parameters */
    pl_rng rng;                /* of methods that sample */
    int64_t iterations;        /* so far */
    int64_t bytes;             /* that it works on; where it tells */
    int32_t threads;
    int32_t plain;
};

#define PL_ITERATIONS_MAX ((int64_t)1 << 50) /* 13 days of a billion a second */

/* All zero is what is usual. */
typedef struct {
    uint64_t seed;   /* of methods that sample */
    int32_t threads; /* 0: one.  Results are the same for any number. */
    int32_t plain;   /* 1: neither symmetries nor hands side by side: slower, the same play */
} pl_solver_options;

/* The methods in this build, NULL-terminated. */
const pl_method *const *pl_methods(void);
/* From "name" or "name(key=value,...)" for a tree that must outlive it; options may
 * be NULL.  NULL with the reason. */
pl_solver *pl_solver_new(const char *spec, const pl_tree *t, const pl_solver_options *options,
                         pl_error *err);
void pl_solver_free(pl_solver *s);
/* Whether there is such a method, and it takes these parameters: 0, or -1 with the reason. */
int pl_method_check(const char *spec, pl_error *err);
/* The canonical spelling, all parameters included; returns like snprintf. */
int pl_solver_spec(const pl_solver *s, char *buf, size_t n);
void pl_solver_run(pl_solver *s, int64_t iterations);
/* From any thread or signal handler: end the run under way, or else the next one. */
void pl_solver_stop(pl_solver *s);
int pl_solver_stopped(const pl_solver *s); /* for methods */
void pl_solver_policy(pl_solver *s, double *policy);
/* Of the policy so far.  0, or -1: out of memory, or no perfect recall. */
int pl_solver_gap(pl_solver *s, pl_gap *out);
/* All that must be kept to take the run up again: the iterations, the random numbers
 * and the method's own memory.  After reading it back call pl_solver_took(). */
void pl_solver_keep(pl_solver *s, pl_keep_fn *keep, void *with);
void pl_solver_took(pl_solver *s);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
