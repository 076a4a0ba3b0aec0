/* clp.c -- games solved by the linear solver: the known values, and policies that best
 * answers on the tree do not beat. */
#include <stdlib.h>

#include "parlor/clp.h"
#include "tests/support/grown.h"

/* A distribution at every set. */
static void check_policy(const pl_tree *t, const double *policy)
{
    for (int32_t i = 0; i < t->infos; i++) {
        double sum = 0;
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++) {
            assert_true(policy[a] >= 0 && policy[a] <= 1);
            sum += policy[a];
        }
        near(sum, 1, 1e-12);
    }
}

static void check_value(const char *spec, double expected, double error)
{
    pl_error err = {""};
    double value, first, second;
    pl_tree *t = grown(spec);
    double *policy = calloc((size_t)t->info_first[t->infos] + 1, sizeof *policy);
    if (pl_clp_solve(t, 0, policy, &value, &err)) fail_msg("%s: %s", spec, err.text);
    near(value, expected, error);
    check_policy(t, policy);
    assert_int_equal(pl_tree_best(t, policy, 0, &first), 0);
    assert_int_equal(pl_tree_best(t, policy, 1, &second), 0);
    near(first, expected, error);
    near(second, -expected, error);
    free(policy);
    fell(t);
}

/* Of Kuhn (1950), Southey and others (2005), and enumeration by other programs. */
static void values_are_the_known_ones(void **unused)
{
    (void)unused;
    if (!pl_clp_there()) skip();
    check_value("kuhn", -1.0 / 18, 1e-12);
    check_value("leduc", -0.085606424078, 1e-12);
    check_value("rps", 0, 1e-12);
    check_value("liars_dice(sides=2)", 1.0 / 2, 1e-12);
    check_value("liars_dice(sides=3)", 1.0 / 9, 1e-12);
    check_value("liars_dice(sides=4)", 1.0 / 16, 1e-12);
    check_value("liars_dice(sides=5)", 1.0 / 125, 1e-12);
    check_value("goofspiel(cards=3,order=descending,info=winner)", 0, 1e-12);
    check_value("goofspiel(cards=4,order=descending,info=winner)", 0, 1e-12);
    check_value("skull(players=2,roses=1,points=1,lite=1)", 0, 1e-12);
}

#ifndef SANITIZED
static void six_sides_are_not_too_many(void **unused)
{
    (void)unused;
    if (!pl_clp_there()) skip();
    check_value("liars_dice(sides=6)", -7.0 / 258, 1e-12);
}
#endif

/* Kuhn's equilibria: seat 0 bets a jack with a chance of 0 .. 1/3, a king three times as
 * often, never a queen at first, and calls with it a third more often than it bluffs. */
static void kuhn_is_of_the_known_family(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_error err = {""};
    double policy[24], value;
    (void)unused;
    if (!pl_clp_there()) skip();
    assert_int_equal(pl_clp_solve(t, 0, policy, &value, &err), 0);
    double bluff = policy[1];
    assert_true(bluff >= -1e-12 && bluff <= 1.0 / 3 + 1e-12);
    near(policy[3], 0, 1e-12);
    near(policy[5], 3 * bluff, 1e-12);
    near(policy[2 * 10 + 1], bluff + 1.0 / 3, 1e-12);
    fell(t);
}

static void what_cannot_be_solved_is_told(void **unused)
{
    pl_tree *t = grown("kuhn(players=3)");
    pl_error err = {""};
    double policy[1000], value;
    (void)unused;
    assert_int_equal(pl_clp_solve(t, 0, policy, &value, &err), -1);
    assert_non_null(strstr(err.text, pl_clp_there() ? "has 3 players" : "no linear solver"));
    fell(t);
}

int test_clp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_known_ones),
#ifndef SANITIZED
        cmocka_unit_test(six_sides_are_not_too_many),
#endif
        cmocka_unit_test(kuhn_is_of_the_known_family),
        cmocka_unit_test(what_cannot_be_solved_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
