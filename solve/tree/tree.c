/* tree.c -- the whole tree of a small game, enumerated once, level by level.
 *
 * builder.h tells how a level is made.  What is here gives out numbers, one after
 * the other in the order of the nodes.
 *
 * Fact to check: Kuhn poker has 58 histories, 30 of them ends, and 12
 * information sets.
 */
#include "parlor/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scores.h"
#include "solve/tree/builder.h"

static int add_end(pl_builder *b, int32_t node)
{
    pl_tree *t = b->t;
    t->info[node] = t->ends++;
    return pl_builder_ends(b, t->ends);
}

/* The place, plus 1, of the last move that seat made on the way to the k-th node. */
static int32_t played_by(const pl_builder *b, int32_t k, int seat)
{
    return b->now.played[(size_t)k * (size_t)b->t->game->players + (size_t)seat];
}

/* The k-th node is the first of a set. */
static int add_info(pl_builder *b, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k, info = t->infos++, seat = t->turn[node];
    size_t size = (size_t)t->game->state_size;
    if (pl_builder_infos(b, t->infos)) return -1;
    t->info[node] = info;
    t->infos_of[seat]++;
    t->info_seat[info] = (int8_t)seat;
    t->info_node[info] = node;
    t->info_first[info + 1] = t->info_first[info] + b->now.count[k];
    t->info_before[info] = played_by(b, k, seat);
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
    if (played_by(b, k, t->turn[node]) != t->info_before[info]) t->recall = 0;
    if (b->now.count[k] != t->info_first[info + 1] - t->info_first[info])
        pl_builder_blame(b, node, PL_BAD_MOVES);
}

static int add_node(pl_builder *b, int32_t k)
{
    pl_tree *t = b->t;
    int32_t node = b->now.from + k;
    t->first[node] = b->now.from + b->now.n + (int32_t)b->children;
    b->children += b->now.count[k];
    if (b->children > INT32_MAX - 1 - b->now.from - b->now.n) return pl_builder_too_many(b);
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
    if (pl_builder_views(b, b->now.n)) return -1;
    pl_sets_meet(b);
    if (pl_builder_faults(b)) return -1;
    for (int32_t k = 0; k < b->now.n; k++)
        if (add_node(b, k)) return -1;
    if (pl_builder_faults(b)) return -1;
    pl_level_scores(b);
    return 0;
}

/* On to the next level. */
static int descend(pl_builder *b)
{
    pl_tree *t = b->t;
    int64_t nodes = t->nodes + b->children;
    if (nodes > b->limit.max_nodes) return pl_builder_too_many(b);
    if (pl_builder_nodes(b, nodes)) return -1;
    if (pl_builder_level(b, &b->next, (int32_t)b->children)) return -1;
    pl_level_children(b);
    pl_sets_compare(b);
    pl_sets_heard(b);
    if (pl_builder_faults(b)) return -1;
    pl_level up = b->now;
    b->now = b->next;
    b->next = up;
    t->nodes = (int32_t)nodes;
    t->depth++;
    return settle(b);
}

/* What the scores of all ends add up to, if that is always the same. */
static void add_up(pl_tree *t)
{
    int players = t->game->players;
    double rounding, first = t->ends ? pl_scores_sum(t->score, players, &rounding) : 0;
    t->zero_sum = t->constant_sum = 1;
    for (int32_t i = 0; i < t->ends; i++) {
        const double *score = t->score + (size_t)i * (size_t)players;
        double sum = pl_scores_sum(score, players, &rounding);
        if (!pl_scores_cancel(score, players)) t->zero_sum = 0;
        if (fabs(sum - first) > rounding) t->constant_sum = 0;
    }
    if (t->zero_sum) t->constant_sum = 1;
    t->sum = t->constant_sum && !t->zero_sum ? first : 0;
}

static int build(pl_builder *b)
{
    pl_tree *t = b->t;
    if (b->limit.max_nodes < 1) return pl_builder_too_many(b);
    if (pl_builder_nodes(b, 1) || pl_builder_infos(b, 1)) return -1;
    if (pl_builder_level(b, &b->now, 1)) return -1;
    t->info_first[0] = 0;
    t->nodes = 1;
    pl_level_root(b);
    if (settle(b)) return -1;
    while (b->children)
        if (descend(b)) return -1;
    t->first[t->nodes] = t->nodes;
    add_up(t);
    return pl_builder_trim(b);
}

pl_tree *pl_tree_build(const pl_game *g, const pl_tree_limits *limits, pl_error *err)
{
    pl_builder b;
    int failed = pl_builder_new(&b, g, limits, err) || build(&b);
    pl_builder_free(&b);
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
