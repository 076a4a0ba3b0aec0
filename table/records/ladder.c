/* ladder.c -- how strong levels were found to be, kept beside the games that told it.
 *
 * A bound that is not finite is NULL in the table: nothing is known on that side. */
#include <math.h>

#include "core/text.h"
#include "table/records/records.h"

/* The game must have a number for a ladder to point to. */
static int name_game(pl_records *r, const char *game, pl_error *err)
{
    pl_query *s =
        pl_db_ask(r->db, "INSERT INTO spec(spec) VALUES(?1) ON CONFLICT(spec) DO NOTHING");
    if (!s) return pl_records_fail(r, err);
    pl_bind_text(s, 1, game);
    int bad = pl_records_done(r, s, err);
    pl_query_drop(s);
    return bad;
}

/* The number of a new ladder of that game, or -1 with the reason. */
static int64_t begin(pl_records *r, const char *game, pl_error *err)
{
    int64_t id = -1;
    if (name_game(r, game, err)) return -1;
    pl_query *s = pl_db_ask(r->db, "INSERT INTO ladder(spec, made) VALUES("
                                   "(SELECT id FROM spec WHERE spec = ?1), ?2)");
    if (s) {
        pl_bind_text(s, 1, game);
        pl_bind(s, 2, pl_records_now());
    }
    if (!s || pl_query_insert(s, &id)) pl_records_fail(r, err);
    pl_query_drop(s);
    return id;
}

static int put_rung(pl_records *r, pl_query *s, int64_t ladder, int n, const pl_rated *rung,
                    pl_error *err)
{
    pl_bind(s, 1, ladder);
    pl_bind(s, 2, n);
    pl_bind(s, 3, rung->level);
    pl_bind_text(s, 4, rung->agent);
    pl_bind_real(s, 5, rung->elo);
    pl_bind_real(s, 6, rung->low);
    pl_bind_real(s, 7, rung->high);
    pl_bind(s, 8, rung->games);
    pl_bind(s, 9, rung->clocked);
    return pl_records_done(r, s, err);
}

static int put_all(pl_records *r, const char *game, const pl_rated *rung, int n, pl_error *err)
{
    int64_t ladder = begin(r, game, err);
    if (ladder < 0) return -1;
    pl_query *s =
        pl_db_ask(r->db, "INSERT INTO rung(ladder, n, level, agent, elo, low, high, games, clocked)"
                         " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    int bad = s ? 0 : pl_records_fail(r, err);
    for (int i = 0; i < n && !bad; i++) bad = put_rung(r, s, ladder, i, &rung[i], err);
    pl_query_drop(s);
    return bad;
}

int pl_records_ladder_put(pl_records *r, const char *game, const pl_rated *rung, int n,
                          pl_error *err)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(rung[i].elo)) return pl_fail(err, "a rung without a rating is not kept");
    pthread_mutex_lock(&r->lock);
    int bad = pl_span_begin(r, PL_TO_DISK, err);
    if (!bad) bad = pl_span_end(r, put_all(r, game, rung, n, err), err);
    pthread_mutex_unlock(&r->lock);
    return bad;
}

static void read_rung(pl_query *s, pl_rated *out)
{
    *out = (pl_rated){.level = pl_get_int(s, 0),
                      .elo = pl_get_real(s, 2),
                      .low = pl_is_null(s, 3) ? -INFINITY : pl_get_real(s, 3),
                      .high = pl_is_null(s, 4) ? INFINITY : pl_get_real(s, 4),
                      .games = pl_get(s, 5),
                      .clocked = pl_get_int(s, 6)};
    snprintf(out->agent, sizeof out->agent, "%s", pl_get_text(s, 1));
}

int pl_records_ladder_get(pl_records *r, const char *game, pl_rated *out, int most, pl_error *err)
{
    pthread_mutex_lock(&r->lock);
    pl_query *s = pl_db_ask(
        r->db, "SELECT level, agent, elo, low, high, games, clocked FROM rung WHERE ladder ="
               " (SELECT max(l.id) FROM ladder l JOIN spec s ON s.id = l.spec WHERE s.spec = ?1)"
               " ORDER BY n");
    int n = 0, bad = s ? 0 : pl_records_fail(r, err);
    pl_got got = PL_DONE;
    if (s) pl_bind_text(s, 1, game);
    while (!bad && n < most && (got = pl_query_step(s)) == PL_ROW) read_rung(s, &out[n++]);
    if (!bad && got == PL_WRONG) bad = pl_records_fail(r, err);
    pl_query_drop(s);
    pthread_mutex_unlock(&r->lock);
    return bad ? -1 : n;
}
