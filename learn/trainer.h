/* trainer.h -- training under way. */
#ifndef PL_LEARN_TRAINER_H
#define PL_LEARN_TRAINER_H

#include "learn/learner.h"
#include "solve/pool.h"

struct pl_trainer {
    const pl_game *game;
    pl_net *net;
    double arg[PL_PARAMS_MAX];
    char method[PL_SPEC_MAX];
    int64_t games_most;
    uint64_t seed;
    int32_t workers, points, room;
    pl_train_course course;
    pl_train_point *point;
    int64_t due;  /* games at which the next point is */
    double steep; /* the square of a gradient, about: what rates are divided by */
    pl_learner *learner;
    pl_pool *pool;
    atomic_int stop;
    int32_t yardsticks;
    const char *yardstick[PL_YARDSTICKS_MAX]; /* each in spec */
    char spec[PL_YARDSTICKS_MAX][PL_SPEC_MAX];
};

/* A trainer for the net, which becomes its own also if it fails; NULL with the reason. */
pl_trainer *pl_trainer_around(pl_net *net, const pl_train_plan *plan, pl_error *err);
/* The rate by the schedule, once so many games have been played. */
double pl_trainer_rate(const pl_trainer *t, int64_t games);
/* Add a point to the curve; 0, or -1: out of memory. */
int pl_trainer_point(pl_trainer *t, const pl_train_point *p);
/* After a point: when the next one is. */
void pl_trainer_next_point(pl_trainer *t);

#endif
