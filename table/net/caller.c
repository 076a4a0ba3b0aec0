/* caller.c -- what somebody at the other end of a connection says, and what that does.
 *
 * A stranger says hello, with a token or to watch; a player answers and asks; who
 * watches is only kept alive.  Everything else gets a sentence, and costs of an allowance
 * that only being asked restores.
 *
 * Fact to check: it takes as long to refuse a token that is wrong in its first letter as
 * one that is wrong in its last.
 */
#include "table/net/caller.h"

#include <stdio.h>
#include <string.h>

static int complain(pl_caller *c, const char *reason)
{
    char line[PL_SAID_MAX + 100];
    pl_message_error(reason, 0, line, sizeof line);
    return pl_link_say(&c->link, line);
}

static pl_chair *chair_of(const pl_caller *c)
{
    return c->room && c->kind == PL_IS_PLAYER ? c->room->chair[c->seat] : NULL;
}

void pl_caller_dismiss(pl_caller *c, const char *why)
{
    char line[PL_SAID_MAX + 100];
    if (c->leaving > 0) return;
    if (chair_of(c)) chair_of(c)->bye = 1;
    c->leaving = pl_bell_now();
    pl_message_bye(why, line, sizeof line);
    pl_caller_part(c, why);
    pl_link_say(&c->link, line);
    pl_host_send(c->host);
}

static void tell(const pl_room *r, const pl_news *n)
{
    if (r && r->rules.tell) r->rules.tell(r->rules.with, r, n);
}

int pl_caller_is_done(const pl_caller *c)
{
    const pl_chair *chair = chair_of(c);
    if (c->leaving <= 0 || pl_link_waits(&c->link)) return 0;
    return !chair || !c->room->closing || !c->link.bytes || chair->bye;
}

void pl_caller_part(pl_caller *c, const char *why)
{
    pl_room *r = c->room;
    pl_chair *chair = chair_of(c);
    if (chair && pl_caller_is_done(c)) chair->bye = 1;
    c->link.tape = NULL;
    c->room = NULL;
    if (c->kind == PL_IS_WATCHER && r) {
        r->watchers--;
        tell(r, &(pl_news){.what = PL_WATCHERS, .watchers = r->watchers, .name = "", .text = ""});
    }
    if (!chair || chair->caller != c) return;
    chair->caller = NULL;
    chair->left = pl_bell_now();
    tell(r, &(pl_news){.what = PL_LEFT, .seat = c->seat, .name = r->name[c->seat], .text = why});
    pl_bell_ring(&c->host->bell);
}

/* Whether two texts of n bytes are the same, in a time that does not tell where not. */
static int same_secret(const char *a, const char *b, size_t n)
{
    unsigned char differ = 0;
    for (size_t i = 0; i < n; i++) differ |= (unsigned char)(a[i] ^ b[i]);
    return differ == 0;
}

/* Whose token it is: all are looked at, whatever is found. */
static pl_chair *find_chair(const pl_host *h, const char *token)
{
    char given[sizeof((pl_chair *)0)->token] = {0};
    pl_chair *found = NULL;
    int fits = strlen(token) == sizeof given - 1;
    if (fits) memcpy(given, token, sizeof given);
    for (pl_room *r = h->rooms; r; r = r->next)
        for (int i = 0; i < r->rules.game->players; i++)
            if (r->chair[i] && same_secret(given, r->chair[i]->token, sizeof given - 1))
                found = r->chair[i];
    return fits ? found : NULL;
}

static void welcome(pl_caller *c, const pl_tape *tape)
{
    char line[200];
    pl_message_hello("parlor", NULL, 0, line, sizeof line);
    pl_link_say(&c->link, line);
    pl_link_follow(&c->link, tape);
    if (!c->room->paused) return;
    pl_message_plain(PL_MSG_PAUSE, PL_OVER, line, sizeof line);
    pl_link_say(&c->link, line);
}

static void rename_seat(pl_room *r, int seat, const char *name)
{
    if (*name && !r->chair[seat]->named)
        snprintf(r->name[seat], sizeof r->name[seat], "%.*s", PL_NAME_MAX - 1, name);
}

static int sit_down(pl_caller *c, pl_chair *chair, const pl_message *m)
{
    pl_room *r = chair->room;
    if (chair->caller)
        pl_caller_dismiss(chair->caller, "somebody else came with this seat's token");
    c->kind = PL_IS_PLAYER;
    c->room = r;
    c->seat = (int)chair->base.seat;
    c->link.longest = PL_LINE_MAX;
    chair->caller = c;
    chair->bye = chair->awaited = 0;
    if (r->closing) c->leaving = pl_bell_now();
    chair->asking = chair->asked && !chair->answered;
    pl_tape_pass(&chair->tape, pl_tape_end(&chair->tape));
    rename_seat(r, c->seat, m->name);
    welcome(c, &chair->tape);
    tell(r, &(pl_news){.what = PL_CAME, .seat = c->seat, .name = r->name[c->seat], .text = ""});
    pl_bell_ring(&c->host->bell);
    return 0;
}

static int begin_watching(pl_caller *c)
{
    pl_room *r = c->host->rooms;
    if (!r || r->watchers >= c->host->rules.watchers) {
        pl_caller_dismiss(c, r ? "there are too many spectators" : "there is nothing to watch");
        return -1;
    }
    c->kind = PL_IS_WATCHER;
    c->room = r;
    r->watchers++;
    welcome(c, &r->open);
    tell(r, &(pl_news){.what = PL_WATCHERS, .watchers = r->watchers, .name = "", .text = ""});
    return 0;
}

/* A wrong token is answered late, and nothing else is read of who brought it. */
static int refuse(pl_caller *c)
{
    c->kind = PL_IS_REFUSED;
    c->came = pl_bell_now();
    tell(c->host->rooms,
         &(pl_news){.what = PL_STRANGER, .name = "", .text = "somebody came with a wrong token"});
    return -1;
}

static int greet(pl_caller *c, const pl_message *m)
{
    c->link.bytes = m->raw;
    if (m->protocol != PL_PROTOCOL) {
        pl_caller_dismiss(c, "this host speaks version 1 of the protocol");
        return -1;
    }
    if (m->watch) return begin_watching(c);
    pl_chair *chair = find_chair(c->host, m->token);
    return chair ? sit_down(c, chair, m) : refuse(c);
}

static int hear_stranger(pl_caller *c, const pl_message *m, const char *bad)
{
    if (m && m->type == PL_MSG_HELLO) return greet(c, m);
    pl_caller_dismiss(c, m ? "the first line must be hello, with a seat's token or \"watch\":true"
                           : bad);
    return -1;
}

/* An answer to the question that stands, or NULL; else why it is none. */
static const char *take_answer(pl_caller *c, const pl_message *m, const char *bad)
{
    pl_chair *chair = c->room->chair[c->seat];
    int late = m && m->number >= 0 && m->number != chair->acts;
    int other = m && m->seat != PL_OVER && m->seat != c->seat;
    if (m && m->number < 0 && chair->awaited) return NULL; /* it is old */
    if (c->room->paused) return "the game is paused";
    if (!chair->asked) return "it is not your turn";
    if (chair->answered) return "that has been answered already";
    if (late) return "that is the answer to another question";
    snprintf(chair->bad.text, sizeof chair->bad.text, "%s",
             other ? "that is an answer for another seat"
             : m   ? ""
                   : bad);
    if (m) chair->answer = *m;
    chair->answered = 1;
    pl_link_allow(&c->link);
    pl_bell_ring(&c->host->bell);
    return NULL;
}

static const char *hear_player(pl_caller *c, const pl_message *m)
{
    switch (m->type) {
    case PL_MSG_MOVE: return take_answer(c, m, NULL);
    case PL_MSG_HELLO: rename_seat(c->room, c->seat, m->name); return NULL;
    case PL_MSG_RESIGN:
    case PL_MSG_BACK:
    case PL_MSG_DECLINE:
    case PL_MSG_PAUSE:
    case PL_MSG_RESUME: return pl_room_ask(c->room, c->seat, m->type);
    case PL_MSG_ERROR: return NULL;
    default: return "that is for the host to say";
    }
}

/* What anybody may say who is known here; 1: it was that. */
static int hear_anybody(pl_caller *c, const pl_message *m)
{
    char line[100];
    if (m->type == PL_MSG_BYE) {
        if (chair_of(c)) chair_of(c)->bye = 1; /* also if it was told to go before */
        pl_caller_dismiss(c, "goodbye");
    }
    if (m->type == PL_MSG_PING) {
        pl_message_ping(PL_MSG_PONG, m->number, line, sizeof line);
        pl_link_say(&c->link, line);
    }
    if (m->type == PL_MSG_PONG && chair_of(c) && m->number == chair_of(c)->pings)
        chair_of(c)->awaited = 0;
    return m->type == PL_MSG_BYE || m->type == PL_MSG_PING || m->type == PL_MSG_PONG;
}

static const char *hear(pl_caller *c, const pl_message *m, const char *bad)
{
    if (!m && c->kind == PL_IS_PLAYER && !take_answer(c, NULL, bad)) return NULL;
    if (!m) return bad;
    if (hear_anybody(c, m)) return NULL;
    if (c->kind == PL_IS_PLAYER) return hear_player(c, m);
    return m->type == PL_MSG_HELLO ? NULL : "who watches cannot do that";
}

static int take_line(void *with, char *line, size_t n)
{
    pl_caller *c = with;
    pl_message m;
    pl_error err;
    int good = pl_message_read(line, n, &m, &err) == 0;
    c->heard = pl_bell_now();
    c->pinged = 0;
    if (c->kind == PL_IS_STRANGER) return hear_stranger(c, good ? &m : NULL, err.text);
    if (pl_link_charge(&c->link, c->heard, n)) {
        pl_caller_dismiss(c, "too many lines came that nobody asked for");
        return -1;
    }
    const char *why = hear(c, good ? &m : NULL, err.text);
    if (why) complain(c, why);
    return c->leaving > 0 ? -1 : 0;
}

int pl_caller_feed(pl_caller *c, const char *bytes, size_t n)
{
    if (c->kind == PL_IS_REFUSED || (c->leaving > 0 && !c->room)) return -1;
    int got = pl_link_feed(&c->link, bytes, n, take_line, c);
    if (got && c->leaving <= 0 && c->kind != PL_IS_REFUSED)
        pl_caller_dismiss(c, "that line is too long");
    return got;
}

static void ping(pl_caller *c)
{
    char line[100];
    pl_message_ping(PL_MSG_PING, -1, line, sizeof line);
    pl_link_say(&c->link, line);
    c->pinged = 1;
}

int pl_caller_tick(pl_caller *c, double now)
{
    const pl_host_rules *r = &c->host->rules;
    double silent = now - c->heard;
    if (c->leaving > 0) return now - c->leaving > r->slow;
    if (c->kind == PL_IS_STRANGER && now - c->came > r->hello)
        pl_caller_dismiss(c, "no hello came");
    else if (c->kind == PL_IS_REFUSED && now - c->came > r->penalty)
        pl_caller_dismiss(c, "no seat has this token");
    else if (pl_link_lost(&c->link) || (pl_link_waits(&c->link) && now - c->moved > r->slow))
        return 1;
    else if (silent > r->idle) pl_caller_dismiss(c, "nothing was heard for too long");
    else if (silent > r->idle / 2 && !c->pinged && c->room) ping(c);
    return 0;
}
