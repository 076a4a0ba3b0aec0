/* host.c -- online tables: seats that are claimed by tokens, taken over and resumed, requests of
 * players, agents that play as guests; all in one process, over the loopback. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/table/net.h"

static const pl_host_rules quick = {.penalty = 0.01};

/* Agents as guests, over TCP and WebSocket: games end as they would at home. */
static void guests_that_are_agents(void **state)
{
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

/* A seat takes its token, and the answer to another does not say which letter is wrong. */
static void tokens(void **state)
{
    static const char *const seats[] = {"remote", "remote"};
    static const char *const wrong[] = {"", "x", "0123456789012345678901234567890123456789"};
    static const char *const openings[][2] = {{"{\"type\":\"move\",\"move\":\"a1\"}\n", "hello"},
                                              {"GE what\n", "JSON"},
                                              {"{\"type\":\"hello\",\"protocol\":2}\n", "version"}};
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
    for (size_t i = 0; i < LENGTH(openings); i++) {
        pl_guest *g = guest_open(p.address);
        pl_guest_say(g, openings[i][0]);
        guest_dismissed(g, openings[i][1]);
    }
    place_close(&p);
}

/* Tic-tac-toe against an agent: the guest, which has been asked for its first move. */
static pl_guest *play_against(place *p, const char *agent, pl_room_rules room)
{
    const char *const seats[] = {"remote", agent};
    place_open(p, "tictactoe", seats, &quick, room);
    place_begin(p);
    pl_guest *g = guest_sit(p, 0);
    guest_await(g, PL_MSG_ACT);
    return g;
}

/* A game of two guests that goes so, and ends when a guest resigns. */
static void play_out(const char *game, const char *script, int resigns, pl_room_rules room)
{
    static const char *const seats[] = {"remote", "remote"};
    place p;
    place_open(&p, game, seats, &quick, room);
    place_begin(&p);
    pl_guest *g[2] = {guest_sit(&p, 0), guest_sit(&p, 1)};
    converse(g, script);
    guest_ask(g[resigns], PL_MSG_RESIGN);
    for (int i = 0; i < 2; i++) assert_string_equal(guest_await(g[i], PL_MSG_OVER).how, "resigned");
    assert_int_equal(place_end(&p)->seat, resigns);
    place_close(&p);
    for (int i = 0; i < 2; i++) guest_dismissed(g[i], "closed");
}

/* A player who comes back, or another with the same token, goes on where the seat was. */
static void resuming(void **state)
{
    static const char *const seats[] = {"remote", "first"};
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){.wait = PATIENCE});
    place_begin(&p);
    pl_guest *g = guest_sit(&p, 0), *other = NULL;
    converse(&g, "0 hears hello; 0 hears start of 0");
    assert_int_equal(guest_expect(g, PL_MSG_ACT).number, 1);
    guest_move(g, "b2", 1);
    converse(&g, "0 hears saw; 0 hears saw");
    assert_int_equal(guest_expect(g, PL_MSG_ACT).number, 2);
    pl_guest_close(g); /* cut */
    g = guest_sit(&p, 0);
    for (int i = 0; i < 3; i++) { /* back; then another with the token, which takes over; ... */
        converse(&g, "0 hears hello; 0 hears start; 0 hears saw; 0 hears saw");
        assert_int_equal(guest_expect(g, PL_MSG_ACT).number, 2);
        if (other) guest_dismissed(other, "somebody else");
        other = g;
        if (i < 2) g = guest_sit(&p, 0);
    }
    guest_move(g, "a1", -1);
    guest_move(g, "c3", guest_await(g, PL_MSG_ACT).number);
    assert_string_equal(guest_await(g, PL_MSG_OVER).how, "rules");
    place_end(&p);
    place_close(&p);
    guest_dismissed(g, "closed");
}

/* A player who leaves is waited for, and no longer; in a pause, too. */
static void leaving(void **state)
{
    for (int paused = 0; paused < 2; paused++) {
        place p;
        pl_guest *g = play_against(&p, "first", (pl_room_rules){.wait = 0.05});
        if (paused) converse(&g, "0 asks pause; 0 awaits pause");
        pl_guest_close(g);
        const pl_result *r = place_end(&p);
        assert_int_equal(r->how, PL_BY_FORFEIT);
        assert_int_equal(r->fault, PL_DISCONNECT);
        near(r->score[1], 1, 0);
        place_close(&p);
    }
}

/* Three wrong answers may be corrected, the fourth costs the game. */
static void wrong_answers(void **state)
{
    static const char *const lines[] = {"{\"type\":\"move\",\"move\":\"z9\"}\n",
                                        "{\"type\":\"move\",\"act\":1,\"move\":\"\xff\"}\n",
                                        "not JSON at all\n", "{\"type\":\"move\",\"move\":77}\n"};
    place p;
    pl_guest *g = play_against(&p, "first", (pl_room_rules){0});
    for (int i = 0; i < 3; i++) {
        pl_guest_say(g, lines[i]);
        assert_int_equal(guest_expect(g, PL_MSG_ERROR).again, 1);
        assert_int_equal(guest_expect(g, PL_MSG_ACT).number, i + 2);
    }
    guest_move(g, "b2", 1); /* the answer to an old question is no fault */
    assert_int_equal(guest_expect(g, PL_MSG_ERROR).again, 0);
    pl_guest_say(g, lines[3]);
    assert_string_equal(guest_expect(g, PL_MSG_OVER).how, "forfeit");
    assert_int_equal(place_end(&p)->fault, PL_ILLEGAL_MOVE);
    place_close(&p);
    pl_guest_close(g);
}

/* Lines that were not asked for, lines without end, silence: each has its bound. */
static void bounds(void **state)
{
    static const char *const seats[] = {"remote", "remote"};
    static const pl_host_rules strict = {.hello = 0.1};
    char part[1001];
    place p;
    place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
    pl_guest *g = guest_sit(&p, 0);
    guest_expect(g, PL_MSG_HELLO);
    for (int i = 0; i < 200; i++) pl_guest_say(g, "{\"type\":\"pong\"}\n");
    guest_dismissed(g, "nobody asked for");
    g = guest_open(p.address);
    memset(part, '{', sizeof part - 1);
    part[1000] = 0;
    for (int i = 0; i < 6; i++) pl_guest_say(g, part);
    guest_dismissed(g, "too long");
    place_close(&p);
    place_open(&p, "tictactoe", seats, &strict, (pl_room_rules){0});
    g = guest_open(p.address);
    pl_guest_say(g, "{\"type\":\"hel");
    guest_dismissed(g, "no hello");
    place_close(&p);
}

/* A socket that has said hello for seat 0, and says nothing by itself. */
static int sit_by_hand(const place *p)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    char hello[300];
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_port = htons((uint16_t)pl_host_port(p->host));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    pl_message_hello("by hand", p->token[0], 0, hello, sizeof hello);
    assert_int_equal(write(fd, hello, strlen(hello)), strlen(hello));
    return fd;
}

/* A host asks a second time only if it was answered the first time: it takes no guest for gone that
 * answers.  Where the machine is so slow that an answer comes too late it may try again. */
static void pings_keep_a_seat(void **state)
{
    static const char *const seats[] = {"remote", "remote"};
    static const pl_host_rules strict = {.idle = 0.1};
    static const char pong[] = "{\"type\":\"pong\"}\n";
    char line[2 * PL_LINE_MAX];
    int pings = 0;
    place p;
    place_open(&p, "tictactoe", seats, &strict, (pl_room_rules){0});
    for (int tries = 0; pings < 3 && tries < 30; tries++) {
        FILE *in = fdopen(sit_by_hand(&p), "r");
        for (pings = 0; pings < 3 && fgets(line, sizeof line, in);)
            if (strstr(line, "\"ping\"")) {
                pings++;
                if (write(fileno(in), pong, strlen(pong)) < 0) break;
            }
        fclose(in);
    }
    assert_int_equal(pings, 3);
    place_close(&p);
}

/* A guest answers pings by itself: here the test is the host. */
static void guests_answer_pings(void **state)
{
    static const char pings[] = "{\"type\":\"ping\"}\n{\"type\":\"ping\",\"id\":7}\n";
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    char address[40], line[200];
    int door = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(door, 1), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&at, &size), 0);
    snprintf(address, sizeof address, "127.0.0.1:%d", ntohs(at.sin_port));
    pl_guest *g = guest_open(address);
    FILE *in = fdopen(accept(door, NULL, NULL), "r");
    assert_int_equal(write(fileno(in), pings, strlen(pings)), strlen(pings));
    for (int i = 0; i < 2; i++) {
        assert_non_null(fgets(line, sizeof line, in));
        assert_non_null(strstr(line, "\"pong\""));
        assert_int_equal(strchr(line, '7') != NULL, i);
    }
    fclose(in);
    close(door);
    pl_guest_close(g);
}

/* Going back needs the word of the other guest, resigning nobody's. */
static void requests(void **state)
{
    play_out("tictactoe",
             "0 awaits act; 0 moves b2; 1 awaits act; 0 asks back; 1 hears back of 0; 1 asks back;"
             "1 hears start; 0 awaits act;" /* it begins anew */
             "1 asks pause; 0 hears pause of 1; 0 moves a1; 0 hears error: paused;"
             "0 asks resume; 1 awaits resume; 0 awaits act; 0 moves a1; 1 awaits act;"
             "0 asks back; 1 hears back; 1 moves b2;" /* it plays on instead */
             "0 awaits error: played on; 0 awaits act; 1 asks back; 0 hears back; 0 asks decline;"
             "1 awaits decline of 0; 0 asks decline; 0 hears error: nobody asks;"
             "1 asks back; 0 hears back",
             1, (pl_room_rules){0});
}

/* Seat 0 asks, and seat 1 plays on by what seat 0 cannot notice: no answer may show it. */
static void requests_in_the_dark(void **state)
{
    play_out("dark_hex",
             "0 awaits act; 0 moves a1; 0 awaits saw; 1 awaits act; 0 asks back; 1 hears back;"
             "1 moves a1; 1 awaits act;"      /* it is taken, which seat 0 does not notice */
             "0 asks decline; 0 asks resume;" /* only the second is answered */
             "0 hears error: not paused; 0 asks back; 1 hears back; 1 moves b2;"
             "0 hears error: played on; 0 awaits act; 0 asks decline; 0 hears error: nobody asks;"
             "1 awaits saw; 0 asks back; 1 hears back;"
             "0 moves b2; 0 awaits act;" /* taken, too: seat 1 cannot tell it by agreeing */
             "1 asks back; 1 hears start; 0 awaits start; 0 hears act", /* before the first move */
             0, (pl_room_rules){0});
}

/* Each player may pause a game for a certain time. */
static void pausing_for_long(void **state)
{
    play_out("tictactoe",
             "0 awaits act; 0 asks pause; 0 awaits pause of 0; 0 awaits resume; 1 awaits resume;"
             "0 awaits act; 1 asks pause; 0 awaits pause of 1; 0 awaits resume; 1 awaits resume;"
             "0 asks pause; 0 awaits error: as long as one may",
             0, (pl_room_rules){.pause = 0.05});
}

/* The host may end it at any time, also before it began and while it is paused. */
static void stopping(void **state)
{
    static const char *const seats[] = {"remote", "remote"};
    for (int here = 0; here <= 3; here++) { /* 3: both, and one has paused */
        place p;
        pl_guest *g[2] = {NULL, NULL};
        int guests = here > 2 ? 2 : here;
        place_open(&p, "tictactoe", seats, &quick, (pl_room_rules){0});
        place_begin(&p);
        for (int i = 0; i < guests; i++) {
            g[i] = guest_sit(&p, i);
            guest_expect(g[i], PL_MSG_HELLO);
        }
        if (guests == 2) guest_await(g[0], PL_MSG_ACT);
        if (here == 3) converse(g, "0 asks pause; 0 awaits pause");
        pl_room_stop(p.room, "it is late");
        const pl_result *r = place_end(&p);
        assert_int_equal(p.played, guests == 2);
        if (guests == 2) assert_int_equal(r->how, PL_BY_ABORT);
        if (guests == 2) assert_string_equal(guest_await(g[1], PL_MSG_OVER).said, "it is late");
        place_close(&p);
        for (int i = 0; i < guests; i++) guest_dismissed(g[i], "closed");
    }
}

/* Going back is heard while an agent thinks, however long it would. */
static void going_back_from_an_agent(void **state)
{
    place p;
    pl_guest *g = play_against(&p, "mcts(iterations=1000000000)", (pl_room_rules){0});
    converse(&g, "0 moves b2; 0 awaits saw; 0 asks back; 0 awaits start; 0 awaits act;"
                 "0 asks resign");
    assert_int_equal(place_end(&p)->how, PL_BY_RESIGNING);
    place_close(&p);
    pl_guest_close(g);
}

/* A player who is there but answers nothing, not even pings, has left. */
static void silence(void **state)
{
    static const char *const seats[] = {"remote", "first"};
    static const pl_host_rules strict = {.idle = 0.2};
    place p;
    place_open(&p, "tictactoe", seats, &strict, (pl_room_rules){.wait = 0.05});
    place_begin(&p);
    int fd = sit_by_hand(&p);
    assert_int_equal(place_end(&p)->fault, PL_DISCONNECT);
    place_close(&p);
    close(fd);
}

/* Spectators that never read, and more connections than are allowed, delay nobody. */
static void crowds(void **state)
{
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
        cmocka_unit_test(guests_that_are_agents),
        cmocka_unit_test(tokens),
        cmocka_unit_test(resuming),
        cmocka_unit_test(leaving),
        cmocka_unit_test(wrong_answers),
        cmocka_unit_test(bounds),
        cmocka_unit_test(pings_keep_a_seat),
        cmocka_unit_test(guests_answer_pings),
        cmocka_unit_test(silence),
        cmocka_unit_test(requests),
        cmocka_unit_test(requests_in_the_dark),
        cmocka_unit_test(pausing_for_long),
        cmocka_unit_test(stopping),
        cmocka_unit_test(going_back_from_an_agent),
        cmocka_unit_test(crowds),
        cmocka_unit_test(clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
