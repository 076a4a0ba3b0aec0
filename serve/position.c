/* position.c -- a position that somebody asks about: of a table as one who sits there sees it, of a
 * record, or after moves that are told.
 *
 * Fact to check: of a table that is played nobody learns anything without the token of a seat.
 */
#include "position.h"

#include <string.h>

#include "desk.h"

void pl_position_free(pl_position *p)
{
    pl_line_free(p->made);
    if (p->owns_game) pl_close(p->game);
}

static int find_table(const json_t *o, const pl_desk *d, int seat, pl_position *p, pl_error *err)
{
    const json_t *id = json_object_get(o, "table");
    if (!d || (id && (!json_is_string(id) || strcmp(d->id, json_string_value(id)))))
        return pl_serve_fail(err, "that is for who sits at this table, by the token of a seat");
    p->game = d->game;
    p->line = pl_table_line(d->table);
    p->ply = pl_line_plies(p->line);
    p->seat = seat;
    return 0;
}

static int find_record(pl_server *s, const json_t *o, pl_position *p, pl_error *err)
{
    pl_record rec = {0};
    int bad =
        pl_records_get(s->records, json_integer_value(json_object_get(o, "record")), &rec, err);
    if (!bad && rec.result.how == PL_UNDER_WAY) bad = pl_serve_fail(err, "that game is not over");
    if (!bad) p->game = pl_open(rec.game, err);
    p->owns_game = p->game != NULL;
    if (p->game) p->line = p->made = pl_record_line(&rec, p->game, err);
    pl_record_clear(&rec);
    return p->line ? 0 : -1;
}

/* Moves by their names, or by numbers. */
static int play_moves(pl_position *p, const json_t *list, pl_error *err)
{
    size_t i;
    json_t *m;
    json_array_foreach(list, i, m)
    {
        const void *s = pl_line_state(p->made, pl_line_plies(p->made));
        const char *name = json_string_value(m);
        pl_move move = name                 ? pl_parse(p->game, s, name)
                       : json_is_integer(m) ? (pl_move)json_integer_value(m)
                                            : PL_ILLEGAL;
        if (pl_line_turn(p->made) == PL_OVER || pl_line_forward(p->made, move))
            return pl_serve_fail(err, "move %zu cannot be played there", i + 1);
    }
    return 0;
}

static int find_moves(const json_t *o, pl_position *p, pl_error *err)
{
    const char *spec = json_string_value(json_object_get(o, "game"));
    const json_t *moves = json_object_get(o, "moves");
    if (!spec || !json_is_array(moves))
        return pl_serve_fail(
            err, "what of?  'table' and 'token', 'record' and 'ply', or 'game' and 'moves'");
    p->game = pl_open(spec, err);
    p->owns_game = p->game != NULL;
    if (!p->game) return -1;
    p->line = p->made = pl_line_new(p->game);
    if (!p->made) return pl_serve_fail(err, "out of memory");
    return play_moves(p, moves, err);
}

int pl_position_of_table(const json_t *o)
{
    return !json_object_get(o, "record") && !json_object_get(o, "game");
}

int pl_position_at(pl_server *s, const json_t *o, const pl_desk *d, int seat, pl_position *p,
                   pl_error *err)
{
    const json_t *ply = json_object_get(o, "ply");
    if (json_object_get(o, "table") || (d && pl_position_of_table(o)))
        return find_table(o, d, seat, p, err);
    if (json_object_get(o, "record") ? find_record(s, o, p, err) : find_moves(o, p, err)) return -1;
    p->ply = pl_line_plies(p->line);
    if (ply && json_integer_value(ply) >= 0 && json_integer_value(ply) <= p->ply)
        p->ply = (int)json_integer_value(ply);
    p->seat = pl_line_mover(p->line, p->ply);
    return 0;
}

int pl_position_find(pl_request *r, const json_t *o, pl_position *p, pl_error *err)
{
    const char *token = json_string_value(json_object_get(o, "token"));
    int seat = 0;
    const pl_desk *d = NULL;
    if (json_object_get(o, "table")) d = pl_desk_of(r->server, token ? token : r->token, &seat);
    return pl_position_at(r->server, o, d, seat, p, err);
}
