/* public.c -- what happens at a table in the net, for spectators and for the room itself.
 *
 * Fact to check: two games that look alike to the public give spectators the same bytes.
 */
#include <string.h>

#include "table/net/room.h"

static void say(pl_room *r, const void *view, int passing)
{
    if (view) pl_state_text(r->rules.game, view, r->bytes, 2 * PL_STATE_MAX + PL_SPEC_MAX);
    pl_tape_say(&r->open, r->line, view ? r->bytes : NULL, passing);
    pl_host_send(r->host);
}

static void say_start(pl_room *r, const pl_line *line)
{
    pl_state view;
    pl_line_view(line, 0, PL_PUBLIC, &view);
    pl_tape_begin(&r->open);
    pl_message_start(r->rules.game, PL_PUBLIC, r->names, &pl_table_rules_of(r->table)->pace, &view,
                     r->line, PL_LINE_MAX);
    say(r, &view, 0);
}

static void say_ply(pl_room *r, const pl_line *line, int ply)
{
    pl_state before, after;
    pl_move code = pl_line_seen(line, ply, PL_PUBLIC);
    if (code == PL_NOTHING) return;
    pl_line_view(line, ply, PL_PUBLIC, &before);
    pl_line_view(line, ply + 1, PL_PUBLIC, &after);
    pl_message_saw(r->rules.game, pl_line_mover(line, ply), code, &before, &after, r->line,
                   PL_LINE_MAX);
    say(r, &after, 0);
}

static void say_again(pl_room *r, const pl_line *line)
{
    say_start(r, line);
    for (int i = 0; i < pl_line_plies(line); i++) say_ply(r, line, i);
}

static void say_over(pl_room *r, const pl_result *how)
{
    char told[sizeof how->text];
    pl_result_told(how, told, sizeof told);
    pl_message_over(r->rules.game, how->score, pl_ending_name(how->how), told, r->line,
                    PL_LINE_MAX);
    say(r, NULL, 0);
}

/* A pause is told to everybody who is here. */
static void say_pause(pl_room *r, pl_message_type what, int seat)
{
    pl_message_plain(what, seat, r->line, PL_LINE_MAX);
    for (int i = 0; i < r->rules.game->players; i++)
        if (r->chair[i]) pl_chair_say(r->chair[i], NULL, 1);
    say(r, NULL, 1);
    r->paused = what == PL_MSG_PAUSE;
    if (r->paused) r->pauser = seat;
    else r->rested[r->pauser] += pl_bell_now() - r->since;
    r->since = pl_bell_now();
}

static void game_begins(pl_room *r)
{
    r->playing = 1;
    r->paused = 0;
    r->back = -1;
    r->unaware = 0;
    memset(r->rested, 0, sizeof r->rested);
    for (int i = 0; i < r->rules.game->players; i++)
        if (r->chair[i]) r->chair[i]->stands_in = 0;
}

void pl_room_publish(void *with, const pl_table *t, const pl_event *e)
{
    pl_room *r = with;
    const pl_line *line = pl_table_line(t);
    pl_bell_lock(r->bell);
    switch (e->kind) {
    case PL_BEGAN:
        game_begins(r);
        say_again(r, line);
        break;
    case PL_PLY:
        pl_room_played(r, line, e->ply);
        say_ply(r, line, e->ply);
        break;
    case PL_FAULT:
        if (r->chair[e->seat]) r->chair[e->seat]->stands_in = e->then == PL_PLAY_RANDOM;
        break;
    case PL_WENT_BACK: say_again(r, line); break;
    case PL_PAUSED: say_pause(r, PL_MSG_PAUSE, e->seat); break;
    case PL_RESUMED: say_pause(r, PL_MSG_RESUME, e->seat); break;
    case PL_FINISHED:
        say_over(r, pl_table_result(t));
        r->playing = r->paused = 0;
        break;
    }
    pl_bell_unlock(r->bell);
}
