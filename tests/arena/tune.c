/* tune.c -- tuning: values within their bounds, methods that find an optimum that is known, the
 * same result on any number of threads and after any interruption, and refusals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/tune/tune.h"
#include "parlor/parlor.h"

static const pl_scale even = {0.1, 3, 0, 0}, factors = {10, 10000, 1, 1}, few = {-2, 3, 0, 1};

static void values_stay_in_their_range(void **state)
{
    (void)state;
    assert_true(pl_scale_value(&even, -1) == 0.1 && pl_scale_value(&even, 2) == 3);
    assert_true(pl_scale_value(&factors, 0) == 10 && pl_scale_value(&factors, 1) == 10000);
    assert_true(pl_scale_value(&factors, 1.0 / 3) == 100);
    assert_true(pl_scale_value(&even, 1.0 / 3) == 1.067);
    for (int i = 0; i <= 50; i++) {
        double x = pl_scale_value(&few, i / 50.0), y = pl_scale_value(&factors, i / 50.0);
        assert_true(x == round(x) && x >= -2 && x <= 3);
        assert_true(y == round(y) && y >= 10 && y <= 10000);
        assert_true(pl_scale_value(&factors, pl_scale_place(&factors, y)) == y);
    }
    pl_scale narrow = {0.123456, 0.123457, 0, 0};
    assert_true(pl_scale_value(&narrow, 0) == 0.123456 && pl_scale_value(&narrow, 1) == 0.123457);
    assert_true(pl_scale_value(&narrow, 0.25) == 0.12345625);
    assert_false(signbit(pl_scale_value(&few, 0.39)));
}

/* Normal enough. */
static double noise(pl_rng *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += pl_unit(r);
    return sum;
}

/* An objective on three scales, whose best values are known: places of an optimum that is
 * neither in the middle nor at a bound. */
static const pl_scale three[] = {{0.1, 3, 0, 0}, {10, 10000, 1, 1}, {0, 40, 0, 1}};
static const double optimum[] = {0.8, 0.3, 0.65};

static double worth(const double *value)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) sum -= pow(pl_scale_place(&three[i], value[i]) - optimum[i], 2);
    return sum;
}

static void spsa_finds_the_optimum(void **state)
{
    const double from[] = {0.1, 10000, 20};
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        pl_spsa s;
        pl_rng r;
        double plus[PL_PARAMS_MAX], minus[PL_PARAMS_MAX], best[PL_PARAMS_MAX];
        pl_seed(&r, seed);
        pl_spsa_start(&s, three, 3, from, 1500, seed);
        while (s.done < s.steps) {
            pl_spsa_ask(&s, plus, minus);
            for (int i = 0; i < 3; i++) {
                assert_true(plus[i] != minus[i]);
                assert_true(plus[i] >= three[i].low && plus[i] <= three[i].high);
                assert_true(minus[i] >= three[i].low && minus[i] <= three[i].high);
            }
            pl_spsa_tell(&s, plus, minus, 100 * (worth(plus) - worth(minus) + 0.5 * noise(&r)));
        }
        pl_spsa_best(&s, best);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(pl_scale_place(&three[i], best[i]) - optimum[i]) < 0.12);
    }
}

static void spsa_stays_without_a_lead(void **state)
{
    const double from[] = {1.5};
    double plus[PL_PARAMS_MAX], minus[PL_PARAMS_MAX], best[PL_PARAMS_MAX];
    pl_spsa s;
    (void)state;
    pl_spsa_start(&s, &even, 1, from, 50, 1);
    while (s.done < s.steps) {
        pl_spsa_ask(&s, plus, minus);
        pl_spsa_tell(&s, plus, minus, 0);
    }
    pl_spsa_best(&s, best);
    assert_true(best[0] == 1.5);
}

/* Of two whole numbers no step compares one with itself. */
static void spsa_tells_whole_numbers_apart(void **state)
{
    const pl_scale switch_ = {0, 1, 0, 1};
    const double from[] = {0};
    double plus[PL_PARAMS_MAX], minus[PL_PARAMS_MAX], best[PL_PARAMS_MAX];
    pl_spsa s;
    (void)state;
    pl_spsa_start(&s, &switch_, 1, from, 300, 3);
    while (s.done < s.steps) {
        pl_spsa_ask(&s, plus, minus);
        assert_true(plus[0] != minus[0]);
        pl_spsa_tell(&s, plus, minus, plus[0] - minus[0]);
    }
    pl_spsa_best(&s, best);
    assert_true(best[0] == 1);
}

static void arms_are_spread_evenly(void **state)
{
    pl_halving h;
    pl_error err;
    (void)state;
    assert_int_equal(pl_halving_open(&h, &even, 1, 30, 1, &err), 0);
    assert_int_equal(h.n, 30);
    for (int i = 0; i < 30; i++) assert_true(fabs(h.arm[i].value[0] - 0.1 * (i + 1)) < 1e-9);
    pl_halving_close(&h);
    assert_int_equal(pl_halving_open(&h, &few, 1, 30, 1, &err), 0);
    assert_int_equal(h.n, 6); /* there are no more values */
    pl_halving_close(&h);
    assert_int_equal(pl_halving_open(&h, three, 3, 16, 1, &err), 0);
    assert_int_equal(h.n, 16);
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < 16; k++) {
            int found = 0;
            for (int i = 0; i < 16; i++)
                found += h.arm[i].value[p] == pl_scale_value(&three[p], k / 15.0);
            assert_int_equal(found, 1);
        }
    pl_halving_close(&h);
}

static void halving_finds_the_best_arm(void **state)
{
    int found = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        pl_halving h;
        pl_rng r;
        int64_t used = 0;
        pl_seed(&r, seed);
        assert_int_equal(pl_halving_open(&h, &even, 1, 30, seed, NULL), 0);
        assert_int_equal(h.rounds, 5);
        for (const pl_arm *a; (a = pl_halving_ask(&h));) {
            int64_t games = pl_halving_share(&h, 30000);
            double mean = -fabs(a->value[0] - 0.7) + noise(&r) / sqrt((double)games);
            used += games;
            pl_halving_tell(&h, mean, games);
        }
        assert_int_equal(h.left, 1);
        assert_true(used <= 30000 && used > 29000);
        found += fabs(pl_halving_best(&h)->value[0] - 0.7) < 0.11;
        pl_halving_close(&h);
    }
    assert_true(found >= 36);
    assert_int_equal(pl_halving_rounds(16), 4);
}

static const pl_game *open_game(const char *spec)
{
    pl_error err;
    const pl_game *g = pl_open(spec, &err);
    if (!g) fail_msg("%s", err.text);
    return g;
}

static pl_tune *open_tune(const pl_tune_plan *plan)
{
    pl_error err;
    pl_tune *t = pl_tune_open(plan, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

/* More playouts are better, though at a table of three hardly so beyond ten: the optimum is the
 * upper bound. */
static const pl_tune_range playouts = {"iterations", 1, 64, 1, 0};

static pl_tune_plan plan_for(const pl_game *g, pl_tune_method method)
{
    pl_tune_plan plan = pl_tune_usual(g, "rollout(iterations=2)", &playouts, 1);
    plan.method = method;
    plan.games = 800;
    plan.last_games = 600;
    return plan;
}

static void more_is_better(const char *game, const char *against, pl_tune_method method,
                           int64_t games, double least)
{
    const pl_game *g = open_game(game);
    pl_tune_plan plan = plan_for(g, method);
    pl_tune_gain meeting, versus;
    pl_tune_course c;
    plan.against = against;
    plan.games = games;
    pl_tune *t = open_tune(&plan);
    assert_int_equal(pl_tune_run(t, NULL), 1);
    pl_tune_course_of(t, &c);
    pl_tune_proof(t, &meeting, &versus);
    assert_int_equal(c.stage, PL_TUNE_OVER);
    assert_true(c.games == c.of && c.games <= games && (double)c.games > 0.9 * (double)games);
    assert_true(c.value[0] >= least && c.value[0] <= 64);
    assert_true(meeting.games == 600 && meeting.gain.low > 0 && meeting.elo.low > 0);
    assert_true(meeting.superiority > 0.99);
    assert_int_equal(versus.games, against ? 1200 : 0);
    assert_int_equal(c.last, c.last_of);
    pl_tune_free(t);
    pl_close(g);
}

static void more_playouts_are_better(void **state)
{
    (void)state;
    for (int method = 0; method < PL_TUNE_METHODS; method++) {
        more_is_better("tictactoe", NULL, (pl_tune_method)method, 800, 12);
        more_is_better("tictactoe", "random", (pl_tune_method)method, 800, 12);
        more_is_better("goofspiel(players=3,cards=6)", NULL, (pl_tune_method)method, 4000, 5);
    }
}

typedef struct {
    pl_tune_course course;
    pl_tune_gain meeting, versus;
    char agent[PL_SPEC_MAX];
} result;

static result result_of(pl_tune *t)
{
    result r;
    memset(&r, 0, sizeof r);
    pl_tune_course_of(t, &r.course);
    pl_tune_proof(t, &r.meeting, &r.versus);
    strcpy(r.agent, pl_tune_agent(t));
    return r;
}

static void stop_now_and_then(void *with, pl_tune *t)
{
    if (++*(int *)with % 3 == 0) pl_tune_stop(t);
}

/* On one thread; on three; stopped again and again. */
static void threads_and_stops_change_nothing(void **state)
{
    (void)state;
    const pl_game *g = open_game("leduc");
    for (int method = 0; method < PL_TUNE_METHODS; method++) {
        result r[3];
        int told = 0, runs = 0;
        for (int k = 0; k < 3; k++) {
            pl_tune_plan plan = plan_for(g, (pl_tune_method)method);
            plan.games = 240;
            plan.last_games = 60;
            plan.threads = k == 1 ? 3 : 1;
            plan.against = "random";
            if (k == 2) {
                plan.tell = stop_now_and_then;
                plan.with = &told;
            }
            pl_tune *t = open_tune(&plan);
            for (int done = 0; !done; runs += k == 2) done = pl_tune_run(t, NULL);
            r[k] = result_of(t);
            pl_tune_free(t);
        }
        assert_true(runs > 2);
        assert_string_equal(r[0].agent, r[1].agent);
        assert_string_equal(r[0].agent, r[2].agent);
        for (int k = 1; k < 3; k++) {
            assert_memory_equal(&r[0].meeting, &r[k].meeting, sizeof r[0].meeting);
            assert_memory_equal(&r[0].versus, &r[k].versus, sizeof r[0].versus);
            assert_true(r[0].course.games == r[k].course.games);
        }
    }
    pl_close(g);
}

/* Whose parameter does nothing gains nothing, and it is found out. */
static void nothing_is_gained_by_what_does_nothing(void **state)
{
    const pl_tune_range memory = {"memory", 1, 64, 0, 0};
    (void)state;
    const pl_game *g = open_game("tictactoe");
    pl_tune_plan plan = pl_tune_usual(g, "mcts(iterations=10,memory=8)", &memory, 1);
    plan.games = 80;
    plan.last_games = 200;
    pl_tune *t = open_tune(&plan);
    assert_int_equal(pl_tune_run(t, NULL), 1);
    result r = result_of(t);
    assert_true(r.meeting.games == 0 || (r.meeting.gain.low <= 0 && r.meeting.gain.high >= 0));
    pl_tune_free(t);
    pl_close(g);
}

static void refused(const char *agent, const char *range, void (*change)(pl_tune_plan *p),
                    const char *says)
{
    pl_tune_range r;
    pl_error err = {""};
    const pl_game *g = open_game("tictactoe");
    int bad = pl_tune_range_read(&r, range, &err);
    pl_tune_plan plan = pl_tune_usual(g, agent, &r, 1);
    if (change) change(&plan);
    pl_tune *t = bad ? NULL : pl_tune_open(&plan, &err);
    if (t || !strstr(err.text, says)) fail_msg("%s %s: %s", agent, range, err.text);
    pl_close(g);
}

static void few_games(pl_tune_plan *p)
{
    p->games = 7;
}

static void few_for_arms(pl_tune_plan *p)
{
    p->method = PL_TUNE_BANDIT;
    p->games = 100;
}

static void wrong_opponent(pl_tune_plan *p)
{
    p->against = "bestLine";
}

static void bad_plans_are_refused(void **state)
{
    (void)state;
    refused("mcts", "explore", NULL, "name=low:high");
    refused("mcts", "explore=1", NULL, "name=low:high");
    refused("mcts", "explore=1:x", NULL, "name=low:high");
    refused("mcts", "explore=1:2:lin", NULL, "name=low:high");
    refused("mcts", "=1:2", NULL, "name=low:high");
    refused("mcts", "explore=0:nan", NULL, "name=low:high");
    refused("mcts", "c=0.1:2", NULL, "mcts has no parameter 'c'; it has iterations, ms, explore");
    refused("random", "c=0.1:2", NULL, "random has no parameters to tune");
    refused("mcts", "explore=2:2", NULL, "from the lower to the higher");
    refused("mcts", "explore=3:2", NULL, "from the lower to the higher");
    refused("mcts", "explore=-1:2", NULL, "accepts 0..100, not all of -1:2");
    refused("mcts", "explore=1:200", NULL, "accepts 0..100, not all of 1:200");
    refused("mcts", "rave=0.5:2", NULL, "is a whole number");
    refused("mcts", "explore=0:2:log", NULL, "begins above 0");
    refused("mcts", "explore=1:1.0000000000001", NULL, "narrower than");
    refused("mcts", "explore=1e-21:2:log", NULL, "begins above 0");
    refused("mcts", "playout=0:2", NULL, "is no number (random|greedy|value)");
    refused("always(move=a1)", "move=0:2", NULL, "is no number");
    refused("nobody", "explore=1:2", NULL, "there is no agent 'nobody'");
    refused("mcts", "explore=1:2", few_games, "7 games are too few");
    refused("mcts", "explore=1:2", few_for_arms, "100 games are too few for 16 arms");
    refused("mcts", "explore=1:2", wrong_opponent, "plays only dominoes");
}

int test_tune(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_in_their_range),
        cmocka_unit_test(spsa_finds_the_optimum),
        cmocka_unit_test(spsa_stays_without_a_lead),
        cmocka_unit_test(spsa_tells_whole_numbers_apart),
        cmocka_unit_test(arms_are_spread_evenly),
        cmocka_unit_test(halving_finds_the_best_arm),
        cmocka_unit_test(more_playouts_are_better),
        cmocka_unit_test(threads_and_stops_change_nothing),
        cmocka_unit_test(nothing_is_gained_by_what_does_nothing),
        cmocka_unit_test(bad_plans_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
