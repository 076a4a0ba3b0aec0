/* play.c -- a game at a table of the server: it begins when all are there, agents think on the
 * pool, people are asked, and what they ask for is done.
 *
 * Every move is in the file of records before anybody reads of it: the recorder hears of it
 * first, and connections read when this has come back.  Going back follows the rules of
 * table/net/requests.c.
 *
 * Fact to check: at a table of one person and agents a move is taken back without being asked
 * for, and an agent that thinks about its answer is stopped.
 */
#include <math.h>
#include <string.h>

#include "visitor.h"

static void say_to_all(pl_desk *d, const char *why)
{
    char line[PL_SAID_MAX + 100];
    pl_message_error(why, 0, line, sizeof line);
    line[strcspn(line, "\n")] = 0;
    for (pl_visitor *c = d->visitors; c; c = c->beside) pl_visitor_say(c, line);
}

static void stop_thinking(pl_desk *d)
{
    if (d->job) pl_pool_cancel(d->server->pool, d->job);
    d->job = NULL;
    d->place = -1;
}

static void ask_nobody(pl_desk *d)
{
    for (int i = 0; i < d->game->players; i++) d->chair[i].asked = 0;
}

/* A seat has noticed that somebody played on; if it would have taken back, it is told so. */
static void become_aware(pl_desk *d, int seat)
{
    char line[200];
    int told = d->unaware >> seat & 1 && seat == d->refused && d->chair[seat].visitor;
    d->unaware &= ~(1 << seat);
    if (!told) return;
    pl_message_error("somebody played on, so nothing is taken back", 0, line, sizeof line);
    line[strcspn(line, "\n")] = 0;
    pl_visitor_say(d->chair[seat].visitor, line);
}

/* What was asked for is over, but who did not notice the move must not learn of it by that: if
 * nobody can but who asked, his request stands. */
static void lapse(pl_desk *d, const pl_line *line, int ply)
{
    int mover = pl_line_mover(line, ply);
    if (d->back >= 0 && mover == d->back &&
        !pl_is_noticed(d->game, pl_line_state(line, ply), pl_line_move(line, ply)))
        return;
    if (d->back >= 0) {
        d->refused = d->back;
        d->unaware = (1 << d->game->players) - 1;
    }
    d->back = -1;
    if (mover >= 0) d->unaware &= ~(1 << mover); /* and needs not be told */
    for (int i = 0; i < d->game->players; i++)
        if (pl_line_seen(line, ply, i) != PL_NOTHING) become_aware(d, i);
}

static void hear(void *with, const pl_table *t, const pl_event *e)
{
    pl_desk *d = with;
    if (e->kind == PL_PLY || e->kind == PL_WENT_BACK || e->kind == PL_FINISHED)
        for (pl_visitor *c = d->visitors; c; c = c->beside) pl_live_moved(c);
    switch (e->kind) {
    case PL_BEGAN:
        d->state = PL_DESK_PLAYING;
        d->epoch++;
        break;
    case PL_PLY: lapse(d, pl_table_line(t), e->ply); break;
    case PL_WENT_BACK:
        d->epoch++;
        ask_nobody(d);
        break;
    case PL_FINISHED:
        d->state = PL_DESK_OVER;
        d->left = pl_serve_ms();
        pl_desk_disown(d);
        ask_nobody(d);
        pl_ledger_over(d->server->ledger, d->id, NULL);
        break;
    default: break;
    }
}

static int all_here(const pl_desk *d)
{
    for (int i = 0; i < d->game->players; i++)
        if (d->chair[i].is.kind != PL_SEAT_AGENT && !d->chair[i].visitor) return 0;
    return 1;
}

/* Why a file cannot be written is for who runs the server; players are told no more than that. */
static void tell_fault(pl_desk *d, const char *why)
{
    fprintf(stderr, "parlor: table %s: %s\n", d->id, why);
    say_to_all(d, "the game cannot be written to its file");
}

static void begin(pl_desk *d)
{
    pl_player who[PL_SEATS_MAX] = {0};
    pl_error err;
    for (int i = 0; i < d->game->players; i++) {
        const pl_place_kept *p = &d->chair[i].is;
        int agent = p->kind == PL_SEAT_AGENT;
        snprintf(who[i].name, sizeof who[i].name, "%s", p->name);
        snprintf(who[i].kind, sizeof who[i].kind, "%.*s", agent ? (int)strcspn(p->agent, "(") : 6,
                 agent ? p->agent : "remote");
        snprintf(who[i].spec, sizeof who[i].spec, "%s", agent ? p->agent : "remote");
    }
    d->recorder = pl_records_attach(d->server->records, d->table, who, &err);
    if (!d->recorder || pl_table_listen(d->table, hear, d)) {
        tell_fault(d, d->recorder ? "too many listen to it" : err.text);
        return;
    }
    pl_table_begin(d->table, d->seed);
    d->record = pl_recorder_id(d->recorder);
    if (pl_ledger_begun(d->server->ledger, d->id, d->record, &err)) tell_fault(d, err.text);
}

int pl_desk_resume(pl_desk *d, int over, pl_error *err)
{
    pl_record rec = {0};
    int bad = pl_records_get(d->server->records, d->record, &rec, err);
    if (!bad && (over || rec.result.how != PL_UNDER_WAY)) bad = pl_record_play(&rec, d->table, err);
    else if (!bad) {
        d->recorder = pl_records_resume(d->server->records, d->record, d->table, err);
        bad = !d->recorder;
    }
    pl_record_clear(&rec);
    if (bad || pl_table_listen(d->table, hear, d)) return -1;
    d->epoch = 1;
    d->state = pl_table_turn(d->table) == PL_OVER ? PL_DESK_OVER : PL_DESK_PLAYING;
    return 0;
}

int64_t pl_desk_spent(const pl_desk *d)
{
    int64_t ms = (pl_table_paused(d->table) ? d->paused : pl_serve_ms()) - d->asked;
    return ms > 0 ? ms * 1000000 : 0;
}

/* What the agent of a seat is to think about. */
static pl_job *make_job(const pl_desk *d, int seat)
{
    const pl_line *line = pl_table_line(d->table);
    pl_job *j = pl_job_new();
    if (!j) return NULL;
    uint64_t mix[] = {d->seed, (uint64_t)seat, (uint64_t)pl_line_plies(line)};
    j->seat = seat;
    j->seed = pl_hash(mix, sizeof mix);
    j->time = pl_table_time(d->table, seat);
    j->most =
        j->time.most > 0 ? fmin(j->time.most, d->server->rules.think) : d->server->rules.think;
    pl_spec(d->game, j->game, sizeof j->game);
    snprintf(j->agent, sizeof j->agent, "%s", d->chair[seat].is.agent);
    if (pl_job_line(j, line, pl_line_plies(line)) == 0) return j;
    pl_job_free(j);
    return NULL;
}

static void take(pl_desk *d, const pl_job *j)
{
    if (j->move == PL_ILLEGAL) pl_table_abort(d->table, j->seat, j->err.text);
    else pl_table_move(d->table, j->seat, j->move, j->used, j->value, NULL);
}

static void thought(pl_job *j)
{
    pl_desk *d = j->owner;
    d->job = NULL;
    d->place = -1;
    take(d, j);
    pl_desk_go_on(d);
}

/* Those who hardly think are asked at once, but not twice in a row: other tables wait. */
static int is_quick(const char *agent)
{
    return !strcmp(agent, "random") || !strcmp(agent, "first");
}

/* 1: somebody has moved, and the next one is to be asked. */
static int ask_next(pl_desk *d, int asked)
{
    int turn = pl_table_turn(d->table);
    pl_chair *c = &d->chair[turn];
    if (c->is.kind != PL_SEAT_AGENT) {
        if (!c->asked) d->asked = pl_serve_ms();
        if (!c->asked) become_aware(d, turn);
        c->acts += !c->asked;
        c->asked = 1;
        return 0;
    }
    pl_job *j = make_job(d, turn);
    if (!j) {
        pl_table_abort(d->table, turn, "out of memory");
        return 0;
    }
    if (is_quick(c->is.agent) && !asked) {
        pl_job_work(j, NULL);
        take(d, j);
        pl_job_free(j);
        return 1;
    }
    j->owner = d;
    j->done = thought;
    d->job = j;
    pl_pool_give(d->server->pool, j);
    return 0;
}

void pl_desk_go_on(pl_desk *d)
{
    pl_error err;
    if (d->state == PL_DESK_OPEN && all_here(d)) begin(d);
    for (int asked = 0; d->state == PL_DESK_PLAYING && !pl_table_paused(d->table) && !d->job;
         asked++)
        if (!ask_next(d, asked)) break;
    if (d->state == PL_DESK_PLAYING && pl_recorder_failed(d->recorder, &err)) {
        stop_thinking(d);
        tell_fault(d, err.text);
        pl_table_abort(d->table, PL_CHANCE, "the game could not be written to its file");
    }
    pl_desk_wake(d);
}

void pl_desk_move(pl_desk *d, int seat, pl_move m, double value, const char *comment)
{
    d->chair[seat].asked = 0;
    pl_table_move(d->table, seat, m, pl_desk_spent(d), value, comment);
    pl_desk_go_on(d);
}

void pl_desk_fault(pl_desk *d, int seat, pl_fault f, const char *why)
{
    char line[PL_SAID_MAX + 100];
    d->chair[seat].asked = 0;
    pl_then then = pl_table_fault(d->table, seat, f, pl_desk_spent(d), why);
    pl_message_error(why, then == PL_RETRY, line, sizeof line);
    line[strcspn(line, "\n")] = 0;
    if (d->chair[seat].visitor) pl_visitor_say(d->chair[seat].visitor, line);
    pl_desk_go_on(d);
}

/* Tell every other person of it among these seats. */
static void pass_on(pl_desk *d, int seat, pl_message_type what, int seats)
{
    char line[100];
    pl_message_plain(what, seat, line, sizeof line);
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < d->game->players; i++)
        if (i != seat && seats >> i & 1 && d->chair[i].visitor)
            pl_visitor_say(d->chair[i].visitor, line);
}

/* A question is given up: what is still on its way must not be taken for the next answer. */
static void give_up(pl_desk *d)
{
    char line[100];
    for (int i = 0; i < d->game->players; i++) {
        pl_chair *c = &d->chair[i];
        if (!c->asked || !c->visitor) continue;
        pl_message_ping(PL_MSG_PING, ++c->pings, line, sizeof line);
        line[strcspn(line, "\n")] = 0;
        pl_visitor_say(c->visitor, line);
        c->awaited = 1;
    }
}

/* Those who have yet to agree read of it, also when they come back. */
static const char *ask_back(pl_desk *d, int seat)
{
    int all = (1 << d->game->players) - 1;
    if (d->back < 0 && pl_table_last(d->table, seat) < 0)
        return "you have made no move that could be taken back";
    if (d->back < 0) {
        d->back = seat;
        d->agreed = d->unaware = 0;
        d->asks++;
        for (int i = 0; i < d->game->players; i++)
            if (d->chair[i].is.kind == PL_SEAT_AGENT) d->agreed |= 1 << i;
    }
    d->agreed |= 1 << seat;
    if (d->agreed != all) return NULL;
    seat = d->back;
    d->back = -1;
    give_up(d);
    pl_table_back(d->table, seat);
    stop_thinking(d);
    return NULL;
}

/* One is enough to refuse; who asked may think better of it, too.  Who cannot know that somebody
 * has played on is answered as if nobody had. */
static const char *decline(pl_desk *d, int seat)
{
    int asked = d->back >= 0 ? (1 << d->game->players) - 1 : d->unaware;
    if (!(asked >> seat & 1)) return "nobody asks to take a move back";
    d->back = -1;
    d->unaware = 0;
    pass_on(d, seat, PL_MSG_DECLINE, asked);
    return NULL;
}

static const char *ask_pause(pl_desk *d, int seat, int pause)
{
    int64_t now = pl_serve_ms();
    if (pause && pl_table_pause(d->table, seat)) return "the game is paused already";
    if (!pause && pl_table_resume(d->table, seat)) return "the game is not paused";
    if (pause) {
        stop_thinking(d);
        d->paused = now;
    } else d->asked += now - d->paused;
    return NULL;
}

const char *pl_desk_ask(pl_desk *d, int seat, pl_message_type what)
{
    const char *why = NULL;
    if (d->state != PL_DESK_PLAYING) return "no game is being played";
    if (what == PL_MSG_RESIGN) {
        stop_thinking(d);
        pl_table_resign(d->table, seat);
    }
    if (what == PL_MSG_BACK) why = ask_back(d, seat);
    if (what == PL_MSG_DECLINE) why = decline(d, seat);
    if (what == PL_MSG_PAUSE || what == PL_MSG_RESUME)
        why = ask_pause(d, seat, what == PL_MSG_PAUSE);
    pl_desk_go_on(d);
    return why;
}

/* Clocks run down, and who waits for an agent moves up. */
void pl_desk_tick(pl_desk *d)
{
    if (d->state != PL_DESK_PLAYING) return;
    int place = d->job ? pl_pool_place(d->server->pool, d->job) : -1;
    if (place != d->place) {
        d->place = place;
        pl_desk_wake(d);
    }
    int turn = pl_table_turn(d->table);
    if (turn < 0 || !d->chair[turn].asked || pl_table_paused(d->table)) return;
    double most = pl_table_time(d->table, turn).most;
    if (most > 0 && (double)pl_desk_spent(d) * 1e-9 > most)
        pl_desk_fault(d, turn, PL_TIMEOUT, "no move came in time");
}
