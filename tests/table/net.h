/* net.h -- a host and guests in one program, for the tests: a room whose games are
 * played by a thread, guests that say and expect lines, agents that play from afar. */
#ifndef PL_TESTS_NET_H
#define PL_TESTS_NET_H

#include <pthread.h>
#include <stdlib.h>

#include "parlor/guest.h"
#include "parlor/host.h"
#include "tests/support/played.h"

enum { PATIENCE = 60 }; /* seconds; nothing here takes so long but on a machine that hangs */

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

/* A room at a host that is quick to lose patience; seats: "remote" or an agent. */
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

/* A guest by hand. */

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

/* The next message, which must be of this type; what it points to lasts until the next. */
static inline pl_message guest_expect(pl_guest *g, pl_message_type type)
{
    static char line[2 * PL_LINE_MAX];
    pl_error err = {""};
    pl_message m;
    int n = pl_guest_hear(g, line, sizeof line, PATIENCE, &err);
    if (n <= 0) fail_msg("no %s came: %s", pl_message_name(type), err.text);
    if (pl_message_read(line, (size_t)n, &m, &err)) fail_msg("%s: %s", line, err.text);
    if (m.type != type) fail_msg("no %s but %s", pl_message_name(type), line);
    return m;
}

/* The same, whatever else comes first. */
static inline pl_message guest_await(pl_guest *g, pl_message_type type)
{
    static char line[2 * PL_LINE_MAX];
    pl_error err = {""};
    pl_message m;
    for (int n; (n = pl_guest_hear(g, line, sizeof line, PATIENCE, &err)) > 0;) {
        if (pl_message_read(line, (size_t)n, &m, &err)) fail_msg("%s: %s", line, err.text);
        if (m.type == type) return m;
    }
    fail_msg("no %s came: %s", pl_message_name(type), err.text);
    return m;
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

/* An agent that plays from afar, in a thread. */
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
