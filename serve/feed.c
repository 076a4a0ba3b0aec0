/* feed.c -- what a connection has yet to read: what was said to it alone, then whatever at its
 * table it does not know yet.
 *
 * A line is made when there is room for it, from the game as it stands and by the views of the
 * reader's seat alone.  Nothing waits in memory for who is slow.
 *
 * Fact to check: who comes to a game of n plies that it noticed reads start, which tells n, n
 * times saw, and the question that stands, with its number.
 */
#include <stdlib.h>
#include <string.h>

#include "visitor.h"

/* Add the bytes of the view to the line, for who asked for them. */
static int with_bytes(pl_visitor *c, const void *view, int n)
{
    static const size_t most = 2 * PL_STATE_MAX + PL_SPEC_MAX;
    char *line = c->server->line, *bytes;
    if (!c->raw || n >= PL_LINE_MAX || !(bytes = malloc(most))) return n;
    char *copy = malloc((size_t)n + 1);
    if (copy) {
        memcpy(copy, line, (size_t)n + 1);
        pl_state_text(c->desk->game, view, bytes, most);
        n = pl_message_raw(copy, bytes, line, PL_LINE_MAX);
    }
    free(copy);
    free(bytes);
    return n;
}

/* Add to a start how many moves the seat has noticed by now: those after them are news. */
static int with_past(const pl_visitor *c, int n)
{
    const pl_line *line = pl_table_line(c->desk->table);
    char past[32];
    int seen = 0;
    for (int i = 0; i < pl_line_plies(line); i++)
        seen += pl_line_seen(line, i, c->seat) != PL_NOTHING;
    int more = snprintf(past, sizeof past, ",\"past\":%d}\n", seen);
    if (n - 2 + more >= PL_LINE_MAX) return n;
    memcpy(c->server->line + n - 2, past, (size_t)more + 1); /* over "}" and the line's end */
    return n - 2 + more;
}

static int say_start(pl_visitor *c)
{
    const pl_desk *d = c->desk;
    const char *names[PL_SEATS_MAX];
    pl_state view;
    for (int i = 0; i < d->game->players; i++) names[i] = d->chair[i].is.name;
    pl_line_view(pl_table_line(d->table), 0, c->seat, &view);
    c->epoch = d->epoch;
    c->ply = 0;
    c->over = 0;
    c->act = 0;
    c->clock = 1;
    int n = pl_message_start(d->game, c->seat, names, &pl_table_rules_of(d->table)->pace, &view,
                             c->server->line, PL_LINE_MAX);
    return with_bytes(c, &view, with_past(c, n));
}

/* The next ply that the seat noticed; 0: there is none. */
static int say_ply(pl_visitor *c)
{
    const pl_line *line = pl_table_line(c->desk->table);
    pl_state before, after;
    for (; c->ply < pl_line_plies(line); c->ply++) {
        pl_move code = pl_line_seen(line, c->ply, c->seat);
        if (code == PL_NOTHING) continue;
        pl_line_view(line, c->ply, c->seat, &before);
        pl_line_view(line, c->ply + 1, c->seat, &after);
        int n = pl_message_saw(c->desk->game, pl_line_mover(line, c->ply), code, &before, &after,
                               c->server->line, PL_LINE_MAX);
        c->ply++;
        c->clock = 1;
        return with_bytes(c, &after, n);
    }
    return 0;
}

static int say_over(pl_visitor *c)
{
    const pl_result *r = pl_table_result(c->desk->table);
    char told[sizeof r->text];
    pl_result_told(r, told, sizeof told);
    c->over = 1;
    int n = pl_message_over(c->desk->game, r->score, pl_ending_name(r->how),
                            c->seat == r->seat ? r->text : told, c->server->line, PL_LINE_MAX);
    if (c->once) pl_visitor_dismiss(c, "the game is over");
    return n;
}

static int say_act(pl_visitor *c)
{
    const pl_desk *d = c->desk;
    const pl_chair *chair = &d->chair[c->seat];
    const pl_line *line = pl_table_line(d->table);
    pl_time time = pl_table_time(d->table, c->seat);
    double gone = (double)pl_desk_spent(d) * 1e-9;
    pl_state view;
    if (time.most > 0) {
        time.most = time.most > gone ? time.most - gone : 1e-9;
        time.advised = time.advised > gone ? time.advised - gone : 1e-9;
        if (time.left > 0) time.left = time.left > gone ? time.left - gone : 1e-9;
    }
    c->act = chair->acts;
    pl_line_view(line, pl_line_plies(line), c->seat, &view);
    int n = pl_message_act(d->game, chair->acts, time.most > 0 ? &time : NULL, &view,
                           c->server->line, PL_LINE_MAX);
    return with_bytes(c, &view, n);
}

static int put_json(pl_visitor *c, json_t *what)
{
    size_t n = what ? json_dumpb(what, c->server->line, PL_LINE_MAX, JSON_COMPACT) : 0;
    json_decref(what);
    return n <= PL_LINE_MAX ? (int)n : 0;
}

static int say_seats(pl_visitor *c)
{
    const pl_desk *d = c->desk;
    json_t *list = json_array();
    c->seating = d->seating;
    for (int i = 0; i < d->game->players; i++) json_array_append_new(list, pl_desk_seat(d, i));
    return put_json(c, json_pack("{s:s,s:s,s:s,s:o,s:i}", "type", "seats", "table", d->id, "state",
                                 pl_desk_word(d), "seats", list, "watchers", d->watchers));
}

/* What is left on everybody's clock, in milliseconds; told when something was noticed, and so of no
 * ply that was not. */
static int say_clock(pl_visitor *c)
{
    const pl_desk *d = c->desk;
    int turn = pl_table_turn(d->table), running = d->state == PL_DESK_PLAYING;
    json_t *list = json_array();
    c->clock = 0;
    for (int i = 0; i < d->game->players; i++) {
        double most = pl_table_time(d->table, i).most;
        if (i == turn && running) most -= (double)pl_desk_spent(d) * 1e-9;
        json_array_append_new(list, json_integer((json_int_t)(most > 0 ? 1e3 * most : 0)));
    }
    running = running && !pl_table_paused(d->table);
    return put_json(c, json_pack("{s:s,s:o,s:o,s:b}", "type", "clock", "left", list, "turn",
                                 pl_tell_seat(turn), "runs", running));
}

static int say_place(pl_visitor *c)
{
    c->place = c->desk->place;
    return put_json(c, json_pack("{s:s,s:i}", "type", "queue", "place", c->place + 1));
}

static int say_pause(pl_visitor *c)
{
    c->paused = pl_table_paused(c->desk->table);
    c->clock = 1;
    return pl_message_plain(c->paused ? PL_MSG_PAUSE : PL_MSG_RESUME, PL_OVER, c->server->line,
                            PL_LINE_MAX);
}

/* Somebody would take back, and this seat has not said yet whether he may. */
static int is_begged(const pl_visitor *c)
{
    const pl_desk *d = c->desk;
    return c->kind == PL_IS_PLAYER && d->back >= 0 && c->asks != d->asks &&
           !(d->agreed >> c->seat & 1);
}

static int say_back(pl_visitor *c)
{
    c->asks = c->desk->asks;
    return pl_message_plain(PL_MSG_BACK, c->desk->back, c->server->line, PL_LINE_MAX);
}

static int has_clock(const pl_desk *d)
{
    const pl_pace *p = &pl_table_rules_of(d->table)->pace;
    return p->move || p->game;
}

static int say_own(pl_visitor *c)
{
    int n = snprintf(c->server->line, PL_LINE_MAX, "%s", c->own[0]);
    free(c->own[0]);
    memmove(c->own, c->own + 1, (size_t)--c->owns * sizeof *c->own);
    return n;
}

static int next_of_game(pl_visitor *c)
{
    const pl_desk *d = c->desk;
    if (c->epoch != d->epoch) return say_start(c);
    int n = say_ply(c);
    if (n) return n;
    if (c->paused != pl_table_paused(d->table) && d->state == PL_DESK_PLAYING) return say_pause(c);
    if (has_clock(d) && c->clock) return say_clock(c);
    if (d->state == PL_DESK_OVER) return c->over ? 0 : say_over(c);
    if (c->place != d->place) return say_place(c);
    if (is_begged(c)) return say_back(c);
    int asked = c->kind == PL_IS_PLAYER && d->chair[c->seat].asked && !pl_table_paused(d->table);
    return asked && c->act != d->chair[c->seat].acts ? say_act(c) : 0;
}

/* What an agent thinks comes last: the position that it is of is known by then. */
static int say_thoughts(pl_visitor *c)
{
    json_t *said = c->live.said;
    c->live.said = NULL;
    return put_json(c, said);
}

/* A message of WebSocket has no line's end. */
int pl_feed_next(pl_visitor *c)
{
    int n = 0;
    if (c->owns) n = say_own(c);
    else if (c->desk && c->seating != c->desk->seating) n = say_seats(c);
    else if (c->desk && c->desk->state != PL_DESK_OPEN) n = next_of_game(c);
    if (!n && c->live.said) n = say_thoughts(c);
    if (n > 0 && n < PL_LINE_MAX && c->server->line[n - 1] == '\n') n--;
    return n < PL_LINE_MAX ? n : 0;
}
