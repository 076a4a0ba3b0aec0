/* hindsight.c -- what a move gave away: known where theory knows it, nothing where it may be luck, and
 * the same whenever it is asked. */
#include "parlor/analysis.h"
#include "tests/support/played.h"

/* Of the last of some moves, played by hand. */
static pl_hindsight after(const char *spec, const char *moves, double effort)
{
    const pl_game *g = must_open("%s", spec);
    char agent[PL_SPEC_MAX], text[PL_SHOW_MAX];
    pl_error err = {""};
    pl_knowledge k;
    pl_hindsight h;
    snprintf(text, sizeof text, "%s: %s", spec, moves);
    pl_line *line = pl_line_read(g, text, &err);
    if (!line) fail_msg("%s", err.text);
    int ply = pl_line_plies(line) - 1, seat = pl_line_mover(line, ply);
    pl_move played = pl_line_move(line, ply);
    pl_line_backward(line);
    pl_hindsight_agent(g, effort, agent, sizeof agent);
    pl_agent *a = pl_agent_open(agent, g, 1, &err);
    if (!a) fail_msg("%s", err.text);
    pl_agent_begin(a, seat);
    for (int i = 0; i < ply; i++) pl_agent_tell(a, pl_line_state(line, i), pl_line_move(line, i));
    pl_move pick = pl_agent_pick(a, pl_line_state(line, ply));
    assert_int_equal(pl_hindsight_guess(a, pick, played, &h), 0);
    pl_know(&k, line, seat);
    if (h.within != 0) assert_int_equal(pl_hindsight_try(a, &k, effort, played, &h), 0);
    pl_know_free(&k);
    pl_agent_free(a);
    pl_line_free(line);
    pl_close(g);
    return h;
}

static void test_known_costs(void **state)
{
    pl_hindsight fold = after("kuhn", "Q K bet pass", 1); /* two would be won, and one was lost */
    near(fold.cost, 3, 1e-12);
    assert_true(fold.within > 0 && fold.within < 0.2); /* 96 worlds alike are not all worlds */
    near(fold.value, 2, 0.01);
    pl_hindsight missed = after("tictactoe", "a1 b1 a2 b2 c3", 1); /* a3 wins, and now b3 does */
    near(missed.cost, 2, 1e-12);
    pl_hindsight open_end = after("connect4", "d a c a b g", 1); /* e would be in time */
    assert_true(open_end.cost > 0.5 && open_end.cost - open_end.within > 0);
}

/* The last three are drawn whatever is played, though short searches like some moves better. */
static void test_nothing_is_no_cost(void **state)
{
    static const char *const lines[][2] = {{"rps", "rock"},
                                           {"rps", "paper scissors"},
                                           {"tictactoe", "b2"},
                                           {"kuhn", "J Q pass"},
                                           {"mnk(m=4,n=4,k=4)", "a2 a1 b3 a4 b2 b1 b4"},
                                           {"mnk(m=4,n=4,k=4)", "d4 b3 c1 d2 a4 b2 a1"},
                                           {"mnk(m=4,n=4,k=4)", "a1 b2 c1 c4 d4 b3 d2"}};
    for (size_t i = 0; i < LENGTH(lines); i++) {
        pl_hindsight h = after(lines[i][0], lines[i][1], 1);
        if (h.cost != 0) fail_msg("%s %s cost %g", lines[i][0], lines[i][1], h.cost);
    }
}

static void test_same_again(void **state)
{
    static const char *const lines[][2] = {{"connect4", "c f d"},
                                           {"leduc", "Qh Kh call"},
                                           {"skull(players=3)", "rose skull"},
                                           {"backgammon", "31 8/5,6/5"}};
    for (size_t i = 0; i < LENGTH(lines); i++) {
        pl_hindsight one = after(lines[i][0], lines[i][1], 0.2),
                     two = after(lines[i][0], lines[i][1], 0.2);
        assert_memory_equal(&one, &two, sizeof one);
    }
}

/* An agent that is stopped says nothing, rather than half of it. */
static void test_stop(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_error err = {""};
    pl_line *line = pl_line_new(g);
    pl_agent *a = pl_agent_open("mcts(iterations=200)", g, 1, &err);
    pl_knowledge k;
    pl_hindsight h;
    assert_non_null(a);
    pl_agent_begin(a, 0);
    pl_move pick = pl_agent_pick(a, pl_line_state(line, 0)), other = pick ? 0 : 1;
    assert_int_equal(pl_hindsight_guess(a, pick, other, &h), 0);
    assert_true(isnan(h.within));
    pl_agent_stop(a);
    pl_know(&k, line, 0);
    assert_int_equal(pl_hindsight_try(a, &k, 1, other, &h), -1);
    pl_know_free(&k);
    pl_agent_free(a);
    pl_line_free(line);
    pl_close(g);
}

int test_hindsight(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_costs), cmocka_unit_test(test_nothing_is_no_cost),
        cmocka_unit_test(test_same_again), cmocka_unit_test(test_stop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
