/* solved.c -- the agent that nobody can beat: it solves the game when it sits down.
 *
 * Only for two players of whom one wins what the other loses, and only small games, since it
 * is done at once.  Where nothing is hidden all positions are worked out, and it plays a move
 * that gives nothing away, any of them, but ends a game that it has won.  Else it draws its
 * moves from an equilibrium: whatever the other does, in the long run he gets no more than the
 * rules give him, and GAP of the range of scores.
 *
 * Warm, it errs: the worse a move is, by its share of the range of scores, the rarer, or the
 * equilibrium is flattened as the agent policy does.
 *
 * Fact to check: it loses no game of tic-tac-toe, and as the second player at Kuhn poker it
 * wins 1/18 a game from the best of opponents.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/opinions.h"
#include "core/text.h"
#include "parlor/exact.h"
#include "parlor/policy.h"
#include "parlor/solve.h"

enum { NODES = 20000, MEMORY = 4000000, STRETCH = 100, STRETCHES = 200 };
enum { TEMPERATURE };
#define GAP 1e-4

typedef struct {
    pl_agent base;
    pl_opinions opinions;
    pl_exact *exact; /* where nothing is hidden */
    pl_tree *tree;   /* else, with a policy */
    double *policy;
    uint64_t key; /* of the set it is in, where that is not a view */
    int32_t free; /* 1: no position comes twice, so it may take any of its best moves */
    int32_t unused;
} solved;

static int work_out(solved *a, pl_error *err)
{
    pl_exact_facts facts;
    a->exact = pl_exact_new(a->base.game, MEMORY, err);
    if (!a->exact || pl_exact_fits(a->exact, 1, err) || pl_exact_run(a->exact, err)) return -1;
    pl_exact_about(a->exact, &facts);
    a->free = facts.repeating == 0;
    return 0;
}

/* What the scores of a tree lie between. */
static double range_of(const pl_tree *t)
{
    double lo = 0, hi = 0;
    for (int64_t i = 0; i < (int64_t)t->ends * t->game->players; i++) {
        if (t->score[i] < lo) lo = t->score[i];
        if (t->score[i] > hi) hi = t->score[i];
    }
    return hi - lo;
}

static int find_equilibrium(solved *a, pl_error *err)
{
    pl_gap gap;
    pl_tree *t = a->tree = pl_tree_new(a->base.game, NODES, err);
    if (!t) return -1;
    pl_solver *s = pl_solver_new("auto", t, NULL, err);
    a->policy = calloc((size_t)t->info_first[t->infos] + 1, sizeof *a->policy);
    int near = 0;
    for (int i = 0; s && a->policy && !near && i < STRETCHES; i++) {
        pl_solver_run(s, STRETCH);
        near = !pl_solver_gap(s, &gap) && gap.nashconv / 2 <= GAP * range_of(t);
    }
    if (near) pl_solver_policy(s, a->policy);
    else if (s) pl_fail(err, "%s takes too long to be solved", a->base.game->name);
    pl_solver_free(s);
    return near ? 0 : -1;
}

static int solved_open(pl_agent *base, pl_error *err)
{
    solved *a = (solved *)base;
    const pl_game *g = base->game;
    if (g->players != 2 || !(g->traits & PL_ZERO_SUM))
        return pl_fail(err, "solved plays games of two, of whom one wins what the other loses");
    if (g->hide ? find_equilibrium(a, err) : work_out(a, err)) return -1;
    return pl_opinions_open(&a->opinions, g, err);
}

static void solved_close(pl_agent *base)
{
    solved *a = (solved *)base;
    pl_exact_free(a->exact);
    pl_tree_free(a->tree);
    free(a->policy);
    pl_opinions_close(&a->opinions);
}

static void solved_begin(pl_agent *a)
{
    ((solved *)a)->key = pl_info_key_start((int)a->seat);
}

static void solved_heard(pl_agent *base, int who, pl_move code, const void *view)
{
    solved *a = (solved *)base;
    (void)view;
    a->key = pl_info_key_heard(a->key, who, code);
}

/* How likely each move is in the equilibrium. */
static void by_policy(solved *a, const void *view)
{
    const pl_game *g = a->base.game;
    const pl_tree *t = a->tree;
    int seat = (int)a->base.seat;
    uint64_t key = pl_info_by_view(g) ? pl_info_key_view(g, seat, view) : a->key;
    int32_t i = 0;
    while (i < t->infos && t->info_key[i] != key) i++;
    double likely[PL_MOVES_MAX];
    int n = a->opinions.n;
    for (int k = 0; k < n; k++)
        likely[k] = i < t->infos ? a->policy[t->info_first[i] + k] : 1.0 / n;
    pl_policy_temper(likely, n, 1 + a->base.arg[TEMPERATURE]);
    for (int k = 0; k < n; k++) a->opinions.of[k].share = likely[k];
}

/* Whether a move ends the game at once. */
static int ends(const pl_game *g, const void *s, pl_move m)
{
    pl_state next;
    memcpy(&next, s, (size_t)g->state_size);
    g->apply(&next, m);
    return g->turn(&next) == PL_OVER;
}

/* The move that it must take: one that wins at once, or where positions come again the one that
 * gets ahead; PL_ILLEGAL: any of the best will do. */
static pl_move only_move(const solved *a, const void *s, double best)
{
    const pl_opinions *o = &a->opinions;
    if (!a->free) return pl_exact_best(a->exact, s);
    for (int i = 0; best > 0 && i < o->n; i++)
        if (o->of[i].value >= best && ends(a->base.game, s, o->of[i].move)) return o->of[i].move;
    return PL_ILLEGAL;
}

/* Boltzmann's distribution of the moves, by what they lose. */
static void warm(solved *a, double best)
{
    pl_opinions *o = &a->opinions;
    double scale = a->base.arg[TEMPERATURE] * (a->base.game->hi - a->base.game->lo), sum = 0;
    for (int i = 0; i < o->n; i++) sum += o->of[i].share = exp((o->of[i].value - best) / scale);
    for (int i = 0; i < o->n; i++) o->of[i].share /= sum;
}

static void by_values(solved *a, const void *s)
{
    pl_opinions *o = &a->opinions;
    double value[2 * PL_MOVES_MAX];
    pl_move move[PL_MOVES_MAX];
    int n = pl_exact_moves(a->exact, s, move, value), good = 0;
    for (int i = 0; i < n; i++) {
        o->of[i].value = value[2 * i + a->base.seat];
        o->of[i].proven = 1;
    }
    double best = pl_opinions_of(o, pl_opinions_best(o))->value;
    if (a->base.arg[TEMPERATURE] > 0) {
        warm(a, best);
        return;
    }
    pl_move only = only_move(a, s, best);
    for (int i = 0; i < o->n; i++) good += o->of[i].value >= best;
    for (int i = 0; i < o->n; i++)
        o->of[i].share = only != PL_ILLEGAL       ? o->of[i].move == only
                         : o->of[i].value >= best ? 1.0 / good
                                                  : 0;
}

static pl_move solved_pick(pl_agent *base, const void *view)
{
    solved *a = (solved *)base;
    pl_opinions_begin(&a->opinions, base->game, view);
    if (a->exact) by_values(a, view);
    else by_policy(a, view);
    return pl_opinions_draw(&a->opinions, &base->rng);
}

static void solved_why(pl_agent *base, pl_reasons *out)
{
    solved *a = (solved *)base;
    out->of = a->opinions.of;
    out->options = a->opinions.n;
}

static const pl_param params[] = {
    {"temperature", PL_REAL, 0, 0, 1000, "0: it cannot be beaten; above, it errs the more"},
    {0},
};

const pl_agent_type pl_solved = {
    .abi = PL_ABI,
    .size = sizeof(solved),
    .name = "solved",
    .about = "cannot be beaten in the long run: solves the game when it sits down",
    .params = params,
    .open = solved_open,
    .close = solved_close,
    .begin = solved_begin,
    .heard = solved_heard,
    .pick = solved_pick,
    .why = solved_why,
    .plays = "small games of two, zero sum",
    .mixes = 1,
};
