/* maxn.c -- max^n (C. Luckhardt and K. Irani, 1986): every seat chooses what is
 * best for itself; of equals, the first move.
 *
 * What is worth little to one may be worth anything to another, so hardly a move
 * can be left out (R. Korf, 1991): only those after a win at once.
 *
 * Fact to check: with two players whose scores add up to 0 it is minimax.
 */
#include "agents/maxn.h"

#include <string.h>

static void end(const pl_search *x, const void *s, pl_shares *out)
{
    x->game->score(s, out->worth);
    for (int i = 0; i < x->game->players; i++) out->worth[i] *= x->look.scale;
    out->sure = 1;
}

static void horizon(const pl_search *x, const void *s, pl_shares *out)
{
    const pl_game *g = x->game;
    double mean = g->traits & PL_ZERO_SUM ? 0 : (g->lo + g->hi) / 2;
    for (int i = 0; i < g->players; i++) {
        double value = g->value && !x->look.blind ? g->value(s, i) : mean;
        out->worth[i] = pl_search_guess(x, value);
    }
    out->sure = 0;
}

static void average(pl_search *x, int ply, int depth, pl_shares *out)
{
    const pl_game *g = x->game;
    const void *s = pl_search_state(x, ply);
    const pl_move *list = pl_search_list(x, ply);
    int n = g->moves(s, pl_search_list(x, ply));
    *out = (pl_shares){.sure = 1};
    for (int i = 0; i < n && !x->look.stopped; i++) {
        double odds = g->odds ? g->odds(s, list[i]) : 1.0 / n;
        pl_shares one;
        pl_maxn_move(x, ply, list[i], depth, &one);
        for (int k = 0; k < g->players; k++) out->worth[k] += odds * one.worth[k];
        out->sure &= one.sure;
    }
}

static void choose(pl_search *x, int ply, int turn, int depth, pl_shares *out)
{
    const pl_move *list = pl_search_list(x, ply);
    int n = x->game->moves(pl_search_state(x, ply), pl_search_list(x, ply)), all_sure = 1;
    double most = x->game->hi * x->look.scale - 1;
    for (int i = 0; i < n && !x->look.stopped; i++) {
        pl_shares one;
        pl_maxn_move(x, ply, list[i], depth, &one);
        all_sure &= one.sure;
        if (i && one.worth[turn] <= out->worth[turn]) continue;
        *out = one;
        pl_search_line(x, ply, list[i]);
        if (one.sure && one.worth[turn] >= most) return;
    }
    out->sure = all_sure || (out->sure && out->worth[turn] >= most - PL_DEEPEST);
}

/* What the state at ply is worth. */
static void shares(pl_search *x, int ply, int depth, pl_shares *out)
{
    const void *s = pl_search_state(x, ply);
    int turn = x->game->turn(s);
    x->ply[ply].length = 0;
    if (turn == PL_OVER) end(x, s, out);
    else if (depth <= 0 || ply > PL_DEEPEST) horizon(x, s, out);
    else if (turn == PL_CHANCE) average(x, ply, depth, out);
    else choose(x, ply, turn, depth, out);
}

void pl_maxn_move(pl_search *x, int ply, pl_move m, int depth, pl_shares *out)
{
    void *next = pl_search_state(x, ply + 1);
    *out = (pl_shares){.sure = 0};
    if (!pl_search_enter(x)) return;
    memcpy(next, pl_search_state(x, ply), (size_t)x->game->state_size);
    x->game->apply(next, m);
    shares(x, ply + 1, depth - 1, out);
    for (int i = 0; i < x->game->players; i++) out->worth[i] = pl_far(out->worth[i], 1);
}
