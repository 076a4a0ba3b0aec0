/* knowledge.c -- the laws that compare one line with another: what a seat has
 * noticed, the view it has, and the tensor of that view stand for each other.
 */
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

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

/* What a seat has noticed, and now this; its own moves with what they revealed. */
static uint64_t link(uint64_t chain, int seat, int who, pl_move code, pl_move m)
{
    if (code == PL_NOTHING) return chain;
    chain = pl_mix(chain, (uint64_t)(uint32_t)code << 8 | (uint8_t)who);
    return who == seat ? pl_mix(chain, (uint64_t)m) : chain;
}

/* The pair law, and the chain of what was noticed, along the edge to node i. */
static int edge_holds(pl_check *c, knowledge *k, int32_t i, int seat)
{
    const pl_walk *w = &c->walk;
    int32_t up = w->parent[i];
    pl_state s;
    memcpy(&s, pl_walk_state(c, up), c->size);
    int who = w->turn[up], over = w->turn[i] == PL_OVER;
    pl_move code = pl_seen(c->game, &s, w->move[i], seat);
    k->chain[i] = link(k->chain[up], seat, who, code, w->move[i]);
    if (code == PL_NOTHING)
        return pl_holds(c, LAW_CODE_NOTHING, k->view[i] == k->view[up],
                        "%s notices nothing of the last move, yet its view changes",
                        pl_seat_name(seat));
    return over || pl_holds(c, LAW_PAIR,
                            pl_map_at(&k->pair, pl_mix(k->view[up], (uint32_t)code), k->view[i]) ==
                                k->view[i],
                            "%s has one view and notices %d, but two views can follow",
                            pl_seat_name(seat), (int)code);
}

static int line_holds(pl_check *c, knowledge *k, int32_t i, int seat)
{
    int over = c->walk.turn[i] == PL_OVER;
    return (over || pl_holds(c, LAW_OBSERVED,
                             pl_map_at(&k->observed, k->chain[i], k->view[i]) == k->view[i],
                             "%s noticed the same in two lines, yet its views differ",
                             pl_seat_name(seat))) &&
           (!(c->game->traits & PL_RECALL) ||
            pl_holds(c, LAW_RECALL, pl_map_at(&k->recall, k->view[i], k->chain[i]) == k->chain[i],
                     "%s has one view after two lines in which it noticed different things",
                     pl_seat_name(seat)));
}

static int tensor_holds(pl_check *c, knowledge *k, int32_t i, int seat, const void *view,
                        uint8_t *bytes)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    if (!pl_check_tensor(c, view, seat, bytes)) return 0;
    uint64_t name = pl_hash(bytes, n);
    return pl_holds(c, LAW_TENSOR_EQUAL, pl_map_at(&k->tensor, k->view[i], name) == name,
                    "%s has one view in two lines, but two tensors", pl_seat_name(seat)) &&
           (!(c->game->traits & PL_LOSSLESS) ||
            pl_holds(c, LAW_TENSOR_LOSSLESS,
                     pl_map_at(&k->lossless, name, k->view[i]) == k->view[i],
                     "%s, to move, has two views with one tensor", pl_seat_name(seat)));
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

/* Every seat's number in chain, a spectator's last. */
static int seat_at(const pl_check *c, int i)
{
    return i == c->game->players ? PL_PUBLIC : i;
}

void pl_check_notice(pl_check *c, const pl_place *p, pl_move m)
{
    for (int i = 0; i <= c->game->players; i++) {
        pl_move code = pl_seen(c->game, p->state, m, seat_at(c, i));
        c->chain[i] = link(c->chain[i], seat_at(c, i), p->turn, code, m);
    }
}

/* Whether a has stood for b, as this kind of thing, whenever it was met. */
enum { OBSERVED = 64, RECALLED = 128, TENSOR = 192 }; /* kinds, and a seat added */
static int stands_for(pl_check *c, int kind, uint64_t a, uint64_t b)
{
    return pl_map_at(&c->known, pl_mix((uint64_t)kind, a), b) == b;
}

static int tensor_known(pl_check *c, const void *view, int seat, uint64_t name)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    uint8_t *bytes = malloc(n);
    if (!bytes) return !(c->no_memory = 1);
    int ok = pl_check_tensor(c, view, seat, bytes) &&
             pl_holds(c, LAW_TENSOR_LOSSLESS, stands_for(c, TENSOR + seat, pl_hash(bytes, n), name),
                      "%s, to move, has two views with one tensor", pl_seat_name(seat));
    free(bytes);
    return ok;
}

int pl_check_knowledge(pl_check *c, const pl_place *p)
{
    uint32_t traits = c->game->traits;
    for (int i = 0; i <= c->game->players; i++) {
        pl_state view;
        int seat = seat_at(c, i);
        pl_view(c->game, p->state, seat, &view);
        uint64_t name = pl_hash(&view, c->size), chain = c->chain[i];
        if (p->turn != PL_OVER &&
            !pl_holds(c, LAW_OBSERVED, stands_for(c, OBSERVED + i, chain, name),
                      "%s noticed the same in two lines, yet its views differ", pl_seat_name(seat)))
            return 0;
        if ((traits & PL_RECALL) &&
            !pl_holds(c, LAW_RECALL, stands_for(c, RECALLED + i, name, chain),
                      "%s has one view after two lines in which it noticed different things",
                      pl_seat_name(seat)))
            return 0;
        if ((traits & PL_LOSSLESS) && p->turn == i && !tensor_known(c, &view, i, name)) return 0;
    }
    return 1;
}
