/* solving.h -- a game being solved, a piece at a time, by the threads of the pool.
 *
 * Whoever gives a piece away does not look at it until it comes back; but facts that were copied
 * meanwhile, and the points that they count, stay as they were.
 */
#ifndef PL_SERVE_SOLVING_H
#define PL_SERVE_SOLVING_H

#include "parlor/exact.h"
#include "parlor/solve.h"
#include "pool.h"

enum {
    PL_CURVE_MAX = 256,         /* points of a curve */
    PL_SETS_MAX = 50000,        /* information sets, which all are told of */
    PL_HISTORIES_MAX = 1000000, /* of a tree */
    PL_SOLVING_MB = 128,        /* that a tree and its method, or all positions, may take */
    PL_SOLVING_SECONDS = 20     /* that are worked at one game */
};

typedef enum {
    PL_SOLVING_LOOK,  /* how large is it? */
    PL_SOLVING_FITS,  /* small enough: it can be begun */
    PL_SOLVING_BEGUN, /* the tree is there, or positions are being met */
    PL_SOLVING_NAMES, /* all is known but what sets are called */
    PL_SOLVING_DONE,
    PL_SOLVING_FAILED /* too large, or else: the reason is told */
} pl_solving_phase;

typedef struct {
    int64_t iterations;
    double seconds, nashconv;
} pl_curve_point;

/* What is known so far. */
typedef struct {
    pl_solving_phase phase;
    int points;
    int64_t iterations, positions; /* positions: of a game without secrets */
    double seconds;
    double target; /* exploitability at which it ends */
    int32_t histories, sets, sets_of[PL_SEATS_MAX];
    int64_t bytes;
    pl_gap gap; /* of a game without secrets only value[] */
} pl_solving_facts;

typedef struct {
    const pl_game *game;
    pl_solving_facts is;
    pl_error err;
    pl_curve_point point[PL_CURVE_MAX];
    /* Without secrets: all positions. */
    pl_exact *exact;
    /* Else a tree and its method, until it is done; */
    pl_tree *tree;
    pl_solver *solver;
    int64_t next; /* iteration that is measured */
    double *policy;
    /* then what is left of them: set i is of seat[i], called name[i], its moves stand at
     * first[i] .. first[i+1]-1 of policy, and key[] are their keys, ascending, of[] whose. */
    int8_t *seat;
    int32_t *first, *of;
    uint64_t *key;
    unsigned char *view; /* of state_size bytes each */
    size_t *name;        /* where each begins in names */
    char *names;
    size_t used, room;
} pl_solving;

pl_solving *pl_solving_new(const char *spec); /* or NULL: out of memory */
void pl_solving_free(void *s);
/* The work of a job whose with is a pl_solving: the next piece of it. */
void pl_solving_work(pl_job *j, pl_pool *p);
/* The seconds after which that piece is stopped, for who gives the job. */
double pl_solving_most(const pl_solving *s);
/* The exploitability of what nashconv is. */
double pl_solving_gap(const pl_solving *s, double nashconv);
/* When it is done: what the set with this key does, or NULL; *moves says how many. */
const double *pl_solving_find(const pl_solving *s, uint64_t key, int *moves);

/* naming.c: what is kept of a tree: 0, or -1 with the reason. */
int pl_solving_keep(pl_solving *s);

#endif
