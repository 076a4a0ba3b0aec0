/* contest.h -- a contest of programs, such as a course holds: entries from a folder are tried
 * out, play in pools, and the best of these in a knock-out.
 *
 *     int n = pl_contest_entries("entries", entry, PL_CONTEST_MAX, &err);
 *     pl_contest_plan plan = pl_contest_usual(g, entry, n);
 *     plan.file = pl_records_open("contest.db", PL_RECORDS_BATCH, &err);
 *     pl_contest *c = pl_contest_open(&plan, &err);
 *     pl_contest_run(c, &err);
 *     puts(pl_contest_state(c));
 *
 * All games are kept in the file, and what it has come to is told there as JSON, which
 * pl_records_contests() reads.  Opened again it goes on where it was, and no game counts
 * twice.  At a table for more than two one of two entries has a seat and the other all that are
 * left, and then the other way round.  Link with libparlor-match.
 */
#ifndef PL_CONTEST_H
#define PL_CONTEST_H

#include "parlor/child.h"
#include "parlor/match.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { PL_CONTEST_MAX = 256 /* entries */, PL_CONTEST_POOLS = 64 };

/* A program that takes part. */
typedef struct {
    char name[PL_NAME_MAX];
    char command[PL_SPEC_MAX]; /* as the shell takes it; "": there is none */
    char why[160];             /* then: why, in a sentence that begins with "it" */
} pl_contest_entry;

/* Those of a folder, in the order of their names: how many, or -1 with the reason. */
int pl_contest_entries(const char *folder, pl_contest_entry *out, int most, pl_error *err);

typedef struct pl_contest pl_contest;
typedef struct {
    const char *name; /* by which it is known in the file */
    const pl_game *game;
    const pl_contest_entry *entry;
    int32_t entries, threads; /* threads: games at the same time */
    int32_t games;            /* of a pairing; whole groups */
    int32_t known;            /* of these, with the deals of the seed and the openings; the others
                                 are hidden: what comes of the secret, told when it is over */
    int32_t plies;            /* drawn moves that a hidden game begins with; -1: two, or none in
                                 games of chance */
    int32_t pools;            /* 0: so that about five are in each */
    int32_t advance;          /* of each pool; 0: two, of one pool four */
    int32_t faults;           /* so many, and an entry is out */
    int32_t start;            /* milliseconds to say hello in */
    int32_t anew;             /* 1: do not go on with the latest of this name */
    int32_t fresh;            /* 1: every game has a deal of its own, which nobody remembers */
    int32_t unused;
    pl_child_limits limits; /* of each entry */
    pl_pace pace;
    uint64_t seed;
    const char *secret;          /* NULL: the system draws one */
    const pl_openings *openings; /* of known games; or NULL */
    pl_records *file;            /* NULL: entries are only checked */
    /* Something happened, in a sentence; or, news NULL, a few times a second.  Or NULL. */
    void (*tell)(void *with, pl_contest *c, const char *news);
    void *with;
} pl_contest_plan;

/* Ten games a pairing, all hidden, two seconds a move and two minutes a game, 16 processes,
 * 100 MB a file, five faults, seed 1. */
pl_contest_plan pl_contest_usual(const pl_game *g, const pl_contest_entry *entry, int n);
/* What plan points to must outlive it, but for the entries.  NULL with the reason. */
pl_contest *pl_contest_open(const pl_contest_plan *plan, pl_error *err);
/* Try all entries out, and no more; run does that first.  As run returns. */
int pl_contest_check(pl_contest *c, pl_error *err);
/* 1: over; 0: stopped, and can be run on; -1 with the reason. */
int pl_contest_run(pl_contest *c, pl_error *err);
void pl_contest_stop(pl_contest *c); /* from any thread */
/* What it has come to, as JSON, until it is asked again. */
const char *pl_contest_state(pl_contest *c);
void pl_contest_free(pl_contest *c);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
