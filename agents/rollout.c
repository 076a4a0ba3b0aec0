/* rollout.c -- flat Monte Carlo (B. Abramson, 1990): every move is tried in the
 * same worlds, each followed by one random game; the best average is played.
 *
 * Fact to check: as first player at tic-tac-toe with 20,000 worlds it takes the
 * centre, from where random play wins most.
 */
#include <string.h>

#include "agents/budget.h"
#include "agents/opinions.h"
#include "agents/worlds.h"

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_worlds worlds;
    pl_budget budget;
    double seconds; /* that the last pick took; less than 0 while there is one */
} rollout;

static int rollout_open(pl_agent *a, pl_error *err)
{
    pl_budget_open(a, 200);
    return pl_opinions_open(&((rollout *)a)->opinions, a->game, err);
}

static void rollout_close(pl_agent *a)
{
    pl_opinions_close(&((rollout *)a)->opinions);
    pl_worlds_close(&((rollout *)a)->worlds);
}

static void rollout_begin(pl_agent *a)
{
    pl_worlds_begin(&((rollout *)a)->worlds, a);
}

static void rollout_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((rollout *)a)->worlds, who, code, view);
}

/* One random game after each move in one world, or after some if there is no time
 * for more. */
static void try_world(rollout *a, const pl_state *world)
{
    const pl_game *g = a->base.game;
    for (int i = 0; i < a->opinions.n && (i == 0 || !pl_budget_over(&a->budget)); i++) {
        pl_opinion *o = &a->opinions.of[i];
        double score[PL_SEATS_MAX] = {0};
        pl_state s;
        memcpy(&s, world, (size_t)g->state_size);
        g->apply(&s, o->move);
        pl_rollout(g, &s, 1, &a->base.rng, score);
        double value = score[a->base.seat];
        o->visits++;
        o->value = o->visits > 1 ? o->value + (value - o->value) / o->visits : value;
    }
}

static pl_move rollout_pick(pl_agent *base, const void *view)
{
    rollout *a = (rollout *)base;
    pl_state world;
    a->seconds = -1;
    pl_budget_begin(&a->budget, base);
    pl_opinions_begin(&a->opinions, base->game, view);
    while (a->opinions.n > 1 && pl_budget_more(&a->budget))
        if (pl_worlds_draw(&a->worlds, base->game, view, &base->rng, &world) == 0)
            try_world(a, &world);
    a->seconds = pl_budget_seconds(&a->budget);
    return pl_opinions_best(&a->opinions);
}

static void rollout_why(pl_agent *base, pl_reasons *out)
{
    rollout *a = (rollout *)base;
    out->of = a->opinions.of;
    out->options = a->opinions.n;
    out->iterations = a->budget.done;
    out->seconds = a->seconds < 0 ? pl_budget_seconds(&a->budget) : a->seconds;
}

static const pl_param params[] = {
    PL_BUDGET_PARAMS("200"),
    {0},
};

const pl_agent_type pl_rollouts = {
    .abi = PL_ABI,
    .size = sizeof(rollout),
    .name = "rollout",
    .about = "flat Monte Carlo: random games after every move, in the same worlds",
    .params = params,
    .open = rollout_open,
    .close = rollout_close,
    .begin = rollout_begin,
    .heard = rollout_heard,
    .pick = rollout_pick,
    .why = rollout_why,
};
