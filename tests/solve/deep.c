/* deep.c -- sampling without a tree: it finds the sets that the tree has, learns what the
 * tree's methods learn, and keeps to its memory. */
#include "parlor/deep.h"
#include "tests/solve/policies.h"
#include "tests/support/effort.h"

static pl_deep *dived(const char *method, const pl_game *g, uint64_t seed, int64_t memory)
{
    pl_error err = {""};
    pl_deep_options o = {seed, memory};
    pl_deep *d = pl_deep_new(method, g, &o, &err);
    if (!d) fail_msg("%s: %s", method, err.text);
    return d;
}

static pl_deep_facts told(const pl_deep *d)
{
    pl_deep_facts f;
    pl_deep_tell(d, &f);
    return f;
}

static double *play_of(const pl_deep *d, const pl_tree *t)
{
    double *policy = policy_room(t);
    pl_deep_on(d, t, policy);
    return policy;
}

static double exploitable(const pl_deep *d, const pl_tree *t)
{
    double *policy = play_of(d, t), gain = nashconv_of(t, policy);
    free(policy);
    return gain / t->game->players;
}

static void games_get_better(void **unused)
{
    static const struct {
        const char *spec, *method;
        int iterations;
        double least; /* that is left after all of them */
    } ways[] = {
        {"kuhn", "external", 300000, 0.01},
        {"kuhn", "outcome", 1000000, 0.01},
        {"kuhn(players=3)", "external", 100000, 0.02},
        {"leduc", "external", 300000, 0.05},
        {"leduc", "external(plus=1,average=linear)", 300000, 0.1},
        {"leduc", "outcome", 1000000, 0.15},
        {"skull(players=2,roses=1,points=1,lite=1)", "external", 50000, 0.02},
        {"skull(players=2,roses=1,points=1,lite=1)", "outcome", 200000, 0.02},
        {"dark_hex(rows=2,cols=2)", "external", 20000, 0.02},
    };
    for (size_t i = 0; i < LENGTH(ways); i++) {
        /* Under sanitizers a tenth of the iterations, after which more is left. */
        int is_slow = effort(8) < 8, iterations = ways[i].iterations / (is_slow ? 10 : 1);
        double wider = is_slow ? 4 : 1;
        pl_tree *t = grown(ways[i].spec);
        pl_deep *d = dived(ways[i].method, t->game, 1, 0);
        pl_deep_run(d, iterations / 30);
        double early = exploitable(d, t);
        pl_deep_run(d, iterations - told(d).iterations);
        double late = exploitable(d, t);
        print_message("# %s by %s: %g, then %g\n", ways[i].spec, ways[i].method, early, late);
        if (late > wider * ways[i].least || late > early)
            fail_msg("%s by %s: %g, then %g", ways[i].spec, ways[i].method, early, late);
        assert_int_equal(told(d).full, 0);
        pl_deep_free(d);
        fell(t);
    }
}

static int has_key(const pl_tree *t, uint64_t key, int n)
{
    for (int32_t i = 0; i < t->infos; i++)
        if (t->info_key[i] == key) return t->info_first[i + 1] - t->info_first[i] == n;
    return 0;
}

typedef struct {
    const pl_tree *t;
    const pl_deep *d;
    int64_t sets;
} census;

static void is_of_the_tree(void *with, uint64_t key, int n, const double *policy)
{
    census *c = with;
    double found[PL_MOVES_MAX], sum = 0;
    c->sets++;
    assert_true(has_key(c->t, key, n));
    assert_int_equal(pl_deep_find(c->d, key, found, n), n);
    assert_int_equal(pl_deep_find(c->d, key, found, n - 1), 0);
    assert_memory_equal(found, policy, (size_t)n * sizeof *found);
    for (int a = 0; a < n; a++) sum += policy[a];
    near(sum, 1, 1e-9);
}

/* By views, by what was heard, and in the open. */
static void sets_are_those_of_the_tree(void **unused)
{
    static const char *const specs[] = {"leduc", "phantom(m=2,n=2,k=2)", "mnk(m=3,n=2,k=2)",
                                        "goofspiel(cards=3)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        int32_t choices = 0;
        for (int32_t k = 0; k < t->infos; k++)
            choices += t->info_first[k + 1] - t->info_first[k] > 1;
        pl_deep *d = dived("external", t->game, 1, 0);
        pl_deep_run(d, 3000);
        census c = {t, d, 0};
        pl_deep_each(d, is_of_the_tree, &c);
        assert_int_equal(c.sets, told(d).sets);
        assert_true(c.sets > choices / 2 && c.sets <= choices);
        pl_deep_free(d);
        fell(t);
    }
}

static void same(const pl_deep *a, const pl_deep *b, const pl_tree *t, int alike)
{
    double *one = play_of(a, t), *two = play_of(b, t);
    assert_int_equal(!memcmp(one, two, policy_bytes(t)), alike);
    free(one);
    free(two);
}

static void same_seed_same_bits(void **unused)
{
    static const char *const methods[] = {"external", "outcome(epsilon=0.3,average=linear)"};
    pl_tree *t = grown("leduc");
    for (size_t i = 0; i < LENGTH(methods); i++) {
        pl_deep *one = dived(methods[i], t->game, 7, 0), *two = dived(methods[i], t->game, 7, 0);
        pl_deep *other = dived(methods[i], t->game, 8, 0);
        pl_deep_run(one, 200);
        pl_deep_run(one, 200);
        pl_deep_run(two, 400);
        pl_deep_run(other, 400);
        same(one, two, t, 1);
        same(one, other, t, 0);
        pl_deep_free(one);
        pl_deep_free(two);
        pl_deep_free(other);
    }
    fell(t);
}

static void is_finite(void *with, uint64_t key, int n, const double *policy)
{
    (void)with, (void)key;
    for (int a = 0; a < n; a++) assert_true(policy[a] >= 0 && policy[a] <= 1 + 1e-9);
}

/* Long lines that nearly nobody draws weigh much, but never without end. */
static void weights_stay_finite(void **unused)
{
    static const char *const specs[] = {"liars_dice(dice=2)", "phantom(m=4,n=4,k=4)",
                                        "dominoes(players=3)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open("%s", specs[i]);
        pl_deep *d = dived("outcome(epsilon=0.001)", g, 1, 0);
        pl_deep_run(d, 300);
        assert_true(told(d).sets > 100);
        pl_deep_each(d, is_finite, NULL);
        pl_deep_free(d);
        pl_close(g);
    }
}

/* Whatever is read back, nothing worse comes of it than a refusal or bad play. */
static void damage_is_survived(void **unused)
{
    pl_tree *t = grown("leduc");
    pl_deep *d = dived("outcome", t->game, 1, 3 << 20);
    copy kept = {0};
    pl_rng r;
    pl_seed(&r, 1);
    pl_deep_run(d, 3000);
    assert_int_equal(pl_deep_keep(d, copy_piece, &kept), 0);
    for (int i = 0; i < 40; i++) {
        unsigned char *damaged = memcpy(malloc(kept.used), kept.bytes, kept.used);
        copy back = {damaged, 0, 1};
        pl_deep *other = dived("outcome", t->game, 1, 3 << 20);
        for (int k = 0; k < 1 << i / 3; k++)
            damaged[pl_below(&r, i % 2 ? 100000 : 120)] = (unsigned char)pl_rand(&r);
        memcpy(damaged + 40, kept.bytes + 40, i % 4 ? 8 : 0); /* one piece, mostly */
        if (!pl_deep_keep(other, copy_piece, &back) && !pl_deep_took(other))
            pl_deep_run(other, 200);
        assert_true(isfinite(exploitable(other, t)));
        pl_deep_free(other);
        free(damaged);
    }
    free(kept.bytes);
    pl_deep_free(d);
    fell(t);
}

/* With room for some of its sets it goes on learning about these. */
static void memory_is_kept_to(void **unused)
{
    const int64_t bound = 5 << 18;
    pl_tree *t = grown("liars_dice(dice=1,sides=6)");
    pl_deep *d = dived("external", t->game, 1, bound), *none = dived("outcome", t->game, 1, 1);
    pl_deep_run(d, 5000);
    pl_deep_facts f = told(d);
    print_message("# %d sets in %d bytes\n", (int)f.sets, (int)f.bytes);
    assert_true(f.full && f.missed > 0 && f.bytes <= bound);
    assert_true(f.sets > 1000 && f.sets < t->infos);
    double early = exploitable(d, t);
    pl_deep_run(d, 15000);
    assert_int_equal(told(d).sets, f.sets);
    assert_true(exploitable(d, t) < early);
    pl_deep_run(none, 100);
    assert_true(told(none).full && !told(none).sets && !told(none).bytes);
    assert_int_equal(told(none).iterations, 100);
    pl_deep_free(none);
    pl_deep_free(d);
    fell(t);
}

static void a_policy_is_written(void **unused)
{
    char path[] = "/tmp/parlor_deep_XXXXXX";
    pl_error err = {""};
    pl_tree *t = grown("leduc");
    pl_deep *d = dived("external", t->game, 1, 0);
    int32_t missing;
    pl_deep_run(d, 5000);
    close(mkstemp(path));
    assert_int_equal(pl_deep_write(d, path, 64, &err), 0);
    pl_policy *p = pl_policy_open(path, &err);
    if (!p) fail_msg("%s", err.text);
    assert_int_equal(pl_policy_sets(p), told(d).sets);
    assert_non_null(strstr(pl_policy_facts_of(p)->how, "5000 iterations"));
    double *one = play_of(d, t), *two = play_of(d, t);
    assert_int_equal(pl_policy_on(p, t, two, &missing, &err), 0);
    assert_int_equal(missing, t->infos - told(d).sets);
    for (int32_t i = 0; i < t->info_first[t->infos]; i++) near(one[i], two[i], 1e-12);
    pl_policy_free(p);
    assert_int_equal(pl_deep_write(d, "/nowhere/at.all", 64, &err), -1);
    free(one);
    free(two);
    unlink(path);
    pl_deep_free(d);
    fell(t);
}

static void a_stop_stops(void **unused)
{
    const pl_game *g = must_open("phantom(m=3,n=3,k=3)");
    pl_deep *d = dived("external", g, 1, 0);
    pl_deep_stop(d);
    pl_deep_run(d, INT64_MAX);
    assert_int_equal(told(d).iterations, 0);
    pl_deep_free(d);
    pl_close(g);
}

static void refusals_say_why(void **unused)
{
    static const struct {
        const char *method, *words;
    } wrong[] = {
        {"chance", "external and outcome"},  {"cfr", "external and outcome"},
        {"external(batch=2)", "batch is 1"}, {"outcome(epsilon=2)", "epsilon"},
        {"nonsense", "no method"},
    };
    const pl_game *g = must_open("kuhn");
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_null(pl_deep_new(wrong[i].method, g, NULL, &err));
        if (!strstr(err.text, wrong[i].words)) fail_msg("%s", err.text);
    }
    assert_null(pl_deep_new("external", g, &(pl_deep_options){0, -1}, &err));
    pl_game large = *g;
    large.hi = 1e60;
    assert_null(pl_deep_new("external", &large, NULL, &err));
    assert_string_equal(err.text, "kuhn has a score of 1e+60; sampling takes them up to 1e+12");
    large = *g;
    large.lo = -1e60;
    assert_null(pl_deep_new("outcome", &large, NULL, &err));
    pl_deep *d = dived("outcome(plus=1)", g, 1, 0);
    pl_deep_spec(d, spec, sizeof spec);
    assert_string_equal(spec, "outcome(plus=1,average=uniform,batch=1,epsilon=0.6)");
    pl_deep_free(d);
    pl_deep_free(NULL);
    pl_close(g);
}

int test_deep(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_get_better),    cmocka_unit_test(sets_are_those_of_the_tree),
        cmocka_unit_test(same_seed_same_bits), cmocka_unit_test(weights_stay_finite),
        cmocka_unit_test(damage_is_survived),  cmocka_unit_test(memory_is_kept_to),
        cmocka_unit_test(a_policy_is_written), cmocka_unit_test(a_stop_stops),
        cmocka_unit_test(refusals_say_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
