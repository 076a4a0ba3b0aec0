/* bandit.h -- which of several arms to try next: the nodes of a search tree and
 * the policies that choose among those which are available just now.
 *
 * Everything that two threads may touch is atomic.  With shared set, visits and
 * scores are added in one step each; else plainly, which is faster. */
#ifndef PL_AGENTS_BANDIT_H
#define PL_AGENTS_BANDIT_H

#include <stdatomic.h>

#include "agents/rows.h"
#include "parlor/game.h"

typedef enum { PL_UCB1, PL_EXP3, PL_SW_UCB, PL_D_UCB, PL_RM } pl_bandit_policy;

/* A node is an arm of the one above it. */
typedef struct {
    _Atomic double sum;         /* scores of the seat that chose it, each less base */
    _Atomic uint32_t visits;    /* how many */
    _Atomic uint32_t available; /* how often it could be chosen */
    _Atomic uint32_t first;     /* node below; 0: none */
    _Atomic uint32_t next;      /* node beside; 0: none */
    int32_t label;
    int16_t seat;   /* that chose it; PL_CHANCE: it was not chosen in this tree */
    uint16_t prior; /* how much it is to be tried, of UINT16_MAX, where a guide ranks moves */
} pl_node;

/* What some policies know beside that. */
typedef union {
    struct {
        double gain;     /* EXP3: scores over their chances; RM: regret */
        double explored; /* visits that were due to exploration alone, on average */
        uint64_t stamp;  /* RM: the choice for which it was last available */
    } mixed;
    struct {
        double sum; /* of scores in the window of the node above */
        uint32_t count;
        uint32_t ring, head, used, room; /* its own window: the last scores below it */
    } window;
    struct {
        double sum, count, available; /* each as of the time last */
        uint32_t last;
        uint32_t clock; /* its own: choices made below it */
    } fading;
} pl_extra;

typedef struct {
    float score;
    uint32_t child;
} pl_recent;

typedef struct {
    pl_bandit_policy policy;
    int shared;
    double explore, discount;
    uint32_t window;
    pl_node *node;          /* node 0 is none */
    pl_extra *extra;        /* of each node; NULL for UCB1 */
    pl_recent *recent;      /* rings of the sliding windows */
    uint32_t room, recents; /* nodes there may be, and recent scores */
    _Atomic uint32_t used;
    uint32_t recents_used;
    uint64_t stamp;
    _Atomic double lo, hi; /* of all scores seen; lo > hi: none yet */
    _Atomic double base;   /* 0; if shared, the lowest of the first scores: a visit that is
                            * still under way counts as one that came to this */
    pl_rows *rows;
} pl_bandit;

/* One choice, kept until its score is known. */
typedef struct {
    uint32_t parent, child;
    uint64_t stamp;
    double chance; /* with which it was chosen, where policies are mixed */
    int32_t seat;
    int32_t later; /* it is counted with the next ones together */
} pl_choice;

/* Room for about so many bytes; 0, or -1 with the reason.  policy, shared,
 * explore (less than 0: as suits the policy), discount and window are set. */
int pl_bandit_open(pl_bandit *b, double bytes, pl_error *err);
void pl_bandit_close(pl_bandit *b);
void pl_bandit_begin(pl_bandit *b); /* forget all nodes */
size_t pl_bandit_node_bytes(const pl_bandit *b);

/* Make child a node for what is new below parent, not yet in any list. */
void pl_bandit_new(pl_bandit *b, uint32_t parent, uint32_t child, int32_t label);
/* There is a choice to be made below parent, and these arms may be chosen. */
void pl_bandit_offer(pl_bandit *b, uint32_t parent, const uint32_t *arm, int n);
/* Choose one of them; c has parent and seat and gets the rest. */
void pl_bandit_choose(pl_bandit *b, pl_choice *c, const uint32_t *arm, int n, pl_rng *r);
/* An arm is tried that is new, or that was chosen otherwise. */
void pl_bandit_try(pl_bandit *b, pl_choice *c, uint32_t child);
/* What came of it. */
void pl_bandit_learn(pl_bandit *b, const pl_choice *c, double score);
/* All scores lie in a range that is learnt from them. */
void pl_bandit_widen(pl_bandit *b, const double *score, int n);
/* The mean score of an arm that was visited. */
double pl_bandit_mean(const pl_bandit *b, uint32_t arm);
/* How often the arm would be chosen, not to explore but to play. */
double pl_bandit_weight(const pl_bandit *b, uint32_t arm);
int pl_bandit_mixes(const pl_bandit *b); /* whether to play by these weights */

/* Reading and adding without regard to order. */
static inline uint32_t pl_seen_count(const _Atomic uint32_t *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static inline void pl_add_count(_Atomic uint32_t *x, int shared)
{
    if (shared) atomic_fetch_add_explicit(x, 1, memory_order_relaxed);
    else atomic_store_explicit(x, pl_seen_count(x) + 1, memory_order_relaxed);
}

/* Where threads meet and it is of no great matter if one is lost now and then. */
static inline void pl_add_about(_Atomic uint32_t *x, uint32_t n)
{
    atomic_store_explicit(x, pl_seen_count(x) + n, memory_order_relaxed);
}

static inline double pl_seen_sum(const _Atomic double *x)
{
    return atomic_load_explicit(x, memory_order_relaxed);
}

static inline void pl_add_sum(_Atomic double *x, double d, int shared)
{
    double old = pl_seen_sum(x);
    if (!shared) atomic_store_explicit(x, old + d, memory_order_relaxed);
    else
        while (!atomic_compare_exchange_weak_explicit(x, &old, old + d, memory_order_relaxed,
                                                      memory_order_relaxed)) {
        }
}

/* UCB1 of an arm that was offered so often before, in units of the score; bold is
 * what pl_ucb1_bold() says. */
static inline float pl_ucb1(const pl_rows *rows, const pl_node *k, uint32_t before, float bold)
{
    uint32_t visits = pl_seen_count(&k->visits);
    float sum = (float)pl_seen_sum(&k->sum);
    if ((visits | before) < PL_ROWS)
        return sum * rows->inverse[visits] +
               bold * rows->root_log[before] * rows->inverse_root[visits];
    float few = 1 / (float)visits;
    return sum * few + bold * sqrtf(pl_log((float)before) * few);
}

static inline float pl_ucb1_bold(const pl_bandit *b)
{
    double lo = pl_seen_sum(&b->lo), hi = pl_seen_sum(&b->hi);
    return (float)(lo < hi ? b->explore * (hi - lo) : b->explore);
}

#endif
