/* cycles.c -- pools that go in circles: Nash averaging and alpha-rank against closed forms and a
 * chain that is stepped for long. */
#include "parlor/ratings.h"

#include "tests/support/played.h"

static void nash(const double *payoff, int n, double *share, double *skill)
{
    pl_error err = {""};
    if (pl_nash_average(payoff, n, share, skill, &err)) fail_msg("%s", err.text);
}

static void test_nash(void **state)
{
    double rps[16] = {0, -1, 1, 0, 1, 0, -1, 1, -1, 1, 0, -1, 0, -1, 1, 0}, p[4], skill[4];
    nash(rps, 4, p, skill);
    for (int i = 0; i < 4; i++) near(p[i], i % 3 ? 1.0 / 3 : 1.0 / 6, 1e-6);
    for (int i = 0; i < 4; i++) near(skill[i], 0, 1e-8);
    double ladder[9] = {0, 1, 2, -1, 0, 1, -2, -1, 0};
    nash(ladder, 3, p, skill);
    near(p[0], 1, 1e-6);
    near(skill[1], -1, 1e-6);
    near(skill[2], -2, 1e-6);
    for (int i = 0; i < 9; i++)
        ladder[i] += 7 + i % 3; /* what a game pays to everybody means nothing */
    for (int i = 0; i < 9; i++) ladder[i] += i / 3;
    nash(ladder, 3, p, skill);
    near(p[0], 1, 1e-6);
    near(skill[2], -2, 1e-6);
    double nothing[9] = {0}, one = 0;
    nash(nothing, 3, p, NULL);
    for (int i = 0; i < 3; i++) near(p[i], 1.0 / 3, 1e-9);
    nash(&one, 1, p, NULL);
    near(p[0], 1, 1e-12);
    double hole[4] = {0, NAN, 1, 0};
    pl_error err;
    assert_int_equal(pl_nash_average(hole, 2, p, NULL, &err), -1);
    assert_non_null(strstr(err.text, "agents 0 and 1 have no payoff"));
}

/* A cycle of three with gains a, b and c has the shares b : c : a by theory, and agents that
 * lose to all three have none. */
static void test_nash_cycles(void **state)
{
    pl_rng r;
    pl_seed(&r, 5);
    for (int round = 0; round < 50; round++) {
        double a = 0.1 + pl_unit(&r), b = 0.1 + pl_unit(&r), c = 0.1 + pl_unit(&r);
        double m[25] = {0}, p[5], skill[5];
        m[1] = a, m[5] = -a; /* 0 beats 1 */
        m[7] = b, m[11] = -b;
        m[10] = c, m[2] = -c;
        for (int weak = 3; weak < 5; weak++)
            for (int i = 0; i < 3; i++) m[i * 5 + weak] = 0.4, m[weak * 5 + i] = -0.4;
        m[19] = 1, m[23] = -1;
        nash(m, 5, p, skill);
        near(p[0], b / (a + b + c), 1e-6);
        near(p[1], c / (a + b + c), 1e-6);
        near(p[2], a / (a + b + c), 1e-6);
        near(skill[3], -0.4, 1e-6);
    }
}

/* With an agent that draws against all of an uneven cycle there are many equilibria; in that of
 * greatest entropy it weighs 1 against e to the entropy of the cycle. */
static void test_nash_entropy(void **state)
{
    double m[16] = {0, 1, -3, 0, -1, 0, 2, 0, 3, -2, 0, 0, 0, 0, 0, 0}, p[4];
    double cycle[3] = {2.0 / 6, 3.0 / 6, 1.0 / 6}, entropy = 0;
    nash(m, 4, p, NULL);
    for (int i = 0; i < 3; i++) entropy -= cycle[i] * log(cycle[i]);
    near(p[3], 1 / (1 + exp(entropy)), 1e-6);
    for (int i = 0; i < 3; i++) near(p[i], cycle[i] * (1 - p[3]), 1e-6);
}

/* Of any game: nobody gets more than nothing. */
static void test_nash_any(void **state)
{
    enum { N = 12 };
    pl_rng r;
    pl_seed(&r, 6);
    for (int round = 0; round < 20; round++) {
        double m[N * N] = {0}, p[N], sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < i; j++) {
                double x = round % 2 ? pl_below(&r, 3) - 1 : pl_unit(&r) - 0.5;
                m[i * N + j] = x;
                m[j * N + i] = -x;
            }
        nash(m, N, p, NULL);
        for (int i = 0; i < N; i++) {
            double gain = 0;
            for (int j = 0; j < N; j++) gain += m[i * N + j] * p[j];
            assert_true(gain < 1e-7);
            assert_true(p[i] >= 0);
            sum += p[i];
        }
        near(sum, 1, 1e-12);
    }
}

/* The same by stepping the chain for long. */
static void step_on(const double *payoff, int n, double alpha, int m, double *share)
{
    double next[8], c[64];
    for (int i = 0; i < n; i++) {
        double stay = 1;
        for (int j = 0; j < n; j++) {
            double x = alpha * (payoff[j * n + i] - payoff[i * n + j]);
            double rate = x == 0 ? 1.0 / m : (1 - exp(-x)) / (1 - exp(-m * x));
            if (j != i) stay -= c[i * n + j] = rate / (n - 1);
        }
        c[i * n + i] = stay;
        share[i] = 1.0 / n;
    }
    for (int round = 0; round < 200000; round++) {
        memset(next, 0, sizeof next);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) next[j] += share[i] * c[i * n + j];
        memcpy(share, next, (size_t)n * sizeof *share);
    }
}

static void test_alpha_rank(void **state)
{
    double rps[9] = {0, -0.5, 1, 0.5, 0, -0.1, -1, 0.1, 0}, p[8], q[8], m[64];
    pl_error err = {""};
    assert_int_equal(pl_alpha_rank(rps, 3, 100, 50, p, &err), 0);
    for (int i = 0; i < 3; i++) near(p[i], 1.0 / 3, 1e-3);
    double ladder[9] = {0, 1, 2, -1, 0, 1, -2, -1, 0};
    assert_int_equal(pl_alpha_rank(ladder, 3, 1e6, 50, p, &err), 0);
    near(p[0], 1, 1e-12);
    assert_int_equal(pl_alpha_rank(ladder, 3, 0, 50, p, &err), 0);
    for (int i = 0; i < 3; i++) near(p[i], 1.0 / 3, 1e-12);
    pl_rng r;
    pl_seed(&r, 7);
    for (int n = 2; n <= 8; n++) {
        for (int i = 0; i < n * n; i++) m[i] = pl_unit(&r);
        assert_int_equal(pl_alpha_rank(m, n, 0.3, 10, p, &err), 0);
        step_on(m, n, 0.3, 10, q);
        for (int i = 0; i < n; i++) near(p[i], q[i], 1e-9);
    }
    assert_int_equal(pl_alpha_rank(rps, 3, -1, 50, p, &err), -1);
    assert_non_null(strstr(err.text, "at least 0"));
}

int test_cycles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nash),       cmocka_unit_test(test_nash_cycles),
        cmocka_unit_test(test_nash_any),   cmocka_unit_test(test_nash_entropy),
        cmocka_unit_test(test_alpha_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
