/* match.c -- games that are parts of a match.
 *
 * A match is known by its words, whatever they are, and its games by their numbers in it: a
 * number stands in the file once, so that no game counts twice. */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* Run a statement of one number and one text; 0 or -1. */
static int tell(pl_records *r, const char *sql, int64_t id, const char *text, pl_error *err)
{
    pl_query *s = pl_db_ask(r->db, sql);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, id);
    pl_bind_text(s, 2, text);
    int bad = pl_records_done(r, s, err);
    pl_query_drop(s);
    return bad;
}

int64_t pl_records_match_begin(pl_records *r, const char *words, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s =
        pl_db_ask(r->db, "INSERT INTO tournament(began, words, owner) VALUES(?1, ?2, ?3)");
    int64_t id = -1;
    if (s) {
        pl_bind(s, 1, pl_records_now());
        pl_bind_text(s, 2, words);
        pl_bind_text(s, 3, r->owner);
    }
    if (!s || pl_query_insert(s, &id)) pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return id;
}

/* The latest match, of these words or, where they are NULL, of any. */
static int64_t latest(pl_records *r, const char *words, char *out, size_t n, char owner[96])
{
    pl_query *s =
        pl_db_ask(r->db, "SELECT id, words, owner FROM tournament WHERE ?1 IS NULL OR words = ?1"
                         " ORDER BY id DESC LIMIT 1");
    int64_t id = 0;
    if (!s) return -1;
    pl_bind_text(s, 1, words);
    pl_got got = pl_query_step(s);
    if (got == PL_ROW) {
        id = pl_get(s, 0);
        snprintf(out, n, "%s", pl_get_text(s, 1));
        snprintf(owner, 96, "%s", pl_get_text(s, 2));
    } else if (got != PL_DONE) id = -1;
    pl_query_drop(s);
    return id;
}

/* Within a transaction, so that of two who want it one gets it. */
static int64_t claim(pl_records *r, const char *words, char *other, size_t n, pl_error *err)
{
    char owner[96] = "", who[96];
    if (pl_db_alone(r->db)) return pl_records_fail(r, err);
    int64_t id = latest(r, words, other, n, owner);
    if (id < 0) return pl_records_fail(r, err);
    if (id == 0) return latest(r, NULL, other, n, owner) < 0 ? pl_records_fail(r, err) : 0;
    if (pl_owner_other(r, owner, who, sizeof who))
        return pl_fail(err, "this match is being played by %s", who);
    return tell(r, "UPDATE tournament SET owner = ?2 WHERE id = ?1", id, r->owner, err) ? -1 : id;
}

int64_t pl_records_match_find(pl_records *r, const char *words, char *other, size_t n,
                              pl_error *err)
{
    if (n) *other = 0;
    pthread_mutex_lock(&r->lock);
    int64_t id = pl_span_begin(r, PL_TO_WRITE, err) ? -2 : claim(r, words, other, n, err);
    if (id > -2 && pl_span_end(r, id < 0, err)) id = -1;
    pthread_mutex_unlock(&r->lock);
    return id < 0 ? -1 : id;
}

int64_t pl_records_match_count(pl_records *r, const char *text, pl_error *err)
{
    int64_t n = -1;
    pthread_mutex_lock(&r->lock);
    pl_query *s =
        pl_db_ask(r->db, "SELECT count(*) FROM tournament WHERE words LIKE '%' || ?1 || '%'");
    if (s) pl_bind_text(s, 1, text);
    if (s && pl_query_step(s) == PL_ROW) n = pl_get(s, 0);
    else pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return n;
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
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "UPDATE tournament SET ended = ?2 WHERE id = ?1");
    int bad = s ? 0 : pl_records_fail(r, err);
    if (s) {
        pl_bind(s, 1, match);
        pl_bind(s, 2, pl_records_now());
        bad = pl_records_done(r, s, err);
    }
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

static int visit_all(pl_records *r, pl_query *s, pl_part_visit *visit, void *with, pl_error *err)
{
    pl_record rec = {0};
    pl_got got = PL_DONE;
    int result = 0;
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW) {
        if (pl_load_game(r, pl_get(s, 1), 0, &rec, err)) result = -1;
        else result = visit(with, pl_get(s, 0), &rec);
    }
    pl_record_clear(&rec);
    return result == 0 && got != PL_DONE ? pl_records_fail(r, err) : result;
}

int pl_records_parts(pl_records *r, int64_t match, pl_part_visit *visit, void *with, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "SELECT n, game FROM part WHERE tournament = ?1 ORDER BY n");
    int result = s ? 0 : pl_records_fail(r, err);
    if (s) {
        pl_bind(s, 1, match);
        result = visit_all(r, s, visit, with, err);
    }
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

static int64_t count_parts(pl_records *r, int64_t match)
{
    pl_query *s = pl_db_ask(r->db, "SELECT count(*) FROM part WHERE tournament = ?1");
    int64_t n = -1;
    if (s) pl_bind(s, 1, match);
    if (s && pl_query_step(s) == PL_ROW) n = pl_get(s, 0);
    pl_query_drop(s);
    return n;
}

/* The distance is odd, so that they are not all the same game of their groups. */
int pl_records_parts_some(pl_records *r, int64_t match, int64_t *id, int most, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "SELECT game FROM part WHERE tournament = ?1 ORDER BY n");
    int64_t all = s ? count_parts(r, match) : -1, step = all > most ? (all / most) | 1 : 1;
    pl_got got = PL_DONE;
    int n = 0;
    if (all > 0) pl_bind(s, 1, match);
    for (int64_t i = 0; all > 0 && n < most && (got = pl_query_step(s)) == PL_ROW; i++)
        if (i % step == 0) id[n++] = pl_get(s, 0);
    int bad = all < 0 || got == PL_WRONG;
    if (bad) pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return bad ? -1 : n;
}
