/* trainer.h -- training under way. */
#ifndef PL_LEARN_TRAINER_H
#define PL_LEARN_TRAINER_H

#include <stdatomic.h>

#include "learn/way.h"
#include "solve/pool.h"

struct pl_trainer {
    const pl_game *game;
    pl_net *net;
    const pl_way *way;
    void *own; /* of the method */
    double arg[PL_PARAMS_MAX];
    char spelling[PL_SPEC_MAX]; /* of the method and its arguments */
    int64_t games_most;
    uint64_t seed;
    int32_t workers, points, room;
    pl_train_course course;
    pl_train_point *point;
    int64_t due;   /* games at which the next point is */
    double fact;   /* one number that the method keeps from round to round, */
    float *kept;   /* and as many more as it likes: they are its own, */
    int64_t keeps; /* so many */
    float *before; /* the weights before this round, and then what was kept */
    pl_pool *pool;
    atomic_int stop;
    int32_t yardsticks;
    const char *yardstick[PL_YARDSTICKS_MAX]; /* each in spec */
    char spec[PL_YARDSTICKS_MAX][PL_SPEC_MAX];
};

/* A trainer for the net, which becomes its own also if it fails; NULL with the reason. */
pl_trainer *pl_trainer_around(pl_net *net, const pl_train_plan *plan, pl_error *err);
/* Add a point to the curve; 0, or -1: out of memory. */
int pl_trainer_point(pl_trainer *t, const pl_train_point *p);
/* After a point: when the next one is. */
void pl_trainer_next_point(pl_trainer *t);

#endif
