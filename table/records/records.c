/* records.c -- a file of records: opened, asked, closed. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "table/records/records.h"

static const char *const words[STATEMENTS] = {
    [ASK_SPEC] = "SELECT id FROM spec WHERE spec = ?1",
    [TELL_SPEC] = "INSERT INTO spec(spec) VALUES(?1) ON CONFLICT DO NOTHING",
    [ASK_RULES] = "SELECT id FROM rules WHERE clock = ?1 AND manners = ?2 AND timed = ?3"
                  " AND takes_back = ?4",
    [TELL_RULES] = "INSERT INTO rules(clock, manners, timed, takes_back) VALUES(?1, ?2, ?3, ?4)"
                   " ON CONFLICT DO NOTHING",
    [ASK_PLAYER] = "SELECT id FROM player WHERE name = ?1 AND kind = ?2 AND spec = ?3",
    [TELL_PLAYER] =
        "INSERT INTO player(name, kind, spec) VALUES(?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [TELL_GAME] = "INSERT INTO game(spec, rules, seed, began, ended, ending, seat, fault, reason,"
                  " referee, plies, moves, times, owner)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [TELL_GAME_AGAIN] = "UPDATE game SET spec = ?1, rules = ?2, seed = ?3, began = ?4, ended = ?5,"
                        " ending = ?6, seat = ?7, fault = ?8, reason = ?9, referee = ?10,"
                        " plies = ?11, moves = ?12, times = ?13, owner = ?14 WHERE id = ?15",
    [TELL_SEAT] = "INSERT INTO seat(game, seat, player, score, used) VALUES(?1, ?2, ?3, ?4, ?5)"
                  " ON CONFLICT(game, seat) DO UPDATE SET player = excluded.player,"
                  " score = excluded.score, used = excluded.used",
    [TELL_EVENT] = "INSERT INTO event(game, n, at, kind, seat, fault, done, ply, used, text)"
                   " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                   " ON CONFLICT(game, n) DO UPDATE SET at = excluded.at, kind = excluded.kind,"
                   " seat = excluded.seat, fault = excluded.fault, done = excluded.done,"
                   " ply = excluded.ply, used = excluded.used, text = excluded.text",
    [TELL_REMARK] = "INSERT INTO remark(game, ply, value, comment) VALUES(?1, ?2, ?3, ?4)"
                    " ON CONFLICT(game, ply) DO UPDATE SET value = excluded.value,"
                    " comment = excluded.comment",
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
    return pl_fail(err, "%.120s: %.110s", r->file, r->db->kind->why(r->db));
}

pl_query *pl_records_statement(pl_records *r, pl_statement which)
{
    pl_query **s = &r->statement[which];
    if (!*s) *s = r->db->queries->prepare(r->db, words[which], 1);
    return *s;
}

int pl_records_done(pl_records *r, pl_query *s, pl_error *err)
{
    int bad = pl_query_step(s) == PL_WRONG ? pl_records_fail(r, err) : 0;
    pl_query_reset(s);
    return bad;
}

int pl_span_begin(pl_records *r, pl_purpose what_for, pl_error *err)
{
    return pl_db_begin(r->db, what_for) ? pl_records_fail(r, err) : 0;
}

int pl_span_end(pl_records *r, int bad, pl_error *err)
{
    if (!bad && pl_db_commit(r->db)) bad = pl_records_fail(r, err);
    if (bad) pl_db_rollback(r->db);
    return bad ? -1 : 0;
}

const char *pl_records_file(const pl_records *r)
{
    return r->file;
}

static int open_store(pl_records *r, pl_error *err)
{
    int writes = r->mode != PL_RECORDS_READ;
    r->db = pl_records_is_address(r->address) ? pl_postgres_open(r->address, r->file, writes, err)
                                              : pl_sqlite_open(r->address, writes, err);
    if (!r->db || pl_schema_ready(r->db, r->file, writes, err)) return -1;
    if (writes && r->db->kind->ready(r->db)) return pl_records_fail(r, err);
    return pl_owner_name(r) ? pl_records_fail(r, err) : 0;
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
    for (int i = 0; i < STATEMENTS; i++) pl_query_drop(r->statement[i]);
    for (int i = 0; i < r->waits; i++) pl_kept_free(&r->waiting[i]);
    if (r->db) r->db->kind->close(r->db);
    pthread_mutex_destroy(&r->lock);
    free(r->waiting);
    free(r->file);
    free(r->address);
    free(r);
}

static int name_store(pl_records *r, const char *name)
{
    size_t n = strlen(name) + 1;
    r->address = malloc(n);
    r->file = malloc(n);
    if (!r->address || !r->file) return -1;
    memcpy(r->address, name, n);
    pl_records_shown(name, r->file, n);
    return 0;
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
    if (!file && mode != PL_RECORDS_READ && !pl_records_is_address(usual)) pl_make_folders(usual);
    pl_records *r = pl_records_make(file ? file : usual, mode, err);
    if (!r || open_store(r, err) == 0) return r;
    drop(r);
    return NULL;
}

pl_records *pl_records_make(const char *file, pl_records_mode mode, pl_error *err)
{
    pl_records *r = calloc(1, sizeof *r);
    if (!r) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    r->mode = mode;
    make_lock(&r->lock);
    if (name_store(r, file) == 0) return r;
    pl_fail(err, "out of memory");
    drop(r);
    return NULL;
}

pl_records *pl_records_again(const pl_records *r, pl_records_mode mode, pl_error *err)
{
    return pl_records_open(r->address, mode, err);
}

int64_t pl_records_saved(const pl_records *r)
{
    return r->saved;
}

/* A commit that is forced to the disk takes all with it that was committed before. */
static int flush(pl_records *r, pl_error *err)
{
    if (r->waits) return pl_batch_save(r, PL_TO_DISK, err);
    if (!r->loose) return 0;
    if (r->db->kind->settle(r->db)) return pl_records_fail(r, err);
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
    int bad = pl_span_begin(r, PL_TO_WRITE, err);
    if (!bad) {
        r->held = 1;
        r->put = 0;
    } else pthread_mutex_unlock(&r->lock);
    return bad;
}

int pl_records_end(pl_records *r, int keep, pl_error *err)
{
    int kept = pl_span_end(r, !keep, err) == 0;
    if (kept) r->saved += r->put;
    r->held = 0;
    pthread_mutex_unlock(&r->lock);
    return keep && !kept ? -1 : 0;
}
