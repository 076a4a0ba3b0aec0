/* tree.c -- the whole tree of a small game, enumerated once, breadth first.
 *
 * Information sets are views: equal bytes, equal knowledge.  They are numbered
 * as they are met, so a set has a higher number than any its seat passed on
 * the way to it.
 *
 * Fact to check: Kuhn poker has 58 histories, 30 of them ends, and 12
 * information sets.
 */
#include "parlor/tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* A tree under construction: the room its arrays have, and the table that
 * finds a view's information set (its number plus 1; 0 is a free slot). */
typedef struct {
    pl_tree *t;
    int32_t max_nodes, node_room, end_room, info_room;
    unsigned char *views; /* infos views of state_size bytes */
    int32_t *slots;
    uint64_t mask;
    pl_error *err;
} builder;

static int out_of_memory(const builder *b)
{
    return pl_fail(b->err, "%s: out of memory after %d histories", b->t->game->name,
                   (int)b->t->nodes);
}

static void *resized(void *old, int32_t n, size_t size)
{
    return (size_t)n > SIZE_MAX / size ? NULL : realloc(old, (size_t)n * size);
}

/* Give an array room for n rows of size bytes, or leave the function. */
#define GROW(b, array, n, size)                                                                    \
    do {                                                                                           \
        void *grown_ = resized(array, n, size);                                                    \
        if (!grown_) return out_of_memory(b);                                                      \
        (array) = grown_;                                                                          \
    } while (0)

/* Half as much room again, so that growing costs little in all. */
static int32_t next_room(int32_t room)
{
    return room < 64 ? 64 : room > INT32_MAX / 2 ? INT32_MAX - 1 : room + room / 2;
}

static int grow_nodes(builder *b)
{
    pl_tree *t = b->t;
    int32_t n = next_room(b->node_room);
    if (n > b->max_nodes) n = b->max_nodes;
    GROW(b, t->first, n + 1, sizeof *t->first);
    GROW(b, t->parent, n, sizeof *t->parent);
    GROW(b, t->info, n, sizeof *t->info);
    GROW(b, t->move, n, sizeof *t->move);
    GROW(b, t->odds, n, sizeof *t->odds);
    GROW(b, t->turn, n, sizeof *t->turn);
    GROW(b, t->state, n, (size_t)t->game->state_size);
    b->node_room = n;
    return 0;
}

static int grow_ends(builder *b)
{
    int32_t n = next_room(b->end_room);
    GROW(b, b->t->score, n, (size_t)b->t->game->players * sizeof *b->t->score);
    b->end_room = n;
    return 0;
}

static unsigned char *state_of(const pl_tree *t, int32_t node)
{
    return t->state + (size_t)node * (size_t)t->game->state_size;
}

static unsigned char *view_of(const builder *b, int32_t info)
{
    return b->views + (size_t)info * (size_t)b->t->game->state_size;
}

/* The slot of this view, or the free one where it belongs. */
static int32_t *slot_of(const builder *b, int seat, const void *view)
{
    size_t size = (size_t)b->t->game->state_size;
    for (uint64_t h = pl_hash(view, size);; h++) {
        int32_t *slot = &b->slots[h & b->mask], info = *slot - 1;
        if (info < 0) return slot;
        if (b->t->info_seat[info] == seat && !memcmp(view_of(b, info), view, size)) return slot;
    }
}

/* Room for more information sets, and a table at most two thirds full. */
static int grow_infos(builder *b)
{
    pl_tree *t = b->t;
    int32_t n = next_room(b->info_room);
    uint64_t slots = 64;
    while (slots * 2 < (uint64_t)n * 3) slots *= 2;
    GROW(b, t->info_seat, n, sizeof *t->info_seat);
    GROW(b, t->info_node, n, sizeof *t->info_node);
    GROW(b, t->info_first, n + 1, sizeof *t->info_first);
    GROW(b, b->views, n, (size_t)t->game->state_size);
    if (slots > b->mask + 1 || !b->slots) {
        free(b->slots);
        b->slots = calloc(slots, sizeof *b->slots);
        if (!b->slots) return out_of_memory(b);
        b->mask = slots - 1;
        for (int32_t i = 0; i < t->infos; i++) *slot_of(b, t->info_seat[i], view_of(b, i)) = i + 1;
    }
    b->info_room = n;
    return 0;
}

static int add_node(builder *b, int32_t parent, pl_move m, double odds)
{
    pl_tree *t = b->t;
    if (t->nodes == b->max_nodes)
        return pl_fail(b->err, "%s has more than the %d histories that are accepted here",
                       t->game->name, (int)b->max_nodes);
    if (t->nodes == b->node_room && grow_nodes(b)) return -1;
    int32_t node = t->nodes++;
    unsigned char *state = state_of(t, node);
    if (parent < 0) {
        pl_start(t->game, state);
    } else {
        memcpy(state, state_of(t, parent), (size_t)t->game->state_size);
        t->game->apply(state, m);
    }
    t->parent[node] = parent;
    t->move[node] = m;
    t->odds[node] = odds;
    t->turn[node] = (int8_t)t->game->turn(state);
    return 0;
}

static int add_end(builder *b, int32_t node)
{
    pl_tree *t = b->t;
    if (t->ends == b->end_room && grow_ends(b)) return -1;
    t->game->score(state_of(t, node), t->score + (size_t)t->ends * (size_t)t->game->players);
    t->info[node] = t->ends++;
    return 0;
}

/* Node, whose n children are there, joins the others that look the same. */
static int add_decision(builder *b, int32_t node, int32_t n)
{
    pl_tree *t = b->t;
    pl_state view;
    int seat = t->turn[node];
    if (t->infos == b->info_room && grow_infos(b)) return -1;
    pl_view(t->game, state_of(t, node), seat, &view);
    int32_t *slot = slot_of(b, seat, &view);
    if (!*slot) {
        int32_t info = t->infos++;
        *slot = t->infos;
        memcpy(view_of(b, info), &view, (size_t)t->game->state_size);
        t->info_seat[info] = (int8_t)seat;
        t->info_node[info] = node;
        t->info_first[info + 1] = t->info_first[info] + n;
        t->infos_of[seat]++;
    }
    int32_t info = t->info[node] = *slot - 1, like = t->info_node[info];
    const pl_move *mine = t->move + t->first[node], *theirs = t->move + t->first[like];
    t->decisions++;
    if (n == t->info_first[info + 1] - t->info_first[info] &&
        !memcmp(mine, theirs, (size_t)n * sizeof *mine))
        return 0;
    return pl_fail(b->err, "%s: one view of seat %d goes with different legal moves", t->game->name,
                   seat);
}

static int expand(builder *b, int32_t node)
{
    pl_tree *t = b->t;
    const pl_game *g = t->game;
    pl_move m[PL_MOVES_MAX];
    int turn = t->turn[node];
    t->first[node] = t->nodes;
    t->info[node] = -1;
    if (turn == PL_OVER) return add_end(b, node);
    int n = g->moves(state_of(t, node), m);
    if (n < 1 || turn < PL_CHANCE || turn >= g->players)
        return pl_fail(b->err, "%s breaks its contract: turn %d with %d moves", g->name, turn, n);
    for (int i = 0; i < n; i++) {
        double odds = turn != PL_CHANCE ? 1 : g->odds ? g->odds(state_of(t, node), m[i]) : 1.0 / n;
        if (add_node(b, node, m[i], odds)) return -1;
    }
    t->chance += turn == PL_CHANCE;
    return turn == PL_CHANCE ? 0 : add_decision(b, node, n);
}

static int build(builder *b)
{
    pl_tree *t = b->t;
    int32_t level_end = 1;
    if (add_node(b, -1, PL_ILLEGAL, 1) || grow_ends(b) || grow_infos(b)) return -1;
    t->info_first[0] = 0;
    for (int32_t i = 0; i < t->nodes; i++) {
        if (i == level_end) {
            t->depth++;
            level_end = t->nodes;
        }
        if (expand(b, i)) return -1;
    }
    t->first[t->nodes] = t->nodes;
    return 0;
}

pl_tree *pl_tree_new(const pl_game *g, int32_t max_nodes, pl_error *err)
{
    builder b = {.t = calloc(1, sizeof(pl_tree)), .err = err};
    b.max_nodes = max_nodes < 0 ? 0 : max_nodes == INT32_MAX ? INT32_MAX - 1 : max_nodes;
    if (!b.t) {
        pl_fail(err, "%s: out of memory", g->name);
        return NULL;
    }
    b.t->game = g;
    int failed = build(&b);
    free(b.views);
    free(b.slots);
    if (!failed) return b.t;
    pl_tree_free(b.t);
    return NULL;
}

void pl_tree_free(pl_tree *t)
{
    if (!t) return;
    free(t->first);
    free(t->parent);
    free(t->info);
    free(t->move);
    free(t->odds);
    free(t->turn);
    free(t->state);
    free(t->score);
    free(t->info_seat);
    free(t->info_node);
    free(t->info_first);
    free(t);
}
