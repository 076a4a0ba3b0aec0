/* match_coverage.c -- whether intervals of real leagues hold: random agents are all as strong, so that
 * 95 of 100 intervals of their ratings must hold 0.  Prints each share. */
#include "tests/arena/matches.h"
#include "tests/arena/shares.h"

enum { AGENTS_MAX = 6 };

typedef struct {
    const char *game;
    int agents, games;
    int leagues, few; /* few: that the everyday run plays */
    pl_format format;
} league;

/* The ratings that hold 0, and the probabilities of superiority that are nothing unusual. */
static void play(const pl_game *g, const league *l, int seed, share *held, share *usual)
{
    pl_entrant who[AGENTS_MAX];
    pl_interval rating[AGENTS_MAX];
    pl_rating_options o = {.confidence = 0.95};
    pl_error err;
    for (int i = 0; i < l->agents; i++) who[i] = (pl_entrant){NULL, "random"};
    pl_match_plan plan = pl_match_usual(g, who, l->agents);
    plan.games = l->games;
    plan.format = l->format;
    plan.seed = (uint64_t)seed;
    pl_match *m = played(&plan);
    if (pl_match_ratings(m, &o, rating, &err)) fail_msg("%s: %s", l->game, err.text);
    for (int i = 0; i < l->agents; i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        count_in(held, rating[i], 0);
        count_true(usual, s.superiority > 0.025 && s.superiority < 0.975);
    }
    pl_match_free(m);
}

static int all; /* leagues, or a few of them */

/* Ratings of a league add up to 0: of a few leagues they are worth half as many samples. */
static void expect(const char *what, share s)
{
    expect_95(what, all ? s : (share){s.held / 2, s.of / 2});
}

/* Of intervals that take games for independent 71, 85, 99 and 97 of 100 hold 0 here (docs/statistics.md).
 * A few leagues find the first two with 100 and 97 %, and the third with 73 %; all of them find all. */
static void test_equals(void **state)
{
    static const league of[] = {{"skull(players=6)", 6, 360, 250, 60, PL_ROUND_ROBIN},
                                {"knockout_whist(players=4)", 4, 240, 300, 90, PL_ROUND_ROBIN},
                                {"kuhn", 4, 120, 500, 150, PL_ROUND_ROBIN},
                                {"kuhn(players=3)", 6, 360, 300, 30, PL_RANDOM_TABLES}};
    for (size_t k = 0; k < LENGTH(of); k++) {
        const pl_game *g = must_open("%s", of[k].game);
        share held = {0}, usual = {0};
        int leagues = effort(all ? of[k].leagues : of[k].few);
        for (int seed = 1; seed <= leagues; seed++) play(g, &of[k], seed, &held, &usual);
        expect(of[k].game, held);
        expect("superiorities", usual);
        pl_close(g);
    }
}

int test_match_coverage(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int test_match_coverage_larger(void)
{
    all = 1;
    return test_match_coverage();
}
