/* checkpoint.c -- runs of solvers in files: what is taken up again goes on as if it
 * had never been left, and what is not whole is not taken up.
 *
 * Every method in the build is tried, so a new one that keeps too little is noticed. */
#include "parlor/checkpoint.h"
#include "tests/solve/policies.h"

static char path[40];

static pl_solver *solver_of(const char *method, const pl_tree *t, const pl_solver_options *how)
{
    pl_error err = {""};
    pl_solver *s = pl_solver_new(method, t, how, &err);
    if (!s) print_message("# %s: %s\n", method, err.text);
    return s;
}

static pl_run run_of(const pl_solver *s, pl_point *point, int points)
{
    pl_run run = {.seed = 7, .limit = 300, .target = 1e-3, .seconds = 2.5};
    pl_spec(s->tree->game, run.game, sizeof run.game);
    pl_solver_spec(s, run.method, sizeof run.method);
    run.plain = s->plain;
    run.point = point;
    run.points = points;
    return run;
}

static void must_save(pl_solver *s)
{
    pl_error err = {""};
    pl_point point[2] = {{1, 0.5, 3, -2, 1, NAN}, {40, 1.5, 0.25, -0.5, -0.25, NAN}};
    pl_run run = run_of(s, point, 2);
    if (pl_run_save(path, &run, s, &err)) fail_msg("%s", err.text);
}

static pl_saved *must_open_run(void)
{
    pl_error err = {""};
    pl_saved *f = pl_saved_open(path, &err);
    if (!f) fail_msg("%s", err.text);
    return f;
}

static void refused_run(const char *words)
{
    pl_error err = {""};
    if (pl_saved_open(path, &err)) fail_msg("a file that is not whole was taken for one");
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void compare_policies(pl_solver *a, pl_solver *b)
{
    double *p = policy_of(a), *q = policy_of(b);
    if (memcmp(p, q, policy_bytes(a->tree))) fail_msg("%s goes on otherwise", a->method->name);
    assert_int_equal(a->iterations, b->iterations);
    free(p);
    free(q);
}

/* The gap also depends on what was played on the way. */
static void compare_gaps(pl_solver *a, pl_solver *b)
{
    pl_gap x, y;
    assert_int_equal(pl_solver_gap(a, &x) | pl_solver_gap(b, &y), 0);
    if (memcmp(&x, &y, sizeof x)) fail_msg("%s was not all kept", a->method->name);
}

/* Left after some iterations, and gone on for as many with other threads, by a solver that knew
 * something else before. */
static void left_and_taken_up(const char *method, const pl_tree *t, int plain, int n)
{
    pl_error err = {""};
    pl_solver *whole = solver_of(method, t, &(pl_solver_options){7, 1, plain});
    if (!whole) return;
    pl_solver_run(whole, n);
    must_save(whole);
    pl_saved *f = must_open_run();
    const pl_run *run = pl_saved_run(f);
    pl_solver *again = solver_of(run->method, t, &(pl_solver_options){run->seed, 2, run->plain});
    assert_non_null(again);
    pl_solver_run(again, 3);
    if (pl_saved_take(f, again, &err)) fail_msg("%s: %s", method, err.text);
    assert_int_equal(again->iterations, whole->iterations);
    compare_policies(whole, again);
    pl_solver_run(whole, n);
    pl_solver_run(again, 13);
    pl_solver_run(again, whole->iterations - again->iterations);
    compare_policies(whole, again);
    compare_gaps(whole, again);
    pl_saved_close(f);
    pl_solver_free(again);
    pl_solver_free(whole);
}

static void runs_go_on(void **state)
{
    static const struct {
        const char *game;
        int plain;
    } rows[] = {
        {"kuhn", 0}, {"kuhn", 1}, {"kuhn(players=3)", 0}, {"goofspiel(cards=3)", 0}, {"leduc", 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        pl_tree *t = grown(rows[i].game);
        for (const pl_method *const *m = pl_methods(); *m; m++)
            left_and_taken_up((*m)->name, t, rows[i].plain, 100);
        fell(t);
    }
    pl_tree *t = grown("liars_dice(sides=4)"); /* where the lead changes */
    for (int n = 50; n < 2000; n *= 3) left_and_taken_up("auto", t, 0, n);
    fell(t);
}

/* By batches, too, of which a run does whole ones alone. */
static void sampling_goes_on(void **state)
{
    static const char *const methods[] = {"external(plus=1,average=linear,batch=100)",
                                          "outcome(batch=50)", "chance(batch=4)"};
    pl_tree *t = grown("kuhn");
    for (size_t i = 0; i < LENGTH(methods); i++) left_and_taken_up(methods[i], t, 0, 700);
    fell(t);
}

/* Without a tree. */
static void deep_left_and_taken_up(const char *method, const pl_game *g, const pl_tree *t)
{
    pl_error err = {""};
    pl_deep_options how = {7, 1 << 24};
    pl_deep *whole = pl_deep_new(method, g, &how, &err),
            *again = pl_deep_new(method, g, &how, &err);
    pl_run run = {.game = "told to people", .method = "deep-", .seed = 7};
    size_t n = (size_t)t->info_first[t->infos];
    double *p = calloc(2 * n, sizeof *p);
    assert_true(whole && again && p);
    pl_deep_spec(whole, run.method + 5, sizeof run.method - 5);
    pl_deep_run(whole, 200);
    if (pl_run_save_deep(path, &run, whole, &err)) fail_msg("%s", err.text);
    pl_deep_run(whole, 500);
    pl_saved *f = must_open_run();
    if (pl_saved_take_deep(f, again, &err)) fail_msg("%s", err.text);
    pl_deep_run(again, 500);
    pl_deep_on(whole, t, p);
    pl_deep_on(again, t, p + n);
    assert_memory_equal(p, p + n, n * sizeof *p);
    free(p);
    pl_saved_close(f);
    pl_deep_free(whole);
    pl_deep_free(again);
}

/* Neither a solver nor, where there is no tree, a run without one takes it up. */
static void refused_by(pl_saved *f, const char *method, const pl_game *g, const pl_tree *t,
                       const char *words)
{
    pl_error err = {""};
    pl_solver *s = t ? solver_of(method, t, NULL) : NULL;
    pl_deep *d = t ? NULL : pl_deep_new(method, g, NULL, &err);
    assert_true(s || d);
    assert_int_equal(s ? pl_saved_take(f, s, &err) : pl_saved_take_deep(f, d, &err), -1);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
    pl_solver_free(s);
    pl_deep_free(d);
}

static void deep_runs_go_on(void **state)
{
    pl_tree *t = grown("leduc"), *other = grown("kuhn");
    deep_left_and_taken_up("external", t->game, t);
    deep_left_and_taken_up("outcome(epsilon=0.4)", t->game, t);
    pl_saved *f = must_open_run();
    refused_by(f, "outcome(epsilon=0.4)", other->game, NULL, "another tree");
    refused_by(f, "outcome(epsilon=0.5)", t->game, NULL, "another method");
    pl_saved_close(f);
    fell(t);
    fell(other);
}

static void runs_are_described(void **state)
{
    pl_tree *t = grown("kuhn");
    pl_solver *s = solver_of("dcfr(alpha=2)", t, NULL);
    pl_solver_run(s, 3);
    must_save(s);
    pl_saved *f = must_open_run();
    const pl_run *run = pl_saved_run(f);
    assert_string_equal(run->game, "kuhn(players=2,start=0)");
    assert_non_null(strstr(run->method, "alpha=2"));
    assert_int_equal(run->seed, 7);
    assert_int_equal(run->limit, 300);
    near(run->target, 1e-3, 0);
    near(run->seconds, 2.5, 0);
    assert_int_equal(run->points, 2);
    assert_int_equal(run->point[1].iterations, 40);
    near(run->point[1].upper, -0.25, 0);
    pl_saved_close(f);
    pl_solver_free(s);
    fell(t);
}

static void other_runs_are_refused(void **state)
{
    pl_tree *t = grown("kuhn"), *other = grown("kuhn(start=1)"), *large = grown("leduc");
    pl_solver *s = solver_of("cfr+", t, NULL);
    pl_solver_run(s, 3);
    must_save(s);
    pl_saved *f = must_open_run();
    refused_by(f, "cfr+", NULL, other, "another tree");
    refused_by(f, "cfr+", NULL, large, "another tree");
    refused_by(f, "pcfr+", NULL, t, "another method");
    pl_saved_close(f);
    pl_solver_free(s);
    fell(t);
    fell(other);
    fell(large);
}

static unsigned char *file_bytes(size_t *n)
{
    FILE *in = fopen(path, "rb");
    unsigned char *bytes = malloc(1 << 16);
    assert_non_null(in);
    *n = fread(bytes, 1, 1 << 16, in);
    fclose(in);
    return bytes;
}

static void put_file(const unsigned char *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fwrite(bytes, 1, n, out);
    fclose(out);
}

/* Each bit of it, and each length. */
static void damage_is_noticed(void **state)
{
    size_t n;
    pl_tree *t = grown("kuhn");
    pl_solver *s = solver_of("cfr", t, NULL);
    pl_solver_run(s, 3);
    must_save(s);
    unsigned char *bytes = file_bytes(&n);
    for (size_t i = 0; i < n; i++) {
        bytes[i] ^= (unsigned char)(1 << i % 8);
        put_file(bytes, n);
        refused_run("");
        bytes[i] ^= (unsigned char)(1 << i % 8);
    }
    for (size_t cut = 0; cut < n; cut++) {
        put_file(bytes, cut);
        refused_run("");
    }
    put_file(bytes, n);
    pl_saved_close(must_open_run());
    free(bytes);
    pl_solver_free(s);
    fell(t);
}

static void refusals_say_why(void **state)
{
    size_t n;
    pl_error err = {""};
    pl_tree *t = grown("kuhn");
    pl_solver *s = solver_of("cfr", t, NULL);
    must_save(s);
    unsigned char *bytes = file_bytes(&n);
    put_file(bytes, n - 8);
    refused_run("bytes where it should have");
    bytes[8]++;
    put_file(bytes, n);
    refused_run("version 3");
    bytes[12]++;
    put_file(bytes, n);
    refused_run("another kind of machine");
    bytes[0]++;
    put_file(bytes, n);
    refused_run("no run of a solver");
    assert_null(pl_saved_open("/nonexistent/run", &err));
    assert_non_null(strstr(err.text, "cannot read"));
    assert_null(pl_saved_open(".", &err));
    pl_run run = run_of(s, NULL, 0);
    assert_int_equal(pl_run_save("/nonexistent/run", &run, s, &err), -1);
    assert_non_null(strstr(err.text, "cannot write"));
    free(bytes);
    pl_solver_free(s);
    fell(t);
}

/* A run that has marked the file replaces nothing but what it left itself. */
static void marks_protect_the_files_of_others(void **state)
{
    size_t n, later;
    pl_error err = {""};
    pl_mark mark;
    pl_tree *t = grown("kuhn");
    pl_solver *s = solver_of("cfr", t, NULL);
    pl_run run = run_of(s, NULL, 0);
    run.mark = &mark;
    pl_mark_at(path, &mark);
    for (int i = 0; i < 3; i++) assert_int_equal(pl_run_save(path, &run, s, &err), 0);
    must_save(s); /* somebody else */
    unsigned char *bytes = file_bytes(&n), *after;
    assert_int_equal(pl_run_save(path, &run, s, &err), -2);
    assert_non_null(strstr(err.text, "changed by somebody else"));
    after = file_bytes(&later);
    assert_int_equal(n, later);
    assert_memory_equal(bytes, after, n);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(pl_run_save(path, &run, s, &err), 0);
    free(bytes);
    free(after);
    pl_solver_free(s);
    fell(t);
}

static int make_path(void **state)
{
    const char *in_memory = "/dev/shm"; /* where bringing to the disk takes no time */
    snprintf(path, sizeof path, "%s/parlor_checkpoint.XXXXXX",
             access(in_memory, W_OK) ? "/tmp" : in_memory);
    int fd = mkstemp(path);
    return fd < 0 || close(fd) ? -1 : 0;
}

static int drop_path(void **state)
{
    return unlink(path);
}

int test_checkpoint(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_go_on),
        cmocka_unit_test(sampling_goes_on),
        cmocka_unit_test(deep_runs_go_on),
        cmocka_unit_test(runs_are_described),
        cmocka_unit_test(other_runs_are_refused),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(marks_protect_the_files_of_others),
    };
    return cmocka_run_group_tests(tests, make_path, drop_path);
}
