/* efg.h -- an extensive game in memory, as the files of this folder share it.
 *
 * Nodes stand in the order of the file, a parent before its children.  It never
 * changes once it is made.
 */
#ifndef PL_EFG_PRIVATE_H
#define PL_EFG_PRIVATE_H

#include "parlor/efg.h"

enum {
    PL_EFG_PLAYERS = 10,
    PL_EFG_DEPTH = 2000,    /* plies */
    PL_EFG_NODES = 1000000, /* most nodes, */
    PL_EFG_VIEWS = 3000100, /* and most of them times who looks at them */
    PL_EFG_BYTES = 64 << 20 /* of a file */
};

typedef struct {
    uint64_t hash; /* of the file: what a state knows the game by */
    /* The same, shorter, as a parameter: so the spelling of a game tells of its content. */
    pl_param content[2];
    int32_t players, nodes, sets, depth;
    int32_t actions, chances;              /* most moves of a seat, and of chance */
    char name[PL_NAME_MAX];                /* of the game, made from the file's */
    char file[PL_NAME_MAX];                /* as errors call it */
    char *text;                            /* all names, each ending in 0 */
    int32_t title, player[PL_EFG_PLAYERS]; /* where in text */

    /* nodes */
    int8_t *turn;
    int32_t *parent, *nth; /* which of the parent's moves leads here */
    int32_t *set;          /* -1: it has no choice, as an end has none */
    int32_t *edge;         /* where its children begin in child */
    int32_t *child;
    double *odds; /* of the move that led here, if chance made it; else 1 */
    double *paid; /* rows of players: what outcomes paid so far */
    int32_t *line;

    /* sets, those of chance among them */
    int8_t *owner;
    int32_t *moves, *first; /* how many, and where they begin in move_name, move_odds */
    int32_t *set_name, *number;
    int32_t *move_name;
    double *move_odds;
    int32_t move_count;

    /* What everybody knows: for each seat, and then a spectator, of each node a class of
     * those that look alike.  A class at which its owner decides is that of a set. */
    int32_t *known; /* [who * nodes + node] */
    int32_t classes;
    int8_t *class_who, *class_turn;
    int32_t *class_set;     /* or -1 */
    int32_t *class_row;     /* a node with the scores of its ends, or -1 */
    int32_t *class_before;  /* or below 0 */
    int32_t *class_move;    /* the own move that led here from there, or PL_ILLEGAL */
    int32_t *class_members; /* where its nodes begin in member */
    int32_t *member;
    double *weight;    /* of each member, and all before it in the class */
    int8_t *open_move; /* of each move of a set: 1 if what follows is not known by the move alone */
    int8_t secrets;    /* 0: everybody knows everything */
    int8_t zero_sum;
    double lo, hi;
} pl_efg;

/* read.c: from a file's bytes, all but what is known. */
pl_efg *pl_efg_parse(const char *file, size_t n, const char *name, pl_error *err);
void pl_efg_free(pl_efg *g);
void pl_efg_forget(pl_efg *g); /* what is known */
static inline int32_t pl_efg_moves(const pl_efg *g, int32_t node)
{
    return g->turn[node] == PL_OVER ? 0 : g->set[node] < 0 ? 1 : g->moves[g->set[node]];
}

/* know.c: what is known.  0; or -1 with the reason, as for games that forget; or 1 where
 * whose turn it is would tell secrets, having changed nothing. */
int pl_efg_know(pl_efg *g, pl_error *err);
/* pad.c: make turns tell none, of a game whose knowledge is not known yet.  0, or -1. */
int pl_efg_pad(pl_efg *g, pl_error *err);
/* What who, a seat or players for a spectator, is told when the play comes to node: a
 * number, 0 .. pl_efg_events()-1.  Where it is its own turn that is its set; else it is
 * whose turn it is, less PL_OVER. */
int32_t pl_efg_event(const pl_efg *g, int who, int32_t node);
int32_t pl_efg_events(const pl_efg *g);
enum { PL_EFG_FIRST_SET = PL_EFG_PLAYERS - PL_OVER }; /* the event of set 0 */

/* shelf.c: games that are in use, by their hash. */
const pl_efg *pl_efg_find(uint64_t hash); /* or NULL */
/* Keep g from now on, or what is like it already and free g; NULL: the shelf is full,
 * and g is freed. */
const pl_efg *pl_efg_keep(pl_efg *g);

#endif
