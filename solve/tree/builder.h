/* builder.h -- a tree under construction: two levels of states, and what the files
 * that build it share.
 *
 * Every level goes through the same steps.  Its nodes are made from those above,
 * in chunks that any thread may take, as each has its place beforehand (level.c).
 * Those of one information set then find each other in a table that is cut into
 * shards, one for a thread (sets.c).  Numbers are given out last, by one thread in
 * the order of the nodes (tree.c): so the tree is the same at any number of threads.
 */
#ifndef PL_SOLVE_BUILDER_H
#define PL_SOLVE_BUILDER_H

#include <stdatomic.h>

#include "parlor/tree.h"
#include "solve/pool.h"
#include "solve/tree/keys.h"

typedef struct {
    int32_t from, n, room;
    unsigned char *state; /* n of state_size bytes */
    int32_t *count;       /* n: how many children each has */
    int32_t *played;      /* n rows of players: the place, plus 1, of each seat's last move */
    uint64_t *heard;      /* the same of names of all they heard; NULL: sets are views */
} pl_level;

/* Why a tree cannot be built, with the node where it shows. */
typedef enum {
    PL_BAD_TURN,  /* no turn, or one without moves */
    PL_BAD_MOVES, /* one information set, different moves */
    PL_BAD_VIEWS, /* the same was heard and the views differ */
    PL_BAD_NAMES, /* two sets have one name */
    PL_NO_MEMORY
} pl_tree_fault;

typedef struct {
    pl_tree *t;
    pl_tree_limits limit;
    pl_pool *pool; /* NULL: one thread alone */
    int by_view;
    pl_level now, next;
    unsigned char *view; /* of the level now: what the seat to move sees, if there is hide() */
    uint64_t *key;       /* of the level now: the name of the node's information set */
    int32_t view_room;
    int32_t node_room, end_room, info_room;
    int64_t children;      /* of the level now */
    int64_t bytes;         /* taken so far, less those of the shards */
    pl_keys *sets, *heard; /* a shard for each thread: name to node plus 1; name to name before */
    atomic_int_fast64_t blame; /* node times 8 plus fault, the least of all; or INT64_MAX */
    pl_error *err;
} pl_builder;

/* An empty tree, for which pl_tree_free() is the caller's, also where it fails. */
int pl_builder_new(pl_builder *b, const pl_game *g, const pl_tree_limits *limits, pl_error *err);
void pl_builder_free(pl_builder *b);
/* Room for so many nodes, sets or ends in all; in a level; for names and views of the
 * level now.  0, or -1 with the reason. */
int pl_builder_nodes(pl_builder *b, int64_t rows);
int pl_builder_infos(pl_builder *b, int64_t rows);
int pl_builder_ends(pl_builder *b, int64_t rows);
int pl_builder_level(pl_builder *b, pl_level *l, int32_t n);
int pl_builder_views(pl_builder *b, int32_t n);
int pl_builder_trim(pl_builder *b); /* give back what was room for more */

/* Any thread may find a fault.  0, or -1 with the first in the order of the nodes. */
void pl_builder_blame(pl_builder *b, int32_t node, pl_tree_fault fault);
int pl_builder_faults(const pl_builder *b);
int pl_builder_too_many(const pl_builder *b); /* -1, with the reason */

enum { PL_CHUNK = 512 }; /* nodes that a thread takes at a time */
/* Have job done for every chunk of n nodes; and where chunk i ends. */
void pl_builder_chunks(pl_builder *b, int32_t n, pl_job *job);
int32_t pl_chunk_end(int32_t n, int i);

/* Bytes of a node and of the scores of an end. */
static inline size_t pl_tree_node_bytes(void)
{
    return 4 * sizeof(int32_t) + sizeof(double) + sizeof(int8_t);
}

static inline size_t pl_tree_end_bytes(const pl_game *g)
{
    return (size_t)g->players * sizeof(double);
}

/* Fill the level now with the root; the level next with the children of now. */
void pl_level_root(pl_builder *b);
void pl_level_children(pl_builder *b);
/* Write the scores of the ends of the level now. */
void pl_level_scores(pl_builder *b);

/* Find the information sets of the level now: info is a set of a level above or,
 * of those that are new, -2 less their first node.  When the children are there,
 * see that sets agree in their moves, and that no two pasts have one name. */
void pl_sets_meet(pl_builder *b);
void pl_sets_compare(pl_builder *b);
void pl_sets_heard(pl_builder *b);

static inline unsigned char *pl_level_state(const pl_builder *b, const pl_level *l, int32_t k)
{
    return l->state + (size_t)k * (size_t)b->t->game->state_size;
}

/* What the seat to move sees at the k-th node of the level now. */
static inline unsigned char *pl_level_view(const pl_builder *b, int32_t k)
{
    return b->t->game->hide ? b->view + (size_t)k * (size_t)b->t->game->state_size
                            : pl_level_state(b, &b->now, k);
}

#endif
