/* train.h -- nets that learn from games against themselves and others.
 *
 *     pl_train_plan plan = pl_train_usual(g);
 *     pl_trainer *t = pl_trainer_open(&plan, &err);
 *     while (pl_trainer_round(t, &err) > 0) ...
 *     pl_trainer_save(t, "backgammon.safetensors", &err);
 *
 * Training goes in rounds: every worker plays some games by a copy of the net and learns
 * from them, and then what all of them learnt is added up, in their order.  So the result
 * depends on the plan, its seed and its number of workers, and on nothing else.  All that
 * is needed to go on is in the net's file.  docs/learning.md has the formulas.
 */
#ifndef PL_TRAIN_H
#define PL_TRAIN_H

#include "parlor/net.h"
#include "parlor/stats.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    PL_WORKERS_MAX = 256,
    PL_YARDSTICKS_MAX = 4,
    PL_OPPONENTS_MAX = 8,
    PL_STAGES_MAX = 64,
    PL_ROUND = 32 /* games of a worker */
};

typedef struct {
    const pl_game *game; /* must outlive the trainer */
    pl_net_shape shape;
    const char *method; /* "td", "pg" or "td(lambda=0.7,...)": pl_train_params() */
    int64_t games;      /* to play in all, where schedules end, too; 0: no end */
    uint64_t seed;
    int32_t workers; /* threads, each with a copy of the net */
    int32_t unused;
} pl_train_plan;

typedef struct {
    int64_t games, plies; /* of players */
    double seconds;       /* spent in rounds */
    double loss;          /* of the last rounds, about: what is new less what was expected */
    double rate;          /* how fast it learns now */
} pl_train_course;

/* How it did against somebody. */
typedef struct {
    pl_interval score, wins; /* its mean score; its share of wins, ties shared */
} pl_train_result;

/* A point of its curve. */
typedef struct {
    int64_t games;
    double seconds, loss;
    double exploitability; /* of its policy, exactly: NashConv over players, where the net has a
                              head for moves and the game is small; else NAN */
    pl_train_result against[PL_YARDSTICKS_MAX];
} pl_train_point;

/* How it is trained from some game on. */
typedef struct {
    int64_t from; /* so many games had been played */
    const char *method, *opponents;
} pl_train_stage;

typedef struct pl_trainer pl_trainer;

pl_train_plan pl_train_usual(const pl_game *g);
/* The same for another method, with the heads that it wants. */
pl_train_plan pl_train_usual_by(const pl_game *g, const char *method);
/* What may stand in brackets after a method's name; NULL: there is no such method. */
const pl_param *pl_train_params(const char *method);
/* NULL with the reason. */
pl_trainer *pl_trainer_open(const pl_train_plan *plan, pl_error *err);
/* One that was saved, as it was; games, if above 0, is where it shall end now. */
pl_trainer *pl_trainer_resume(const char *path, const pl_game *g, int64_t games, pl_error *err);
void pl_trainer_free(pl_trainer *t);
const pl_net *pl_trainer_net(const pl_trainer *t);
const char *pl_trainer_method(const pl_trainer *t); /* its canonical spelling */
int pl_trainer_workers(const pl_trainer *t);
int64_t pl_trainer_games(const pl_trainer *t); /* to play in all */
void pl_trainer_course(const pl_trainer *t, pl_train_course *out);
/* One round.  1; 0: all games were played, or it was stopped, and then it is as if the round
 * had not begun; -1 with the reason: it diverged, and is as before the round. */
int pl_trainer_round(pl_trainer *t, pl_error *err);
/* From any thread: leave the round that is under way, or the measurement. */
void pl_trainer_stop(pl_trainer *t);
int pl_trainer_stopped(const pl_trainer *t);

/* From the next round on with other settings: changes, as "rate=0.05,lambda=0.9", over those that
 * its method has; opponents, or NULL: as before.  These are "self", the net at all seats, which is
 * how it begins, or agents and their shares of the games, "self:2,greedy:1": then the net has one
 * seat, which goes around, and one kind of agent all others.  No programs.  1: a stage begins, and
 * schedules anew; 0: nothing differs; -1 with the reason: it is as before. */
int pl_trainer_stage(pl_trainer *t, const char *changes, const char *opponents, pl_error *err);
int pl_trainer_stages(const pl_trainer *t, const pl_train_stage **out);

/* Whom to measure it by, n agents, no programs among them: 0, or -1 with the reason.  Who is
 * resumed keeps those it has, and n is 0. */
int pl_trainer_yardsticks(pl_trainer *t, const char *const *agents, int n, pl_error *err);
int pl_trainer_yardsticks_of(const pl_trainer *t, const char *const **agents);
/* Whether it is time for a point: at fixed numbers of games, each a quarter further. */
int pl_trainer_due(const pl_trainer *t);
/* Play so many games against each of them and add a point; the same at any time, on any
 * number of threads.  1; 0: it was stopped; -1 with the reason. */
int pl_trainer_measure(pl_trainer *t, int64_t games, pl_error *err);
int pl_trainer_points(const pl_trainer *t, const pl_train_point **out);

/* A text that goes into the net's file with it: 0, or -1 with the reason. */
int pl_trainer_note(pl_trainer *t, const char *name, const char *text, pl_error *err);
/* The net, its curve and all that resuming needs: 0, or -1 with the reason. */
int pl_trainer_save(pl_trainer *t, const char *path, pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
