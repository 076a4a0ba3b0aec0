/* ledger.c -- tables and seats in SQLite, in a file beside that of the records.
 *
 * Fact to check: no token stands in the file, only what SHA-256 makes of it.  A second server
 * cannot open it, and one that was killed does not stand in the way of the next.
 */
#include "ledger.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct pl_ledger {
    sqlite3 *db;
    int fd; /* holds the lock, which the system lets go when the server ends in any way */
};

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
    "CREATE TABLE IF NOT EXISTS desk (id TEXT PRIMARY KEY, game TEXT NOT NULL,"
    " clock TEXT NOT NULL, seed INTEGER NOT NULL, seeded INTEGER NOT NULL, watch INTEGER NOT NULL,"
    " over INTEGER NOT NULL, record INTEGER NOT NULL, made INTEGER NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS seat (desk TEXT NOT NULL REFERENCES desk ON DELETE CASCADE,"
    " seat INTEGER NOT NULL, kind INTEGER NOT NULL, level INTEGER NOT NULL, named INTEGER NOT NULL,"
    " name TEXT NOT NULL, agent TEXT, hash BLOB NOT NULL, PRIMARY KEY (desk, seat)) STRICT;"
    "CREATE TABLE IF NOT EXISTS claim (desk TEXT NOT NULL REFERENCES desk ON DELETE CASCADE,"
    " seat INTEGER NOT NULL, invitation BLOB NOT NULL, taken INTEGER NOT NULL,"
    " PRIMARY KEY (desk, seat)) STRICT;"
    "CREATE TABLE IF NOT EXISTS advised (desk TEXT PRIMARY KEY REFERENCES desk ON DELETE CASCADE)"
    " STRICT";

static int fail(const pl_ledger *l, pl_error *err)
{
    if (err)
        snprintf(err->text, sizeof err->text, "the file of seats: %.200s", sqlite3_errmsg(l->db));
    return -1;
}

static int run(pl_ledger *l, const char *sql, pl_error *err)
{
    return sqlite3_exec(l->db, sql, NULL, NULL, NULL) ? fail(l, err) : 0;
}

/* The file is for its owner alone, and for one server: two would each have the same tables. */
static int lock(pl_ledger *l, const char *file, pl_error *err)
{
    l->fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (l->fd >= 0 && flock(l->fd, LOCK_EX | LOCK_NB) == 0) return 0;
    if (l->fd >= 0 && errno == EWOULDBLOCK)
        snprintf(err->text, sizeof err->text,
                 "another server has its tables in %.150s; end it, or name other --records", file);
    else snprintf(err->text, sizeof err->text, "%.200s: %s", file, strerror(errno));
    return -1;
}

static int open_tables(pl_ledger *l, const char *file, pl_error *err)
{
    if (sqlite3_open(file, &l->db)) return fail(l, err);
    sqlite3_busy_timeout(l->db, 20000);
    return run(l, schema, err);
}

pl_ledger *pl_ledger_open(const char *file, pl_error *err)
{
    pl_ledger *l = calloc(1, sizeof *l);
    if (!l) {
        snprintf(err->text, sizeof err->text, "out of memory");
        return NULL;
    }
    if (lock(l, file, err) || open_tables(l, file, err)) {
        pl_ledger_close(l);
        return NULL;
    }
    return l;
}

void pl_ledger_close(pl_ledger *l)
{
    if (!l) return;
    sqlite3_close(l->db);
    if (l->fd >= 0) close(l->fd);
    free(l);
}

/* Values: s text, i number, h hash; run once. */
static int change(pl_ledger *l, pl_error *err, const char *sql, const char *types, ...)
{
    sqlite3_stmt *s = NULL;
    va_list list;
    if (sqlite3_prepare_v2(l->db, sql, -1, &s, NULL)) return fail(l, err);
    va_start(list, types);
    for (int i = 0; types[i]; i++) {
        if (types[i] == 's') sqlite3_bind_text(s, i + 1, va_arg(list, const char *), -1, NULL);
        else if (types[i] == 'h')
            sqlite3_bind_blob(s, i + 1, va_arg(list, const unsigned char *), PL_SHA256, NULL);
        else sqlite3_bind_int64(s, i + 1, va_arg(list, int64_t));
    }
    va_end(list);
    int bad = sqlite3_step(s) != SQLITE_DONE ? fail(l, err) : 0;
    sqlite3_finalize(s);
    return bad;
}

static int put_claim(pl_ledger *l, const char *id, int seat, const pl_place_kept *p, pl_error *err)
{
    return change(l, err, "INSERT OR REPLACE INTO claim VALUES (?,?,?,?)", "sihi", id,
                  (int64_t)seat, p->spent, (int64_t)(p->claim == PL_SEAT_TAKEN));
}

static int add_rows(pl_ledger *l, const pl_desk_kept *d, pl_error *err)
{
    int bad = change(l, err, "INSERT INTO desk VALUES (?,?,?,?,?,?,?,?,?)", "sssiiiiii", d->id,
                     d->game, d->clock, (int64_t)d->seed, (int64_t)d->seeded, (int64_t)d->watch,
                     (int64_t)d->over, d->record, d->made);
    if (!bad && d->advice) bad = change(l, err, "INSERT INTO advised VALUES (?)", "s", d->id);
    for (int i = 0; !bad && i < d->players; i++) {
        const pl_place_kept *p = &d->seat[i];
        bad = change(l, err, "INSERT INTO seat VALUES (?,?,?,?,?,?,?,?)", "siiiissh", d->id,
                     (int64_t)i, (int64_t)p->kind, (int64_t)p->level, (int64_t)p->named, p->name,
                     p->agent, p->hash);
        if (!bad && p->claim != PL_SEAT_FREE) bad = put_claim(l, d->id, i, p, err);
    }
    return bad;
}

/* All of a change is kept, or nothing. */
static int end(pl_ledger *l, int bad, pl_error *err)
{
    if (!bad) bad = run(l, "COMMIT", err);
    if (bad) sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
    return bad;
}

int pl_ledger_add(pl_ledger *l, const pl_desk_kept *d, pl_error *err)
{
    if (run(l, "BEGIN IMMEDIATE", err)) return -1;
    return end(l, add_rows(l, d, err), err);
}

int pl_ledger_claim(pl_ledger *l, const char *id, int seat, const pl_place_kept *p, pl_error *err)
{
    if (run(l, "BEGIN IMMEDIATE", err)) return -1;
    int bad = put_claim(l, id, seat, p, err);
    if (!bad)
        bad = change(l, err, "UPDATE seat SET hash = ? WHERE desk = ? AND seat = ?", "hsi", p->hash,
                     id, (int64_t)seat);
    return end(l, bad, err);
}

int pl_ledger_begun(pl_ledger *l, const char *id, int64_t record, pl_error *err)
{
    return change(l, err, "UPDATE desk SET record = ? WHERE id = ?", "is", record, id);
}

int pl_ledger_over(pl_ledger *l, const char *id, pl_error *err)
{
    return change(l, err, "UPDATE desk SET over = 1 WHERE id = ?", "s", id);
}

int pl_ledger_name(pl_ledger *l, const char *id, int seat, const char *name, pl_error *err)
{
    return change(l, err, "UPDATE seat SET name = ? WHERE desk = ? AND seat = ?", "ssi", name, id,
                  (int64_t)seat);
}

int pl_ledger_remove(pl_ledger *l, const char *id, pl_error *err)
{
    return change(l, err, "DELETE FROM desk WHERE id = ?", "s", id);
}

static void copy(char *to, size_t n, sqlite3_stmt *s, int column)
{
    const unsigned char *text = sqlite3_column_text(s, column);
    snprintf(to, n, "%s", text ? (const char *)text : "");
}

static void read_hash(sqlite3_stmt *s, int column, unsigned char out[PL_SHA256])
{
    const void *hash = sqlite3_column_blob(s, column);
    if (hash && sqlite3_column_bytes(s, column) == PL_SHA256) memcpy(out, hash, PL_SHA256);
}

static void read_seat(sqlite3_stmt *s, pl_place_kept *p)
{
    const unsigned char *agent = sqlite3_column_text(s, 4);
    p->kind = (pl_seat_kind)sqlite3_column_int(s, 0);
    p->level = sqlite3_column_int(s, 1);
    p->named = sqlite3_column_int(s, 2);
    copy(p->name, sizeof p->name, s, 3);
    if (agent) p->agent = strdup((const char *)agent);
    read_hash(s, 5, p->hash);
    read_hash(s, 6, p->spent);
    if (sqlite3_column_type(s, 7) != SQLITE_NULL)
        p->claim = sqlite3_column_int(s, 7) ? PL_SEAT_TAKEN : PL_SEAT_CLAIMED;
}

static int read_seats(pl_ledger *l, pl_desk_kept *d, pl_error *err)
{
    sqlite3_stmt *s = NULL;
    static const char sql[] = "SELECT kind, level, named, name, agent, hash, invitation, taken"
                              " FROM seat LEFT JOIN claim USING (desk, seat)"
                              " WHERE desk = ? ORDER BY seat";
    int got = SQLITE_DONE;
    if (sqlite3_prepare_v2(l->db, sql, -1, &s, NULL)) return fail(l, err);
    sqlite3_bind_text(s, 1, d->id, -1, NULL);
    while (d->players < PL_SEATS_MAX && (got = sqlite3_step(s)) == SQLITE_ROW)
        read_seat(s, &d->seat[d->players++]);
    /* A game that began before there were claims goes on with the tokens that it had. */
    for (int i = 0; d->record && i < d->players; i++)
        if (d->seat[i].kind == PL_SEAT_OPEN && d->seat[i].claim == PL_SEAT_FREE)
            d->seat[i].claim = PL_SEAT_TAKEN;
    sqlite3_finalize(s);
    return got == SQLITE_DONE || got == SQLITE_ROW ? 0 : fail(l, err);
}

static void read_desk(sqlite3_stmt *s, pl_desk_kept *d)
{
    *d = (pl_desk_kept){.seed = (uint64_t)sqlite3_column_int64(s, 3),
                        .seeded = sqlite3_column_int(s, 4),
                        .watch = sqlite3_column_int(s, 5),
                        .over = sqlite3_column_int(s, 6),
                        .record = sqlite3_column_int64(s, 7),
                        .made = sqlite3_column_int64(s, 8),
                        .advice = sqlite3_column_int(s, 9)};
    copy(d->id, sizeof d->id, s, 0);
    copy(d->game, sizeof d->game, s, 1);
    copy(d->clock, sizeof d->clock, s, 2);
}

int pl_ledger_each(pl_ledger *l, void (*visit)(void *with, const pl_desk_kept *d), void *with,
                   pl_error *err)
{
    static const char sql[] = "SELECT desk.*, advised.desk IS NOT NULL FROM desk LEFT JOIN advised"
                              " ON advised.desk = desk.id ORDER BY made";
    sqlite3_stmt *s = NULL;
    pl_desk_kept *d = malloc(sizeof *d);
    int got = SQLITE_ERROR, bad = !d;
    if (d && !sqlite3_prepare_v2(l->db, sql, -1, &s, NULL))
        while (!bad && (got = sqlite3_step(s)) == SQLITE_ROW) {
            read_desk(s, d);
            bad = read_seats(l, d, err);
            if (!bad) visit(with, d);
            for (int i = 0; i < d->players; i++) free(d->seat[i].agent);
        }
    if (!bad && got != SQLITE_DONE) bad = fail(l, err);
    sqlite3_finalize(s);
    free(d);
    return bad ? -1 : 0;
}
