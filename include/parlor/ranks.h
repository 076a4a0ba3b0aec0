/* ranks.h -- matches on many processes: one leads, the others play along.
 *
 *     pl_ranks *all = pl_mpi_open(&err);           (parlor/mpi.h)
 *     if (pl_ranks_rank(all) > 0) pl_ranks_serve(all, &err);
 *     else {
 *         plan.ranks = all;
 *         pl_match *m = pl_match_open(&plan, &err);  and so on, as in one process
 *     }
 *     pl_ranks_close(all);
 *
 * The leader, rank 0, alone has the schedule, the file of records and the statistics, and plays
 * itself, too.  It leases stints, some groups of a pairing, to the others, who send back what came
 * of them: so results are the same bits as in one process.  Who has not been heard of for some
 * seconds is taken for lost, and what it had is played by others, but for games that it has told of.
 * All processes must run the same build.  Link with libparlor-match.
 */
#ifndef PL_RANKS_H
#define PL_RANKS_H

#include <stddef.h>

#include "parlor/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* How bytes come from one process to another, whole and in order.  It is used by one thread at a
 * time, and nothing in it waits. */
typedef struct {
    int32_t rank, ranks; /* this process; how many there are */
    /* The bytes are copied.  0, or -1: they did not leave. */
    int (*send)(void *with, int to, const void *bytes, size_t n);
    /* 1 with the next message, which is to be freed; 0: there is none now; -1: nothing will come. */
    int (*receive)(void *with, int *from, void **bytes, size_t *n);
    void (*close)(void *with, int whole); /* whole: all processes do so now */
    void *with;
} pl_carrier;

typedef struct pl_ranks pl_ranks;
/* The carrier is this one's from now on, and closed with it, also where this fails: NULL with the
 * reason. */
pl_ranks *pl_ranks_open(const pl_carrier *c, pl_error *err);
int pl_ranks_rank(const pl_ranks *r);
int pl_ranks_count(const pl_ranks *r);
/* Of the leader: how many have not been heard of for too long. */
int pl_ranks_lost(pl_ranks *r);
/* Of all others: play for the leader until it closes; 0, or -1 with the reason, where the leader
 * is silent. */
int pl_ranks_serve(pl_ranks *r, pl_error *err);
/* Of the leader: messages and bytes that came and went so far, signs of life included; and stints
 * that others were given. */
typedef struct {
    int64_t sent, received, bytes_sent, bytes_received, stints;
} pl_traffic;
void pl_ranks_traffic(pl_ranks *r, pl_traffic *out);
void pl_ranks_close(pl_ranks *r); /* the leader lets the others go */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
