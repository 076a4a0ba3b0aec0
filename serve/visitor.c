/* visitor.c -- what somebody says who is connected by WebSocket, and what that does.
 *
 * A stranger says hello, with the token of a seat, with an invitation or to watch a table; a player
 * answers and asks; who watches is only kept alive.  All may ask what agents think.  Everything
 * else gets a sentence, and costs of an allowance that only being asked restores.
 *
 * Fact to check: who says hello with a token of a seat that is taken sits there, and who sat
 * there is told goodbye.
 */
#include "visitor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wish.h"

enum { BURST = 64, RATE = 16, PENALTY_MS = 1000 };

pl_visitor *pl_visitor_new(pl_server *s, struct lws *wsi)
{
    pl_visitor *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->server = s;
    c->wsi = wsi;
    c->came = pl_serve_ms();
    c->place = -1;
    c->next = s->visitors;
    s->visitors = c;
    pl_guard_peer(wsi)->sockets++;
    return c;
}

/* Its place at the table is free again. */
static void part(pl_visitor *c)
{
    pl_desk *d = c->desk;
    if (!d) return;
    pl_visitor **at = &d->visitors;
    while (*at != c) at = &(*at)->beside;
    *at = c->beside;
    c->desk = NULL;
    if (c->kind == PL_IS_WATCHER) d->watchers--;
    else if (d->chair[c->seat].visitor == c) d->chair[c->seat].visitor = NULL;
    d->seating++;
    d->left = pl_serve_ms();
    pl_desk_wake(d);
}

void pl_visitor_free(pl_visitor *c)
{
    if (!c) return;
    pl_live_stop(c);
    part(c);
    pl_visitor **at = &c->server->visitors;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    pl_guard_peer(c->wsi)->sockets--;
    for (int i = 0; i < c->owns; i++) free(c->own[i]);
    free(c->half);
    free(c);
}

void pl_visitor_wake(pl_visitor *c)
{
    if (!c->wanted) c->wanted = pl_serve_ms();
    lws_callback_on_writable(c->wsi);
}

void pl_visitor_say(pl_visitor *c, const char *line)
{
    char *copy = c->owns < PL_OWN_MAX ? strdup(line) : NULL;
    if (copy) c->own[c->owns++] = copy;
    else c->leaving = 1; /* it reads nothing */
    pl_visitor_wake(c);
}

/* A line of the protocol without its end. */
static void say(pl_visitor *c, char *line)
{
    line[strcspn(line, "\n")] = 0;
    pl_visitor_say(c, line);
}

void pl_visitor_dismiss(pl_visitor *c, const char *why)
{
    char line[PL_SAID_MAX + 100];
    pl_live_stop(c);
    part(c);
    if (c->leaving) return;
    pl_message_bye(why, line, sizeof line);
    say(c, line);
    c->leaving = 1;
}

/* token: one that it does not know yet, or NULL. */
static void join(pl_visitor *c, pl_desk *d, pl_visitor_kind kind, int seat, const char *token)
{
    char line[200];
    c->kind = kind;
    c->desk = d;
    c->seat = seat;
    c->beside = d->visitors;
    d->visitors = c;
    d->seating++;
    pl_message_hello("parlor", token, 0, line, sizeof line);
    say(c, line);
    pl_desk_go_on(d);
}

/* A name that hello brings is made plain text; one of spaces is none. */
static void rename_seat(pl_desk *d, int seat, const char *said)
{
    char name[PL_NAME_MAX];
    const char *at;
    snprintf(name, sizeof name, "%s", said);
    for (int n; (at = pl_wish_hidden(name, &n));) {
        char *hidden = name + (at - name);
        *hidden = '?';
        memmove(hidden + 1, hidden + n, strlen(hidden + n) + 1);
    }
    if (!pl_wish_blank(name)) pl_desk_rename(d, seat, name);
}

static int sit_down(pl_visitor *c, pl_desk *d, int seat, const pl_message *m, const char *token)
{
    pl_chair *chair = &d->chair[seat];
    if (chair->visitor)
        pl_visitor_dismiss(chair->visitor, "this seat is played from another window or device now");
    chair->visitor = c;
    chair->awaited = 0;
    rename_seat(d, seat, m->name);
    join(c, d, PL_IS_PLAYER, seat, token);
    return 0;
}

/* The table that is to be watched stands in a member that players elsewhere do not need. */
static int begin_watching(pl_visitor *c, const char *line, size_t n)
{
    json_t *o = json_loadb(line, n, 0, NULL);
    const char *id = json_string_value(json_object_get(o, "table"));
    pl_desk *d = id ? pl_desk_find(c->server, id) : NULL;
    json_decref(o);
    if (!d || !d->watch) {
        pl_visitor_dismiss(c, d ? "this table is not watched" : "there is no such table");
        return -1;
    }
    d->watchers++;
    join(c, d, PL_IS_WATCHER, PL_PUBLIC, NULL);
    return 0;
}

/* By an invitation, which is spent thereby; or by nothing. */
static int claim(pl_visitor *c, const pl_message *m)
{
    pl_error err;
    char token[PL_TOKEN_TEXT + 1];
    int seat;
    pl_desk *d = pl_desk_invited(c->server, m->token, &seat);
    if (d && pl_claim(d, seat, token, &err) == 0) return sit_down(c, d, seat, m, token);
    if (d) {
        pl_visitor_dismiss(c, err.text);
        return -1;
    }
    c->kind = PL_IS_REFUSED; /* and is told so a little later */
    c->came = pl_serve_ms();
    return -1;
}

static int greet(pl_visitor *c, const pl_message *m, const char *line, size_t n)
{
    int seat;
    c->raw = m->raw;
    c->once = m->once;
    if (m->protocol != PL_PROTOCOL) {
        pl_visitor_dismiss(c, "this host speaks version 1 of the protocol");
        return -1;
    }
    if (m->watch) return begin_watching(c, line, n);
    pl_desk *d = pl_desk_of(c->server, m->token, &seat);
    if (!d) return claim(c, m);
    pl_claim_sure(d, seat);
    return sit_down(c, d, seat, m, NULL);
}

/* The answer to the question that stands, or NULL; else why it is none. */
static const char *take_answer(pl_visitor *c, const pl_message *m)
{
    pl_desk *d = c->desk;
    pl_chair *chair = &d->chair[c->seat];
    pl_state view;
    if (m->number < 0 && chair->awaited) return NULL; /* it is old */
    if (d->state != PL_DESK_PLAYING) return "no game is being played";
    if (pl_table_paused(d->table)) return "the game is paused";
    if (!chair->asked) return "it is not your turn";
    if (m->number >= 0 && m->number != chair->acts) return "that is the answer to another question";
    if (m->seat != PL_OVER && m->seat != c->seat) return "that is an answer for another seat";
    c->credit.has = fmin(c->credit.has + 1, BURST);
    const pl_line *line = pl_table_line(d->table);
    pl_line_view(line, pl_line_plies(line), c->seat, &view);
    pl_move move = pl_message_choice(m, d->game, &view);
    if (move == PL_ILLEGAL) pl_desk_fault(d, c->seat, PL_ILLEGAL_MOVE, "that move is not legal");
    else pl_desk_move(d, c->seat, move, m->value, *m->said ? m->said : NULL);
    return NULL;
}

static const char *hear_player(pl_visitor *c, const pl_message *m)
{
    switch (m->type) {
    case PL_MSG_MOVE: return take_answer(c, m);
    case PL_MSG_HELLO: rename_seat(c->desk, c->seat, m->name); return NULL;
    case PL_MSG_RESIGN:
    case PL_MSG_BACK:
    case PL_MSG_DECLINE:
    case PL_MSG_PAUSE:
    case PL_MSG_RESUME: return pl_desk_ask(c->desk, c->seat, m->type);
    case PL_MSG_ERROR: return NULL;
    default: return "that is for the host to say";
    }
}

/* What anybody may say who is known here; 1: it was that. */
static int hear_anybody(pl_visitor *c, const pl_message *m)
{
    char line[100];
    if (m->type == PL_MSG_BYE) pl_visitor_dismiss(c, "goodbye");
    if (m->type == PL_MSG_PING) {
        pl_message_ping(PL_MSG_PONG, m->number, line, sizeof line);
        say(c, line);
    }
    if (m->type == PL_MSG_PONG && c->kind == PL_IS_PLAYER) {
        pl_chair *chair = &c->desk->chair[c->seat];
        if (m->number == chair->pings) chair->awaited = 0;
    }
    return m->type == PL_MSG_BYE || m->type == PL_MSG_PING || m->type == PL_MSG_PONG;
}

static int charge(pl_visitor *c, size_t n)
{
    double much = 1 + (double)n / PL_STRANGER_MAX;
    return pl_allowance_take(&c->credit, much, RATE, BURST, pl_serve_ms()) > 0;
}

/* A question for agents, which needs no hello. */
static void take_question(pl_visitor *c, const json_t *question, size_t n)
{
    if (c->kind == PL_IS_STRANGER) c->kind = PL_IS_CURIOUS;
    if (charge(c, n)) pl_visitor_dismiss(c, "too many messages came that nobody asked for");
    else pl_live_ask(c, question);
}

static int take_line(pl_visitor *c, const char *line, size_t n)
{
    pl_message m;
    pl_error err;
    int good = pl_message_read(line, n, &m, &err) == 0;
    json_t *question = good ? NULL : pl_live_read(line, n);
    if (question) {
        take_question(c, question, n);
        json_decref(question);
        return 0;
    }
    if (c->kind == PL_IS_STRANGER && good && m.type == PL_MSG_HELLO) return greet(c, &m, line, n);
    if (c->kind == PL_IS_STRANGER)
        pl_visitor_dismiss(
            c, good ? "the first message must be hello, with a seat's token or a table to watch"
                    : err.text);
    else if (charge(c, n)) pl_visitor_dismiss(c, "too many messages came that nobody asked for");
    if (c->leaving) return -1;
    if (good && hear_anybody(c, &m)) return 0;
    const char *why = !good                      ? err.text
                      : c->kind == PL_IS_PLAYER  ? hear_player(c, &m)
                      : c->kind == PL_IS_WATCHER ? "who watches cannot do that"
                                                 : "who has no seat cannot do that";
    char said[PL_SAID_MAX + 100];
    if (!why) return 0;
    pl_message_error(why, 0, said, sizeof said);
    say(c, said);
    return 0;
}

/* Keep bytes of a message that goes on: 0, or -1: it is too long. */
static int keep(pl_visitor *c, const char *bytes, size_t n)
{
    size_t most = c->kind == PL_IS_STRANGER ? PL_STRANGER_MAX : PL_BODY_MAX;
    if (c->had + n > most) return -1;
    if (c->had + n > c->room) {
        size_t room = 2 * (c->had + n);
        char *more = realloc(c->half, room);
        if (!more) return -1;
        c->half = more;
        c->room = room;
    }
    if (n) memcpy(c->half + c->had, bytes, n);
    c->had += n;
    return 0;
}

int pl_visitor_hear(pl_visitor *c, const char *bytes, size_t n, int whole)
{
    if (c->leaving || c->kind == PL_IS_REFUSED) return 0; /* nothing more is read of it */
    if (keep(c, bytes, n)) {
        pl_visitor_dismiss(c, "that message is too long");
        return 0;
    }
    size_t had = c->had;
    if (!whole) return 0;
    c->had = 0;
    take_line(c, c->half ? c->half : "", had);
    return 0;
}

/* Silence and slowness have their bounds. */
void pl_visitor_tick(pl_visitor *c)
{
    int64_t now = pl_serve_ms();
    if (c->cut) return; /* twice would keep it: libwebsockets still waits a little */
    if (c->wanted && (double)(now - c->wanted) > 1e3 * c->server->rules.slow) {
        c->cut = 1;
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    if (c->leaving) return;
    if (c->kind == PL_IS_STRANGER && (double)(now - c->came) > 1e3 * c->server->rules.hello)
        pl_visitor_dismiss(c, "no hello came");
    if (c->kind == PL_IS_REFUSED && now - c->came > PENALTY_MS)
        pl_visitor_dismiss(c, "no seat has this token");
}
