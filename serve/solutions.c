/* solutions.c -- games solved, by HTTP: how far it is, what a game is worth, and how every
 * information set is played.
 *
 * Nothing here is of a table: a solution is of the rules alone.
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "members.h"
#include "request.h"
#include "shelf.h"

static json_t *numbers_json(const double *x, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(list, pl_tell_number(x[i]));
    return list;
}

static json_t *curve_json(const pl_solution *s)
{
    const pl_solving *w = s->job ? s->job->with : s->work;
    json_t *list = json_array();
    for (int i = 0; i < s->is.points; i++) {
        const pl_curve_point *p = &w->point[i];
        json_array_append_new(list,
                              json_pack("{s:I,s:o,s:o}", "iterations", (json_int_t)p->iterations,
                                        "seconds", pl_tell_number(p->seconds), "exploitability",
                                        pl_tell_number(pl_solving_gap(w, p->nashconv))));
    }
    return list;
}

static void put(json_t *o, const char *name, double x)
{
    json_object_set_new(o, name, pl_tell_number(x));
}

/* What iterations on a tree came to. */
static void add_tree(json_t *o, const pl_solution *s)
{
    const pl_solving_facts *f = &s->is;
    json_t *sets = json_array();
    for (int i = 0; i < s->players; i++) json_array_append_new(sets, json_integer(f->sets_of[i]));
    json_object_set_new(o, "sets", sets);
    json_object_set_new(o, "iterations", json_integer((json_int_t)f->iterations));
    put(o, "target", f->target);
    json_object_set_new(o, "curve", curve_json(s));
    if (!f->points) return;
    put(o, "exploitability", f->gap.nashconv > 0 ? f->gap.nashconv / s->players : 0);
    put(o, "nashconv", f->gap.nashconv);
    json_object_set_new(o, "values", numbers_json(f->gap.value, s->players));
    json_object_set_new(o, "best", numbers_json(f->gap.best, s->players));
    if (isnan(f->gap.lower)) return;
    put(o, "lower", f->gap.lower);
    put(o, "upper", f->gap.upper);
}

static void tell(pl_request *r, int status, const pl_solution *s)
{
    const pl_solving_facts *f = &s->is;
    json_t *o = json_pack("{s:s,s:s,s:i}", "game", s->spec, "state", pl_solution_word(s), "seats",
                          s->players);
    if (f->phase == PL_SOLVING_FAILED)
        json_object_set_new(o, "why", json_string(s->work->err.text));
    else if (f->histories) json_object_set_new(o, "histories", json_integer(f->histories));
    if (f->seconds > 0) put(o, "seconds", f->seconds);
    if (f->positions) json_object_set_new(o, "positions", json_integer((json_int_t)f->positions));
    if (f->sets) add_tree(o, s);
    else if (f->phase == PL_SOLVING_DONE)
        json_object_set_new(o, "values", numbers_json(f->gap.value, s->players));
    pl_answer(r, status, o);
}

/* The solution of a game, which is given back; NULL, having answered. */
static pl_solution *ask(pl_request *r, const pl_game *g, int wanted)
{
    int status = 503;
    pl_error err = {"out of memory"};
    pl_peer *peer = pl_guard_peer(r->wsi);
    pl_solution *s = peer ? pl_shelf_ask(r->server, g, peer, wanted, &status, &err) : NULL;
    pl_close(g);
    if (!s) pl_answer_error(r, status, "%s", err.text);
    return s;
}

void pl_get_solution(pl_request *r, const char *rest)
{
    const pl_game *g = pl_request_game(r, rest);
    const pl_solution *s = g ? ask(r, g, 0) : NULL;
    if (s) tell(r, 200, s);
}

void pl_post_solution(pl_request *r, const char *rest)
{
    pl_error err = {"which game?  {\"game\": NAME or SPELLING}"};
    json_t *body = pl_request_body(r);
    int bad = 0;
    const char *spec = pl_member_text(body, "game", &err, &bad);
    const pl_game *g = spec ? pl_open(spec, &err) : NULL;
    (void)rest;
    if (body && !g) pl_answer_error(r, 400, "%s", err.text);
    json_decref(body);
    const pl_solution *s = g ? ask(r, g, 1) : NULL;
    if (s) tell(r, s->is.phase >= PL_SOLVING_DONE ? 200 : 202, s);
}

/* A set: what its seat sees, and how it is played. */
static json_t *set_json(const pl_solving *w, int32_t i)
{
    const pl_game *g = w->game;
    const double *p = w->policy + w->first[i];
    char text[PL_SHOW_MAX], name[PL_NAME_MAX];
    pl_move list[PL_MOVES_MAX];
    pl_state view;
    json_t *moves = json_array();
    memcpy(&view, w->view + (size_t)i * (size_t)g->state_size, (size_t)g->state_size);
    int n = g->moves(&view, list);
    for (int a = 0; a < n && a < w->first[i + 1] - w->first[i]; a++) {
        pl_say(g, &view, list[a], name, sizeof name);
        json_array_append_new(moves,
                              json_pack("{s:s,s:o}", "move", name, "share", pl_tell_number(p[a])));
    }
    g->show(&view, text, sizeof text);
    return json_pack("{s:i,s:s,s:s,s:o}", "seat", (int)w->seat[i], "name", w->names + w->name[i],
                     "text", text, "moves", moves);
}

/* Which sets are asked for. */
typedef struct {
    int64_t seat, from, limit, found;
    char find[128];
} choice;

static int contains(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text; text++)
        if (!strncasecmp(text, word, n)) return 1;
    return 0;
}

/* Whether all words that are looked for are in the name. */
static int is_found(const choice *c, const char *name)
{
    char words[sizeof c->find], *rest = words;
    memcpy(words, c->find, sizeof words);
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        if (!contains(name, word)) return 0;
    return 1;
}

static json_t *sets_json(const pl_solving *w, choice *c)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < w->is.sets; i++) {
        if (c->seat >= 0 && c->seat != w->seat[i]) continue;
        if (!is_found(c, w->names + w->name[i])) continue;
        if (c->found >= c->from && c->found < c->from + c->limit)
            json_array_append_new(list, set_json(w, i));
        c->found++;
    }
    return list;
}

void pl_get_sets(pl_request *r, const char *rest)
{
    const pl_game *g = pl_request_game(r, rest);
    const pl_solution *s = g ? ask(r, g, 0) : NULL;
    if (!s) return;
    choice c = {.seat = pl_request_number(r, "seat", 0, s->players - 1, -1),
                .from = pl_request_number(r, "from", 0, PL_SETS_MAX, 0),
                .limit = pl_request_number(r, "limit", 1, 200, 50)};
    pl_request_argument(r, "find", c.find, sizeof c.find);
    if (r->status) return;
    if (s->is.phase != PL_SOLVING_DONE || !s->is.sets) {
        pl_answer_error(r, 404,
                        "there are no information sets to tell of: it is not solved on a tree");
        return;
    }
    json_t *list = sets_json(s->work, &c);
    pl_answer(r, 200,
              json_pack("{s:I,s:I,s:o}", "found", (json_int_t)c.found, "from", (json_int_t)c.from,
                        "sets", list));
}
