/* tree.c -- the whole tree of a small game, enumerated once, level by level.
 *
 * States are kept of two levels alone; level.h tells how a level is made.  What is
 * here gives out numbers, one after the other in the order of the nodes, and keeps
 * account of the memory.
 *
 * Fact to check: Kuhn poker has 58 histories, 30 of them ends, and 12
 * information sets.
 */
#include "parlor/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/level.h"

enum { PROBES = 1000 }; /* lines that the size of a tree is estimated from */

/* It is larger than this bound: say so, and how large it may be. */
static int too_large(const pl_builder *b, const char *format, double bound)
{
    pl_tree_size size;
    char what[100];
    if (!b->err) return -1;
    pl_tree_estimate(b->t->game, PROBES, 1, &size);
    if (size.nodes < (double)b->t->nodes) size.nodes = (double)b->t->nodes;
    snprintf(what, sizeof what, format, bound);
    return pl_fail(b->err, "%s %s: by estimate it has %.3g histories, which take %.3g bytes",
                   b->t->game->name, what, size.nodes, size.bytes);
}

static int out_of_memory(const pl_builder *b)
{
    return pl_fail(b->err, "%s: out of memory after %d histories", b->t->game->name,
                   (int)b->t->nodes);
}

static int too_many(const pl_builder *b)
{
    return too_large(b, "has more than the %.0f histories that are accepted here",
                     b->limit.max_nodes < 0 ? 0 : b->limit.max_nodes);
}

static int faulty(const pl_builder *b)
{
    static const char *const what[] = {
        [PL_BAD_TURN] = "it is nobody's turn, or there are no moves",
        [PL_BAD_MOVES] = "one view goes with different legal moves",
        [PL_BAD_VIEWS] = "a seat that noticed the same has different views",
        [PL_BAD_NAMES] = "two information sets have one name of 64 bits",
        [PL_NO_MEMORY] = "there is no memory left",
    };
    return pl_fail(b->err, "%s%s: at depth %d %s", b->t->game->name,
                   b->blame % 8 < PL_BAD_NAMES ? " breaks its contract" : "", (int)b->t->depth,
                   what[b->blame % 8]);
}

/* Memory.  Rows are counted before there is room for them. */

static int64_t shard_bytes(const pl_builder *b)
{
    int64_t sum = 0;
    for (int i = 0; i < b->limit.threads; i++)
        sum += pl_keys_bytes(&b->sets[i]) + pl_keys_bytes(&b->heard[i]);
    return sum;
}

static int fits(const pl_builder *b, int64_t bytes)
{
    return !b->limit.memory || b->bytes + shard_bytes(b) + bytes <= b->limit.memory;
}

static int spend(pl_builder *b, int64_t bytes)
{
    if (!fits(b, bytes))
        return too_large(b, "does not fit into the %.0f bytes of memory that are accepted here",
                         (double)b->limit.memory);
    b->bytes += bytes;
    return 0;
}

/* The room to give to so many rows of so many bytes: half as much again as there
 * was, so that growing costs little in all, if that is to be had. */
static int32_t room_for(const pl_builder *b, int32_t room, int64_t rows, size_t bytes)
{
    int64_t roomy = room + (int64_t)room / 2;
    if (roomy < 64) roomy = 64;
    if (roomy >= INT32_MAX || !fits(b, (roomy - room) * (int64_t)bytes)) roomy = rows;
    return (int32_t)(roomy < rows ? rows : roomy);
}

static void *resized(void *old, size_t rows, size_t bytes)
{
    return rows > SIZE_MAX / bytes ? NULL : realloc(old, rows * bytes);
}

/* Give an array room for n rows of size bytes, or leave the function. */
#define GROW(b, array, n, size)                                                                    \
    do {                                                                                           \
        void *grown_ = resized(array, (size_t)(n), size);                                          \
        if (!grown_) return out_of_memory(b);                                                      \
        (array) = grown_;                                                                          \
    } while (0)

/* Bytes of a node, of an information set, of an end. */
static size_t node_bytes(void)
{
    return 4 * sizeof(int32_t) + sizeof(double) + sizeof(int8_t);
}

static size_t info_bytes(const pl_game *g)
{
    return 3 * sizeof(int32_t) + sizeof(int8_t) + sizeof(uint64_t) + (size_t)g->state_size;
}

static size_t end_bytes(const pl_game *g)
{
    return (size_t)g->players * sizeof(double);
}

static int resize_nodes(pl_builder *b, int32_t n)
{
    pl_tree *t = b->t;
    GROW(b, t->first, n + 1, sizeof *t->first);
    GROW(b, t->parent, n, sizeof *t->parent);
    GROW(b, t->info, n, sizeof *t->info);
    GROW(b, t->move, n, sizeof *t->move);
    GROW(b, t->odds, n, sizeof *t->odds);
    GROW(b, t->turn, n, sizeof *t->turn);
    b->node_room = n;
    return 0;
}

static int resize_infos(pl_builder *b, int32_t n)
{
    pl_tree *t = b->t;
    GROW(b, t->info_seat, n, sizeof *t->info_seat);
    GROW(b, t->info_node, n, sizeof *t->info_node);
    GROW(b, t->info_first, n + 1, sizeof *t->info_first);
    GROW(b, t->info_before, n, sizeof *t->info_before);
    GROW(b, t->info_key, n, sizeof *t->info_key);
    GROW(b, t->info_view, n, (size_t)t->game->state_size);
    b->info_room = n;
    return 0;
}

static int resize_ends(pl_builder *b, int32_t n)
{
    GROW(b, b->t->score, n, end_bytes(b->t->game));
    b->end_room = n;
    return 0;
}

/* Room for at least so many, taken from what may be spent. */
static int room_in(pl_builder *b, int32_t room, int64_t rows, size_t bytes,
                   int (*resize)(pl_builder *, int32_t))
{
    if (rows <= room) return 0;
    int32_t n = room_for(b, room, rows, bytes);
    return spend(b, (int64_t)(n - room) * (int64_t)bytes) || resize(b, n) ? -1 : 0;
}

static size_t level_bytes(const pl_builder *b)
{
    const pl_game *g = b->t->game;
    size_t each = sizeof(int32_t) + (b->by_view ? 0 : sizeof(uint64_t));
    return (size_t)g->state_size + sizeof(int32_t) + (size_t)g->players * each;
}

static void level_free(pl_level *l)
{
    free(l->state);
    free(l->count);
    free(l->played);
    free(l->heard);
    *l = (pl_level){0};
}

static int level_room(pl_builder *b, pl_level *l, int32_t n)
{
    const pl_game *g = b->t->game;
    size_t players = (size_t)g->players;
    if (n <= l->room) return 0;
    b->bytes -= (int64_t)l->room * (int64_t)level_bytes(b);
    level_free(l);
    if (spend(b, (int64_t)n * (int64_t)level_bytes(b))) return -1;
    GROW(b, l->state, n, (size_t)g->state_size);
    GROW(b, l->count, n, sizeof *l->count);
    GROW(b, l->played, n, players * sizeof *l->played);
    if (!b->by_view) GROW(b, l->heard, n, players * sizeof *l->heard);
    l->room = n;
    return 0;
}

/* Names and, where there are secrets, views of so many nodes. */
static int view_room(pl_builder *b, int32_t n)
{
    size_t size = b->t->game->hide ? (size_t)b->t->game->state_size : 0;
    if (n <= b->view_room) return 0;
    if (spend(b, (int64_t)(n - b->view_room) * (int64_t)(size + sizeof *b->key))) return -1;
    GROW(b, b->key, n, sizeof *b->key);
    if (size) GROW(b, b->view, n, size);
    b->view_room = n;
    return 0;
}

/* Numbers. */

static int add_end(pl_builder *b, int32_t node)
{
    pl_tree *t = b->t;
    t->info[node] = t->ends++;
    return room_in(b, b->end_room, t->ends, end_bytes(t->game), resize_ends);
}

/* The k-th node is the first of a set. */
static int add_info(pl_builder *b, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k, info = t->infos++, seat = t->turn[node];
    size_t size = (size_t)t->game->state_size;
    if (room_in(b, b->info_room, t->infos, info_bytes(t->game), resize_infos)) return -1;
    t->info[node] = info;
    t->infos_of[seat]++;
    t->info_seat[info] = (int8_t)seat;
    t->info_node[info] = node;
    t->info_first[info + 1] = t->info_first[info] + b->now.count[k];
    t->info_before[info] = b->now.played[k * t->game->players + seat];
    t->info_key[info] = b->key[k];
    memcpy(t->info_view + (size_t)info * size, pl_level_view(b, k), size);
    return 0;
}

/* The k-th node is one more of a set: had its seat played the same before? */
static void join_info(pl_builder *b, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k, like = -2 - t->info[node];
    int32_t info = t->info[node] >= 0 ? t->info[node] : t->info[like];
    t->info[node] = info;
    if (b->now.played[k * t->game->players + t->turn[node]] != t->info_before[info]) t->recall = 0;
    if (b->now.count[k] != t->info_first[info + 1] - t->info_first[info])
        pl_builder_blame(b, node, PL_BAD_MOVES);
}

static int add_node(pl_builder *b, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k;
    t->first[node] = b->now.from + b->now.n + (int32_t)b->children;
    b->children += b->now.count[k];
    if (b->children > INT32_MAX - 1 - b->now.from - b->now.n) return too_many(b);
    if (t->turn[node] == PL_OVER) return add_end(b, node);
    t->chance += t->turn[node] == PL_CHANCE;
    t->decisions += t->turn[node] >= 0;
    if (t->turn[node] == PL_CHANCE) t->info[node] = -1;
    else if (t->info[node] == -2 - node) return add_info(b, k);
    else join_info(b, k);
    return 0;
}

/* All about the level now, but for its children. */
static int settle(pl_builder *b)
{
    b->children = 0;
    if (view_room(b, b->now.n)) return -1;
    pl_sets_meet(b);
    if (b->blame != INT64_MAX) return faulty(b);
    for (int32_t k = 0; k < b->now.n; k++)
        if (add_node(b, k)) return -1;
    if (b->blame != INT64_MAX) return faulty(b);
    pl_level_scores(b);
    return 0;
}

/* On to the next level. */
static int descend(pl_builder *b)
{
    pl_tree *t = b->t;
    int64_t nodes = t->nodes + b->children;
    if (nodes > b->limit.max_nodes) return too_many(b);
    if (room_in(b, b->node_room, nodes, node_bytes(), resize_nodes)) return -1;
    if (level_room(b, &b->next, (int32_t)b->children)) return -1;
    pl_level_children(b);
    pl_sets_compare(b);
    pl_sets_heard(b);
    if (b->blame != INT64_MAX) return faulty(b);
    pl_level up = b->now;
    b->now = b->next;
    b->next = up;
    t->nodes = (int32_t)nodes;
    t->depth++;
    return settle(b);
}

static int is_zero_sum(const pl_tree *t)
{
    int players = t->game->players;
    for (int32_t i = 0; i < t->ends; i++) {
        double sum = 0, size = 0;
        for (int k = 0; k < players; k++) {
            double score = t->score[(size_t)i * (size_t)players + (size_t)k];
            sum += score;
            size += fabs(score);
        }
        if (fabs(sum) > 1e-12 * size) return 0;
    }
    return 1;
}

/* Give back what was room for more. */
static int trim(pl_builder *b)
{
    pl_tree *t = b->t;
    const pl_game *g = t->game;
    if (resize_nodes(b, t->nodes) || resize_ends(b, t->ends)) return -1;
    if (t->infos && resize_infos(b, t->infos)) return -1;
    t->bytes = (int64_t)sizeof *t + t->nodes * (int64_t)node_bytes() + (int64_t)sizeof *t->first +
               t->ends * (int64_t)end_bytes(g) + t->infos * (int64_t)info_bytes(g) +
               (int64_t)sizeof *t->info_first;
    return 0;
}

static int build(pl_builder *b)
{
    pl_tree *t = b->t;
    if (b->limit.max_nodes < 1) return too_many(b);
    if (room_in(b, 0, 1, node_bytes(), resize_nodes)) return -1;
    if (room_in(b, 0, 1, info_bytes(t->game), resize_infos)) return -1;
    if (level_room(b, &b->now, 1)) return -1;
    t->info_first[0] = 0;
    t->nodes = 1;
    pl_level_root(b);
    if (settle(b)) return -1;
    while (b->children)
        if (descend(b)) return -1;
    t->first[t->nodes] = t->nodes;
    t->zero_sum = is_zero_sum(t);
    return trim(b);
}

static void builder_free(pl_builder *b)
{
    level_free(&b->now);
    level_free(&b->next);
    free(b->view);
    free(b->key);
    for (int i = 0; i < b->limit.threads; i++) {
        if (b->sets) pl_keys_free(&b->sets[i]);
        if (b->heard) pl_keys_free(&b->heard[i]);
    }
    free(b->sets);
    free(b->heard);
    pl_pool_free(b->pool);
}

static int builder_new(pl_builder *b, const pl_game *g, const pl_tree_limits *limits, pl_error *err)
{
    *b = (pl_builder){.t = calloc(1, sizeof *b->t), .limit = *limits, .err = err};
    atomic_init(&b->blame, INT64_MAX);
    if (b->limit.threads < 1) b->limit.threads = 1;
    if (b->limit.max_nodes == 0) b->limit.max_nodes = INT32_MAX - 1;
    b->by_view = pl_info_by_view(g);
    b->sets = calloc((size_t)b->limit.threads, sizeof *b->sets);
    b->heard = calloc((size_t)b->limit.threads, sizeof *b->heard);
    if (!b->t || !b->sets || !b->heard) return pl_fail(err, "%s: out of memory", g->name);
    b->t->game = g;
    b->t->recall = 1;
    if (b->limit.threads > 1) b->pool = pl_pool_new(b->limit.threads);
    if (b->limit.threads > 1 && !b->pool)
        return pl_fail(err, "%d threads cannot be had", (int)b->limit.threads);
    return 0;
}

pl_tree *pl_tree_build(const pl_game *g, const pl_tree_limits *limits, pl_error *err)
{
    pl_builder b;
    int failed = builder_new(&b, g, limits, err) || build(&b);
    builder_free(&b);
    if (!failed) return b.t;
    pl_tree_free(b.t);
    return NULL;
}

pl_tree *pl_tree_new(const pl_game *g, int32_t max_nodes, pl_error *err)
{
    pl_tree_limits limits = {.max_nodes = max_nodes < 1 ? -1 : max_nodes};
    return pl_tree_build(g, &limits, err);
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
    free(t->score);
    free(t->info_seat);
    free(t->info_node);
    free(t->info_first);
    free(t->info_before);
    free(t->info_key);
    free(t->info_view);
    free(t);
}
