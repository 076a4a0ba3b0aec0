/* game.c -- positions: what every game gets for free. */
#include "parlor/game.h"

#include <string.h>

void pl_start(const pl_game *g, void *s)
{
    memset(s, 0, (size_t)g->state_size);
    if (g->init) g->init(g, s);
}

void pl_view(const pl_game *g, const void *s, int seat, void *view)
{
    memcpy(view, s, (size_t)g->state_size);
    if (g->hide && seat != PL_FULL) g->hide(view, seat);
}

double pl_odds(const pl_game *g, const void *s, pl_move m)
{
    pl_move list[PL_MOVES_MAX];
    return g->odds ? g->odds(s, m) : 1.0 / g->moves(s, list);
}

uint64_t pl_key(const pl_game *g, const void *s)
{
    return g->key ? g->key(s) : pl_hash(s, (size_t)g->state_size);
}

/* Without seen(), a code is a name for the view that follows.  It has 31 bits: two views that can
 * follow one view share a code with a chance of 2^-31, and then the pair law finds it. */
static pl_move derived_code(const pl_game *g, const void *s, pl_move m, int seat)
{
    pl_state before, after;
    size_t size = (size_t)g->state_size;
    uint64_t least = (uint64_t)(g->actions > g->chances ? g->actions : g->chances);
    pl_view(g, s, seat, &before);
    memcpy(&after, s, size);
    g->apply(&after, m);
    g->hide(&after, seat);
    if (g->turn(s) != seat && !memcmp(&before, &after, size)) return PL_NOTHING;
    return (pl_move)(least + pl_hash(&after, size) % ((uint64_t)INT32_MAX - least));
}

pl_move pl_seen(const pl_game *g, const void *s, pl_move m, int seat)
{
    if (!g->hide || seat == PL_FULL) return m;
    return g->seen ? g->seen(s, m, seat) : derived_code(g, s, m, seat);
}

int pl_is_noticed(const pl_game *g, const void *s, pl_move m)
{
    int seat = g->turn(s);
    pl_state next;
    if (!g->hide) return 1;
    memcpy(&next, s, (size_t)g->state_size);
    g->apply(&next, m);
    if (g->turn(&next) != seat) return 1;
    for (int i = 0; i < g->players; i++)
        if (i != seat && pl_seen(g, s, m, i) == PL_NOTHING) return 0;
    return pl_seen(g, s, m, PL_PUBLIC) != PL_NOTHING;
}
