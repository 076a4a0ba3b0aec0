/* trainer.c -- training in rounds.
 *
 * In a round each worker plays and learns by a copy of its own; then the net moves by the sum
 * of what the copies moved, taken in their order.  With one worker that is plain TD(lambda),
 * game by game.  Game i of a run has the i-th stream of its seed. */
#include "learn/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/settings.h"
#include "core/text.h"

#define HUGE_WEIGHT 1e6f
#define HUGE_LOSS 1e3 /* of one position, whose score has a spread of 1 */
static const double pi = 3.14159265358979323846;

static const pl_param params[] = {
    {"lambda", PL_REAL, 0, 0.7, 1, "how far back it learns: 0 one position, 1 the whole game"},
    {"rate", PL_REAL, 1e-9, 0.1, 100, "how much of an error one position mends, about"},
    {"schedule", "constant|inverse|linear|cosine", 0, 0, 3,
     "how the rate falls: by half games, or to 0 at the last game"},
    {"half", NULL, 1, 100000, 1e12, "of inverse: after so many games the rate is half"},
    {"epsilon", PL_REAL, 0, 0, 1, "how often it plays any move instead of the best"},
    {"temperature", PL_REAL, 0, 0, 1e6, "moves by e^(score/t); 0: always the best"},
    {"turns", "own|every", 0, 0, 1, "a seat learns after its own moves, or after everybody's"},
    {"estimates", "after|both", 0, 0, 1, "after its moves, or before them, too"},
    {"worlds", NULL, 1, 1, 1000, "worlds to look ahead in where something is hidden"},
    {0},
};

const pl_param *pl_train_params(void)
{
    return params;
}

pl_train_plan pl_train_usual(const pl_game *g)
{
    return (pl_train_plan){
        .game = g, .shape = pl_net_usual(g), .method = "td", .seed = 1, .workers = 1};
}

/* "td" or "td(key=value,...)". */
static int read_method(pl_trainer *t, const char *text, pl_error *err)
{
    pl_settings own = {"td", params, t->arg, NULL};
    char args[PL_SPEC_MAX];
    size_t n = strlen(text);
    int bare = !strcmp(text, "td");
    if (!bare && (strncmp(text, "td(", 3) || text[n - 1] != ')' || n >= sizeof args))
        return pl_fail(err, "a method is td or td(key=value,...), not '%.60s'", text);
    snprintf(args, sizeof args, "%.*s", bare ? 0 : (int)n - 4, bare ? "" : text + 3);
    if (pl_settings_read(&own, args, err)) return -1;
    pl_settings_spec(&own, t->method, sizeof t->method);
    return 0;
}

static int check_plan(const pl_trainer *t, pl_error *err)
{
    const pl_game *g = t->game;
    const pl_net_shape *s = pl_net_shape_of(t->net);
    if (t->workers < 1 || t->workers > PL_WORKERS_MAX)
        return pl_fail(err, "training has 1..%d workers, not %d", PL_WORKERS_MAX, (int)t->workers);
    if (g->hide && !g->guess)
        return pl_fail(err, "training needs worlds, and %s hides things but has no guess", g->name);
    if (t->arg[SCHEDULE] >= LINEAR && t->games_most < 1)
        return pl_fail(err, "schedules linear and cosine need a number of games to end at");
    for (int i = 0; i < s->heads; i++)
        if (s->kind[i] != PL_MOVES) return 0;
    return pl_fail(err, "td needs a head that values positions: score, wins or outcomes");
}

static int open_workers(pl_trainer *t, pl_error *err)
{
    t->learner = calloc((size_t)t->workers, sizeof *t->learner);
    if (!t->learner) return pl_fail(err, "out of memory");
    for (int i = 0; i < t->workers; i++)
        if (pl_learner_open(&t->learner[i], t->game, t->arg, t->net))
            return pl_fail(err, "out of memory");
    t->pool = pl_pool_new(t->workers);
    return t->pool ? 0 : pl_fail(err, "the system gives no %d threads", (int)t->workers);
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
    t->due = (int64_t)t->workers * PL_ROUND;
    if (read_method(t, plan->method, err) == 0 && check_plan(t, err) == 0 &&
        open_workers(t, err) == 0) {
        t->course.rate = pl_trainer_rate(t, 0);
        return t;
    }
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

/* The square of the first output's gradient at what seat sees of s. */
static double steepness(const pl_net *net, pl_learner *l, const void *s, int seat, float *gradient,
                        int64_t count)
{
    double square = 0;
    pl_state view;
    pl_view(l->game, s, seat, &view);
    pl_tensor(l->game, &view, seat, l->tensor);
    pl_net_study(net, l->one, l->tensor, 1);
    memset(gradient, 0, (size_t)count * sizeof *gradient);
    memset(l->by, 0, (size_t)pl_net_outputs(net) * sizeof *l->by);
    l->by[0] = 1;
    pl_net_backward(net, l->one, l->by, gradient);
    for (int64_t i = 0; i < count; i++) square += (double)gradient[i] * (double)gradient[i];
    return square;
}

/* How steep it is at positions of games at random.  A step of 1 over this, along the gradient,
 * mends a whole error: so rates mean the same for few inputs and for many (the normalised
 * least mean squares of J. Nagumo and A. Noda, 1967). */
static int find_steepness(pl_trainer *t)
{
    enum { POSITIONS = 500 };
    const pl_game *g = t->game;
    int64_t count;
    int32_t stride;
    pl_state s;
    pl_rng r;
    pl_net_weights(t->net, &count, &stride);
    float *gradient = malloc((size_t)count * sizeof *gradient);
    if (!gradient) return -1;
    pl_seed(&r, t->seed);
    pl_start(g, &s);
    for (int n = 0; n < POSITIONS; g->apply(&s, pl_any(g, &s, &r))) {
        int turn = g->turn(&s);
        if (turn == PL_OVER) pl_start(g, &s);
        if (turn < 0) continue;
        t->steep += steepness(t->net, t->learner, &s, turn, gradient, count) / POSITIONS;
        n++;
    }
    free(gradient);
    return 0;
}

pl_trainer *pl_trainer_open(const pl_train_plan *plan, pl_error *err)
{
    pl_net *net = pl_net_new(&plan->shape, plan->game, plan->seed, err);
    if (!net) return NULL;
    find_scale(net, plan->game, plan->seed);
    pl_trainer *t = pl_trainer_around(net, plan, err);
    if (!t || find_steepness(t) == 0) return t;
    pl_fail(err, "out of memory");
    pl_trainer_free(t);
    return NULL;
}

void pl_trainer_free(pl_trainer *t)
{
    if (!t) return;
    for (int i = 0; t->learner && i < t->workers; i++) pl_learner_close(&t->learner[i]);
    pl_pool_free(t->pool);
    free(t->learner);
    free(t->point);
    pl_net_free(t->net);
    free(t);
}

double pl_trainer_rate(const pl_trainer *t, int64_t games)
{
    double rate = t->arg[RATE], part = 0;
    if (t->games_most > 0) part = (double)games / (double)t->games_most;
    if (t->arg[SCHEDULE] == INVERSE) return rate / (1 + (double)games / t->arg[HALF]);
    if (t->arg[SCHEDULE] == LINEAR) return rate * (1 - part);
    if (t->arg[SCHEDULE] == COSINE) return rate * (1 + cos(pi * part)) / 2;
    return rate;
}

/* The games of worker i. */
static void play_round(void *with, int i, int thread)
{
    pl_trainer *t = with;
    pl_learner *l = &t->learner[i];
    int64_t first = t->course.games + (int64_t)i * PL_ROUND, count;
    int32_t stride;
    float *copy = pl_net_weights(l->net, &count, &stride);
    pl_rng all;
    (void)thread;
    memcpy(copy, pl_net_weights(t->net, &count, &stride), (size_t)count * sizeof *copy);
    pl_seed(&all, t->seed);
    l->rate = t->course.rate / t->steep;
    l->loss = 0;
    l->updates = l->plies = 0;
    for (int k = 0; k < PL_ROUND; k++) {
        pl_split(&all, (uint64_t)(first + k), &l->rng);
        if (pl_learner_game(l, &t->stop)) return;
    }
}

/* Where all copies together moved to; -1: to where there are no numbers. */
static int add_up(const pl_trainer *t, float *sum)
{
    int64_t count;
    int32_t stride;
    const float *w = pl_net_weights(t->net, &count, &stride);
    int bad = 0;
    memcpy(sum, w, (size_t)count * sizeof *sum);
    for (int i = 0; i < t->workers; i++) {
        const float *copy = pl_net_weights(t->learner[i].net, &count, &stride);
        if (t->workers == 1) memcpy(sum, copy, (size_t)count * sizeof *sum);
        else
            for (int64_t k = 0; k < count; k++) sum[k] += copy[k] - w[k];
    }
    for (int64_t k = 0; k < count; k++) bad |= !(sum[k] > -HUGE_WEIGHT && sum[k] < HUGE_WEIGHT);
    for (int i = 0; i < t->workers; i++)
        bad |= !(t->learner[i].loss <= HUGE_LOSS * (double)t->learner[i].updates);
    return bad ? -1 : 0;
}

/* The loss is told over the last hundred rounds, about. */
static void add_course(pl_trainer *t)
{
    double loss = 0;
    int64_t updates = 0, rounds = t->course.games / ((int64_t)t->workers * PL_ROUND);
    for (int i = 0; i < t->workers; i++) {
        loss += t->learner[i].loss;
        updates += t->learner[i].updates;
        t->course.plies += t->learner[i].plies;
    }
    loss /= updates ? (double)updates : 1;
    t->course.loss += (loss - t->course.loss) / (double)(rounds < 100 ? rounds + 1 : 100);
    t->course.games += (int64_t)t->workers * PL_ROUND;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int pl_trainer_round(pl_trainer *t, pl_error *err)
{
    int64_t count;
    int32_t stride;
    double from = seconds_now();
    if (t->games_most > 0 && t->course.games >= t->games_most) return 0;
    t->course.rate = pl_trainer_rate(t, t->course.games);
    float *w = pl_net_weights(t->net, &count, &stride);
    float *sum = malloc((size_t)count * sizeof *sum);
    if (!sum) return pl_fail(err, "out of memory");
    pl_pool_run(t->pool, t->workers, play_round, t);
    int stopped = pl_trainer_stopped(t), bad = !stopped && add_up(t, sum);
    if (!stopped && !bad) {
        memcpy(w, sum, (size_t)count * sizeof *w);
        add_course(t);
        t->course.seconds += seconds_now() - from;
    }
    free(sum);
    if (bad)
        return pl_fail(err,
                       "training diverged after %lld games, with a rate of %g: try a lower one",
                       (long long)t->course.games, t->course.rate);
    return !stopped;
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
    return t->method;
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
