/* table.h -- the referee: one game being played.
 *
 * The table alone holds the truth: views go out, moves come back.  It waits for
 * nobody.  Whoever drives it says what a seat did and how long that took;
 * pl_table_run() does so for agents:
 *
 *     pl_table *t = pl_table_new(g, NULL, &err);
 *     pl_table_begin(t, seed);
 *     pl_table_run(t, agents);
 *     printf("%g\n", pl_table_result(t)->score[0]);
 *
 * Chance is drawn by the table: what falls at ply k depends on the seed and k
 * alone, so nobody changes his luck by taking moves back.
 */
#ifndef PL_TABLE_H
#define PL_TABLE_H

#include "parlor/agent.h"
#include "parlor/line.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What is then done.  A seat may have a few more tries at its move first.  Random: the
 * seat is played at random to the end of the game. */
typedef enum { PL_FORFEIT, PL_PLAY_RANDOM, PL_ABORT, PL_RETRY } pl_then;
typedef struct {
    int32_t retries;
    pl_then then; /* not PL_RETRY */
} pl_reaction;
typedef struct {
    pl_reaction on[PL_FAULTS];
} pl_manners;

/* Where a table stands, which says how strict it usually is: at home a wrong move may
 * be corrected three times; in a match every fault forfeits the game; in the net a
 * wrong move or line may be corrected three times, a broken connection was waited for. */
typedef enum { PL_AT_HOME, PL_IN_A_MATCH, PL_IN_THE_NET } pl_context;

typedef struct {
    pl_pace pace;
    pl_manners manners;
    int32_t timed;              /* 1: measure times even where no limit asks for it */
    int32_t takes_back;         /* 1: moves may be taken back */
    int64_t (*now)(void *with); /* nanoseconds; NULL: a clock that never goes back */
    void *with;
} pl_table_rules;

/* How a game came to its end. */
typedef enum { PL_UNDER_WAY, PL_BY_RULES, PL_BY_FORFEIT, PL_BY_RESIGNING, PL_BY_ABORT } pl_ending;
typedef struct {
    pl_ending how;
    int32_t seat;   /* who forfeited or resigned, or asked for the abort */
    pl_fault fault; /* what for; PL_WAITING: for none */
    int32_t unused;
    double score[PL_SEATS_MAX]; /* NAN if aborted.  Who forfeits or resigns gets the lowest
                                 * score of the game; of the others each an equal share of
                                 * that loss if it is zero-sum, else the highest score */
    int64_t used[PL_SEATS_MAX]; /* nanoseconds that each seat took */
    int64_t referee;            /* and that the table itself took, which nobody is charged */
    char text[160];             /* the reason in a sentence, where it is not by the rules */
} pl_result;

/* What happens at a table, in order.  PLY is told when the move stands in the line. */
typedef enum {
    PL_BEGAN,
    PL_PLY,
    PL_FAULT,
    PL_WENT_BACK,
    PL_PAUSED,
    PL_RESUMED,
    PL_FINISHED
} pl_kind;
typedef struct {
    pl_kind kind;
    int32_t seat; /* who moved (or PL_CHANCE), was at fault, or asked for it */
    pl_move move; /* of PLY */
    pl_fault fault;
    pl_then then;     /* of FAULT: what was done */
    int32_t ply;      /* of PLY its place; of WENT_BACK how many are left */
    int64_t used;     /* nanoseconds that the seat took */
    double value;     /* of PLY: what the mover expects to score; NAN: not told */
    const char *text; /* a comment or a reason, or "" */
} pl_event;

typedef struct pl_table pl_table;
typedef void pl_listener(void *with, const pl_table *t, const pl_event *e);

/* "move=100ms,game=5m,increment=2s,bank=30s" and back; ms, s, m and h are known.
 * 0, or -1 with the reason; those that print return like snprintf. */
int pl_pace_read(pl_pace *p, const char *text, pl_error *err);
int pl_pace_text(const pl_pace *p, char *buf, size_t n);
/* "illegal=retry:3/forfeit,timeout=random": what is named changes; all=... is every
 * fault. */
int pl_manners_read(pl_manners *m, const char *text, pl_error *err);
int pl_manners_text(const pl_manners *m, char *buf, size_t n);
pl_manners pl_manners_usual(pl_context where);
const char *pl_fault_name(pl_fault f); /* "illegal", "timeout", ... */
const char *pl_then_name(pl_then t);   /* "forfeit", "random", "abort", "retry" */
/* The reason as others than the seat at fault are told it: a player's own words might be
 * of what is hidden.  Returns like snprintf. */
int pl_result_told(const pl_result *r, char *buf, size_t n);
const char *pl_ending_name(pl_ending e); /* "under way", "rules", "forfeit", ... */

/* Without a clock and with the usual manners; moves are taken back but in a match. */
pl_table_rules pl_table_usual(pl_context where);
/* A table for g, which must outlive it; rules NULL: as usual at home.  NULL with the
 * reason. */
pl_table *pl_table_new(const pl_game *g, const pl_table_rules *rules, pl_error *err);
void pl_table_free(pl_table *t);
/* Who is told of everything from now on; 0, or -1: there are too many. */
int pl_table_listen(pl_table *t, pl_listener *tell, void *with);
/* A game begins.  One that was interrupted goes on by telling a table again what happened
 * at it, as pl_records_resume() does. */
void pl_table_begin(pl_table *t, uint64_t seed);
/* The same after n plies that nobody thinks about, an opening: legal moves of seats and outcomes
 * of chance, from the start.  They take no time. */
void pl_table_begin_from(pl_table *t, uint64_t seed, const pl_move *move, int n);

const pl_game *pl_table_game(const pl_table *t);
const pl_table_rules *pl_table_rules_of(const pl_table *t);
const pl_line *pl_table_line(const pl_table *t);
const pl_result *pl_table_result(const pl_table *t);
uint64_t pl_table_seed(const pl_table *t);
/* 1: all that chance does comes from the seed; 0: an opening had some of it. */
int pl_table_seeded(const pl_table *t);
int pl_table_paused(const pl_table *t);
/* The seat that is to move, or PL_OVER. */
int pl_table_turn(const pl_table *t);
/* Whether the seat is played at random, after a fault. */
int pl_table_is_stand_in(const pl_table *t, int seat);
/* What the seat may take for this move, and has for the rest of the game. */
pl_time pl_table_time(const pl_table *t, int seat);

/* The seat moved, having taken so long: PL_WAITING if that is well; PL_GARBAGE, and nothing
 * has happened, if it is not its turn or the game is paused; else it was at fault, and what
 * follows has been done.  value NAN and text NULL: nothing is said. */
pl_fault pl_table_move(pl_table *t, int seat, pl_move m, int64_t used, double value,
                       const char *text);
/* The seat was at fault, having taken so long; what was done. */
pl_then pl_table_fault(pl_table *t, int seat, pl_fault f, int64_t used, const char *text);
/* The last move of the seat that everybody else noticed, as a ply; -1: there is none. */
int pl_table_last(const pl_table *t, int seat);
/* Whoever asks.  0, or -1: not now, or not at this table.  Back is to before the seat's last move
 * that everybody else noticed, or going back would tell of one that they did not; or to before any
 * move of the seat's.  Time is not given back. */
int pl_table_resign(pl_table *t, int seat);
int pl_table_back(pl_table *t, int seat);
int pl_table_back_to(pl_table *t, int seat, int ply);
int pl_table_pause(pl_table *t, int seat);
int pl_table_resume(pl_table *t, int seat);
int pl_table_abort(pl_table *t, int seat, const char *text);

/* Let these agents play on.  1 when the game is over; 0 if it was interrupted or is
 * paused: nothing is lost, and it can be run on. */
int pl_table_run(pl_table *t, pl_agent *const *seat);
/* The same of n tables at once, in one thread: agents that think elsewhere (process) do so
 * at the same time.  next, if there is one, is called when the game at table i is over, and
 * returns 1 if it has begun another.  1 when all are over; 0 if one was interrupted or is
 * paused; -1: out of memory. */
int pl_tables_run(pl_table *const *t, pl_agent *const *const *seat, int n,
                  int (*next)(void *with, int i), void *with);
/* From any thread: let run come back soon, stopping the pick that is under way. */
void pl_table_interrupt(pl_table *t);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
