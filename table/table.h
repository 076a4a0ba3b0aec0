/* table.h -- what the files of the referee share. */
#ifndef PL_TABLE_TABLE_H
#define PL_TABLE_TABLE_H

#include <stdatomic.h>

#include "parlor/table.h"

enum { PL_LISTENERS_MAX = 8 };

typedef struct {
    int64_t left, bank; /* of its clock */
    int64_t spent;      /* on this move, in tries that came to nothing */
    int32_t tries;      /* at this move, that came to nothing */
    int32_t stand_in;   /* it is played at random */
} pl_place;

struct pl_table {
    const pl_game *game;
    pl_table_rules rules;
    pl_line *line;
    pl_place place[PL_SEATS_MAX];
    pl_result result;
    uint64_t seed;
    pl_rng luck; /* every ply has a child of it */
    int timed;   /* whether times are measured */
    int given;   /* an opening had outcomes of chance */
    int turn;    /* who is to move, or PL_OVER */
    int paused;
    int64_t asked; /* when an agent was that thinks elsewhere; 0: none was */
    int told;      /* plies that the agents have heard of; -1: they have yet to begin */
    int64_t begun, stopped, rested; /* when; when it was paused; how long in all */
    _Atomic(pl_agent *) picking;
    atomic_int interrupted;
    int listeners;
    struct {
        pl_listener *tell;
        void *with;
    } listener[PL_LISTENERS_MAX];
};

int64_t pl_table_now(const pl_table *t);
/* What the seat may still take for this move, in nanoseconds; INT64_MAX: no limit. */
int64_t pl_table_allowance(const pl_table *t, int seat);
/* The seat took so long, for this move and in all. */
void pl_table_charge(pl_table *t, int seat, int64_t used);
/* As pl_table_run(), but 0 as soon as an agent thinks that lives elsewhere, and -1 if it
 * was interrupted or is paused. */
int pl_table_step(pl_table *t, pl_agent *const *seat);
/* A move that is drawn at random at this ply. */
pl_move pl_table_draw(const pl_table *t);

#endif
