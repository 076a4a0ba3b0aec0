/* sqlite.c -- records in a file of SQLite.
 *
 * WAL mode, so that readers and one writer do not wait for each other.  A commit in the
 * log survives the death of the process at any moment; what a power cut may take is said
 * in docs/records.md.
 */
#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "table/records/db.h"

enum { APPLICATION = 0x506c5263 }; /* "PlRc" */

typedef struct {
    pl_db db;
    sqlite3 *file;
    int firm; /* the transaction that has begun is forced to the disk */
} store;

typedef struct {
    pl_query query;
    sqlite3_stmt *s;
} question;

static sqlite3 *file_of(pl_db *db)
{
    return ((store *)db)->file;
}

static sqlite3_stmt *statement(pl_query *q)
{
    return ((question *)q)->s;
}

static int sqlite_run(pl_db *db, const char *sql)
{
    return sqlite3_exec(file_of(db), sql, NULL, NULL, NULL) ? -1 : 0;
}

static const char *sqlite_why(pl_db *db)
{
    return sqlite3_errmsg(file_of(db));
}

static void sqlite_close(pl_db *db)
{
    sqlite3_close(file_of(db));
    free(db);
}

/* Whether commits are forced to the disk from now on. */
static int be_firm(pl_db *db, int firm)
{
    store *f = (store *)db;
    if (f->firm == firm) return 0;
    if (sqlite_run(db, firm ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"))
        return -1;
    f->firm = firm;
    return 0;
}

static int sqlite_begin(pl_db *db, pl_purpose what_for)
{
    if (what_for == PL_TO_DISK && be_firm(db, 1)) return -1;
    if (sqlite_run(db, what_for == PL_TO_READ ? "BEGIN" : "BEGIN IMMEDIATE") == 0) return 0;
    return -1;
}

static int sqlite_commit(pl_db *db)
{
    if (sqlite_run(db, "COMMIT")) return -1;
    be_firm(db, 0);
    return 0;
}

static void sqlite_rollback(pl_db *db)
{
    sqlite_run(db, "ROLLBACK");
    be_firm(db, 0);
}

/* SQLite undoes a transaction as a whole when the disk is full. */
static int sqlite_within(pl_db *db)
{
    return !sqlite3_get_autocommit(file_of(db));
}

static int64_t number(pl_db *db, const char *sql)
{
    sqlite3_stmt *s = NULL;
    int64_t n = -1;
    if (sqlite3_prepare_v2(file_of(db), sql, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW)
        n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return n;
}

/* In one statement, which sees one moment: meanwhile another process may be making the tables. */
static int64_t sqlite_version(pl_db *db, int *ours)
{
    static const char ask[] = "SELECT user_version, application_id,"
                              " (SELECT count(*) FROM sqlite_master)"
                              " FROM pragma_user_version, pragma_application_id";
    sqlite3_stmt *s = NULL;
    int64_t version = -1;
    *ours = 0;
    if (sqlite3_prepare_v2(file_of(db), ask, -1, &s, NULL) == SQLITE_OK &&
        sqlite3_step(s) == SQLITE_ROW) {
        version = sqlite3_column_int64(s, 0);
        *ours = sqlite3_column_int64(s, 1) == APPLICATION ||
                (version == 0 && sqlite3_column_int64(s, 2) == 0);
    }
    sqlite3_finalize(s);
    return version;
}

static int sqlite_be_version(pl_db *db, int version)
{
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION,
             version);
    return sqlite_run(db, sql);
}

/* Another process may be about to do the same, and is waited for. */
static int be_wal(sqlite3 *file)
{
    int got = SQLITE_BUSY;
    for (int i = 0; i < PL_DB_PATIENCE_MS / 10 && got == SQLITE_BUSY; i++) {
        got = sqlite3_exec(file, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (got == SQLITE_BUSY) sqlite3_sleep(10);
    }
    return got;
}

/* A log is left for others up to about 4 MB, and then written into the file. */
static int sqlite_ready(pl_db *db)
{
    if (be_wal(file_of(db))) return -1;
    ((store *)db)->firm = 1;
    return be_firm(db, 0);
}

/* A commit that is forced to the disk takes all with it that stands before it in the log,
 * even one that changes nothing. */
static int sqlite_settle(pl_db *db)
{
    char same[40];
    snprintf(same, sizeof same, "PRAGMA user_version = %d", (int)number(db, "PRAGMA user_version"));
    int bad = be_firm(db, 1) || sqlite_run(db, same);
    return be_firm(db, 0) || bad ? -1 : 0;
}

/* Whether the file itself is whole, and every number in it leads somewhere. */
static int sqlite_check(pl_db *db, char *found, size_t n)
{
    static const char *const checks[] = {
        "SELECT * FROM pragma_quick_check WHERE quick_check <> 'ok'",
        "SELECT \"table\" || ' row ' || coalesce(rowid, '?') || ' leads nowhere'"
        " FROM pragma_foreign_key_check"};
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *s = NULL;
        int got = sqlite3_prepare_v2(file_of(db), checks[i], -1, &s, NULL) ? SQLITE_ERROR
                                                                           : sqlite3_step(s);
        if (got == SQLITE_ROW) snprintf(found, n, "%s", (const char *)sqlite3_column_text(s, 0));
        sqlite3_finalize(s);
        if (got != SQLITE_DONE) return got == SQLITE_ROW ? 1 : -1;
    }
    return 0;
}

static pl_query *sqlite_prepare(pl_db *db, const char *sql, int kept)
{
    question *q = malloc(sizeof *q);
    unsigned flags = kept ? SQLITE_PREPARE_PERSISTENT : 0;
    if (!q) return NULL;
    q->query.db = db;
    if (sqlite3_prepare_v3(file_of(db), sql, -1, flags, &q->s, NULL) == SQLITE_OK) return &q->query;
    free(q);
    return NULL;
}

static void sqlite_drop(pl_query *q)
{
    sqlite3_finalize(statement(q));
    free(q);
}

static void sqlite_bind_whole(pl_query *q, int i, int64_t x, int known)
{
    if (known) sqlite3_bind_int64(statement(q), i, x);
    else sqlite3_bind_null(statement(q), i);
}

static void sqlite_bind_real(pl_query *q, int i, double x)
{
    if (isfinite(x)) sqlite3_bind_double(statement(q), i, x);
    else sqlite3_bind_null(statement(q), i);
}

static void sqlite_bind_text(pl_query *q, int i, const char *text)
{
    sqlite3_bind_text(statement(q), i, text, -1, SQLITE_STATIC);
}

static void sqlite_bind_bytes(pl_query *q, int i, const void *bytes, int n)
{
    sqlite3_bind_blob(statement(q), i, bytes, n, SQLITE_STATIC);
}

static pl_got sqlite_step(pl_query *q)
{
    int got = sqlite3_step(statement(q));
    return got == SQLITE_ROW ? PL_ROW : got == SQLITE_DONE ? PL_DONE : PL_WRONG;
}

static void sqlite_reset(pl_query *q)
{
    sqlite3_reset(statement(q));
}

static int sqlite_insert(pl_query *q, int64_t *id)
{
    int bad = sqlite3_step(statement(q)) != SQLITE_DONE;
    if (!bad) *id = sqlite3_last_insert_rowid(file_of(q->db));
    sqlite3_reset(statement(q));
    return bad ? -1 : 0;
}

static int sqlite_is_null(pl_query *q, int column)
{
    return sqlite3_column_type(statement(q), column) == SQLITE_NULL;
}

static int64_t sqlite_whole(pl_query *q, int column)
{
    return sqlite3_column_int64(statement(q), column);
}

static double sqlite_real(pl_query *q, int column)
{
    return sqlite3_column_double(statement(q), column);
}

static const char *sqlite_text(pl_query *q, int column)
{
    return (const char *)sqlite3_column_text(statement(q), column);
}

static const void *sqlite_bytes(pl_query *q, int column, int *n)
{
    const void *bytes = sqlite3_column_blob(statement(q), column);
    *n = sqlite3_column_bytes(statement(q), column);
    return bytes;
}

static const pl_db_kind sqlite = {
    .noun = "a file of records",
    .foreign = "an SQLite file",
    .close = sqlite_close,
    .why = sqlite_why,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .within = sqlite_within,
    .version = sqlite_version,
    .be_version = sqlite_be_version,
    .make = sqlite_run,
    .ready = sqlite_ready,
    .settle = sqlite_settle,
    .check = sqlite_check,
};

static const pl_query_kind queries = {
    .prepare = sqlite_prepare,
    .drop = sqlite_drop,
    .bind_whole = sqlite_bind_whole,
    .bind_real = sqlite_bind_real,
    .bind_text = sqlite_bind_text,
    .bind_bytes = sqlite_bind_bytes,
    .step = sqlite_step,
    .reset = sqlite_reset,
    .insert = sqlite_insert,
    .is_null = sqlite_is_null,
    .whole = sqlite_whole,
    .real = sqlite_real,
    .text = sqlite_text,
    .bytes = sqlite_bytes,
};

/* A file may come from anybody: what it would have SQLite do besides keeping rows is not
 * done. */
static void trust_nothing(sqlite3 *file)
{
    static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) sqlite3_db_config(file, off[i], 0, NULL);
    sqlite3_db_config(file, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
}

/* A log that nobody may write to cannot be shared with others; and where there is none, and
 * none can be made, nobody writes: then the file is read as it is. */
static int is_still(const char *file, char *uri, size_t n)
{
    pl_text t = {uri, n, 0};
    char log[4200];
    if (strlen(file) > 4000) return 0;
    snprintf(log, sizeof log, "%s-wal", file);
    if (access(log, F_OK) == 0) return 0;
    snprintf(log, sizeof log, "%s", file);
    char *slash = strrchr(log, '/');
    if (slash) slash[slash == log] = 0;
    if (access(slash ? log : ".", W_OK) == 0) return 0;
    pl_put(&t, "file:");
    for (; *file; file++) pl_put(&t, strchr("%?#", *file) ? "%%%02x" : "%c", (unsigned char)*file);
    pl_put(&t, "?immutable=1");
    return t.used < n;
}

static int open_file(const char *file, int writes, sqlite3 **out, pl_error *err)
{
    char uri[12200];
    struct stat what;
    int flags = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    if (!writes && access(file, R_OK)) return pl_fail(err, "%.160s: %.80s", file, strerror(errno));
    if (stat(file, &what) == 0 && S_ISDIR(what.st_mode))
        return pl_fail(err, "%.160s is a folder, not a file of records", file);
    int made = access(file, F_OK) != 0, still = !writes && is_still(file, uri, sizeof uri);
    flags |= SQLITE_OPEN_NOMUTEX | (still ? SQLITE_OPEN_URI : 0);
    if (sqlite3_open_v2(still ? uri : file, out, flags, NULL))
        return pl_fail(err, "%.120s: %.110s", file, *out ? sqlite3_errmsg(*out) : "out of memory");
    trust_nothing(*out);
    if (made) chmod(file, 0600); /* before anything is in it, which may be secret */
    sqlite3_busy_timeout(*out, PL_DB_PATIENCE_MS);
    if (writes && sqlite3_db_readonly(*out, "main") == 1)
        return pl_fail(err, "%.160s cannot be written: it, or its folder, is read-only", file);
    return 0;
}

pl_db *pl_sqlite_open(const char *file, int writes, pl_error *err)
{
    store *f = malloc(sizeof *f);
    if (!f) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    *f = (store){.db = {.kind = &sqlite, .queries = &queries}};
    if (open_file(file, writes, &f->file, err) == 0) return &f->db;
    sqlite_close(&f->db);
    return NULL;
}
