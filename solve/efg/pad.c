/* pad.c -- turns that everybody may see, for games where they would tell secrets.
 *
 * In Selten's horse (1975) player 3 may not know whether player 2 was asked; but in
 * Parlor whose turn it is is no secret.  So every play is made to pass through the
 * same turns: who has nothing to decide has one move, "-".  That a game can be timed
 * so is a question of its sets alone (Jakobsen, Sorensen and Conitzer, 2016): none
 * may come both before and after another.
 *
 * Fact to check: the horse gains one node, where player 2 has nothing to decide.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/efg/efg.h"

/* A unit is what must have one time: a set of a seat, or a single node of chance, whose
 * numbers follow those of sets. */
typedef struct {
    const pl_efg *g;       /* the tree as it was */
    int32_t *level;        /* of each unit */
    int32_t *before;       /* of each unit: moves that lead to it from units without a level */
    int32_t *first, *node; /* the nodes of each unit */
    int32_t *queue;
    int32_t *slot; /* of each level and mover: its place among all turns, or -1 */
    int8_t *mover; /* of each slot */
    int32_t slots, levels;
    int32_t *moved; /* of each node: its number in the new tree */
    pl_error *err;
} padder;

static int32_t unit_of(const pl_efg *g, int32_t node)
{
    if (g->turn[node] == PL_OVER) return -1;
    return g->turn[node] >= 0 ? g->set[node] : g->sets + node;
}

static void gather(padder *p)
{
    const pl_efg *g = p->g;
    int32_t units = g->sets + g->nodes, unit;
    for (int32_t i = 0; i < g->nodes; i++) {
        if ((unit = unit_of(g, i)) < 0) continue;
        p->first[unit + 1]++;
        p->before[unit] += i > 0;
    }
    for (int32_t u = 0; u < units; u++) p->first[u + 1] += p->first[u];
    for (int32_t i = 0; i < g->nodes; i++)
        if ((unit = unit_of(g, i)) >= 0) p->node[p->first[unit]++] = i;
    for (int32_t u = units; u > 0; u--) p->first[u] = p->first[u - 1];
    p->first[0] = 0;
}

/* The units below this one may have their level once it has. */
static int32_t release(padder *p, int32_t unit, int32_t waiting)
{
    const pl_efg *g = p->g;
    for (int32_t i = p->first[unit]; i < p->first[unit + 1]; i++) {
        int32_t node = p->node[i], n = pl_efg_moves(g, node);
        for (int32_t a = 0; a < n; a++) {
            int32_t next = unit_of(g, g->child[g->edge[node] + a]);
            if (next < 0) continue;
            if (p->level[next] <= p->level[unit]) p->level[next] = p->level[unit] + 1;
            if (--p->before[next] == 0) p->queue[waiting++] = next;
        }
    }
    return waiting;
}

/* The length of the longest way to each unit; fails where some lead in a circle. */
static int find_levels(padder *p)
{
    const pl_efg *g = p->g;
    int32_t waiting = 0, units = 0;
    gather(p);
    for (int32_t u = 0; u < g->sets + g->nodes; u++) units += p->first[u] < p->first[u + 1];
    p->queue[waiting++] = unit_of(g, 0);
    for (int32_t i = 0; i < waiting; i++) {
        waiting = release(p, p->queue[i], waiting);
        if (p->level[p->queue[i]] >= p->levels) p->levels = p->level[p->queue[i]] + 1;
    }
    if (waiting == units) return 0;
    return pl_fail(p->err,
                   "%s has sets that may come in different orders, which cannot be a secret as "
                   "everybody sees whose turn it is",
                   g->file);
}

static int32_t *slot_at(const padder *p, int32_t node)
{
    const pl_efg *g = p->g;
    int32_t level = p->level[unit_of(g, node)];
    return &p->slot[(size_t)level * (size_t)(g->players + 1) + (size_t)(g->turn[node] + 1)];
}

/* All turns that there are, in their order. */
static void find_slots(padder *p)
{
    const pl_efg *g = p->g;
    size_t width = (size_t)g->players + 1, all = (size_t)p->levels * width;
    for (int32_t i = 0; i < g->nodes; i++)
        if (g->turn[i] != PL_OVER) *slot_at(p, i) = 1;
    for (size_t i = 0; i < all; i++) {
        if (!p->slot[i]) continue;
        p->mover[p->slots] = (int8_t)((int)(i % width) - 1);
        p->slot[i] = p->slots++;
    }
}

/* Turns that are skipped on the way to node. */
static int32_t skipped(const padder *p, int32_t node)
{
    const pl_efg *g = p->g;
    if (node == 0 || g->turn[node] == PL_OVER) return 0;
    return *slot_at(p, node) - *slot_at(p, g->parent[node]) - 1;
}

/* A node below another, by its move number nth; it has room for n of its own. */
static int32_t grow(pl_efg *to, int32_t up, int32_t nth, int32_t n, int32_t *edges)
{
    int32_t node = to->nodes++;
    to->parent[node] = up;
    to->nth[node] = nth;
    to->edge[node] = *edges;
    *edges += n;
    if (up >= 0) to->child[to->edge[up] + nth] = node;
    return node;
}

/* A node into the new tree, behind the turns that it skipped. */
static void move_node(padder *p, pl_efg *to, int32_t node, int32_t *edges)
{
    const pl_efg *g = p->g;
    size_t row = (size_t)g->players;
    int32_t before = g->parent[node], up = node ? p->moved[before] : -1, nth = g->nth[node];
    int32_t pads = skipped(p, node), slot = pads ? *slot_at(p, before) + 1 : 0;
    for (int32_t i = 0; i <= pads; i++) {
        int own = i == pads;
        int32_t like = own ? node : before, made;
        made = grow(to, up, nth, own ? pl_efg_moves(g, node) : 1, edges);
        to->turn[made] = own ? g->turn[node] : p->mover[slot + i];
        to->set[made] = own ? g->set[node] : -1;
        to->odds[made] = i ? 1 : g->odds[node];
        to->line[made] = g->line[node];
        memcpy(to->paid + (size_t)made * row, g->paid + (size_t)like * row, row * sizeof(double));
        up = made;
        nth = 0;
    }
    p->moved[node] = up;
}

static void free_nodes(pl_efg *g)
{
    free(g->turn);
    free(g->parent);
    free(g->nth);
    free(g->set);
    free(g->edge);
    free(g->child);
    free(g->odds);
    free(g->paid);
    free(g->line);
}

static int out_of_memory(const padder *p)
{
    return pl_fail(p->err, "%s: out of memory", p->g->file);
}

/* Room for a tree of n nodes, in place of the old one. */
static int make_nodes(pl_efg *to, size_t n)
{
    to->nodes = to->depth = 0;
    to->turn = malloc(n);
    to->parent = malloc(n * sizeof *to->parent);
    to->nth = malloc(n * sizeof *to->nth);
    to->set = malloc(n * sizeof *to->set);
    to->edge = malloc(n * sizeof *to->edge);
    to->child = malloc(n * sizeof *to->child);
    to->odds = malloc(n * sizeof *to->odds);
    to->paid = malloc(n * (size_t)to->players * sizeof *to->paid);
    to->line = malloc(n * sizeof *to->line);
    return to->turn && to->parent && to->nth && to->set && to->edge && to->child && to->odds &&
                   to->paid && to->line
               ? 0
               : -1;
}

static int make_room(padder *p)
{
    size_t nodes = (size_t)p->g->nodes, units = nodes + (size_t)p->g->sets + 1;
    size_t turns = units * ((size_t)p->g->players + 1);
    p->level = calloc(units, sizeof *p->level);
    p->before = calloc(units, sizeof *p->before);
    p->first = calloc(units + 1, sizeof *p->first);
    p->queue = calloc(units, sizeof *p->queue);
    p->slot = calloc(turns, sizeof *p->slot);
    p->mover = calloc(turns, sizeof *p->mover);
    p->node = calloc(nodes, sizeof *p->node);
    p->moved = calloc(nodes, sizeof *p->moved);
    return p->level && p->before && p->first && p->queue && p->slot && p->mover && p->node &&
                   p->moved
               ? 0
               : out_of_memory(p);
}

static void room_free(padder *p)
{
    free(p->level);
    free(p->before);
    free(p->first);
    free(p->queue);
    free(p->slot);
    free(p->mover);
    free(p->node);
    free(p->moved);
}

/* How many nodes there will be; -1 if they are too many. */
static int64_t measure(const padder *p)
{
    const pl_efg *g = p->g;
    int64_t nodes = g->nodes;
    for (int32_t i = 0; i < g->nodes && nodes <= PL_EFG_NODES; i++) nodes += skipped(p, i);
    if (p->slots <= PL_EFG_DEPTH && nodes <= PL_EFG_NODES &&
        nodes * (g->players + 1) <= PL_EFG_VIEWS)
        return nodes;
    return pl_fail(p->err,
                   "%s needs too many turns where somebody has nothing to decide, so that whose "
                   "turn it is tells no secret",
                   g->file);
}

static void move_all(padder *p, pl_efg *to)
{
    int32_t edges = 0, *plies = p->queue; /* which is not needed any more */
    for (int32_t i = 0; i < p->g->nodes; i++) {
        move_node(p, to, i, &edges);
        plies[i] = i ? plies[p->g->parent[i]] + 1 + skipped(p, i) : 0;
        if (plies[i] > to->depth) to->depth = plies[i];
    }
}

int pl_efg_pad(pl_efg *g, pl_error *err)
{
    pl_efg old = *g;
    padder p = {.g = &old, .err = err};
    int64_t nodes = -1;
    if (make_room(&p) == 0 && find_levels(&p) == 0) {
        find_slots(&p);
        nodes = measure(&p);
    }
    if (nodes > 0 && make_nodes(g, (size_t)nodes)) {
        free_nodes(g);
        *g = old;
        nodes = out_of_memory(&p);
    } else if (nodes > 0) {
        move_all(&p, g);
        free_nodes(&old);
    }
    room_free(&p);
    return nodes > 0 ? 0 : -1;
}
