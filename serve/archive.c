/* archive.c -- games that are over, by HTTP: listed, and told in full or as a seat saw them.
 *
 * A game under way is nobody's to read here: its record holds the truth.
 *
 * Fact to check: a record is 404 until its game is over.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "request.h"
#include "seal.h"

static int list_one(void *with, const pl_record *rec)
{
    json_array_insert_new(with, 0, pl_tell_record(rec));
    return 0;
}

/* NULL where nothing is asked for. */
static const char *given(pl_request *r, const char *name, char *buf, size_t n)
{
    return pl_request_argument(r, name, buf, n) && *buf ? buf : NULL;
}

/* One of the words for how a game ends, if any is given. */
static const char *given_ending(pl_request *r, char *buf, size_t n)
{
    const char *ending = given(r, "ending", buf, n);
    for (int how = PL_BY_RULES; ending && how <= PL_BY_ABORT; how++)
        if (!strcmp(ending, pl_ending_name((pl_ending)how))) return ending;
    if (ending) pl_answer_error(r, 400, "an ending is rules, forfeit, resigned or aborted");
    return NULL;
}

void pl_get_records(pl_request *r, const char *rest)
{
    char game[PL_SPEC_MAX], player[PL_SPEC_MAX], find[PL_NAME_MAX], ending[32];
    pl_records_filter f = {.game = given(r, "game", game, sizeof game),
                           .player = given(r, "player", player, sizeof player),
                           .find = given(r, "find", find, sizeof find),
                           .ending = given_ending(r, ending, sizeof ending),
                           .limit = pl_request_number(r, "limit", 1, 500, 50),
                           .brief = 1,
                           .over = 1};
    (void)rest;
    if (r->status) return;
    pl_error err;
    json_t *list = json_array();
    if (!pl_records_each(r->server->records, &f, list_one, list, &err)) {
        pl_answer(r, 200, list);
        return;
    }
    json_decref(list);
    pl_answer_fault(r, err.text);
}

/* Whose view is asked for: a seat, "public" or "full".  What is none of these is refused. */
static int asked_seat(pl_request *r, int players)
{
    char text[16];
    if (!pl_request_argument(r, "seat", text, sizeof text)) return PL_FULL;
    if (!strcmp(text, "public")) return PL_PUBLIC;
    if (!strcmp(text, "full")) return PL_FULL;
    long long seat = atoll(text);
    if (*text && strspn(text, "0123456789") == strlen(text) && seat < players) return (int)seat;
    pl_answer_error(r, 400, "'seat' is a number from 0 to %d, public or full", players - 1);
    return PL_PUBLIC;
}

/* The plies that a seat noticed, in the words that it would have read at the table. */
static json_t *plies_json(const pl_line *line, int seat)
{
    char move[PL_NAME_MAX];
    pl_state before;
    json_t *list = json_array();
    for (int i = 0; i < pl_line_plies(line); i++) {
        pl_move code = pl_line_seen(line, i, seat);
        if (code == PL_NOTHING) continue;
        pl_line_view(line, i, seat, &before);
        pl_say(pl_line_game(line), &before, code, move, sizeof move);
        json_array_append_new(list, json_pack("{s:i,s:o,s:s,s:i}", "ply", i + 1, "who",
                                              pl_tell_seat(pl_line_mover(line, i)), "move", move,
                                              "code", (int)code));
    }
    return list;
}

/* What was said of the plies that were not taken back, added to a list of all of them. */
static void add_remarks(const pl_record *rec, json_t *list)
{
    int at = 0;
    for (int i = 0; i < rec->events; i++) {
        const pl_event *e = &rec->event[i];
        if (e->kind == PL_WENT_BACK) at = e->ply;
        if (e->kind != PL_PLY) continue;
        json_t *o = json_array_get(list, (size_t)at++);
        if (!o) continue;
        json_object_set_new(o, "ms", json_integer((json_int_t)(e->used / 1000000)));
        if (!isnan(e->value)) json_object_set_new(o, "value", pl_tell_number(e->value));
        else json_object_del(o, "value");
        if (*e->text) json_object_set_new(o, "comment", json_string(e->text));
        else json_object_del(o, "comment");
    }
}

/* The seed and the remarks would tell a seat what it did not see. */
static void tell_record(pl_request *r, const pl_record *rec, const pl_line *line,
                        const pl_belonging *of)
{
    char seed[24];
    int seat = asked_seat(r, pl_line_game(line)->players), full = seat == PL_FULL;
    if (r->status) return;
    json_t *o = pl_tell_record(rec), *plies = plies_json(line, seat);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)rec->seed);
    if (of->league) json_object_set_new(o, "league", json_integer(of->league));
    if (of->contest) json_object_set_new(o, "contest", json_integer(of->contest));
    if (full) add_remarks(rec, plies);
    if (full && rec->seeded && of->seal == PL_ALL_TOLD)
        json_object_set_new(o, "seed", json_string(seed));
    json_object_set_new(o, "zero_sum", json_boolean(pl_line_game(line)->traits & PL_ZERO_SUM));
    json_object_set_new(o, "plies", plies);
    pl_answer(r, 200, o);
}

/* The position after so many plies, as a seat saw it. */
static void tell_view(pl_request *r, const pl_line *line)
{
    const pl_game *g = pl_line_game(line);
    int plies = pl_line_plies(line), seat = asked_seat(r, g->players);
    int64_t ply = pl_request_number(r, "ply", 0, plies, plies);
    pl_state view;
    if (r->status) return;
    pl_line_view(line, (int)ply, seat, &view);
    pl_json(g, &view, seat, r->server->line, PL_LINE_MAX);
    json_t *o = json_loads(r->server->line, 0, NULL);
    json_object_set(o, "view", json_object_get(o, "state")); /* as the protocol calls it */
    json_object_del(o, "state");
    json_object_set_new(o, "ply", json_integer(ply));
    json_object_set_new(o, "seat", pl_tell_seat(seat));
    pl_answer(r, 200, o);
}

/* What a record is told of: "7" or "7/view". */
static int64_t read_rest(const char *rest, int *view)
{
    char *end;
    int64_t id = *rest >= '0' && *rest <= '9' ? strtoll(rest, &end, 10) : 0;
    *view = id > 0 && !strcmp(end, "/view");
    return id > 0 && (!*end || *view) ? id : 0;
}

static void answer(pl_request *r, const pl_record *rec, int view, const pl_belonging *of)
{
    pl_error err;
    const pl_game *g = pl_open(rec->game, &err);
    pl_line *line = g ? pl_record_line(rec, g, &err) : NULL;
    if (!line) pl_answer_fault(r, err.text);
    else if (view) tell_view(r, line);
    else tell_record(r, rec, line, of);
    pl_line_free(line);
    pl_close(g);
}

void pl_get_record(pl_request *r, const char *rest)
{
    int view;
    int64_t id = read_rest(rest, &view);
    pl_record rec = {0};
    pl_belonging of = {0};
    int there =
        id && !pl_records_get(r->server->records, id, &rec, NULL) && rec.result.how != PL_UNDER_WAY;
    if (there) of = pl_belongs(r->server, id);
    if (!there) pl_answer_error(r, 404, "there is no such game that is over");
    else if (of.seal == PL_SEALED)
        pl_answer_error(r, 404, "this game is told when all of its pairing are over");
    else answer(r, &rec, view, &of);
    pl_record_clear(&rec);
}
