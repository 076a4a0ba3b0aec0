/* contest.c -- contests in a file of records: what one has come to, in words for who runs it and
 * as JSON for everybody.
 *
 * The two are apart, since what is hidden until the end of a contest must not be on a page. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* With the lock: run a statement of a text and the number of a contest; 0 or -1. */
static int tell(pl_records *r, const char *sql, const char *text, int64_t id, pl_error *err)
{
    pl_query *s = pl_db_ask(r->db, sql);
    if (!s) return pl_records_fail(r, err);
    pl_bind_text(s, 1, text);
    pl_bind(s, 2, id);
    int bad = pl_records_done(r, s, err);
    pl_query_drop(s);
    return bad;
}

static int tell_alone(pl_records *r, const char *sql, const char *text, int64_t id, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int bad = tell(r, sql, text, id, err);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

int64_t pl_records_contest_begin(pl_records *r, const char *name, const char *kept, pl_error *err)
{
    int64_t id = -1;
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "INSERT INTO contest(name, began, updated, kept, state, owner)"
                                   " VALUES(?1, ?2, ?2, ?3, '{}', ?4)");
    if (s) {
        pl_bind_text(s, 1, name);
        pl_bind(s, 2, pl_records_now());
        pl_bind_text(s, 3, kept);
        pl_bind_text(s, 4, r->owner);
    }
    if (!s || pl_query_insert(s, &id)) pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return id;
}

/* The latest of that name, and a copy of what was kept. */
static int64_t latest(pl_records *r, const char *name, char **kept, pl_error *err)
{
    pl_query *s = pl_db_ask(r->db, "SELECT id, kept, owner FROM contest WHERE name = ?1"
                                   " ORDER BY id DESC LIMIT 1");
    char who[96];
    int64_t id = 0;
    if (s) pl_bind_text(s, 1, name);
    pl_got got = s && pl_db_alone(r->db) == 0 ? pl_query_step(s) : PL_WRONG;
    if (got == PL_WRONG) id = pl_records_fail(r, err);
    else if (got == PL_ROW && pl_owner_other(r, pl_get_text(s, 2), who, sizeof who))
        id = pl_fail(err, "the contest '%.60s' is being run by %s", name, who);
    else if (got == PL_ROW) {
        id = pl_get(s, 0);
        *kept = strdup(pl_get_text(s, 1));
        if (!*kept) id = pl_fail(err, "out of memory");
    }
    pl_query_drop(s);
    return id;
}

/* Within a transaction, so that of two who want it one gets it. */
int64_t pl_records_contest_find(pl_records *r, const char *name, char **kept, pl_error *err)
{
    *kept = NULL;
    pthread_mutex_lock(&r->lock);
    int64_t id = pl_span_begin(r, PL_TO_WRITE, err) ? -2 : latest(r, name, kept, err);
    if (id > 0 && tell(r, "UPDATE contest SET owner = ?1 WHERE id = ?2", r->owner, id, err))
        id = -1;
    if (id > -2 && pl_span_end(r, id < 0, err)) id = -1;
    pthread_mutex_unlock(&r->lock);
    if (id > 0) return id;
    free(*kept);
    *kept = NULL;
    return id < 0 ? -1 : 0;
}

int pl_records_contest_keep(pl_records *r, int64_t id, const char *kept, pl_error *err)
{
    return tell_alone(r, "UPDATE contest SET kept = ?1 WHERE id = ?2", kept, id, err);
}

int pl_records_contest_tell(pl_records *r, int64_t id, const char *state, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "UPDATE contest SET state = ?1, updated = ?2 WHERE id = ?3");
    int bad = s ? 0 : pl_records_fail(r, err);
    if (s) {
        pl_bind_text(s, 1, state);
        pl_bind(s, 2, pl_records_now());
        pl_bind(s, 3, id);
        bad = pl_records_done(r, s, err);
    }
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

int pl_records_contest_leave(pl_records *r, int64_t id, pl_error *err)
{
    return tell_alone(r, "UPDATE contest SET owner = NULL WHERE owner = ?1 AND id = ?2", r->owner,
                      id, err);
}

static int visit_one(pl_records *r, pl_query *s, pl_contest_visit *visit, void *with)
{
    const char *owner = pl_get_text(s, 5);
    pl_contest_told c = {.id = pl_get(s, 0),
                         .began = pl_get(s, 1),
                         .updated = pl_get(s, 2),
                         .state = pl_get_text(s, 4),
                         .running = pl_owner_is(r, owner) != PL_OWNER_GONE};
    snprintf(c.name, sizeof c.name, "%s", pl_get_text(s, 3));
    return visit(with, &c);
}

int pl_records_contests(pl_records *r, int64_t id, pl_contest_visit *visit, void *with,
                        pl_error *err)
{
    pl_got got = PL_DONE;
    int result = 0;
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "SELECT id, began, updated, name, state, owner FROM contest"
                                   " WHERE ?1 = 0 OR id = ?1 ORDER BY id DESC");
    if (s) pl_bind(s, 1, id);
    else result = pl_records_fail(r, err);
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW) result = visit_one(r, s, visit, with);
    if (result == 0 && got != PL_DONE) result = pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

int64_t pl_records_match_like(pl_records *r, const char *words, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, "SELECT id FROM tournament"
                                   " WHERE substr(words, 1, length(?1)) = ?1"
                                   " ORDER BY id DESC LIMIT 1");
    if (s) pl_bind_text(s, 1, words);
    pl_got got = s ? pl_query_step(s) : PL_DONE;
    int64_t id = s && got == PL_ROW ? pl_get(s, 0) : 0;
    if (!s || (got != PL_ROW && got != PL_DONE)) id = pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return id;
}
