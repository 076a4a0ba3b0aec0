/* verify.c -- every game of a file played again, and its bytes made anew. */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

typedef struct {
    pl_records *file;
    const pl_game *game; /* of the last record: most are of one game */
    char spec[PL_SPEC_MAX];
    int64_t wrong;
    pl_verify_visit *visit;
    void *with;
} inspection;

static const pl_game *game_of(inspection *v, const char *spec, pl_error *err)
{
    if (v->game && !strcmp(v->spec, spec)) return v->game;
    pl_close(v->game);
    v->game = pl_open(spec, err);
    if (!v->game) return NULL;
    pl_spec(v->game, v->spec, sizeof v->spec);
    if (!strcmp(v->spec, spec)) return v->game;
    pl_fail(err, "its game is spelled %.100s, not %.100s", v->spec, spec);
    return NULL;
}

static int is_blob(pl_query *s, int column, const unsigned char *bytes, int n)
{
    int size;
    const void *found = pl_get_bytes(s, column, &size);
    return size == n && (n == 0 || !memcmp(found, bytes, (size_t)n));
}

/* A game under way has its plies in the journal, which is no bytes. */
static int same_bytes(pl_records *r, const pl_record *rec, pl_error *err)
{
    pl_kept k;
    pl_query *s = pl_records_statement(r, ASK_BYTES);
    if (rec->result.how == PL_UNDER_WAY) return 0;
    if (!s) return pl_records_fail(r, err);
    if (pl_kept_make(&k, rec, err)) return -1;
    pl_bind(s, 1, rec->id);
    int same = pl_query_step(s) == PL_ROW && is_blob(s, 0, k.moves, k.moves_size) &&
               is_blob(s, 1, k.times, k.times_size) && pl_get_int(s, 2) == k.plies;
    pl_query_reset(s);
    pl_kept_free(&k);
    return same ? 0 : pl_fail(err, "its bytes are not those that its plies make");
}

static int inspect(inspection *v, int64_t id, pl_error *err)
{
    pl_record rec = {0};
    if (pl_load_game(v->file, id, 0, &rec, err)) return -1;
    const pl_game *g = game_of(v, rec.game, err);
    int bad = !g || pl_record_check(&rec, g, err) || same_bytes(v->file, &rec, err);
    pl_record_clear(&rec);
    return bad;
}

static int inspect_one(void *with, int64_t id)
{
    inspection *v = with;
    pl_error err;
    int bad = inspect(v, id, &err) != 0;
    v->wrong += bad;
    v->visit(v->with, id, bad ? err.text : NULL);
    return 0;
}

static int check_file(pl_records *r, pl_error *err)
{
    char found[128];
    int got = r->db->kind->check(r->db, found, sizeof found);
    if (got > 0) return pl_fail(err, "%.120s is damaged: %.100s", r->file, found);
    return got ? pl_records_fail(r, err) : 0;
}

int64_t pl_records_verify(pl_records *r, const pl_records_filter *f, pl_verify_visit *visit,
                          void *with, pl_error *err)
{
    inspection v = {.file = r, .visit = visit, .with = with};
    pthread_mutex_lock(&r->lock);
    int bad = check_file(r, err);
    pthread_mutex_unlock(&r->lock);
    if (!bad) bad = pl_select(r, f, inspect_one, &v, err);
    pl_close(v.game);
    return bad ? -1 : v.wrong;
}
