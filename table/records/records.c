/* records.c -- a file of records: opened, asked, closed.
 *
 * WAL mode, so that readers and one writer do not wait for each other.  A commit in the
 * log survives the death of the process at any moment; what a power cut may take is said
 * in docs/records.md.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"
#include "table/records/records.h"

enum { PATIENCE_MS = 20000 }; /* how long another writer is waited for */

static const char *const words[STATEMENTS] = {
    [ASK_SPEC] = "SELECT id FROM spec WHERE spec = ?1",
    [TELL_SPEC] = "INSERT INTO spec(spec) VALUES(?1)",
    [ASK_RULES] = "SELECT id FROM rules WHERE clock = ?1 AND manners = ?2 AND timed = ?3"
                  " AND takes_back = ?4",
    [TELL_RULES] = "INSERT INTO rules(clock, manners, timed, takes_back) VALUES(?1, ?2, ?3, ?4)",
    [ASK_PLAYER] = "SELECT id FROM player WHERE name = ?1 AND kind = ?2 AND spec = ?3",
    [TELL_PLAYER] = "INSERT INTO player(name, kind, spec) VALUES(?1, ?2, ?3)",
    [TELL_GAME] = "INSERT OR REPLACE INTO game(id, spec, rules, seed, began, ended, ending, seat,"
                  " fault, reason, referee, plies, moves, times, owner)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    [TELL_SEAT] = "INSERT OR REPLACE INTO seat(game, seat, player, score, used)"
                  " VALUES(?1, ?2, ?3, ?4, ?5)",
    [TELL_EVENT] =
        "INSERT OR REPLACE INTO event(game, n, at, kind, seat, fault, done, ply, used, text)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [TELL_REMARK] = "INSERT OR REPLACE INTO remark(game, ply, value, comment)"
                    " VALUES(?1, ?2, ?3, ?4)",
    [TELL_JOURNAL] = "INSERT INTO journal(game, n, kind, seat, fault, done, ply, used, move,"
                     " value, text) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [DROP_JOURNAL] = "DELETE FROM journal WHERE game = ?1",
    [TELL_OWNER] = "UPDATE game SET owner = ?2 WHERE id = ?1",
    [ASK_GAME] = "SELECT s.spec, r.clock, r.manners, r.timed, r.takes_back, g.seed, g.began,"
                 " g.ended, g.ending, g.seat, g.fault, g.reason, g.referee, g.plies, g.moves,"
                 " g.times FROM game g JOIN spec s ON s.id = g.spec JOIN rules r ON r.id = g.rules"
                 " WHERE g.id = ?1",
    [ASK_SEATS] = "SELECT p.name, p.kind, p.spec, t.score, t.used, t.seat FROM seat t"
                  " JOIN player p ON p.id = t.player WHERE t.game = ?1 ORDER BY t.seat",
    [ASK_EXTRAS] = "SELECT at, 0, n, kind, seat, fault, done, ply, used, NULL, text FROM event"
                   " WHERE game = ?1 UNION ALL SELECT ply, 1, 0, 'ply', NULL, NULL, NULL, ply, 0,"
                   " value, comment FROM remark WHERE game = ?1 ORDER BY 1, 2, 3",
    [ASK_JOURNAL] = "SELECT n, 0, n, kind, seat, fault, done, ply, used, value, text, move"
                    " FROM journal WHERE game = ?1 ORDER BY n",
    [ASK_OWNER] = "SELECT owner FROM game WHERE id = ?1",
    [ASK_BYTES] = "SELECT moves, times, plies FROM game WHERE id = ?1",
    [TELL_PART] = "INSERT INTO part(tournament, n, game) VALUES(?1, ?2, ?3)",
};

int64_t pl_records_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int pl_records_fail(pl_records *r, pl_error *err)
{
    return pl_fail(err, "%.120s: %.110s", r->file, sqlite3_errmsg(r->db));
}

sqlite3_stmt *pl_records_statement(pl_records *r, pl_statement which)
{
    sqlite3_stmt **s = &r->statement[which];
    if (!*s) sqlite3_prepare_v3(r->db, words[which], -1, SQLITE_PREPARE_PERSISTENT, s, NULL);
    return *s;
}

int pl_records_done(pl_records *r, sqlite3_stmt *s, pl_error *err)
{
    int got = sqlite3_step(s);
    int bad = got != SQLITE_DONE && got != SQLITE_ROW ? pl_records_fail(r, err) : 0;
    sqlite3_reset(s);
    return bad;
}

int pl_records_run(pl_records *r, const char *sql, pl_error *err)
{
    return sqlite3_exec(r->db, sql, NULL, NULL, NULL) ? pl_records_fail(r, err) : 0;
}

int pl_records_usual(char *buf, size_t n)
{
    const char *file = getenv("PARLOR_RECORDS"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (file && *file) return snprintf(buf, n, "%s", file);
    if (data && *data == '/') return snprintf(buf, n, "%s/parlor/records.db", data);
    if (home && *home == '/') return snprintf(buf, n, "%s/.local/share/parlor/records.db", home);
    return -1;
}

const char *pl_records_file(const pl_records *r)
{
    return r->file;
}

/* The folders above the usual file, each made if it is not there; a failure shows when the
 * file is opened.  Those of a file that somebody names are not made: it may be a slip. */
static void make_folders(char *file)
{
    for (char *c = strchr(file + 1, '/'); c; c = strchr(c + 1, '/')) {
        *c = 0;
        mkdir(file, 0777);
        *c = '/';
    }
}

static void name_owner(pl_records *r)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(r->owner, sizeof r->owner, "%ld@%s", (long)getpid(), host);
}

/* Another process may be about to do the same, and is waited for. */
static int be_wal(sqlite3 *db)
{
    int got = SQLITE_BUSY;
    for (int i = 0; i < PATIENCE_MS / 10 && got == SQLITE_BUSY; i++) {
        got = sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
        if (got == SQLITE_BUSY) sqlite3_sleep(10);
    }
    return got;
}

/* A log is left for others up to about 4 MB, and then written into the file. */
static int set_up(pl_records *r, pl_error *err)
{
    int writes = r->mode != PL_RECORDS_READ;
    sqlite3_busy_timeout(r->db, PATIENCE_MS);
    if (writes && sqlite3_db_readonly(r->db, "main") == 1)
        return pl_fail(err, "%.160s cannot be written: it, or its folder, is read-only", r->file);
    if (pl_schema_ready(r->db, r->file, writes, err)) return -1;
    if (!writes) return 0;
    if (be_wal(r->db)) return pl_records_fail(r, err);
    return pl_records_run(r, "PRAGMA synchronous = NORMAL", err);
}

/* A file may come from anybody: what it would have SQLite do besides keeping rows is not
 * done. */
static void trust_nothing(sqlite3 *db)
{
    static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW};
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) sqlite3_db_config(db, off[i], 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
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

static int open_file(pl_records *r, pl_error *err)
{
    char uri[12200];
    struct stat what;
    int flags = r->mode == PL_RECORDS_READ ? SQLITE_OPEN_READONLY
                                           : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (r->mode == PL_RECORDS_READ && access(r->file, R_OK))
        return pl_fail(err, "%.160s: %.80s", r->file, strerror(errno));
    if (stat(r->file, &what) == 0 && S_ISDIR(what.st_mode))
        return pl_fail(err, "%.160s is a folder, not a file of records", r->file);
    int made = access(r->file, F_OK) != 0;
    int still = r->mode == PL_RECORDS_READ && is_still(r->file, uri, sizeof uri);
    flags |= SQLITE_OPEN_NOMUTEX | (still ? SQLITE_OPEN_URI : 0);
    if (sqlite3_open_v2(still ? uri : r->file, &r->db, flags, NULL))
        return r->db ? pl_records_fail(r, err) : pl_fail(err, "out of memory");
    trust_nothing(r->db);
    if (made) chmod(r->file, 0600); /* before anything is in it, which may be secret */
    return set_up(r, err);
}

/* Whoever visits games may ask for another one meanwhile. */
static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

static void drop(pl_records *r)
{
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(r->statement[i]);
    for (int i = 0; i < r->waits; i++) pl_kept_free(&r->waiting[i]);
    sqlite3_close(r->db);
    pthread_mutex_destroy(&r->lock);
    free(r->waiting);
    free(r->file);
    free(r);
}

pl_records *pl_records_open(const char *file, pl_records_mode mode, pl_error *err)
{
    char usual[4096];
    int n = file ? 0 : pl_records_usual(usual, sizeof usual);
    if (n < 0 || n >= (int)sizeof usual) {
        pl_fail(err, "no file of records is named, and neither PARLOR_RECORDS, XDG_DATA_HOME nor "
                     "HOME says where one is");
        return NULL;
    }
    if (!file && mode != PL_RECORDS_READ) make_folders(usual);
    if (!file) file = usual;
    pl_records *r = calloc(1, sizeof *r);
    if (r) r->file = malloc(strlen(file) + 1);
    if (!r || !r->file) {
        free(r);
        pl_fail(err, "out of memory");
        return NULL;
    }
    strcpy(r->file, file);
    r->mode = mode;
    make_lock(&r->lock);
    name_owner(r);
    if (open_file(r, err) == 0) return r;
    drop(r);
    return NULL;
}

int64_t pl_records_saved(const pl_records *r)
{
    return r->saved;
}

int pl_records_firm(pl_records *r, int firm, pl_error *err)
{
    return pl_records_run(r, firm ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL",
                          err);
}

/* A commit that is forced to the disk takes all with it that stands before it in the log. */
static int flush(pl_records *r, pl_error *err)
{
    if (!r->waits && !r->loose) return 0;
    int bad = pl_records_firm(r, 1, err);
    if (!bad && r->waits) bad = pl_batch_save(r, err);
    else if (!bad && pl_schema_touch(r->db)) bad = pl_records_fail(r, err);
    if (pl_records_firm(r, 0, bad ? NULL : err) || bad) return -1;
    r->loose = 0;
    return 0;
}

int pl_records_flush(pl_records *r, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int bad = flush(r, err);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

int pl_records_close(pl_records *r, pl_error *err)
{
    if (!r) return 0;
    int bad = pl_records_flush(r, err);
    drop(r);
    return bad;
}

int pl_records_begin(pl_records *r, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int bad = pl_records_run(r, "BEGIN IMMEDIATE", err);
    if (!bad) {
        r->held = 1;
        r->put = 0;
    } else pthread_mutex_unlock(&r->lock);
    return bad;
}

int pl_records_end(pl_records *r, int keep, pl_error *err)
{
    int kept = keep && pl_records_run(r, "COMMIT", err) == 0;
    if (!kept) sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    else r->saved += r->put;
    r->held = 0;
    pthread_mutex_unlock(&r->lock);
    return keep && !kept ? -1 : 0;
}
