/* learner.c -- a game of a net against itself or others, from which it learns.
 *
 * A seat looks one ply ahead and takes the move that the net thinks best, or explores.  What
 * follows a move that explored says nothing of what good play would have come to: from there
 * on everybody learns as if the game began anew (C. Watkins, 1989). */
#include "learn/learner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "learn/chain.h"
#include "learn/replay.h"

enum { ROWS = 64 };

static int open_chains(pl_learner *l, int inputs)
{
    for (int i = 0; i < l->game->players; i++) {
        pl_chain *c = &l->chain[i];
        c->trace = pl_trace_new(l->net);
        c->tensor = calloc((size_t)inputs, 1);
        if (!c->trace || !c->tensor) return -1;
    }
    return 0;
}

int pl_learner_open(pl_learner *l, const pl_game *g, const double *arg, const pl_net *net)
{
    int inputs = pl_net_shape_of(net)->inputs, outputs = pl_net_outputs(net);
    *l = (pl_learner){.game = g, .arg = arg};
    l->net = pl_net_copy(net);
    l->many = l->net ? pl_net_work_new(net, ROWS, 0) : NULL;
    l->one = l->net ? pl_net_work_new(net, 1, 1) : NULL;
    l->move = calloc((size_t)g->max_moves, sizeof *l->move);
    l->worth = calloc((size_t)g->max_moves, sizeof *l->worth);
    l->tensor = calloc((size_t)inputs, 1);
    l->target = calloc((size_t)outputs, sizeof *l->target);
    l->out = calloc((size_t)outputs, sizeof *l->out);
    l->by = calloc((size_t)outputs, sizeof *l->by);
    if (!l->many || !l->one || !l->move || !l->worth || !l->tensor || !l->target || !l->out ||
        !l->by)
        return -1;
    pl_start(g, &l->start);
    return open_chains(l, inputs);
}

void pl_learner_close(pl_learner *l)
{
    for (int i = 0; i < PL_SEATS_MAX; i++) {
        pl_trace_free(l->chain[i].trace);
        free(l->chain[i].tensor);
        free(l->chain[i].kept.tensor);
        free(l->chain[i].kept.value);
    }
    pl_replay_close(l);
    pl_net_work_free(l->many);
    pl_net_work_free(l->one);
    pl_net_free(l->net);
    free(l->move);
    free(l->worth);
    free(l->tensor);
    free(l->target);
    free(l->out);
    free(l->by);
}

/* What each of n moves is worth, on average over worlds that fit the seat's view. */
static void value_moves(pl_learner *l, const void *s, int seat, int n)
{
    const pl_game *g = l->game;
    int worlds = g->hide ? (int)l->arg[WORLDS] : 1;
    double sum[PL_MOVES_MAX];
    if (!g->hide) {
        pl_net_moves(l->net, l->many, g, s, seat, l->move, n, l->worth);
        return;
    }
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int i = 0; i < worlds; i++) {
        pl_state world;
        pl_view(g, s, seat, &world);
        g->guess(&world, seat, &l->rng);
        pl_net_moves(l->net, l->many, g, &world, seat, l->move, n, l->worth);
        for (int k = 0; k < n; k++) sum[k] += l->worth[k];
    }
    memcpy(l->worth, sum, (size_t)n * sizeof *sum);
}

/* One of n by e^(worth / temperature). */
static int draw(pl_learner *l, int n, int best, double temperature)
{
    double sum = 0, at;
    for (int i = 0; i < n; i++) sum += exp((l->worth[i] - l->worth[best]) / temperature);
    at = pl_unit(&l->rng) * sum;
    for (int i = 0; i < n; i++) {
        at -= exp((l->worth[i] - l->worth[best]) / temperature);
        if (at < 0) return i;
    }
    return best;
}

/* Its move in s; *explored: it is not the one it thinks best. */
static pl_move choose(pl_learner *l, const void *s, int seat, int *explored)
{
    int n = l->game->moves(s, l->move), best = 0, taken;
    *explored = 0;
    if (n == 1) return l->move[0];
    value_moves(l, s, seat, n);
    for (int i = 1; i < n; i++)
        if (l->worth[i] > l->worth[best]) best = i;
    taken = best;
    if (l->arg[TEMPERATURE] > 0) taken = draw(l, n, best, l->arg[TEMPERATURE]);
    if (l->arg[EPSILON] > 0 && pl_unit(&l->rng) < l->arg[EPSILON]) taken = pl_below(&l->rng, n);
    *explored = taken != best;
    return l->move[taken];
}

/* Everybody hears of a move, and it is played. */
static void play(pl_learner *l, void *s, pl_move m)
{
    pl_company_tell(l->company, l->game, s, m);
    l->game->apply(s, m);
}

static void see(pl_learner *l, int seat, const void *s)
{
    if (l->learns[seat]) pl_chain_see(l, seat, s);
}

/* One move of seat: choose, play, and learn from where it led; 0, or -1: it is not legal. */
static int take_turn(pl_learner *l, void *s, int seat)
{
    const pl_game *g = l->game;
    pl_agent *other = l->company->at[seat];
    int explored = 0;
    if (l->arg[ESTIMATES] == BOTH) see(l, seat, s);
    pl_move m = other ? pl_agent_pick(other, s) : choose(l, s, seat, &explored);
    if (m == PL_ILLEGAL) {
        l->illegal = other->type->name;
        return -1;
    }
    play(l, s, m);
    l->plies++;
    for (int i = 0; explored && i < g->players; i++) pl_chain_cut(l, i);
    if (g->turn(s) == PL_OVER) return 0;
    see(l, seat, s);
    for (int i = 0; l->arg[TURNS] == EVERY && i < g->players; i++)
        if (i != seat) see(l, i, s);
    return 0;
}

/* Who plays, and who learns. */
static void sit_down(pl_learner *l, int64_t number)
{
    pl_company_sit(l->company, l->game, number, &l->rng);
    for (int i = 0; i < l->game->players; i++) {
        l->learns[i] = !l->company->at[i] || l->arg[SEATS] == ALL;
        pl_chain_begin(l, i);
    }
}

int pl_learner_game(pl_learner *l, int64_t number, const atomic_int *stop)
{
    const pl_game *g = l->game;
    double score[PL_SEATS_MAX];
    pl_state s;
    memcpy(&s, &l->start, (size_t)g->state_size);
    sit_down(l, number);
    for (int turn; (turn = g->turn(&s)) != PL_OVER;) {
        if (turn == PL_CHANCE) play(l, &s, pl_any(g, &s, &l->rng));
        else if (take_turn(l, &s, turn)) return -1;
        if (atomic_load_explicit(stop, memory_order_relaxed)) return -1;
    }
    g->score(&s, score);
    pl_company_rise(l->company, g, &s);
    for (int i = 0; i < g->players; i++)
        if (l->learns[i]) pl_chain_end(l, i, score);
    pl_replay_learn(l);
    return 0;
}
