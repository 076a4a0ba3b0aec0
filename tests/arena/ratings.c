/* ratings.c -- the arena's ratings against closed forms, published examples, and the tops of the
 * likelihoods as they are defined, which are found here step by step. */
#include "parlor/ratings.h"

#include <stdlib.h>

#include "tests/arena/pools.h"
#include "tests/support/played.h"

#define ELO (400 / log(10))
static const pl_rating_options plain = {0.95, 0, 0, 0};

static void rate(const pl_pairing *pair, int pairs, int n, const pl_rating_options *o,
                 pl_interval *rating, double *covariance, pl_rating_fit *fit)
{
    pl_error err = {""};
    if (pl_bradley_terry(pair, pairs, n, o, rating, covariance, fit, &err))
        fail_msg("not rated: %s", err.text);
}

static void test_two_agents(void **state)
{
    pl_pairing p = {0, 1, 3, 0, 1};
    pl_interval rating[2];
    pl_rating_fit fit;
    rate(&p, 1, 2, &plain, rating, NULL, &fit);
    near(rating[0].value, ELO * log(3) / 2, 1e-6);
    near(rating[1].value, -rating[0].value, 1e-6);
    /* Half the difference, whose information is n p q. */
    near(rating[0].high - rating[0].value, 1.959964 * ELO / 2 / sqrt(4 * 0.75 * 0.25), 1e-3);
    near(fit.likelihood, 3 * log(0.75) + log(0.25), 1e-9);
    p = (pl_pairing){0, 1, 6, 9, 2};
    rate(&p, 1, 2, &plain, rating, NULL, &fit);
    near(rating[0].value - rating[1].value, ELO * log(3), 1e-6); /* decisive games alone */
    near(fit.draws, 9 / sqrt(12), 1e-6);
}

typedef struct {
    pl_pairing pair[56];
    int pairs, n;
} league;

/* The likelihood as defined: strengths, the advantage as a factor, nu. */
static double likelihood(const void *of, const double *x)
{
    const league *l = of;
    double sum = 0;
    for (int k = 0; k < l->pairs; k++) {
        const pl_pairing *p = &l->pair[k];
        double a = exp(x[p->a] + x[l->n]), b = exp(x[p->b]);
        double tie = exp(x[l->n + 1]) * sqrt(a * b), z = a + b + tie;
        sum += p->wins * log(a / z) + p->losses * log(b / z);
        if (p->draws > 0) sum += p->draws * log(tie / z);
    }
    return sum;
}

/* Where a function of x has its top, coordinate by coordinate, by parabolas through three points. */
typedef double of_strengths(const void *games, const double *x);

static void walk_up(of_strengths *f, const void *games, double *x, int from, int to, int rounds)
{
    while (rounds--)
        for (int i = from; i < to; i++) {
            double h = 1e-3, at = x[i], middle = f(games, x);
            x[i] = at + h;
            double up = f(games, x);
            x[i] = at - h;
            double down = f(games, x);
            x[i] = at + h / 2 * (up - down) / (2 * middle - up - down);
        }
}

/* Minus the second derivatives, by differences, without the first agent; inverted by
 * Gauss and Jordan. */
static void invert(const league *l, double *x, double m[6][12])
{
    int k = l->n + 1;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            double h = 1e-3, sum = 0, *a = &x[i + 1], *b = &x[j + 1];
            for (int s = 0; s < 4; s++) {
                double da = s & 1 ? h : -h, db = s & 2 ? h : -h;
                *a += da;
                *b += db;
                sum += (da > 0) == (db > 0) ? likelihood(l, x) : -likelihood(l, x);
                *b -= db;
                *a -= da;
            }
            m[i][j] = -sum / (4 * h * h);
            m[i][k + j] = i == j;
        }
    for (int i = 0; i < k; i++)
        for (int r = -1; r < k; r++) { /* the row itself first */
            double by = r < 0 ? m[i][i] : m[r][i];
            if (r == i) continue;
            for (int j = 0; j < 2 * k; j++)
                if (r < 0) m[i][j] /= by;
                else m[r][j] -= by * m[i][j];
        }
}

/* Without draws or an advantage; and with both. */
static void test_against_likelihood(void **state)
{
    enum { N = 5 };
    static const double strong[8] = {-300, -200, -100, 0, 50, 100, 200, 250};
    static const double truth[N] = {0, 150, -80, 60, -200};
    double covariance[N * N], m[N + 1][2 * N + 2], x[N + 2] = {0};
    pl_interval rating[8];
    pl_rating_fit fit;
    pl_rating_options o = {0.95, 0, 1, 0};
    league l = {.n = 8};
    pl_rng r;
    pl_seed(&r, 1);
    for (int games = 5; games <= 14; games += 3) {
        double y[10] = {[9] = -INFINITY};
        l.pairs = pool_round(&r, strong, 8, games, 0, 0, l.pair);
        rate(l.pair, l.pairs, 8, &plain, rating, NULL, &fit);
        walk_up(likelihood, &l, y, 1, 8, 400);
        for (int i = 1; i < 8; i++) near(rating[i].value - rating[0].value, ELO * y[i], 1e-3);
        assert_true(fit.draws == 0 && fit.iterations < 15);
    }
    pl_seed(&r, 2);
    l.n = N;
    l.pairs = pool_round(&r, truth, N, 20, 60, 0.7, l.pair);
    rate(l.pair, l.pairs, N, &o, rating, covariance, &fit);
    walk_up(likelihood, &l, x, 1, N + 2, 3000); /* the first agent stays at 0 */
    for (int i = 0; i < N; i++) near(rating[i].value - rating[0].value, ELO * x[i], 1e-3);
    near(fit.first.value, ELO * x[N], 1e-3);
    near(fit.draws, exp(x[N + 1]), 1e-5);
    near(fit.likelihood, likelihood(&l, x), 1e-6);
    invert(&l, x, m);
    for (int i = 1; i < N; i++) {
        double v = covariance[0] + covariance[i * N + i] - 2 * covariance[i];
        near(v, ELO * ELO * m[i - 1][N + i], 0.001 * v);
        near(rating[i].high - rating[i].low, 2 * 1.959964 * sqrt(covariance[i * N + i]), 1e-3);
    }
    near(fit.first.high - fit.first.value, 1.959964 * ELO * sqrt(m[N - 1][2 * N]), 0.01);
}

static void refuse_pairs(const pl_pairing *pair, int pairs, int n, const char *words)
{
    pl_error err = {""};
    pl_interval rating[8];
    pl_rating_fit fit;
    assert_int_equal(pl_bradley_terry(pair, pairs, n, &plain, rating, NULL, &fit, &err), -1);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

/* Two agents, four batches of ten games with 9, 5, 6 and 4 wins: 24 of 40, and the spread of the four
 * sums is what the odds' error comes from. */
static void test_batches_of_two(void **state)
{
    static const pl_pairing pair[] = {
        {0, 1, 9, 0, 1}, {0, 1, 5, 0, 5}, {1, 0, 4, 0, 6}, {0, 1, 4, 0, 6}};
    static const int64_t begin[] = {0, 1, 2, 3, 4};
    pl_rating_options o = {0.95, 0, 0, 0};
    pl_interval rating[2];
    pl_rating_fit fit;
    pl_error err = {""};
    double unit = 400 / log(10), square = 3 * 3 + 1 + 0 + 2 * 2, information = 40 * 0.6 * 0.4;
    double error = unit / 2 * sqrt(square * 4 / 3) / information;
    assert_int_equal(pl_bradley_terry_batches(pair, begin, 4, 2, &o, rating, &fit, &err), 0);
    near(rating[0].value, unit / 2 * log(1.5), 1e-6);
    near(rating[0].high - rating[0].value, error * pl_student_quantile(0.975, 3), 1e-6);
    near(rating[1].value - rating[1].low, error * pl_student_quantile(0.975, 3), 1e-6);
    assert_int_equal(pl_bradley_terry_batches(pair, begin, 1, 2, &o, rating, &fit, &err), -1);
    assert_string_equal(err.text, "intervals take two batches or more, not 1");
    o.prior = 50; /* strong: the interval is no wider than what was thought before */
    assert_int_equal(pl_bradley_terry_batches(pair, begin, 4, 2, &o, rating, &fit, &err), 0);
    assert_true(rating[0].value > 0 && rating[0].value < unit / 2 * log(1.5));
    assert_true(rating[0].high - rating[0].low < 2 * 50 * pl_student_quantile(0.975, 3));
}

static void test_not_comparable(void **state)
{
    pl_pairing won[] = {{0, 1, 5, 0, 0}, {0, 2, 3, 0, 0}, {1, 2, 1, 0, 1}};
    pl_pairing apart[] = {{0, 1, 5, 1, 5}, {2, 3, 3, 1, 2}};
    pl_pairing self = {1, 1, 1, 1, 1}, beyond = {0, 9, 1, 1, 1}, odd = {0, 1, -1, 0, 2};
    refuse_pairs(won, 3, 3, "agents 0 and 1 are apart");
    refuse_pairs(apart, 2, 4, "agents 0 and 2 are apart");
    refuse_pairs(apart, 1, 3, "agents 0 and 2 are apart");
    refuse_pairs(&self, 1, 2, "no pair");
    refuse_pairs(&beyond, 1, 2, "no pair");
    refuse_pairs(&odd, 1, 2, "no counts");
    refuse_pairs(&odd, 0, 0, "no agents");
    pl_interval rating[4];
    pl_rating_fit fit;
    pl_rating_options o = {0.95, 400, 1, 0};
    rate(won, 3, 3, &o, rating, NULL, &fit);
    assert_true(rating[0].value > 200 && rating[0].high < 1200);
    near(rating[0].value + rating[1].value + rating[2].value, 0, 1e-6);
    rate(apart, 2, 4, &o, rating, NULL, &fit);
    assert_true(isfinite(rating[3].value) && rating[3].high > rating[3].value);
}

/* The first seat wins all: agents are comparable, the advantage is not finite. */
static void test_first_wins_all(void **state)
{
    pl_pairing pair[] = {{0, 1, 5, 0, 0}, {1, 0, 5, 0, 0}};
    pl_error err = {""};
    pl_interval rating[2];
    pl_rating_fit fit;
    pl_rating_options o = {0.95, 0, 1, 0};
    assert_int_equal(pl_bradley_terry(pair, 2, 2, &o, rating, NULL, &fit, &err), -1);
    assert_non_null(strstr(err.text, "infinite"));
    o.prior = 500;
    rate(pair, 2, 2, &o, rating, NULL, &fit);
    near(rating[0].value, 0, 1e-6);
    assert_true(fit.first.value > 100);
    pl_pairing drawn = {0, 1, 0, 8, 0};
    rate(&drawn, 1, 2, &plain, rating, NULL, &fit); /* draws alone: equals */
    near(rating[0].value, 0, 1e-9);
}

enum { GAMES = 400, SEATS = 4, POOL = 7 };
typedef struct {
    int64_t begin[GAMES + 1];
    int32_t agent[GAMES * SEATS];
    double score[GAMES * SEATS];
    pl_rankings games;
} tables;

static void play_tables(tables *t, const double *truth, uint64_t seed)
{
    pl_rng r;
    pl_seed(&r, seed);
    for (int g = 0; g <= GAMES; g++) t->begin[g] = (int64_t)g * SEATS;
    for (int g = 0; g < GAMES; g++) {
        pool_some(&r, POOL, SEATS, t->agent + g * SEATS);
        pool_table(&r, truth, t->agent + g * SEATS, SEATS, t->score + g * SEATS);
    }
    t->games = (pl_rankings){GAMES, t->begin, t->agent, t->score};
}

/* The chance of a game's scores: of all orders that they leave open, one after another.
 * left: those that have no place yet. */
static double all_orders(const int32_t *agent, const double *score, const double *x, int left)
{
    double total = 0, best = -1, sum = 0;
    for (int i = 0; i < SEATS; i++) {
        if (!(left >> i & 1)) continue;
        total += exp(x[agent[i]]);
        best = fmax(best, score[i]);
    }
    if (!left) return 1;
    for (int i = 0; i < SEATS; i++)
        if (left >> i & 1 && score[i] == best)
            sum += exp(x[agent[i]]) / total * all_orders(agent, score, x, left & ~(1 << i));
    return sum;
}

static double likelihood_of_tables(const void *of, const double *x)
{
    const tables *t = of;
    double sum = 0;
    for (int g = 0; g < t->games.games; g++)
        sum += log(all_orders(t->agent + g * SEATS, t->score + g * SEATS, x, (1 << SEATS) - 1));
    return sum;
}

static void rate_tables(const pl_rankings *games, int n, const pl_rating_options *o,
                        pl_interval *rating, pl_rating_fit *fit)
{
    pl_error err = {""};
    if (pl_plackett_luce(games, n, o, rating, NULL, fit, &err)) fail_msg("%s", err.text);
}

/* No place is shared; two share each; the first three share it; those in the middle; all but the
 * winner. */
static void test_plackett_luce(void **state)
{
    static tables t;
    double truth[POOL] = {-250, -100, -50, 0, 50, 150, 200};
    static const double places[][SEATS] = {
        {0, 1, 2, 3}, {0, 0, 1, 1}, {0, 1, 1, 1}, {0, 1, 1, 2}, {0, 0, 0, 1}};
    pl_interval rating[POOL];
    pl_rating_fit fit;
    for (size_t how = 0; how < LENGTH(places); how++) {
        double x[POOL] = {0};
        play_tables(&t, truth, 6);
        for (int i = 0; i < GAMES * SEATS; i++) t.score[i] = places[how][(int)t.score[i]];
        t.games.games = how ? 100 : GAMES;
        rate_tables(&t.games, POOL, &plain, rating, &fit);
        walk_up(likelihood_of_tables, &t, x, 1, POOL, how ? 150 : 60);
        for (int i = 0; i < POOL; i++) near(rating[i].value - rating[0].value, ELO * x[i], 1e-3);
        near(fit.likelihood, likelihood_of_tables(&t, x), 1e-6);
    }
}

/* Two at a table: Bradley and Terry's, intervals and all. */
static void test_tables_of_two(void **state)
{
    static int64_t begin[1001];
    static int32_t agent[2000];
    static double score[2000];
    double truth[4] = {0, 100, 200, -150};
    pl_pairing pair[12];
    pl_interval a[4], b[4];
    pl_rating_fit fit;
    pl_rng r;
    pl_seed(&r, 4);
    int pairs = pool_round(&r, truth, 4, 20, 0, 0, pair), games = 0;
    for (int k = 0; k < pairs; k++)
        for (int g = 0; g < 20; g++, games++) {
            begin[games + 1] = begin[games] + 2;
            agent[2 * games] = pair[k].a;
            agent[2 * games + 1] = pair[k].b;
            score[2 * games] = g < pair[k].wins;
            score[2 * games + 1] = 1 - score[2 * games];
        }
    pl_rankings games_of = {games, begin, agent, score};
    rate(pair, pairs, 4, &plain, a, NULL, &fit);
    rate_tables(&games_of, 4, &plain, b, &fit);
    for (int i = 0; i < 4; i++) {
        near(a[i].value, b[i].value, 1e-6);
        near(a[i].low, b[i].low, 1e-6);
        near(a[i].high, b[i].high, 1e-6);
    }
}

static void test_tables_refused(void **state)
{
    int64_t begin[] = {0, 3, 6};
    int32_t agent[] = {0, 1, 2, 0, 1, 2}, twice[] = {0, 1, 1, 0, 1, 2};
    double first_wins[] = {2, 1, 0, 2, 0, 1}, all_same[] = {1, 1, 1, 1, 1, 1};
    pl_rankings games = {2, begin, agent, first_wins}, bad = {2, begin, twice, first_wins};
    pl_rankings same = {2, begin, agent, all_same};
    pl_interval rating[3];
    pl_rating_fit fit;
    pl_error err;
    assert_int_equal(pl_plackett_luce(&games, 3, &plain, rating, NULL, &fit, &err), -1);
    assert_non_null(strstr(err.text, "agents 0 and 1 are apart"));
    assert_true(fit.apart[0] == 0 && fit.apart[1] == 1);
    assert_int_equal(pl_plackett_luce(&bad, 3, &plain, rating, NULL, &fit, &err), -1);
    assert_non_null(strstr(err.text, "sits twice"));
    assert_int_equal(pl_plackett_luce(&games, 2, &plain, rating, NULL, &fit, &err), -1);
    assert_non_null(strstr(err.text, "none of 0 .. 1"));
    assert_int_equal(pl_plackett_luce(&same, 3, &plain, rating, NULL, &fit, &err), -1);
    pl_rating_options o = {0.95, 300, 0, 0}; /* nothing was learnt */
    rate_tables(&same, 3, &o, rating, &fit);
    for (int i = 0; i < 3; i++) near(rating[i].value, 0, 1e-9);
    near(rating[0].high, 1.959964 * 300, 1e-3);
}

static void test_online(void **state)
{
    near(pl_elo_update(1500, 1500, 1, 32), 1516, 1e-12);
    near(pl_elo_update(1613, 1609, 0, 32), 1613 - 32 * pl_elo_score(4), 1e-12);
    double equal[3] = {1500, 1500, 1500}, score[3] = {-10, 0, -15};
    pl_elo_table(equal, score, 3, 32, 0);
    assert_true(equal[0] == 1500 && equal[1] == 1516 && equal[2] == 1484);
    double four[4] = {1500, 1600, 1400, 1500}, points[4] = {3, 3, 9, 1};
    pl_elo_table(four, points, 4, 32, 0);
    double top = 32 * (1 - pl_elo_score(-100)), middle = 32 * (0.5 - pl_elo_score(-100));
    double low = 32 * (1 - pl_elo_score(100));
    near(four[2], 1400 + top, 1e-9);
    near(four[0], 1500 - top + middle, 1e-9);
    near(four[1], 1600 - middle + low, 1e-9);
    near(four[3], 1500 - low, 1e-9);
    double lab[2] = {1500, 1600}, same[2] = {5, 5}; /* the first of equals has won; two decimals */
    pl_elo_table(lab, same, 2, 32, 1);
    near(lab[0], 1520.48, 1e-9);
    near(lab[1], 1579.52, 1e-9);
}

static void test_glicko(void **state)
{
    pl_glicko before = {1500, 200, 0.06};
    pl_glicko_game game[3] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
    pl_glicko after = pl_glicko_period(&before, game, 3, 0.5);
    near(after.rating, 1464.06, 0.01);
    near(after.deviation, 151.52, 0.01);
    near(after.volatility, 0.05999, 0.00001);
    after = pl_glicko_period(&before, NULL, 0, 0.5);
    assert_true(after.rating == 1500 && after.volatility == 0.06);
    near(after.deviation, sqrt(200 * 200 + 0.06 * 0.06 * 173.7178 * 173.7178), 1e-9);
    pl_glicko sure = {1500, 40, 0.06}; /* a great surprise makes it more volatile */
    pl_glicko_game upset[6] = {{2200, 30, 1}, {2200, 30, 1}, {2200, 30, 1},
                               {2200, 30, 1}, {2200, 30, 1}, {2200, 30, 1}};
    after = pl_glicko_period(&sure, upset, 6, 0.5);
    assert_true(after.volatility > 0.06 && after.rating > 1500);
}

int test_ratings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_agents),     cmocka_unit_test(test_against_likelihood),
        cmocka_unit_test(test_batches_of_two), cmocka_unit_test(test_not_comparable),
        cmocka_unit_test(test_first_wins_all), cmocka_unit_test(test_plackett_luce),
        cmocka_unit_test(test_tables_of_two),  cmocka_unit_test(test_tables_refused),
        cmocka_unit_test(test_online),         cmocka_unit_test(test_glicko),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
