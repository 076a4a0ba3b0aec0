/* match_coverage.c -- whether intervals of real leagues hold: random agents are all as strong, so that
 * 95 of 100 intervals of their ratings must hold 0.  Prints each share. */
#include "parlor/match.h"
#include "tests/support/played.h"

enum { AGENTS_MAX = 6 };

typedef struct {
    const char *game;
    int agents, games, leagues;
    pl_format format;
} league;

/* Of the ratings that hold 0, and of the shares of superiority that are no news. */
typedef struct {
    double held, usual, of;
} shares;

static void play(const pl_game *g, const league *l, int seed, shares *out)
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
    pl_match *m = pl_match_open(&plan, &err);
    if (!m || pl_match_run(m, &err) != 1 || pl_match_ratings(m, &o, rating, &err))
        fail_msg("%s: %s", l->game, err.text);
    for (int i = 0; i < l->agents; i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        out->of++;
        out->held += rating[i].low <= 0 && rating[i].high >= 0;
        out->usual += s.superiority > 0.025 && s.superiority < 0.975;
    }
    pl_match_free(m);
}

static void test_equals(void **state)
{
    (void)state;
    static const league of[] = {{"skull(players=6)", 6, 360, 250, PL_ROUND_ROBIN},
                                {"knockout_whist(players=4)", 4, 240, 300, PL_ROUND_ROBIN},
                                {"kuhn", 4, 120, 500, PL_ROUND_ROBIN},
                                {"kuhn(players=3)", 6, 360, 300, PL_RANDOM_TABLES}};
    for (size_t k = 0; k < LENGTH(of); k++) {
        const pl_game *g = must_open("%s", of[k].game);
        shares s = {0};
        for (int seed = 1; seed <= of[k].leagues; seed++) play(g, &of[k], seed, &s);
        print_message("# %s: %.2f %% of %g ratings hold 0; %.2f %% of superiorities are usual\n",
                      of[k].game, 100 * s.held / s.of, s.of, 100 * s.usual / s.of);
        assert_true(s.held / s.of > 0.93 && s.held / s.of < 0.97);
        assert_true(s.usual / s.of > 0.93 && s.usual / s.of < 0.97);
        pl_close(g);
    }
}

int test_match_coverage(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
