/* backgammon_text.c -- backgammon's names of moves, pictures, tensors and values of positions.
 *
 * Names of moves and positions are as GNU Backgammon has them, with commas for
 * blanks; each list of names was worked out by hand.
 */
#include <math.h>

#include "tests/games/backgammon.h"

/* Hand-made positions, a roll, and the names of all moves. */
static void moves_have_their_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *x, *o;
        int high, low;
        const char *names;
    } known[] = {
        /* From the bar.  The 6 is barred, the 1 enters, and the 6 goes on with it or elsewhere. */
        {"bar:1 13:2", "6:2", 6, 1, "bar/24,13/7 bar/18"},
        /* Nothing else may move before the second one has entered. */
        {"bar:2 13:2", "6:2", 6, 1, "bar/24"},
        {"bar:2 13:2", "6:2 1:2", 6, 1, "pass"},
        {"bar:2 13:2", "", 6, 1, "bar/24,bar/19"},
        {"bar:1", "6:1 1:1", 6, 1, "bar/24*/18 bar/19*/18"},
        /* Three enter, and the fourth 3 goes on with one of them or is played at 13. */
        {"bar:3 13:1", "", 3, 3, "bar/22(3),13/10 bar/19,bar/22(2)"},
        {"bar:1 1:2", "6:2 5:2 4:2 3:2 2:2 1:2", 6, 6, "pass"},
        /* Most dice.  Either die can be played, and then not the other: the higher must be. */
        {"24:1", "7:2", 5, 1, "24/19"},
        {"24:1", "2:2 7:2", 5, 1, "24/19"},
        {"24:1", "6:2 7:2", 5, 1, "24/23"},
        /* After 13/7 there would be no 5. */
        {"13:1 7:1", "23:2", 6, 5, "13/8,7/1"},
        /* Of four 5s two can be played; three; none. */
        {"16:1", "24:2", 5, 5, "16/6"},
        {"21:1", "24:2", 5, 5, "21/6"},
        {"24:2 23:1", "6:2 7:2 8:2", 5, 5, "pass"},
        /* Off.  The 3 bears off, or makes the 3 point the highest for the 6. */
        {"6:1 3:1", "", 6, 3, "6/off 6/off,3/off"},
        {"5:1 2:2", "", 6, 4, "5/1,2/off 5/off,2/off"},
        /* A gap: the 4 is played within, unless the 3 has been played there before. */
        {"6:1 3:2", "", 4, 3, "6/off 6/2,3/off"},
        {"6:1 4:1", "", 4, 1, "6/5,4/off 6/1 6/2,4/3"},
        /* The last one comes home and goes off, with either die first. */
        {"7:1 1:2", "", 6, 1, "7/off"},
        {"3:1", "", 6, 1, "3/off"},
        /* Both go off, whichever die takes which. */
        {"4:1 3:1", "", 6, 5, "4/off,3/off"},
        {"2:3", "", 6, 6, "2/off(3)"},
        /* Hits. */
        {"24:1", "7:1", 6, 5, "24/13 24/18*/13"},
        {"24:1", "6:1", 6, 5, "24/19*/13 24/13"},
        {"24:1", "", 6, 5, "24/13"},
        {"24:1", "12:1 7:1 6:1", 6, 5, "24/19*/13* 24/18*/13*"},
        {"8:2", "20:1 23:2", 3, 3, "8/5*(2)"},
        {"24:2", "4:1 10:2", 3, 3, "24/21*/18(2)"},
    };
    const pl_game *g = must_open("backgammon");
    for (size_t i = 0; i < LENGTH(known); i++) {
        board b = board_of(known[i].x, known[i].o);
        pl_state s;
        set_up(g, &b, 0, known[i].high, known[i].low, &s);
        may_play(g, &s, known[i].names);
    }
    pl_close(g);
}

static void pictures(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon");
    char text[PL_SHOW_MAX];
    board b = board_of("24:1 6:10 1:2 bar:2", "12:7 2:3");
    pl_state s;
    set_up(g, &b, 1, 6, 5, &s);
    g->show(&s, text, sizeof text);
    assert_string_equal(text, "+12-11-10--9--8--7-------6--5--4--3--2--1-+ as O counts\n"
                              "| O                |X2 |             O  X |\n"
                              "| O                |   |             O    |\n"
                              "| O                |   |             O    |\n"
                              "| O                |   |                  |\n"
                              "| 7                |   |                  |\n"
                              "|                  |BAR|                  |\n"
                              "|                  |   |10                |\n"
                              "|                  |   | X                |\n"
                              "|                  |   | X                |\n"
                              "|                  |   | X              X |\n"
                              "|                  |   | X              X |\n"
                              "+13-14-15-16-17-18------19-20-21-22-23-24-+\n"
                              "X: 136 pips, 0 off; O: 90 pips, 5 off; O to play 65");
    pl_close(g);
}

static uint8_t due_byte(const board *b, int who, int seat, int i, int high, int low)
{
    int k = i < 144 ? i / 72 : i < 192 ? (i - 144) / 24 : i % 2, side = k ? 1 - seat : seat;
    int point = i < 144 ? i % 72 / 3 + 1 : (i - 144) % 24 + 1;
    int n = b->at[side][k ? 25 - point : point];
    if (i < 144) return n > i % 3;
    if (i < 192) return (uint8_t)(n > 3 ? n - 3 : 0);
    if (i < 194) return b->at[side][BAR];
    if (i < 196) return b->at[side][0];
    if (i < 198) return side == who;
    return (uint8_t)((high == i - 197) + (low == i - 197));
}

static void tensors(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon");
    uint8_t out[204];
    pl_rng r;
    pl_seed(&r, 4);
    assert_int_equal(pl_tensor_size(g), sizeof out);
    for (int i = 0; i < 500; i++) {
        int high = 1 + pl_below(&r, 6), low = 1 + pl_below(&r, high), who = i % 2;
        board b = thrown(&r);
        pl_state s;
        set_up(g, &b, who, high, low, &s);
        for (int seat = 0; seat < 2; seat++) {
            pl_tensor(g, &s, seat, out);
            for (int k = 0; k < (int)sizeof out; k++)
                assert_int_equal(out[k], due_byte(&b, who, seat, k, high, low));
        }
    }
    pl_close(g);
}

/* Chances to win a race as published for Kleinman's count, in which K is the
 * square of the lead plus 4 over the sum less 4; and a blot under fire. */
static void values(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon");
    static const struct {
        const char *x, *o;
        double win;
    } races[] = {{"10:10", "11:10 3:1", 0.797}, {"10:10", "10:10 6:1", 0.688}};
    pl_state s;
    for (size_t i = 0; i < LENGTH(races); i++) {
        board b = board_of(races[i].x, races[i].o);
        set_up(g, &b, 0, 0, 0, &s);
        double v = g->value(&s, 0);
        assert_true(fabs((1 + v) / 2 - races[i].win) < 0.005);
        assert_true(g->value(&s, 1) == -v);
    }
    board safe = board_of("24:2 18:2 6:5", "24:2 13:2 12:2 6:5");
    board blots = board_of("24:2 18:2 6:5", "24:2 13:1 14:1 11:2 6:5");
    set_up(g, &safe, 0, 0, 0, &s);
    double before = g->value(&s, 0);
    set_up(g, &blots, 0, 0, 0, &s);
    assert_true(g->value(&s, 0) > before);
    pl_close(g);
}

/* A seat that looks one move ahead by value() beats one that does not. */
static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("backgammon(returns=points)", 85);
}

int test_backgammon_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_have_their_names),
        cmocka_unit_test(pictures),
        cmocka_unit_test(tensors),
        cmocka_unit_test(values),
        cmocka_unit_test(value_helps),
    };
    return cmocka_run_group_tests_name("backgammon_text", tests, NULL, NULL);
}
