/* store.c -- games written into the tables of a file. */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* A text of one of the small tables: its number, found or given now; somebody else may give
 * it one at the same time.  Both statements take the same values. */
typedef void binder(pl_query *s, const void *what);

static int64_t number_of(pl_records *r, pl_statement ask, pl_statement tell, binder *bind,
                         const void *what, pl_error *err)
{
    const pl_statement turn[] = {ask, tell, ask};
    int64_t id = 0;
    for (int i = 0; i < 3 && id == 0; i++) {
        pl_query *s = pl_records_statement(r, turn[i]);
        if (!s || (i == 1 && pl_db_alone(r->db))) return pl_records_fail(r, err);
        bind(s, what);
        pl_got got = pl_query_step(s);
        if (got == PL_ROW) id = pl_get(s, 0);
        else if (got == PL_WRONG) id = pl_records_fail(r, err);
        pl_query_reset(s);
    }
    return id ? id : pl_fail(err, "%.120s does not keep what it is told", r->file);
}

static void bind_spec(pl_query *s, const void *what)
{
    pl_bind_text(s, 1, what);
}

typedef struct {
    char clock[128], manners[512];
    int timed, takes_back;
} rules_told;

static void bind_rules(pl_query *s, const void *what)
{
    const rules_told *rules = what;
    pl_bind_text(s, 1, rules->clock);
    pl_bind_text(s, 2, rules->manners);
    pl_bind(s, 3, rules->timed);
    pl_bind(s, 4, rules->takes_back);
}

static int64_t store_rules(pl_records *r, const pl_table_rules *rules, pl_error *err)
{
    rules_told told = {.timed = rules->timed != 0, .takes_back = rules->takes_back != 0};
    pl_pace_text(&rules->pace, told.clock, sizeof told.clock);
    pl_manners_text(&rules->manners, told.manners, sizeof told.manners);
    return number_of(r, ASK_RULES, TELL_RULES, bind_rules, &told, err);
}

static void bind_player(pl_query *s, const void *what)
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
    out->rules = store_rules(r, &rec->rules, err);
    if (out->rules < 0) return -1;
    for (int i = 0; i < rec->players; i++) {
        out->player[i] = pl_store_player(r, &rec->player[i], err);
        if (out->player[i] < 0) return -1;
    }
    return 0;
}

/* A name if there is something to be named. */
static void bind_name(pl_query *s, int i, const char *name, int known)
{
    pl_bind_text(s, i, known ? name : NULL);
}

static void bind_head(pl_query *s, const pl_kept *k)
{
    const pl_result *e = &k->result;
    int early = e->how != PL_BY_RULES && e->how != PL_UNDER_WAY;
    pl_bind(s, 1, k->names.spec);
    pl_bind(s, 2, k->names.rules);
    pl_bind_known(s, 3, (int64_t)k->seed, k->seeded);
    pl_bind_known(s, 4, k->began, k->began != 0);
    pl_bind_known(s, 5, k->ended, k->ended != 0);
    pl_bind_text(s, 6, pl_ending_name(e->how));
    pl_bind_known(s, 7, e->seat, early);
    bind_name(s, 8, pl_fault_name(e->fault), e->how == PL_BY_FORFEIT);
    bind_name(s, 9, e->text, early);
    pl_bind(s, 10, e->referee);
    pl_bind(s, 11, k->plies);
    pl_bind_bytes(s, 12, k->moves, k->moves_size);
    pl_bind_bytes(s, 13, k->times_size ? k->times : NULL, k->times_size);
    pl_bind_text(s, 14, k->owner);
}

/* Its number, new or as it was; or -1. */
static int64_t store_head(pl_records *r, const pl_kept *k, pl_error *err)
{
    pl_query *s = pl_records_statement(r, k->id > 0 ? TELL_GAME_AGAIN : TELL_GAME);
    int64_t id = k->id;
    if (!s) return pl_records_fail(r, err);
    bind_head(s, k);
    if (id > 0) {
        pl_bind(s, 15, id);
        return pl_records_done(r, s, err) ? -1 : id;
    }
    return pl_query_insert(s, &id) ? pl_records_fail(r, err) : id;
}

static int store_seats(pl_records *r, const pl_kept *k, int64_t id, pl_error *err)
{
    pl_query *s = pl_records_statement(r, TELL_SEAT);
    if (!s) return pl_records_fail(r, err);
    for (int i = 0; i < k->names.players; i++) {
        pl_bind(s, 1, id);
        pl_bind(s, 2, i);
        pl_bind(s, 3, k->names.player[i]);
        pl_bind_real(s, 4, k->result.how == PL_UNDER_WAY ? NAN : k->result.score[i]);
        pl_bind(s, 5, k->result.used[i]);
        if (pl_records_done(r, s, err)) return -1;
    }
    return 0;
}

static int store_remark(pl_records *r, const pl_extra *x, int64_t id, pl_error *err)
{
    pl_query *s = pl_records_statement(r, TELL_REMARK);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, id);
    pl_bind(s, 2, x->at);
    pl_bind_real(s, 3, x->event.value);
    pl_bind_text(s, 4, x->event.text);
    return pl_records_done(r, s, err);
}

/* What an event of any kind has: from column i on, its kind, seat, fault, what was done,
 * ply and time. */
static void bind_event(pl_query *s, int i, const pl_event *e)
{
    pl_bind_text(s, i, pl_happening_name(e->kind));
    pl_bind_known(s, i + 1, e->seat, e->seat >= 0);
    bind_name(s, i + 2, pl_fault_name(e->fault), e->kind == PL_FAULT);
    bind_name(s, i + 3, pl_then_name(e->then), e->kind == PL_FAULT);
    pl_bind(s, i + 4, e->ply);
    pl_bind(s, i + 5, e->used);
}

static int store_event(pl_records *r, const pl_extra *x, int64_t id, int n, pl_error *err)
{
    pl_query *s = pl_records_statement(r, TELL_EVENT);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, id);
    pl_bind(s, 2, n);
    pl_bind(s, 3, x->at);
    bind_event(s, 4, &x->event);
    pl_bind_text(s, 10, x->event.text);
    return pl_records_done(r, s, err);
}

static int drop_journal(pl_records *r, int64_t id, pl_error *err)
{
    pl_query *s = pl_records_statement(r, DROP_JOURNAL);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, id);
    return pl_records_done(r, s, err);
}

static int store_part(pl_records *r, const pl_kept *k, int64_t id, pl_error *err)
{
    pl_query *s = pl_records_statement(r, TELL_PART);
    if (!s) return pl_records_fail(r, err);
    pl_bind(s, 1, k->match);
    pl_bind(s, 2, k->part);
    pl_bind(s, 3, id);
    return pl_records_done(r, s, err);
}

int64_t pl_store_game(pl_records *r, const pl_kept *k, pl_error *err)
{
    int64_t id = store_head(r, k, err);
    if (id < 0 || store_seats(r, k, id, err)) return -1;
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
    pl_query *s = pl_records_statement(r, TELL_JOURNAL);
    if (!s) return pl_records_fail(r, err);
    for (int i = from; i < n; i++) {
        pl_bind(s, 1, id);
        pl_bind(s, 2, i);
        bind_event(s, 3, &e[i]);
        pl_bind_known(s, 9, e[i].move, e[i].kind == PL_PLY);
        pl_bind_real(s, 10, e[i].value);
        pl_bind_text(s, 11, e[i].text);
        if (pl_records_done(r, s, err)) return -1;
    }
    return 0;
}

/* In a transaction of its own, unless one has begun; which may have been undone as a
 * whole when the disk was full, and whatever followed would stand alone. */
static int64_t put_now(pl_records *r, const pl_record *rec, pl_kept *k, pl_error *err)
{
    int own = !r->held;
    if (!own && !r->db->kind->within(r->db))
        return pl_fail(err, "%.120s: nothing more is taken, after what went wrong", r->file);
    if (own && pl_span_begin(r, PL_TO_WRITE, err)) return -1;
    int64_t id = pl_store_names(r, rec, &k->names, err) ? -1 : pl_store_game(r, k, err);
    if (own && pl_span_end(r, id < 0, err)) id = -1;
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
