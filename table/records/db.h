/* db.h -- the store behind records: what is asked of SQLite, and of PostgreSQL.
 *
 * SQL is written so that all kinds understand it, with values ?1, ?2, ...; where they cannot
 * agree, a kind has an own function below.  A value that is bound must last until the query
 * has been stepped; what a row tells lasts until the next step or reset.  Whoever uses a
 * store holds the lock of its records.
 *
 * Fact to check: no file of records but sqlite.c includes sqlite3.h, and none but those of
 * postgres.h libpq-fe.h.
 */
#ifndef PL_TABLE_RECORDS_DB_H
#define PL_TABLE_RECORDS_DB_H

#include <stdint.h>

#include "parlor/game.h"

enum { PL_DB_PATIENCE_MS = 20000 }; /* how long another writer is waited for */

/* What a transaction is for.  TO_DISK: it is safe from a power cut when it is committed. */
typedef enum { PL_TO_READ, PL_TO_WRITE, PL_TO_DISK } pl_purpose;
typedef enum { PL_ROW, PL_DONE, PL_WRONG } pl_got;

typedef struct pl_db_kind pl_db_kind;
typedef struct pl_query_kind pl_query_kind;
typedef struct {
    const pl_db_kind *kind;
    const pl_query_kind *queries;
} pl_db; /* the first member of what a kind has */
typedef struct {
    pl_db *db;
} pl_query; /* likewise */

struct pl_db_kind {
    const char *noun, *foreign; /* what a store of its is called, and one that is not ours */
    int apart;                  /* 1: what is read while a query goes on may be of a later moment */
    void (*close)(pl_db *db);
    const char *(*why)(pl_db *db); /* what went wrong last, in words */

    /* Transactions; 0 or -1.  Who writes waits for others who do, or at least, where he says that
     * he must be alone, for others who say so. */
    int (*begin)(pl_db *db, pl_purpose what_for);
    int (*commit)(pl_db *db);
    void (*rollback)(pl_db *db);
    int (*within)(pl_db *db); /* whether one has begun, and nothing has ended it since */
    int (*alone)(pl_db *db);  /* NULL: a writer always is */
    int (*expect)(pl_db *db, const char *table, int n); /* NULL, or so many rows are to come */

    /* The version of its tables, 0 of an empty store, or -1; *ours: nobody else's. */
    int64_t (*version)(pl_db *db, int *ours);
    int (*be_version)(pl_db *db, int version);      /* within a transaction */
    int (*make)(pl_db *db, const char *sql);        /* tables, in SQLite's words */
    int (*ready)(pl_db *db);                        /* they are there: get ready to write */
    int (*settle)(pl_db *db);                       /* force what was committed to the disk */
    int (*check)(pl_db *db, char *found, size_t n); /* whether it is whole: 0, 1 if not, or -1 */

    /* Of a store that many machines share: the number of this session, and whether one of them
     * lives, or -1; or NULL. */
    int (*session)(pl_db *db, int64_t *number);
    int (*lives)(pl_db *db, int64_t number);
};

struct pl_query_kind {
    /* kept: it will be used again and again.  NULL: something is wrong with it. */
    pl_query *(*prepare)(pl_db *db, const char *sql, int kept);
    void (*drop)(pl_query *q);
    void (*bind_whole)(pl_query *q, int i, int64_t x, int known); /* not known: NULL */
    void (*bind_real)(pl_query *q, int i, double x);              /* not finite: NULL */
    void (*bind_text)(pl_query *q, int i, const char *text);      /* NULL: NULL */
    void (*bind_bytes)(pl_query *q, int i, const void *bytes, int n);
    /* A change within a transaction may be found wrong only by what follows, or by commit. */
    pl_got (*step)(pl_query *q);
    void (*reset)(pl_query *q);
    int (*insert)(pl_query *q, int64_t *id); /* step, reset, and the number of the new row */
    int (*is_null)(pl_query *q, int column);
    int64_t (*whole)(pl_query *q, int column);
    double (*real)(pl_query *q, int column);
    const char *(*text)(pl_query *q, int column); /* NULL if it is NULL */
    const void *(*bytes)(pl_query *q, int column, int *n);
};

/* sqlite.c: NULL with the reason.  It is made unless it is to be read. */
pl_db *pl_sqlite_open(const char *file, int writes, pl_error *err);
/* postgres.c, or without.c where Parlor was built without it; plain: the address as it may be shown. */
pl_db *pl_postgres_open(const char *address, const char *plain, int writes, pl_error *err);

static inline int pl_db_begin(pl_db *db, pl_purpose what_for)
{
    return db->kind->begin(db, what_for);
}

static inline int pl_db_commit(pl_db *db)
{
    return db->kind->commit(db);
}

static inline void pl_db_rollback(pl_db *db)
{
    db->kind->rollback(db);
}

static inline int pl_db_alone(pl_db *db)
{
    return db->kind->alone ? db->kind->alone(db) : 0;
}

static inline int pl_db_expect(pl_db *db, const char *table, int n)
{
    return db->kind->expect ? db->kind->expect(db, table, n) : 0;
}

static inline pl_query *pl_db_ask(pl_db *db, const char *sql)
{
    return db->queries->prepare(db, sql, 0);
}

static inline void pl_query_drop(pl_query *q)
{
    if (q) q->db->queries->drop(q);
}

static inline void pl_bind(pl_query *q, int i, int64_t x)
{
    q->db->queries->bind_whole(q, i, x, 1);
}

static inline void pl_bind_known(pl_query *q, int i, int64_t x, int known)
{
    q->db->queries->bind_whole(q, i, x, known);
}

static inline void pl_bind_real(pl_query *q, int i, double x)
{
    q->db->queries->bind_real(q, i, x);
}

static inline void pl_bind_text(pl_query *q, int i, const char *text)
{
    q->db->queries->bind_text(q, i, text);
}

static inline void pl_bind_bytes(pl_query *q, int i, const void *bytes, int n)
{
    q->db->queries->bind_bytes(q, i, bytes, n);
}

static inline pl_got pl_query_step(pl_query *q)
{
    return q->db->queries->step(q);
}

static inline void pl_query_reset(pl_query *q)
{
    q->db->queries->reset(q);
}

static inline int pl_query_insert(pl_query *q, int64_t *id)
{
    return q->db->queries->insert(q, id);
}

static inline int pl_is_null(pl_query *q, int column)
{
    return q->db->queries->is_null(q, column);
}

static inline int64_t pl_get(pl_query *q, int column)
{
    return q->db->queries->whole(q, column);
}

static inline int pl_get_int(pl_query *q, int column)
{
    return (int)(uint32_t)q->db->queries->whole(q, column);
}

static inline double pl_get_real(pl_query *q, int column)
{
    return q->db->queries->real(q, column);
}

static inline const char *pl_get_text(pl_query *q, int column)
{
    const char *text = q->db->queries->text(q, column);
    return text ? text : "";
}

static inline const void *pl_get_bytes(pl_query *q, int column, int *n)
{
    return q->db->queries->bytes(q, column, n);
}

#endif
