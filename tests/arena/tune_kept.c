/* tune_kept.c -- tuning with openings, and tuning whose games are kept: stopped anywhere and gone on with
 * from the file, by a tuning that is opened anew, it comes to the same. */
#include "parlor/tune.h"
#include "tests/arena/matches.h"

static const pl_tune_range playouts = {"iterations", 1, 32, 1, 0};

typedef struct {
    pl_tune_course course;
    pl_tune_gain meeting, versus;
    char agent[PL_SPEC_MAX];
} result;

static pl_tune_plan plan_for(const pl_game *g, pl_tune_method method)
{
    pl_tune_plan plan = pl_tune_usual(g, "rollout(iterations=2)", &playouts, 1);
    plan.method = method;
    plan.games = 160;
    plan.batch = 16;
    plan.arms = 4;
    plan.last_games = 40;
    plan.against = "random";
    return plan;
}

static pl_tune *open_tune(const pl_tune_plan *plan)
{
    pl_error err;
    pl_tune *t = pl_tune_open(plan, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

/* Run it once; 1: to its end. */
static int run_once(const pl_tune_plan *plan, result *out)
{
    pl_error err;
    pl_tune *t = open_tune(plan);
    int done = pl_tune_run(t, &err);
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

static void stop_at(void *with, pl_tune *t)
{
    if (--*(int *)with == 0) pl_tune_stop(t);
}

static pl_records *open_file(const char *file)
{
    pl_error err;
    pl_records *r = pl_records_open(file, PL_RECORDS_BATCH, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

static int count_one(void *with, const pl_record *rec)
{
    (void)rec;
    ++*(int64_t *)with;
    return 0;
}

static int64_t games_in(pl_records *file)
{
    int64_t n = 0;
    assert_int_equal(pl_records_each(file, NULL, count_one, &n, NULL), 0);
    return n;
}

static void resumed_is_as_if_never_stopped(void **state)
{
    (void)state;
    const pl_game *g = must_open("leduc");
    for (int method = 0; method < PL_TUNE_METHODS; method++) {
        char file[128];
        pl_tune_plan plan = plan_for(g, (pl_tune_method)method);
        result once, again;
        int runs = 0;
        assert_int_equal(run_once(&plan, &once), 1);
        new_file(file);
        plan.tell = stop_at;
        for (int done = 0; !done; runs++) {
            int left = 2 + 3 * runs;
            plan.file = open_file(file);
            plan.resume = runs > 0;
            plan.threads = 1 + runs % 2;
            plan.with = &left;
            done = run_once(&plan, &again);
            assert_int_equal(pl_records_close(plan.file, NULL), 0);
        }
        assert_true(runs > 2);
        same(&once, &again);
        plan.tell = NULL;
        plan.file = open_file(file);
        int64_t games = games_in(plan.file);
        assert_int_equal(games, once.course.games + once.course.last); /* none twice */
        assert_int_equal(run_once(&plan, &again), 1);                  /* and none is played now */
        same(&once, &again);
        assert_int_equal(games_in(plan.file), games);
        pl_records_close(plan.file, NULL);
        drop_file(file);
    }
    pl_close(g);
}

static void plan_is_refused(const pl_tune_plan *plan, const char *says)
{
    pl_error err = {""};
    pl_tune *t = pl_tune_open(plan, &err);
    if (t || !strstr(err.text, says)) fail_msg("'%s' does not say '%s'", err.text, says);
}

static void other_tunings_are_refused(void **state)
{
    char file[128];
    (void)state;
    const pl_game *g = must_open("leduc");
    pl_tune_plan usual = plan_for(g, PL_TUNE_SPSA), plan = usual;
    result r;
    plan.resume = 1;
    plan_is_refused(&plan, "only tuning that is recorded");
    new_file(file);
    plan.file = usual.file = open_file(file);
    plan_is_refused(&plan, "no such tuning to go on with");
    assert_int_equal(run_once(&usual, &r), 1);
    plan_is_refused(&usual, "has this tuning already");
    for (int k = 0; k < 5; k++) {
        plan = usual;
        plan.resume = 1;
        if (k == 0) plan.seed = 2;
        else if (k == 1) plan.against = NULL;
        else if (k == 2) plan.games = 192;
        else if (k == 3) plan.batch = 32;
        else plan.agent = "rollout(iterations=3)";
        plan_is_refused(&plan, "no such tuning to go on with");
    }
    pl_records_close(usual.file, NULL);
    drop_file(file);
    pl_close(g);
}

static void openings_are_played(void **state)
{
    char text[] = "Ks Js\nJs Ks call raise\n";
    (void)state;
    const pl_game *g = must_open("leduc");
    pl_error err;
    FILE *in = fmemopen(text, strlen(text), "r");
    pl_openings *o = pl_openings_read(g, in, "deals", &err);
    fclose(in);
    assert_non_null(o);
    pl_tune_plan plan = plan_for(g, PL_TUNE_BANDIT);
    result without, with;
    assert_int_equal(run_once(&plan, &without), 1);
    plan.openings = o;
    assert_int_equal(run_once(&plan, &with), 1);
    assert_memory_not_equal(&without.meeting, &with.meeting, sizeof with.meeting);
    pl_openings_free(o);
    pl_close(g);
}

int test_tune_kept(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resumed_is_as_if_never_stopped),
        cmocka_unit_test(other_tunings_are_refused),
        cmocka_unit_test(openings_are_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
