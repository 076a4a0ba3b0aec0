/* pool.h -- what the files about pools share. */
#ifndef PL_ARENA_LADDER_POOL_H
#define PL_ARENA_LADDER_POOL_H

#include "parlor/ladder.h"

/* The games of a pool, in the order of time: a player comes once in each. */
typedef struct {
    int64_t games;
    const int64_t *begin; /* games + 1 */
    const int32_t *who;   /* from 0 */
    const double *score;
    int32_t players, seats;
} pl_pool_games;

/* rate.c: fill in groups and ratings, from the games.  0, or -1 with the reason. */
int pl_pool_rate(const pl_pool_games *g, const pl_pool_options *o, pl_pool *pool, pl_pooled *player,
                 pl_error *err);
/* course.c: ratings that are kept up game by game. */
int pl_pool_course(const pl_pool_games *g, const pl_pool_options *o, pl_pooled *player,
                   pl_error *err);

#endif
