/* net.c -- one ply ahead by a net: the move after which it expects most for its seat, on
 * average over worlds that fit the view.
 *
 * This is how TD-Gammon played (G. Tesauro, 1992).  Fact to check: trained for a minute at
 * tic-tac-toe it never loses.
 */
#include "parlor/net.h"

#include <stdlib.h>

#include "agents/opinions.h"
#include "agents/worlds.h"
#include "core/text.h"

enum { FILE_NAME, WORLDS };
enum { ROWS = 64 }; /* positions looked at together */

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_worlds worlds;
    pl_net *own;       /* read from the file; or NULL */
    const pl_net *net; /* the same, or one that was lent */
    pl_net_work *work;
    pl_move *move;
    double *worth;
} player;

/* All but the net. */
static int get_ready(player *a, pl_error *err)
{
    size_t most = (size_t)a->base.game->max_moves;
    a->work = pl_net_work_new(a->net, ROWS, 0);
    a->move = calloc(most, sizeof *a->move);
    a->worth = calloc(most, sizeof *a->worth);
    if (!a->work || !a->move || !a->worth) return pl_fail(err, "out of memory");
    return pl_opinions_open(&a->opinions, a->base.game, err);
}

static int net_open(pl_agent *base, pl_error *err)
{
    player *a = (player *)base;
    const char *path = pl_agent_text(base, FILE_NAME);
    pl_error why;
    a->own = *path ? pl_net_read(path, base->game, err) : pl_net_shipped(base->game, &why);
    a->net = a->own;
    if (!a->own && !*path) return pl_fail(err, "%.230s; net(file=FILE) takes one", why.text);
    return a->own ? get_ready(a, err) : -1;
}

static void net_close(pl_agent *base)
{
    player *a = (player *)base;
    pl_opinions_close(&a->opinions);
    pl_worlds_close(&a->worlds);
    pl_net_work_free(a->work);
    pl_net_free(a->own);
    free(a->move);
    free(a->worth);
}

static void net_begin(pl_agent *a)
{
    pl_worlds_begin(&((player *)a)->worlds, a);
}

static void net_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((player *)a)->worlds, who, code, view);
}

/* Add what each move leads to in one world. */
static void add_world(player *a, const pl_state *world)
{
    int n = a->opinions.n;
    for (int i = 0; i < n; i++) a->move[i] = a->opinions.of[i].move;
    pl_net_moves(a->net, a->work, a->base.game, world, (int)a->base.seat, a->move, n, a->worth);
    for (int i = 0; i < n; i++) {
        pl_opinion *o = &a->opinions.of[i];
        o->visits++;
        o->value = o->visits > 1 ? o->value + (a->worth[i] - o->value) / o->visits : a->worth[i];
    }
}

static pl_move net_pick(pl_agent *base, const void *view)
{
    player *a = (player *)base;
    pl_state world;
    int worlds = base->game->hide ? (int)base->arg[WORLDS] : 1;
    pl_opinions_begin(&a->opinions, base->game, view);
    for (int i = 0; i < worlds && (i == 0 || !pl_agent_stopped(base)); i++)
        if (pl_worlds_draw(&a->worlds, base->game, view, &base->rng, &world) == 0)
            add_world(a, &world);
    return pl_opinions_best(&a->opinions);
}

static void net_why(pl_agent *a, pl_reasons *out)
{
    out->of = ((player *)a)->opinions.of;
    out->options = ((player *)a)->opinions.n;
}

static const pl_param params[] = {
    {"file", PL_TEXT, 0, 0, 0,
     "the net, a file of the game that is played; not given: the one that Parlor ships"},
    {"worlds", NULL, 1, 16, 1e6, "worlds to average over where something is hidden"},
    {0},
};

const pl_agent_type pl_net_file = {
    .abi = PL_ABI,
    .size = sizeof(player),
    .name = "net",
    .about = "one ply ahead, by a net that parlor train made",
    .params = params,
    .open = net_open,
    .close = net_close,
    .begin = net_begin,
    .heard = net_heard,
    .pick = net_pick,
    .why = net_why,
    .plays = "the game of its net",
};

pl_agent *pl_net_agent(const pl_net *net, const pl_game *g, uint64_t seed, pl_error *err)
{
    pl_agent_type lent = pl_net_file;
    lent.open = NULL;
    player *a = (player *)pl_agent_make(&lent, "", g, seed, err);
    if (!a) return NULL;
    a->base.type = &pl_net_file;
    a->net = net;
    if (get_ready(a, err) == 0) return &a->base;
    pl_agent_free(&a->base);
    return NULL;
}
