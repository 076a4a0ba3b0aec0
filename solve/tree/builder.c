/* builder.c -- the memory of a tree under construction, and what may go wrong.
 *
 * Rows are counted before there is room for them, so a bound on memory is kept from
 * the first node on.
 *
 * Fact to check: a node takes 25 bytes, and an end 8 more for each seat.
 */
#include "solve/tree/builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { PROBES = 1000 }; /* lines that the size of a tree is estimated from */

static int64_t shard_bytes(const pl_builder *b)
{
    int64_t sum = 0;
    for (int i = 0; i < b->limit.threads; i++)
        sum += pl_keys_bytes(&b->sets[i]) + pl_keys_bytes(&b->heard[i]);
    return sum;
}

/* 524288000 as "524 MB". */
static const char *size_text(double bytes, char buf[24])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int u = 0;
    for (; bytes >= 999.5 && u < 4; u++) bytes /= 1000;
    snprintf(buf, 24,
             bytes < 9.95 && u ? "%.1f %s"
             : bytes < 1e6     ? "%.0f %s"
                               : "%.2g %s",
             bytes, units[u]);
    return buf;
}

/* It is too large in this way: say so, and how large it may be.  What the nodes there are have
 * taken, sets and two levels of states included, so will the others. */
static int too_large(const pl_builder *b, const char *how)
{
    pl_tree_size size;
    char text[24];
    double nodes = (double)b->t->nodes;
    double met = nodes + (double)b->children,
           each = (double)(b->bytes + shard_bytes(b)) / fmax(met, 1);
    pl_tree_estimate(b->t->game, PROBES, 1, &size);
    if (size.nodes < met) size.nodes = met;
    double bytes = fmax(size.bytes, size.nodes * each);
    if (b->limit.memory && bytes <= (double)b->limit.memory)
        return pl_fail(b->err,
                       "%s %s: by estimate it has %.3g histories, which take more than that "
                       "while the tree is built",
                       b->t->game->name, how, size.nodes);
    return pl_fail(b->err,
                   "%s %s: by estimate it has %.3g histories, which take %s while the tree is "
                   "built",
                   b->t->game->name, how, size.nodes, size_text(bytes, text));
}

int pl_builder_too_many(const pl_builder *b)
{
    char how[100];
    snprintf(how, sizeof how, "has more than the %d histories that are accepted here",
             b->limit.max_nodes < 0 ? 0 : (int)b->limit.max_nodes);
    return b->err ? too_large(b, how) : -1;
}

static int too_much(const pl_builder *b)
{
    char how[100], text[24];
    snprintf(how, sizeof how, "does not fit into the %s of memory that it may take",
             size_text((double)b->limit.memory, text));
    return b->err ? too_large(b, how) : -1;
}

static int out_of_memory(const pl_builder *b)
{
    return pl_fail(b->err, "%s: out of memory after %d histories", b->t->game->name,
                   (int)b->t->nodes);
}

int pl_builder_faults(const pl_builder *b)
{
    static const char *const what[] = {
        [PL_BAD_TURN] = "it is nobody's turn, or there are no moves",
        [PL_BAD_MOVES] = "one view goes with different legal moves",
        [PL_BAD_VIEWS] = "a seat that noticed the same has different views",
        [PL_BAD_NAMES] = "two information sets have one name of 64 bits",
        [PL_NO_MEMORY] = "there is no memory left",
    };
    if (b->blame == INT64_MAX) return 0;
    return pl_fail(b->err, "%s%s: at depth %d %s", b->t->game->name,
                   b->blame % 8 < PL_BAD_NAMES ? " breaks its contract" : "", (int)b->t->depth,
                   what[b->blame % 8]);
}

/* Threads. */

void pl_builder_blame(pl_builder *b, int32_t node, pl_tree_fault fault)
{
    int_fast64_t mine = (int_fast64_t)node * 8 + fault, least = atomic_load(&b->blame);
    while (mine < least && !atomic_compare_exchange_weak(&b->blame, &least, mine)) continue;
}

int32_t pl_chunk_end(int32_t n, int i)
{
    return n - i * PL_CHUNK < PL_CHUNK ? n : (i + 1) * PL_CHUNK;
}

void pl_builder_chunks(pl_builder *b, int32_t n, pl_job *job)
{
    int jobs = (int)(((int64_t)n + PL_CHUNK - 1) / PL_CHUNK);
    if (b->pool && jobs > 1) pl_pool_run(b->pool, jobs, job, b);
    else
        for (int i = 0; i < jobs; i++) job(b, i, 0);
}

/* Memory. */

static int fits(const pl_builder *b, int64_t bytes)
{
    return !b->limit.memory || b->bytes + shard_bytes(b) + bytes <= b->limit.memory;
}

static int spend(pl_builder *b, int64_t bytes)
{
    if (!fits(b, bytes)) return too_much(b);
    b->bytes += bytes;
    return 0;
}

/* The room to give to so many rows of so many bytes: half as much again as there
 * was, so that growing costs little in all; near the bound, half of what that would
 * have been, and so on, rather than a row at a time. */
static int32_t room_for(const pl_builder *b, int32_t room, int64_t rows, size_t bytes)
{
    int64_t more = room / 2 < 64 ? 64 : room / 2;
    while (more > 1 && (room + more >= INT32_MAX || !fits(b, more * (int64_t)bytes))) more /= 2;
    return (int32_t)(room + more < rows ? rows : room + more);
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

static size_t info_bytes(const pl_game *g)
{
    return 3 * sizeof(int32_t) + sizeof(int8_t) + sizeof(uint64_t) + (size_t)g->state_size;
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
    GROW(b, b->t->score, n, pl_tree_end_bytes(b->t->game));
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

int pl_builder_nodes(pl_builder *b, int64_t rows)
{
    return room_in(b, b->node_room, rows, pl_tree_node_bytes(), resize_nodes);
}

int pl_builder_infos(pl_builder *b, int64_t rows)
{
    return room_in(b, b->info_room, rows, info_bytes(b->t->game), resize_infos);
}

int pl_builder_ends(pl_builder *b, int64_t rows)
{
    return room_in(b, b->end_room, rows, pl_tree_end_bytes(b->t->game), resize_ends);
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

int pl_builder_level(pl_builder *b, pl_level *l, int32_t n)
{
    const pl_game *g = b->t->game;
    size_t players = (size_t)g->players;
    if (n <= l->room) return 0;
    if (spend(b, (int64_t)(n - l->room) * (int64_t)level_bytes(b))) return -1;
    GROW(b, l->state, n, (size_t)g->state_size);
    GROW(b, l->count, n, sizeof *l->count);
    GROW(b, l->played, n, players * sizeof *l->played);
    if (!b->by_view) GROW(b, l->heard, n, players * sizeof *l->heard);
    l->room = n;
    return 0;
}

int pl_builder_views(pl_builder *b, int32_t n)
{
    size_t size = b->t->game->hide ? (size_t)b->t->game->state_size : 0;
    if (n <= b->view_room) return 0;
    if (spend(b, (int64_t)(n - b->view_room) * (int64_t)(size + sizeof *b->key))) return -1;
    GROW(b, b->key, n, sizeof *b->key);
    if (size) GROW(b, b->view, n, size);
    b->view_room = n;
    return 0;
}

int pl_builder_trim(pl_builder *b)
{
    pl_tree *t = b->t;
    const pl_game *g = t->game;
    if (resize_nodes(b, t->nodes) || resize_ends(b, t->ends)) return -1;
    if (t->infos && resize_infos(b, t->infos)) return -1;
    t->bytes = (int64_t)sizeof *t + t->nodes * (int64_t)pl_tree_node_bytes() +
               (int64_t)sizeof *t->first + t->ends * (int64_t)pl_tree_end_bytes(g) +
               t->infos * (int64_t)info_bytes(g) + (int64_t)sizeof *t->info_first;
    return 0;
}

void pl_builder_free(pl_builder *b)
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

int pl_builder_new(pl_builder *b, const pl_game *g, const pl_tree_limits *limits, pl_error *err)
{
    *b = (pl_builder){.t = calloc(1, sizeof *b->t), .limit = *limits, .err = err};
    atomic_init(&b->blame, INT64_MAX);
    if (b->limit.threads < 1) b->limit.threads = 1;
    if (b->limit.max_nodes == 0 || b->limit.max_nodes == INT32_MAX)
        b->limit.max_nodes = INT32_MAX - 1;
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
