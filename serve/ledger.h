/* ledger.h -- who sits where, in a file: what a server must know beside the records of games to
 * go on where it was.
 *
 * Of a token its hash is kept and never itself, so who reads the file can take no seat.  A file
 * belongs to one server as long as that runs.
 */
#ifndef PL_SERVE_LEDGER_H
#define PL_SERVE_LEDGER_H

#include "parlor/sha256.h"
#include "parlor/table.h"

enum { PL_DESK_NAME = 12 }; /* bytes of a table's name, its end included */

typedef enum { PL_SEAT_YOU, PL_SEAT_OPEN, PL_SEAT_AGENT } pl_seat_kind;

/* What became of an open seat's invitation: free; claimed, by one who has yet to come; taken. */
typedef enum { PL_SEAT_FREE, PL_SEAT_CLAIMED, PL_SEAT_TAKEN } pl_seat_claim;

typedef struct {
    pl_seat_kind kind;
    int32_t level;       /* of an agent: 0 if it was named */
    int32_t named;       /* 1: who comes does not change the name */
    pl_seat_claim claim; /* of an open one */
    char name[PL_NAME_MAX];
    char *agent;                    /* its spelling, or NULL */
    unsigned char hash[PL_SHA256];  /* of a person's token; of its invitation while it is free */
    unsigned char spent[PL_SHA256]; /* of the invitation that was claimed */
} pl_place_kept;

/* A table as it is kept. */
typedef struct {
    char id[PL_DESK_NAME];
    char game[PL_SPEC_MAX];
    char clock[128];
    uint64_t seed;
    int32_t seeded; /* 1: who made the table chose the seed */
    int32_t watch;  /* 1: anybody may watch */
    int32_t advice; /* 1: people who play each other may ask what agents think */
    int32_t over;
    int32_t players;
    int32_t unused;
    int64_t record; /* the game's number in the file of records; 0: it has yet to begin */
    int64_t made;   /* microseconds since 1970 */
    pl_place_kept seat[PL_SEATS_MAX];
} pl_desk_kept;

typedef struct pl_ledger pl_ledger;

/* All return 0, or -1 with the reason. */
pl_ledger *pl_ledger_open(const char *file, pl_error *err);
void pl_ledger_close(pl_ledger *l);
int pl_ledger_add(pl_ledger *l, const pl_desk_kept *d, pl_error *err);
int pl_ledger_begun(pl_ledger *l, const char *id, int64_t record, pl_error *err);
int pl_ledger_over(pl_ledger *l, const char *id, pl_error *err);
int pl_ledger_name(pl_ledger *l, const char *id, int seat, const char *name, pl_error *err);
/* Keep what became of the seat's invitation. */
int pl_ledger_claim(pl_ledger *l, const char *id, int seat, const pl_place_kept *p, pl_error *err);
int pl_ledger_remove(pl_ledger *l, const char *id, pl_error *err);
/* Visit all tables, the oldest first. */
int pl_ledger_each(pl_ledger *l, void (*visit)(void *with, const pl_desk_kept *d), void *with,
                   pl_error *err);

#endif
