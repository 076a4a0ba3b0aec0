/* simple_agents.c -- the agents that do not search: what they play, and how a
 * budget or a stop ends their thinking. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/played.h"

static pl_agent *opened(const char *spec, const pl_game *g)
{
    pl_error err = {""};
    pl_agent *a = pl_agent_open(spec, g, 1, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    pl_agent_begin(a, 0);
    return a;
}

static void first_plays_its_first_move(void **state)
{
    pl_error err;
    pl_state s;
    const pl_game *g = pl_open("connect4", &err);
    pl_agent *a = opened("first", g);
    (void)state;
    pl_start(g, &s);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(pl_agent_pick(a, &s), 0);
        g->apply(&s, 0);
    }
    assert_int_equal(pl_agent_pick(a, &s), 1);
    pl_agent_free(a);
    pl_close(g);
}

/* A bettor wins the ante whenever random play folds, half the time; called, he
 * is even.  What is never legal is passed over. */
static void always_keeps_its_habit(void **state)
{
    pl_error err;
    (void)state;
    assert_true(fabs(mean_first("kuhn", "always(move=bet)", "random", 20000) - 0.5) < 0.05);
    assert_true(mean_first("rps", "always(move=raise|rock)", "always(move=scissors)", 9) == 1);
    const pl_game *g = pl_open("rps", &err);
    assert_null(pl_agent_open("always", g, 1, &err));
    assert_non_null(strstr(err.text, "always needs a move"));
    pl_close(g);
}

/* It takes a win that is there, and refuses a game without values. */
static void greedy_looks_one_ply_ahead(void **state)
{
    pl_error err;
    pl_state s;
    const pl_game *four = pl_open("connect4", &err), *g = pl_open("rps", &err);
    pl_agent *a = opened("greedy", four);
    (void)state;
    pl_start(four, &s);
    for (int i = 0; i < 6; i++) four->apply(&s, i % 2 ? 6 : 1);
    assert_int_equal(pl_agent_pick(a, &s), 1);
    pl_agent_free(a);
    pl_close(four);
    assert_null(pl_agent_open("greedy", g, 1, &err));
    assert_non_null(strstr(err.text, "rps does not"));
    pl_close(g);
}

/* It opens a 31 and a 61 as everybody does, and wins most games from greedy. */
static void plain_knows_its_backgammon(void **state)
{
    const pl_game *g = must_open("backgammon");
    pl_agent *at[2] = {opened("plain", g), opened("greedy", g)};
    pl_state s;
    pl_error err;
    pl_rng r;
    double sum = 0, score[PL_SEATS_MAX];
    (void)state;
    pl_agent_begin(at[0], 0);
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
    g = must_open("kuhn");
    assert_null(pl_agent_open("plain", g, 1, &err));
    pl_close(g);
}

/* Twenty thousand worlds know the centre of tic-tac-toe for the best opening;
 * what was thought of every move is told. */
static void rollouts_take_the_centre(void **state)
{
    pl_error err;
    pl_state s;
    pl_reasons why;
    double best = -2;
    const pl_game *g = pl_open("tictactoe", &err);
    pl_agent *a = opened("rollout(iterations=20000)", g);
    (void)state;
    pl_start(g, &s);
    assert_int_equal(pl_agent_pick(a, &s), 4);
    assert_int_equal(pl_agent_why(a, &why), 0);
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

/* With secrets: worlds come from the game's guess, or from a belief. */
static void rollouts_play_hidden_games(void **state)
{
    (void)state;
    assert_true(mean_first("leduc", "rollout(iterations=100)", "random", 400) > 0.3);
    assert_true(mean_first("goofspiel(cards=4,info=winner)", "rollout", "random", 100) > 0);
}

static void same_seed_same_games(void **state)
{
    double one = mean_first("leduc", "rollout", "rollout", 20);
    (void)state;
    assert_true(one == mean_first("leduc", "rollout", "rollout", 20));
}

static void stop_when_watched(pl_agent *a, void *with)
{
    pl_reasons why;
    ++*(int *)with;
    assert_int_equal(pl_agent_why(a, &why), 0);
    assert_int_equal(why.options, 7);
    assert_true(why.of[3].visits > 0);
    pl_agent_stop(a);
}

/* A pick without an end ends when it is told to, and so does the next one; both
 * with a legal move. */
static void a_stop_ends_a_pick(void **state)
{
    pl_error err;
    pl_state s;
    int watched = 0;
    const pl_game *g = pl_open("connect4", &err);
    pl_agent *a = opened("rollout(iterations=1000000000000)", g);
    (void)state;
    pl_start(g, &s);
    a->watch = stop_when_watched;
    a->with = &watched;
    for (int i = 1; i <= 2; i++) {
        assert_true(pl_is_legal(g, &s, pl_agent_pick(a, &s)));
        assert_int_equal(watched, i);
    }
    pl_agent_free(a);
    pl_close(g);
}

/* Without any limit there are as many iterations as the agent is used to; with
 * time alone, no limit but time. */
static void a_budget_always_ends(void **state)
{
    pl_error err;
    pl_state s;
    pl_reasons why;
    char spec[PL_SPEC_MAX];
    const pl_game *g = pl_open("connect4", &err);
    (void)state;
    pl_start(g, &s);
    pl_agent *a = opened("rollout", g);
    pl_agent_spec(a, spec, sizeof spec);
    assert_string_equal(spec, "rollout(iterations=200,ms=0)");
    pl_agent_pick(a, &s);
    pl_agent_why(a, &why);
    assert_int_equal(why.iterations, 200);
    pl_agent_free(a);
    a = opened("rollout(ms=3)", g);
    pl_agent_pick(a, &s);
    pl_agent_why(a, &why);
    assert_true(why.iterations >= 1 && why.seconds > 0);
    pl_agent_free(a);
    pl_close(g);
}

int test_simple_agents(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_plays_its_first_move), cmocka_unit_test(always_keeps_its_habit),
        cmocka_unit_test(greedy_looks_one_ply_ahead), cmocka_unit_test(rollouts_take_the_centre),
        cmocka_unit_test(rollouts_play_hidden_games), cmocka_unit_test(same_seed_same_games),
        cmocka_unit_test(a_stop_ends_a_pick),         cmocka_unit_test(a_budget_always_ends),
        cmocka_unit_test(plain_knows_its_backgammon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
