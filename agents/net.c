/* net.c -- one ply ahead by a net, or more: the move after which it expects most for its seat,
 * on average over worlds that fit the view; or a move drawn as its head for moves says.
 *
 * This is how TD-Gammon played (G. Tesauro, 1992), in later versions two plies ahead (1995).
 * The second ply is what follows on a move: all that chance may do, each by its odds, and then
 * whoever is next, who takes what looks best one ply ahead from what he sees.  With more plies
 * those after him do the same, and the net is asked where they end: a rollout (G. Tesauro and
 * G. Galperin, 1996).  Fact to check: trained for a minute at tic-tac-toe it never loses.
 */
#include "parlor/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/opinions.h"
#include "agents/worlds.h"
#include "core/text.h"
#include "nets/net.h"

enum { FILE_NAME, WORLDS, PLIES, BEAM, PLAY };
enum { USUAL, AHEAD, MOVES }; /* play */
enum { ROWS = 64 };           /* positions looked at together */
enum { TOSSES = 64 }; /* outcomes of chance that are all tried; where there are more one is drawn */

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_worlds worlds;
    pl_net *own;       /* read from the file; or NULL */
    const pl_net *net; /* the same, or one that was lent */
    pl_net_work *work;
    pl_move *move, *reply;
    double *worth, *reply_worth;
    uint8_t *tensor;
    uint64_t *mask; /* what is legal */
    pl_rng dice;    /* for chance where it has too many outcomes */
} player;

/* All but the net. */
static int get_ready(player *a, pl_error *err)
{
    size_t most = (size_t)a->base.game->max_moves;
    a->work = pl_net_work_new(a->net, ROWS, 0);
    a->move = calloc(most, sizeof *a->move);
    a->worth = calloc(most, sizeof *a->worth);
    a->reply = calloc(most, sizeof *a->reply);
    a->reply_worth = calloc(most, sizeof *a->reply_worth);
    a->tensor = calloc((size_t)pl_net_shape_of(a->net)->inputs, 1);
    a->mask = calloc((size_t)pl_mask_words(a->base.game), sizeof *a->mask);
    if (!a->work || !a->move || !a->worth || !a->reply || !a->reply_worth || !a->tensor || !a->mask)
        return pl_fail(err, "out of memory");
    if (a->base.arg[PLAY] == MOVES && !pl_net_moves_at(a->net))
        return pl_fail(err, "net: play=moves is for a net with a head for moves, which pg trains");
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
    free(a->reply);
    free(a->reply_worth);
    free(a->tensor);
    free(a->mask);
}

static void net_begin(pl_agent *a)
{
    pl_worlds_begin(&((player *)a)->worlds, a);
}

static void net_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_worlds_heard(&((player *)a)->worlds, who, code, view);
}

static void add_value(pl_opinion *o, double value)
{
    o->visits++;
    o->value = o->visits > 1 ? o->value + (value - o->value) / o->visits : value;
}

/* Add what each move leads to in one world. */
static void add_world(player *a, const pl_state *world)
{
    int n = a->opinions.n;
    for (int i = 0; i < n; i++) a->move[i] = a->opinions.of[i].move;
    pl_net_moves(a->net, a->work, a->base.game, world, (int)a->base.seat, a->move, n, a->worth);
    for (int i = 0; i < n; i++) add_value(&a->opinions.of[i], a->worth[i]);
}

/* What s is worth to the agent as it sees it. */
static double look(player *a, pl_state *s)
{
    const pl_game *g = a->base.game;
    int me = (int)a->base.seat;
    if (g->turn(s) == PL_OVER) return pl_net_end(a->net, a->work, g, s, me);
    if (g->hide) g->hide(s, me);
    pl_net_see(a->net, g, s, me, a->tensor);
    pl_net_observe(a->net, a->work, a->tensor, 1);
    return pl_net_worth(a->net, pl_net_out(a->work, 0));
}

/* The move of seat, who is to move, that looks best one ply ahead; *worth: what it is to him. */
static pl_move best_reply(player *a, const pl_state *s, int seat, double *worth)
{
    const pl_game *g = a->base.game;
    int n = g->moves(s, a->reply), best = 0;
    pl_net_moves(a->net, a->work, g, s, seat, a->reply, n, a->reply_worth);
    for (int i = 1; i < n; i++)
        if (a->reply_worth[i] > a->reply_worth[best]) best = i;
    *worth = a->reply_worth[best];
    return a->reply[best];
}

/* What it is worth when seat has made the last reply.  Where nothing is hidden and one wins what
 * the other loses he tells that himself. */
static double answered(player *a, pl_state *s, int seat)
{
    const pl_game *g = a->base.game;
    double worth;
    pl_move m = best_reply(a, s, seat, &worth);
    if (seat == a->base.seat) return worth;
    if (g->players == 2 && g->traits & PL_ZERO_SUM && !g->hide)
        return pl_net_tells_scores(a->net) ? -worth : 1 - worth;
    g->apply(s, m);
    return look(a, s);
}

static double expected(player *a, pl_state *s, int replies, int tosses);

/* The same over n outcomes of chance, each by its odds. */
static double over_outcomes(player *a, const pl_state *s, const pl_move *list, int n, int replies,
                            int tosses)
{
    const pl_game *g = a->base.game;
    double sum = 0;
    pl_state next;
    for (int i = 0; i < n; i++) {
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, list[i]);
        sum += pl_odds(g, s, list[i]) * expected(a, &next, replies, n * tosses);
    }
    return sum;
}

/* What s is worth after so many replies and whatever chance does on the way; tosses: how many
 * outcomes it has had by now.  Who is told to stop asks the net after the next reply. */
static double expected(player *a, pl_state *s, int replies, int tosses)
{
    const pl_game *g = a->base.game;
    pl_move list[TOSSES];
    int few = g->max_moves <= TOSSES || g->chances <= TOSSES;
    for (int turn; (turn = g->turn(s)) != PL_OVER;) {
        double worth;
        if (turn >= 0) {
            if (replies-- == 1 || pl_agent_stopped(&a->base)) return answered(a, s, turn);
            g->apply(s, best_reply(a, s, turn, &worth));
            continue;
        }
        int n = few ? g->moves(s, list) : 0;
        if (n > 1 && n * tosses <= TOSSES) return over_outcomes(a, s, list, n, replies, tosses);
        g->apply(s, pl_any(g, s, &a->dice));
    }
    return look(a, s);
}

/* The best moves by one ply get the share of 1 and forget their value: so many, or all. */
static void keep_best(pl_opinions *o, int most)
{
    for (int left = most > 0 && most < o->n ? most : o->n; left > 0; left--) {
        pl_opinion *best = NULL;
        for (int i = 0; i < o->n; i++)
            if (o->of[i].share < 1 && (!best || o->of[i].value > best->value)) best = &o->of[i];
        best->share = 1;
    }
    for (int i = 0; i < o->n; i++)
        if (o->of[i].share > 0) o->of[i].visits = 0;
}

/* What these lead to in one world, all plies ahead. */
static void add_world_deep(player *a, const pl_state *world)
{
    const pl_game *g = a->base.game;
    for (int i = 0; i < a->opinions.n; i++) {
        pl_opinion *o = &a->opinions.of[i];
        pl_state next;
        if (o->share < 1) continue;
        memcpy(&next, world, (size_t)g->state_size);
        g->apply(&next, o->move);
        add_value(o, expected(a, &next, (int)a->base.arg[PLIES] - 1, 1));
    }
}

/* The best of those that were looked at to the end. */
static pl_move best_kept(pl_opinions *o)
{
    int best = -1;
    for (int i = 0; i < o->n; i++)
        if (o->of[i].share > 0 && (best < 0 || o->of[i].value > o->of[best].value)) best = i;
    for (int i = 0; i < o->n; i++) o->of[i].share = i == best;
    return o->of[best].move;
}

static void each_world(player *a, const void *view, void (*add)(player *, const pl_state *))
{
    pl_agent *base = &a->base;
    pl_state world;
    int worlds = base->game->hide ? (int)base->arg[WORLDS] : 1;
    for (int i = 0; i < worlds && (i == 0 || !pl_agent_stopped(base)); i++)
        if (pl_worlds_draw(&a->worlds, base->game, view, &base->rng, &world) == 0) add(a, &world);
}

/* A net that learnt how to play is asked that, not what it would come to. */
static int plays_moves(const player *a)
{
    return a->base.arg[PLAY] != AHEAD && pl_net_moves_at(a->net);
}

/* A move drawn as the head for moves says, of those that are legal. */
static pl_move draw_move(player *a, const void *view)
{
    const pl_game *g = a->base.game;
    pl_opinions *o = &a->opinions;
    pl_net_see(a->net, g, view, (int)a->base.seat, a->tensor);
    pl_net_observe(a->net, a->work, a->tensor, 1);
    pl_mask(g, view, a->mask);
    pl_net_mask(a->net, a->work, 0, a->mask);
    const float *p = pl_net_out(a->work, 0) + pl_net_moves_at(a->net) - 1;
    for (int i = 0; i < o->n; i++) o->of[i].share = (double)p[o->of[i].move];
    return pl_opinions_draw(o, &a->base.rng);
}

static pl_move net_pick(pl_agent *base, const void *view)
{
    player *a = (player *)base;
    pl_rng before = base->rng;
    pl_opinions_begin(&a->opinions, base->game, view);
    if (plays_moves(a)) return draw_move(a, view);
    each_world(a, view, add_world);
    if (base->arg[PLIES] < 2 || a->opinions.n < 2) return pl_opinions_best(&a->opinions);
    pl_split(&before, 1, &a->dice);
    base->rng = before; /* the same worlds once more */
    keep_best(&a->opinions, (int)base->arg[BEAM]);
    each_world(a, view, add_world_deep);
    return best_kept(&a->opinions);
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
    {"plies", NULL, 1, 1, 1000, "how far to look ahead: 2 is also what follows on each move"},
    {"beam", NULL, 0, 8, 4096, "with more plies: how many moves, the best by one ply; 0: all"},
    {"play", "usual|ahead|moves", 0, 0, 2,
     "look ahead, or draw as its head for moves says; usual: that, if it has one"},
    {0},
};

const pl_agent_type pl_net_file = {
    .abi = PL_ABI,
    .size = sizeof(player),
    .name = "net",
    .about = "one ply ahead or more, or as drawn, by a net that parlor train made",
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
