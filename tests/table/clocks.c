/* clocks.c -- the time that a move, a game and a bank give at a table, and whose clock pays for it. */
#include "tests/table/scripted.h"

static void a_bank_is_drawn_on(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=100ms,bank=50ms"));
    pl_table_begin(f.table, 0);
    near(pl_table_time(f.table, 0).most, 0.15, 1e-12);
    assert_int_equal(pl_table_move(f.table, 0, 0, 120 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).bank, 0.03, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 1, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_move(f.table, 0, 2, 120 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).bank, 0.01, 1e-12);
    near(pl_table_time(f.table, 1).bank, 0.05, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 3, 0, NAN, NULL), PL_WAITING);
    assert_int_equal(pl_table_move(f.table, 0, 4, 120 * ms, NAN, NULL), PL_TIMEOUT);
    const pl_result *r = pl_table_result(f.table);
    assert_int_equal(r->how, PL_BY_FORFEIT);
    assert_int_equal(r->fault, PL_TIMEOUT);
    assert_int_equal(r->seat, 0);
    near(r->score[0], -1, 0);
    near(r->score[1], 1, 0);
    assert_int_equal(r->used[0], 360 * ms);
    close_fixture(&f);
}

static void a_game_has_its_time(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("game=1s,increment=100ms"));
    pl_table_begin(f.table, 0);
    near(pl_table_time(f.table, 0).left, 1, 1e-12);
    assert_int_equal(pl_table_move(f.table, 0, 0, 600 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).left, 0.5, 1e-12);
    assert_int_equal(pl_table_move(f.table, 1, 1, 1000 * ms, NAN, NULL), PL_WAITING);
    assert_true(pl_table_time(f.table, 0).advised < 0.2);
    assert_int_equal(pl_table_move(f.table, 0, 2, 501 * ms, NAN, NULL), PL_TIMEOUT);
    assert_int_equal(pl_table_result(f.table)->how, PL_BY_FORFEIT);
    close_fixture(&f);
}

/* A try that nobody else notices is part of the same move: a clock that gained by it, or began
 * anew, would tell of it. */
static void what_is_not_noticed_gains_no_time(void **state)
{
    static const char *const paces[] = {"game=1s,increment=100ms", "move=1s"};
    for (int i = 0; i < 2; i++) {
        fixture f;
        open_fixture(&f, "phantom", with_pace(paces[i]));
        pl_table_begin(f.table, 0);
        assert_int_equal(pl_table_move(f.table, 0, 0, 0, NAN, NULL), PL_WAITING);
        double before = pl_table_time(f.table, 1).most;
        assert_int_equal(pl_table_move(f.table, 1, 0, 200 * ms, NAN, NULL), PL_WAITING);
        assert_int_equal(pl_table_turn(f.table), 1);
        near(pl_table_time(f.table, 1).most, before - 0.2, 1e-12);
        if (!i) near(pl_table_time(f.table, 1).left, before - 0.2, 1e-12);
        assert_int_equal(pl_table_move(f.table, 1, 1, 300 * ms, NAN, NULL), PL_WAITING);
        near(pl_table_time(f.table, 1).most, i ? 1 : before - 0.4, 1e-12);
        assert_int_equal(pl_table_result(f.table)->used[1], 500 * ms);
        close_fixture(&f);
    }
}

/* A clock for each move says nothing of the whole game. */
static void a_move_has_its_time(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=100ms"));
    pl_table_begin(f.table, 0);
    assert_int_equal(pl_table_move(f.table, 0, 0, 60 * ms, NAN, NULL), PL_WAITING);
    near(pl_table_time(f.table, 0).left, 0, 0);
    near(pl_table_time(f.table, 0).most, 0.1, 1e-12);
    near(pl_table_time(f.table, 0).bank, 0, 0);
    close_fixture(&f);
}

/* Times of any length are added up as far as numbers go. */
static void the_longest_times_are_added_up(void **state)
{
    static const char *const paces[] = {"", "move=1s,bank=1s,game=1h,increment=1s"};
    for (int k = 0; k < (int)LENGTH(paces); k++) {
        fixture f;
        pl_table_rules rules = with_pace(paces[k]);
        rules.manners.on[PL_TIMEOUT].retries = 9;
        open_fixture(&f, "tictactoe", rules);
        pl_table_begin(f.table, 0);
        for (int i = 0; i < 4; i++)
            pl_table_move(f.table, pl_table_turn(f.table), i, INT64_MAX, NAN, NULL);
        pl_table_fault(f.table, 0, PL_TIMEOUT, INT64_MIN, "a clock that goes back");
        assert_int_equal(f.event[f.events - 1].used, 0);
        assert_int_equal(pl_table_result(f.table)->used[0], INT64_MAX);
        assert_true(pl_table_time(f.table, 0).left >= 0);
        assert_int_equal(pl_table_abort(f.table, PL_CHANCE, "tired"), 0);
        assert_int_equal(pl_table_result(f.table)->referee, 0);
        close_fixture(&f);
    }
}

/* A player who thinks and then resigns has taken that time. */
static void resigning_takes_its_time(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=1s"));
    script(&f, 0)->takes[0] = 70 * ms;
    script(&f, 0)->fault[0] = PL_RESIGNS;
    pl_table_begin(f.table, 0);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    const pl_result *r = pl_table_result(f.table);
    assert_int_equal(r->how, PL_BY_RESIGNING);
    assert_int_equal(r->used[0], 70 * ms);
    assert_int_equal(r->referee, 0);
    close_fixture(&f);
}

/* What the referee does between moves is on no player's clock, and is in the result. */
static void referee_pays_for_itself(void **state)
{
    fixture f;
    open_fixture(&f, "tictactoe", with_pace("move=10ms"));
    f.chores = 50 * ms;
    for (int i = 0; i < SCRIPT; i++) script(&f, 0)->takes[i] = script(&f, 1)->takes[i] = 10 * ms;
    pl_table_begin(f.table, 1);
    assert_int_equal(pl_table_run(f.table, f.seat), 1);
    const pl_result *r = pl_table_result(f.table);
    int plies = pl_line_plies(pl_table_line(f.table));
    assert_int_equal(r->how, PL_BY_RULES);
    assert_int_equal(r->used[0] + r->used[1], 10 * ms * plies);
    assert_int_equal(r->referee, 50 * ms * (1 + plies)); /* the beginning is an event, too */
    assert_null(f.seat[0]->pace);                        /* the next table may have no clock */
    near(f.seat[0]->time.most, 0, 0);
    close_fixture(&f);
}

int test_clocks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bank_is_drawn_on),
        cmocka_unit_test(a_game_has_its_time),
        cmocka_unit_test(what_is_not_noticed_gains_no_time),
        cmocka_unit_test(a_move_has_its_time),
        cmocka_unit_test(the_longest_times_are_added_up),
        cmocka_unit_test(resigning_takes_its_time),
        cmocka_unit_test(referee_pays_for_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
