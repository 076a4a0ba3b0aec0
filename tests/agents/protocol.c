/* protocol.c -- the messages of the Parlor protocol: what is written is one line of
 * JSON that reads back, in every game; what is no message is refused with a reason. */
#include "parlor/protocol.h"

#include <jansson.h>
#include <stdlib.h>

#include "tests/support/played.h"

static char line[PL_LINE_MAX];

static pl_message accepted(const char *text)
{
    pl_message m;
    pl_error err = {""};
    if (pl_message_read(text, strlen(text), &m, &err)) fail_msg("%s: %s", text, err.text);
    return m;
}

static void refuse_bytes(const char *text, size_t n, const char *words)
{
    pl_message m;
    pl_error err = {""};
    if (!pl_message_read(text, n, &m, &err)) fail_msg("%s was accepted", text);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void refuse(const char *text, const char *words)
{
    refuse_bytes(text, strlen(text), words);
}

static void messages_of_players_are_read(void **state)
{
    pl_message m = accepted("{\"type\":\"hello\",\"protocol\":1,\"name\":\"b\\u00f6t\",\"token\":"
                            "\"abc\",\"watch\":true}");
    assert_int_equal(m.type, PL_MSG_HELLO);
    assert_int_equal(m.protocol, 1);
    assert_int_equal(m.watch, 1);
    assert_string_equal(m.name, "b\xc3\xb6t");
    assert_string_equal(m.token, "abc");
    m = accepted(" {\"move\":\"e2-e4\" , \"strategy\":{\"e2-e4\":0.75,\"d2-d4\":0.25},"
                 "\"value\":-0.5,\"comment\":\"why not\",\"act\":7,\"t\\u0079pe\":\"move\"} \r\n");
    assert_int_equal(m.type, PL_MSG_MOVE);
    assert_int_equal(m.number, 7);
    assert_int_equal(m.move, PL_ILLEGAL);
    assert_string_equal(m.name, "e2-e4");
    assert_string_equal(m.said, "why not");
    near(m.value, -0.5, 0);
    pl_piece at = {NULL, 0}, key, value;
    double share, sum = 0;
    int n = 0;
    for (; pl_piece_next(m.strategy, &at, &key, &value); n++) {
        assert_int_equal(pl_piece_number(value, &share), 0);
        sum += share;
    }
    assert_int_equal(n, 2);
    near(sum, 1, 0);
    m = accepted("{\"type\":\"move\",\"move\":4}");
    assert_int_equal(m.move, 4);
    assert_int_equal(m.number, -1);
    assert_true(isnan(m.value));
    assert_int_equal(accepted("{\"type\":\"resign\"}").type, PL_MSG_RESIGN);
    assert_int_equal(accepted("{\"type\":\"back\"}").type, PL_MSG_BACK);
    assert_int_equal(accepted("{\"type\":\"decline\"}").type, PL_MSG_DECLINE);
    assert_int_equal(accepted("{\"type\":\"decline\",\"who\":2}").seat, 2);
    assert_int_equal(accepted("{\"type\":\"pause\",\"who\":1}").seat, 1);
    assert_int_equal(accepted("{\"type\":\"pong\",\"id\":12}").number, 12);
}

/* What later versions may add does no harm; nor does what belongs to other types. */
static void unknown_members_do_no_harm(void **state)
{
    accepted("{\"type\":\"ping\",\"colour\":[{\"a\":null}],\"colour\":1,\"view\":3}");
    accepted("{\"type\":\"bye\",\"a_name_that_is_longer_than_any_that_we_know\":1}");
    accepted("{\"type\":\"resign\",\"\\u0000\":\"\\u0000\"}");
}

static void malformed_messages_are_refused(void **state)
{
    pl_message m;
    refuse("", "JSON object");
    refuse("hello", "JSON object");
    refuse("[1]", "object");
    refuse("{}", "\"type\"");
    refuse("{\"type\":1}", "short string");
    refuse("{\"type\":\"dance\"}", "no message of type 'dance'");
    assert_int_equal(pl_message_read("{\"type\":\"dance\"}", 16, &m, NULL), 1);
    assert_int_equal(pl_message_read("{\"type\":7}", 10, &m, NULL), -1);
    refuse("{\"type\":\"ping\",\"type\":\"ping\"}", "not two");
    refuse("{\"type\":\"ping\"} {\"type\":\"ping\"}", "JSON object");
    refuse("{\"type\":\"ping\"}\n{\"type\":\"ping\"}\n", "one line");
    refuse("{\"type\":\n\"ping\"}", "one line");
    refuse("{\"type\":\"ping\",\"id\":1,\"id\":1}", "twice");
    refuse("{\"type\":\"ping\",\"id\":1,\"\\u0069d\":1}", "twice");
    refuse("{\"type\":\"ping\",\"id\":-1}", "whole number");
    refuse("{\"type\":\"ping\",\"id\":1.5}", "whole number");
    refuse("{\"type\":\"ping\",\"id\":1e300}", "whole number");
    refuse("{\"type\":\"ping\",\"id\":\"1\"}", "whole number");
    refuse("{\"type\":\"hello\",\"name\":\"x\"}", "needs a member \"protocol\"");
    refuse("{\"type\":\"hello\",\"protocol\":1,\"watch\":1}", "true or false");
    refuse("{\"type\":\"move\"}", "needs a member \"move\"");
    refuse("{\"type\":\"move\",\"move\":null}", "name or number");
    refuse("{\"type\":\"move\",\"move\":-1}", "name or number");
    refuse("{\"type\":\"move\",\"move\":\"a\\u0000b\"}", "name or number");
    refuse("{\"type\":\"move\",\"move\":1,\"strategy\":{\"a\":-1}}", "numbers from 0");
    refuse("{\"type\":\"move\",\"move\":1,\"strategy\":[1]}", "numbers from 0");
    refuse("{\"type\":\"move\",\"move\":1,\"value\":1e999}", "a number");
    refuse("{\"type\":\"over\",\"how\":\"rules\",\"scores\":[\"1\"]}", "array of numbers");
    refuse("{\"type\":\"over\",\"how\":\"because of the weather\",\"scores\":[]}", "15 bytes");
    refuse(
        "{\"type\":\"act\",\"act\":1,\"legal\":[\"a\"],\"numbers\":[],\"view\":{},\"text\":\"\"}",
        "as many");
    refuse("{\"type\":\"move\",\"move\":\"\xff\"}", "UTF-8");
    refuse("{\"type\":\"move\",\"move\":\"\xed\xa0\x80\"}", "UTF-8");
    refuse_bytes("{\"type\":\"ping\"\0}", 16, "NUL");
}

static void long_messages_are_refused(void **state)
{
    static char text[PL_LINE_MAX + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"type\":\"ping\"}", 15);
    refuse_bytes(text, sizeof text, "at most 1048576 bytes");
    pl_message m;
    assert_int_equal(pl_message_read(text, PL_LINE_MAX, &m, NULL), 0);
    char said[2 * PL_SAID_MAX];
    snprintf(said, sizeof said, "{\"type\":\"bye\",\"reason\":\"%0*d\"}", PL_SAID_MAX, 0);
    refuse(said, "at most 511 bytes");
}

/* A writer's line: one newline, at its end; JSON; the length told; cut off cleanly. */
static pl_message written(int n)
{
    pl_message m;
    pl_error err = {""};
    json_error_t e;
    assert_true(n > 0 && n < PL_LINE_MAX);
    assert_int_equal(strlen(line), n);
    assert_ptr_equal(strchr(line, '\n'), line + n - 1);
    json_t *j = json_loads(line, JSON_REJECT_DUPLICATES, &e);
    if (!j) fail_msg("%s: %s", line, e.text);
    json_decref(j);
    if (pl_message_read(line, (size_t)n, &m, &err)) fail_msg("%s: %s", line, err.text);
    return m;
}

static void short_messages_are_written(void **state)
{
    const pl_game *g = must_open("kuhn(players=3)");
    double score[] = {2, -1, -1}, nobody[] = {NAN, NAN, NAN};
    pl_message m = written(pl_message_hello("a \"b\"\n\xff", "t", 0, line, sizeof line));
    assert_string_equal(m.name, "a \"b\"\n\xef\xbf\xbd");
    m = written(pl_message_error("no", 1, line, sizeof line));
    assert_int_equal(m.again, 1);
    m = written(pl_message_over(g, score, "rules", NULL, line, sizeof line));
    assert_int_equal(m.scores.n, strlen("[2,-1,-1]"));
    m = written(pl_message_over(g, nobody, "aborted", "it rains", line, sizeof line));
    assert_null(m.scores.at);
    assert_string_equal(m.said, "it rains");
    m = written(pl_message_move("bet", 3, 0.25, "hm", line, sizeof line));
    assert_int_equal(m.number, 3);
    near(m.value, 0.25, 0);
    m = written(pl_message_ping(PL_MSG_PONG, 9, line, sizeof line));
    assert_int_equal(m.type, PL_MSG_PONG);
    m = written(pl_message_move("bet", -1, NAN, NULL, line, sizeof line)); /* of no act */
    assert_int_equal(m.number, -1);
    m = written(pl_message_ping(PL_MSG_PING, -1, line, sizeof line));
    assert_int_equal(m.number, -1);
    m = written(pl_message_plain(PL_MSG_RESUME, 1, line, sizeof line));
    assert_int_equal(m.seat, 1);
    m = written(pl_message_plain(PL_MSG_RESIGN, PL_OVER, line, sizeof line));
    assert_int_equal(m.seat, PL_OVER);
    char reason[2 * PL_SAID_MAX] = "";
    while (strlen(reason) + 3 < sizeof reason) strcat(reason, "\xe2\x99\xa0");
    m = written(pl_message_bye(reason, line, sizeof line));
    assert_int_equal(strlen(m.said) % 3, 0);
    assert_int_equal(pl_message_bye("x", NULL, 0), pl_message_bye("x", line, sizeof line));
    pl_close(g);
}

static void clocks_are_written(void **state)
{
    const pl_game *g = must_open("tictactoe");
    const char *names[] = {"me", "you"};
    pl_pace pace = {100000000, 300000000000, 2000000000, 0};
    pl_time time = {.most = 0.1, .advised = 0.05, .left = 290, .increment = 2};
    pl_state s;
    pl_start(g, &s);
    pl_message m = written(pl_message_start(g, 1, names, &pace, &s, line, sizeof line));
    assert_int_equal(m.pace.move, pace.move);
    assert_int_equal(m.pace.game, pace.game);
    assert_int_equal(m.pace.increment, pace.increment);
    assert_int_equal(m.pace.bank, 0);
    assert_int_equal(m.seat, 1);
    assert_string_equal(m.name, "mnk");
    m = written(pl_message_start(g, PL_PUBLIC, NULL, NULL, &s, line, sizeof line));
    assert_int_equal(m.seat, PL_PUBLIC);
    assert_null(m.names.at);
    m = written(pl_message_act(g, 1, &time, &s, line, sizeof line));
    near(m.time.most, 0.1, 1e-9);
    near(m.time.left, 290, 1e-9);
    near(m.time.bank, 0, 0);
    pl_close(g);
}

/* A client that asks for them gets the bytes of views, and can read them back. */
static void views_come_back_from_bytes(void **state)
{
    const pl_game *g = must_open("kuhn");
    static char plain[PL_LINE_MAX], text[PL_LINE_MAX], bytes[2 * PL_STATE_MAX];
    pl_error err;
    pl_state s, back = {{0}};
    pl_start(g, &s);
    pl_message m =
        written(pl_message_hello("x", NULL, PL_HELLO_RAW | PL_HELLO_ONCE, line, sizeof line));
    assert_int_equal(m.raw, 1);
    assert_int_equal(m.once, 1);
    assert_int_equal(m.watch, 0);
    pl_message_start(g, 0, NULL, NULL, &s, plain, sizeof plain);
    pl_state_text(g, &s, bytes, sizeof bytes);
    m = written(pl_message_raw(plain, bytes, line, sizeof line));
    assert_int_equal(pl_piece_string(m.bytes, text, sizeof text), 0);
    assert_int_equal(pl_state_read(g, text, &back, &err), 0);
    assert_memory_equal(&back, &s, (size_t)g->state_size);
    pl_close(g);
}

/* The legal moves of an act, by name and by number, are those of the view. */
static void check_act(const pl_game *g, const void *view, const pl_message *m)
{
    pl_piece at = {NULL, 0}, at_number = {NULL, 0}, key, value, number;
    pl_message answer = {.type = PL_MSG_MOVE, .move = PL_ILLEGAL};
    pl_move list[PL_MOVES_MAX];
    int n = g->moves(view, list);
    double x;
    for (int i = 0; i < n; i++) {
        assert_true(pl_piece_next(m->legal, &at, &key, &value));
        assert_true(pl_piece_next(m->numbers, &at_number, &key, &number));
        assert_int_equal(pl_piece_string(value, answer.name, sizeof answer.name), 0);
        assert_int_equal(pl_piece_number(number, &x), 0);
        assert_int_equal((pl_move)x, list[i]);
        if (i % 16 == 0) assert_int_equal(pl_message_choice(&answer, g, view), list[i]);
    }
    assert_false(pl_piece_next(m->legal, &at, &key, &value));
}

static void play_through(const pl_game *g, uint64_t seed)
{
    pl_state s, before, after, next;
    pl_rng r;
    pl_seed(&r, seed);
    pl_start(g, &s);
    for (int ply = 0; g->turn(&s) != PL_OVER && ply < 60; ply++, s = next) {
        pl_move move = pl_any(g, &s, &r);
        int turn = g->turn(&s), seat = turn >= 0 && ply % 2 ? turn : ply % g->players;
        memcpy(&next, &s, sizeof s);
        g->apply(&next, move);
        pl_view(g, &s, seat, &before);
        pl_view(g, &next, seat, &after);
        pl_message m = written(pl_message_start(g, seat, NULL, NULL, &before, line, sizeof line));
        assert_int_equal(m.players, g->players);
        if (turn == seat) {
            m = written(pl_message_act(g, ply, NULL, &before, line, sizeof line));
            check_act(g, &before, &m);
        }
        pl_move code = pl_seen(g, &s, move, seat);
        if (code == PL_NOTHING) continue;
        m = written(pl_message_saw(g, turn, code, &before, &after, line, sizeof line));
        assert_int_equal(m.move, code);
        assert_int_equal(m.seat, turn);
        assert_int_equal(m.turn, g->turn(&next));
    }
}

static void every_game_is_written(void **state)
{
    for (const pl_game *const *table = pl_games(); *table; table++) {
        const pl_game *g = must_open("%s", (*table)->name);
        for (uint64_t seed = 1; seed <= 3; seed++) play_through(g, seed);
        pl_close(g);
    }
}

int test_protocol(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_players_are_read),
        cmocka_unit_test(unknown_members_do_no_harm),
        cmocka_unit_test(malformed_messages_are_refused),
        cmocka_unit_test(long_messages_are_refused),
        cmocka_unit_test(short_messages_are_written),
        cmocka_unit_test(clocks_are_written),
        cmocka_unit_test(views_come_back_from_bytes),
        cmocka_unit_test(every_game_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
