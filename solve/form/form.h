/* form.h -- a tree in sequence form: what the solvers sweep over.
 *
 * The play of a seat is a tree of its own: rows are its moves (row 0 stands for
 * none yet), blocks its information sets, and below a row lie the blocks that
 * may come up after it.  An end is an entry of a row: what it pays, by the row
 * that the other seat came by; with more than two players, by a column for each
 * combination of the others' rows (von Stengel, 1996).
 *
 * Where only chance deals secrets, the sets of all hands at one public moment
 * are one block with a lane for each hand, and an entry is a matrix of hands
 * against hands.  Every array over rows then has lanes numbers for each row.
 */
#ifndef PL_SOLVE_FORM_H
#define PL_SOLVE_FORM_H

#include "parlor/tree.h"

typedef struct {
    int32_t blocks, rows, entries, columns, matrices, levels;
    int32_t facing;  /* lanes of the other that are in use */
    int32_t *first;  /* blocks+1: rows first[b] .. first[b+1]-1 are its moves */
    int32_t *before; /* blocks: the row that leads to it */
    int32_t *child;  /* rows+1: blocks child[r] .. child[r+1]-1 come after row r */
    int32_t *entry;  /* rows+1: entries entry[r] .. entry[r+1]-1 are its ends */
    int32_t *column; /* entries: the row of the other, or of the others together */
    int32_t *matrix; /* entries: which of pay */
    double *pay;     /* matrices: lanes of the other, by lanes of its own */
    double *copies;  /* rows: how many equal moves it stands for; 1 where there are lanes */
    double *many;    /* blocks x lanes: how many equal sets come after the row before; NULL:
                        always one */
    double *choices; /* blocks: moves in the set, copies counted */
    int32_t *joint;  /* columns x (players-1): the others' rows; NULL with two players */
    int32_t *level;  /* levels+1: blocks level[d] .. level[d+1]-1 have d own moves before */
} pl_side;

typedef struct {
    const pl_tree *tree;
    int32_t players, lanes;
    int32_t sets;  /* information sets that are told apart */
    int64_t bytes; /* of all of this */
    pl_side side[PL_SEATS_MAX];
    int32_t *slot; /* places of a policy: where it stands in its seat's arrays over rows x lanes */
} pl_form;

/* What may be made of a tree: sets that are alike kept once, hands side by side. */
enum { PL_FORM_SHRUNK = 1, PL_FORM_LANES = 2 };
/* NULL with the reason. */
pl_form *pl_form_new(const pl_tree *t, int kind, pl_error *err);
void pl_form_free(pl_form *f);

/* What the building of a form goes through. */

/* Which places and sets are alike, and which sets stand side by side.  Classes are
 * numbered in the order of their first members, who stand for them. */
typedef struct {
    const pl_tree *tree;
    int32_t lanes, classes, rows; /* classes of sets, and of places */
    int32_t *place;               /* places: their class */
    int32_t *info;                /* sets: their class */
    int32_t *owner;               /* places: their set */
    int32_t *first_place;         /* classes of places: who stands for them */
    int32_t *first_info;          /* classes of sets: who stands for them */
    int32_t *place_count;         /* classes of places: members */
    int32_t *info_count;          /* classes of sets: members */
    int32_t *leader;              /* classes of sets: the first class of their block, */
    int32_t *lane;                /* and their own lane in it */
    int32_t *played;              /* ends x players: the last own place, plus 1; 0: none */
    double *odds;                 /* ends: of all that chance did */
} pl_alike;

int pl_alike_new(pl_alike *a, const pl_tree *t, int kind); /* 0, or -1: out of memory */
void pl_alike_free(pl_alike *a);
/* shrink.c: find the classes, in order.  0, or -1. */
int pl_shrink(pl_alike *a);
/* hands.c: put sets side by side where that can be done.  0, or -1. */
int pl_hands(pl_alike *a);
void pl_stand_alone(pl_alike *a); /* no longer */
/* entries.c: the ends of seat's rows.  0, or -1. */
int pl_entries(pl_form *f, const pl_alike *a, int seat);
/* Number the n colours in the order in which they come: how many there are, or -1. */
int32_t pl_number(const uint64_t *colour, int32_t n, int32_t *class);

static inline uint64_t pl_mixed(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static inline uint64_t pl_both(uint64_t x, uint64_t y)
{
    return pl_mixed(pl_mixed(x) + 0x9e3779b97f4a7c15u + y);
}

#endif
