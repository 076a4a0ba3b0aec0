/* luck_tree.h -- what the files of pl_luck_tree share. */
#ifndef PL_STATS_LUCK_TREE_H
#define PL_STATS_LUCK_TREE_H

#include "parlor/luck.h"

struct pl_luck_tree {
    const pl_tree *tree;
    double *play;   /* a policy: how the known seats play */
    double *value;  /* nodes rows of players numbers */
    double *payoff; /* ends rows: what is left of the scores without luck */
    uint32_t known;
};

/* The chance of the move to child, if it is known: chance's or that of a known seat; else -1. */
double pl_luck_chance(const pl_luck_tree *l, int32_t node, int32_t child);
/* Fills in payoff; 0, or -1 with the reason. */
int pl_luck_cells(pl_luck_tree *l, pl_error *err);

#endif
