/* bandit.h -- which of several arms to try next: the policies that choose among the nodes
 * of a search tree that are available just now.
 *
 * Many threads may choose in one tree by UCB1; for the other policies one has to be alone. */
#ifndef PL_AGENTS_BANDIT_H
#define PL_AGENTS_BANDIT_H

#include "agents/nodes.h"
#include "agents/rows.h"

typedef enum { PL_UCB1, PL_EXP3, PL_SW_UCB, PL_D_UCB, PL_RM } pl_bandit_policy;

/* What some policies know of a node beside visits and scores. */
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
    double explore, discount;
    uint32_t window;
    pl_nodes nodes;    /* a node is an arm of the one above it */
    pl_extra *extra;   /* of each node; NULL for UCB1 */
    pl_recent *recent; /* rings of the sliding windows */
    uint32_t recents;  /* recent scores there may be */
    uint32_t recents_used;
    uint64_t stamp;
    _Atomic double lo, hi; /* of all scores seen; lo > hi: none yet */
    _Atomic double base;   /* 0; for many threads, the lowest of the first scores: a visit
                            * that is still under way counts as one that came to this */
    pl_rows *rows;
} pl_bandit;

/* One choice, kept until its score is known. */
typedef struct {
    uint32_t parent, child;
    uint64_t stamp;
    double chance; /* with which it was chosen, where policies are mixed */
    int64_t seat;
} pl_choice;

/* Room for about so many bytes; 0, or -1 with the reason.  policy, nodes.threads, explore
 * (less than 0: as suits the policy), discount and window are set. */
int pl_bandit_open(pl_bandit *b, double bytes, pl_error *err);
/* Bytes with which a search makes sense, where there are at most so many moves. */
double pl_bandit_least(const pl_bandit *b, int moves);
void pl_bandit_close(pl_bandit *b);
/* Forget all nodes; then so many, from 1 on, are roots. */
void pl_bandit_begin(pl_bandit *b, uint32_t roots);

/* A node was added below parent; counts: the thread's. */
void pl_bandit_new(pl_bandit *b, pl_counts *counts, uint32_t parent, uint32_t child);
/* There is a choice to be made below parent, and these arms may be chosen. */
void pl_bandit_offer(pl_bandit *b, pl_counts *counts, uint32_t parent, const uint32_t *arm, int n);
/* Choose one of them; c has parent and seat and gets the rest. */
void pl_bandit_choose(pl_bandit *b, pl_counts *counts, pl_choice *c, const uint32_t *arm, int n,
                      pl_rng *r);
/* The arm that UCB1 would choose, of those that were offered. */
uint32_t pl_bandit_highest(const pl_bandit *b, const pl_counts *counts, const uint32_t *arm, int n);
/* What other policies than UCB1 learn beside its score. */
void pl_bandit_learn_extra(pl_bandit *b, const pl_choice *c, double score);
/* Bytes that a node takes, on average. */
int64_t pl_bandit_node_bytes(const pl_bandit *b);
/* All scores lie in a range that is learnt from them. */
void pl_bandit_widen(pl_bandit *b, const double *score, int n);
/* The mean score of an arm that was visited. */
double pl_bandit_mean(const pl_bandit *b, uint32_t arm);
/* How often the arm would be chosen, not to explore but to play. */
double pl_bandit_weight(const pl_bandit *b, uint32_t arm);
int pl_bandit_mixes(const pl_bandit *b); /* whether to play by these weights */

/* An arm is tried that is new, or that was chosen otherwise. */
static inline void pl_bandit_try(const pl_counts *counts, pl_choice *c, uint32_t child)
{
    c->child = child;
    c->chance = 1;
    c->stamp = 0;
    pl_add_count(&pl_known_of(counts, child)->visits);
}

/* What came of it. */
static inline void pl_bandit_learn(pl_bandit *b, const pl_counts *counts, const pl_choice *c,
                                   double score)
{
    pl_add_sum(&pl_known_of(counts, c->child)->sum, score - pl_seen_sum(&b->base));
    if (b->extra) pl_bandit_learn_extra(b, c, score);
}

/* UCB1 of an arm that was offered so often before, in units of the score; bold is
 * what pl_ucb1_bold() says.  Rows have room for these counts; or they may not have it. */
static inline float pl_ucb1_few(const pl_rows *rows, float sum, uint32_t visits, uint32_t before,
                                float bold)
{
    return sum * rows->of[visits].inverse + bold * rows->root_log[before] * rows->of[visits].root;
}

static inline float pl_ucb1(const pl_rows *rows, float sum, uint32_t visits, uint32_t before,
                            float bold)
{
    if ((visits | before) < PL_ROWS) return pl_ucb1_few(rows, sum, visits, before, bold);
    float few = 1 / (float)visits;
    return sum * few + bold * sqrtf(pl_log((float)before) * few);
}

static inline float pl_ucb1_bold(const pl_bandit *b)
{
    double lo = pl_seen_sum(&b->lo), hi = pl_seen_sum(&b->hi);
    return (float)(lo < hi ? b->explore * (hi - lo) : b->explore);
}

#endif
