/* td.c -- the method td: TD(lambda) from games against itself and others.
 *
 * In a round each worker plays and learns by a copy of its own; then the net moves by the sum
 * of what the copies moved, taken in their order.  With one worker that is plain TD(lambda),
 * game by game.  Game i of a run has the i-th stream of its seed. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "learn/learner.h"
#include "learn/replay.h"
#include "learn/trainer.h"

static const pl_param params[] = {
    {"lambda", PL_REAL, 0, 0.7, 1, "how far back it learns: 0 one position, 1 the whole game"},
    {"rate", PL_REAL, 1e-9, 0.1, 100, "how much of an error one position mends, about"},
    {"schedule", PL_SCHEDULES, 0, 0, 3,
     "how the rate falls: by half games, or to 0 at the last game"},
    {"half", NULL, 1, 100000, 1e12, "of inverse: after so many games the rate is half"},
    {"epsilon", PL_REAL, 0, 0, 1, "how often it plays any move instead of the best"},
    {"temperature", PL_REAL, 0, 0, 1e6, "moves by e^(score/t); 0: always the best"},
    {"turns", "own|every", 0, 0, 1, "a seat learns after its own moves, or after everybody's"},
    {"estimates", "after|both", 0, 0, 1, "after its moves, or before them, too"},
    {"worlds", NULL, 1, 1, 1000, "worlds to look ahead in where something is hidden"},
    {"seats", "net|all", 0, 0, 1, "learns from what its own seats see, or its opponents', too"},
    {"update", "turn|game", 0, 0, 1, "learn at every turn, or from each game once it is over"},
    {"replay", NULL, 0, 0, 10000,
     "with update=game: positions of the last games to learn again after each"},
    {0},
};

static int td_check(const pl_trainer *t, pl_error *err)
{
    const pl_game *g = t->game;
    const pl_net_shape *s = pl_net_shape_of(t->net);
    if (g->hide && !g->guess)
        return pl_fail(err, "training needs worlds, and %s hides things but has no guess", g->name);
    if (t->arg[SCHEDULE] >= PL_LINEAR && t->games_most < 1)
        return pl_fail(err, "schedules linear and cosine need a number of games to end at");
    if (t->arg[REPLAY] > 0 && t->arg[UPDATE] != GAME)
        return pl_fail(err, "replay needs whole games: update=game");
    for (int i = 0; i < s->heads; i++)
        if (s->kind[i] != PL_MOVES) return 0;
    return pl_fail(err, "td needs a head that values positions: score, wins or outcomes");
}

static int td_open(pl_trainer *t)
{
    pl_learner *l = t->own = calloc((size_t)t->workers, sizeof *l);
    for (int i = 0; l && i < t->workers; i++)
        if (pl_learner_open(&l[i], t->game, t->arg, t->net)) return -1;
    return l ? 0 : -1;
}

static void td_close(pl_trainer *t)
{
    pl_learner *l = t->own;
    for (int i = 0; l && i < t->workers; i++) pl_learner_close(&l[i]);
    free(l);
}

/* The square of the first output's gradient at what seat sees of s. */
static double steepness(const pl_net *net, pl_learner *l, const void *s, int seat, float *gradient,
                        int64_t count)
{
    double square = 0;
    pl_state view;
    pl_view(l->game, s, seat, &view);
    pl_net_see(net, l->game, &view, seat, l->tensor);
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
static int td_begin(pl_trainer *t)
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
        t->fact += steepness(t->net, t->own, &s, turn, gradient, count) / POSITIONS;
        n++;
    }
    free(gradient);
    return 0;
}

static int td_resume(pl_trainer *t)
{
    return t->fact > 0 ? 0 : -1;
}

static int64_t td_games(const pl_trainer *t)
{
    return (int64_t)t->workers * PL_ROUND;
}

static double td_rate(const pl_trainer *t, int64_t games)
{
    int64_t from = pl_trainer_stage_from(t);
    return t->arg[RATE] *
           pl_scheduled((int)t->arg[SCHEDULE], t->arg[HALF], games - from, t->games_most - from);
}

/* The games of worker i. */
static void play_round(void *with, int i, int thread)
{
    pl_trainer *t = with;
    pl_learner *l = (pl_learner *)t->own + i;
    int64_t first = t->course.games + (int64_t)i * PL_ROUND, count;
    int32_t stride;
    float *copy = pl_net_weights(l->net, &count, &stride);
    pl_rng all;
    (void)thread;
    memcpy(copy, pl_net_weights(t->net, &count, &stride), (size_t)count * sizeof *copy);
    pl_seed(&all, t->seed);
    l->rate = t->course.rate / t->fact;
    l->loss = 0;
    l->updates = l->plies = 0;
    l->company = &t->company[i];
    l->illegal = NULL;
    pl_replay_begin(l);
    for (int k = 0; k < PL_ROUND; k++) {
        pl_split(&all, (uint64_t)(first + k), &l->rng);
        if (pl_learner_game(l, first + k, &t->stop)) return;
    }
}

/* Where all copies together moved to. */
static void add_up(pl_trainer *t)
{
    int64_t count;
    int32_t stride;
    float *w = pl_net_weights(t->net, &count, &stride);
    const pl_learner *l = t->own;
    for (int i = 0; i < t->workers; i++) {
        const float *copy = pl_net_weights(l[i].net, &count, &stride);
        if (t->workers == 1) memcpy(w, copy, (size_t)count * sizeof *w);
        else
            for (int64_t k = 0; k < count; k++) w[k] += copy[k] - t->before[k];
    }
}

static void td_round(pl_trainer *t, pl_lesson *out)
{
    const pl_learner *l = t->own;
    pl_pool_run(t->pool, t->workers, play_round, t);
    for (int i = 0; i < t->workers; i++)
        if (l[i].illegal) out->illegal = l[i].illegal;
    if (pl_trainer_stopped(t) || out->illegal) return;
    add_up(t);
    for (int i = 0; i < t->workers; i++) {
        out->loss += l[i].loss;
        out->updates += l[i].updates;
        out->plies += l[i].plies;
    }
}

const pl_way pl_td = {
    .name = "td",
    .params = params,
    .heads = {PL_SCORE},
    .count = 1,
    .meets = 1,
    .check = td_check,
    .open = td_open,
    .close = td_close,
    .begin = td_begin,
    .resume = td_resume,
    .games = td_games,
    .rate = td_rate,
    .round = td_round,
};
