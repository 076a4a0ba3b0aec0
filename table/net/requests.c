/* requests.c -- what players ask for beside moves: to resign, to pause, to go back.
 *
 * The host's thread notes it and rings; the table's thread does it between two moves, so
 * that a table is touched by one thread alone.  Going back needs every other person's
 * word: each says so by asking for the same; a move that is played instead refuses it.
 *
 * Fact to check: at a table of one person and agents, asking is enough.
 */
#include <string.h>

#include "table/net/room.h"

static void call(pl_room *r)
{
    r->called = 1;
    pl_bell_ring(r->bell);
}

/* Those who need not be asked: agents, and who is played at random. */
static int everybody_else(const pl_room *r)
{
    int bits = 0;
    for (int i = 0; i < r->rules.game->players; i++)
        if (!r->chair[i] || r->chair[i]->stands_in) bits |= 1 << i;
    return bits;
}

/* Tell every other person of it. */
static void pass_on(pl_room *r, int seat, pl_message_type what)
{
    pl_message_plain(what, seat, r->line, PL_LINE_MAX);
    for (int i = 0; i < r->rules.game->players; i++)
        if (i != seat && r->chair[i]) pl_chair_say(r->chair[i], NULL, 1);
}

static const char *ask_back(pl_room *r, int seat)
{
    int all = (1 << r->rules.game->players) - 1;
    if (!pl_table_rules_of(r->table)->takes_back) return "moves are not taken back at this table";
    if (r->back < 0) {
        r->back = seat;
        r->agreed = everybody_else(r);
        pass_on(r, seat, PL_MSG_BACK);
    }
    r->agreed |= 1 << seat;
    if (r->agreed != all) return NULL;
    call(r);
    pl_table_interrupt(r->table); /* whatever is being thought about */
    return NULL;
}

/* Who asked hears of it when he notices that something was played, and not before. */
void pl_room_played(pl_room *r, const pl_line *line, int ply)
{
    int all = (1 << r->rules.game->players) - 1;
    if (r->back >= 0 && r->agreed == all) return; /* it is about to be done */
    if (r->back >= 0) r->refused = r->back;
    r->back = -1;
    if (r->refused < 0 || pl_line_seen(line, ply, r->refused) == PL_NOTHING) return;
    if (pl_line_mover(line, ply) != r->refused) {
        pl_message_error("somebody played on, so nothing is taken back", 0, r->line, PL_LINE_MAX);
        pl_chair_say(r->chair[r->refused], NULL, 1);
    }
    r->refused = -1;
}

const char *pl_room_ask(pl_room *r, int seat, pl_message_type what)
{
    if (!r->playing) return "no game is being played";
    if (what == PL_MSG_BACK) return ask_back(r, seat);
    if (what == PL_MSG_PAUSE && r->paused) return "the game is paused already";
    if (what == PL_MSG_PAUSE && r->rested[seat] >= r->rules.pause)
        return "you have paused this game for as long as one may";
    if (what == PL_MSG_RESUME && !r->paused) return "the game is not paused";
    if (what == PL_MSG_RESIGN) r->resigned |= 1 << seat;
    if (what == PL_MSG_PAUSE) r->pausing = seat;
    if (what == PL_MSG_RESUME) r->resuming = seat;
    call(r);
    if (what == PL_MSG_RESIGN) pl_table_interrupt(r->table);
    return NULL;
}

/* What has been asked for, taken over for the table's thread. */
typedef struct {
    int resigned, back, pausing, resuming, stopped;
} wishes;

static wishes take(pl_room *r)
{
    pl_bell_lock(r->bell);
    int all = (1 << r->rules.game->players) - 1;
    int granted = r->back >= 0 && r->agreed == all;
    wishes w = {r->resigned, granted ? r->back : -1, r->pausing, r->resuming, r->stopped};
    r->called = r->resigned = 0;
    r->pausing = r->resuming = -1;
    if (granted) r->back = -1;
    pl_bell_unlock(r->bell);
    return w;
}

void pl_room_answer(pl_room *r)
{
    wishes w = take(r);
    if (w.stopped) pl_table_abort(r->table, PL_CHANCE, r->why);
    for (int i = 0; i < r->rules.game->players; i++)
        if (w.resigned >> i & 1) pl_table_resign(r->table, i);
    if (w.pausing >= 0) pl_table_pause(r->table, w.pausing);
    if (w.resuming >= 0) pl_table_resume(r->table, w.resuming);
    if (w.back >= 0 && pl_table_back(r->table, w.back)) {
        pl_bell_lock(r->bell);
        pl_message_error("you have made no move that could be taken back", 0, r->line, PL_LINE_MAX);
        if (r->chair[w.back]) pl_chair_say(r->chair[w.back], NULL, 1);
        pl_bell_unlock(r->bell);
    }
}
