/* host.c -- players in the net: seats claimed by tokens, taken over and resumed; agents
 * that play from afar; all in one process, over the loopback. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/table/net.h"

static const pl_host_rules quick = {.penalty = 0.01};

/* Every seat far away, over TCP and WebSocket: games end as they would at home. */
static void far_agents(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote", "random"};
    place p;
    far f[2];
    char ws[60];
    place_open(&p, "kuhn(players=3)", seats, &quick, (pl_room_rules){.wait = PATIENCE});
    p.games = 20;
    place_begin(&p);
    snprintf(ws, sizeof ws, "ws://%s/", p.address);
    far_begin(&f[0], p.address, p.token[0], "random");
    far_begin(&f[1], ws, p.token[1], "first");
    const pl_result *r = place_end(&p);
    assert_int_equal(p.played, 20);
    assert_int_equal(r->how, PL_BY_RULES);
    near(r->score[0] + r->score[1] + r->score[2], 0, 1e-9);
    place_close(&p);
    far_end(&f[0]);
    far_end(&f[1]);
}

/* A seat is for who has its token, and nobody learns which letter of one is wrong. */
static void tokens(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    static const char *const wrong[] = {"", "x", "0123456789012345678901234567890123456789"};
    char token[PL_TOKEN_MAX], line[300];
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    assert_int_equal(strlen(p.token[0]), 40);
    assert_string_not_equal(p.token[0], p.token[1]);
    for (size_t i = 0; i <= LENGTH(wrong); i++) {
        pl_guest *g = guest_open(p.address);
        snprintf(token, sizeof token, "%s", i < LENGTH(wrong) ? wrong[i] : p.token[0]);
        if (i == LENGTH(wrong)) token[39] = token[39] == '0' ? '1' : '0';
        pl_message_hello("guest", token, 0, line, sizeof line);
        pl_guest_say(g, line);
        guest_dismissed(g, "no seat has this token");
    }
    pl_guest *g = guest_open(p.address);
    pl_guest_say(g, "{\"type\":\"move\",\"move\":\"a1\"}\n");
    guest_dismissed(g, "hello");
    g = guest_open(p.address);
    pl_guest_say(g, "GE what\n");
    guest_dismissed(g, "JSON");
    g = guest_open(p.address);
    pl_guest_say(g, "{\"type\":\"hello\",\"protocol\":2}\n");
    guest_dismissed(g, "version");
    place_close(&p);
}

/* Who comes back, or comes with the same token, goes on where the seat was. */
static void resuming(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.wait = PATIENCE});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_expect(g, PL_MSG_HELLO);
    pl_message m = guest_expect(g, PL_MSG_START);
    assert_int_equal(m.seat, 0);
    m = guest_expect(g, PL_MSG_ACT);
    assert_int_equal(m.number, 1);
    guest_move(g, "b2", 1);
    guest_expect(g, PL_MSG_SAW);
    guest_expect(g, PL_MSG_SAW);
    m = guest_expect(g, PL_MSG_ACT);
    assert_int_equal(m.number, 2);
    pl_guest_close(g); /* cut */
    g = guest_sit(&p, 0);
    pl_guest *other = NULL;
    for (int i = 0; i < 3; i++) { /* back; then another with the token, who takes over; ... */
        guest_expect(g, PL_MSG_HELLO);
        guest_expect(g, PL_MSG_START);
        guest_expect(g, PL_MSG_SAW);
        guest_expect(g, PL_MSG_SAW);
        m = guest_expect(g, PL_MSG_ACT);
        assert_int_equal(m.number, 2);
        if (other) guest_dismissed(other, "somebody else");
        other = g;
        if (i < 2) g = guest_sit(&p, 0);
    }
    guest_move(g, "a1", -1);
    m = guest_await(g, PL_MSG_ACT);
    guest_move(g, "c3", m.number);
    m = guest_await(g, PL_MSG_OVER);
    assert_string_equal(m.how, "rules");
    place_end(&p);
    place_close(&p);
    guest_dismissed(g, "closed");
}

/* A player who leaves is waited for, and no longer. */
static void leaving(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.wait = 0.05});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_await(g, PL_MSG_ACT);
    pl_guest_close(g);
    const pl_result *r = place_end(&p);
    assert_int_equal(r->how, PL_BY_FORFEIT);
    assert_int_equal(r->fault, PL_DISCONNECT);
    near(r->score[1], 1, 0);
    place_close(&p);
}

/* What is wrong may be corrected so often, and costs the game after that. */
static void wrong_answers(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    static const char *const lines[] = {"{\"type\":\"move\",\"move\":\"z9\"}\n",
                                        "{\"type\":\"move\",\"act\":1,\"move\":\"\xff\"}\n",
                                        "not JSON at all\n", "{\"type\":\"move\",\"move\":77}\n"};
    place p;
    pl_message m;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_await(g, PL_MSG_ACT);
    for (int i = 0; i < 3; i++) {
        pl_guest_say(g, lines[i]);
        m = guest_expect(g, PL_MSG_ERROR);
        assert_int_equal(m.again, 1);
        m = guest_expect(g, PL_MSG_ACT);
        assert_int_equal(m.number, i + 2);
    }
    guest_move(g, "b2", 1); /* the answer to an old question is no fault */
    m = guest_expect(g, PL_MSG_ERROR);
    assert_int_equal(m.again, 0);
    pl_guest_say(g, lines[3]);
    m = guest_expect(g, PL_MSG_OVER);
    assert_string_equal(m.how, "forfeit");
    assert_int_equal(place_end(&p)->fault, PL_ILLEGAL_MOVE);
    place_close(&p);
    pl_guest_close(g);
}

/* Lines that nobody asked for, lines without end, silence: each has its bound. */
static void bounds(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    static const pl_host_rules strict = {.hello = 0.2, .idle = 0.3, .penalty = 0.01};
    char part[1001];
    place p;
    place_open(&p, "tictactoe", seats, &strict, (pl_room_rules){0});
    pl_guest *g = guest_sit(&p, 0);
    guest_expect(g, PL_MSG_HELLO);
    for (int i = 0; i < 200; i++) pl_guest_say(g, "{\"type\":\"pong\"}\n");
    guest_dismissed(g, "nobody asked for");
    g = guest_open(p.address);
    memset(part, '{', sizeof part - 1);
    part[1000] = 0;
    for (int i = 0; i < 6; i++) pl_guest_say(g, part);
    guest_dismissed(g, "too long");
    g = guest_open(p.address);
    pl_guest_say(g, "{\"type\":\"hel");
    guest_dismissed(g, "no hello");
    g = guest_sit(&p, 1); /* which answers pings by itself */
    guest_expect(g, PL_MSG_HELLO);
    assert_int_equal(pl_guest_hear(g, part, sizeof part, 1, NULL), 0);
    pl_guest_close(g);
    place_close(&p);
}

static void ask(pl_guest *g, pl_message_type what)
{
    char line[100];
    pl_message_plain(what, PL_OVER, line, sizeof line);
    pl_guest_say(g, line);
}

/* Two people and an agent: going back needs the other's word, resigning nobody's. */
static void requests(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    place_begin(&p);
    pl_guest *g[2] = {guest_sit(&p, 0), guest_sit(&p, 1)};
    guest_await(g[0], PL_MSG_ACT);
    guest_move(g[0], "b2", 1);
    guest_await(g[1], PL_MSG_ACT);
    ask(g[0], PL_MSG_BACK);
    pl_message m = guest_expect(g[1], PL_MSG_BACK);
    assert_int_equal(m.seat, 0);
    ask(g[1], PL_MSG_BACK);
    guest_expect(g[1], PL_MSG_START); /* anew */
    guest_await(g[0], PL_MSG_ACT);
    ask(g[1], PL_MSG_PAUSE);
    m = guest_expect(g[0], PL_MSG_PAUSE);
    assert_int_equal(m.seat, 1);
    guest_move(g[0], "a1", -1);
    m = guest_expect(g[0], PL_MSG_ERROR);
    assert_non_null(strstr(m.said, "paused"));
    ask(g[0], PL_MSG_RESUME);
    guest_await(g[1], PL_MSG_RESUME);
    guest_await(g[0], PL_MSG_ACT);
    guest_move(g[0], "a1", -1);
    guest_await(g[1], PL_MSG_ACT);
    ask(g[0], PL_MSG_BACK); /* and the other plays on */
    guest_expect(g[1], PL_MSG_BACK);
    guest_move(g[1], "b2", -1);
    m = guest_await(g[0], PL_MSG_ERROR);
    assert_non_null(strstr(m.said, "played on"));
    guest_await(g[0], PL_MSG_ACT);
    ask(g[1], PL_MSG_BACK);
    guest_expect(g[0], PL_MSG_BACK);
    ask(g[0], PL_MSG_DECLINE);
    assert_int_equal(guest_await(g[1], PL_MSG_DECLINE).seat, 0);
    ask(g[0], PL_MSG_DECLINE);
    assert_non_null(strstr(guest_expect(g[0], PL_MSG_ERROR).said, "nobody asks"));
    ask(g[1], PL_MSG_BACK);
    guest_expect(g[0], PL_MSG_BACK);
    ask(g[1], PL_MSG_RESIGN);
    m = guest_await(g[0], PL_MSG_OVER);
    assert_string_equal(m.how, "resigned");
    assert_int_equal(place_end(&p)->seat, 1);
    place_close(&p);
    for (int i = 0; i < 2; i++) guest_dismissed(g[i], "closed");
}

/* Seat 0 asks, and seat 1 plays on by what seat 0 cannot notice: nothing may tell it so. */
static void requests_in_the_dark(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    place p;
    place_open(&p, "dark_hex", seats, &quick, (pl_room_rules){0});
    place_begin(&p);
    pl_guest *g[2] = {guest_sit(&p, 0), guest_sit(&p, 1)};
    guest_await(g[0], PL_MSG_ACT);
    guest_move(g[0], "a1", 1);
    guest_await(g[0], PL_MSG_SAW);
    guest_await(g[1], PL_MSG_ACT);
    ask(g[0], PL_MSG_BACK);
    guest_expect(g[1], PL_MSG_BACK);
    guest_move(g[1], "a1", -1); /* it is taken, which nobody else hears of */
    guest_await(g[1], PL_MSG_ACT);
    ask(g[0], PL_MSG_DECLINE);
    ask(g[0], PL_MSG_RESUME); /* whose answer is the first that comes */
    assert_non_null(strstr(guest_expect(g[0], PL_MSG_ERROR).said, "not paused"));
    ask(g[0], PL_MSG_BACK);
    guest_expect(g[1], PL_MSG_BACK);
    guest_move(g[1], "b2", -1);
    assert_non_null(strstr(guest_expect(g[0], PL_MSG_ERROR).said, "played on"));
    guest_await(g[0], PL_MSG_ACT);
    ask(g[0], PL_MSG_DECLINE);
    assert_non_null(strstr(guest_expect(g[0], PL_MSG_ERROR).said, "nobody asks"));
    guest_await(g[1], PL_MSG_SAW);
    ask(g[0], PL_MSG_BACK); /* and tries on itself, which seat 1 cannot tell by agreeing */
    guest_expect(g[1], PL_MSG_BACK);
    guest_move(g[0], "b2", -1);
    guest_await(g[0], PL_MSG_ACT);
    ask(g[1], PL_MSG_BACK);
    guest_expect(g[1], PL_MSG_START);
    guest_await(g[0], PL_MSG_START);
    guest_expect(g[0], PL_MSG_ACT); /* before its first move */
    ask(g[0], PL_MSG_RESIGN);
    place_end(&p);
    place_close(&p);
    for (int i = 0; i < 2; i++) pl_guest_close(g[i]);
}

/* The host may end it at any time, also before it began. */
static void stopping(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    for (int here = 0; here <= 2; here++) {
        place p;
        pl_guest *g[2] = {NULL, NULL};
        place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
        place_begin(&p);
        for (int i = 0; i < here; i++) {
            g[i] = guest_sit(&p, i);
            guest_expect(g[i], PL_MSG_HELLO);
        }
        if (here == 2) guest_await(g[0], PL_MSG_ACT);
        pl_room_stop(p.room, "it is late");
        const pl_result *r = place_end(&p);
        assert_int_equal(p.played, here == 2);
        if (here == 2) assert_int_equal(r->how, PL_BY_ABORT);
        if (here == 2) assert_string_equal(guest_await(g[1], PL_MSG_OVER).said, "it is late");
        place_close(&p);
        for (int i = 0; i < here; i++) guest_dismissed(g[i], "closed");
    }
}

/* Also while it is paused. */
static void stopping_a_pause(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_await(g, PL_MSG_ACT);
    ask(g, PL_MSG_PAUSE);
    guest_await(g, PL_MSG_PAUSE);
    pl_room_stop(p.room, "it is late");
    assert_int_equal(place_end(&p)->how, PL_BY_ABORT);
    place_close(&p);
    guest_dismissed(g, "closed");
}

/* Going back is heard while an agent thinks, however long it would. */
static void going_back_from_an_agent(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "mcts(iterations=1000000000)"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_await(g, PL_MSG_START);
    guest_await(g, PL_MSG_ACT);
    guest_move(g, "b2", 1);
    guest_await(g, PL_MSG_SAW);
    ask(g, PL_MSG_BACK);
    guest_await(g, PL_MSG_START);
    guest_await(g, PL_MSG_ACT);
    ask(g, PL_MSG_RESIGN);
    assert_int_equal(place_end(&p)->how, PL_BY_RESIGNING);
    place_close(&p);
    pl_guest_close(g);
}

/* Who pauses and leaves is waited for as long as anybody, and then at fault. */
static void leaving_a_pause(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.wait = 0.05});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    guest_await(g, PL_MSG_ACT);
    ask(g, PL_MSG_PAUSE);
    guest_await(g, PL_MSG_PAUSE);
    pl_guest_close(g);
    assert_int_equal(place_end(&p)->fault, PL_DISCONNECT);
    place_close(&p);
}

/* A player has so long to pause in a game, and all others so long themselves. */
static void pausing_for_long(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "remote"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.pause = 0.05});
    place_begin(&p);
    pl_guest *g[2] = {guest_sit(&p, 0), guest_sit(&p, 1)};
    for (int i = 0; i < 2; i++) {
        guest_await(g[0], PL_MSG_ACT);
        ask(g[i], PL_MSG_PAUSE);
        assert_int_equal(guest_await(g[0], PL_MSG_PAUSE).seat, i);
        guest_await(g[0], PL_MSG_RESUME);
        guest_await(g[1], PL_MSG_RESUME);
    }
    ask(g[0], PL_MSG_PAUSE);
    pl_message m = guest_await(g[0], PL_MSG_ERROR);
    assert_non_null(strstr(m.said, "as long as one may"));
    ask(g[0], PL_MSG_RESIGN);
    assert_int_equal(place_end(&p)->how, PL_BY_RESIGNING);
    place_close(&p);
    for (int i = 0; i < 2; i++) pl_guest_close(g[i]);
}

/* Who is there but answers nothing, not even pings, has left. */
static void silence(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    static const pl_host_rules strict = {.idle = 0.2};
    struct sockaddr_in to = {.sin_family = AF_INET};
    char hello[300];
    place p;
    place_open(&p, "tictactoe", seats, &strict, (pl_room_rules){.wait = 0.05});
    place_begin(&p);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_port = htons((uint16_t)pl_host_port(p.host));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    pl_message_hello("asleep", p.token[0], 0, hello, sizeof hello);
    assert_int_equal(write(fd, hello, strlen(hello)), strlen(hello));
    assert_int_equal(place_end(&p)->fault, PL_DISCONNECT);
    place_close(&p);
    close(fd);
}

/* Spectators who never read, and more connections than there may be, hold nobody up. */
static void crowds(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    static const pl_host_rules small = {.connections = 12, .watchers = 4, .penalty = 0.01};
    place p;
    pl_guest *asleep[8], *strangers[20];
    char hello[200], line[100];
    place_open(&p, "connect4", seats, &small, (pl_room_rules){0});
    p.games = 3;
    place_begin(&p);
    pl_message_hello("", NULL, PL_HELLO_WATCH, hello, sizeof hello);
    for (size_t i = 0; i < LENGTH(asleep); i++) {
        asleep[i] = guest_open(p.address);
        pl_guest_say(asleep[i], hello);
        if (i < 4) guest_expect(asleep[i], PL_MSG_HELLO);
        else guest_dismissed(asleep[i], "too many spectators");
    }
    for (size_t i = 0; i < LENGTH(strangers); i++) {
        pl_error err;
        strangers[i] = pl_guest_open(p.address, &err);
        if (strangers[i]) pl_guest_hear(strangers[i], line, sizeof line, 0, NULL);
    }
    far f;
    far_begin(&f, p.address, p.token[0], "random");
    assert_int_equal(place_end(&p)->how, PL_BY_RULES);
    place_close(&p);
    far_end(&f);
    for (size_t i = 0; i < LENGTH(strangers); i++) pl_guest_close(strangers[i]);
    for (int i = 0; i < 4; i++) pl_guest_close(asleep[i]);
}

/* A clock goes on while nobody is there. */
static void clocks(void **state)
{
    (void)state;
    static const char *const seats[] = {"remote", "first"};
    pl_table_rules rules = pl_table_usual(PL_IN_THE_NET);
    place p;
    rules.pace.move = 200000000;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.table = &rules, .wait = PATIENCE});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0);
    pl_message m = guest_await(g, PL_MSG_ACT);
    assert_true(m.time.most > 0 && m.time.most <= 0.2);
    pl_guest_close(g);
    assert_int_equal(place_end(&p)->fault, PL_TIMEOUT);
    place_close(&p);
}

int test_host(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_agents),       cmocka_unit_test(tokens),
        cmocka_unit_test(resuming),         cmocka_unit_test(leaving),
        cmocka_unit_test(bounds),           cmocka_unit_test(requests),
        cmocka_unit_test(clocks),           cmocka_unit_test(stopping),
        cmocka_unit_test(stopping_a_pause), cmocka_unit_test(crowds),
        cmocka_unit_test(wrong_answers),    cmocka_unit_test(going_back_from_an_agent),
        cmocka_unit_test(leaving_a_pause),  cmocka_unit_test(pausing_for_long),
        cmocka_unit_test(silence),          cmocka_unit_test(requests_in_the_dark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
