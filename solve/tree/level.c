/* level.c -- the nodes of one level of the tree, made from those above.
 *
 * Where the children of a node go is known before they are made, so chunks of a
 * level can be made in any order, by any thread.
 */
#include "solve/tree/builder.h"

#include <string.h>

/* Whose turn it is at the k-th node of l, whose state is there, and how many moves
 * there are.  A node with neither is blamed, and treated as an end. */
static void look_around(pl_builder *b, pl_level *l, int32_t k)
{
    const pl_game *g = b->t->game;
    const void *s = pl_level_state(b, l, k);
    pl_move m[PL_MOVES_MAX];
    int turn = g->turn(s), n = turn == PL_OVER ? 0 : g->moves(s, m);
    int sound = turn == PL_OVER || (turn >= PL_CHANCE && turn < g->players && n > 0);
    if (!sound) pl_builder_blame(b, l->from + k, PL_BAD_TURN);
    b->t->turn[l->from + k] = (int8_t)(sound ? turn : PL_OVER);
    l->count[k] = sound ? n : 0;
}

void pl_level_root(pl_builder *b)
{
    pl_tree *t = b->t;
    b->now.from = 0;
    b->now.n = 1;
    pl_start(t->game, b->now.state);
    t->parent[0] = -1;
    t->move[0] = PL_ILLEGAL;
    t->odds[0] = 1;
    for (int k = 0; k < t->game->players; k++) {
        b->now.played[k] = 0;
        if (!b->by_view) b->now.heard[k] = pl_info_key_start(k);
    }
    look_around(b, &b->now, 0);
}

/* What every seat has heard when move m of the k-th node now leads to the c-th next. */
static void hear(pl_builder *b, int32_t k, pl_move m, int32_t c)
{
    const pl_game *g = b->t->game;
    int turn = b->t->turn[b->now.from + k];
    const uint64_t *before = b->now.heard + (size_t)k * (size_t)g->players;
    uint64_t *after = b->next.heard + (size_t)c * (size_t)g->players;
    for (int seat = 0; seat < g->players; seat++) {
        pl_move code = pl_seen(g, pl_level_state(b, &b->now, k), m, seat);
        after[seat] =
            code == PL_NOTHING ? before[seat] : pl_info_key_heard(before[seat], turn, code);
    }
}

/* Move number a of the k-th node now, which has n, leads to the c-th node next. */
static void make_child(pl_builder *b, int32_t k, pl_move m, int32_t a, int32_t n)
{
    pl_tree *t = b->t;
    const pl_game *g = t->game;
    int32_t up = b->now.from + k, node = t->first[up] + a, c = node - b->next.from;
    const void *from = pl_level_state(b, &b->now, k);
    void *to = pl_level_state(b, &b->next, c);
    size_t players = (size_t)g->players;
    int32_t *played = b->next.played + (size_t)c * players;
    int turn = t->turn[up];
    t->parent[node] = up;
    t->move[node] = m;
    t->odds[node] = turn != PL_CHANCE ? 1 : g->odds ? g->odds(from, m) : 1.0 / n;
    memcpy(played, b->now.played + (size_t)k * players, players * sizeof *played);
    if (turn >= 0) played[turn] = t->info_first[t->info[up]] + a + 1;
    if (!b->by_view) hear(b, k, m, c);
    memcpy(to, from, (size_t)g->state_size);
    g->apply(to, m);
    look_around(b, &b->next, c);
}

static void make_children(void *with, int chunk, int thread)
{
    pl_builder *b = with;
    (void)thread;
    for (int32_t k = chunk * PL_CHUNK; k < pl_chunk_end(b->now.n, chunk); k++) {
        pl_move m[PL_MOVES_MAX];
        int32_t n = b->now.count[k];
        if (n) b->t->game->moves(pl_level_state(b, &b->now, k), m);
        for (int32_t a = 0; a < n; a++) make_child(b, k, m[a], a, n);
    }
}

void pl_level_children(pl_builder *b)
{
    b->next.from = b->now.from + b->now.n;
    b->next.n = (int32_t)b->children;
    pl_builder_chunks(b, b->now.n, make_children);
}

static void write_scores(void *with, int chunk, int thread)
{
    pl_builder *b = with;
    pl_tree *t = b->t;
    (void)thread;
    for (int32_t k = chunk * PL_CHUNK; k < pl_chunk_end(b->now.n, chunk); k++) {
        int32_t node = b->now.from + k;
        if (t->turn[node] != PL_OVER) continue;
        t->game->score(pl_level_state(b, &b->now, k),
                       t->score + (size_t)t->info[node] * (size_t)t->game->players);
    }
}

void pl_level_scores(pl_builder *b)
{
    pl_builder_chunks(b, b->now.n, write_scores);
}
