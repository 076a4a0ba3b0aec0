/* chair.c -- a seat whose player is in the net, as an agent: what it hears is said on
 * the seat's tape, and its pick waits for a line.
 *
 * Fact to check: who breaks off and comes back reads start, what he saw and the question
 * again, with the same number and less time.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table/net/room.h"

void pl_chair_say(pl_chair *c, const void *view, int passing)
{
    pl_room *r = c->room;
    if (view) pl_state_text(c->base.game, view, r->bytes, 2 * PL_STATE_MAX + PL_SPEC_MAX);
    pl_tape_say(&c->tape, r->line, view ? r->bytes : NULL, passing);
    pl_host_send(r->host);
}

/* Nobody waits for the answer any more; one that is on its way must not be taken for the
 * next. */
static void give_up(pl_chair *c)
{
    if (c->asked && c->caller) {
        pl_message_ping(PL_MSG_PING, ++c->pings, c->room->line, PL_LINE_MAX);
        pl_chair_say(c, NULL, 1);
        c->awaited = 1;
    }
    c->asked = c->answered = 0;
}

static void chair_begin(pl_agent *a)
{
    pl_chair *c = (pl_chair *)a;
    pl_room *r = c->room;
    pl_state s;
    pl_bell_lock(r->bell);
    give_up(c);
    pl_start(a->game, &s);
    pl_view(a->game, &s, (int)a->seat, &c->view);
    pl_tape_begin(&c->tape);
    pl_message_start(a->game, (int)a->seat, a->names, a->pace, &c->view, r->line, PL_LINE_MAX);
    pl_chair_say(c, &c->view, 0);
    c->fault = PL_WAITING;
    pl_bell_unlock(r->bell);
}

static void chair_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    pl_chair *c = (pl_chair *)a;
    pl_room *r = c->room;
    pl_bell_lock(r->bell);
    pl_message_saw(a->game, who, code, &c->view, view, r->line, PL_LINE_MAX);
    pl_chair_say(c, view, 0);
    memcpy(&c->view, view, (size_t)a->game->state_size);
    pl_bell_unlock(r->bell);
}

/* A clock that has gone on for so many seconds. */
static pl_time later(pl_time t, double by)
{
    if (t.most <= 0) return t;
    t.most = fmax(t.most - by, 1e-9);
    t.advised = fmax(t.advised - by, 1e-9);
    if (t.left > 0) t.left = fmax(t.left - by, 1e-9);
    return t;
}

/* Ask, or ask again; what was wrong the last time comes first. */
static void put_question(pl_chair *c, const void *view)
{
    pl_room *r = c->room;
    pl_time time = later(c->base.time, pl_bell_now() - c->since);
    if (c->fault != PL_WAITING) {
        pl_message_error(c->bad.text, 1, r->line, PL_LINE_MAX);
        pl_chair_say(c, NULL, 1);
    }
    pl_message_act(c->base.game, c->acts, time.most > 0 ? &time : NULL, view, r->line, PL_LINE_MAX);
    pl_chair_say(c, view, 1);
    c->asking = 0;
    c->fault = PL_WAITING;
}

/* Until when this may go on: its clock, or the patience with who has left. */
static double deadline(const pl_chair *c, pl_fault *what)
{
    double clock = c->base.time.most > 0 ? c->since + c->base.time.most : INFINITY;
    double gone = c->caller ? INFINITY : c->left + c->room->rules.wait;
    *what = clock <= gone ? PL_TIMEOUT : PL_DISCONNECT;
    return fmin(clock, gone);
}

/* Wait for an answer, with the lock: PL_WAITING when there is one; *stop: or something
 * else is to be done first. */
static pl_fault await(pl_chair *c, const void *view, int *stop)
{
    pl_room *r = c->room;
    while (!c->answered) {
        pl_fault late;
        double end = deadline(c, &late);
        *stop = r->called || pl_agent_stopped(&c->base);
        if (*stop) return PL_WAITING;
        if (pl_bell_now() >= end) return late;
        if (c->asking && c->caller) put_question(c, view);
        pl_bell_wait(r->bell, end);
    }
    return PL_WAITING;
}

/* The move that was answered; or PL_ILLEGAL, and what is wrong with it. */
static pl_move judge(pl_chair *c, const void *view)
{
    c->answered = 0;
    if (*c->bad.text) {
        c->fault = PL_GARBAGE;
        return PL_ILLEGAL;
    }
    pl_move m = pl_message_choice(&c->answer, c->base.game, view);
    c->opinion = (pl_opinion){.move = m, .share = 1, .value = c->answer.value};
    if (m != PL_ILLEGAL) return m;
    c->fault = PL_ILLEGAL_MOVE;
    snprintf(c->bad.text, sizeof c->bad.text, "that move is not legal");
    return PL_ILLEGAL;
}

static pl_move chair_pick(pl_agent *a, const void *view)
{
    static const char *const why[] = {[PL_TIMEOUT] = "no move came in time",
                                      [PL_DISCONNECT] = "the player left and did not come back"};
    pl_chair *c = (pl_chair *)a;
    pl_move m = PL_ILLEGAL;
    int stop = 0;
    pl_bell_lock(c->room->bell);
    if (!c->asked) {
        c->acts++;
        c->asked = 1;
        c->answered = 0;
        pl_room_asks(c->room, (int)a->seat);
    }
    c->asking = !c->answered;
    c->since = pl_bell_now();
    pl_fault f = await(c, view, &stop);
    if (f != PL_WAITING) give_up(c);
    if (!stop) c->asked = 0;
    if (!stop && f == PL_WAITING) m = judge(c, view);
    else c->fault = f;
    if (f != PL_WAITING) snprintf(c->bad.text, sizeof c->bad.text, "%s", why[f]);
    pl_bell_unlock(c->room->bell);
    return m;
}

static pl_fault chair_fault(pl_agent *a, const char **text)
{
    pl_chair *c = (pl_chair *)a;
    *text = c->bad.text;
    return c->fault;
}

static const char *chair_comment(pl_agent *a)
{
    const pl_chair *c = (pl_chair *)a;
    return *c->answer.said ? c->answer.said : NULL;
}

static void chair_why(pl_agent *a, pl_reasons *out)
{
    const pl_chair *c = (pl_chair *)a;
    *out = (pl_reasons){.of = &c->opinion, .options = 1};
}

static void chair_over(pl_agent *a, const double *score)
{
    pl_chair *c = (pl_chair *)a;
    pl_room *r = c->room;
    pl_bell_lock(r->bell);
    pl_message_over(a->game, score, a->how, a->ended, r->line, PL_LINE_MAX);
    pl_chair_say(c, NULL, 0);
    c->asked = 0;
    pl_bell_unlock(r->bell);
}

static void chair_close(pl_agent *a)
{
    pl_tape_free(&((pl_chair *)a)->tape);
}

const pl_agent_type pl_chair_type = {.abi = PL_ABI,
                                     .size = sizeof(pl_chair),
                                     .name = "remote",
                                     .about = "somebody in the net",
                                     .close = chair_close,
                                     .begin = chair_begin,
                                     .heard = chair_heard,
                                     .pick = chair_pick,
                                     .over = chair_over,
                                     .why = chair_why,
                                     .fault = chair_fault,
                                     .comment = chair_comment};
