/* records.h -- what the files about records share. */
#ifndef PL_TABLE_RECORDS_RECORDS_H
#define PL_TABLE_RECORDS_RECORDS_H

#include <pthread.h>

#include "parlor/records.h"
#include "table/records/db.h"

/* What a file is asked and told; store.c and load.c have the words. */
typedef enum {
    ASK_SPEC,
    TELL_SPEC,
    ASK_RULES,
    TELL_RULES,
    ASK_PLAYER,
    TELL_PLAYER,
    TELL_GAME,
    TELL_GAME_AGAIN,
    TELL_SEAT,
    TELL_EVENT,
    TELL_REMARK,
    TELL_JOURNAL,
    DROP_JOURNAL,
    TELL_OWNER,
    ASK_GAME,
    ASK_SEATS,
    ASK_EXTRAS,
    ASK_JOURNAL,
    ASK_OWNER,
    ASK_BYTES,
    TELL_PART,
    STATEMENTS
} pl_statement;

/* Something that happened besides plain moves, or was said of one; at: how many plies
 * had been played, or which it is about. */
typedef struct {
    int32_t at;
    pl_event event;
} pl_extra;

/* The numbers under which a table's game, rules and players stand in the file. */
typedef struct {
    int64_t spec, rules, player[PL_SEATS_MAX];
    int32_t players;
} pl_names;

/* A game as it is written down. */
typedef struct {
    int64_t id; /* 0: a new one */
    pl_names names;
    uint64_t seed;
    int32_t seeded, plies;
    int64_t began, ended;
    pl_result result;
    unsigned char *moves, *times; /* one piece of memory, which begins at moves */
    int32_t moves_size, times_size;
    pl_extra *extra;
    int32_t extras;
    const char *owner;   /* who plays it now, or NULL */
    int64_t match, part; /* which game of which match it is; 0: of none */
} pl_kept;

struct pl_records {
    pl_db *db;
    pthread_mutex_t lock; /* a file may have recorders in several threads */
    pl_records_mode mode;
    int held;       /* 1: between pl_records_begin and end */
    int64_t put;    /* finished games since it began */
    char *file;     /* as it is shown */
    char *address;  /* as it is opened */
    char owner[96]; /* this process */
    pl_query *statement[STATEMENTS];
    pl_kept *waiting; /* of mode BATCH */
    int32_t waits;
    int64_t since;      /* when the first of them was finished */
    int loose;          /* 1: something was committed that may not be on the disk yet */
    pl_away_game *hand; /* who gets the games, where they are for another process; or NULL */
    void *with;
    _Atomic int64_t saved;
};

int64_t pl_records_now(void); /* microseconds since 1970 */

/* record.c: whatever is no plain text becomes '?'. */
void pl_plain_text(char *text);

/* bytes.c: plies and times as bytes. */
int pl_kept_make(pl_kept *k, const pl_record *rec, pl_error *err);
void pl_kept_free(pl_kept *k);
int pl_kept_sound(const pl_kept *k); /* whether bytes and plies agree */
/* Mover, move and time of ply i of a sound one. */
pl_event pl_kept_ply(const pl_kept *k, int i);

/* schema.c: make a new file, or bring an older one up to date. */
int pl_schema_ready(pl_db *db, const char *file, int may_write, pl_error *err);

/* records.c: statements.  Those that fail say why. */
int pl_records_fail(pl_records *r, pl_error *err);
pl_query *pl_records_statement(pl_records *r, pl_statement which);
int pl_records_done(pl_records *r, pl_query *s, pl_error *err); /* run one without rows */
/* A transaction.  bad: something went wrong in it, so that it is forgotten; 0, or -1 if it is
 * not kept. */
int pl_span_begin(pl_records *r, pl_purpose what_for, pl_error *err);
int pl_span_end(pl_records *r, int bad, pl_error *err);

/* store.c: writing.  The caller holds the lock, and has begun a transaction. */
int pl_store_names(pl_records *r, const pl_record *rec, pl_names *out, pl_error *err);
int64_t pl_store_game(pl_records *r, const pl_kept *k, pl_error *err); /* its number, or -1 */
int64_t pl_store_player(pl_records *r, const pl_player *who, pl_error *err);
int pl_store_journal(pl_records *r, int64_t id, const pl_event *e, int from, int n, pl_error *err);

/* owner.c: who is meant by an owner, "" being nobody. */
typedef enum { PL_OWNER_GONE, PL_OWNER_US, PL_OWNER_OTHER, PL_OWNER_UNKNOWN } pl_owner;
int pl_owner_name(pl_records *r); /* name this one; 0 or -1 */
pl_owner pl_owner_is(const pl_records *r, const char *owner);
/* Whether it is another who lives, and who. */
int pl_owner_other(const pl_records *r, const char *owner, char *who, size_t n);

/* folder.c: the folders above a file, each made if it is not there. */
void pl_make_folders(char *file);

/* load.c */
int pl_load_game(pl_records *r, int64_t id, int brief, pl_record *out, pl_error *err);

/* batch.c: games that wait in memory.  The caller holds the lock. */
int pl_batch_add(pl_records *r, pl_kept *k, pl_error *err); /* takes what k has */
int pl_batch_save(pl_records *r, pl_purpose what_for, pl_error *err);

/* records.c: one that has no file yet; NULL with the reason. */
pl_records *pl_records_make(const char *file, pl_records_mode mode, pl_error *err);

/* away.c: a game for another process; one of another process, whose game and rules have these
 * numbers. */
int pl_away_hand(const pl_records *f, const pl_kept *k, pl_error *err);
int pl_away_take(pl_records *f, const pl_names *names, const void *bytes, size_t n, pl_error *err);

/* select.c: visit the numbers of games until visit returns other than 0. */
int pl_select(pl_records *r, const pl_records_filter *f, int (*visit)(void *with, int64_t id),
              void *with, pl_error *err);

/* words.c: names, and back: -1 if there is no such. */
const char *pl_happening_name(pl_kind kind);
int pl_happening_of(const char *text);
int pl_ending_of(const char *text);
int pl_fault_of(const char *text);
int pl_then_of(const char *text);

#endif
