/* stats_coverage.c -- whether 95 % means 95 %: thousands of tournaments between agents of known
 * strength, and how often the intervals hold the truth; sequential tests, and how often they
 * are wrong.  Prints each share. */
#include "parlor/ratings.h"

#include "tests/arena/pools.h"
#include "tests/arena/shares.h"

static int rounds; /* of most tests, which are tournaments or samples */

/* Groups of four games that share their luck; payoffs are skewed: -1, or +4 one time in five. */
static void test_means(void **state)
{
    pl_rng r;
    pl_seed(&r, 1);
    share groups_hold = {0}, games_hold = {0};
    for (int round = 0; round < rounds; round++) {
        pl_mean groups = {0}, games = {0};
        for (int g = 0; g < 60; g++) {
            double luck = pl_unit(&r) < 0.5 ? 0.1 : 0.3, sum = 0;
            for (int k = 0; k < 4; k++) {
                double x = pl_unit(&r) < luck ? 4 : -1;
                pl_mean_add(&games, x);
                sum += x;
            }
            pl_mean_add(&groups, sum / 4);
        }
        count_in(&groups_hold, pl_mean_interval(&groups, 0.95), 0);
        count_in(&games_hold, pl_mean_interval(&games, 0.95), 0);
    }
    expect_95("means of groups", groups_hold);
    assert_true(games_hold.held <
                groups_hold.held); /* games of a group are no samples of their own */
}

static void test_shares(void **state)
{
    pl_rng r;
    pl_seed(&r, 2);
    share s = {0};
    for (int round = 0; round < rounds; round++)
        for (int k = 1; k < 10; k++) {
            int won = 0, n = 30 + 20 * k;
            for (int i = 0; i < n; i++) won += pl_unit(&r) < k / 10.0;
            count_in(&s, pl_share(won, n, 0.95), k / 10.0);
        }
    expect_95("shares", s);
}

/* A game's half points, 0 .. 2, when wins and draws have these chances. */
static int any_result(pl_rng *r, double win, double draw)
{
    double u = pl_unit(r);
    return u < win ? 2 : u < win + draw ? 1 : 0;
}

static void test_elo_games(void **state)
{
    pl_rng r;
    pl_seed(&r, 3);
    const double win[] = {0.3, 0.45, 0.8}, draw[] = {0.4, 0.1, 0.1};
    for (size_t k = 0; k < LENGTH(win); k++) {
        double truth = pl_elo_difference(win[k] + draw[k] / 2);
        share s = {0};
        for (int round = 0; round < rounds / 2; round++) {
            int64_t count[3] = {0};
            for (int i = 0; i < 80; i++) count[any_result(&r, win[k], draw[k])]++;
            count_in(&s, pl_elo(count, 3, 0.95), truth);
        }
        expect_95("elo of games", s);
    }
}

/* Pairs whose opening favours one colour: the two games are far from independent. */
static void pair_of_games(pl_rng *r, double win, int64_t count[5])
{
    double shift = pl_unit(r) < 0.5 ? -0.2 : 0.2;
    count[any_result(r, win + shift, 0.3) + any_result(r, win - shift, 0.3)]++;
}

static void test_elo_pairs(void **state)
{
    pl_rng r;
    pl_seed(&r, 4);
    double truth = pl_elo_difference(0.4 + 0.15);
    share s = {0};
    for (int round = 0; round < rounds; round++) {
        int64_t count[5] = {0};
        for (int i = 0; i < 40; i++) pair_of_games(&r, 0.4, count);
        count_in(&s, pl_elo(count, 5, 0.95), truth);
    }
    expect_95("elo of pairs", s);
}

static void test_bradley_terry(void **state)
{
    enum { N = 6 };
    double truth[N] = {-200, -100, -20, 20, 100, 200};
    share ratings = {0}, seats = {0};
    pl_rating_options o = {0.95, 0, 1, 0};
    pl_pairing pair[N * N];
    pl_interval rating[N];
    pl_rating_fit fit;
    pl_error err = {""};
    pl_rng r;
    pl_seed(&r, 5);
    for (int round = 0; round < rounds; round++) {
        int pairs = pool_round(&r, truth, N, 8, 40, 0.6, pair);
        if (pl_bradley_terry(pair, pairs, N, &o, rating, NULL, &fit, &err))
            fail_msg("%s", err.text);
        for (int i = 0; i < N; i++) count_in(&ratings, rating[i], truth[i]);
        count_in(&seats, fit.first, 40);
    }
    expect_95("bradley-terry", ratings);
    expect_95("the first seat's advantage", seats);
}

/* Rating by batches gives the same ratings, with intervals of its own. */
static void count_batches(const pl_rankings *games, const pl_interval *plain, const double *truth,
                          int n, share *s)
{
    enum { ROWS = 20 };
    double *count = calloc((size_t)games->games * ROWS, sizeof *count);
    pl_interval rating[8];
    pl_rating_options o = {0.95, 0, 0, 0};
    pl_rating_fit fit;
    pl_error err = {""};
    for (int64_t g = 0; g < games->games; g++) count[g * ROWS + g % ROWS] = 1;
    if (pl_plackett_luce_batches(games, count, ROWS, n, &o, rating, &fit, &err))
        fail_msg("%s", err.text);
    for (int i = 0; i < n; i++) near(rating[i].value, plain[i].value, 1e-6);
    for (int i = 0; i < n; i++) count_in(s, rating[i], truth[i]);
    free(count);
}

/* What pairs alone make of the best agent: at shared middle places too much. */
static double best_by_pairs(const pl_rankings *games, int n)
{
    pl_pairing pair[1024];
    pl_interval rating[8];
    pl_rating_options o = {0};
    pl_rating_fit fit;
    pl_error err = {""};
    int64_t pairs = 0;
    for (int64_t g = 0; g < games->games; g++)
        for (int64_t i = games->begin[g]; i < games->begin[g + 1]; i++)
            for (int64_t j = games->begin[g]; j < games->begin[g + 1]; j++)
                if (games->score[i] > games->score[j])
                    pair[pairs++] = (pl_pairing){games->agent[i], games->agent[j], 1, 0, 0};
    if (pl_bradley_terry(pair, pairs, n, &o, rating, NULL, &fit, &err)) fail_msg("%s", err.text);
    return rating[n - 1].value;
}

/* Tables of four; in a second round the two best and the two worst share a place. */
static void test_plackett_luce(void **state)
{
    enum { N = 6, GAMES = 60, SEATS = 4 };
    double truth[N] = {-150, -80, -20, 20, 80, 150}, score[GAMES * SEATS];
    int32_t agent[GAMES * SEATS];
    int64_t begin[GAMES + 1];
    pl_rankings games = {GAMES, begin, agent, score};
    pl_rating_options o = {0.95, 0, 0, 0};
    pl_interval rating[N];
    pl_rating_fit fit;
    pl_error err = {""};
    pl_rng r;
    pl_seed(&r, 6);
    for (int g = 0; g <= GAMES; g++) begin[g] = (int64_t)g * SEATS;
    for (int shared = 0; shared < 2; shared++) {
        share plain = {0}, batches = {0};
        double best = 0, pairs = 0;
        int n = shared ? rounds / 8 : rounds;
        for (int round = 0; round < n; round++) {
            for (int g = 0; g < GAMES; g++) {
                pool_some(&r, N, SEATS, agent + g * SEATS);
                pool_table(&r, truth, agent + g * SEATS, SEATS, score + g * SEATS);
            }
            for (int i = 0; shared && i < GAMES * SEATS; i++) score[i] = floor(score[i] / 2);
            if (pl_plackett_luce(&games, N, &o, rating, NULL, &fit, &err)) fail_msg("%s", err.text);
            for (int i = 0; i < N; i++) count_in(&plain, rating[i], truth[i]);
            if (!shared) continue;
            count_batches(&games, rating, truth, N, &batches);
            best += rating[N - 1].value / n;
            pairs += best_by_pairs(&games, N) / n;
        }
        expect_95(shared ? "plackett-luce, shared places" : "plackett-luce", plain);
        if (!shared) continue;
        expect_95("plackett-luce, shared places, by batches", batches);
        print_message("# the best, at +150: %.1f, by pairs %.1f\n", best, pairs);
        assert_true(best < 165 && pairs > 180);
    }
}

/* A tournament whose groups are dealt out to batches: the ratings by batches, and, in plain, as if
 * every result were a sample of its own. */
typedef struct {
    int seats, groups, places; /* places: that are distinguished */
    double luck;               /* of a deal, in Elo */
    const char *name;
} tournament;

enum { POOL = 6, BATCHES = 31 };

static void rate_tournament(pl_rng *r, const tournament *t, const double *truth,
                            pl_interval *rating, pl_interval *plain)
{
    static double count[BATCHES][POOL * POOL][3];
    pl_pairing pair[BATCHES * POOL * POOL];
    int64_t begin[BATCHES + 1] = {0}, pairs = 0;
    pl_rating_options o = {0.95, 0, 0, 0};
    pl_rating_fit fit;
    pl_error err = {""};
    int32_t who[PL_SEATS_MAX];
    memset(count, 0, sizeof count);
    for (int g = 0; g < t->groups; g++) {
        pool_some(r, POOL, t->seats, who);
        pool_group(r, truth, who, t->seats, t->luck, t->places, count[g % BATCHES], POOL);
    }
    for (int b = 0; b < BATCHES; b++, begin[b] = pairs)
        for (int i = 0; i < POOL * POOL; i++)
            if (count[b][i][0] + count[b][i][2] > 0)
                pair[pairs++] = (pl_pairing){i / POOL, i % POOL, count[b][i][0], 0, count[b][i][2]};
    if (pl_bradley_terry_batches(pair, begin, BATCHES, POOL, &o, rating, &fit, &err) ||
        pl_bradley_terry(pair, pairs, POOL, &o, plain, NULL, &fit, &err))
        fail_msg("%s", err.text);
}

/* Pairs of one table and games of one deal depend on each other: intervals that do not know it are
 * too narrow or too wide, those of batches are right. */
static void test_batches(void **state)
{
    static const double strong[POOL] = {-150, -80, -20, 20, 80, 150}, equal[POOL] = {0};
    static const tournament t[] = {{4, 60, 3, 0, "tables of four"},
                                   {4, 60, 1, 0, "tables of four, one winner"},
                                   {4, 60, 3, 900, "tables of four, one deal"},
                                   {2, 150, 1, 0, "tables of two"},
                                   {2, 150, 1, 600, "tables of two, one deal"}};
    pl_interval rating[POOL], plain[POOL];
    pl_rng r;
    pl_seed(&r, 9);
    for (size_t k = 0; k < LENGTH(t); k++) {
        const double *truth = t[k].luck > 0 ? equal : strong;
        share batches = {0}, naive = {0};
        for (int round = 0; round < rounds / 4; round++) {
            rate_tournament(&r, &t[k], truth, rating, plain);
            for (int i = 0; i < POOL; i++) count_in(&batches, rating[i], truth[i]);
            for (int i = 0; i < POOL; i++) count_in(&naive, plain[i], truth[i]);
        }
        double without = naive.held / naive.of;
        print_message("# without batches: %.2f %%\n", 100 * without);
        expect_95(t[k].name, batches);
        if (t[k].seats > 2 || t[k].luck > 0) assert_true(fabs(without - 0.95) > 0.02);
    }
}

/* How often a test of pairs ends with h1, and after how many of them. */
static double accepts(pl_rng *r, const pl_sprt *t, double win, double *length)
{
    double accepted = 0, pairs = 0;
    for (int round = 0; round < rounds / 2; round++) {
        int64_t count[5] = {0};
        pl_sprt_result now = {0};
        while (now.state == PL_SPRT_OPEN) {
            pair_of_games(r, win, count);
            pairs++;
            now = pl_sprt_counts(t, count, 5);
        }
        accepted += now.state == PL_SPRT_H1;
    }
    *length = pairs / (rounds / 2);
    return accepted / (rounds / 2);
}

/* The share of errors is alpha and beta, a little less since the last step goes too far.  Of 600 tests
 * the bounds are about three standard errors off. */
static void test_sprt_pairs(void **state)
{
    pl_sprt t = {0, 60, 0.05, 0.1, PL_ELO};
    double length;
    pl_rng r;
    pl_seed(&r, 7);
    double wrong0 = accepts(&r, &t, 0.35, &length);
    print_message("# pairs, h0 true: %.3f wrong of alpha 0.05, %.0f pairs\n", wrong0, length);
    double wrong1 = 1 - accepts(&r, &t, pl_elo_score(60) - 0.15, &length);
    print_message("# pairs, h1 true: %.3f wrong of beta 0.1, %.0f pairs\n", wrong1, length);
    assert_true(wrong0 > 0.015 && wrong0 < 0.07);
    assert_true(wrong1 > 0.05 && wrong1 < 0.125);
    assert_true(length < 65); /* a test of fixed length needs 79 for the same */
}

/* The mean of two games, in which little is lost often and much is won at times. */
static double payoff(pl_rng *r, double mean)
{
    double sum = 0;
    for (int game = 0; game < 2; game++) {
        double u = pl_unit(r);
        sum += u < 0.1 ? 4 : u < 0.3 ? 2 : u < 0.8 ? -1 : -1.5;
    }
    return sum / 2 + mean;
}

/* Uneven payoffs move errors from one side to the other; together they are no more. */
static void test_sprt_means(void **state)
{
    pl_sprt t = {0, 0.2, 0.05, 0.05, 0};
    pl_rng r;
    pl_seed(&r, 8);
    double wrong[2] = {0};
    for (int h = 0; h < 2; h++) {
        for (int round = 0; round < rounds / 2; round++) {
            pl_mean m = {0};
            pl_sprt_result now = {0};
            while (now.state == PL_SPRT_OPEN) {
                pl_mean_add(&m, payoff(&r, h * 0.2));
                now = pl_sprt_mean(&t, &m);
            }
            wrong[h] += now.state != (h ? PL_SPRT_H1 : PL_SPRT_H0);
        }
        wrong[h] /= rounds / 2;
        print_message("# payoffs, h%d true: %.3f wrong of 0.05\n", h, wrong[h]);
        assert_true(wrong[h] > 0.015 && wrong[h] < 0.1);
    }
    assert_true(wrong[0] + wrong[1] < 0.125);
}

static int run_all(int n)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_means),         cmocka_unit_test(test_shares),
        cmocka_unit_test(test_elo_games),     cmocka_unit_test(test_elo_pairs),
        cmocka_unit_test(test_bradley_terry), cmocka_unit_test(test_plackett_luce),
        cmocka_unit_test(test_batches),       cmocka_unit_test(test_sprt_pairs),
        cmocka_unit_test(test_sprt_means),
    };
    rounds = n;
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* 1,200 tournaments give a share to 2 points, which are three standard errors.  Intervals that are a
 * sixth too short, of which 90 % hold, are found with 999 in 1,000. */
int test_stats_coverage(void)
{
    return run_all(1200);
}

int test_stats_coverage_larger(void)
{
    return run_all(4000);
}
