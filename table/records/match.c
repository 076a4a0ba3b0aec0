/* match.c -- games that are parts of a match.
 *
 * A match is known by its words, whatever they are, and its games by their numbers in it: a
 * number stands in the file once, so that no game counts twice. */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

static sqlite3_stmt *ask(pl_records *r, const char *sql)
{
    sqlite3_stmt *s = NULL;
    sqlite3_prepare_v2(r->db, sql, -1, &s, NULL);
    return s;
}

/* Run a statement of one number and one text; 0 or -1. */
static int tell(pl_records *r, const char *sql, int64_t id, const char *text, pl_error *err)
{
    sqlite3_stmt *s = ask(r, sql);
    if (!s) return pl_records_fail(r, err);
    sqlite3_bind_int64(s, 1, id);
    pl_bind_text(s, 2, text);
    int bad = pl_records_done(r, s, err);
    sqlite3_finalize(s);
    return bad;
}

int64_t pl_records_match_begin(pl_records *r, const char *words, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int64_t id = tell(r, "INSERT INTO tournament(began, words, owner) VALUES(?1, ?2, NULL)",
                      pl_records_now(), words, err);
    if (id == 0) id = sqlite3_last_insert_rowid(r->db);
    if (id > 0 && tell(r, "UPDATE tournament SET owner = ?2 WHERE id = ?1", id, r->owner, err))
        id = -1;
    pthread_mutex_unlock(&r->lock);
    return id;
}

static void copy_text(sqlite3_stmt *s, int column, char *out, size_t n)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    snprintf(out, n, "%s", text ? text : "");
}

/* The latest match, of these words or, where they are NULL, of any. */
static int64_t latest(pl_records *r, const char *words, char *out, size_t n, char owner[96])
{
    sqlite3_stmt *s =
        ask(r, "SELECT id, words, owner FROM tournament WHERE ?1 IS NULL OR words = ?1"
               " ORDER BY id DESC LIMIT 1");
    int64_t id = 0;
    if (!s) return -1;
    pl_bind_text(s, 1, words);
    int got = sqlite3_step(s);
    if (got == SQLITE_ROW) {
        id = sqlite3_column_int64(s, 0);
        copy_text(s, 1, out, n);
        copy_text(s, 2, owner, 96);
    } else if (got != SQLITE_DONE) id = -1;
    sqlite3_finalize(s);
    return id;
}

/* Within a transaction, so that of two who want it one gets it. */
static int64_t claim(pl_records *r, const char *words, char *other, size_t n, pl_error *err)
{
    char owner[96] = "";
    int64_t id = latest(r, words, other, n, owner);
    if (id < 0) return pl_records_fail(r, err);
    if (id == 0) return latest(r, NULL, other, n, owner) < 0 ? pl_records_fail(r, err) : 0;
    long pid = pl_owner_living(r, owner);
    if (pid) return pl_fail(err, "this match is being played by process %ld", pid);
    return tell(r, "UPDATE tournament SET owner = ?2 WHERE id = ?1", id, r->owner, err) ? -1 : id;
}

int64_t pl_records_match_find(pl_records *r, const char *words, char *other, size_t n,
                              pl_error *err)
{
    if (n) *other = 0;
    pthread_mutex_lock(&r->lock);
    int64_t id = pl_records_run(r, "BEGIN IMMEDIATE", err) ? -1 : claim(r, words, other, n, err);
    if (id > 0 && pl_records_run(r, "COMMIT", err)) id = -1;
    if (id <= 0 && !sqlite3_get_autocommit(r->db))
        sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    pthread_mutex_unlock(&r->lock);
    return id;
}

int pl_records_match_leave(pl_records *r, int64_t match, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int bad = tell(r, "UPDATE tournament SET owner = NULL WHERE id = ?1 AND owner = ?2", match,
                   r->owner, err);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

int pl_records_match_end(pl_records *r, int64_t match, pl_error *err)
{
    char now[24];
    snprintf(now, sizeof now, "%lld", (long long)pl_records_now());
    pthread_mutex_lock(&r->lock);
    int bad =
        tell(r, "UPDATE tournament SET ended = CAST(?2 AS INTEGER) WHERE id = ?1", match, now, err);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

static int visit_all(pl_records *r, sqlite3_stmt *s, pl_part_visit *visit, void *with,
                     pl_error *err)
{
    pl_record rec = {0};
    int got = SQLITE_DONE, result = 0;
    while (result == 0 && (got = sqlite3_step(s)) == SQLITE_ROW) {
        if (pl_load_game(r, sqlite3_column_int64(s, 1), 0, &rec, err)) result = -1;
        else result = visit(with, sqlite3_column_int64(s, 0), &rec);
    }
    pl_record_clear(&rec);
    return result == 0 && got != SQLITE_DONE ? pl_records_fail(r, err) : result;
}

int pl_records_parts(pl_records *r, int64_t match, pl_part_visit *visit, void *with, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    sqlite3_stmt *s = ask(r, "SELECT n, game FROM part WHERE tournament = ?1 ORDER BY n");
    int result = s ? 0 : pl_records_fail(r, err);
    if (s) {
        sqlite3_bind_int64(s, 1, match);
        result = visit_all(r, s, visit, with, err);
    }
    sqlite3_finalize(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

static int64_t count_parts(pl_records *r, int64_t match)
{
    sqlite3_stmt *s = ask(r, "SELECT count(*) FROM part WHERE tournament = ?1");
    int64_t n = -1;
    if (s) sqlite3_bind_int64(s, 1, match);
    if (s && sqlite3_step(s) == SQLITE_ROW) n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return n;
}

/* The distance is odd, so that they are not all the same game of their groups. */
int pl_records_parts_some(pl_records *r, int64_t match, int64_t *id, int most, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    sqlite3_stmt *s = ask(r, "SELECT game FROM part WHERE tournament = ?1 ORDER BY n");
    int64_t all = s ? count_parts(r, match) : -1, step = all > most ? (all / most) | 1 : 1;
    int got = SQLITE_DONE, n = 0;
    if (all > 0) sqlite3_bind_int64(s, 1, match);
    for (int64_t i = 0; all > 0 && n < most && (got = sqlite3_step(s)) == SQLITE_ROW; i++)
        if (i % step == 0) id[n++] = sqlite3_column_int64(s, 0);
    int bad = all < 0 || (got != SQLITE_DONE && got != SQLITE_ROW);
    if (bad) pl_records_fail(r, err);
    sqlite3_finalize(s);
    pthread_mutex_unlock(&r->lock);
    return bad ? -1 : n;
}
