/* finished.c -- how games of a file came out, and nothing else of them: what ratings are made from.
 *
 * One row of a seat is all that is read, in the order of its table's key, so that a file of hundreds
 * of thousands of games takes a second or so.
 */
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* Who took a move back tried what he would not have dared, or what he should not know. */
#define AS_PLAYED " AND NOT EXISTS (SELECT 1 FROM event e WHERE e.game = g.id AND e.kind = 'back')"

static const char all_games[] =
    "SELECT t.game, t.seat, t.player, t.score, g.spec, g.began FROM seat t JOIN game g"
    " ON g.id = t.game WHERE t.score IS NOT NULL AND g.ending <> ?1 AND (?2 IS NULL OR g.spec IN"
    " (SELECT id FROM spec WHERE spec = ?2 OR substr(spec, 1, instr(spec || '(', '(') - 1) = ?2))" AS_PLAYED
    " ORDER BY t.game, t.seat";

static const char whom_one_met[] =
    "SELECT game, other, seats, sum(CASE WHEN own > his THEN 1 ELSE 0 END),"
    " sum(CASE WHEN own = his THEN 1 ELSE 0 END), sum(CASE WHEN own < his THEN 1 ELSE 0 END) FROM"
    " (SELECT s.spec AS game, q.spec AS other, t.score AS own, u.score AS his,"
    " (SELECT count(*) FROM seat v WHERE v.game = t.game) AS seats"
    " FROM player p JOIN seat t ON t.player = p.id JOIN game g ON g.id = t.game"
    " JOIN spec s ON s.id = g.spec JOIN seat u ON u.game = t.game AND u.seat <> t.seat"
    " JOIN player q ON q.id = u.player WHERE g.ending <> ?1 AND p.name = ?2 AND q.name <> ?2"
    " AND t.score IS NOT NULL AND u.score IS NOT NULL" AS_PLAYED ") AS met"
    " GROUP BY game, other, seats ORDER BY game, other, seats";

/* One of these is told of every row. */
typedef struct {
    pl_finished_visit *finished;
    pl_encounter_visit *met;
    void *with;
    pl_finished game; /* the one whose seats are being read */
} visitor;

static void copy_text(pl_query *s, int column, char *to, size_t n)
{
    snprintf(to, n, "%s", pl_get_text(s, column));
}

static int tell_met(pl_query *s, visitor *v)
{
    pl_encounter m = {.better = pl_get(s, 3),
                      .even = pl_get(s, 4),
                      .worse = pl_get(s, 5),
                      .seats = pl_get_int(s, 2)};
    copy_text(s, 0, m.game, sizeof m.game);
    copy_text(s, 1, m.other, sizeof m.other);
    return v->met(v->with, &m);
}

static int tell_game(visitor *v)
{
    return v->game.players ? v->finished(v->with, &v->game) : 0;
}

/* A game is told of when the first seat of the next one comes. */
static int take_seat(pl_query *s, visitor *v)
{
    int64_t id = pl_get(s, 0);
    pl_finished *f = &v->game;
    if (id != f->id) {
        int result = tell_game(v);
        if (result) return result;
        *f = (pl_finished){.id = id, .spec = pl_get(s, 4), .began = pl_get(s, 5)};
    }
    if (f->players == PL_SEATS_MAX) return 0;
    f->who[f->players] = pl_get(s, 2);
    f->score[f->players++] = pl_get_real(s, 3);
    return 0;
}

static int ask(pl_records *r, const char *sql, const char *text, visitor *v, pl_error *err)
{
    pl_got got = PL_DONE;
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, sql);
    int result = s ? 0 : pl_records_fail(r, err);
    if (s) {
        pl_bind_text(s, 1, pl_ending_name(PL_UNDER_WAY));
        pl_bind_text(s, 2, text);
    }
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW)
        result = v->met ? tell_met(s, v) : take_seat(s, v);
    if (result == 0 && got != PL_DONE) result = pl_records_fail(r, err);
    if (result == 0 && v->finished) result = tell_game(v);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

int pl_records_encounters(pl_records *r, const char *name, pl_encounter_visit *visit, void *with,
                          pl_error *err)
{
    visitor v = {.met = visit, .with = with};
    return ask(r, whom_one_met, name, &v, err);
}

int pl_records_finished(pl_records *r, const char *game, pl_finished_visit *visit, void *with,
                        pl_error *err)
{
    visitor v = {.finished = visit, .with = with};
    return ask(r, all_games, game, &v, err);
}

/* One row by its number; NULL with the reason. */
static pl_query *find(pl_records *r, const char *sql, int64_t number, pl_error *err)
{
    pl_query *s = pl_db_ask(r->db, sql);
    pl_got got = PL_WRONG;
    if (s) {
        pl_bind(s, 1, number);
        got = pl_query_step(s);
    }
    if (got == PL_ROW) return s;
    if (got == PL_WRONG) pl_records_fail(r, err);
    else pl_fail(err, "%.120s: nothing has the number %lld", r->file, (long long)number);
    pl_query_drop(s);
    return NULL;
}

int pl_records_spec_of(pl_records *r, int64_t number, char *buf, size_t n, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = find(r, "SELECT spec FROM spec WHERE id = ?1", number, err);
    if (s) copy_text(s, 0, buf, n);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return s ? 0 : -1;
}

int pl_records_player_of(pl_records *r, int64_t number, pl_player *out, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = find(r, "SELECT name, kind, spec FROM player WHERE id = ?1", number, err);
    if (s) {
        copy_text(s, 0, out->name, sizeof out->name);
        copy_text(s, 1, out->kind, sizeof out->kind);
        copy_text(s, 2, out->spec, sizeof out->spec);
    }
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return s ? 0 : -1;
}
