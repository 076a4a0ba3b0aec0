/* walk.c -- the tree, or the top of it, in breadth-first order.
 *
 * pl_tree_new() trusts its game; this one cannot, so it grows a tree of its own
 * with every step guarded.  Breadth first, the first line found is a shortest.
 */
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

const void *pl_walk_state(const pl_check *c, int32_t node)
{
    return c->walk.state + (size_t)node * c->size;
}

void pl_walk_free(pl_walk *w)
{
    free(w->parent);
    free(w->first);
    free(w->move);
    free(w->odds);
    free(w->turn);
    free(w->state);
    memset(w, 0, sizeof *w);
}

static int make_room(pl_walk *w, size_t size, int32_t room)
{
    size_t n = (size_t)room;
    w->room = room;
    w->parent = malloc(n * sizeof *w->parent);
    w->first = malloc((n + 1) * sizeof *w->first);
    w->move = malloc(n * sizeof *w->move);
    w->odds = malloc(n * sizeof *w->odds);
    w->turn = malloc(n);
    w->state = malloc(n * size);
    return w->parent && w->first && w->move && w->odds && w->turn && w->state ? 0 : -1;
}

/* One child for each move of p, which is node i. */
static int expand(pl_check *c, const pl_place *p, int32_t i)
{
    pl_walk *w = &c->walk;
    for (int k = 0; k < p->n; k++) {
        pl_state next; /* aligned as rules expect, which rows of states are not */
        int32_t child = w->nodes++;
        if (!pl_check_play(c, p->state, p->move[k], &next)) return 0;
        memcpy(w->state + (size_t)child * c->size, &next, c->size);
        w->parent[child] = i;
        w->move[child] = p->move[k];
        w->odds[child] = p->turn != PL_CHANCE ? 1
                         : c->game->odds      ? c->game->odds(p->state, p->move[k])
                                              : 1.0 / p->n;
    }
    return 1;
}

/* Grow until there is no more room, or nothing left to grow. */
static int grow(pl_check *c)
{
    pl_walk *w = &c->walk;
    for (int32_t i = 0; i < w->nodes; i++) {
        pl_place p;
        pl_state s;
        memcpy(&s, pl_walk_state(c, i), c->size);
        c->node = i;
        if (!pl_check_place(c, &s, &p)) return 0;
        if (!pl_holds(c, LAW_PLIES, pl_check_plies(c) + (p.n > 0) <= c->game->max_plies,
                      "a game goes on after %d plies", (int)c->game->max_plies))
            return 0;
        w->first[i] = w->nodes;
        w->turn[i] = (int8_t)p.turn;
        if (w->nodes + p.n > w->room) return 1;
        if (!expand(c, &p, i)) return 0;
        w->expanded = i + 1;
    }
    w->first[w->nodes] = w->nodes;
    w->complete = 1;
    return 1;
}

int pl_walk_grow(pl_check *c)
{
    pl_walk *w = &c->walk;
    pl_state s;
    size_t most = ((size_t)64 << 20) / c->size; /* 64 MiB of states */
    int32_t room = (size_t)c->max_nodes > most ? (int32_t)most : c->max_nodes;
    if (make_room(w, c->size, room)) return !(c->no_memory = 1);
    if (!pl_check_start(c, &s)) return 0;
    memcpy(w->state, &s, c->size);
    w->parent[0] = -1;
    w->move[0] = PL_ILLEGAL;
    w->odds[0] = 1;
    w->nodes = 1;
    int ok = grow(c);
    c->out->nodes = w->complete ? w->nodes : 0;
    c->node = -1;
    return ok;
}
