/* tree.h -- the whole tree of a small game, in arrays.
 *
 * Nodes stand in order of depth, the children of one side by side in order of
 * their moves: node i's are first[i] .. first[i+1]-1.  A parent comes before
 * its children, so a sweep from the end is a sweep from the leaves.
 *
 * Information sets are views where views forget nothing (PL_RECALL) and where
 * nothing is hidden; else they are all that the seat noticed so far, so that
 * every game with secrets has perfect recall.  They are numbered as they are
 * met: with recall, a set has a higher number than any of its seat's before it.
 */
#ifndef PL_TREE_H
#define PL_TREE_H

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct {
    const pl_game *game;
    int32_t nodes, chance, decisions, ends; /* histories, and of which kind */
    int32_t depth;                          /* plies of the longest line */
    int32_t infos;                          /* information sets of all seats */
    int32_t infos_of[PL_SEATS_MAX];
    int32_t recall;       /* 1: info_before is the same from every node of each set */
    int32_t zero_sum;     /* 1: the scores of every end add up to 0, */
    int32_t constant_sum; /* or at least all to one number, */
    double sum;           /* which is this; else 0 */
    int64_t bytes;        /* of memory that it takes */
    int32_t *first;       /* nodes+1: where each node's children begin */
    int32_t *parent;      /* nodes: -1 for the root */
    int32_t *info;        /* nodes: information set; at an end, its row of score; else -1 */
    pl_move *move;        /* nodes: the move that led here */
    double *odds;         /* nodes: of that move, if chance made it; else 1 */
    int8_t *turn;         /* nodes */
    double *score;        /* ends rows of players scores */

    int8_t *info_seat;        /* infos */
    int32_t *info_node;       /* infos: the first node of each */
    int32_t *info_first;      /* infos+1: where each set's moves begin in a policy */
    int32_t *info_before;     /* infos: the place in a policy, plus 1, of the seat's last
                               * move on the way to info_node; 0: there is none */
    uint64_t *info_key;       /* infos: a name of the set, unlike any other's */
    unsigned char *info_view; /* infos views of state_size bytes: what the seat sees */
} pl_tree;

/* What a tree may take; 0 stands for no bound and for one thread.  The tree is
 * the same at any number of threads. */
typedef struct {
    int64_t memory; /* bytes, while it is built */
    int32_t max_nodes;
    int32_t threads;
} pl_tree_limits;

/* NULL with the reason if it would be larger, with an estimate of its size. */
pl_tree *pl_tree_build(const pl_game *g, const pl_tree_limits *limits, pl_error *err);
/* The same by one thread: at most max_nodes, and no other bound. */
pl_tree *pl_tree_new(const pl_game *g, int32_t max_nodes, pl_error *err);
void pl_tree_free(pl_tree *t);

/* How large the tree would be, from so many random lines (Knuth, 1975). */
typedef struct {
    double nodes, ends;
    double bytes; /* of the arrays of nodes and scores: sets come on top */
    int64_t probes;
} pl_tree_size;
void pl_tree_estimate(const pl_game *g, int64_t probes, uint64_t seed, pl_tree_size *out);

/* The names of information sets, as an agent can work them out in play.  Where
 * pl_info_by_view(), it is that of the view; else a seat begins with the name of
 * the start and makes the next from all it hears, its own moves included. */
int pl_info_by_view(const pl_game *g);
uint64_t pl_info_key_view(const pl_game *g, int seat, const void *view);
uint64_t pl_info_key_start(int seat);
uint64_t pl_info_key_heard(uint64_t before, int who, pl_move code);

/* A policy is a probability for each move of each information set:
 * policy[info_first[i] + a] for move a, from 0, of set i. */
void pl_tree_uniform(const pl_tree *t, double *policy);
/* Each seat's expected score.  0, or -1: out of memory; as below. */
int pl_tree_values(const pl_tree *t, const double *policy, double *values);
/* What seat gets by answering the others' policies best.  Needs recall, or a
 * game without hide(); -1 otherwise, too. */
int pl_tree_best(const pl_tree *t, const double *policy, int seat, double *value);
/* The same, and how: one move of each of the seat's sets, written to response, which
 * is laid out like a policy; where the others never let it get, the first. */
int pl_tree_respond(const pl_tree *t, const double *policy, int seat, double *response,
                    double *value);
/* The sum over seats of what a best answer would gain. */
int pl_tree_nashconv(const pl_tree *t, const double *policy, double *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
