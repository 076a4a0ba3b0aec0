/* simple_agents.c -- the agents that do not search: what they play, and how
 * much they think. */
#include "tests/agents/players.h"

static void first_plays_its_first_move(void **state)
{
    pl_state s;
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, "first");
    pl_start(g, &s);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(pl_agent_pick(a, &s), 0);
        g->apply(&s, 0);
    }
    assert_int_equal(pl_agent_pick(a, &s), 1);
    pl_agent_free(a);
    pl_close(g);
}

/* A bettor wins the ante whenever random play folds, half the time; called, it is even: 2 is won or
 * lost at most, so the mean of 20,000 games is off by 0.05 in none of thousands of runs.  What is
 * never legal is passed over. */
static void always_keeps_its_habit(void **state)
{
    assert_true(fabs(mean_first("kuhn", "always(move=bet)", "random", 20000) - 0.5) < 0.05);
    assert_true(mean_first("rps", "always(move=raise|rock)", "always(move=scissors)", 9) == 1);
}

/* It takes a win that is there. */
static void greedy_looks_one_ply_ahead(void **state)
{
    pl_state s;
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, "greedy");
    pl_start(g, &s);
    for (int i = 0; i < 6; i++) g->apply(&s, i % 2 ? 6 : 1);
    assert_int_equal(pl_agent_pick(a, &s), 1);
    pl_agent_free(a);
    pl_close(g);
}

static void what_they_cannot_play_is_refused(void **state)
{
    static const refusal cases[] = {
        {"rps", "always", "always needs a move"},
        {"rps", "greedy", "rps does not"},
        {"kuhn", "plain", "plain plays only backgammon, not kuhn"},
    };
    expect_refusals(cases, LENGTH(cases));
}

/* It opens a 31 and a 61 as everybody does, and wins most games from greedy. */
static void plain_knows_its_backgammon(void **state)
{
    const pl_game *g = must_open("backgammon");
    pl_agent *at[2] = {seated(g, 0, "plain"), seated(g, 1, "greedy")};
    pl_state s;
    pl_rng r;
    double sum = 0, score[PL_SEATS_MAX];
    play_line(g, &s, "31");
    assert_int_equal(pl_agent_pick(at[0], &s), pl_parse(g, &s, "8/5,6/5"));
    play_line(g, &s, "61");
    assert_int_equal(pl_agent_pick(at[0], &s), pl_parse(g, &s, "13/7,8/7"));
    pl_seed(&r, 1);
    for (int i = 0; i < 200; i++) {
        assert_true(pl_play(g, at, &r, score) > 0);
        sum += score[0] > 0;
    }
    assert_true(sum > 120 && sum < 170);
    pl_agent_free(at[0]);
    pl_agent_free(at[1]);
    pl_close(g);
}

/* Twenty thousand worlds know the centre of tic-tac-toe for the best opening;
 * the reasons have every move. */
static void rollouts_take_the_centre(void **state)
{
    pl_state s;
    pl_reasons why;
    double best = -2;
    const pl_game *g = must_open("tictactoe");
    pl_agent *a = seated(g, 0, "rollout(iterations=20000)");
    pl_start(g, &s);
    assert_int_equal(picked(a, &s, &why), 4);
    assert_int_equal(why.iterations, 20000);
    assert_int_equal(why.options, 9);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(why.of[i].move, i);
        assert_true(why.of[i].visits == 20000);
        assert_true(why.of[i].share == (i == 4));
        best = fmax(best, why.of[i].value);
    }
    assert_true(best == why.of[4].value && best > 0.3 && best < 0.5);
    pl_agent_free(a);
    pl_close(g);
}

/* Without any limit there are as many iterations as the agent is used to; of a single move it does
 * not think. */
static void a_budget_always_ends(void **state)
{
    pl_state s;
    pl_reasons why;
    char spec[PL_SPEC_MAX];
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, "rollout");
    pl_start(g, &s);
    pl_agent_spec(a, spec, sizeof spec);
    assert_string_equal(spec, "rollout(iterations=200,ms=0)");
    picked(a, &s, &why);
    assert_int_equal(why.iterations, 200);
    pl_agent_free(a);
    pl_close(g);
    g = must_open("tictactoe");
    a = seated(g, 0, "rollout");
    play_line(g, &s, "b2 a1 c1 a3 a2 c2 b1 b3");
    assert_int_equal(picked(a, &s, &why), pl_parse(g, &s, "c3"));
    assert_int_equal(why.iterations, 0);
    pl_agent_free(a);
    pl_close(g);
}

int test_simple_agents(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_plays_its_first_move),
        cmocka_unit_test(always_keeps_its_habit),
        cmocka_unit_test(greedy_looks_one_ply_ahead),
        cmocka_unit_test(plain_knows_its_backgammon),
        cmocka_unit_test(rollouts_take_the_centre),
        cmocka_unit_test(a_budget_always_ends),
        cmocka_unit_test(what_they_cannot_play_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
