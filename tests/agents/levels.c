/* levels.c -- how strong levels are, and that the one called unbeatable is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "parlor/exploit.h"
#include "parlor/solve.h"
#include "tests/support/played.h"

/* What whoever knows the agent at the top level gains by it, both seats together: exactly. */
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
                  {"connect4(rows=3,cols=3,k=3)", 2}};
    (void)state;
    for (size_t i = 0; i < sizeof solved / sizeof *solved; i++) {
        double gain = gain_against_the_top(solved[i].game);
        if (gain > 2e-4 * solved[i].range + 1e-12)
            fail_msg("%s: the best of opponents gains %g", solved[i].game, gain);
    }
}

/* Every move that the other may choose, after every one that the agent may: 1 if it can lose. */
static int can_lose(pl_agent *a, const pl_game *g, const void *s)
{
    pl_move m[PL_MOVES_MAX];
    pl_reasons why = {0};
    double score[PL_SEATS_MAX];
    int turn = g->turn(s), n, lost = 0;
    if (turn == PL_OVER) {
        g->score(s, score);
        return score[a->seat] < 0;
    }
    n = g->moves(s, m);
    int mine = turn == (int)a->seat, may[PL_MOVES_MAX];
    if (mine) assert_int_not_equal(pl_agent_pick(a, s), PL_ILLEGAL);
    if (mine) pl_agent_why(a, &why);
    for (int i = 0; i < n; i++) may[i] = !mine || why.of[i].share > 0;
    for (int i = 0; i < n && !lost; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        lost = may[i] && can_lose(a, g, &next);
    }
    return lost;
}

static void it_never_loses_at_tic_tac_toe(void **state)
{
    pl_error err = {""};
    const pl_game *g = must_open("tictactoe");
    (void)state;
    for (int seat = 0; seat < 2; seat++) {
        pl_state s;
        char agent[PL_SPEC_MAX];
        pl_level_agent(g, PL_UNBEATABLE, agent, sizeof agent);
        pl_agent *a = pl_agent_open(agent, g, 1, &err);
        assert_non_null(a);
        pl_agent_begin(a, seat);
        pl_start(g, &s);
        assert_false(can_lose(a, g, &s));
        pl_agent_free(a);
    }
    pl_close(g);
}

/* Who begins wins hex, and loses a race without walls, in which pawns could go back and forth. */
static void it_wins_what_can_be_won(void **state)
{
    static const char hex[] = "hex(size=3)", race[] = "quoridor(size=3,walls=0)";
    (void)state;
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
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
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
    static const char *const game[] = {"skull", "kuhn(players=3)", "connect4", "liars_dice"};
    (void)state;
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        pl_error err = {""};
        const pl_game *g = must_open("%s", game[i]);
        assert_null(pl_agent_open("solved", g, 1, &err));
        assert_true(strlen(err.text) > 10);
        pl_close(g);
    }
}

/* A ladder that came along is of the levels as they are now, from level 1 up. */
static void known_ladders_are_of_these_levels(void **state)
{
    static const char *const more[] = {"tictactoe", "gomoku"};
    int ladders = 0, names = 0;
    (void)state;
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
            pl_agent *a = pl_agent_open(agent, g, 1, NULL);
            pl_agent_spec(a, agent, sizeof agent);
            pl_agent_free(a);
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
        cmocka_unit_test(it_never_loses_at_tic_tac_toe),
        cmocka_unit_test(it_wins_what_can_be_won),
        cmocka_unit_test(it_is_offered_only_where_it_is_true),
        cmocka_unit_test(what_it_cannot_solve_it_refuses),
        cmocka_unit_test(known_ladders_are_of_these_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
