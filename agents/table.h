/* table.h -- what a search has found out about positions: a transposition table. */
#ifndef PL_AGENTS_TABLE_H
#define PL_AGENTS_TABLE_H

#include "parlor/game.h"

/* What is known of a position's worth. */
typedef enum { PL_AT_MOST = 1, PL_AT_LEAST = 2, PL_EXACT = 3 } pl_bound;

typedef struct {
    uint64_t key;  /* 0: empty */
    double worth;  /* to the seat to move */
    pl_move move;  /* the best, or PL_ILLEGAL */
    uint8_t depth; /* plies that were looked ahead */
    uint8_t flags; /* a pl_bound; PL_SURE: no line went past the horizon */
    uint16_t age;  /* of the search that wrote it */
} pl_entry;
enum { PL_SURE = 4 };

typedef struct {
    pl_entry *entry; /* in pairs: one keeps the deepest search, one the latest */
    uint64_t pairs;
    uint64_t game; /* mixed into keys, so that another game finds nothing */
    int64_t used;
    uint16_t age, since; /* of this search; of the first one of the game */
} pl_table;

/* Room for bytes in all; 0, or -1 with the reason.  The struct comes zeroed. */
int pl_table_open(pl_table *t, double bytes, pl_error *err);
void pl_table_close(pl_table *t);
void pl_table_forget(pl_table *t);                    /* everything */
void pl_table_age(pl_table *t);                       /* another search of the same game begins */
void pl_table_fetch(const pl_table *t, uint64_t key); /* it will soon be looked for */
/* The entry of a position, or NULL; keys are pl_key()'s. */
const pl_entry *pl_table_find(const pl_table *t, uint64_t key);
void pl_table_keep(pl_table *t, uint64_t key, pl_entry e);

#endif
