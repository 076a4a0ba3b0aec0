/* knowledge.c -- the laws that compare one line with another: what a seat has
 * noticed, the view it has, and the tensor of that view stand for each other.
 *
 * Views, and all that was noticed, are known by numbers that tables hand out after comparing
 * bytes, so no verdict depends on a hash.  Of a tensor, which may be large, only the hash is kept:
 * where two views have tensors of one hash the tensors are made again and compared.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

enum { UNKNOWN = -1 }; /* a number of what is in no table, and so unlike all that is */

/* Kinds of origins; a seat is added, and a spectator comes behind the last seat. */
enum { OBSERVED = 0, RECALLED = 64, FOLLOWED = 128, SHOWN = 192, TENSOR = 256 };

/* One thing more that a seat noticed; of its own moves, which one it was. */
typedef struct {
    int32_t before, mover;
    pl_move code, own;
} notice;

/* What leads to something: two numbers or a hash; count tells things of one hash apart. */
typedef struct {
    uint64_t of;
    int32_t kind, count;
} origin;

void pl_known_begin(pl_known *k, size_t size, int64_t memory, int32_t most)
{
    *k = (pl_known){.view = {.size = size, .memory = memory},
                    .chain = {.size = sizeof(notice)},
                    .origin = {.size = sizeof(origin), .width = 1},
                    .most = most};
}

void pl_known_free(pl_known *k)
{
    pl_positions_free(&k->view);
    pl_positions_free(&k->chain);
    pl_positions_free(&k->origin);
}

/* The number of a thing; UNKNOWN: it is new, and there is no more room. */
static int32_t number_of(pl_known *k, pl_positions *p, const void *thing)
{
    int32_t number = p->n < k->most ? pl_positions_meet(p, thing) : pl_positions_find(p, thing);
    if (number < 0) k->full = 1;
    return number < 0 ? UNKNOWN : number;
}

/* What an origin leads to: number, if it led nowhere before. */
static int32_t leads_to(pl_known *k, const origin *o, int32_t number)
{
    int32_t at = number_of(k, &k->origin, o);
    if (at == UNKNOWN) return number;
    double *known = pl_positions_value(&k->origin, at);
    if (isnan(*known) && number != UNKNOWN) *known = number;
    return isnan(*known) ? number : (int32_t)*known;
}

/* Whether a and b, as this kind of thing, have led to this number whenever they were met. */
static int stand_for(pl_known *k, int kind, int32_t a, int32_t b, int32_t number)
{
    origin o = {(uint64_t)(uint32_t)a << 32 | (uint32_t)b, kind, 0};
    return a == UNKNOWN || leads_to(k, &o, number) == number;
}

/* Every seat's number, a spectator's last. */
static int seat_at(const pl_check *c, int i)
{
    return i == c->game->players ? PL_PUBLIC : i;
}

/* What a seat has noticed before anything happened. */
static int32_t nothing_yet(int i)
{
    return UNKNOWN - 1 - i;
}

/* What a seat has noticed, and now this. */
static int32_t link(pl_known *k, int32_t chain, int seat, int mover, pl_move code, pl_move m)
{
    if (code == PL_NOTHING || chain == UNKNOWN) return chain;
    return number_of(k, &k->chain, &(notice){chain, mover, code, mover == seat ? m : PL_ILLEGAL});
}

/* Whether the view of this number has this tensor. */
static int has_tensor(pl_check *c, const pl_known *k, int32_t number, int i, const uint8_t *tensor)
{
    size_t n = (size_t)pl_tensor_size(c->game);
    uint8_t *again = malloc(n);
    pl_state view;
    if (!again) return !(c->no_memory = 1);
    memcpy(&view, pl_positions_state(&k->view, number), c->size);
    pl_tensor(c->game, &view, seat_at(c, i), again);
    int same = !memcmp(again, tensor, n);
    free(again);
    return same;
}

static origin of_tensor(const pl_check *c, int i, const uint8_t *tensor)
{
    return (origin){pl_hash(tensor, (size_t)pl_tensor_size(c->game)), TENSOR + i, 0};
}

/* Whether no view of the seat but the one of this number has this tensor. */
static int is_lossless(pl_check *c, pl_known *k, int32_t number, int i, const uint8_t *tensor)
{
    for (origin o = of_tensor(c, i, tensor);; o.count++) {
        int32_t known = leads_to(k, &o, number);
        if (known == number) return 1;
        if (has_tensor(c, k, known, i, tensor)) return 0;
    }
}

static int lossless_holds(pl_check *c, pl_known *k, int32_t number, int i, const uint8_t *tensor)
{
    return !(c->game->traits & PL_LOSSLESS) ||
           pl_holds(c, LAW_TENSOR_LOSSLESS, is_lossless(c, k, number, i, tensor),
                    "%s, to move, has two views with one tensor", pl_seat_name(i));
}

static int line_holds(pl_check *c, pl_known *k, int over, int i, int32_t view, int32_t chain)
{
    const char *name = pl_seat_name(seat_at(c, i));
    return (over || pl_holds(c, LAW_OBSERVED, stand_for(k, OBSERVED + i, chain, 0, view),
                             "%s noticed the same in two lines, yet its views differ", name)) &&
           (!(c->game->traits & PL_RECALL) ||
            pl_holds(c, LAW_RECALL, stand_for(k, RECALLED + i, view, 0, chain),
                     "%s has one view after two lines in which it noticed different things", name));
}

/* The tree: what each seat knows at each node. */

typedef struct {
    pl_known known;
    int32_t *view, *chain; /* of each node */
} knowledge;

/* The pair law, and the chain of what was noticed, along the edge to node i. */
static int edge_holds(pl_check *c, knowledge *k, int32_t node, int i)
{
    const pl_walk *w = &c->walk;
    int32_t up = w->parent[node];
    pl_state s;
    memcpy(&s, pl_walk_state(c, up), c->size);
    int seat = seat_at(c, i), over = w->turn[node] == PL_OVER;
    pl_move code = pl_seen(c->game, &s, w->move[node], seat);
    k->chain[node] = link(&k->known, k->chain[up], seat, w->turn[up], code, w->move[node]);
    if (code == PL_NOTHING)
        return pl_holds(c, LAW_CODE_NOTHING, k->view[node] == k->view[up],
                        "%s notices nothing of the last move, yet its view changes",
                        pl_seat_name(seat));
    return over || pl_holds(c, LAW_PAIR,
                            stand_for(&k->known, FOLLOWED + i, k->view[up], code, k->view[node]),
                            "%s has one view and notices %d, but two views can follow",
                            pl_seat_name(seat), (int)code);
}

/* Two tensors of one view are compared by their hashes, so of tensors that differ one in 2^64
 * passes. */
static int tensor_holds(pl_check *c, pl_known *k, int32_t number, int i, const void *view,
                        uint8_t *tensor)
{
    if (!pl_check_tensor(c, view, i, tensor)) return 0;
    origin o = of_tensor(c, i, tensor);
    return pl_holds(c, LAW_TENSOR_EQUAL,
                    stand_for(k, SHOWN + i, number, 0, number_of(k, &k->origin, &o)),
                    "%s has one view in two lines, but two tensors", pl_seat_name(i)) &&
           lossless_holds(c, k, number, i, tensor);
}

static int node_holds(pl_check *c, knowledge *k, int32_t node, int i, uint8_t *tensor)
{
    pl_state s, view;
    memcpy(&s, pl_walk_state(c, node), c->size);
    c->node = node;
    pl_view(c->game, &s, seat_at(c, i), &view);
    k->view[node] = number_of(&k->known, &k->known.view, &view);
    k->chain[node] = nothing_yet(i);
    return (node == 0 || edge_holds(c, k, node, i)) &&
           line_holds(c, &k->known, c->walk.turn[node] == PL_OVER, i, k->view[node],
                      k->chain[node]) &&
           (c->walk.turn[node] != i || tensor_holds(c, &k->known, k->view[node], i, &view, tensor));
}

/* All nodes as one seat sees them. */
static void seat_holds(pl_check *c, knowledge *k, int32_t end, int i, uint8_t *tensor)
{
    pl_known_begin(&k->known, c->size, 0, INT32_MAX);
    for (int32_t node = 0; node < end && !k->known.full; node++)
        if (!node_holds(c, k, node, i, tensor)) break;
    if (k->known.full) c->no_memory = 1;
    pl_known_free(&k->known);
}

void pl_check_observations(pl_check *c)
{
    knowledge k;
    int players = c->game->players;
    int32_t most = (int32_t)(2e5 * c->effort) + 1000, end = c->walk.expanded;
    if (!c->walk.complete && end > most / 8) end = most / 8;
    if (end > most / players) end = most / players;
    uint8_t *tensor = malloc((size_t)pl_tensor_size(c->game));
    k.view = malloc(((size_t)end + 1) * sizeof *k.view);
    k.chain = malloc(((size_t)end + 1) * sizeof *k.chain);
    if (!tensor || !k.view || !k.chain) c->no_memory = 1;
    for (int i = -1; i < players && !c->no_memory; i++)
        seat_holds(c, &k, end, i < 0 ? players : i, tensor);
    c->node = -1;
    free(k.view);
    free(k.chain);
    free(tensor);
}

/* Random play. */

void pl_check_begin_line(pl_check *c)
{
    for (int i = 0; i <= c->game->players; i++) c->chain[i] = nothing_yet(i);
}

void pl_check_notice(pl_check *c, const pl_place *p, pl_move m)
{
    for (int i = 0; i <= c->game->players; i++) {
        pl_move code = pl_seen(c->game, p->state, m, seat_at(c, i));
        c->chain[i] = link(&c->known, c->chain[i], seat_at(c, i), p->turn, code, m);
    }
}

static int tensor_known(pl_check *c, const void *view, int i, int32_t number)
{
    uint8_t *tensor = malloc((size_t)pl_tensor_size(c->game));
    if (!tensor) return !(c->no_memory = 1);
    int ok = pl_check_tensor(c, view, i, tensor) && lossless_holds(c, &c->known, number, i, tensor);
    free(tensor);
    return ok;
}

int pl_check_knowledge(pl_check *c, const pl_place *p)
{
    for (int i = 0; i <= c->game->players; i++) {
        pl_state view;
        pl_view(c->game, p->state, seat_at(c, i), &view);
        int32_t number = number_of(&c->known, &c->known.view, &view);
        if (!line_holds(c, &c->known, p->turn == PL_OVER, i, number, c->chain[i])) return 0;
        if ((c->game->traits & PL_LOSSLESS) && p->turn == i && !tensor_known(c, &view, i, number))
            return 0;
    }
    return 1;
}
