/* pg.c -- the method pg: a policy gradient from games against itself, with a magnet.
 *
 * A round plays its games by the policy as it is, and then learns from all their decisions, a few
 * times over, in parts (J. Schulman and others, 2017).  What draws the policy towards a magnet
 * makes play against itself come to rest where secrets ask for mixed moves (S. Sokota and others,
 * 2023).  The magnet follows the policy: it is a mean of what that was of late, with less noise,
 * and so it is the trainer's net, which is measured and saved; the policy is kept beside it.  Games are shared out to a fixed number of jobs, each with its own gradient,
 * which are added up in their order: so the result is the same on any number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "learn/adam.h"
#include "learn/episodes.h"
#include "learn/surrogate.h"
#include "learn/trainer.h"

enum { JOBS = 8 };
enum {
    RATE,
    SCHEDULE,
    HALF,
    TEMPERATURE,
    MAGNET,
    ENTROPY,
    LAMBDA,
    CLIP,
    BATCH,
    EPOCHS,
    PARTS,
    CRITIC
};

static const pl_param params[] = {
    {"rate", PL_REAL, 1e-9, 0.001, 100, "the longest step of a weight, about"},
    {"schedule", PL_SCHEDULES, 0, 1, 3,
     "how the rate falls: by half games, or to 0 at the last game"},
    {"half", NULL, 1, 1000000, 1e12, "of inverse: after so many games the rate is half"},
    {"temperature", PL_REAL, 0, 1, 1e6, "how much the magnet counts against scores"},
    {"magnet", PL_REAL, 0, 0.01, 1,
     "how far the magnet follows the policy in a round; 0: there is none"},
    {"entropy", PL_REAL, 0, 0.05, 1e6, "how much undecided play counts against scores"},
    {"lambda", PL_REAL, 0, 1, 1, "how far ahead a move's worth is told by what came: 1 to the end"},
    {"clip", PL_REAL, 0, 0.2, 1e6, "how much likelier a move may become in a round, at most"},
    {"batch", NULL, JOBS, 2048, 1e6, "games of a round"},
    {"epochs", NULL, 1, 1, 100, "how often a round's games are learnt from"},
    {"parts", NULL, 1, 4, 1000, "steps each time"},
    {"critic", PL_REAL, 0, 1, 1e6, "how much what is expected counts against how it plays"},
    {0},
};

/* One share of the games of a round. */
typedef struct {
    pl_episodes games;
    pl_net_work *study, *lure; /* of the net, and of its magnet */
    float *gradient, *slope;
    double loss;
    int64_t learnt; /* steps that the gradient is of */
} job;

typedef struct {
    job of[JOBS];
    pl_net *policy;
    int32_t part, parts; /* what is learnt from now */
    float pull, heat;
    int32_t fresh; /* nothing was kept */
} gradient_way;

static int64_t count_of(const pl_trainer *t)
{
    int64_t count;
    int32_t stride;
    pl_net_weights(t->net, &count, &stride);
    return count;
}

static float *weights_of(pl_net *net)
{
    int64_t count;
    int32_t stride;
    return pl_net_weights(net, &count, &stride);
}

static int pg_check(const pl_trainer *t, pl_error *err)
{
    const pl_net_shape *s = pl_net_shape_of(t->net);
    if (t->arg[SCHEDULE] >= PL_LINEAR && t->games_most < 1)
        return pl_fail(err, "schedules linear and cosine need a number of games to end at");
    if (pl_head_place(s, PL_MOVES) < 0 || pl_head_place(s, PL_SCORE) < 0)
        return pl_fail(err, "pg needs a net with two heads, moves and score");
    return 0;
}

static int open_job(job *j, const pl_trainer *t, const pl_net *policy)
{
    j->study = pl_net_work_new(policy, 1, 1);
    j->lure = pl_net_work_new(t->net, 1, 0);
    j->gradient = calloc((size_t)count_of(t), sizeof *j->gradient);
    j->slope = calloc((size_t)pl_net_outputs(t->net), sizeof *j->slope);
    int bad = pl_episodes_open(&j->games, t->game, policy, t->arg[LAMBDA]);
    return bad || !j->study || !j->lure || !j->gradient || !j->slope ? -1 : 0;
}

/* Kept are Adam's two memories and the policy. */
static int pg_open(pl_trainer *t)
{
    gradient_way *w = t->own = calloc(1, sizeof *w);
    int64_t need = 3 * count_of(t), had;
    if (!w || !(w->policy = pl_net_copy(t->net))) return -1;
    pl_net_kept(t->net, &had);
    w->fresh = had != need;
    if (w->fresh && pl_net_keep(t->net, need)) return -1;
    t->kept = pl_net_kept(t->net, &t->keeps);
    for (int i = 0; i < JOBS; i++)
        if (open_job(&w->of[i], t, w->policy)) return -1;
    return 0;
}

static void pg_close(pl_trainer *t)
{
    gradient_way *w = t->own;
    for (int i = 0; w && i < JOBS; i++) {
        job *j = &w->of[i];
        pl_episodes_close(&j->games);
        pl_net_work_free(j->study);
        pl_net_work_free(j->lure);
        free(j->gradient);
        free(j->slope);
    }
    if (w) pl_net_free(w->policy);
    free(w);
}

static int pg_begin(pl_trainer *t)
{
    int64_t count = count_of(t);
    memcpy(t->kept + 2 * count, weights_of(t->net), (size_t)count * sizeof *t->kept);
    return 0;
}

static int pg_resume(pl_trainer *t)
{
    const gradient_way *w = t->own;
    return w->fresh || t->fact < 0 ? -1 : 0;
}

static int64_t pg_games(const pl_trainer *t)
{
    return (int64_t)t->arg[BATCH];
}

static double pg_rate(const pl_trainer *t, int64_t games)
{
    int64_t from = pl_trainer_stage_from(t);
    return t->arg[RATE] *
           pl_scheduled((int)t->arg[SCHEDULE], t->arg[HALF], games - from, t->games_most - from);
}

/* The games of job i. */
static void play_share(void *with, int i, int thread)
{
    pl_trainer *t = with;
    pl_episodes *e = &((gradient_way *)t->own)->of[i].games;
    int64_t games = pg_games(t), first = games * i / JOBS, end = games * (i + 1) / JOBS;
    pl_rng all;
    (void)thread;
    pl_seed(&all, t->seed);
    e->count = 0;
    e->plies = 0;
    e->lambda = t->arg[LAMBDA];
    for (int64_t k = first; k < end; k++) {
        pl_split(&all, (uint64_t)(t->course.games + k), &e->rng);
        if (pl_episodes_play(e, &t->stop)) return;
    }
}

/* What the magnet says of a step; NULL: it says nothing. */
static const float *lured(const pl_trainer *t, const gradient_way *w, job *j, const uint8_t *tensor,
                          const uint64_t *legal)
{
    if (!(t->arg[MAGNET] > 0) || !(w->pull > 0)) return NULL;
    pl_net_observe(t->net, j->lure, tensor, 1);
    pl_net_mask(t->net, j->lure, 0, legal);
    return pl_net_out(j->lure, 0) + j->games.moves;
}

/* Add what one step says to the gradient. */
static void learn_step(const pl_trainer *t, const gradient_way *w, job *j, int at)
{
    const pl_episodes *e = &j->games;
    const pl_choice *s = &e->step[at];
    const uint8_t *tensor = e->tensor + (ptrdiff_t)at * e->inputs;
    const uint64_t *legal = e->legal + (ptrdiff_t)at * e->words;
    pl_net_study(w->policy, j->study, tensor, 1);
    pl_net_mask(w->policy, j->study, 0, legal);
    const float *out = pl_net_out(j->study, 0);
    pl_decision d = {.p = out + e->moves,
                     .magnet = lured(t, w, j, tensor, legal),
                     .legal = legal,
                     .n = t->game->actions,
                     .action = s->action,
                     .old = s->old,
                     .advantage = s->advantage,
                     .clip = (float)t->arg[CLIP],
                     .pull = w->pull,
                     .heat = w->heat};
    float off = out[e->score] - s->target;
    pl_surrogate(&d, j->slope + e->moves);
    j->slope[e->score] = (float)t->arg[CRITIC] * off;
    pl_net_backward(w->policy, j->study, j->slope, j->gradient);
    j->loss += (double)(off * off) / 2;
    j->learnt++;
}

/* The steps of job i in this part: every so manieth, for those of one game are much alike. */
static void learn_share(void *with, int i, int thread)
{
    pl_trainer *t = with;
    const gradient_way *w = t->own;
    job *j = &((gradient_way *)t->own)->of[i];
    (void)thread;
    memset(j->gradient, 0, (size_t)count_of(t) * sizeof *j->gradient);
    j->learnt = 0;
    for (int k = w->part; k < j->games.count; k += w->parts) learn_step(t, w, j, k);
}

/* One step of the policy along the mean of all gradients. */
static void learn_part(pl_trainer *t, gradient_way *w)
{
    int64_t count = count_of(t), learnt = 0;
    float *sum = w->of[0].gradient;
    pl_pool_run(t->pool, JOBS, learn_share, t);
    for (int i = 0; i < JOBS; i++) learnt += w->of[i].learnt;
    if (!learnt) return;
    for (int i = 1; i < JOBS; i++)
        for (int64_t k = 0; k < count; k++) sum[k] += w->of[i].gradient[k];
    for (int64_t k = 0; k < count; k++) sum[k] /= (float)learnt;
    t->fact++;
    pl_adam(weights_of(w->policy), sum, t->kept, t->kept + count, count, t->course.rate, t->fact);
}

/* The magnet goes some of the way to where the policy is; one that stays is not the net's. */
static void follow(pl_trainer *t, const float *policy)
{
    int64_t count = count_of(t);
    float *w = weights_of(t->net), by = t->arg[MAGNET] > 0 ? (float)t->arg[MAGNET] : 1;
    for (int64_t k = 0; k < count; k++) w[k] += by * (policy[k] - w[k]);
}

static void learn(pl_trainer *t, gradient_way *w)
{
    w->parts = (int32_t)t->arg[PARTS];
    w->pull = (float)t->arg[TEMPERATURE];
    w->heat = (float)t->arg[ENTROPY];
    for (int i = 0; i < JOBS; i++) w->of[i].loss = 0;
    for (int epoch = 0; epoch < (int)t->arg[EPOCHS]; epoch++)
        for (w->part = 0; w->part < w->parts && !pl_trainer_stopped(t); w->part++) learn_part(t, w);
}

static void pg_round(pl_trainer *t, pl_lesson *out)
{
    gradient_way *w = t->own;
    size_t size = (size_t)count_of(t) * sizeof *t->kept;
    float *policy = weights_of(w->policy), *kept = t->kept + 2 * count_of(t);
    memcpy(policy, kept, size);
    pl_pool_run(t->pool, JOBS, play_share, t);
    if (pl_trainer_stopped(t)) return;
    learn(t, w);
    memcpy(kept, policy, size);
    follow(t, policy);
    for (int i = 0; i < JOBS; i++) {
        out->loss += w->of[i].loss;
        out->updates += (int64_t)w->of[i].games.count * (int64_t)t->arg[EPOCHS];
        out->plies += w->of[i].games.plies;
    }
}

const pl_way pl_pg = {
    .name = "pg",
    .params = params,
    .heads = {PL_SCORE, PL_MOVES},
    .count = 2,
    .check = pg_check,
    .open = pg_open,
    .close = pg_close,
    .begin = pg_begin,
    .resume = pg_resume,
    .games = pg_games,
    .rate = pg_rate,
    .round = pg_round,
};
