/* opinions.c -- what an agent thinks of each of its moves. */
#include "agents/opinions.h"

#include <math.h>
#include <stdlib.h>

#include "core/text.h"

int pl_opinions_open(pl_opinions *o, const pl_game *g, pl_error *err)
{
    o->of = calloc((size_t)g->max_moves, sizeof *o->of);
    return o->of ? 0 : pl_fail(err, "out of memory");
}

void pl_opinions_close(pl_opinions *o)
{
    free(o->of);
}

void pl_opinions_begin(pl_opinions *o, const pl_game *g, const void *view)
{
    pl_move list[PL_MOVES_MAX];
    o->n = g->moves(view, list);
    for (int i = 0; i < o->n; i++) o->of[i] = (pl_opinion){.move = list[i], .value = NAN};
}

pl_opinion *pl_opinions_of(const pl_opinions *o, pl_move m)
{
    int lo = 0, hi = o->n - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (o->of[mid].move < m) lo = mid + 1;
        else hi = mid;
    }
    return &o->of[lo];
}

pl_move pl_opinions_best(pl_opinions *o)
{
    int best = 0;
    for (int i = 1; i < o->n; i++)
        if (o->of[i].value > o->of[best].value) best = i;
    for (int i = 0; i < o->n; i++) o->of[i].share = i == best;
    return o->of[best].move;
}

/* Shares may add up to a little less than 1: what is left over goes to the last. */
pl_move pl_opinions_draw(const pl_opinions *o, pl_rng *r)
{
    double u = pl_unit(r);
    int last = 0;
    for (int i = 0; i < o->n; i++) {
        if (!(o->of[i].share > 0)) continue;
        last = i;
        if ((u -= o->of[i].share) < 0) break;
    }
    return o->of[last].move;
}
