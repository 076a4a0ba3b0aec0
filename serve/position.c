/* position.c -- a position that somebody asks about: of a table as one who sits there sees it, of a
 * record, or after moves that are told.
 *
 * Fact to check: of a table that is played nobody learns anything without the token of a seat.
 */
#include "position.h"

#include <string.h>

#include "desk.h"
#include "members.h"
#include "seal.h"

void pl_position_free(pl_position *p)
{
    pl_line_free(p->made);
    if (p->owns_game) pl_close(p->game);
}

int pl_position_of_table(const pl_position *p)
{
    return p->line && !p->made;
}

static int find_table(const json_t *o, const pl_desk *d, int seat, pl_position *p, pl_error *err)
{
    int bad = 0;
    const char *id = pl_member_text(o, "table", err, &bad);
    if (bad) return -1;
    if (!d || (id && strcmp(d->id, id)))
        return pl_serve_fail(err, "that is for who sits at this table, by the token of a seat");
    if (!pl_desk_advises(d))
        return pl_serve_fail(err, "people play each other here: what agents think is told when the "
                                  "game is over");
    p->game = d->game;
    p->line = pl_table_line(d->table);
    p->ply = pl_line_plies(p->line);
    p->seat = seat;
    return 0;
}

/* What the file says of itself when it has no such game is nobody else's business. */
static int find_record(pl_server *s, const json_t *o, pl_position *p, pl_error *err)
{
    pl_record rec = {0};
    int bad = 0;
    int64_t id = pl_member_number(o, "record", 1, INT64_MAX, 0, err, &bad);
    if (bad) return -1;
    if (pl_records_get(s->records, id, &rec, NULL))
        bad = pl_serve_fail(err, "there is no such game");
    else if (rec.result.how == PL_UNDER_WAY) bad = pl_serve_fail(err, "that game is not over");
    else if (pl_belongs(s, id).seal == PL_SEALED)
        bad = pl_serve_fail(err, "this game is told when all of its pairing are over");
    if (!bad) p->game = pl_open(rec.game, err);
    p->owns_game = p->game != NULL;
    if (p->game) p->line = p->made = pl_record_line(&rec, p->game, err);
    pl_record_clear(&rec);
    return p->line ? 0 : -1;
}

/* By its name, or by its number. */
static pl_move read_move(const pl_position *p, const json_t *m)
{
    const char *name = json_string_value(m);
    json_int_t n = json_integer_value(m);
    if (name) return pl_parse(p->game, pl_line_state(p->made, pl_line_plies(p->made)), name);
    return json_is_integer(m) && n >= 0 && n <= INT32_MAX ? (pl_move)n : PL_ILLEGAL;
}

static int play_moves(pl_position *p, const json_t *list, pl_error *err)
{
    size_t i;
    json_t *m;
    json_array_foreach(list, i, m)
    {
        pl_move move = read_move(p, m);
        if (move == PL_ILLEGAL || pl_line_turn(p->made) == PL_OVER ||
            pl_line_forward(p->made, move))
            return pl_serve_fail(err, "move %zu cannot be played there", i + 1);
    }
    return 0;
}

static int find_moves(const json_t *o, pl_position *p, pl_error *err)
{
    int bad = 0;
    const char *spec = pl_member_text(o, "game", err, &bad);
    if (bad || pl_member(o, "moves", JSON_ARRAY, err) < 0) return -1;
    p->game = pl_open(spec, err);
    p->owns_game = p->game != NULL;
    if (!p->game) return -1;
    p->line = p->made = pl_line_new(p->game);
    if (!p->made) return pl_serve_fail(err, "out of memory");
    return play_moves(p, json_object_get(o, "moves"), err);
}

static int is_given(const json_t *o, const char *key)
{
    const json_t *x = json_object_get(o, key);
    return x && !json_is_null(x);
}

/* What is asked about: one thing, with what belongs to it alone.  Who sits at a table need not name it. */
static int check_subject(const json_t *o, int sits, pl_error *err)
{
    int table = is_given(o, "table"), record = is_given(o, "record"), game = is_given(o, "game");
    if (table + record + game > 1)
        return pl_serve_fail(err, "of one thing: 'table', 'record' or 'game', not several of them");
    if (is_given(o, "moves") && !game) return pl_serve_fail(err, "'moves' are of a 'game'");
    if (table + record + game == 0 && !sits)
        return pl_serve_fail(
            err, "what of?  'table' and 'token', 'record' and 'ply', or 'game' and 'moves'");
    if (is_given(o, "ply") && !record && !game)
        return pl_serve_fail(err, "'ply' is of a 'record' or of 'moves'; a table is as it is now");
    return 0;
}

int pl_position_at(pl_server *s, const json_t *o, const pl_desk *d, int seat, pl_position *p,
                   pl_error *err)
{
    int bad = 0;
    if (check_subject(o, d != NULL, err)) return -1;
    if (!is_given(o, "record") && !is_given(o, "game")) return find_table(o, d, seat, p, err);
    if (is_given(o, "record") ? find_record(s, o, p, err) : find_moves(o, p, err)) return -1;
    int plies = pl_line_plies(p->line);
    p->ply = (int)pl_member_number(o, "ply", 0, plies, plies, err, &bad);
    p->seat = pl_line_mover(p->line, p->ply);
    return bad;
}

int pl_position_find(pl_request *r, const json_t *o, pl_position *p, pl_error *err)
{
    int seat = 0, bad = 0;
    const char *token = pl_member_text(o, "token", err, &bad);
    const pl_desk *d = NULL;
    if (bad) return -1;
    if (!token) token = r->token;
    if (is_given(o, "table")) {
        d = pl_desk_of(r->server, token, &seat);
        if (!d) return pl_serve_fail(err, "%s", pl_claim_refusal(r->server, token));
    }
    return pl_position_at(r->server, o, d, seat, p, err);
}
