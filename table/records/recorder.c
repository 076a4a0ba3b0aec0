/* recorder.c -- listens to a table and writes down what happens.
 *
 * In mode WRITE a game stands in the file from its first moment, under way; what happens
 * goes to the journal, and what chance does waits for the next move of a seat, since the
 * seed brings it back.  The end is one transaction, which is forced to the disk.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

struct pl_recorder {
    pl_records *file;
    pl_record rec; /* of the game under way */
    pl_names names;
    int64_t id;          /* 0: not in the file */
    int64_t match, part; /* which game of which match it is; 0: of none */
    int journaled;       /* events of rec that are there */
    int playing;         /* a game has begun and is not over */
    int owns_file;
    int failed;
    pl_error why; /* the first thing that failed */
};

static void note(pl_recorder *r, int bad, const pl_error *err)
{
    if (bad && !r->failed++) r->why = *err;
}

/* Do work in a transaction of its own; firm: on the disk before this comes back. */
typedef int task(pl_recorder *r, pl_error *err);

static int in_transaction(pl_recorder *r, task *work, int firm, pl_error *err)
{
    pl_records *f = r->file;
    if (pl_span_begin(f, firm ? PL_TO_DISK : PL_TO_WRITE, err)) return -1;
    return pl_span_end(f, work(r, err), err);
}

static int save_names(pl_recorder *r, pl_error *err)
{
    return pl_store_names(r->file, &r->rec, &r->names, err);
}

/* The game as it is now, instead of what stands there. */
static int save_game(pl_recorder *r, pl_error *err)
{
    pl_kept k;
    if (pl_kept_make(&k, &r->rec, err)) return -1;
    k.id = r->id;
    k.names = r->names;
    k.match = r->rec.result.how == PL_UNDER_WAY ? 0 : r->match;
    k.part = r->part;
    k.owner = r->rec.result.how == PL_UNDER_WAY ? r->file->owner : NULL;
    int64_t id = pl_store_game(r->file, &k, err);
    pl_kept_free(&k);
    if (id > 0) r->id = id;
    return id < 0 ? -1 : 0;
}

static int save_journal(pl_recorder *r, pl_error *err)
{
    return pl_store_journal(r->file, r->id, r->rec.event, r->journaled, r->rec.events, err);
}

static int add_to_batch(pl_recorder *r, pl_error *err)
{
    pl_kept k;
    if (pl_kept_make(&k, &r->rec, err)) return -1;
    k.id = 0;
    k.names = r->names;
    k.match = r->match;
    k.part = r->part;
    if (!r->file->hand) return pl_batch_add(r->file, &k, err);
    int bad = pl_away_hand(r->file, &k, err);
    pl_kept_free(&k);
    return bad;
}

/* What was recorded so far is of another game. */
static void forget(pl_recorder *r)
{
    for (int i = 0; i < r->rec.events; i++)
        if (*r->rec.event[i].text) free((char *)r->rec.event[i].text);
    r->rec.events = 0;
    r->rec.ended = 0;
    r->rec.result = (pl_result){0};
    r->id = 0;
    r->journaled = 0;
}

/* Of what chance did by itself, only the line is known. */
static int copy_line(pl_recorder *r, const pl_line *l, int from)
{
    for (int i = from; i < pl_line_plies(l); i++) {
        pl_event e = {.kind = PL_PLY,
                      .seat = pl_line_mover(l, i),
                      .move = pl_line_move(l, i),
                      .ply = i,
                      .value = NAN,
                      .text = ""};
        if (pl_record_add(&r->rec, &e)) return -1;
    }
    return 0;
}

/* Say who plays game id now, or NULL: nobody. */
static int tell_owner(pl_records *f, int64_t id, const char *owner, pl_error *err)
{
    pl_query *s = pl_records_statement(f, TELL_OWNER);
    if (!s) return pl_records_fail(f, err);
    pl_bind(s, 1, id);
    pl_bind_text(s, 2, owner);
    return pl_records_done(f, s, err);
}

/* A game under way is left for somebody to go on with. */
static int leave(pl_recorder *r, pl_error *err)
{
    if (r->file->mode == PL_RECORDS_BATCH) return r->match ? 0 : add_to_batch(r, err);
    return r->id ? tell_owner(r->file, r->id, NULL, err) : 0;
}

static int begin(pl_recorder *r, const pl_table *t, pl_error *err)
{
    int left = r->playing ? leave(r, err) : 0;
    forget(r);
    r->playing = 1;
    r->rec.seed = pl_table_seed(t);
    r->rec.seeded = pl_table_seeded(t);
    r->rec.began = pl_records_now();
    if (r->file->mode != PL_RECORDS_BATCH && in_transaction(r, save_game, 0, err)) return -1;
    return left;
}

static int finish(pl_recorder *r, const pl_table *t, pl_error *err)
{
    r->playing = 0;
    r->rec.result = *pl_table_result(t);
    pl_plain_text(r->rec.result.text);
    r->rec.ended = pl_records_now();
    if (r->file->mode == PL_RECORDS_BATCH) return add_to_batch(r, err);
    int bad = in_transaction(r, save_game, 1, err);
    if (!bad) r->file->saved++;
    return bad;
}

static int go_on(pl_recorder *r, const pl_event *e, pl_error *err)
{
    int waits = e->kind == PL_PLY && e->seat == PL_CHANCE;
    if (pl_record_add(&r->rec, e)) return pl_fail(err, "out of memory");
    if (waits || r->file->mode == PL_RECORDS_BATCH || !r->id) return 0;
    int bad = in_transaction(r, save_journal, 0, err);
    if (!bad) r->journaled = r->rec.events;
    return bad;
}

static void hear(void *with, const pl_table *t, const pl_event *e)
{
    pl_recorder *r = with;
    pl_error err;
    pthread_mutex_lock(&r->file->lock);
    if (e->kind == PL_BEGAN) note(r, begin(r, t, &err), &err);
    else if (r->playing && e->kind == PL_FINISHED) note(r, finish(r, t, &err), &err);
    else if (r->playing) note(r, go_on(r, e, &err), &err);
    pthread_mutex_unlock(&r->file->lock);
}

static void take_seat(pl_player *seat, const pl_player *who)
{
    *seat = *who;
    pl_plain_text(seat->name);
    pl_plain_text(seat->kind);
    pl_plain_text(seat->spec);
}

static pl_recorder *make(pl_records *f, const pl_table *t, const pl_player *who, pl_error *err)
{
    const pl_game *g = pl_table_game(t);
    pl_recorder *r = f->mode == PL_RECORDS_READ ? NULL : calloc(1, sizeof *r);
    if (!r) {
        pl_fail(err, f->mode == PL_RECORDS_READ ? "a file that is only read takes no games"
                                                : "out of memory");
        return NULL;
    }
    r->file = f;
    pl_spec(g, r->rec.game, sizeof r->rec.game);
    r->rec.players = g->players;
    r->rec.rules = *pl_table_rules_of(t);
    for (int i = 0; i < g->players; i++) take_seat(&r->rec.player[i], &who[i]);
    pthread_mutex_lock(&f->lock);
    int bad = f->hand ? 0 : in_transaction(r, save_names, 0, err);
    pthread_mutex_unlock(&f->lock);
    if (!bad) return r;
    free(r);
    return NULL;
}

pl_recorder *pl_records_attach(pl_records *f, pl_table *t, const pl_player *who, pl_error *err)
{
    pl_recorder *r = make(f, t, who, err);
    if (!r || pl_table_listen(t, hear, r) == 0) return r;
    pl_fail(err, "too many listen to this table for it to be recorded");
    pl_recorder_close(r, NULL);
    return NULL;
}

pl_recorder *pl_record_table(const char *file, pl_table *t, const pl_player *who, pl_error *err)
{
    pl_records *f = pl_records_open(file, PL_RECORDS_WRITE, err);
    pl_recorder *r = f ? pl_records_attach(f, t, who, err) : NULL;
    if (r) r->owns_file = 1;
    else pl_records_close(f, NULL);
    return r;
}

int64_t pl_records_player(pl_records *f, const pl_player *who, pl_error *err)
{
    pl_player plain;
    take_seat(&plain, who);
    pthread_mutex_lock(&f->lock);
    int64_t id = -1;
    if (pl_span_begin(f, PL_TO_WRITE, err) == 0) {
        id = pl_store_player(f, &plain, err);
        if (pl_span_end(f, id < 0, err)) id = -1;
    }
    pthread_mutex_unlock(&f->lock);
    return id;
}

void pl_recorder_seat(pl_recorder *r, int seat, const pl_player *who, int64_t number)
{
    take_seat(&r->rec.player[seat], who);
    r->names.player[seat] = number;
}

void pl_recorder_part(pl_recorder *r, int64_t match, int64_t n)
{
    r->match = match;
    r->part = n;
}

void pl_recorder_drop(pl_recorder *r)
{
    pl_error err;
    pthread_mutex_lock(&r->file->lock);
    if (r->playing && r->file->mode != PL_RECORDS_BATCH) note(r, leave(r, &err), &err);
    r->playing = 0;
    pthread_mutex_unlock(&r->file->lock);
}

int pl_recorder_take(pl_recorder *r, const void *bytes, size_t n, pl_error *err)
{
    pthread_mutex_lock(&r->file->lock);
    int bad = pl_away_take(r->file, &r->names, bytes, n, err);
    pthread_mutex_unlock(&r->file->lock);
    return bad;
}

int64_t pl_recorder_id(const pl_recorder *r)
{
    return r->id;
}

int pl_recorder_failed(const pl_recorder *r, pl_error *err)
{
    if (r->failed && err) *err = r->why;
    return r->failed ? -1 : 0;
}

int pl_recorder_close(pl_recorder *r, pl_error *err)
{
    pl_error why;
    if (!r) return 0;
    pthread_mutex_lock(&r->file->lock);
    if (r->playing) note(r, leave(r, &why), &why);
    pthread_mutex_unlock(&r->file->lock);
    if (r->owns_file) note(r, pl_records_close(r->file, &why), &why);
    int bad = pl_recorder_failed(r, err);
    pl_record_clear(&r->rec);
    free(r);
    return bad;
}

/* Who is said to play game id; 0, or -1: there is no such game. */
static int owner_of(pl_records *f, int64_t id, char owner[96])
{
    pl_query *s = pl_records_statement(f, ASK_OWNER);
    int found = 0;
    if (!s) return -1;
    pl_bind(s, 1, id);
    if (pl_query_step(s) == PL_ROW) found = snprintf(owner, 96, "%s", pl_get_text(s, 0)) >= 0;
    pl_query_reset(s);
    return found ? 0 : -1;
}

int pl_records_is_played(pl_records *f, int64_t id)
{
    char owner[96];
    pthread_mutex_lock(&f->lock);
    int played = owner_of(f, id, owner) || pl_owner_is(f, owner) != PL_OWNER_GONE;
    pthread_mutex_unlock(&f->lock);
    return played;
}

/* Read game id and make it ours. */
static int claim(pl_recorder *r, pl_error *err)
{
    int64_t id = r->id;
    char owner[96] = "", who[96];
    if (pl_db_alone(r->file->db)) return pl_records_fail(r->file, err);
    if (pl_load_game(r->file, id, 0, &r->rec, err)) return -1;
    if (r->rec.result.how != PL_UNDER_WAY) return pl_fail(err, "game %lld is over", (long long)id);
    owner_of(r->file, id, owner);
    if (pl_owner_other(r->file, owner, who, sizeof who))
        return pl_fail(err, "game %lld is being played by %s", (long long)id, who);
    if (pl_store_names(r->file, &r->rec, &r->names, err) ||
        tell_owner(r->file, id, r->file->owner, err))
        return -1;
    r->playing = 1;
    return 0;
}

/* What chance did after the last thing that was saved is recorded as it is drawn again;
 * with it the game may have come to its end. */
static int take_up(pl_recorder *r, pl_table *t, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    pl_spec(pl_table_game(t), spec, sizeof spec);
    if (strcmp(spec, r->rec.game))
        return pl_fail(err, "the record is of %.100s, not of %.100s", r->rec.game, spec);
    if (pl_record_play(&r->rec, t, err)) return -1;
    r->journaled = r->rec.events;
    if (copy_line(r, pl_table_line(t), pl_record_plies(&r->rec)))
        return pl_fail(err, "out of memory");
    if (pl_table_turn(t) == PL_OVER) return finish(r, t, err);
    return pl_table_listen(t, hear, r) ? pl_fail(err, "too many listen to this table") : 0;
}

pl_recorder *pl_records_resume(pl_records *f, int64_t id, pl_table *t, pl_error *err)
{
    pl_recorder *r = f->mode == PL_RECORDS_WRITE ? calloc(1, sizeof *r) : NULL;
    if (!r) {
        pl_fail(err, f->mode == PL_RECORDS_WRITE ? "out of memory"
                                                 : "a game goes on in a file that is written");
        return NULL;
    }
    r->file = f;
    r->id = id;
    pthread_mutex_lock(&f->lock);
    int bad = in_transaction(r, claim, 0, err) || take_up(r, t, err);
    pthread_mutex_unlock(&f->lock);
    if (!bad) return r;
    pl_recorder_close(r, NULL);
    return NULL;
}
