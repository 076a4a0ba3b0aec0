/* greedy.c -- one ply ahead: the move after which the game's own value is best
 * for the seat, on average over worlds that fit its view. */
#include <string.h>

#include "agents/opinions.h"
#include "agents/worlds.h"
#include "core/text.h"

enum { WORLDS };

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_worlds worlds;
} greedy;

static int greedy_open(pl_agent *a, pl_error *err)
{
    if (a->game->value) return pl_opinions_open(&((greedy *)a)->opinions, a->game, err);
    return pl_fail(err, "greedy needs a game that values its positions; %s does not",
                   a->game->name);
}

static void greedy_close(pl_agent *a)
{
    pl_opinions_close(&((greedy *)a)->opinions);
    pl_worlds_close(&((greedy *)a)->worlds);
}

static void greedy_begin(pl_agent *a)
{
    pl_worlds_begin(&((greedy *)a)->worlds, a);
}

static void greedy_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((greedy *)a)->worlds, who, code, view);
}

static double worth(const pl_game *g, const void *s, int seat)
{
    double score[PL_SEATS_MAX];
    if (g->turn(s) != PL_OVER) return g->value(s, seat);
    g->score(s, score);
    return score[seat];
}

/* Add what each move leads to in one world. */
static void add_world(greedy *a, const pl_state *world)
{
    const pl_game *g = a->base.game;
    for (int i = 0; i < a->opinions.n; i++) {
        pl_opinion *o = &a->opinions.of[i];
        pl_state s;
        memcpy(&s, world, (size_t)g->state_size);
        g->apply(&s, o->move);
        double value = worth(g, &s, (int)a->base.seat);
        o->visits++;
        o->value = o->visits > 1 ? o->value + (value - o->value) / o->visits : value;
    }
}

static pl_move greedy_pick(pl_agent *base, const void *view)
{
    greedy *a = (greedy *)base;
    pl_state world;
    int worlds = base->game->hide ? (int)base->arg[WORLDS] : 1;
    pl_opinions_begin(&a->opinions, base->game, view);
    for (int i = 0; i < worlds && (i == 0 || !pl_agent_stopped(base)); i++)
        if (pl_worlds_draw(&a->worlds, base->game, view, &base->rng, &world) == 0)
            add_world(a, &world);
    return pl_opinions_best(&a->opinions);
}

static void greedy_why(pl_agent *a, pl_reasons *out)
{
    out->of = ((greedy *)a)->opinions.of;
    out->options = ((greedy *)a)->opinions.n;
}

static const pl_param params[] = {
    {"worlds", NULL, 1, 16, 1e6, "worlds to average over where something is hidden"},
    {0},
};

const pl_agent_type pl_greedy = {
    .abi = PL_ABI,
    .size = sizeof(greedy),
    .name = "greedy",
    .about = "one ply ahead, by the game's own value of a position",
    .params = params,
    .open = greedy_open,
    .close = greedy_close,
    .begin = greedy_begin,
    .heard = greedy_heard,
    .pick = greedy_pick,
    .why = greedy_why,
    .plays = "games that value positions",
};
