/* matches.c -- the matches of a file, for whoever looks on while they are played: which there are,
 * and the results of their games since he last looked.
 *
 * Games get their numbers in the file as they are saved, so what is new is what has a higher number
 * than the last one that was seen; an index leads there.
 *
 * Fact to check: who asks again and again sees every game of a match once, whoever writes them.
 */
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "table/records/records.h"

/* A statement with numbers bound in their order; NULL, having said why. */
static pl_query *ask(pl_records *r, const char *sql, const int64_t *number, int n, pl_error *err)
{
    pl_query *s = pl_db_ask(r->db, sql);
    if (!s) pl_records_fail(r, err);
    for (int i = 0; s && i < n; i++) pl_bind(s, i + 1, number[i]);
    return s;
}

/* What a visit came to, or -1 where the last step was no end. */
static int finish(pl_records *r, pl_query *s, int result, pl_got got, pl_error *err)
{
    if (result == 0 && got != PL_DONE) result = pl_records_fail(r, err);
    pl_query_drop(s);
    return result;
}

static int tell_match(pl_records *r, pl_query *s, pl_match_visit *visit, void *with)
{
    const char *owner = pl_get_text(s, 4);
    pl_match_kept m = {.id = pl_get(s, 0),
                       .began = pl_get(s, 1),
                       .ended = pl_get(s, 2),
                       .played = pl_owner_is(r, owner) != PL_OWNER_GONE,
                       .words = pl_get_text(s, 3)};
    return visit(with, &m);
}

int pl_records_matches(pl_records *r, int64_t only, int64_t limit, pl_match_visit *visit,
                       void *with, pl_error *err)
{
    const int64_t number[] = {only, limit > 0 ? limit : INT64_MAX};
    pl_got got = PL_DONE;
    int result = -1;
    pthread_mutex_lock(&r->lock);
    pl_query *s = ask(r,
                      "SELECT id, began, ended, words, owner FROM tournament"
                      " WHERE ?1 = 0 OR id = ?1 ORDER BY id DESC LIMIT ?2",
                      number, 2, err);
    for (result = s ? 0 : -1; result == 0 && (got = pl_query_step(s)) == PL_ROW;)
        result = tell_match(r, s, visit, with);
    if (s) result = finish(r, s, result, got, err);
    pthread_mutex_unlock(&r->lock);
    return result;
}

int64_t pl_records_parts_count(pl_records *r, int64_t match, int64_t after, int64_t *last,
                               pl_error *err)
{
    const int64_t number[] = {match, after};
    int64_t n = -1;
    pthread_mutex_lock(&r->lock);
    pl_query *s = ask(r,
                      "SELECT count(*), max(game) FROM part WHERE tournament = ?1 AND"
                      " game > ?2",
                      number, 2, err);
    if (s && pl_query_step(s) == PL_ROW) {
        n = pl_get(s, 0);
        *last = n ? pl_get(s, 1) : after;
    } else if (s) pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return n;
}

/* A row is a seat; the game is told with its last one. */
static const char results_since[] =
    "SELECT p.n, g.id, g.ending, g.fault, g.seat, g.plies, t.seat, q.name, t.score"
    " FROM part p JOIN game g ON g.id = p.game JOIN seat t ON t.game = g.id"
    " JOIN player q ON q.id = t.player WHERE p.tournament = ?1 AND p.game > ?2"
    " ORDER BY p.game, t.seat";

static int begin_part(pl_query *s, pl_match_game *out, pl_error *err)
{
    const char *fault = pl_get_text(s, 3);
    *out = (pl_match_game){.n = pl_get(s, 0),
                           .id = pl_get(s, 1),
                           .how = pl_ending_of(pl_get_text(s, 2)),
                           .fault = *fault ? pl_fault_of(fault) : 0,
                           .seat = pl_get_int(s, 4),
                           .plies = pl_get_int(s, 5)};
    if (out->how < 0 || out->fault < 0 || out->seat < PL_CHANCE || out->seat >= PL_SEATS_MAX)
        return pl_fail(err, "game %lld ended as no game does", (long long)out->id);
    return 0;
}

static int add_seat(pl_query *s, pl_match_game *out, pl_error *err)
{
    int i = out->players;
    double score = pl_is_null(s, 8) ? NAN : pl_get_real(s, 8);
    if (i == PL_SEATS_MAX || pl_get_int(s, 6) != i)
        return pl_fail(err, "the seats of game %lld are not 0, 1, ... up to %d", (long long)out->id,
                       PL_SEATS_MAX - 1);
    snprintf(out->name[i], sizeof out->name[i], "%s", pl_get_text(s, 7));
    pl_plain_text(out->name[i]);
    out->score[i] = isfinite(score) ? score : NAN;
    out->players++;
    return 0;
}

/* Visit games until there have been so many. */
static int visit_parts(pl_records *r, pl_query *s, int64_t most, pl_result_visit *visit, void *with,
                       pl_error *err)
{
    pl_match_game part = {0};
    pl_got got = PL_DONE;
    int result = 0;
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW) {
        if (pl_get(s, 1) != part.id) {
            if (part.id) result = visit(with, &part);
            if (result || (part.id && --most <= 0)) return result;
            result = begin_part(s, &part, err);
        }
        if (result == 0) result = add_seat(s, &part, err);
    }
    if (result == 0 && got != PL_DONE) return pl_records_fail(r, err);
    return result == 0 && part.id ? visit(with, &part) : result;
}

int pl_records_parts_since(pl_records *r, int64_t match, int64_t after, int64_t most,
                           pl_result_visit *visit, void *with, pl_error *err)
{
    const int64_t number[] = {match, after};
    pthread_mutex_lock(&r->lock);
    pl_query *s = ask(r, results_since, number, 2, err);
    int result = s ? visit_parts(r, s, most, visit, with, err) : -1;
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

#define PLAYED_BY(i)                                                                               \
    " AND (?" #i " IS NULL OR EXISTS (SELECT 1 FROM seat t JOIN player q ON q.id = t.player"       \
    " WHERE t.game = p.game AND q.name = ?" #i "))"

int pl_records_parts_latest(pl_records *r, const pl_parts_filter *f, pl_record_visit *visit,
                            void *with, pl_error *err)
{
    const int64_t number[] = {f->match, f->before > 0 ? f->before : INT64_MAX,
                              f->limit > 0 ? f->limit : INT64_MAX};
    pl_got got = PL_DONE;
    int result = -1;
    pl_record rec = {0};
    pthread_mutex_lock(&r->lock);
    pl_query *s =
        ask(r,
            "SELECT p.game FROM part p WHERE p.tournament = ?1 AND p.game < ?2" PLAYED_BY(4)
                PLAYED_BY(5) " ORDER BY p.game DESC LIMIT ?3",
            number, 3, err);
    if (s) pl_bind_text(s, 4, f->player);
    if (s) pl_bind_text(s, 5, f->other);
    for (result = s ? 0 : -1; result == 0 && (got = pl_query_step(s)) == PL_ROW;) {
        result = pl_load_game(r, pl_get(s, 0), 1, &rec, err);
        if (result == 0) result = visit(with, &rec);
    }
    if (s) result = finish(r, s, result, got, err);
    pthread_mutex_unlock(&r->lock);
    pl_record_clear(&rec);
    return result;
}

int64_t pl_records_match_of(pl_records *r, int64_t game, int *played, pl_error *err)
{
    int64_t id = -1;
    *played = 0;
    pthread_mutex_lock(&r->lock);
    pl_query *s = ask(r,
                      "SELECT t.id, t.owner FROM tournament t WHERE EXISTS (SELECT 1 FROM part"
                      " p WHERE p.tournament = t.id AND p.game = ?1) ORDER BY t.id DESC LIMIT 1",
                      &game, 1, err);
    pl_got got = s ? pl_query_step(s) : PL_WRONG;
    if (got == PL_ROW) {
        const char *owner = pl_get_text(s, 1);
        id = pl_get(s, 0);
        *played = pl_owner_is(r, owner) != PL_OWNER_GONE;
    } else if (got == PL_DONE) id = 0;
    else if (s) pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return id;
}
