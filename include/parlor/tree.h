/* tree.h -- the whole tree of a small game, in arrays.
 *
 * Nodes stand in order of depth, the children of one side by side in order of
 * their moves: node i's are first[i] .. first[i+1]-1.  A parent comes before
 * its children, so a sweep from the end is a sweep from the leaves.
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
    int32_t *first;       /* nodes+1: where each node's children begin */
    int32_t *parent;      /* nodes: -1 for the root */
    int32_t *info;        /* nodes: information set; at an end, its row of score; else -1 */
    pl_move *move;        /* nodes: the move that led here */
    double *odds;         /* nodes: of that move, if chance made it; else 1 */
    int8_t *turn;         /* nodes */
    unsigned char *state; /* nodes states of state_size bytes */
    double *score;        /* ends rows of players scores */
    int8_t *info_seat;    /* infos */
    int32_t *info_node;   /* infos: one node of each */
    int32_t *info_first;  /* infos+1: where each set's moves begin in a policy */
} pl_tree;

/* NULL with the reason if there are more than max_nodes, or no memory. */
pl_tree *pl_tree_new(const pl_game *g, int32_t max_nodes, pl_error *err);
void pl_tree_free(pl_tree *t);

/* A policy is a probability for each move of each information set:
 * policy[info_first[i] + a] for move a, from 0, of set i. */
void pl_tree_uniform(const pl_tree *t, double *policy);
/* Each seat's expected score.  0, or -1: out of memory; as below. */
int pl_tree_values(const pl_tree *t, const double *policy, double *values);
/* What seat gets by answering the others' policies best.  Needs PL_RECALL, or a
 * game without hide(); -1 otherwise, too. */
int pl_tree_best(const pl_tree *t, const double *policy, int seat, double *value);
/* The sum over seats of what a best answer would gain. */
int pl_tree_nashconv(const pl_tree *t, const double *policy, double *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
