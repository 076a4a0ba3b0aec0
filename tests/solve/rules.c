/* rules.c -- every rule of regret minimisation once more, slowly: over the nodes of the
 * tree, by the formulas as they are published, with weights that are not decayed but
 * raised.  The library's sweeps must come to the same policies and correlated gaps.
 */
#include "tests/solve/policies.h"

enum { MOST = 20 }; /* iterations */

typedef struct {
    const char *name;
    double gamma; /* iteration t weighs t^gamma */
    double (*weight)(double t, double gamma);
    /* The regret after iteration t, from that before and what t adds; and what is played
     * next goes by. */
    double (*regret)(double old, double now, double t);
    double (*next)(double regret, double now, double t);
} rule;

static double top(double x)
{
    return x > 0 ? x : 0;
}

static double share(double t, double power)
{
    return t <= 0 ? 0 : pow(t, power) / (pow(t, power) + 1);
}

static double even_weight(double t, double gamma)
{
    return pow(t, gamma);
}

static double sum(double old, double now, double t)
{
    (void)t;
    return old + now;
}

static double sum_above(double old, double now, double t)
{
    (void)t;
    return top(old + now);
}

static double sum_late(double old, double now, double t)
{
    return old + t * now;
}

static double sum_faded(double old, double now, double t)
{
    return old * (old > 0 ? share(t - 1, 1.5) : t > 1 ? 0.5 : 0) + now;
}

static double sum_faded_above(double old, double now, double t)
{
    return top(old * share(t - 1, 2.3) + now);
}

/* With a horizon of MOST. */
static double sum_scheduled(double old, double now, double t)
{
    return old * (old > 0 ? share(t - 1, 1 + 3 * t / MOST) : share(t - 1, -1 - 2 * t / MOST)) + now;
}

static double as_it_is(double regret, double now, double t)
{
    (void)now, (void)t;
    return top(regret);
}

static double expected(double regret, double now, double t)
{
    (void)t;
    return top(regret + now);
}

static double expected_faded(double regret, double now, double t)
{
    return top(regret * share(t, 2.3) + now);
}

static const rule rules[] = {
    {"cfr", 0, even_weight, sum, as_it_is},
    {"cfr+", 1, even_weight, sum_above, as_it_is},
    {"lcfr", 1, even_weight, sum_late, as_it_is},
    {"dcfr", 2, even_weight, sum_faded, as_it_is},
    {"pcfr+", 2, even_weight, sum_above, expected},
    {"pdcfr+", 5, even_weight, sum_faded_above, expected_faded},
    {"hs-dcfr(horizon=20)", 30, NULL, sum_scheduled, as_it_is},
    {"hs-pcfr+(horizon=20)", 30, NULL, sum_above, expected},
};

/* Weights of a schedule are defined by how iterations fade. */
static double weight_in(const rule *r, int t, int iterations)
{
    if (r->weight) return r->weight(t, r->gamma);
    double weight = 1;
    for (int s = t + 1; s <= iterations; s++)
        weight *= pow((s - 1.0) / s, r->gamma - 5.0 * s / MOST);
    return weight;
}

typedef struct {
    const pl_tree *t;
    const rule *rule;
    double *policy, *regret, *now; /* places */
    double *played[MOST + 1];      /* the policy of each iteration */
} slow;

/* What seat gets below node; others and chance came there with this probability. */
static double walk(slow *s, int32_t node, int seat, double others)
{
    const pl_tree *t = s->t;
    if (t->turn[node] == PL_OVER) return t->score[t->info[node] * t->game->players + seat];
    double worth[64], value = 0;
    int32_t n = t->first[node + 1] - t->first[node], who = t->turn[node];
    const double *policy = who >= 0 ? s->policy + t->info_first[t->info[node]] : NULL;
    for (int32_t a = 0; a < n; a++) {
        int32_t child = t->first[node] + a;
        double odds = who >= 0 ? policy[a] : t->odds[child];
        worth[a] = walk(s, child, seat, who == seat ? others : others * odds);
        value += odds * worth[a];
    }
    for (int32_t a = 0; who == seat && a < n; a++)
        s->now[t->info_first[t->info[node]] + a] += others * (worth[a] - value);
    return value;
}

/* Seat's regrets of iteration t, and what it plays next. */
static void learn(slow *s, int seat, int iteration)
{
    const pl_tree *t = s->t;
    memset(s->now, 0, policy_bytes(t));
    walk(s, 0, seat, 1);
    for (int32_t i = 0; i < t->infos; i++) {
        if (t->info_seat[i] != seat) continue;
        for (int32_t p = t->info_first[i]; p < t->info_first[i + 1]; p++)
            s->regret[p] = s->rule->regret(s->regret[p], s->now[p], iteration);
    }
}

static void choose(slow *s, int seat, int iteration)
{
    const pl_tree *t = s->t;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double all = 0;
        if (t->info_seat[i] != seat) continue;
        for (int32_t p = from; p < to; p++)
            all += s->policy[p] = s->rule->next(s->regret[p], s->now[p], iteration);
        for (int32_t p = from; p < to; p++)
            s->policy[p] = all > 0 ? s->policy[p] / all : 1.0 / (to - from);
    }
}

static void keep_played(slow *s, int iteration)
{
    s->played[iteration] = policy_room(s->t);
    memcpy(s->played[iteration], s->policy, policy_bytes(s->t));
}

static void iterate(slow *s, int iteration, int once)
{
    int players = s->t->game->players;
    double *own = policy_room(s->t);
    keep_played(s, iteration);
    for (int k = 0; k < players; k++) {
        learn(s, k, iteration);
        if (!once) choose(s, k, iteration);
        for (int32_t i = 0; i < s->t->infos; i++)
            for (int32_t p = s->t->info_first[i]; p < s->t->info_first[i + 1]; p++)
                if (s->t->info_seat[i] == k) own[p] = s->now[p];
    }
    memcpy(s->now, own, policy_bytes(s->t));
    for (int k = 0; once && k < players; k++) choose(s, k, iteration);
    free(own);
}

/* How likely a seat plays to its set, by one policy. */
static double own_reach(const pl_tree *t, const double *policy, int32_t info)
{
    double reach = 1;
    for (int32_t before = t->info_before[info]; before;) {
        int32_t i = 0;
        while (t->info_first[i + 1] < before) i++;
        reach *= policy[before - 1];
        before = t->info_before[i];
    }
    return reach;
}

static void average(const slow *s, int iterations, double *policy)
{
    const pl_tree *t = s->t;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double all = 0;
        for (int32_t p = from; p < to; p++) policy[p] = 0;
        for (int n = 1; n <= iterations; n++) {
            double weight = weight_in(s->rule, n, iterations) * own_reach(t, s->played[n], i);
            for (int32_t p = from; p < to; p++) policy[p] += weight * s->played[n][p];
        }
        for (int32_t p = from; p < to; p++) all += policy[p];
        for (int32_t p = from; p < to; p++)
            policy[p] = all > 0 ? policy[p] / all : 1.0 / (to - from);
    }
}

/* The most that a seat would have gained by one strategy: of all that was played, as it
 * weighs, what its ends were worth by its last move before them, then from the last set
 * to the first. */
static double regretted(const slow *s, int iterations, int seat)
{
    const pl_tree *t = s->t;
    int32_t places = t->info_first[t->infos];
    double *worth = calloc((size_t)places + 1, sizeof *worth), weights = 0, got = 0;
    for (int n = 1; n <= iterations; n++) {
        double weight = weight_in(s->rule, n, iterations), values[PL_SEATS_MAX];
        assert_int_equal(pl_tree_values(t, s->played[n], values), 0);
        weights += weight;
        got += weight * values[seat];
        for (int32_t node = 0; node < t->nodes; node++) {
            double reach = weight;
            int32_t last = 0;
            if (t->turn[node] != PL_OVER) continue;
            for (int32_t at = node; t->parent[at] >= 0; at = t->parent[at]) {
                int32_t up = t->parent[at], who = t->turn[up];
                int32_t played = who < 0 ? 0 : t->info_first[t->info[up]] + at - t->first[up];
                if (who == seat) last = last ? last : played + 1;
                else reach *= who < 0 ? t->odds[at] : s->played[n][played];
            }
            worth[last] += reach * t->score[t->info[node] * t->game->players + seat];
        }
    }
    for (int32_t i = t->infos - 1; i >= 0; i--) {
        double best = -INFINITY;
        if (t->info_seat[i] != seat) continue;
        for (int32_t p = t->info_first[i]; p < t->info_first[i + 1]; p++)
            best = fmax(best, worth[p + 1]);
        worth[t->info_before[i]] += best;
    }
    double gain = (worth[0] - got) / weights;
    free(worth);
    return gain;
}

static void expect_gap(const slow *s, int iterations, double correlated)
{
    double most = 0;
    for (int k = 0; k < s->t->game->players; k++) most = fmax(most, regretted(s, iterations, k));
    near(correlated, most, 1e-9);
}

static void compare(const pl_tree *t, const rule *r, int once, int iterations)
{
    slow s = {.t = t, .rule = r, policy_room(t), policy_room(t), policy_room(t)};
    char spec[64];
    pl_gap gap;
    snprintf(spec, sizeof spec, "%.*s(%s%supdates=%s)", (int)strcspn(r->name, "("), r->name,
             strchr(r->name, '(') ? "horizon=20" : "", strchr(r->name, '(') ? "," : "",
             once ? "once" : "turns");
    pl_solver *fast = must_solve(spec, t, NULL);
    double *mine = policy_room(t), *theirs = policy_room(t);
    pl_tree_uniform(t, s.policy);
    for (int n = 1; n <= iterations; n++) iterate(&s, n, once);
    average(&s, iterations, mine);
    pl_solver_run(fast, iterations);
    pl_solver_policy(fast, theirs);
    for (int32_t p = 0; p < t->info_first[t->infos]; p++)
        if (!(fabs(mine[p] - theirs[p]) < 1e-8))
            fail_msg("%s of %s: place %d is %.12g, not %.12g", spec, t->game->name, (int)p,
                     theirs[p], mine[p]);
    assert_int_equal(pl_solver_gap(fast, &gap), 0);
    if (!isnan(gap.correlated)) expect_gap(&s, iterations, gap.correlated);
    for (int n = 1; n <= iterations; n++) free(s.played[n]);
    pl_solver_free(fast);
    free(mine);
    free(theirs);
    free(s.policy);
    free(s.regret);
    free(s.now);
}

/* Where moves are equally good, rounding decides what regrets say, and two programs part.
 * So no two ends pay quite the same. */
static void break_ties(pl_tree *t)
{
    int players = t->game->players;
    pl_rng r;
    pl_seed(&r, 1);
    for (int32_t e = 0; e < t->ends; e++) {
        double *score = t->score + e * players, more = 0.1 * pl_unit(&r);
        score[0] += more;
        score[players - 1] -= more;
        if (players > 2) score[1] += 0.1 * pl_unit(&r);
    }
}

static void on(const char *spec, int iterations)
{
    pl_tree *t = grown(spec);
    break_ties(t);
    for (size_t i = 0; i < LENGTH(rules); i++)
        for (int once = 0; once < 2; once++) compare(t, &rules[i], once, iterations);
    fell(t);
}

static void two_players_follow_the_rules(void **unused)
{
    on("kuhn", 12);
    on("leduc(suits=collapsed)", 6);
    on("goofspiel(cards=3,order=descending,info=winner)", 12);
}

static void more_players_follow_the_rules(void **unused)
{
    on("kuhn(players=3)", 8);
    on("goofspiel(cards=3,players=3,order=descending)", 4);
}

int test_rules(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_follow_the_rules),
        cmocka_unit_test(more_players_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
