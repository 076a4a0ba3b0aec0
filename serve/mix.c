/* mix.c -- how a solved game is played at one position, by HTTP: to who sits at a table, of what
 * its own seat has seen, if the table has advice; of a record; or of moves that are told.
 *
 * The information set is found by the name that its seat can work out, so that nothing that is
 * hidden from it has a part in the answer.
 */
#include <math.h>
#include <stdlib.h>

#include "position.h"
#include "shelf.h"

static uint64_t key_of(const pl_position *p, const void *view)
{
    const pl_game *g = p->game;
    uint64_t key = pl_info_key_start(p->seat);
    if (pl_info_by_view(g)) return pl_info_key_view(g, p->seat, view);
    for (int i = 0; i < p->ply; i++) {
        pl_move code = pl_line_seen(p->line, i, p->seat);
        if (code != PL_NOTHING) key = pl_info_key_heard(key, pl_line_mover(p->line, i), code);
    }
    return key;
}

static void add_move(json_t *list, const pl_game *g, const void *view, pl_move m, double share,
                     double value)
{
    char name[PL_NAME_MAX];
    pl_say(g, view, m, name, sizeof name);
    json_t *o =
        json_pack("{s:s,s:i,s:o}", "move", name, "number", (int)m, "share", pl_tell_number(share));
    if (!isnan(value)) json_object_set_new(o, "value", pl_tell_number(value));
    json_array_append_new(list, o);
}

/* As the policy has it. */
static void mix_set(json_t *list, const pl_solving *w, const pl_position *p)
{
    pl_move m[PL_MOVES_MAX];
    pl_state view;
    int known = 0;
    pl_line_view(p->line, p->ply, p->seat, &view);
    const double *share = pl_solving_find(w, key_of(p, &view), &known);
    int n = p->game->moves(&view, m);
    if (!share || known != n) return;
    for (int i = 0; i < n; i++) add_move(list, p->game, &view, m[i], share[i], NAN);
}

/* Without secrets: what each move is worth; the best share it all. */
static void mix_position(json_t *list, const pl_solving *w, const pl_position *p)
{
    static const double slack = 1e-9;
    const void *s = pl_line_state(p->line, p->ply);
    pl_move m[PL_MOVES_MAX];
    double best = -INFINITY;
    int players = (int)p->game->players, equal = 0;
    double *worth = calloc((size_t)p->game->max_moves * (size_t)players + 1, sizeof *worth);
    int n = worth ? pl_exact_moves(w->exact, s, m, worth) : 0;
    for (int i = 0; i < n; i++) best = fmax(best, worth[i * players + p->seat]);
    for (int i = 0; i < n; i++) equal += worth[i * players + p->seat] >= best - slack;
    for (int i = 0; i < n; i++) {
        double own = worth[i * players + p->seat];
        add_move(list, p->game, s, m[i], own >= best - slack ? 1.0 / equal : 0, own);
    }
    free(worth);
}

static void tell(pl_request *r, const pl_solution *s, const pl_position *p)
{
    char text[PL_SHOW_MAX];
    pl_state view;
    json_t *list = json_array();
    pl_line_view(p->line, p->ply, p->seat, &view);
    p->game->show(&view, text, sizeof text);
    json_t *o = json_pack("{s:s,s:s,s:i,s:s,s:o}", "game", s->spec, "state", pl_solution_word(s),
                          "seat", p->seat, "text", text, "moves", list);
    if (s->is.phase == PL_SOLVING_FAILED)
        json_object_set_new(o, "why", json_string(s->work->err.text));
    if (s->is.phase == PL_SOLVING_DONE) {
        if (s->work->exact) mix_position(list, s->work, p);
        else mix_set(list, s->work, p);
        json_object_set_new(o, "exploitability",
                            pl_tell_number(pl_solving_gap(s->work, s->is.gap.nashconv)));
    }
    pl_answer(r, 200, o);
}

void pl_post_mix(pl_request *r, const char *rest)
{
    pl_error err = {"out of memory"};
    pl_position p = {.ply = 0};
    int status = 400;
    json_t *body = pl_request_body(r);
    pl_peer *peer = body ? pl_guard_peer(r->wsi) : NULL;
    const pl_solution *s = NULL;
    (void)rest;
    if (!body) return;
    int bad = !peer || pl_position_find(r, body, &p, &err);
    if (!bad && (p.seat < 0 || pl_line_mover(p.line, p.ply) != p.seat))
        bad = pl_serve_fail(&err, "it is not the turn of a seat that this could be told of");
    if (!bad) s = pl_shelf_ask(r->server, p.game, peer, 1, &status, &err);
    if (s) tell(r, s, &p);
    else pl_answer_error(r, status, "%s", err.text);
    pl_position_free(&p);
    json_decref(body);
}
