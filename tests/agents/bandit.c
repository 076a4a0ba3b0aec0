/* bandit.c -- the policies against plain versions of their definitions, which go
 * through all that ever happened at every choice. */
#include "agents/bandit.h"
#include "tests/support/played.h"

enum { ARMS = 5, PARENT = 1, FIRST = 2, TIMES = 3000 };

/* What happened: at each time an arm was chosen, of those in the set, and its score. */
typedef struct {
    int chosen[TIMES];
    unsigned offered[TIMES];
    double score[TIMES];
    int n;
} history;

static pl_bandit opened(pl_bandit_policy policy)
{
    pl_bandit b = {.policy = policy, .explore = -1, .window = 100, .discount = 0.97};
    pl_error err;
    b.nodes.threads = 1;
    assert_int_equal(pl_bandit_open(&b, 1e6, &err), 0);
    pl_bandit_begin(&b, PARENT);
    return b;
}

static uint32_t visits(const pl_bandit *b, uint32_t arm)
{
    return (uint32_t)pl_nodes_total(&b->nodes, arm).visits;
}

/* Put the arms below the parent, as they are first tried. */
static void link_arm(pl_bandit *b, int arm)
{
    pl_spare spare = {0};
    pl_reach looked = {0};
    int added;
    uint32_t at = pl_nodes_grow(&b->nodes, PARENT, &looked, &(pl_fact){arm, 0, 0}, &spare, &added);
    assert_int_equal(at, FIRST + (uint32_t)arm);
    assert_true(added);
    pl_bandit_new(b, b->nodes.counts, PARENT, at);
    pl_nodes_leave(&b->nodes, &spare);
}

/* The mean score of an arm in the last times, weighted by d for each choice that
 * came after; its weight, and that of the times it was offered. */
static double plain_mean(const history *h, int arm, int last, double d, double *count,
                         double *offered)
{
    double sum = 0, n = 0, all = 0;
    for (int t = h->n > last ? h->n - last : 0; t < h->n; t++) {
        double weight = pow(d, h->n - 1 - t);
        all += h->offered[t] >> arm & 1 ? weight : 0;
        if (h->chosen[t] != arm) continue;
        n += weight;
        sum += weight * h->score[t];
    }
    *count = n;
    *offered = all;
    return n > 0 ? sum / n : 0;
}

/* The arm of the offered ones that the definition takes; *margin: by how much. */
static int plain_choice(const history *h, const pl_bandit *b, unsigned set, double *margin)
{
    int best = -1, last = b->policy == PL_SW_UCB ? (int)b->window : TIMES;
    double most = -INFINITY, lo = INFINITY, hi = -INFINITY;
    *margin = INFINITY;
    for (int t = 0; t < h->n; t++) {
        lo = fmin(lo, h->score[t]);
        hi = fmax(hi, h->score[t]);
    }
    for (int i = 0; i < ARMS; i++) {
        double count, offered, d = b->policy == PL_D_UCB ? b->discount : 1, time;
        if (!(set >> i & 1)) continue;
        double mean = plain_mean(h, i, last, d, &count, &offered);
        if (b->policy == PL_SW_UCB) plain_mean(h, i, TIMES, 1, &time, &offered);
        time = b->policy == PL_SW_UCB ? fmin(offered, b->window) : fmax(offered, 1);
        double p = (mean - lo) / (hi - lo) + b->explore * sqrt(log(time) / count);
        if (count <= 0) p = INFINITY;
        *margin = fmin(*margin, fabs(p - most));
        if (p <= most) continue;
        *margin = p - most;
        most = p;
        best = i;
    }
    return best;
}

/* A score of an arm, whose worth changes in the middle. */
static double pull(int arm, int time, pl_rng *r)
{
    double good = time < TIMES / 2 ? 0.1 * arm : 0.5 - 0.1 * arm;
    return pl_unit(r) < good ? 7 : -3;
}

/* Not all arms can be chosen every time, but the last one always. */
static unsigned offer(int t, pl_rng *r)
{
    return t < TIMES / 3 ? (1u << ARMS) - 1 : (unsigned)(pl_rand(r) >> 59) | 1u << (ARMS - 1);
}

static int list_arms(unsigned set, uint32_t *arm)
{
    int n = 0;
    for (uint32_t i = 0; i < ARMS; i++)
        if (set >> i & 1) arm[n++] = FIRST + i;
    return n;
}

/* What a search learnt is not known to the next one. */
static void forget_a_search(pl_bandit *b, pl_rng *r)
{
    for (int t = 0; t < 50; t++) {
        uint32_t arm[ARMS];
        int n = list_arms((1u << (t < ARMS ? t : ARMS)) - 1, arm);
        double score = 100 * pl_unit(r);
        pl_choice c = {.parent = PARENT};
        pl_bandit_offer(b, b->nodes.counts, PARENT, arm, n);
        if (t < ARMS) link_arm(b, t);
        if (t < ARMS) pl_bandit_try(b->nodes.counts, &c, FIRST + (uint32_t)t);
        else pl_bandit_choose(b, b->nodes.counts, &c, arm, n, r);
        pl_bandit_widen(b, &score, 1);
        pl_bandit_learn(b, b->nodes.counts, &c, score);
    }
    pl_bandit_begin(b, PARENT);
}

/* Both choose the same all along; where the definition has a near tie, that of
 * the policy is taken. */
static void follow_definition(pl_bandit_policy policy)
{
    pl_bandit b = opened(policy);
    static history h;
    pl_rng r;
    int ties = 0;
    h.n = 0;
    pl_seed(&r, 1);
    forget_a_search(&b, &r);
    for (int t = 0; t < TIMES; t++) {
        uint32_t arm[ARMS];
        unsigned set = t < ARMS ? (1u << t) - 1 : offer(t, &r);
        int n = list_arms(set, arm);
        pl_choice c = {.parent = PARENT};
        double margin;
        pl_bandit_offer(&b, b.nodes.counts, PARENT, arm, n);
        if (t < ARMS) {
            link_arm(&b, t);
            pl_bandit_try(b.nodes.counts, &c, FIRST + (uint32_t)t);
            set |= 1u << t;
        } else {
            int best = plain_choice(&h, &b, set, &margin);
            pl_bandit_choose(&b, b.nodes.counts, &c, arm, n, &r);
            if (margin < 1e-5) ties++;
            else assert_int_equal(c.child - FIRST, best);
        }
        double score = t == 0 ? -3 : t == 1 ? 7 : pull((int)c.child - FIRST, t, &r);
        pl_bandit_widen(&b, &score, 1);
        pl_bandit_learn(&b, b.nodes.counts, &c, score);
        h.chosen[t] = (int)c.child - FIRST;
        h.offered[t] = set;
        h.score[t] = score;
        h.n++;
    }
    assert_true(ties < TIMES / 10);
    pl_bandit_close(&b);
}

static void bounds_are_their_definitions(void **state)
{
    static const pl_bandit_policy policies[] = {PL_UCB1, PL_SW_UCB, PL_D_UCB};
    for (size_t i = 0; i < LENGTH(policies); i++) follow_definition(policies[i]);
}

/* An arm that could not be chosen for so long that nothing of it is left is as good
 * as new. */
static void what_is_forgotten_is_tried_again(void **state)
{
    pl_bandit b = opened(PL_D_UCB);
    pl_rng r;
    b.discount = 0.5;
    pl_seed(&r, 7);
    for (int t = 0; t < 3000; t++) {
        uint32_t arm[] = {FIRST, FIRST + 1, FIRST + 2};
        int n = t < 2999 ? 2 : 3;
        double score = t % 2;
        pl_choice c = {.parent = PARENT};
        pl_bandit_offer(&b, b.nodes.counts, PARENT, n == 3 ? arm : arm + 1, t < 3 ? 0 : n);
        if (t < 3) {
            link_arm(&b, t);
            pl_bandit_try(b.nodes.counts, &c, FIRST + (uint32_t)t);
        } else pl_bandit_choose(&b, b.nodes.counts, &c, n == 3 ? arm : arm + 1, n, &r);
        if (n == 3) assert_int_equal(c.child, FIRST);
        pl_bandit_widen(&b, &score, 1);
        pl_bandit_learn(&b, b.nodes.counts, &c, score);
    }
    pl_bandit_close(&b);
}

/* Try n arms once each, with these scores. */
static void try_arms(pl_bandit *b, int n, const double *score)
{
    for (int i = 0; i < n; i++) {
        pl_choice c = {.parent = PARENT};
        link_arm(b, i);
        pl_bandit_try(b->nodes.counts, &c, FIRST + (uint32_t)i);
        pl_bandit_widen(b, &score[i], 1);
        pl_bandit_learn(b, b->nodes.counts, &c, score[i]);
    }
}

static pl_bandit tried(pl_bandit_policy policy, int n, const double *score)
{
    pl_bandit b = opened(policy);
    try_arms(&b, n, score);
    return b;
}

/* One choice among all n arms, which pay as told. */
static pl_choice choose_among(pl_bandit *b, int n, const double *score, pl_rng *r)
{
    pl_choice c = {.parent = PARENT};
    uint32_t arm[ARMS];
    list_arms((1u << n) - 1, arm);
    pl_bandit_offer(b, b->nodes.counts, PARENT, arm, n);
    pl_bandit_choose(b, b->nodes.counts, &c, arm, n, r);
    pl_bandit_learn(b, b->nodes.counts, &c, score[c.child - FIRST]);
    return c;
}

/* EXP3 with weights multiplied up, as its definition has them, while they fit. */
static void exp3_is_its_definition(void **state)
{
    static const double score[] = {0, 1, 0.5};
    pl_bandit b = tried(PL_EXP3, 3, score);
    double gain[] = {0, 1, 0.5};
    pl_rng r;
    pl_seed(&r, 2);
    for (int t = 0; t < 1000; t++) {
        double e = fmin(1, sqrt(3 * log(3) / ((exp(1) - 1) * (4 + t)))), w[3];
        for (int i = 0; i < 3; i++) w[i] = exp(e / 3 * gain[i]);
        pl_choice c = choose_among(&b, 3, score, &r);
        int k = (int)c.child - FIRST;
        double p = (1 - e) * w[k] / (w[0] + w[1] + w[2]) + e / 3;
        assert_true(fabs(c.chance - p) < 1e-9);
        gain[k] += score[k] / p;
    }
    pl_bandit_close(&b);
}

static void exp3_stays_finite(void **state)
{
    static const double score[] = {0, 1};
    pl_bandit b = tried(PL_EXP3, 2, score);
    pl_rng r;
    pl_seed(&r, 3);
    for (int t = 0; t < 10000000; t++) choose_among(&b, 2, score, &r);
    double lost = pl_bandit_weight(&b, FIRST), won = pl_bandit_weight(&b, FIRST + 1);
    assert_true(isfinite(b.extra[FIRST + 1].mixed.gain) && isfinite(won));
    assert_true(won > 9.9e6 && lost < 5e4);
    assert_true(visits(&b, FIRST) + visits(&b, FIRST + 1) == 10000002);
    pl_bandit_close(&b);
}

/* Regrets, summed over all choices as they are defined. */
static void regret_matching_is_its_definition(void **state)
{
    static const double score[] = {0, 1, 0.5};
    pl_bandit b = tried(PL_RM, 3, score);
    double sum[3] = {0};
    pl_rng r;
    pl_seed(&r, 4);
    for (int t = 0; t < 1000; t++) {
        double plus = 0;
        for (int i = 0; i < 3; i++) plus += fmax(0, sum[i]);
        pl_choice c = choose_among(&b, 3, score, &r);
        int k = (int)c.child - FIRST;
        double p = 0.1 / 3 + 0.9 * (plus > 0 ? fmax(0, sum[k]) / plus : 1.0 / 3);
        assert_true(fabs(c.chance - p) < 1e-9);
        for (int i = 0; i < 3; i++) sum[i] += (i == k ? score[k] / p : 0) - score[k];
    }
    assert_true(pl_bandit_weight(&b, FIRST + 1) > 700);
    pl_bandit_close(&b);
}

/* Two of them at rock, paper, scissors come to play each a third of the time. */
static void mixed_policies_find_the_mix(void **state)
{
    static const pl_bandit_policy policy[] = {PL_EXP3, PL_RM};
    static const double pays[3][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
    for (int k = 0; k < 2; k++) {
        static const double first[] = {-1, 0, 1};
        pl_bandit a = tried(policy[k], 3, first), b = tried(policy[k], 3, first);
        uint32_t arm[3] = {FIRST, FIRST + 1, FIRST + 2};
        pl_rng r;
        double all = 0;
        pl_seed(&r, 5);
        for (int t = 0; t < 200000; t++) {
            pl_choice x = {.parent = PARENT}, y = {.parent = PARENT};
            pl_bandit_offer(&a, a.nodes.counts, PARENT, arm, 3);
            pl_bandit_offer(&b, b.nodes.counts, PARENT, arm, 3);
            pl_bandit_choose(&a, a.nodes.counts, &x, arm, 3, &r);
            pl_bandit_choose(&b, b.nodes.counts, &y, arm, 3, &r);
            double score = pays[x.child - FIRST][y.child - FIRST];
            pl_bandit_learn(&a, a.nodes.counts, &x, score);
            pl_bandit_learn(&b, b.nodes.counts, &y, -score);
        }
        for (int i = 0; i < 3; i++) all += pl_bandit_weight(&a, arm[i]);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(pl_bandit_weight(&a, arm[i]) / all - 1.0 / 3) < 0.06);
        pl_bandit_close(&a);
        pl_bandit_close(&b);
    }
}

/* Where there is no room for a window, or for a larger one, choosing goes on. */
static void windows_fit_the_memory(void **state)
{
    static const double score[] = {0, 1, 0.5};
    pl_bandit b = tried(PL_SW_UCB, 3, score);
    pl_rng r;
    pl_seed(&r, 6);
    b.recents = b.recents_used + 30;
    for (int t = 0; t < 5000; t++) choose_among(&b, 3, score, &r);
    assert_true(b.recents_used <= b.recents);
    assert_true(visits(&b, FIRST + 1) > visits(&b, FIRST));
    pl_bandit_close(&b);
    b = opened(PL_SW_UCB);
    b.recents = 0;
    try_arms(&b, 3, score);
    for (int t = 0; t < 1000; t++) choose_among(&b, 3, score, &r);
    assert_true(visits(&b, FIRST + 1) > 500);
    pl_bandit_close(&b);
}

int test_bandit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_their_definitions),
        cmocka_unit_test(what_is_forgotten_is_tried_again),
        cmocka_unit_test(exp3_is_its_definition),
        cmocka_unit_test(exp3_stays_finite),
        cmocka_unit_test(regret_matching_is_its_definition),
        cmocka_unit_test(mixed_policies_find_the_mix),
        cmocka_unit_test(windows_fit_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
