/* results.c -- who played the games of a file that are over, and how they did.
 *
 * One place at the table is one observation: whoever plays at two seats of a game counts twice.
 * Aborted games have no scores, and no winner.
 *
 * Fact to check: it tells the same wins, draws and means as `parlor records stats`.
 */
#include <string.h>

#include "table/records/records.h"

static const char who_played[] =
    "SELECT p.name, group_concat(DISTINCT p.kind), count(DISTINCT t.game), max(g.began)"
    " FROM player p JOIN seat t ON t.player = p.id JOIN game g ON g.id = t.game"
    " WHERE g.ending <> ?1 AND (?2 IS NULL OR instr(lower(p.name), lower(?2)) > 0)"
    " GROUP BY p.name ORDER BY max(g.began) DESC NULLS LAST, p.name LIMIT ?3";

/* The best of the others decides who won; alone at the table everybody has. */
static const char how_they_did[] =
    "SELECT spec, kind, called, seat, count(*), count(score),"
    " sum(CASE WHEN score > other OR (other IS NULL AND score IS NOT NULL) THEN 1 ELSE 0 END),"
    " sum(CASE WHEN score = other THEN 1 ELSE 0 END), coalesce(sum(score), 0.0),"
    " coalesce(sum(score * score), 0.0) FROM (SELECT s.spec AS spec,"
    " p.kind AS kind, p.spec AS called, t.seat AS seat, t.score AS score,"
    " (SELECT max(u.score) FROM seat u WHERE u.game = t.game AND u.seat <> t.seat) AS other"
    " FROM player p JOIN seat t ON t.player = p.id JOIN game g ON g.id = t.game"
    " JOIN spec s ON s.id = g.spec WHERE g.ending <> ?1 AND p.name = ?2) AS played"
    " GROUP BY spec, kind, called, seat ORDER BY spec, kind, called, seat LIMIT ?3";

static void copy_text(pl_query *s, int column, char *to, size_t n)
{
    snprintf(to, n, "%s", pl_get_text(s, column));
}

static int tell_player(pl_query *s, pl_player_visit *visit, void *with)
{
    pl_played p = {.games = pl_get(s, 2), .last = pl_get(s, 3)};
    copy_text(s, 0, p.name, sizeof p.name);
    copy_text(s, 1, p.kinds, sizeof p.kinds);
    return visit(with, &p);
}

static int tell_standing(pl_query *s, pl_results_visit *visit, void *with)
{
    pl_seat_results t = {.seat = pl_get_int(s, 3),
                         .games = pl_get(s, 4),
                         .scored = pl_get(s, 5),
                         .wins = pl_get(s, 6),
                         .draws = pl_get(s, 7),
                         .sum = pl_get_real(s, 8),
                         .squares = pl_get_real(s, 9)};
    copy_text(s, 0, t.game, sizeof t.game);
    copy_text(s, 1, t.kind, sizeof t.kind);
    copy_text(s, 2, t.spec, sizeof t.spec);
    return visit(with, &t);
}

/* Ask; one of the visits is told of every row. */
static int ask(pl_records *r, const char *sql, const char *text, int64_t limit,
               pl_player_visit *player, pl_results_visit *standing, void *with, pl_error *err)
{
    pl_got got = PL_DONE;
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(r->db, sql);
    int result = s ? 0 : pl_records_fail(r, err);
    if (s) {
        pl_bind_text(s, 1, pl_ending_name(PL_UNDER_WAY));
        pl_bind_text(s, 2, text);
        pl_bind(s, 3, limit > 0 ? limit : INT64_MAX);
    }
    while (result == 0 && (got = pl_query_step(s)) == PL_ROW)
        result = player ? tell_player(s, player, with) : tell_standing(s, standing, with);
    if (result == 0 && got != PL_DONE) result = pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return result;
}

int pl_records_players(pl_records *r, const char *find, int64_t limit, pl_player_visit *visit,
                       void *with, pl_error *err)
{
    return ask(r, who_played, find, limit, visit, NULL, with, err);
}

int pl_records_results(pl_records *r, const char *name, pl_results_visit *visit, void *with,
                       pl_error *err)
{
    return ask(r, how_they_did, name, 0, NULL, visit, with, err);
}
