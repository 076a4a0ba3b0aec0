/* strength.c -- the agents that search play well: matches like those of
 * bench/strength.c, but short.
 *
 * Seeds are fixed, and so are the results.  Bounds lie at least three deviations
 * below what is reached, and above what a search that learns nothing reaches: a
 * change of the streams passes them, a fault does not.
 */
#include "tests/agents/match.h"
#include "tests/support/played.h"

static outcome play(const char *game, const char *agent, const char *against, int rounds,
                    int threads)
{
    const pl_game *g = must_open("%s", game);
    outcome out = {0};
    match m = {.game = g,
               .agent = agent,
               .against = against,
               .rounds = rounds,
               .threads = threads,
               .seed = 1};
    assert_int_equal(match_play(&m, &out), 0);
    pl_close(g);
    return out;
}

static void whist_beats_random(void **unused)
{
    (void)unused;
    outcome out = play("knockout_whist(players=2)", "ismcts(iterations=300)", "random", 100, 2);
    assert_int_equal(out.games, 200);
    assert_true(out.share > 0.7);
}

static void goofspiel_beats_random(void **unused)
{
    (void)unused;
    outcome out = play("goofspiel", "ismcts(iterations=300)", "random", 100, 2);
    assert_true(out.share > 0.8);
}

static void skull_beats_random(void **unused)
{
    (void)unused;
    outcome out = play("skull(players=3)", "ismcts(iterations=300)", "random", 30, 2);
    assert_true(out.share > 0.5);
}

static void tictactoe_is_never_lost(void **unused)
{
    (void)unused;
    outcome out = play("tictactoe", "mcts(iterations=5000)", "alphabeta", 50, 2);
    assert_int_equal(out.losses, 0);
    assert_true(out.share >= 0.5);
}

static void threads_change_nothing(void **unused)
{
    (void)unused;
    const char game[] = "knockout_whist(players=3)", agent[] = "ismcts(iterations=20)";
    outcome one = play(game, agent, "random", 20, 1), two = play(game, agent, "random", 20, 2);
    assert_memory_equal(&one.share, &two.share, sizeof one.share);
    assert_memory_equal(&one.margin, &two.margin, sizeof one.margin);
    assert_int_equal(one.games, 60);
}

int test_strength(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whist_beats_random),     cmocka_unit_test(goofspiel_beats_random),
        cmocka_unit_test(skull_beats_random),     cmocka_unit_test(tictactoe_is_never_lost),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
