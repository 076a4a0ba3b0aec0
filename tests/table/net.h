/* net.h -- a host and its guests in one program, for the tests: a room whose games a thread
 * plays, guests whose lines the test says and expects, agents that play as guests. */
#ifndef PL_TESTS_NET_H
#define PL_TESTS_NET_H

#include <pthread.h>
#include <stdlib.h>

#include "parlor/guest.h"
#include "parlor/host.h"
#include "tests/support/played.h"

enum { PATIENCE = 60 }; /* seconds until a test gives up: far more than any machine needs */

typedef struct {
    pl_host *host;
    pl_room *room;
    const pl_game *game;
    pl_agent *agent[PL_SEATS_MAX];
    const char *token[PL_SEATS_MAX];
    char address[40];
    pthread_t thread;
    int games, played;
    uint64_t seed;
} place;

/* A room for a game at a host; a seat is "remote" or an agent. */
static inline void place_open(place *p, const char *game, const char *const *seats,
                              const pl_host_rules *host, pl_room_rules room)
{
    pl_error err = {""};
    *p = (place){.game = must_open("%s", game), .games = 1, .seed = 1};
    room.game = p->game;
    p->host = pl_host_open(host, &err);
    if (!p->host) fail_msg("%s", err.text);
    p->room = pl_room_open(p->host, &room, &err);
    if (!p->room) fail_msg("%s", err.text);
    for (int i = 0; i < p->game->players; i++) {
        if (!strcmp(seats[i], "remote")) {
            p->token[i] = pl_room_invite(p->room, i, NULL);
            assert_non_null(p->token[i]);
            continue;
        }
        p->agent[i] = pl_agent_open(seats[i], p->game, (uint64_t)i, &err);
        if (!p->agent[i]) fail_msg("%s", err.text);
        assert_int_equal(pl_room_sit(p->room, i, p->agent[i], NULL), 0);
    }
    snprintf(p->address, sizeof p->address, "127.0.0.1:%d", pl_host_port(p->host));
}

static inline void *place_play(void *with)
{
    place *p = with;
    for (int i = 0; i < p->games && pl_room_play(p->room, p->seed + (uint64_t)i); i++) p->played++;
    return NULL;
}

static inline void place_begin(place *p)
{
    assert_int_equal(pthread_create(&p->thread, NULL, place_play, p), 0);
}

/* Wait for the last game to end. */
static inline const pl_result *place_end(place *p)
{
    pthread_join(p->thread, NULL);
    return pl_table_result(pl_room_table(p->room));
}

static inline void place_close(place *p)
{
    pl_room_close(p->room);
    pl_host_close(p->host);
    for (int i = 0; i < p->game->players; i++) pl_agent_free(p->agent[i]);
    pl_close(p->game);
}

static inline pl_guest *guest_open(const char *address)
{
    pl_error err = {""};
    pl_guest *g = pl_guest_open(address, &err);
    if (!g) fail_msg("%s: %s", address, err.text);
    return g;
}

static inline pl_guest *guest_sit(const place *p, int seat)
{
    char hello[300];
    pl_guest *g = guest_open(p->address);
    pl_message_hello("guest", p->token[seat], 0, hello, sizeof hello);
    assert_int_equal(pl_guest_say(g, hello), 0);
    return g;
}

/* The next message, which must be of this type; or the next of this type, whatever comes before it.
 * What it points to lasts until the next call. */
static inline pl_message guest_next(pl_guest *g, pl_message_type type, int at_once)
{
    static char line[2 * PL_LINE_MAX];
    pl_error err = {""};
    pl_message m;
    for (int n; (n = pl_guest_hear(g, line, sizeof line, PATIENCE, &err)) > 0;) {
        if (pl_message_read(line, (size_t)n, &m, &err)) fail_msg("%s: %s", line, err.text);
        if (m.type == type) return m;
        if (at_once) fail_msg("no %s but %s", pl_message_name(type), line);
    }
    fail_msg("no %s came: %s", pl_message_name(type), err.text);
    return m;
}

static inline pl_message guest_expect(pl_guest *g, pl_message_type type)
{
    return guest_next(g, type, 1);
}

static inline pl_message guest_await(pl_guest *g, pl_message_type type)
{
    return guest_next(g, type, 0);
}

/* The connection ends, with goodbye for this reason. */
static inline void guest_dismissed(pl_guest *g, const char *words)
{
    char line[100];
    pl_error err = {""};
    pl_message m = guest_await(g, PL_MSG_BYE);
    if (!strstr(m.said, words)) fail_msg("'%s' does not say '%s'", m.said, words);
    assert_int_equal(pl_guest_hear(g, line, sizeof line, PATIENCE, &err), -1);
    pl_guest_close(g);
}

static inline void guest_move(pl_guest *g, const char *move, int64_t act)
{
    char line[200];
    pl_message_move(move, act, NAN, NULL, line, sizeof line);
    pl_guest_say(g, line);
}

static inline void guest_ask(pl_guest *g, pl_message_type what)
{
    char line[100];
    pl_message_plain(what, PL_OVER, line, sizeof line);
    pl_guest_say(g, line);
}

static inline pl_message_type message_type(const char *name)
{
    int type = 0;
    while (type < PL_MSG_TYPES && strcmp(pl_message_name((pl_message_type)type), name)) type++;
    if (type == PL_MSG_TYPES) fail_msg("there is no message '%s'", name);
    return (pl_message_type)type;
}

/* A conversation of guests with their host, such as "0 moves b2; 1 awaits act; 0 asks back; 1 hears
 * back of 0; 0 hears error: paused": hears is of the next message, awaits of the next of its type. */
static inline void converse(pl_guest **guests, const char *script)
{
    char does[8], what[60], type[16];
    int guest, n;
    for (; sscanf(script, " %d %7s %59[^;]%n", &guest, does, what, &n) == 3; script += n) {
        pl_guest *g = guests[guest];
        const char *of = strstr(what, " of "), *words = strstr(what, ": ");
        sscanf(what, "%15[a-z0-9]", type);
        if (!strcmp(does, "moves")) guest_move(g, type, -1);
        else if (!strcmp(does, "asks")) guest_ask(g, message_type(type));
        else {
            pl_message m = guest_next(g, message_type(type), !strcmp(does, "hears"));
            if (of && m.seat != atoi(of + 4)) fail_msg("'%s' came of seat %d", what, m.seat);
            if (words && !strstr(m.said, words + 2)) fail_msg("'%s': '%s' came", what, m.said);
        }
        if (script[n] == ';') n++;
    }
    assert_string_equal(script, "");
}

/* An agent that plays as a guest, in a thread. */
typedef struct {
    pl_visit_rules rules;
    const char *spec;
    pthread_t thread;
    int status;
    pl_error err;
} far;

static inline pl_agent *far_open(void *with, const pl_game *g, pl_error *err)
{
    return pl_agent_open(((far *)with)->spec, g, 7, err);
}

static inline void *far_play(void *with)
{
    far *f = with;
    pl_visit *v = pl_visit_open(&f->rules, &f->err);
    f->status = v ? pl_visit_play(v, &f->err) : -1;
    pl_visit_close(v);
    return NULL;
}

static inline void far_begin(far *f, const char *address, const char *token, const char *spec)
{
    *f = (far){.rules = {.address = address, .token = token, .open = far_open, .with = f},
               .spec = spec};
    assert_int_equal(pthread_create(&f->thread, NULL, far_play, f), 0);
}

static inline void far_end(far *f)
{
    pthread_join(f->thread, NULL);
    if (f->status) fail_msg("%s", f->err.text);
}

#endif
