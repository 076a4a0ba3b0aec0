/* walk.c -- the tree, or the top of it, in breadth-first order, and the laws
 * that compare one line with another.
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

/* What one seat knows at each node: its view, and all that it has noticed. */
typedef struct {
    uint64_t *view, *chain;
    pl_map pair, observed, recall, tensor, lossless;
} knowledge;

static int knowledge_new(knowledge *k, size_t nodes)
{
    memset(k, 0, sizeof *k);
    k->view = malloc(nodes * sizeof *k->view);
    k->chain = malloc(nodes * sizeof *k->chain);
    return k->view && k->chain && !pl_map_new(&k->pair, nodes) &&
                   !pl_map_new(&k->observed, nodes) && !pl_map_new(&k->recall, nodes) &&
                   !pl_map_new(&k->tensor, nodes) && !pl_map_new(&k->lossless, nodes)
               ? 0
               : -1;
}

static void knowledge_free(knowledge *k)
{
    free(k->view);
    free(k->chain);
    pl_map_free(&k->pair);
    pl_map_free(&k->observed);
    pl_map_free(&k->recall);
    pl_map_free(&k->tensor);
    pl_map_free(&k->lossless);
}

static void knowledge_clear(knowledge *k)
{
    pl_map_clear(&k->pair);
    pl_map_clear(&k->observed);
    pl_map_clear(&k->recall);
    pl_map_clear(&k->tensor);
    pl_map_clear(&k->lossless);
}

/* The pair law, and the chain of what was noticed, along the edge to node i.
 * One's own moves are noticed with whatever they revealed. */
static int edge_holds(pl_check *c, knowledge *k, int32_t i, int seat)
{
    const pl_walk *w = &c->walk;
    int32_t up = w->parent[i];
    pl_state s;
    memcpy(&s, pl_walk_state(c, up), c->size);
    int who = w->turn[up], over = w->turn[i] == PL_OVER;
    pl_move code = pl_seen(c->game, &s, w->move[i], seat);
    k->chain[i] = k->chain[up];
    if (code == PL_NOTHING)
        return over ||
               pl_holds(c, LAW_CODE_NOTHING, k->view[i] == k->view[up],
                        "seat %d notices nothing of the last move, yet its view changes", seat);
    k->chain[i] = pl_mix(k->chain[up], (uint64_t)(uint32_t)code << 8 | (uint8_t)who);
    if (who == seat) k->chain[i] = pl_mix(k->chain[i], (uint64_t)w->move[i]);
    return over || pl_holds(c, LAW_PAIR,
                            pl_map_at(&k->pair, pl_mix(k->view[up], (uint32_t)code), k->view[i]) ==
                                k->view[i],
                            "seat %d has one view and notices %d, but two views can follow", seat,
                            (int)code);
}

static int line_holds(pl_check *c, knowledge *k, int32_t i, int seat)
{
    int over = c->walk.turn[i] == PL_OVER;
    return (over ||
            pl_holds(c, LAW_OBSERVED,
                     pl_map_at(&k->observed, k->chain[i], k->view[i]) == k->view[i],
                     "seat %d noticed the same in two lines, yet its views differ", seat)) &&
           (!(c->game->traits & PL_RECALL) ||
            pl_holds(c, LAW_RECALL, pl_map_at(&k->recall, k->view[i], k->chain[i]) == k->chain[i],
                     "seat %d has one view after two lines in which it noticed different things",
                     seat));
}

static int tensor_holds(pl_check *c, knowledge *k, int32_t i, int seat, const void *view,
                        uint8_t *bytes)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    if (!pl_check_tensor(c, view, seat, bytes)) return 0;
    uint64_t name = pl_hash(bytes, n);
    return pl_holds(c, LAW_TENSOR_EQUAL, pl_map_at(&k->tensor, k->view[i], name) == name,
                    "seat %d has one view in two lines, but two tensors", seat) &&
           (!(c->game->traits & PL_LOSSLESS) ||
            pl_holds(c, LAW_TENSOR_LOSSLESS,
                     pl_map_at(&k->lossless, name, k->view[i]) == k->view[i],
                     "seat %d, to move, has two views with one tensor", seat));
}

static int node_holds(pl_check *c, knowledge *k, int32_t i, int seat, uint8_t *bytes)
{
    pl_state s, view;
    memcpy(&s, pl_walk_state(c, i), c->size);
    c->node = i;
    pl_view(c->game, &s, seat, &view);
    k->view[i] = pl_hash(&view, c->size);
    k->chain[i] = 0;
    return (i == 0 || edge_holds(c, k, i, seat)) && line_holds(c, k, i, seat) &&
           (c->walk.turn[i] != seat || tensor_holds(c, k, i, seat, &view, bytes));
}

void pl_check_observations(pl_check *c)
{
    knowledge k;
    uint8_t *bytes = malloc((size_t)pl_tensor_size(c->game));
    int32_t most = (int32_t)(2e5 * c->effort) + 1000, end = c->walk.expanded;
    if (!c->walk.complete && end > most / 8) end = most / 8;
    if (end > most / c->game->players) end = most / c->game->players;
    if (knowledge_new(&k, (size_t)end + 1) || !bytes) c->no_memory = 1;
    for (int seat = -1; seat < c->game->players && !c->no_memory; seat++) {
        knowledge_clear(&k);
        for (int32_t i = 0; i < end; i++)
            if (!node_holds(c, &k, i, seat < 0 ? PL_PUBLIC : seat, bytes)) break;
    }
    c->node = -1;
    knowledge_free(&k);
    free(bytes);
}
