/* trainer.h -- training under way. */
#ifndef PL_LEARN_TRAINER_H
#define PL_LEARN_TRAINER_H

#include <stdatomic.h>

#include "learn/opponents.h"
#include "learn/way.h"
#include "parlor/tree.h"
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
    pl_opponents opponents;
    pl_company *company; /* one for each worker */
    pl_tree *tree;       /* of its game, once it was asked how exploitable the net is; or NULL */
    int32_t large;       /* 1: there is none, for it would be too large */
    int32_t stages;
    pl_train_stage stage[PL_STAGES_MAX];
    char *stage_words[PL_STAGES_MAX]; /* what each of them points to */
};

/* A trainer for the net, which becomes its own also if it fails; NULL with the reason. */
pl_trainer *pl_trainer_around(pl_net *net, const pl_train_plan *plan, pl_error *err);
/* stages.c: the game that the stage under way began with; a stage that begins with this game,
 * instead of the last one if that did, too, 0, or -1: out of memory. */
int64_t pl_trainer_stage_from(const pl_trainer *t);
int pl_trainer_add_stage(pl_trainer *t, int64_t from, const char *method, const char *opponents);
/* Once all stages are added: go on with the last one; 0, or -1 with the reason. */
int pl_trainer_again(pl_trainer *t, pl_error *err);
void pl_trainer_free_stages(pl_trainer *t);
/* exploited.c: how exploitable its policy is, NashConv over players; NAN: it has no head for
 * moves, or the game is too large. */
double pl_trainer_exploited(pl_trainer *t);
/* Add a point to the curve; 0, or -1: out of memory. */
int pl_trainer_point(pl_trainer *t, const pl_train_point *p);
/* After a point: when the next one is. */
void pl_trainer_next_point(pl_trainer *t);

#endif
