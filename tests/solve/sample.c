/* sample.c -- the methods that sample: they come to what is known, and the same way each
 * time.
 */
#include "tests/solve/policies.h"
#include "tests/support/effort.h"

/* Under sanitizers a tenth of the iterations are run, after which more is left. */
static int is_slow(void)
{
    return effort(8) < 8;
}

static int fewer(int iterations)
{
    return is_slow() ? iterations / 10 : iterations;
}

static pl_solver *solving(const char *method, const pl_tree *t, uint64_t seed, int threads)
{
    return must_solve(method, t, &(pl_solver_options){.seed = seed, .threads = threads});
}

static void kuhn_is_solved(void **unused)
{
    static const struct {
        const char *method;
        int iterations;
        double gap, error;
    } ways[] = {
        {"external", 500000, 0.01, 0.06},
        {"external(plus=1,average=linear)", 500000, 0.01, 0.06},
        {"outcome", 1000000, 0.02, 0.08},
        {"outcome(epsilon=0.2,plus=1,average=linear)", 1000000, 0.04, 0.1},
        {"chance", 500000, 0.01, 0.06},
        {"chance(plus=1,average=linear)", 500000, 0.01, 0.06},
        {"external(batch=16)", 500000, 0.02, 0.06},
        {"outcome(batch=16)", 1000000, 0.03, 0.08},
        {"chance(batch=16)", 500000, 0.02, 0.06},
    };
    pl_tree *t = grown("kuhn");
    for (size_t i = 0; i < LENGTH(ways); i++) {
        pl_solver *s = solving(ways[i].method, t, 1, 1);
        pl_solver_run(s, fewer(ways[i].iterations));
        double *policy = policy_of(s), wide = is_slow() ? 4 : 1;
        pl_gap gap;
        assert_int_equal(pl_solver_gap(s, &gap), 0);
        print_message("# %s: nashconv %g, value %g, alpha %g\n", ways[i].method, gap.nashconv,
                      gap.value[0], plays(t, policy, "01", 1));
        if (gap.nashconv > wide * ways[i].gap)
            fail_msg("%s: %g is left", ways[i].method, gap.nashconv);
        near(gap.value[0], -1.0 / 18, wide * ways[i].gap);
        assert_true(gap.lower <= -1.0 / 18 && gap.upper >= -1.0 / 18);
        is_in_kuhns_family(t, policy, wide * ways[i].error);
        free(policy);
        pl_solver_free(s);
    }
    fell(t);
}

/* Of trees with other things in them: more cards, odds that differ, moves that are
 * hidden, many moves, three players, none of chance, no secrets. */
static void others_get_better(void **unused)
{
    static const struct {
        const char *spec, *method;
        int iterations;
        double gap;
    } ways[] = {
        {"leduc", "external", 300000, 0.12},
        {"leduc", "outcome", 1000000, 0.3},
        {"leduc", "chance", 100000, 0.15},
        {"leduc(suits=collapsed)", "external", 300000, 0.12},
        {"leduc(suits=collapsed)", "chance", 100000, 0.2},
        {"goofspiel(cards=4,order=descending,info=winner)", "external", 20000, 0.1},
        {"goofspiel(cards=4,order=descending,info=winner)", "outcome", 300000, 0.1},
        {"goofspiel(cards=4,order=descending,info=winner)", "chance", 3000, 0.1},
        {"liars_dice(dice=1,sides=4)", "external", 100000, 0.05},
        {"liars_dice(dice=1,sides=4)", "outcome", 300000, 0.3},
        {"kuhn(players=3)", "external", 1000000, 0.02},
        {"kuhn(players=3)", "outcome", 1000000, 0.04},
        {"kuhn(players=3)", "chance", 300000, 0.02},
        {"rps", "external", 100000, 0.02},
        {"mnk(m=3,n=2,k=2)", "external", 10000, 0.01},
    };
    for (size_t i = 0; i < LENGTH(ways); i++) {
        pl_tree *t = grown(ways[i].spec);
        pl_solver *s = solving(ways[i].method, t, 1, 1);
        pl_solver_run(s, fewer(ways[i].iterations));
        double *policy = policy_of(s), left = nashconv_of(t, policy);
        print_message("# %s %s: %g\n", ways[i].spec, ways[i].method, left);
        if (left > (is_slow() ? 4 : 1) * ways[i].gap)
            fail_msg("%s by %s: %g is left", ways[i].spec, ways[i].method, left);
        free(policy);
        pl_solver_free(s);
        fell(t);
    }
}

/* What the first seat of a game played on average after each batch, and over all of them
 * when iteration t weighs t, worked out from what uniform averages were. */
static void by_uniform(pl_solver *s, int batch, int batches, double *out)
{
    double before[PL_MOVES_MAX] = {0}, weights = 0;
    int n = s->tree->info_first[1];
    memset(out, 0, (size_t)n * sizeof *out);
    for (int b = 1; b <= batches; b++) {
        pl_solver_run(s, batch);
        double *policy = policy_of(s), weight = batch * (batch * (b - 1) + (batch + 1) / 2.0);
        for (int a = 0; a < n; a++) {
            out[a] += weight * (b * policy[a] - (b - 1) * before[a]);
            before[a] = policy[a];
        }
        weights += weight;
        free(policy);
    }
    for (int a = 0; a < n; a++) out[a] /= weights;
}

/* The first to choose in rps is noted once in an iteration, whatever is drawn. */
static void linear_averages_are_linear(void **unused)
{
    static const char *const methods[] = {"external", "outcome", "chance"};
    enum { BATCHES = 12 };
    pl_tree *t = grown("rps");
    for (size_t i = 0; i < LENGTH(methods); i++)
        for (int batch = 1; batch < 4; batch += 2) {
            char uniform[80], linear[80];
            double told[PL_MOVES_MAX], apart = 0;
            snprintf(uniform, sizeof uniform, "%s(batch=%d)", methods[i], batch);
            snprintf(linear, sizeof linear, "%s(batch=%d,average=linear)", methods[i], batch);
            pl_solver *one = solving(uniform, t, 2, 1), *two = solving(linear, t, 2, 1);
            by_uniform(one, batch, BATCHES, told);
            pl_solver_run(two, batch * BATCHES);
            double *flat = policy_of(one), *steep = policy_of(two);
            for (int a = 0; a < t->info_first[1]; a++) {
                near(steep[a], told[a], 1e-6);
                apart = fmax(apart, fabs(flat[a] - steep[a]));
            }
            assert_true(apart > 0.001 || methods[i] == methods[2]); /* chance has none to draw */
            free(flat);
            free(steep);
            pl_solver_free(one);
            pl_solver_free(two);
        }
    fell(t);
}

/* In its first batch everybody plays every move alike, whatever is learnt meanwhile. */
static void a_batch_is_played_by_one_policy(void **unused)
{
    static const char *const specs[] = {"kuhn", "leduc", "liars_dice(dice=1,sides=3)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        pl_solver *s = solving("chance(batch=64)", t, 1, 1);
        double *alike = policy_room(t);
        pl_tree_uniform(t, alike);
        pl_solver_run(s, 64);
        double *policy = policy_of(s);
        for (int32_t a = 0; a < t->info_first[t->infos]; a++) near(policy[a], alike[a], 1e-6);
        pl_solver_run(s, 64);
        free(policy);
        policy = policy_of(s);
        assert_memory_not_equal(policy, alike, policy_bytes(t));
        free(policy);
        free(alike);
        pl_solver_free(s);
        fell(t);
    }
}

static void same_policy(pl_solver *a, pl_solver *b, int same)
{
    double *one = policy_of(a), *two = policy_of(b);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(!memcmp(one, two, policy_bytes(a->tree)), same);
    free(one);
    free(two);
}

/* By the seed, whether in one run or several, by one thread or more. */
static void same_seed_same_bits(void **unused)
{
    static const char *const every[] = {"external",
                                        "outcome",
                                        "chance",
                                        "external(plus=1,average=linear,batch=100)",
                                        "outcome(batch=64)",
                                        "chance(batch=7)"};
    pl_tree *t = grown("leduc");
    for (size_t i = 0; i < LENGTH(every); i++) {
        pl_solver *one = solving(every[i], t, 7, 1), *two = solving(every[i], t, 7, 1);
        pl_solver *three = solving(every[i], t, 7, 3), *four = solving(every[i], t, 8, 1);
        pl_solver *all[] = {one, two, three, four};
        pl_solver_run(one, 1400);
        for (int n = 0; n < 2; n++) pl_solver_run(two, 700);
        while (two->iterations < one->iterations) pl_solver_run(two, 1);
        pl_solver_run(three, 1400);
        pl_solver_run(four, 1400);
        same_policy(one, three, 1);
        same_policy(one, four, 0);
        if (two->iterations == one->iterations) same_policy(one, two, 1);
        for (int n = 0; n < 4; n++) pl_solver_free(all[n]);
    }
    fell(t);
}

/* Lines that are drawn once in a blue moon weigh much, but never without end. */
static void weights_stay_finite(void **unused)
{
    static const char *const methods[] = {"outcome(epsilon=0.001)",
                                          "outcome(epsilon=0.001,batch=50)", "external", "chance"};
    static const char *const specs[] = {"liars_dice(dice=1,sides=6)", "kuhn(players=4)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_tree *t = grown(specs[i]);
        for (size_t k = 0; k < LENGTH(methods); k++) {
            pl_solver *s = solving(methods[k], t, 1, 1);
            pl_solver_run(s, 1000);
            double *policy = policy_of(s);
            is_distribution(methods[k], t, policy);
            free(policy);
            pl_solver_free(s);
        }
        fell(t);
    }
}

/* Scores that no float could hold once they are weighed are refused, and any smaller are
 * played by, though they overflow here as soon as they may. */
static void scores_stay_finite(void **unused)
{
    static const double sizes[] = {1e-300, 1e-30, 1e12, 1.1e12, 1e60};
    static const char *const methods[] = {"external", "outcome(epsilon=0.001)", "chance",
                                          "outcome(epsilon=0.001,batch=50)"};
    for (size_t i = 0; i < LENGTH(sizes) * LENGTH(methods); i++) {
        double size = sizes[i % LENGTH(sizes)];
        pl_error err = {""};
        pl_tree *t = grown("liars_dice(dice=1,sides=3)");
        for (int32_t k = 0; k < 2 * t->ends; k++) t->score[k] *= size;
        pl_solver *s = pl_solver_new(methods[i / LENGTH(sizes)], t, NULL, &err);
        assert_int_equal(s != NULL, size <= 1e12);
        if (!s) assert_non_null(strstr(err.text, "sampling takes them up to 1e+12"));
        if (s) pl_solver_run(s, 2000);
        double *policy = s ? policy_of(s) : NULL;
        if (s) is_distribution(methods[i / LENGTH(sizes)], t, policy);
        free(policy);
        pl_solver_free(s);
        fell(t);
    }
}

int test_sample(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_averages_are_linear),
        cmocka_unit_test(a_batch_is_played_by_one_policy),
        cmocka_unit_test(kuhn_is_solved),
        cmocka_unit_test(others_get_better),
        cmocka_unit_test(same_seed_same_bits),
        cmocka_unit_test(weights_stay_finite),
        cmocka_unit_test(scores_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
