/* levels.c -- how strong levels are, and that the one called unbeatable is. */
#include <stdlib.h>

#include "parlor/exploit.h"
#include "parlor/solve.h"
#include "tests/agents/players.h"

/* What an opponent that knows the agent at the top level gains, both seats together: exactly. */
static double gain_against_the_top(const char *game)
{
    enum { NODES = 1000000 };
    pl_error err = {""};
    pl_gap gap;
    char agent[PL_SPEC_MAX];
    const pl_game *g = must_open("%s", game);
    pl_tree *t = pl_tree_new(g, NODES, &err);
    if (!t) fail_msg("%s: %s", game, err.text);
    double *policy = calloc((size_t)t->info_first[t->infos] + 1, sizeof *policy);
    pl_level_agent(g, PL_UNBEATABLE, agent, sizeof agent);
    if (pl_agent_ask(agent, t, PL_FULL, NULL, policy, NULL, &err)) fail_msg("%s", err.text);
    assert_int_equal(pl_tree_gap(t, policy, &gap), 0);
    free(policy);
    pl_tree_free(t);
    pl_close(g);
    return gap.nashconv;
}

static void nobody_beats_the_unbeatable(void **state)
{
    static const struct {
        const char *game;
        double range; /* of its scores */
    } solved[] = {{"rps", 2},
                  {"kuhn", 4},
                  {"leduc", 26},
                  {"goofspiel(cards=3)", 2},
                  {"connect4(rows=3,cols=3,k=3)", 2},
                  {"tictactoe", 2}};
    for (size_t i = 0; i < LENGTH(solved); i++) {
        double gain = gain_against_the_top(solved[i].game);
        if (gain > 2e-4 * solved[i].range + 1e-12)
            fail_msg("%s: the best of opponents gains %g", solved[i].game, gain);
    }
}

/* The first player wins hex, and loses a race without walls, where pawns could go to and fro. */
static void it_wins_what_can_be_won(void **state)
{
    static const char hex[] = "hex(size=3)", race[] = "quoridor(size=3,walls=0)";
    assert_true(mean_first(hex, "solved", "random", 100) >= 1);
    assert_true(mean_first(hex, "solved", "alphabeta(depth=3)", 20) >= 1);
    assert_true(mean_first(race, "random", "solved", 100) <= -1);
    assert_true(mean_first(race, "alphabeta(depth=3)", "solved", 20) <= -1);
}

static void it_is_offered_only_where_it_is_true(void **state)
{
    static const struct {
        const char *game;
        int top;
    } of[] = {{"tictactoe", PL_UNBEATABLE}, {"kuhn", PL_UNBEATABLE}, {"kuhn(players=3)", PL_LEVELS},
              {"connect4", PL_LEVELS},      {"skull", PL_LEVELS},    {"liars_dice", PL_LEVELS}};
    for (size_t i = 0; i < LENGTH(of); i++) {
        char top[PL_SPEC_MAX], best[PL_SPEC_MAX];
        const pl_game *g = must_open("%s", of[i].game);
        assert_int_equal(pl_level_top(g), of[i].top);
        pl_level_agent(g, PL_UNBEATABLE, top, sizeof top);
        pl_level_agent(g, PL_LEVELS, best, sizeof best);
        if (of[i].top == PL_UNBEATABLE) assert_string_equal(top, "solved");
        else assert_string_equal(top, best);
        pl_close(g);
    }
    assert_string_equal(pl_level_name(PL_UNBEATABLE), "unbeatable");
    assert_string_equal(pl_level_name(PL_LEVELS), "best");
    assert_null(pl_level_name(PL_UNBEATABLE + 1));
    assert_null(pl_level_name(0));
}

static void what_it_cannot_solve_it_refuses(void **state)
{
    static const refusal cases[] = {{"skull", "solved", "solved plays games of two"},
                                    {"kuhn(players=3)", "solved", "solved plays games of two"},
                                    {"connect4", "solved", "positions by estimate"},
                                    {"liars_dice", "solved", "histories that are accepted"}};
    expect_refusals(cases, LENGTH(cases));
}

/* The canonical spelling of the agent, which is opened in less memory than it asks for. */
static void spell_out(char agent[PL_SPEC_MAX], const pl_game *g)
{
    size_t name = strcspn(agent, "(");
    char less[PL_SPEC_MAX];
    snprintf(less, sizeof less, "%.*s%s", (int)strlen(agent) - 1, agent, ",memory=1)");
    pl_agent *a = seated(g, 0, "%s", agent[name] ? less : agent);
    int memory = memory_of(a->type);
    if (memory >= 0) a->arg[memory] = a->type->params[memory].normal;
    pl_agent_spec(a, agent, PL_SPEC_MAX);
    pl_agent_free(a);
}

/* A ladder that came along is of the levels as they are now, from level 1 up. */
static void known_ladders_are_of_these_levels(void **state)
{
    static const char *const more[] = {"tictactoe", "gomoku"};
    int ladders = 0, names = 0;
    while (pl_games()[names]) names++;
    for (int i = 0; i < names + 2; i++) {
        pl_rated rung[PL_RATED_MAX];
        char spec[PL_SPEC_MAX], agent[PL_SPEC_MAX];
        const pl_game *g = must_open("%s", i < names ? pl_games()[i]->name : more[i - names]);
        pl_spec(g, spec, sizeof spec);
        int n = pl_ladder_known(spec, rung);
        ladders += n > 0;
        for (int k = 0; k < n; k++) {
            if (!rung[k].level) continue;
            pl_level_agent(g, rung[k].level, agent, sizeof agent);
            spell_out(agent, g);
            assert_string_equal(rung[k].agent, agent);
            assert_true(rung[k].low <= rung[k].elo && rung[k].elo <= rung[k].high);
        }
        if (n) assert_true(rung[0].level == 1 && rung[0].elo <= 0 && rung[0].elo >= 0);
        pl_close(g);
    }
    assert_true(ladders >= 4);
    assert_int_equal(pl_ladder_known("nothing", NULL), 0);
}

int test_levels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_beats_the_unbeatable),
        cmocka_unit_test(it_wins_what_can_be_won),
        cmocka_unit_test(it_is_offered_only_where_it_is_true),
        cmocka_unit_test(what_it_cannot_solve_it_refuses),
        cmocka_unit_test(known_ladders_are_of_these_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
