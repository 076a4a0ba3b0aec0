/* line.c -- lines of play: forward and backward, views of any moment, and both
 * spellings there and back, byte for byte, on random lines of every game. */
#include <jansson.h>
#include <stdlib.h>

#include "parlor/line.h"
#include "tests/support/played.h"

enum { LONG = 1 << 16 };

static const char *const specs[] = {"rps",
                                    "kuhn",
                                    "kuhn(players=4,start=-1)",
                                    "tictactoe",
                                    "leduc",
                                    "leduc(players=3,suits=collapsed)",
                                    "gomoku",
                                    "connect4",
                                    "goofspiel(cards=5)",
                                    "liars_dice(players=3,dice=2,match=1)"};

static pl_line *must_line(const pl_game *g, const char *text)
{
    pl_error err = {""};
    pl_line *l = pl_line_read(g, text, &err);
    if (!l) fail_msg("%s: %s", text, err.text);
    return l;
}

static void cannot_read(const pl_game *g, const char *text, const char *words)
{
    pl_error err = {""};
    assert_null(pl_line_read(g, text, &err));
    if (!strstr(err.text, words)) fail_msg("%s: '%s' does not say '%s'", text, err.text, words);
    assert_null(pl_line_read(g, text, NULL));
}

/* A line of up to plies random moves. */
static pl_line *random_line(const pl_game *g, int plies, uint64_t seed)
{
    pl_rng r;
    pl_line *l = pl_line_new(g);
    assert_non_null(l);
    pl_seed(&r, seed);
    for (; plies > 0 && pl_line_can_forward(l); plies--) {
        pl_move m = pl_any(g, pl_line_state(l, pl_line_plies(l)), &r);
        assert_int_equal(pl_line_forward(l, m), 0);
    }
    return l;
}

static void assert_same_line(const pl_line *a, const pl_line *b)
{
    size_t size = (size_t)pl_line_game(a)->state_size;
    assert_int_equal(pl_line_plies(a), pl_line_plies(b));
    for (int i = 0; i < pl_line_plies(a); i++)
        assert_int_equal(pl_line_move(a, i), pl_line_move(b, i));
    for (int i = 0; i <= pl_line_plies(a); i++)
        assert_memory_equal(pl_line_state(a, i), pl_line_state(b, i), size);
}

/* Print, read, print: the same line and the same bytes. */
static void round_trip(const pl_line *l, int (*print)(const pl_line *, char *, size_t),
                       const pl_game *given)
{
    static char text[LONG], again[LONG];
    int n = print(l, text, sizeof text);
    assert_true(n > 0 && n < LONG);
    assert_int_equal(print(l, NULL, 0), n);
    pl_line *back = must_line(given, text);
    assert_same_line(l, back);
    print(back, again, sizeof again);
    assert_string_equal(text, again);
    pl_line_free(back);
}

static void both_spellings_come_back(void **state)
{
    for (size_t k = 0; k < LENGTH(specs); k++) {
        const pl_game *g = must_open("%s", specs[k]);
        for (int seed = 0; seed < 20; seed++) {
            pl_line *l = random_line(g, seed < 15 ? 10000 : seed - 15, (uint64_t)seed);
            round_trip(l, pl_line_text, NULL);
            round_trip(l, pl_line_json, NULL);
            round_trip(l, pl_line_json, g);
            pl_line_free(l);
        }
        pl_close(g);
    }
}

static void line_json_is_json(void **state)
{
    static char text[LONG];
    const pl_game *g = must_open("kuhn");
    pl_line *l = random_line(g, 4, 1);
    pl_line_json(l, text, sizeof text);
    json_t *j = json_loads(text, 0, NULL);
    assert_non_null(j);
    assert_string_equal(json_string_value(json_object_get(j, "game")), "kuhn(players=2,start=0)");
    assert_int_equal(json_array_size(json_object_get(j, "moves")), 4);
    json_decref(j);
    pl_line_free(l);
    pl_close(g);
}

static void backward_takes_back_what_forward_did(void **state)
{
    const pl_game *g = must_open("leduc");
    pl_line *l = random_line(g, 10000, 4), *copy = random_line(g, 10000, 4);
    int plies = pl_line_plies(l);
    assert_false(pl_line_can_forward(l));
    assert_int_equal(pl_line_turn(l), PL_OVER);
    assert_int_equal(pl_line_forward(l, 0), -1);
    for (int i = plies; i > 0; i--) {
        assert_true(pl_line_can_backward(l));
        assert_int_equal(pl_line_backward(l), 0);
        assert_int_equal(pl_line_plies(l), i - 1);
        assert_true(pl_line_can_forward(l));
    }
    assert_false(pl_line_can_backward(l));
    assert_int_equal(pl_line_backward(l), -1);
    for (int i = 0; i < plies; i++) assert_int_equal(pl_line_forward(l, pl_line_move(copy, i)), 0);
    assert_same_line(l, copy);
    pl_line_restart(l);
    assert_int_equal(pl_line_plies(l), 0);
    pl_line_free(l);
    pl_line_free(copy);
    pl_close(g);
}

static void every_moment_is_seen_as_it_was(void **state)
{
    char text[64];
    pl_state view;
    pl_line *l = must_line(NULL, "kuhn_poker: K J bet bet");
    const pl_game *g = pl_line_game(l);
    static const struct {
        int ply, seat;
        const char *text;
    } moments[] = {
        {2, 0, "seat 0: K\nseat 1: ?"},
        {2, 1, "seat 0: ?\nseat 1: J"},
        {2, PL_PUBLIC, "seat 0: ?\nseat 1: ?"},
        {2, PL_FULL, "seat 0: K\nseat 1: J"},
        {3, 1, "seat 0: ? bet\nseat 1: J"},
        {4, 1, "seat 0: K bet\nseat 1: J bet"},
        {4, PL_PUBLIC, "seat 0: K bet\nseat 1: J bet"},
        {0, 0, "seat 0: -\nseat 1: -"},
    };
    for (size_t i = 0; i < LENGTH(moments); i++) {
        pl_line_view(l, moments[i].ply, moments[i].seat, &view);
        g->show(&view, text, sizeof text);
        assert_string_equal(text, moments[i].text);
    }
    assert_int_equal(pl_line_mover(l, 0), PL_CHANCE);
    assert_int_equal(pl_line_mover(l, 2), 0);
    assert_int_equal(pl_line_seen(l, 0, 0), pl_line_move(l, 0));
    assert_int_not_equal(pl_line_seen(l, 0, 1), pl_line_move(l, 0));
    assert_true(pl_line_is_legal(l, 0) == 0);
    pl_line_free(l);
}

static void bad_lines_get_one_sentence(void **state)
{
    static const char *const bad[][2] = {
        {"", "with a colon"},
        {"kuhn K J", "with a colon"},
        {"poker: K", "there is no game 'poker'"},
        {"kuhn(players=11): K", "2..10"},
        {"kuhn: K K", "move 2, 'K', is not legal"},
        {"kuhn: K J fold", "move 3, 'fold'"},
        {"kuhn: K J bet bet bet", "move 5"},
        {"{", "object with"},
        {"{}", "object with"},
        {"{\"game\":\"kuhn\"}", "object with"},
        {"{\"game\":7,\"moves\":[]}", "object with"},
        {"{\"game\":\"kuhn\",\"moves\":\"K\"}", "object with"},
        {"{\"game\":\"kuhn\",\"moves\":[\"K\"]} x", "object with"},
        {"{\"game\":\"kuhn\",\"moves\":[\"K\",7]}", "move 2 is not a string"},
        {"{\"game\":\"kuhn\",\"moves\":[\"K\",\"K\"]}", "move 2, 'K'"},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) cannot_read(NULL, bad[i][0], bad[i][1]);
}

static void a_line_of_another_game_is_refused(void **state)
{
    const pl_game *g = must_open("kuhn(players=3)");
    cannot_read(g, "kuhn: K", "not of kuhn(players=3");
    pl_line *l = must_line(g, " kuhn_poker(players=3): #0 ");
    assert_int_equal(pl_line_plies(l), 1);
    pl_line_free(l);
    pl_close(g);
}

static void states_as_text_come_back(void **state)
{
    static char text[LONG];
    pl_state back;
    pl_error err;
    for (size_t k = 0; k < LENGTH(specs); k++) {
        const pl_game *g = must_open("%s", specs[k]);
        pl_line *l = random_line(g, 5, 2);
        const void *s = pl_line_state(l, pl_line_plies(l));
        int n = pl_state_text(g, s, text, sizeof text);
        assert_int_equal(n, strlen(text));
        assert_int_equal(pl_state_read(g, text, &back, &err), 0);
        assert_memory_equal(s, &back, (size_t)g->state_size);
        text[0] = text[0] == '0' ? '1' : '0';
        assert_int_equal(pl_state_read(g, text, &back, &err), -1);
        assert_non_null(strstr(err.text, "check sum"));
        assert_int_equal(pl_state_read(g, "zz", &back, &err), -1);
        pl_line_free(l);
        pl_close(g);
    }
}

/* A seat's JSON does not depend on what the seat may not know. */
static void json_of_a_view_keeps_secrets(void **state)
{
    static char a[LONG], b[LONG];
    pl_state view;
    pl_line *one = must_line(NULL, "kuhn: K J bet"), *two = must_line(NULL, "kuhn: Q J bet");
    const pl_game *g = pl_line_game(one);
    pl_line_view(one, 3, 1, &view);
    pl_json(g, &view, 1, a, sizeof a);
    pl_line_view(two, 3, 1, &view);
    pl_json(g, &view, 1, b, sizeof b);
    assert_string_equal(a, b);
    json_t *j = json_loads(a, 0, NULL);
    assert_non_null(j);
    assert_int_equal(json_integer_value(json_object_get(j, "turn")), 1);
    assert_int_equal(json_array_size(json_object_get(j, "legal")), 2);
    json_decref(j);
    pl_line_free(one);
    pl_line_free(two);
}

int test_line(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_spellings_come_back),
        cmocka_unit_test(line_json_is_json),
        cmocka_unit_test(backward_takes_back_what_forward_did),
        cmocka_unit_test(every_moment_is_seen_as_it_was),
        cmocka_unit_test(bad_lines_get_one_sentence),
        cmocka_unit_test(a_line_of_another_game_is_refused),
        cmocka_unit_test(states_as_text_come_back),
        cmocka_unit_test(json_of_a_view_keeps_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
