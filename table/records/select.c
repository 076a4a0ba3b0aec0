/* select.c -- games of a file: one by its number, or those that a filter asks for. */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* All that is read for one answer is of one moment, and forgotten then. */
int pl_records_get(pl_records *r, int64_t id, pl_record *out, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    int own = !r->db->kind->within(r->db);
    int bad = own ? pl_span_begin(r, PL_TO_READ, err) : 0;
    if (!bad) bad = pl_load_game(r, id, 0, out, err);
    if (own) pl_db_rollback(r->db);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

static const char which[] =
    "SELECT id FROM (SELECT g.id FROM game g JOIN spec s ON s.id = g.spec WHERE"
    " (?1 IS NULL OR s.spec = ?1 OR substr(s.spec, 1, length(?1) + 1) = ?1 || '(')"
    " AND (?2 IS NULL OR g.id IN (SELECT t.game FROM player p JOIN seat t ON t.player = p.id"
    " WHERE ?2 IN (p.name, p.kind, p.spec)))"
    " AND (?3 IS NULL OR g.ending = ?3) AND (?4 = 0 OR g.began >= ?4)"
    " AND (?6 IS NULL OR g.ending <> ?6)"
    " AND (?7 IS NULL OR g.id IN (SELECT u.game FROM player q JOIN seat u ON u.player = q.id"
    " WHERE instr(lower(q.name), lower(?7)) > 0))"
    " ORDER BY g.id DESC LIMIT ?5) AS found ORDER BY id";

static pl_query *ask(pl_records *r, const pl_records_filter *f)
{
    pl_query *s = pl_db_ask(r->db, which);
    if (!s) return NULL;
    pl_bind_text(s, 1, f->game);
    pl_bind_text(s, 2, f->player);
    pl_bind_text(s, 3, f->ending);
    pl_bind(s, 4, f->since);
    pl_bind(s, 5, f->limit > 0 ? f->limit : INT64_MAX);
    pl_bind_text(s, 6, f->over ? pl_ending_name(PL_UNDER_WAY) : NULL);
    pl_bind_text(s, 7, f->find);
    return s;
}

int pl_select(pl_records *r, const pl_records_filter *f, int (*visit)(void *with, int64_t id),
              void *with, pl_error *err)
{
    static const pl_records_filter all = {0};
    pl_got got = PL_DONE;
    pthread_mutex_lock(&r->lock);
    int own = r->db->kind->apart && !r->db->kind->within(r->db);
    int result = own ? pl_span_begin(r, PL_TO_READ, err) : 0;
    pl_query *s = result ? NULL : ask(r, f ? f : &all);
    if (!s && !result) result = pl_records_fail(r, err);
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW) result = visit(with, pl_get(s, 0));
    if (result == 0 && got != PL_DONE) result = pl_records_fail(r, err);
    pl_query_drop(s);
    if (own) pl_db_rollback(r->db);
    pthread_mutex_unlock(&r->lock);
    return result;
}

typedef struct {
    pl_records *file;
    pl_record rec;
    int brief;
    pl_record_visit *visit;
    void *with;
    pl_error *err;
} tour;

static int visit_one(void *with, int64_t id)
{
    tour *t = with;
    if (pl_load_game(t->file, id, t->brief, &t->rec, t->err)) return -1;
    return t->visit(t->with, &t->rec);
}

int pl_records_each(pl_records *r, const pl_records_filter *f, pl_record_visit *visit, void *with,
                    pl_error *err)
{
    tour t = {.file = r, .brief = f && f->brief, .visit = visit, .with = with, .err = err};
    int result = pl_select(r, f, visit_one, &t, err);
    pl_record_clear(&t.rec);
    return result;
}
