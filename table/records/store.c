/* store.c -- games written into the tables of a file. */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

void pl_bind_text(sqlite3_stmt *s, int i, const char *text)
{
    sqlite3_bind_text(s, i, text, -1, SQLITE_STATIC);
}

/* A text of one of the small tables: its number, found or given now.  Both statements
 * take the same values, which bind has given to the first. */
typedef void binder(sqlite3_stmt *s, const void *what);

static int64_t number_of(pl_records *r, pl_statement ask, pl_statement tell, binder *bind,
                         const void *what, pl_error *err)
{
    int64_t id = 0;
    for (int i = 0; i < 2 && id == 0; i++) {
        sqlite3_stmt *s = pl_records_statement(r, i ? tell : ask);
        if (!s) return pl_records_fail(r, err);
        bind(s, what);
        int got = sqlite3_step(s);
        if (got == SQLITE_ROW) id = sqlite3_column_int64(s, 0);
        else if (got != SQLITE_DONE) id = pl_records_fail(r, err);
        else if (i) id = sqlite3_last_insert_rowid(r->db);
        sqlite3_reset(s);
    }
    return id;
}

static void bind_spec(sqlite3_stmt *s, const void *what)
{
    pl_bind_text(s, 1, what);
}

static void bind_rules(sqlite3_stmt *s, const void *what)
{
    const pl_table_rules *rules = what;
    char clock[128], manners[512];
    pl_pace_text(&rules->pace, clock, sizeof clock);
    pl_manners_text(&rules->manners, manners, sizeof manners);
    sqlite3_bind_text(s, 1, clock, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 2, manners, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(s, 3, rules->timed != 0);
    sqlite3_bind_int(s, 4, rules->takes_back != 0);
}

static void bind_player(sqlite3_stmt *s, const void *what)
{
    const pl_player *p = what;
    pl_bind_text(s, 1, p->name);
    pl_bind_text(s, 2, p->kind);
    pl_bind_text(s, 3, p->spec);
}

int64_t pl_store_player(pl_records *r, const pl_player *who, pl_error *err)
{
    return number_of(r, ASK_PLAYER, TELL_PLAYER, bind_player, who, err);
}

int pl_store_names(pl_records *r, const pl_record *rec, pl_names *out, pl_error *err)
{
    *out = (pl_names){.players = rec->players};
    out->spec = number_of(r, ASK_SPEC, TELL_SPEC, bind_spec, rec->game, err);
    if (out->spec < 0) return -1;
    out->rules = number_of(r, ASK_RULES, TELL_RULES, bind_rules, &rec->rules, err);
    if (out->rules < 0) return -1;
    for (int i = 0; i < rec->players; i++) {
        out->player[i] = pl_store_player(r, &rec->player[i], err);
        if (out->player[i] < 0) return -1;
    }
    return 0;
}

static void bind_or_null(sqlite3_stmt *s, int i, int64_t x, int known)
{
    if (known) sqlite3_bind_int64(s, i, x);
    else sqlite3_bind_null(s, i);
}

static void bind_real(sqlite3_stmt *s, int i, double x)
{
    if (!isfinite(x)) sqlite3_bind_null(s, i);
    else sqlite3_bind_double(s, i, x);
}

/* A name if there is something to be named. */
static void bind_name(sqlite3_stmt *s, int i, const char *name, int known)
{
    if (known) pl_bind_text(s, i, name);
    else sqlite3_bind_null(s, i);
}

static int store_head(pl_records *r, const pl_kept *k, pl_error *err)
{
    const pl_result *e = &k->result;
    sqlite3_stmt *s = pl_records_statement(r, TELL_GAME);
    int early = e->how != PL_BY_RULES && e->how != PL_UNDER_WAY;
    if (!s) return pl_records_fail(r, err);
    bind_or_null(s, 1, k->id, k->id > 0);
    sqlite3_bind_int64(s, 2, k->names.spec);
    sqlite3_bind_int64(s, 3, k->names.rules);
    bind_or_null(s, 4, (int64_t)k->seed, k->seeded);
    bind_or_null(s, 5, k->began, k->began != 0);
    bind_or_null(s, 6, k->ended, k->ended != 0);
    pl_bind_text(s, 7, pl_ending_name(e->how));
    bind_or_null(s, 8, e->seat, early);
    bind_name(s, 9, pl_fault_name(e->fault), e->how == PL_BY_FORFEIT);
    bind_name(s, 10, e->text, early);
    sqlite3_bind_int64(s, 11, e->referee);
    sqlite3_bind_int(s, 12, k->plies);
    sqlite3_bind_blob(s, 13, k->moves, k->moves_size, SQLITE_STATIC);
    if (k->times_size) sqlite3_bind_blob(s, 14, k->times, k->times_size, SQLITE_STATIC);
    else sqlite3_bind_null(s, 14);
    bind_name(s, 15, k->owner, k->owner != NULL);
    return pl_records_done(r, s, err);
}

static int store_seats(pl_records *r, const pl_kept *k, int64_t id, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, TELL_SEAT);
    if (!s) return pl_records_fail(r, err);
    for (int i = 0; i < k->names.players; i++) {
        sqlite3_bind_int64(s, 1, id);
        sqlite3_bind_int(s, 2, i);
        sqlite3_bind_int64(s, 3, k->names.player[i]);
        bind_real(s, 4, k->result.how == PL_UNDER_WAY ? NAN : k->result.score[i]);
        sqlite3_bind_int64(s, 5, k->result.used[i]);
        if (pl_records_done(r, s, err)) return -1;
    }
    return 0;
}

static int store_remark(pl_records *r, const pl_extra *x, int64_t id, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, TELL_REMARK);
    if (!s) return pl_records_fail(r, err);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_int(s, 2, x->at);
    bind_real(s, 3, x->event.value);
    pl_bind_text(s, 4, x->event.text);
    return pl_records_done(r, s, err);
}

/* What an event of any kind has: from column i on, its kind, seat, fault, what was done,
 * ply and time. */
static void bind_event(sqlite3_stmt *s, int i, const pl_event *e)
{
    pl_bind_text(s, i, pl_happening_name(e->kind));
    bind_or_null(s, i + 1, e->seat, e->seat >= 0);
    bind_name(s, i + 2, pl_fault_name(e->fault), e->kind == PL_FAULT);
    bind_name(s, i + 3, pl_then_name(e->then), e->kind == PL_FAULT);
    sqlite3_bind_int(s, i + 4, e->ply);
    sqlite3_bind_int64(s, i + 5, e->used);
}

static int store_event(pl_records *r, const pl_extra *x, int64_t id, int n, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, TELL_EVENT);
    if (!s) return pl_records_fail(r, err);
    sqlite3_bind_int64(s, 1, id);
    sqlite3_bind_int(s, 2, n);
    sqlite3_bind_int(s, 3, x->at);
    bind_event(s, 4, &x->event);
    pl_bind_text(s, 10, x->event.text);
    return pl_records_done(r, s, err);
}

static int drop_journal(pl_records *r, int64_t id, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, DROP_JOURNAL);
    if (!s) return pl_records_fail(r, err);
    sqlite3_bind_int64(s, 1, id);
    return pl_records_done(r, s, err);
}

static int store_part(pl_records *r, const pl_kept *k, int64_t id, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, TELL_PART);
    if (!s) return pl_records_fail(r, err);
    sqlite3_bind_int64(s, 1, k->match);
    sqlite3_bind_int64(s, 2, k->part);
    sqlite3_bind_int64(s, 3, id);
    return pl_records_done(r, s, err);
}

int64_t pl_store_game(pl_records *r, const pl_kept *k, pl_error *err)
{
    if (store_head(r, k, err)) return -1;
    int64_t id = k->id > 0 ? k->id : sqlite3_last_insert_rowid(r->db);
    if (store_seats(r, k, id, err)) return -1;
    for (int i = 0; i < k->extras; i++) {
        const pl_extra *x = &k->extra[i];
        int bad =
            x->event.kind == PL_PLY ? store_remark(r, x, id, err) : store_event(r, x, id, i, err);
        if (bad) return -1;
    }
    if (k->match && store_part(r, k, id, err)) return -1;
    return k->id > 0 && drop_journal(r, id, err) ? -1 : id;
}

int pl_store_journal(pl_records *r, int64_t id, const pl_event *e, int from, int n, pl_error *err)
{
    sqlite3_stmt *s = pl_records_statement(r, TELL_JOURNAL);
    if (!s) return pl_records_fail(r, err);
    for (int i = from; i < n; i++) {
        sqlite3_bind_int64(s, 1, id);
        sqlite3_bind_int(s, 2, i);
        bind_event(s, 3, &e[i]);
        bind_or_null(s, 9, e[i].move, e[i].kind == PL_PLY);
        bind_real(s, 10, e[i].value);
        pl_bind_text(s, 11, e[i].text);
        if (pl_records_done(r, s, err)) return -1;
    }
    return 0;
}

/* In a transaction of its own, unless one has begun; which SQLite undoes as a whole when
 * the disk is full, and whatever followed would stand alone. */
static int64_t put_now(pl_records *r, const pl_record *rec, pl_kept *k, pl_error *err)
{
    int own = !r->held;
    if (!own && sqlite3_get_autocommit(r->db))
        return pl_fail(err, "%.120s: nothing more is taken, after what went wrong", r->file);
    if (own && pl_records_run(r, "BEGIN IMMEDIATE", err)) return -1;
    int64_t id = pl_store_names(r, rec, &k->names, err) ? -1 : pl_store_game(r, k, err);
    if (own && id > 0 && pl_records_run(r, "COMMIT", err)) id = -1;
    if (own && id < 0) sqlite3_exec(r->db, "ROLLBACK", NULL, NULL, NULL);
    if (id < 0 || k->result.how == PL_UNDER_WAY) return id;
    if (own) r->saved++;
    else r->put++;
    return id;
}

int64_t pl_records_put(pl_records *r, const pl_record *rec, pl_error *err)
{
    pl_kept k;
    if (r->mode != PL_RECORDS_WRITE)
        return pl_fail(err, "a record is put only into a file that is written game by game");
    if (pl_kept_make(&k, rec, err)) return -1;
    k.id = 0;
    pthread_mutex_lock(&r->lock);
    int64_t id = put_now(r, rec, &k, err);
    pthread_mutex_unlock(&r->lock);
    pl_kept_free(&k);
    return id;
}
