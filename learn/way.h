/* way.h -- a way of learning: what a trainer asks of it.
 *
 * A trainer has the net, the rounds, the file and the curve; a method plays and learns.  What
 * a round has changed is taken back if it was stopped or diverged, and that is up to the
 * trainer: the weights, t->kept and t->fact are all that a method may carry to the next one. */
#ifndef PL_LEARN_WAY_H
#define PL_LEARN_WAY_H

#include "parlor/train.h"

/* What came out of a round. */
typedef struct {
    double loss; /* summed over updates */
    int64_t updates, plies;
    const char *illegal; /* an opponent that made a move that is not legal; or NULL */
} pl_lesson;

typedef struct {
    const char *name;
    const pl_param *params;
    int32_t heads[PL_NET_HEADS]; /* of the usual net, */
    int32_t count;               /* so many */
    int32_t meets;               /* 1: it can play others than itself, by t->company */
    /* Whether it can learn by this plan: 0, or -1 with the reason. */
    int (*check)(const pl_trainer *t, pl_error *err);
    /* Set up t->own, and t->kept where it keeps numbers; 0, or -1: out of memory, and to be
     * closed all the same. */
    int (*open)(pl_trainer *t);
    void (*close)(pl_trainer *t);
    /* A net that has learnt nothing yet: 0, or -1: out of memory. */
    int (*begin)(pl_trainer *t);
    /* One that was saved: 0, or -1: what was kept makes no sense. */
    int (*resume)(pl_trainer *t);
    /* The games of a round; and its rate, once so many were played. */
    int64_t (*games)(const pl_trainer *t);
    double (*rate)(const pl_trainer *t, int64_t games);
    /* Play and learn, by t->course.rate; t->before has the weights as they were. */
    void (*round)(pl_trainer *t, pl_lesson *out);
} pl_way;

extern const pl_way pl_td, pl_pg;
/* From "name" or "name(key=value,...)": the method, its values and its canonical spelling;
 * NULL with the reason. */
const pl_way *pl_way_read(const char *text, double *arg, char *spec, size_t n, pl_error *err);

/* How something falls in the course of training, from 1 on.  The words are for parameters. */
enum { PL_CONSTANT, PL_INVERSE, PL_LINEAR, PL_COSINE };
#define PL_SCHEDULES "constant|inverse|linear|cosine"
double pl_scheduled(int kind, double half, int64_t games, int64_t of);

#endif
