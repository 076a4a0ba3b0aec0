/* analyse.c -- what an agent thinks of a position, by HTTP: of a table as one who sits there sees
 * it, of a record, or of moves that are told.
 *
 * Who holds a seat is told what its own views allow, as the agent is given no more; a game that
 * is under way is told to nobody else.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"
#include "wish.h"

/* What is asked about: the game so far. */
typedef struct {
    const pl_game *game;
    const pl_line *line;
    pl_line *made; /* to be freed */
    int owns_game;
    int ply, seat;
} position;

static void put_away(position *p)
{
    pl_line_free(p->made);
    if (p->owns_game) pl_close(p->game);
}

static int find_table(pl_request *r, const json_t *o, position *p, pl_error *err)
{
    const char *token = json_string_value(json_object_get(o, "token"));
    const char *id = json_string_value(json_object_get(o, "table"));
    int seat;
    pl_desk *d = pl_desk_of(r->server, token ? token : r->token, &seat);
    if (!d || !id || strcmp(d->id, id))
        return pl_serve_fail(err, "that is for who sits at this table, by the token of a seat");
    p->game = d->game;
    p->line = pl_table_line(d->table);
    p->ply = pl_line_plies(p->line);
    p->seat = seat;
    return 0;
}

static int find_record(pl_request *r, const json_t *o, position *p, pl_error *err)
{
    pl_record rec = {0};
    int bad = pl_records_get(r->server->records, json_integer_value(json_object_get(o, "record")),
                             &rec, err);
    if (!bad && rec.result.how == PL_UNDER_WAY) bad = pl_serve_fail(err, "that game is not over");
    if (!bad) p->game = pl_open(rec.game, err);
    p->owns_game = p->game != NULL;
    if (p->game) p->line = p->made = pl_record_line(&rec, p->game, err);
    pl_record_clear(&rec);
    return p->line ? 0 : -1;
}

/* Moves by their names, or by numbers. */
static int play_moves(position *p, const json_t *list, pl_error *err)
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

static int find_moves(const json_t *o, position *p, pl_error *err)
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

static int find(pl_request *r, const json_t *o, position *p, pl_error *err)
{
    const json_t *ply = json_object_get(o, "ply");
    if (json_object_get(o, "table")) return find_table(r, o, p, err);
    if (json_object_get(o, "record") ? find_record(r, o, p, err) : find_moves(o, p, err)) return -1;
    p->ply = pl_line_plies(p->line);
    if (ply && json_integer_value(ply) >= 0 && json_integer_value(ply) <= p->ply)
        p->ply = (int)json_integer_value(ply);
    p->seat = pl_line_mover(p->line, p->ply);
    return 0;
}

/* The usual one thinks for a second. */
static int choose_agent(const json_t *o, const position *p, pl_job *j, pl_error *err)
{
    const char *agent = json_string_value(json_object_get(o, "agent"));
    double seconds = json_number_value(json_object_get(o, "seconds"));
    if (!(seconds > 0)) seconds = 1;
    if (seconds > 10) seconds = 10;
    if (agent && strlen(agent) >= sizeof j->agent)
        return pl_serve_fail(err, "no agent is that long");
    if (agent) snprintf(j->agent, sizeof j->agent, "%s", agent);
    else
        snprintf(j->agent, sizeof j->agent, "%s(ms=%d)", p->game->hide ? "ismcts" : "mcts",
                 (int)(1000 * seconds));
    j->most = seconds;
    return pl_wish_agent(p->game, j->agent, err);
}

static int value_first(const void *a, const void *b)
{
    const pl_thought *x = a, *y = b;
    if (x->is.share != y->is.share) return x->is.share < y->is.share ? 1 : -1;
    if (x->is.visits != y->is.visits) return x->is.visits < y->is.visits ? 1 : -1;
    return x->is.move - y->is.move;
}

static json_t *thought_json(const pl_thought *t)
{
    json_t *o = json_pack("{s:s,s:i,s:o,s:o,s:b}", "move", t->move, "number", (int)t->is.move,
                          "visits", pl_tell_number(t->is.visits), "share",
                          pl_tell_number(t->is.share), "proven", t->is.proven);
    if (!isnan(t->is.value)) json_object_set_new(o, "value", pl_tell_number(t->is.value));
    return o;
}

static json_t *thoughts_json(pl_job *j)
{
    json_t *list = json_array();
    if (j->thoughts) qsort(j->thought, (size_t)j->thoughts, sizeof *j->thought, value_first);
    for (int i = 0; i < j->thoughts; i++) json_array_append_new(list, thought_json(&j->thought[i]));
    return list;
}

/* The marginals alone, as a list. */
static json_t *belief_json(const pl_job *j)
{
    json_t *all = j->belief ? json_loads(j->belief, 0, NULL) : NULL;
    json_t *list = json_object_get(all, "marginals");
    list = list ? json_incref(list) : json_array();
    json_decref(all);
    return list;
}

static void tell(pl_job *j)
{
    pl_request *r = j->owner;
    r->job = NULL;
    r->server->questions--;
    if (j->move == PL_ILLEGAL) pl_answer_error(r, 400, "%s", j->err.text);
    else
        pl_answer(r, 200,
                  json_pack("{s:s,s:i,s:I,s:o,s:o,s:s}", "agent", j->agent, "seat", j->seat,
                            "iterations", (json_int_t)j->iterations, "moves", thoughts_json(j),
                            "belief", belief_json(j), "line", j->line ? j->line : ""));
    pl_answer_send(r);
}

static int begin(pl_request *r, const json_t *o, const position *p, pl_error *err)
{
    if (pl_line_mover(p->line, p->ply) != p->seat || p->seat < 0)
        return pl_serve_fail(err, "it is not the turn of a seat that this could be told of");
    pl_job *j = pl_job_new();
    if (!j) return pl_serve_fail(err, "out of memory");
    if (choose_agent(o, p, j, err) || pl_job_line(j, p->line, p->ply)) {
        pl_job_free(j);
        return -1;
    }
    pl_spec(p->game, j->game, sizeof j->game);
    j->seat = p->seat;
    j->seed = 1;
    j->analysis = 1;
    j->owner = r;
    j->done = tell;
    r->job = j;
    r->server->questions++;
    pl_pool_give(r->server->pool, j);
    return 0;
}

void pl_post_analyse(pl_request *r, const char *rest)
{
    pl_error err = {"out of memory"};
    position p = {.ply = 0};
    (void)rest;
    if (r->server->questions >= PL_QUESTIONS_MAX) {
        pl_answer_error(r, 503, "too many ask what agents think; try again later");
        return;
    }
    json_t *body = pl_request_body(r);
    if (!body) return;
    if (find(r, body, &p, &err) || begin(r, body, &p, &err))
        pl_answer_error(r, 400, "%s", err.text);
    put_away(&p);
    json_decref(body);
}

void pl_analyse_forget(pl_request *r)
{
    if (!r->job) return;
    if (r->server->pool) pl_pool_cancel(r->server->pool, r->job);
    r->server->questions--;
    r->job = NULL;
}
