/* strength.c -- the agents that search play well: matches like those of
 * bench/strength.c, but short.
 *
 * Seeds are fixed, and so are the results.  Bounds lie at least three deviations
 * below what is reached, and above what a search that learns nothing reaches: a
 * change of the streams passes them, a fault does not.
 */
#include "tests/agents/match.h"
#include "tests/support/effort.h"
#include "tests/support/fog.h"
#include "tests/support/played.h"

static outcome play(const pl_game *g, const char *agent, const char *against, int rounds,
                    int threads)
{
    outcome out = {0};
    match m = {.game = g,
               .agent = agent,
               .against = against,
               .rounds = rounds,
               .threads = threads,
               .seed = 1};
    if (match_play(&m, &out)) fail_msg("%s against %s at %s", agent, against, g->name);
    return out;
}

/* Sanitizers look for faults, in samples that are too small for any bound. */
static int is_full_sample(void)
{
    return effort(8) == 8;
}

/* At least this mean score. */
static void pays(const pl_game *g, const char *agent, const char *against, int rounds, double least)
{
    double score = play(g, agent, against, effort(rounds), 2).score;
    if (is_full_sample() && score < least)
        fail_msg("%s scores %g against %s at %s", agent, score, against, g->name);
}

/* Where worlds come from the game's guess or from a belief, and where nothing is hidden. */
static void hidden_games_are_searched(void **state)
{
    static const char *const agents[] = {
        "ismcts(iterations=200,memory=4,observers=single)",
        "ismcts(iterations=200,memory=4,observers=grouped)",
        "ismcts(iterations=200,memory=4,observers=multiple)",
        "pimc(iterations=500,memory=4,worlds=40)",
        "pimc(iterations=500,memory=4,worlds=40,by=votes)",
        "epimc(iterations=500,memory=4,depth=1)",
        "epimc(iterations=500,memory=4,depth=2)",
        "epimc(iterations=500,memory=4,depth=9,leaf=1)",
        "pimc(iterations=2000,memory=4,worlds=40,search=alphabeta)",
        "epimc(iterations=2000,memory=4,depth=2,leaf=20,search=alphabeta)",
    };
    static const struct {
        const char *game;
        int rounds;
        double least;
        size_t agents; /* the first of those above: the others take too long */
    } rows[] = {{"fog", 100, 0.5, 10},
                {"connect4", 10, 0.7, 10},
                {"leduc", 200, 0.3, 3},
                {"goofspiel(cards=6,info=winner)", 30, 0.2, 3},
                {"knockout_whist(players=2)", 20, 0.2, 7}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const pl_game *g = i ? must_open("%s", rows[i].game) : must_make(&pl_fog);
        for (size_t k = 0; k < rows[i].agents; k++)
            pays(g, agents[k], "random", rows[i].rounds, rows[i].least);
        pl_close(g);
    }
}

static void searches_play_well(void **state)
{
    static const struct {
        const char *game, *agent, *against;
        int rounds;
        double least;
    } rows[] = {
        {"connect4", "mcts(iterations=500,memory=4)", "rollout(iterations=20)", 10, 0.5},
        {"connect4", "mcts(iterations=100,memory=4,playout=greedy)", "random", 5, 0.5},
        {"connect4", "mcts(iterations=500,memory=4,playout=value)", "random", 5, 0.5},
        {"hex(size=5)", "mcts(iterations=300,memory=4,rave=20)", "random", 10, 0.9},
        /* What counts are the moves of the random games: those in the tree alone hardly help. */
        {"hex(size=7)", "mcts(iterations=300,memory=4,rave=50)", "mcts(iterations=300,memory=4)",
         20, 0.4},
        {"leduc", "rollout(iterations=100)", "random", 200, 0.3},
        {"goofspiel(cards=4,info=winner)", "rollout", "random", 50, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const pl_game *g = must_open("%s", rows[i].game);
        pays(g, rows[i].agent, rows[i].against, rows[i].rounds, rows[i].least);
        pl_close(g);
    }
}

/* By the share of games won, also among three; and perfect play never loses what is drawn. */
static void most_games_are_won(void **state)
{
    static const struct {
        const char *game, *agent, *against;
        int rounds, may_lose;
        double share;
    } rows[] = {
        {"knockout_whist(players=2)", "ismcts(iterations=300,memory=4)", "random", 100, 1, 0.7},
        {"goofspiel", "ismcts(iterations=300,memory=4)", "random", 100, 1, 0.8},
        {"skull(players=3)", "ismcts(iterations=300,memory=4)", "random", 30, 1, 0.5},
        {"pig(players=3,target=20)", "mcts(iterations=300,memory=4)", "random", 20, 1, 0.5},
        {"tictactoe", "mcts(iterations=5000,memory=4)", "alphabeta", 10, 0, 0.5},
        {"tictactoe", "alphabeta", "random", 50, 0, 0.85},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const pl_game *g = must_open("%s", rows[i].game);
        int rounds = effort(rows[i].rounds);
        outcome out = play(g, rows[i].agent, rows[i].against, rounds, 2);
        assert_int_equal(out.games, g->players * rounds);
        if ((is_full_sample() && out.share < rows[i].share) || (out.losses && !rows[i].may_lose))
            fail_msg("%s at %s: %g of the games won, %d lost", rows[i].agent, rows[i].game,
                     out.share, out.losses);
        pl_close(g);
    }
}

static void threads_change_nothing(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=3)");
    outcome one = play(g, "ismcts(iterations=20,memory=4)", "random", 20, 1);
    outcome two = play(g, "ismcts(iterations=20,memory=4)", "random", 20, 2);
    assert_memory_equal(&one.share, &two.share, sizeof one.share);
    assert_memory_equal(&one.margin, &two.margin, sizeof one.margin);
    assert_int_equal(one.games, 60);
    pl_close(g);
}

int test_strength(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_games_are_searched),
        cmocka_unit_test(searches_play_well),
        cmocka_unit_test(most_games_are_won),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
