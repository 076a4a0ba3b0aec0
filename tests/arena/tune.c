/* tune.c -- tuning: values within their bounds, methods that find an optimum that is known, the same
 * result on any number of threads, after any interruption and from a file, openings, and refusals. */
#include "arena/tune/tune.h"
#include "tests/arena/matches.h"

static const pl_scale even = {0.1, 3, 0, 0}, factors = {10, 10000, 1, 1}, few = {-2, 3, 0, 1};

static void values_stay_in_their_range(void **state)
{
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

/* By how much one set of values is better than another. */
typedef double lead_of(const double *plus, const double *minus, pl_rng *r);

static void spsa_to(const pl_scale *scale, int n, const double *from, int steps, uint64_t seed,
                    lead_of *lead, double *best)
{
    pl_spsa s;
    pl_rng r;
    double plus[PL_PARAMS_MAX], minus[PL_PARAMS_MAX];
    pl_seed(&r, seed);
    pl_spsa_start(&s, scale, n, from, steps, seed);
    while (s.done < s.steps) {
        pl_spsa_ask(&s, plus, minus);
        for (int i = 0; i < n; i++) { /* nothing is compared with itself */
            assert_true(plus[i] != minus[i]);
            assert_true(plus[i] >= scale[i].low && plus[i] <= scale[i].high);
            assert_true(minus[i] >= scale[i].low && minus[i] <= scale[i].high);
        }
        pl_spsa_tell(&s, plus, minus, lead(plus, minus, &r));
    }
    pl_spsa_best(&s, best);
}

static double noisy_lead(const double *plus, const double *minus, pl_rng *r)
{
    return 100 * (worth(plus) - worth(minus) + 0.5 * noise(r));
}

static double no_lead(const double *plus, const double *minus, pl_rng *r)
{
    return 0;
}

static double more_leads(const double *plus, const double *minus, pl_rng *r)
{
    return plus[0] - minus[0];
}

static void spsa_finds_the_optimum(void **state)
{
    const double from[] = {0.1, 10000, 20}, middle = 1.5, off = 0;
    const pl_scale whole = {0, 1, 0, 1};
    double best[PL_PARAMS_MAX];
    for (uint64_t seed = 1; seed <= 10; seed++) {
        spsa_to(three, 3, from, 1500, seed, noisy_lead, best);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(pl_scale_place(&three[i], best[i]) - optimum[i]) < 0.12);
    }
    spsa_to(&even, 1, &middle, 50, 1, no_lead, best);
    assert_true(best[0] == 1.5);
    spsa_to(&whole, 1, &off, 300, 3, more_leads, best);
    assert_true(best[0] == 1);
}

static void arms_are_spread_evenly(void **state)
{
    pl_halving h;
    pl_error err;
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
    const pl_game *g = must_open("%s", game);
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

/* Run it, as often as it is stopped if on is 1: 1 if to its end. */
static int run_tune(const pl_tune_plan *plan, int on, result *out)
{
    pl_error err = {""};
    pl_tune *t = open_tune(plan);
    int done = 0;
    do done = pl_tune_run(t, &err);
    while (on && done == 0);
    if (done < 0) fail_msg("%s", err.text);
    memset(out, 0, sizeof *out);
    pl_tune_course_of(t, &out->course);
    pl_tune_proof(t, &out->meeting, &out->versus);
    strcpy(out->agent, pl_tune_agent(t));
    pl_tune_free(t);
    return done;
}

static void same(const result *a, const result *b)
{
    assert_string_equal(a->agent, b->agent);
    assert_memory_equal(&a->meeting, &b->meeting, sizeof a->meeting);
    assert_memory_equal(&a->versus, &b->versus, sizeof a->versus);
    assert_int_equal(a->course.games, b->course.games);
    assert_int_equal(a->course.last, b->course.last);
}

static pl_tune_plan short_plan(const pl_game *g, int method)
{
    pl_tune_plan plan = plan_for(g, (pl_tune_method)method);
    plan.games = 160;
    plan.batch = 16;
    plan.arms = 4;
    plan.last_games = 40;
    plan.against = "random";
    return plan;
}

/* Stops where a count of calls comes to 0; and at each third. */
static void stop_at(void *with, pl_tune *t)
{
    if (--*(int *)with == 0) pl_tune_stop(t);
}

static void stop_now_and_then(void *with, pl_tune *t)
{
    if (++*(int *)with % 3 == 0) pl_tune_stop(t);
}

static void threads_and_stops_change_nothing(void **state)
{
    const pl_game *g = must_open("leduc");
    for (int method = 0; method < PL_TUNE_METHODS; method++) {
        pl_tune_plan plan = short_plan(g, method);
        result once, again;
        int calls = 0;
        assert_int_equal(run_tune(&plan, 0, &once), 1);
        plan.threads = 3;
        assert_int_equal(run_tune(&plan, 0, &again), 1);
        same(&once, &again);
        plan.threads = 1;
        plan.tell = stop_now_and_then;
        plan.with = &calls;
        assert_int_equal(run_tune(&plan, 1, &again), 1);
        assert_true(calls > 6);
        same(&once, &again);
    }
    pl_close(g);
}

/* Of a file, finished or not. */
static int64_t games_in(pl_records *file)
{
    pl_error err;
    int64_t n = 0;
    for (pl_record rec = {0}; pl_records_get(file, n + 1, &rec, &err) == 0; n++)
        pl_record_clear(&rec);
    return n;
}

static void resumed_is_as_if_never_stopped(void **state)
{
    const pl_game *g = must_open("leduc");
    for (int method = 0; method < PL_TUNE_METHODS; method++) {
        char file[128];
        pl_tune_plan plan = short_plan(g, method);
        result once, again;
        int runs = 0;
        assert_int_equal(run_tune(&plan, 0, &once), 1);
        new_file(file);
        plan.tell = stop_at;
        for (int done = 0; !done; runs++) {
            int left = 2 + 3 * runs;
            plan.file = must_records(file, PL_RECORDS_BATCH);
            plan.resume = runs > 0;
            plan.threads = 1 + runs % 2;
            plan.with = &left;
            done = run_tune(&plan, 0, &again);
            must_close(plan.file);
        }
        assert_true(runs > 2);
        same(&once, &again);
        plan.tell = NULL;
        plan.file = must_records(file, PL_RECORDS_BATCH);
        int64_t games = games_in(plan.file);
        assert_int_equal(games, once.course.games + once.course.last); /* none twice */
        assert_int_equal(run_tune(&plan, 0, &again), 1);               /* and none is played now */
        same(&once, &again);
        assert_int_equal(games_in(plan.file), games);
        must_close(plan.file);
        drop_file(file);
    }
    pl_close(g);
}

static void openings_are_played(void **state)
{
    const pl_game *g = must_open("leduc");
    pl_tune_plan plan = short_plan(g, PL_TUNE_BANDIT);
    result without, with;
    assert_int_equal(run_tune(&plan, 0, &without), 1);
    plan.openings = must_openings(g, "Ks Js\nJs Ks call raise\n");
    assert_int_equal(run_tune(&plan, 0, &with), 1);
    assert_memory_not_equal(&without.meeting, &with.meeting, sizeof with.meeting);
    pl_openings_free((pl_openings *)plan.openings);
    pl_close(g);
}

/* A parameter that does nothing gains nothing, and the last games show it. */
static void nothing_is_gained_by_what_does_nothing(void **state)
{
    const pl_tune_range memory = {"memory", 1, 64, 0, 0};
    const pl_game *g = must_open("tictactoe");
    pl_tune_plan plan = pl_tune_usual(g, "mcts(iterations=10,memory=8)", &memory, 1);
    result r;
    plan.games = 80;
    plan.last_games = 200;
    assert_int_equal(run_tune(&plan, 0, &r), 1);
    assert_true(r.meeting.games == 0 || (r.meeting.gain.low <= 0 && r.meeting.gain.high >= 0));
    pl_close(g);
}

static void tune_refused(const pl_tune_plan *plan, const char *words)
{
    pl_error err = {""};
    pl_tune *t = pl_tune_open(plan, &err);
    if (t || !strstr(err.text, words))
        fail_msg("%s: '%s' does not say '%s'", plan->agent, err.text, words);
}

static void other_tunings_are_not_resumed(void **state)
{
    char file[128];
    const pl_game *g = must_open("leduc");
    pl_tune_plan usual = short_plan(g, PL_TUNE_SPSA), plan = usual;
    result r;
    plan.resume = 1;
    tune_refused(&plan, "only tuning that is recorded");
    plan.file = usual.file = must_records(new_file(file), PL_RECORDS_BATCH);
    tune_refused(&plan, "no such tuning to go on with");
    assert_int_equal(run_tune(&usual, 0, &r), 1);
    tune_refused(&usual, "has this tuning already");
    for (int k = 0; k < 5; k++) {
        plan = usual;
        plan.resume = 1;
        if (k == 0) plan.seed = 2;
        else if (k == 1) plan.against = NULL;
        else if (k == 2) plan.games = 192;
        else if (k == 3) plan.batch = 32;
        else plan.agent = "rollout(iterations=3)";
        tune_refused(&plan, "no such tuning to go on with");
    }
    must_close(usual.file);
    drop_file(file);
    pl_close(g);
}

static void bad_plans_are_refused(void **state)
{
    static const char *const ranges[][3] = {
        {"mcts", "explore", "name=low:high"},
        {"mcts", "explore=1", "name=low:high"},
        {"mcts", "explore=1:x", "name=low:high"},
        {"mcts", "explore=1:2:lin", "name=low:high"},
        {"mcts", "=1:2", "name=low:high"},
        {"mcts", "explore=0:nan", "name=low:high"},
        {"mcts", "c=0.1:2", "mcts has no parameter 'c'; it has iterations, ms, explore"},
        {"random", "c=0.1:2", "random has no parameters to tune"},
        {"mcts", "explore=2:2", "from the lower to the higher"},
        {"mcts", "explore=3:2", "from the lower to the higher"},
        {"mcts", "explore=-1:2", "accepts 0..100, not all of -1:2"},
        {"mcts", "explore=1:200", "accepts 0..100, not all of 1:200"},
        {"mcts", "rave=0.5:2", "is a whole number"},
        {"mcts", "explore=0:2:log", "begins above 0"},
        {"mcts", "explore=1:1.0000000000001", "narrower than"},
        {"mcts", "explore=1e-21:2:log", "begins above 0"},
        {"mcts", "playout=0:2", "is no number (random|greedy|value)"},
        {"always(move=a1)", "move=0:2", "is no number"},
        {"nobody", "explore=1:2", "there is no agent 'nobody'"},
    };
    const pl_game *g = must_open("tictactoe");
    pl_tune_range r;
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        pl_error err = {""};
        int bad = pl_tune_range_read(&r, ranges[i][1], &err);
        pl_tune_plan plan = pl_tune_usual(g, ranges[i][0], &r, 1);
        if (!bad) tune_refused(&plan, ranges[i][2]);
        else if (!strstr(err.text, ranges[i][2])) fail_msg("%s: %s", ranges[i][1], err.text);
    }
    assert_int_equal(pl_tune_range_read(&r, "explore=1:2", NULL), 0);
    pl_tune_plan usual = pl_tune_usual(g, "mcts", &r, 1), plan = usual;
    plan.games = 7;
    tune_refused(&plan, "7 games are too few");
    plan = usual;
    plan.method = PL_TUNE_BANDIT;
    plan.games = 100;
    tune_refused(&plan, "100 games are too few for 16 arms");
    plan = usual;
    plan.against = "bestLine";
    tune_refused(&plan, "plays only dominoes");
    pl_close(g);
}

int test_tune(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_in_their_range),
        cmocka_unit_test(spsa_finds_the_optimum),
        cmocka_unit_test(arms_are_spread_evenly),
        cmocka_unit_test(halving_finds_the_best_arm),
        cmocka_unit_test(more_playouts_are_better),
        cmocka_unit_test(threads_and_stops_change_nothing),
        cmocka_unit_test(resumed_is_as_if_never_stopped),
        cmocka_unit_test(openings_are_played),
        cmocka_unit_test(nothing_is_gained_by_what_does_nothing),
        cmocka_unit_test(bad_plans_are_refused),
        cmocka_unit_test(other_tunings_are_not_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
