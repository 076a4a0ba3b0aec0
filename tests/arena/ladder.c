/* ladder.c -- ladders: intervals of simulated levels of known strength hold as often as they say,
 * neighbours meet most, and a file keeps the ratings; and pools, from games in a file. */
#include "parlor/ladder.h"
#include "tests/arena/matches.h"
#include "tests/arena/pools.h"
#include "tests/arena/shares.h"

enum { LEVELS = 8, BATCHES = 61 };
static const double strength[LEVELS] = {0, 120, 150, 300, 480, 500, 700, 720};

/* Neighbours twice, those one further once, so many games each; each batch has all of these. */
static int64_t simulate(pl_rng *r, int games, pl_pairing *out, int64_t *begin)
{
    int64_t pairs = 0;
    for (int b = 0; b < BATCHES; b++) {
        begin[b] = pairs;
        for (int apart = 1; apart <= 2; apart++)
            for (int i = 0; i + apart < LEVELS; i++)
                out[pairs++] = pool_pairing(r, i, i + apart, games * (apart == 1 ? 2 : 1),
                                            strength[i] - strength[i + apart], 0.5);
    }
    begin[BATCHES] = pairs;
    return pairs;
}

static void check_ladder(const pl_pairing *pair, int64_t pairs, const int64_t *begin, int anchor,
                         share *alone, share *batched)
{
    pl_rating_options o = {.confidence = 0.95, .anchor = anchor + 1};
    pl_interval plain[LEVELS], robust[LEVELS];
    pl_rating_fit fit;
    pl_error err = {""};
    if (pl_bradley_terry(pair, pairs, LEVELS, &o, plain, NULL, &fit, &err) ||
        pl_bradley_terry_batches(pair, begin, BATCHES, LEVELS, &o, robust, &fit, &err))
        fail_msg("%s", err.text);
    assert_true(plain[anchor].low == 0 && plain[anchor].high == 0 && robust[anchor].high == 0);
    for (int i = 0; i < LEVELS; i++) {
        if (i == anchor) continue;
        near(plain[i].value, robust[i].value, 1e-6);
        count_in(alone, plain[i], strength[i] - strength[anchor]);
        count_in(batched, robust[i], strength[i] - strength[anchor]);
    }
}

static void intervals_from_an_anchor_hold(void **state)
{
    pl_pairing pair[BATCHES * 2 * LEVELS];
    int64_t begin[BATCHES + 1];
    share alone = {0}, batched = {0}, steps = {0}, batched_steps = {0};
    pl_rng all, one;
    pl_seed(&all, 11);
    for (int i = 0; i < effort(400); i++) {
        pl_split(&all, (uint64_t)i, &one);
        int64_t pairs = simulate(&one, 1, pair, begin);
        check_ladder(pair, pairs, begin, 0, &alone, &batched);
        check_ladder(pair, pairs, begin, 4, &steps, &batched_steps);
    }
    expect_95("distances from the lowest level", alone);
    expect_95("the same by batches", batched);
    expect_95("distances from level 5", steps);
    expect_95("the same by batches", batched_steps);
}

/* Against the covariances of ratings about 0. */
static void anchored_intervals_are_those_of_differences(void **state)
{
    pl_pairing pair[BATCHES * 2 * LEVELS];
    int64_t begin[BATCHES + 1];
    double c[LEVELS * LEVELS];
    pl_interval about[LEVELS], from[LEVELS];
    pl_rating_fit fit;
    pl_rng r;
    pl_seed(&r, 5);
    int64_t pairs = simulate(&r, 2, pair, begin);
    for (int prior = 0; prior <= 600; prior += 600) {
        pl_rating_options o = {.confidence = 0.95, .prior = prior};
        assert_int_equal(pl_bradley_terry(pair, pairs, LEVELS, &o, about, c, &fit, NULL), 0);
        o.anchor = 3;
        assert_int_equal(pl_bradley_terry(pair, pairs, LEVELS, &o, from, NULL, &fit, NULL), 0);
        for (int i = 0; i < LEVELS; i++) {
            double variance = c[i * LEVELS + i] + c[2 * LEVELS + 2] - 2 * c[i * LEVELS + 2];
            near(from[i].value, about[i].value - about[2].value, 1e-9);
            near(from[i].high - from[i].value, 1.959963985 * sqrt(fmax(variance, 0)), 1e-5);
        }
    }
}

static pl_ladder *must_ladder(const pl_game *g, const pl_rung *rung, int n, int64_t games,
                              uint64_t seed)
{
    pl_error err = {""};
    pl_ladder_plan plan = {
        .game = g, .rung = rung, .rungs = n, .threads = 1, .games = games, .seed = seed};
    pl_ladder *l = pl_ladder_open(&plan, &err);
    if (!l || pl_match_run(pl_ladder_match(l), &err) != 1) fail_msg("%s", err.text);
    return l;
}

static void put_rungs(pl_rung *rung, const char *const *agents, int n)
{
    memset(rung, 0, (size_t)n * sizeof *rung);
    for (int i = 0; i < n; i++) {
        rung[i].below = i - 1;
        snprintf(rung[i].name, sizeof rung[i].name, "rung %d", i);
        snprintf(rung[i].agent, sizeof rung[i].agent, "%s", agents[i]);
    }
}

/* Real ladders of equals: 95 of 100 steps must be unsure. */
static void equals_are_not_distinguished(void **state)
{
    static const char *const equal[] = {"random", "random", "random", "random", "random"};
    const pl_game *g = must_open("kuhn");
    share unsure = {0};
    for (int seed = 1; seed <= effort(300); seed++) {
        pl_rung rung[5];
        put_rungs(rung, equal, 5);
        pl_ladder *l = must_ladder(g, rung, 5, 60, (uint64_t)seed);
        assert_int_equal(pl_ladder_rate(l, rung, NULL), 0);
        for (int i = 1; i < 5; i++) count_true(&unsure, rung[i].how == PL_STEP_UNSURE);
        pl_ladder_free(l);
    }
    expect_95("steps between equals that are unsure", unsure);
    pl_close(g);
}

static void strong_ones_stand_above_weak_ones(void **state)
{
    static const char *const agents[] = {"random", "solved(temperature=0.2)", "solved", "first"};
    const pl_game *g = must_open("tictactoe");
    pl_rung rung[4];
    put_rungs(rung, agents, 4);
    pl_ladder *l = must_ladder(g, rung, 4, 200, 1);
    assert_true(pl_ladder_rate(l, rung, NULL) >= 0);
    assert_true(rung[0].elo.value == 0 && rung[0].elo.low == 0 && rung[0].elo.high == 0);
    assert_int_equal(rung[1].how, PL_STEP_UP);
    assert_int_equal(rung[2].how, PL_STEP_UP);
    assert_int_equal(rung[3].how, PL_STEP_DOWN);
    assert_true(rung[3].step.high < 0 && rung[2].elo.low > 0);
    assert_string_equal(rung[2].agent, "solved(temperature=0)");
    pl_ladder_free(l);
    pl_close(g);
}

static int64_t games_of(pl_match *m, int i, int j)
{
    pl_duel d;
    pl_match_duel(m, i, j, &d);
    return d.better + d.even + d.worse;
}

static void neighbours_meet_most(void **state)
{
    const pl_game *g = must_open("tictactoe");
    pl_rung rung[PL_RUNGS_MAX];
    int n = pl_ladder_rungs(g, PL_LEVELS_FROM_TO(1, 5), 0, rung);
    assert_int_equal(n, 5);
    pl_ladder *l = must_ladder(g, rung, n, 8, 1);
    pl_match *m = pl_ladder_match(l);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            assert_int_equal(games_of(m, i, j), j == i + 1 ? 8 : j == i + 2 ? 4 : 0);
    pl_ladder_free(l);
    pl_close(g);
}

static void rungs_are_the_levels(void **state)
{
    const pl_game *small = must_open("tictactoe"), *large = must_open("othello");
    pl_rung rung[PL_RUNGS_MAX];
    char agent[PL_SPEC_MAX];
    int n = pl_ladder_rungs(large, PL_LEVELS_FROM_TO(1, PL_UNBEATABLE), 1, rung);
    assert_int_equal(n, PL_LEVELS);
    for (int i = 0; i < n; i++) {
        pl_level_agent(large, i + 1, agent, sizeof agent);
        assert_string_equal(rung[i].agent, agent);
        assert_int_equal(rung[i].level, i + 1);
        assert_int_equal(rung[i].below, i - 1);
    }
    n = pl_ladder_rungs(small, PL_LEVELS_FROM_TO(1, PL_UNBEATABLE), 1, rung);
    assert_int_equal(n, PL_LEVELS + 6);
    assert_int_equal(rung[PL_LEVELS].level, PL_UNBEATABLE);
    assert_int_equal(rung[PL_LEVELS].below, PL_LEVELS - 1);
    assert_true(rung[n - 1].level == 0 && rung[n - 1].below == -1);
    assert_string_equal(rung[n - 1].agent, "solved(temperature=2)");
    assert_int_equal(rung[n - 2].below, n - 1);
    assert_int_equal(pl_ladder_rungs(small, 1 << 3 | 1 << 4 | 1 << 11, 0, rung), 3);
    assert_string_equal(rung[0].name, "level 3");
    pl_close(small);
    pl_close(large);
}

static void few_rungs_are_refused(void **state)
{
    const pl_game *g = must_open("tictactoe");
    pl_rung rung[PL_RUNGS_MAX];
    pl_error err;
    pl_ladder_plan plan = {.game = g, .rung = rung, .threads = 1, .games = 10, .seed = 1};
    plan.rungs = pl_ladder_rungs(g, PL_LEVELS_FROM_TO(1, 2), 0, rung);
    assert_null(pl_ladder_open(&plan, &err));
    assert_string_equal(err.text, "a ladder has from 3 to 24 rungs, not 2");
    plan.rungs = pl_ladder_rungs(g, PL_LEVELS_FROM_TO(1, 3), 0, rung);
    plan.games = 0;
    assert_null(pl_ladder_open(&plan, &err));
    assert_string_equal(err.text, "a ladder has at least one game");
    pl_close(g);
}

static void openings_are_drawn(void **state)
{
    const pl_game *g = must_open("tictactoe"), *cards = must_open("kuhn");
    pl_openings *o = pl_openings_random(g, 7, 2, 1), *none = pl_openings_random(cards, 3, 2, 1);
    assert_true(o && pl_openings_count(o) == 7);
    assert_true(none && pl_openings_count(none) == 3);
    pl_openings_free(o);
    pl_openings_free(none);
    pl_close(g);
    pl_close(cards);
}

static void one_against_known_ratings(void **state)
{
    pl_opposition of = {100, 0, 3, 4};
    pl_interval x = pl_rating_against(&of, 1, 0.95);
    near(x.value, 100 + 400 * log10(3), 1e-6);
    assert_true(x.low < x.value && x.high > x.value);
    of.deviation = 50;
    pl_interval wider = pl_rating_against(&of, 1, 0.95);
    assert_true(wider.low < x.low && wider.high > x.high && wider.low > x.low - 98);
    of = (pl_opposition){0, 0, 4, 4};
    x = pl_rating_against(&of, 1, 0.95);
    assert_true(isinf(x.value) && x.value > 0 && isinf(x.high));
    /* p^4 is exp(-1.92) where p is 0.6187. */
    near(x.low, 400 * log10(0.61867 / 0.38133), 0.1);
    of.points = 0;
    x = pl_rating_against(&of, 1, 0.95);
    assert_true(x.value < 0 && isinf(x.low) && isfinite(x.high));
    of.games = 0;
    assert_true(isnan(pl_rating_against(&of, 1, 0.95).value));
}

static void intervals_against_known_ratings_hold(void **state)
{
    static const double others[] = {-200, 0, 150};
    share s = {0};
    pl_rng r;
    pl_seed(&r, 3);
    for (int i = 0; i < effort(2000); i++) {
        pl_opposition of[3];
        for (int k = 0; k < 3; k++) {
            of[k] = (pl_opposition){others[k], 0, 0, 15};
            for (int game = 0; game < 15; game++)
                of[k].points += pool_game(&r, 80 - others[k], 0) / 2.0;
        }
        count_in(&s, pl_rating_against(of, 3, 0.95), 80);
    }
    expect_95("ratings against known ones", s);
}

static void a_file_keeps_ladders(void **state)
{
    char path[128];
    pl_error err = {""};
    const pl_rated first[] = {{"random", 0, 0, 0, 10, 1, 0}},
                   later[] = {{"random", 0, 0, 0, 60, 1, 0},
                              {"mcts(iterations=10)", 312.5, 270, 355, 100, 2, 1}};
    pl_rated out[PL_RATED_MAX], bad = {"random", NAN, 0, 0, 1, 1, 0};
    pl_records *r = must_records(new_file(path), PL_RECORDS_BATCH);
    assert_int_equal(pl_records_ladder_get(r, "kuhn", out, PL_RATED_MAX, &err), 0);
    assert_int_equal(pl_records_ladder_put(r, "kuhn", first, 1, &err), 0);
    assert_int_equal(pl_records_ladder_put(r, "kuhn", later, 2, &err), 0);
    assert_int_equal(pl_records_ladder_put(r, "leduc", first, 1, &err), 0);
    assert_int_equal(pl_records_ladder_put(r, "kuhn", &bad, 1, &err), -1);
    must_close(r);
    r = must_records(path, PL_RECORDS_READ);
    assert_int_equal(pl_records_ladder_get(r, "kuhn", out, PL_RATED_MAX, &err), 2);
    assert_string_equal(out[1].agent, later[1].agent);
    assert_true(out[1].elo == 312.5 && out[1].low == 270 && out[1].high == 355);
    assert_true(out[1].games == 100 && out[1].level == 2 && out[1].clocked == 1);
    assert_int_equal(pl_records_ladder_get(r, "leduc", out, PL_RATED_MAX, &err), 1);
    must_close(r);
    drop_file(path);
}

/* A league of these, kept. */
static void keep_league(pl_records *r, const char *game, const char *const *agents, int n,
                        int games)
{
    pl_entrant who[8];
    const pl_game *g = must_open("%s", game);
    for (int i = 0; i < n; i++) who[i] = (pl_entrant){NULL, agents[i]};
    pl_match_plan plan = pl_match_usual(g, who, n);
    plan.games = games;
    plan.file = r;
    pl_match_free(played(&plan));
    pl_close(g);
}

typedef struct {
    pl_pool pool;
    pl_pooled player[8];
    int pools;
} heard;

static int hear(void *with, const pl_pool *p)
{
    heard *h = with;
    h->pool = *p;
    h->pools++;
    assert_true(p->players <= 8);
    memcpy(h->player, p->player, (size_t)p->players * sizeof *p->player);
    return 0;
}

static heard must_rate(pl_records *r, const char *game, pl_pool_method method, int64_t least)
{
    heard h = {.pools = 0};
    pl_error err = {""};
    pl_pool_options o = {.method = method, .least = least};
    if (pl_records_ratings(r, game, &o, hear, &h, &err)) fail_msg("%s", err.text);
    return h;
}

static void pools_are_rated_from_a_file(void **state)
{
    static const char *const some[] = {"random", "first", "greedy"};
    static const char *const others[] = {"mcts(iterations=1)", "rollout(iterations=5)"};
    static const char *const three[] = {"random", "first", "rollout(iterations=2)"};
    static const char *const same[] = {"random", "random"};
    char path[128];
    pl_records *r = must_records(new_file(path), PL_RECORDS_BATCH);
    keep_league(r, "tictactoe", some, 3, 200);
    keep_league(r, "kuhn(players=3)", three, 3, 90);
    heard h = must_rate(r, "mnk", PL_POOL_LIKELY, 1);
    assert_true(h.pools == 1 && h.pool.games == 600 && h.pool.players == 3 && h.pool.groups == 1);
    assert_string_equal(h.player[0].who.name, "greedy");
    assert_true(h.player[0].games == 400 && h.player[0].rating.low > h.player[1].rating.high);
    assert_int_equal(h.player[0].wins + h.player[0].draws + h.player[0].losses, 400);
    near(h.player[0].rating.value + h.player[1].rating.value + h.player[2].rating.value, 0, 1e-6);
    static const pl_pool_method kept_up[] = {PL_POOL_GLICKO, PL_POOL_ELO};
    for (int i = 0; i < 2; i++) {
        h = must_rate(r, "mnk", kept_up[i], 1);
        assert_string_equal(h.player[0].who.name, "greedy");
        near((h.player[0].rating.value + h.player[1].rating.value + h.player[2].rating.value) / 3,
             1500, 1e-6);
        assert_true(isnan(h.player[0].rating.low) == (kept_up[i] == PL_POOL_ELO));
    }
    h = must_rate(r, "kuhn", PL_POOL_LIKELY, 1);
    assert_true(h.pool.seats == 3 && h.pool.games == 90 && isfinite(h.player[0].rating.low));
    assert_int_equal(must_rate(r, NULL, PL_POOL_LIKELY, 1).pools, 2);
    assert_int_equal(must_rate(r, "hex", PL_POOL_LIKELY, 1).pools, 0);
    keep_league(r, "tictactoe", others, 2, 20);
    h = must_rate(r, "mnk", PL_POOL_LIKELY, 1);
    assert_true(h.pool.groups == 2 && h.pool.players == 5 && h.player[4].group == 1);
    h = must_rate(r, "mnk", PL_POOL_LIKELY, 100);
    assert_true(h.pool.groups == 1 && h.pool.players == 3 && h.pool.games == 600);
    keep_league(r, "leduc", same, 2, 10);
    h = must_rate(r, "leduc", PL_POOL_LIKELY, 1);
    assert_true(h.pool.players == 2); /* of two names */
    must_close(r);
    drop_file(path);
}

int test_ladder(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_from_an_anchor_hold),
        cmocka_unit_test(anchored_intervals_are_those_of_differences),
        cmocka_unit_test(equals_are_not_distinguished),
        cmocka_unit_test(strong_ones_stand_above_weak_ones),
        cmocka_unit_test(neighbours_meet_most),
        cmocka_unit_test(rungs_are_the_levels),
        cmocka_unit_test(few_rungs_are_refused),
        cmocka_unit_test(openings_are_drawn),
        cmocka_unit_test(one_against_known_ratings),
        cmocka_unit_test(intervals_against_known_ratings_hold),
        cmocka_unit_test(a_file_keeps_ladders),
        cmocka_unit_test(pools_are_rated_from_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
