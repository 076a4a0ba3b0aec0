/* match_online.c -- ratings that are updated during a match: those of its games one after the other, on
 * any number of threads. */
#include "tests/arena/matches.h"

enum { AGENTS = 3, GROUPS = 50 };
static const pl_entrant circle[AGENTS] = {{"rock", "always(move=rock)"},
                                          {"paper", "always(move=paper)"},
                                          {"scissors", "always(move=scissors)"}};

static void play_league(const char *game, const pl_entrant *who, int n, int threads,
                        pl_online_ratings *out)
{
    const pl_game *g = must_open("%s", game);
    pl_match_plan plan = pl_match_usual(g, who, n);
    plan.games = 2 * GROUPS;
    plan.threads = threads;
    plan.online = 1;
    pl_match *m = played(&plan);
    memset(out, 0, (size_t)n * sizeof *out);
    for (int i = 0; i < n; i++) assert_int_equal(pl_match_online(m, i, &out[i]), 0);
    pl_match_free(m);
    pl_close(g);
}

/* One period of the circle: everybody beat the one before it and lost to the next, so often. */
static void period(pl_glicko *of, int times)
{
    pl_glicko next[AGENTS];
    pl_glicko_game game[2 * GROUPS * AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        const pl_glicko *weak = &of[(i + AGENTS - 1) % AGENTS], *strong = &of[(i + 1) % AGENTS];
        for (int k = 0; k < times; k++) {
            game[2 * k] = (pl_glicko_game){weak->rating, weak->deviation, 1};
            game[2 * k + 1] = (pl_glicko_game){strong->rating, strong->deviation, 0};
        }
        next[i] = pl_glicko_period(&of[i], game, 2 * times, 0.5);
    }
    memcpy(of, next, sizeof next);
}

/* Every group is two games of each pair: 0 against 1, 0 against 2, 1 against 2. */
static void test_games_in_order(void **state)
{
    pl_online_ratings r[AGENTS];
    double elo[AGENTS] = {1500, 1500, 1500};
    static const int better[AGENTS][2] = {{1, 0}, {0, 2}, {2, 1}};
    for (int g = 0; g < GROUPS; g++)
        for (int pair = 0; pair < AGENTS; pair++)
            for (int game = 0; game < 2; game++) {
                int a = better[pair][0], b = better[pair][1];
                double won = pl_elo_update(elo[a], elo[b], 1, 32);
                elo[b] = pl_elo_update(elo[b], elo[a], 0, 32);
                elo[a] = won;
            }
    play_league("rps", circle, AGENTS, 1, r);
    for (int i = 0; i < AGENTS; i++) {
        near(r[i].elo, elo[i], 1e-9);
        near(r[i].lab, elo[i], 1); /* each change is rounded */
    }
}

/* Thirty seats are fifteen games, which end in the middle of a group: so a test sees from outside only
 * that ratings stay together and become sure, and that a period of whole groups comes near. */
static void test_periods(void **state)
{
    pl_online_ratings r[AGENTS];
    pl_glicko whole[AGENTS];
    for (int i = 0; i < AGENTS; i++) whole[i] = (pl_glicko){1500, 350, 0.06};
    for (int k = 0; k < 20; k++) period(whole, 5);
    play_league("rps", circle, AGENTS, 1, r);
    for (int i = 0; i < AGENTS; i++) {
        near(r[i].glicko.rating, 1500, 25);
        near(r[i].glicko.deviation, whole[i].deviation, 3);
        assert_true(r[i].glicko.deviation > 20 && r[i].glicko.deviation < 60);
    }
}

static void test_threads(void **state)
{
    static const char *const games[] = {"tictactoe", "dominoes(players=3,hands=1)"};
    static const pl_entrant who[2][4] = {
        {{NULL, "random"}, {NULL, "first"}, {NULL, "greedy"}, {NULL, "random"}},
        {{NULL, "random"}, {NULL, "stupid"}, {NULL, "greedy"}, {NULL, "double"}}};
    for (int k = 0; k < 2; k++) {
        pl_online_ratings one[4], three[4];
        double sum = 0;
        play_league(games[k], who[k], 4, 1, one);
        play_league(games[k], who[k], 4, 3, three);
        assert_memory_equal(one, three, sizeof one);
        for (int i = 0; i < 4; i++) sum += one[i].elo;
        near(sum, 6000, 1e-6); /* what one wins another loses */
        assert_true(one[2].elo > one[0].elo && one[2].glicko.rating > one[0].glicko.rating);
    }
}

int test_match_online(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games_in_order),
                                       cmocka_unit_test(test_periods),
                                       cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
