/* luck.c -- that taking luck off leaves the mean as it is: by every line of small games with its
 * chance, and by thousands of simulated samples. */
#include "parlor/luck.h"

#include "tests/solve/solved.h"

/* Sums over all lines of a game, each with its chance, when all play by a policy. */
typedef struct {
    const pl_tree *tree;
    const double *play;
    const pl_aivat *aivat;     /* by this one, */
    const pl_luck_tree *cells; /* or by this */
    pl_line *line;
    double chance, plain, plain_square, mean, square; /* of seat 0 */
    int64_t lines;
} census;

static void count_end(census *c, double p)
{
    double payoff[PL_SEATS_MAX], score[PL_SEATS_MAX], sum = 0;
    pl_error err = {""};
    int bad = c->cells ? pl_luck_tree_payoff(c->cells, c->line, payoff, &err)
                       : pl_aivat_payoff(c->aivat, c->line, payoff, &err);
    if (bad) fail_msg("%s", err.text);
    c->tree->game->score(pl_line_state(c->line, pl_line_plies(c->line)), score);
    for (int i = 0; i < c->tree->game->players; i++) sum += payoff[i];
    near(sum, 0, 1e-9); /* zero sum before and after */
    c->lines++;
    c->chance += p;
    c->plain += p * score[0];
    c->plain_square += p * score[0] * score[0];
    c->mean += p * payoff[0];
    c->square += p * payoff[0] * payoff[0];
}

static void count_from(census *c, int32_t node, double p)
{
    const pl_tree *t = c->tree;
    if (t->turn[node] == PL_OVER) {
        count_end(c, p);
        return;
    }
    for (int32_t child = t->first[node]; child < t->first[node + 1]; child++) {
        double q = t->turn[node] == PL_CHANCE
                       ? t->odds[child]
                       : c->play[t->info_first[t->info[node]] + child - t->first[node]];
        assert_int_equal(pl_line_forward(c->line, t->move[child]), 0);
        if (q > 0) count_from(c, child, p * q);
        assert_int_equal(pl_line_backward(c->line), 0);
    }
}

static census count(const pl_tree *t, const double *play, const pl_aivat *a, const pl_luck_tree *l)
{
    census c = {.tree = t, .play = play, .aivat = a, .cells = l, .line = pl_line_new(t->game)};
    double values[PL_SEATS_MAX];
    assert_non_null(c.line);
    count_from(&c, 0, 1);
    pl_line_free(c.line);
    assert_int_equal(pl_tree_values(t, play, values), 0);
    near(c.chance, 1, 1e-12);
    near(c.plain, values[0], 1e-12);
    near(c.mean, values[0], 1e-12); /* what all of this is about */
    return c;
}

static double variance(double mean, double square)
{
    return square - mean * mean;
}

static double reduction(const census *c)
{
    return variance(c->plain, c->plain_square) / variance(c->mean, c->square);
}

/* Policies of a game: the equilibrium, and one of chances that mean nothing. */
static void two_policies(const pl_tree *t, double **solved, double **any)
{
    pl_solver *s = must_solve("cfr+", t, NULL);
    pl_rng r;
    pl_seed(&r, 1);
    pl_solver_run(s, 500);
    *solved = policy_room(t);
    *any = policy_room(t);
    pl_solver_policy(s, *solved);
    for (int32_t i = 0; i < t->infos; i++) {
        double sum = 0;
        for (int32_t k = t->info_first[i]; k < t->info_first[i + 1]; k++)
            sum += (*any)[k] = pl_unit(&r) + 0.05;
        for (int32_t k = t->info_first[i]; k < t->info_first[i + 1]; k++) (*any)[k] /= sum;
    }
    pl_solver_free(s);
}

/* Every game, every set of known seats, values by a good policy and by a bad one. */
static void test_no_bias(void **state)
{
    const char *specs[] = {"kuhn", "kuhn(players=3)", "leduc"};
    for (size_t k = 0; k < LENGTH(specs); k++) {
        pl_error err = {""};
        pl_tree *t = grown(specs[k]);
        const pl_game *g = t->game;
        double *solved, *any;
        two_policies(t, &solved, &any);
        for (uint32_t known = 0; known < 1u << g->players; known++)
            for (int way = 0; way < 4; way++) {
                const double *play = way & 1 ? any : solved, *by = way & 2 ? any : solved;
                pl_luck_tree *l = pl_luck_tree_new(t, by, play, known, &err);
                assert_non_null(l);
                pl_aivat a = pl_luck_tree_aivat(l);
                census c = count(t, play, &a, NULL), all = count(t, play, NULL, l);
                assert_true(variance(all.mean, all.square) < variance(c.mean, c.square) + 1e-12);
                if (known == (1u << g->players) - 1 && play == by)
                    near(variance(c.mean, c.square), 0, 1e-12); /* nothing is left to luck */
                else if (play == solved && by == solved)
                    print_message("# %s, known seats %u: variance / %.4g, with cells / %.4g\n",
                                  specs[k], known, reduction(&c), reduction(&all));
                pl_luck_tree_free(l);
            }
        free(solved);
        free(any);
        fell(t);
    }
}

/* A guess that is nonsense costs variance, never the mean. */
static void nonsense(void *with, const pl_line *l, int ply, pl_move m, const void *after,
                     double *out)
{
    (void)with, (void)ply, (void)m;
    const pl_game *g = pl_line_game(l);
    out[0] = (double)(pl_hash(after, (size_t)g->state_size) % 1000) / 100 - 5;
    out[1] = -out[0];
}

static void test_nonsense_and_random(void **state)
{
    pl_tree *t = grown("leduc");
    double *solved, *any;
    two_policies(t, &solved, &any);
    pl_aivat bad = {nonsense, NULL, NULL};
    census c = count(t, solved, &bad, NULL);
    assert_true(reduction(&c) < 1);
    pl_luck_random rollouts = {20, 2};
    pl_aivat fair = {pl_luck_random_value, NULL, &rollouts};
    c = count(t, solved, &fair, NULL);
    print_message("# leduc, chance by random games: variance / %.4g\n", reduction(&c));
    assert_true(reduction(&c) > 1);
    free(solved);
    free(any);
    fell(t);
}

static void test_not_over(void **state)
{
    const pl_game *g = must_open("kuhn");
    pl_line *l = pl_line_new(g);
    pl_aivat a = {nonsense, NULL, NULL};
    pl_error err = {""};
    double payoff[PL_SEATS_MAX];
    assert_int_equal(pl_aivat_payoff(&a, l, payoff, &err), -1);
    assert_non_null(strstr(err.text, "not over"));
    pl_line_free(l);
    pl_close(g);
}

/* Without secrets a position is reached in many ways, and seats need not recall which. */
static void test_no_recall(void **state)
{
    pl_tree *t = grown("pig(target=5,faces=4,limit=8)");
    pl_error err = {""};
    double *policy = policy_room(t);
    assert_false(t->recall);
    pl_tree_uniform(t, policy);
    for (uint32_t known = 0; known < 4; known++) {
        pl_luck_tree *l = pl_luck_tree_new(t, policy, policy, known, &err);
        assert_non_null(l);
        census c = count(t, policy, NULL, l);
        if (known == 3) near(variance(c.mean, c.square), 0, 1e-12);
        else print_message("# pig, known seats %u: variance / %.4g\n", known, reduction(&c));
        assert_true(variance(c.mean, c.square) < variance(c.plain, c.plain_square));
        pl_luck_tree_free(l);
    }
    free(policy);
    fell(t);
}

/* Samples: a payoff that is half luck, which two controls tell of, one better than the other. */
static double sample(pl_rng *r, double *control)
{
    double luck = pl_unit(r) + pl_unit(r) + pl_unit(r) - 1.5, skill = pl_unit(r) - 0.5;
    control[0] = luck + (pl_unit(r) - 0.5) / 4;
    control[1] = pl_unit(r) - 0.5 - luck / 2;
    return 0.25 + 3 * luck * (1 + luck) - 0.75 + skill; /* luck helps more than it hurts */
}

static void test_controls(void **state)
{
    enum { ROUNDS = 4000 };
    pl_rng r;
    pl_seed(&r, 3);
    double hits = 0, control[2], reductions = 0;
    pl_mean means = {0};
    static pl_controls c;
    for (int round = 0; round < ROUNDS; round++) {
        pl_controls_start(&c, 2);
        for (int i = 0; i < 120; i++) {
            double y = sample(&r, control);
            pl_controls_add(&c, i, y, control);
        }
        pl_controlled got = pl_controls_result(&c, 0.95);
        hits += got.mean.low <= 0.25 && 0.25 <= got.mean.high;
        reductions += got.reduction / ROUNDS;
        pl_mean_add(&means, got.mean.value);
    }
    print_message("# controls: %.2f %% of intervals, variance / %.3g\n", 100 * hits / ROUNDS,
                  reductions);
    assert_true(hits / ROUNDS > 0.93 && hits / ROUNDS < 0.97);
    assert_true(reductions > 2);
    near(pl_mean_value(&means), 0.25, 4 * pl_mean_error(&means)); /* no bias */
}

/* Controls that tell nothing leave mean, interval and variance as they are, to the last sample. */
static void test_idle_controls(void **state)
{
    static pl_controls c;
    static const double none[2];
    pl_mean plain = {0};
    pl_rng r;
    pl_seed(&r, 6);
    pl_controls_start(&c, 2);
    for (int i = 0; i < 37; i++) {
        double y = 10 * pl_unit(&r);
        pl_controls_add(&c, i, y, none);
        pl_mean_add(&plain, y);
    }
    pl_controlled got = pl_controls_result(&c, 0.95);
    pl_interval want = pl_mean_interval(&plain, 0.95);
    near(got.reduction, 1, 1e-12);
    near(got.mean.value, want.value, 1e-12);
    near(got.mean.low, want.low, 1e-12);
    near(got.mean.high, want.high, 1e-12);
}

static void test_controls_edges(void **state)
{
    static pl_controls c, parts[3], whole;
    double control[4] = {0}, two[4] = {0};
    pl_controls_start(&c, 1);
    assert_true(isnan(pl_controls_result(&c, 0.95).mean.value));
    for (int i = 0; i < 50; i++) { /* payoffs that are a control and nothing else */
        control[0] = i % 7 - 3;
        pl_controls_add(&c, i, 2 * control[0] + 1, control);
    }
    pl_controlled got = pl_controls_result(&c, 0.95);
    near(got.mean.value, 1, 1e-9);
    near(got.mean.high, 1, 1e-5);
    near(got.weight[0], 2, 1e-9);
    pl_controls_start(&c, 2); /* the second says the same as the first, the third nothing */
    pl_rng r;
    pl_seed(&r, 4);
    for (int i = 0; i < 3; i++) pl_controls_start(&parts[i], 2);
    pl_controls_start(&whole, 2);
    for (int i = 0; i < 200; i++) {
        double y = sample(&r, two);
        two[1] = 0;
        pl_controls_add(&whole, i, y, two);
        pl_controls_add(&parts[i * 5 / 3 % 3], i, y, two);
    }
    for (int i = 0; i < 3; i++) pl_controls_merge(&c, &parts[i]);
    assert_true(pl_controls_result(&c, 0.95).mean.value ==
                pl_controls_result(&whole, 0.95).mean.value);
    assert_true(pl_controls_result(&whole, 0.95).reduction >
                3); /* one that never varies does no harm */
}

int test_luck(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_bias),        cmocka_unit_test(test_nonsense_and_random),
        cmocka_unit_test(test_not_over),       cmocka_unit_test(test_no_recall),
        cmocka_unit_test(test_controls),       cmocka_unit_test(test_idle_controls),
        cmocka_unit_test(test_controls_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
