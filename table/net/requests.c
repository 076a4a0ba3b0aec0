/* requests.c -- what players ask for beside moves: to resign, to pause, to go back.
 *
 * The host's thread notes it and rings; the table's thread does it between two moves, so
 * that a table is touched by one thread alone.  Going back needs every other person's
 * word: each says so by asking for the same; one who declines, or plays instead, refuses it.
 * What somebody does whom nobody notices changes nothing about that.  serve/play.c keeps to the
 * same rules on one thread: what tells of something here would tell of it there.
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

/* Tell every other person of it among these seats. */
static void pass_on(pl_room *r, int seat, pl_message_type what, int seats)
{
    pl_message_plain(what, seat, r->line, PL_LINE_MAX);
    for (int i = 0; i < r->rules.game->players; i++)
        if (i != seat && seats >> i & 1 && r->chair[i]) pl_chair_say(r->chair[i], NULL, 1);
}

static const char *ask_back(pl_room *r, int seat)
{
    int all = (1 << r->rules.game->players) - 1;
    if (!pl_table_rules_of(r->table)->takes_back) return "moves are not taken back at this table";
    if (r->back < 0) {
        r->back = seat;
        r->agreed = everybody_else(r);
        r->unaware = 0;
        pass_on(r, seat, PL_MSG_BACK, all);
    }
    r->agreed |= 1 << seat;
    if (r->agreed != all) return NULL;
    call(r);
    pl_table_interrupt(r->table); /* whatever is being thought about */
    return NULL;
}

/* One is enough to refuse; who asked may think better of it, too.  Who cannot know that somebody
 * has played instead is answered as if nobody had. */
static const char *decline(pl_room *r, int seat)
{
    int all = (1 << r->rules.game->players) - 1, asked = r->back >= 0 ? all : r->unaware;
    if (!(asked >> seat & 1)) return "nobody asks to take a move back";
    if (r->back >= 0 && r->agreed == all) return "all have agreed to take it back";
    r->back = -1;
    r->unaware = 0;
    pass_on(r, seat, PL_MSG_DECLINE, asked);
    return NULL;
}

/* A seat has noticed that somebody played instead; if it had asked, it is told so. */
static void become_aware(pl_room *r, int seat)
{
    int told = r->unaware >> seat & 1 && seat == r->refused && r->chair[seat];
    r->unaware &= ~(1 << seat);
    if (!told) return;
    pl_message_error("somebody played on, so nothing is taken back", 0, r->line, PL_LINE_MAX);
    pl_chair_say(r->chair[seat], NULL, 1);
}

void pl_room_played(pl_room *r, const pl_line *line, int ply)
{
    int all = (1 << r->rules.game->players) - 1, mover = pl_line_mover(line, ply);
    if (r->back >= 0 && r->agreed == all) return; /* it is about to be done */
    if (r->back >= 0 && mover == r->back &&
        !pl_is_noticed(r->rules.game, pl_line_state(line, ply), pl_line_move(line, ply)))
        return; /* or who is asked could tell, by agreeing, that there was a move */
    if (r->back >= 0) {
        r->refused = r->back;
        r->unaware = all;
    }
    r->back = -1;
    if (mover >= 0) r->unaware &= ~(1 << mover); /* and needs not be told */
    for (int i = 0; i < r->rules.game->players; i++)
        if (pl_line_seen(line, ply, i) != PL_NOTHING) become_aware(r, i);
}

/* Who did not notice what was played knows of it when it is his turn. */
void pl_room_asks(pl_room *r, int seat)
{
    become_aware(r, seat);
}

const char *pl_room_ask(pl_room *r, int seat, pl_message_type what)
{
    if (!r->playing) return "no game is being played";
    if (what == PL_MSG_BACK) return ask_back(r, seat);
    if (what == PL_MSG_DECLINE) return decline(r, seat);
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
