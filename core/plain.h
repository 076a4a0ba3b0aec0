/* plain.h -- the loops of fast.h through the table, for each level of machine. */
#ifndef PL_CORE_PLAIN_H
#define PL_CORE_PLAIN_H

#include "parlor/game.h"

typedef struct {
    int64_t (*rollout)(const pl_game *g, const void *s, int games, pl_rng *r, double *sum);
    uint64_t (*perft)(const pl_game *g, const void *s, int depth);
    void (*step)(pl_batch *b);
    pl_move (*any)(const pl_game *g, const void *s, int turn, pl_rng *r);
    void (*mask)(const pl_game *g, const void *s, int turn, uint64_t *words);
    double (*look)(const pl_game *g, const void *s, pl_look *look);
} pl_plain_loops;

extern const pl_plain_loops pl_plain_base, pl_plain_v3;

#endif
