/* stats.c -- figures against closed forms, published values and themselves: the
 * arena's means, shares, histograms, times, differences in Elo and sequential tests. */
#include "parlor/stats.h"

#include <stdlib.h>

#include "tests/support/played.h"

static void test_normal(void **state)
{
    near(pl_normal_cdf(0), 0.5, 1e-15);
    near(pl_normal_cdf(1), 0.841344746068543, 1e-14);
    near(pl_normal_quantile(0.975), 1.959963984540054, 1e-12);
    near(pl_normal_quantile(1e-9), -5.997807015007773, 1e-9);
    assert_true(isinf(pl_normal_quantile(1)));
    assert_true(isnan(pl_normal_quantile(-1)));
}

/* Closed forms for one, two and four degrees of freedom. */
static void test_student(void **state)
{
    for (double t = -50; t < 50; t += 0.37) {
        double u = t / sqrt(4 + t * t);
        near(pl_student_cdf(t, 1), 0.5 + atan(t) / acos(-1), 1e-13);
        near(pl_student_cdf(t, 2), 0.5 + t / (2 * sqrt(2 + t * t)), 1e-13);
        near(pl_student_cdf(t, 4), 0.5 + 0.75 * u - 0.25 * u * u * u, 1e-13);
        near(pl_student_cdf(t, 1e8), pl_normal_cdf(t), 1e-8);
    }
    near(pl_student_quantile(0.975, 1), tan(0.475 * acos(-1)), 1e-9);
    near(pl_student_quantile(0.975, 10), 2.2281388519649385, 1e-10);
    near(pl_student_quantile(0.025, 30), -2.0422724563012373, 1e-10);
    near(pl_student_quantile(0.995, 5), 4.032142983557536, 1e-10);
}

/* The density is t^(...) whose integral is one more way to the distribution. */
static void test_student_by_integration(void **state)
{
    for (double freedom = 3; freedom < 200; freedom *= 1.9) {
        double whole = 0, part = 0, step = 1e-3;
        for (double x = -2000 + step / 2; x < 2000; x += fabs(x) < 20 ? step : 0.1) {
            double width = fabs(x) < 20 ? step : 0.1;
            double density = pow(1 + x * x / freedom, -(freedom + 1) / 2) * width;
            whole += density;
            if (x < 1.5) part += density;
        }
        near(pl_student_cdf(1.5, freedom), part / whole, 1e-4);
    }
}

static void test_mean(void **state)
{
    pl_mean m = {0};
    assert_true(isnan(pl_mean_value(&m)));
    pl_mean_add(&m, 1e15 + 1);
    pl_interval one = pl_mean_interval(&m, 0.95);
    assert_true(one.value == 1e15 + 1 && isinf(one.low) && isinf(one.high));
    pl_mean_add(&m, 1e15 + 2);
    pl_mean_add(&m, 1e15 + 3);
    assert_true(pl_mean_value(&m) == 1e15 + 2);
    assert_true(pl_mean_variance(&m) == 1);
    memset(&m, 0, sizeof m);
    for (int i = 1; i <= 5; i++) pl_mean_add(&m, i - 3.25);
    near(pl_mean_value(&m), -0.25, 0);
    near(pl_mean_variance(&m), 2.5, 0);
    near(pl_mean_interval(&m, 0.95).high, -0.25 + 2.7764451051977987 * sqrt(0.5), 1e-9);
    assert_true(m.least == -2.25 && m.most == 1.75);
    pl_mean_add(&m, INFINITY);
    assert_true(m.lost == 1 && isnan(pl_mean_value(&m)) && isnan(pl_mean_variance(&m)));
}

/* Values of all sizes and signs, tiny ones included. */
static double any_value(pl_rng *r)
{
    double x = ldexp(pl_unit(r) - 0.5, pl_below(r, 80) - 20);
    return pl_below(r, 2) ? x : (double)(pl_below(r, 41) - 20);
}

static void test_mean_of_repeats(void **state)
{
    static const double of[] = {1, -3, 0.1, 40000, 1e15};
    pl_mean one = {0}, many = {0};
    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < i; k++) pl_mean_add(&one, of[i % 5]);
        if (i) pl_mean_add_times(&many, of[i % 5], i);
    }
    assert_memory_equal(&one, &many, sizeof one);
    for (int i = 0; i < 5; i++) pl_mean_add_times(&many, 32767, (int64_t)1 << 26); /* and carried */
    assert_true(many.n == 190 + 5 * ((int64_t)1 << 26) && many.most > 9e14);
    pl_mean_add_times(&many, INFINITY, 7);
    assert_int_equal(many.lost, 7);
}

static void test_mean_any_split(void **state)
{
    enum { N = 3000 };
    double x[N];
    pl_rng r;
    pl_seed(&r, 1);
    pl_mean whole = {0};
    for (int i = 0; i < N; i++) pl_mean_add(&whole, x[i] = any_value(&r));
    for (int parts = 2; parts < 9; parts++) {
        pl_mean part[9] = {{0}}, all = {0};
        for (int i = N; i-- > 0;) pl_mean_add(&part[(i * 7 + i / 5) % parts], x[i]);
        for (int i = 0; i < parts; i++) pl_mean_merge(&all, &part[i]);
        assert_true(pl_mean_value(&all) == pl_mean_value(&whole));
        assert_true(pl_mean_variance(&all) == pl_mean_variance(&whole));
        assert_true(all.n == whole.n && all.least == whole.least && all.most == whole.most);
        pl_mean_add(&part[0], NAN); /* what cannot be added spoils the sum, whoever met it */
        pl_mean_merge(&all, &part[0]);
        assert_true(all.lost == 1 && isnan(pl_mean_value(&all)));
    }
}

static void test_mean_is_right(void **state)
{
    pl_rng r;
    pl_seed(&r, 2);
    for (int round = 0; round < 200; round++) {
        long double sum = 0, square = 0, x[50];
        pl_mean m = {0};
        for (int i = 0; i < 50; i++) {
            double value = ldexp(pl_unit(&r) - 0.5, round % 20) + (round % 3 ? 0 : 1000);
            pl_mean_add(&m, value);
            sum += x[i] = value;
        }
        for (int i = 0; i < 50; i++) square += (x[i] - sum / 50) * (x[i] - sum / 50);
        near(pl_mean_value(&m), (double)(sum / 50), 1e-15 * (1 + fabs(pl_mean_value(&m))));
        near(pl_mean_variance(&m), (double)(square / 49), 1e-14 * pl_mean_variance(&m));
    }
}

static void test_share(void **state)
{
    pl_interval s = pl_share(0, 10, 0.95);
    assert_true(s.value == 0 && s.low == 0);
    near(s.high, 0.2775327998628892, 1e-9);
    s = pl_share(81, 263, 0.95); /* Newcombe (1998), table I */
    near(s.low, 0.2553, 5e-5);
    near(s.high, 0.3662, 5e-5);
    s = pl_share(1, 29, 0.95); /* and again */
    near(s.low, 0.0061, 5e-5);
    near(s.high, 0.1718, 5e-5);
    assert_true(pl_share(7, 7, 0.95).high == 1);
    assert_true(isnan(pl_share(0, 0, 0.95).value));
}

static void test_histogram(void **state)
{
    pl_histogram h, other;
    pl_histogram_start(&h, -2, 2);
    assert_int_equal(h.bins, 5);
    for (int i = -3; i <= 3; i++) pl_histogram_add(&h, i);
    pl_histogram_add(&h, 2);
    assert_true(h.below == 1 && h.above == 1 && h.bin[0] == 1 && h.bin[4] == 2);
    near(pl_histogram_middle(&h, 0), -2, 1e-15);
    pl_histogram_start(&other, 0, 1000);
    assert_int_equal(other.bins, PL_BINS_MAX);
    pl_histogram_add(&other, 1000);
    assert_true(other.bin[PL_BINS_MAX - 1] == 1 && other.above == 0);
    assert_int_equal(pl_histogram_merge(&h, &other), -1);
    other = h;
    assert_int_equal(pl_histogram_merge(&h, &other), 0);
    assert_true(h.below == 2 && h.above == 2 && h.bin[4] == 4);
}

static int by_size(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void test_times(void **state)
{
    enum { N = 5001 };
    static int64_t x[N];
    static pl_times t, half, whole;
    pl_rng r;
    pl_seed(&r, 3);
    assert_true(isnan(pl_times_quantile(&t, 0.5)));
    for (int i = 0; i < N; i++) {
        x[i] = (int64_t)exp(pl_unit(&r) * 30);
        pl_times_add(i % 2 ? &t : &half, x[i]);
    }
    pl_times_merge(&whole, &t);
    pl_times_merge(&t, &half);
    pl_times_merge(&whole, &half);
    pl_times_merge(&half, &whole); /* the longer and the shorter ones into either */
    assert_true(half.least == t.least && half.most == t.most);
    assert_memory_equal(&whole, &t, sizeof t);
    qsort(x, N, sizeof *x, by_size);
    for (int q = 0; q <= 100; q++) {
        int64_t truth = x[(N - 1) * q / 100];
        near(pl_times_quantile(&t, q / 100.0), (double)truth, 0.0325 * (double)truth);
    }
    assert_true(t.n == N && t.least == x[0] && t.most == x[N - 1]);
    t = (pl_times){0};
    for (int i = 1; i <= 4; i++) pl_times_add(&t, i);
    near(pl_times_quantile(&t, 0.5), 2, 0); /* half of them are no longer */
    near(pl_times_quantile(&t, 0.51), 3, 0);
    pl_times_add(&t, -5);
    pl_times_add(&t, INT64_MAX / 4);
    assert_true(t.least == 0 && pl_times_quantile(&t, 1) <= (double)t.most);
}

static void test_elo(void **state)
{
    near(pl_elo_score(0), 0.5, 0);
    near(pl_elo_score(400), 10.0 / 11, 1e-15);
    near(pl_elo_difference(0.75), 190.84850188786498, 1e-9);
    for (double s = 0.01; s < 1; s += 0.01) near(pl_elo_score(pl_elo_difference(s)), s, 1e-14);
    assert_true(pl_elo_difference(1) == INFINITY && pl_elo_difference(0) == -INFINITY);
    assert_true(isnan(pl_elo_difference(1.5)));
}

/* With many games it is the normal interval of the mean; with few it has its ends. */
static void test_elo_interval(void **state)
{
    int64_t many[3] = {20000, 50000, 30000}, pairs[5] = {100, 900, 3000, 1500, 200};
    pl_interval e = pl_elo(many, 3, 0.95);
    double error =
        1.959964 * sqrt((0.2 * 0.55 * 0.55 + 0.5 * 0.05 * 0.05 + 0.3 * 0.45 * 0.45) / 1e5);
    near(e.value, pl_elo_difference(0.55), 1e-9);
    near(e.low, pl_elo_difference(0.55 - error), 0.01);
    near(e.high, pl_elo_difference(0.55 + error), 0.01);
    e = pl_elo(pairs, 5, 0.95);
    assert_true(e.low < e.value && e.value < e.high);
    int64_t won[3] = {0, 0, 10}, lost[3] = {10, 0, 0}, none[3] = {0, 0, 0}, one[3] = {0, 0, 1};
    e = pl_elo(won, 3, 0.95);
    assert_true(e.value == INFINITY && e.high == INFINITY);
    double t = pl_student_quantile(0.975, 9); /* n log s = -t^2 / 2 */
    near(e.low, pl_elo_difference(exp(-t * t / 20)), 1);
    near(pl_elo(lost, 3, 0.95).high, -e.low, 1e-6);
    assert_true(pl_elo(lost, 3, 0.95).low == -INFINITY);
    assert_true(isnan(pl_elo(none, 3, 0.95).value) && pl_elo(none, 3, 0.95).low == -INFINITY);
    assert_true(pl_elo(one, 3, 0.95).low == -INFINITY);
    assert_true(isnan(pl_elo(one, 1, 0.95).value));
}

static void test_superiority(void **state)
{
    int64_t a[3] = {10, 30, 20}, none[5] = {0}, drawn[3] = {0, 9, 0}, won[5] = {0, 0, 0, 0, 10};
    near(pl_superiority(a, 3), pl_normal_cdf(10 / sqrt(30)), 1e-14);
    near(pl_superiority(none, 5), 0.5, 0);
    near(pl_superiority(drawn, 3), 0.5, 0);
    near(pl_superiority(won, 5), pl_normal_cdf(sqrt(10)), 1e-14);
}

/* Tests that Stockfish ran: pairs, hypotheses in normalized Elo, and the ratio that
 * tests.stockfishchess.org showed; the last two, with kinds that never happened, are what other
 * programs of the same method say. */
static const struct {
    int64_t pairs[5];
    double h0, h1, llr;
} published[] = {
    {{19, 4020, 10316, 4215, 24}, -1.75, 0.25, 2.94},
    {{103, 3851, 8316, 3728, 98}, 0, 2, -2.03},
    {{291, 10353, 21899, 10175, 306}, 0, 2, -3.08},
    {{99, 3323, 8399, 3606, 109}, 0, 2, 2.98},
    {{2, 40, 72, 14, 0}, 0, 2, -0.36},
    {{326, 12015, 26044, 12357, 362}, 0, 2, 2.93},
    {{59, 6427, 15570, 6693, 91}, 0, 2, 2.94},
    {{900, 30596, 67292, 30899, 809}, 0, 2, -2.96},
    {{45, 8506, 25934, 8883, 57}, 0.5, 2.5, 2.94},
    {{105, 19880, 51075, 20005, 108}, 0.5, 2.5, -2.94},
    {{41, 5118, 12924, 5334, 31}, -1.75, 0.25, 2.94},
    {{0, 0, 0, 0, 10}, -1.75, 0.25, 0.08},
    {{10, 6, 4, 2, 0}, -1.75, 0.25, -0.13},
};

static void test_sprt_published(void **state)
{
    for (size_t i = 0; i < LENGTH(published); i++) {
        pl_sprt t = {published[i].h0, published[i].h1, 0.05, 0.05, PL_ELO_NORMALIZED};
        pl_sprt_result r = pl_sprt_counts(&t, published[i].pairs, 5);
        near(r.llr, published[i].llr, 0.00501);
        near(r.upper, 2.944, 5e-4);
        near(r.lower, -2.944, 5e-4);
        int want = r.llr > r.upper ? PL_SPRT_H1 : r.llr < r.lower ? PL_SPRT_H0 : PL_SPRT_OPEN;
        assert_int_equal(r.state, want);
    }
}

/* With counts as large as these the ratio is that of normal means of known variance,
 * n (s1 - s0) (2 s - s0 - s1) / 2 v. */
static void test_sprt_games(void **state)
{
    pl_sprt t = {0, 3, 0.05, 0.05, PL_ELO};
    int64_t games[3] = {4063, 8620, 4307}, none[3] = {0};
    double n = 16990, s = 8617 / n, s1 = pl_elo_score(3);
    double v = (4307 + 8620 / 4.0) / n - s * s;
    near(pl_sprt_counts(&t, games, 3).llr, n * (s1 - 0.5) * (2 * s - 0.5 - s1) / (2 * v), 0.002);
    assert_int_equal(pl_sprt_counts(&t, none, 3).state, PL_SPRT_OPEN);
    pl_mean m = {0};
    for (int i = 0; i < 1000; i++) pl_mean_add(&m, i % 2 ? 1.1 : -0.9);
    pl_sprt points = {0, 0.1, 0.05, 0.1, 0};
    near(pl_sprt_mean(&points, &m).llr, 500 * log(1.01), 1e-9);
    near(pl_sprt_mean(&points, &m).upper, log(0.9 / 0.05), 1e-12);
}

static void test_sprt_refuses(void **state)
{
    pl_error err = {""};
    pl_sprt good = {0, 5, 0.05, 0.05, PL_ELO}, same = {5, 5, 0.05, 0.05, PL_ELO};
    pl_sprt sure = {0, 5, 0, 0.05, PL_ELO};
    assert_int_equal(pl_sprt_check(&good, &err), 0);
    assert_int_equal(pl_sprt_check(&same, &err), -1);
    assert_non_null(strstr(err.text, "h0 must be less than h1"));
    assert_int_equal(pl_sprt_check(&sure, &err), -1);
    assert_non_null(strstr(err.text, "alpha and beta"));
}

/* 1 and 3: the mean is 2, the variance of one 2, that of the mean 1, with one degree of freedom. */
static void test_half_width(void **state)
{
    assert_true(isnan(pl_half_width(0, 0, 0)) && isnan(pl_half_width(1, 3, 9)));
    assert_true(fabs(pl_half_width(2, 4, 10) - 12.7062047) < 1e-6);
    assert_true(fabs(pl_half_width(1000000, 0, 1000000) - 1.959966e-3) < 1e-8);
    assert_true(pl_half_width(5, 5, 5) <= 0);
}

int test_stats(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_width),     cmocka_unit_test(test_normal),
        cmocka_unit_test(test_student),        cmocka_unit_test(test_student_by_integration),
        cmocka_unit_test(test_mean),           cmocka_unit_test(test_mean_of_repeats),
        cmocka_unit_test(test_mean_any_split), cmocka_unit_test(test_mean_is_right),
        cmocka_unit_test(test_share),          cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_times),          cmocka_unit_test(test_elo),
        cmocka_unit_test(test_elo_interval),   cmocka_unit_test(test_superiority),
        cmocka_unit_test(test_sprt_published), cmocka_unit_test(test_sprt_games),
        cmocka_unit_test(test_sprt_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
