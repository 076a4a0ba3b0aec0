/* trainer.c -- training in rounds, by whatever method: what a round comes to is kept only if it
 * was played to its end and is sound. */
#include "learn/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "nets/net.h"

#define HUGE_WEIGHT 1e6f
#define HUGE_LOSS 1e3    /* of one position, whose score has a spread of 1 */
#define SMALL_MOVE 1e-4f /* of a weight in a round, beside which others may be too small to tell */

/* Threads, and room for the weights as they were and what else is kept. */
static int get_ready(pl_trainer *t, pl_error *err)
{
    int64_t count;
    int32_t stride;
    pl_net_weights(t->net, &count, &stride);
    if (t->way->open(t)) return pl_fail(err, "out of memory");
    if (pl_trainer_stage(t, "", "self", err) < 0) return -1;
    t->before = malloc((size_t)(count + t->keeps) * sizeof *t->before);
    if (!t->before) return pl_fail(err, "out of memory");
    t->pool = pl_pool_new(t->workers);
    return t->pool ? 0 : pl_fail(err, "the system gives no %d threads", (int)t->workers);
}

static int set_up(pl_trainer *t, const char *method, pl_error *err)
{
    if (t->workers < 1 || t->workers > PL_WORKERS_MAX)
        return pl_fail(err, "training has 1..%d workers, not %d", PL_WORKERS_MAX, (int)t->workers);
    t->way = pl_way_read(method, t->arg, t->spelling, sizeof t->spelling, err);
    if (!t->way || t->way->check(t, err)) return -1;
    t->due = t->way->games(t);
    t->course.rate = t->way->rate(t, 0);
    return get_ready(t, err);
}

pl_trainer *pl_trainer_around(pl_net *net, const pl_train_plan *plan, pl_error *err)
{
    pl_trainer *t = calloc(1, sizeof *t);
    if (!t) {
        pl_net_free(net);
        pl_fail(err, "out of memory");
        return NULL;
    }
    t->net = net;
    t->game = plan->game;
    t->games_most = plan->games;
    t->seed = plan->seed;
    t->workers = plan->workers;
    if (set_up(t, plan->method, err) == 0) return t;
    pl_trainer_free(t);
    return NULL;
}

/* What scores are like, by games at random: a SCORE is to have mean 0 and spread 1. */
static void find_scale(pl_net *net, const pl_game *g, uint64_t seed)
{
    enum { GAMES = 200 };
    double sum = 0, square = 0, n = (double)GAMES * g->players;
    pl_state s;
    pl_rng r;
    pl_seed(&r, seed);
    pl_start(g, &s);
    for (int i = 0; i < GAMES; i++) {
        double score[PL_SEATS_MAX] = {0};
        pl_rollout(g, &s, 1, &r, score);
        for (int k = 0; k < g->players; k++) sum += score[k];
        for (int k = 0; k < g->players; k++) square += score[k] * score[k];
    }
    double mean = sum / n, variance = square / n - mean * mean;
    pl_net_scale(net, mean, variance > 1e-12 ? sqrt(variance) : 1);
}

pl_trainer *pl_trainer_open(const pl_train_plan *plan, pl_error *err)
{
    pl_net *net = pl_net_new(&plan->shape, plan->game, plan->seed, err);
    if (!net) return NULL;
    find_scale(net, plan->game, plan->seed);
    pl_trainer *t = pl_trainer_around(net, plan, err);
    if (!t || t->way->begin(t) == 0) return t;
    pl_fail(err, "out of memory");
    pl_trainer_free(t);
    return NULL;
}

void pl_trainer_free(pl_trainer *t)
{
    if (!t) return;
    if (t->way) t->way->close(t);
    pl_pool_free(t->pool);
    pl_tree_free(t->tree);
    free(t->before);
    free(t->point);
    pl_trainer_free_stages(t);
    pl_net_free(t->net);
    free(t);
}

/* The loss is told over the last hundred rounds, about. */
static void add_course(pl_trainer *t, const pl_lesson *l)
{
    int64_t games = t->way->games(t), rounds = t->course.games / games;
    double loss = l->loss / (l->updates ? (double)l->updates : 1);
    t->course.loss += (loss - t->course.loss) / (double)(rounds < 100 ? rounds + 1 : 100);
    t->course.games += games;
    t->course.plies += l->plies;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether the net has come apart.  Where no hidden unit answers to anything any more, as happens to
 * relu, nothing moves but what heads say of themselves.  At the end of a schedule hardly anything
 * moves, either, but then nothing moves far. */
static int is_sound(const pl_trainer *t, const pl_lesson *l, const float *w, int64_t count)
{
    int bad = !(l->loss <= HUGE_LOSS * (double)l->updates);
    int64_t moved = 0, biases = t->net->layer[t->net->shape.layers].bias; /* of heads, the last */
    float far = 0;
    for (int64_t k = 0; k < count; k++) {
        bad |= !(w[k] > -HUGE_WEIGHT && w[k] < HUGE_WEIGHT);
        moved += k < biases && (w[k] < t->before[k] || w[k] > t->before[k]);
        far = fmaxf(far, fabsf(w[k] - t->before[k]));
    }
    return !bad && (far < SMALL_MOVE || moved > 0);
}

/* Play a round: 1 if it is to be kept, 0 if it was stopped, -1 if it is not sound; then all is
 * as it was. */
static int try_round(pl_trainer *t, pl_lesson *out)
{
    int64_t count;
    int32_t stride;
    double fact = t->fact;
    float *w = pl_net_weights(t->net, &count, &stride);
    size_t weights = (size_t)count * sizeof *w, kept = (size_t)t->keeps * sizeof *w;
    memcpy(t->before, w, weights);
    if (kept) memcpy(t->before + count, t->kept, kept);
    t->way->round(t, out);
    int stopped = pl_trainer_stopped(t);
    if (!stopped && !out->illegal && is_sound(t, out, w, count)) return 1;
    memcpy(w, t->before, weights);
    if (kept) memcpy(t->kept, t->before + count, kept);
    t->fact = fact;
    return stopped ? 0 : -1;
}

int pl_trainer_round(pl_trainer *t, pl_error *err)
{
    pl_lesson lesson = {0};
    double from = seconds_now();
    if (t->games_most > 0 && t->course.games >= t->games_most) return 0;
    t->course.rate = t->way->rate(t, t->course.games);
    int status = try_round(t, &lesson);
    if (status > 0) {
        add_course(t, &lesson);
        t->course.seconds += seconds_now() - from;
    }
    if (status >= 0) return status;
    if (lesson.illegal) return pl_fail(err, "%s made a move that is not legal", lesson.illegal);
    return pl_fail(err, "training diverged after %lld games, with a rate of %g: try a lower one",
                   (long long)t->course.games, t->course.rate);
}

void pl_trainer_stop(pl_trainer *t)
{
    atomic_store(&t->stop, 1);
}

int pl_trainer_stopped(const pl_trainer *t)
{
    return atomic_load(&t->stop);
}

const pl_net *pl_trainer_net(const pl_trainer *t)
{
    return t->net;
}

const char *pl_trainer_method(const pl_trainer *t)
{
    return t->spelling;
}

int pl_trainer_workers(const pl_trainer *t)
{
    return t->workers;
}

int64_t pl_trainer_games(const pl_trainer *t)
{
    return t->games_most;
}

void pl_trainer_course(const pl_trainer *t, pl_train_course *out)
{
    *out = t->course;
}
