/* clp.c -- games solved by the linear solver: the known values, and policies that best
 * answers on the tree do not beat. */
#include "parlor/clp.h"
#include "tests/solve/policies.h"
#include "tests/support/effort.h"

static void check_value(const char *spec, double expected, double error)
{
    pl_error err = {""};
    double value, first, second;
    pl_tree *t = grown(spec);
    double *policy = policy_room(t);
    if (pl_clp_solve(t, 0, policy, &value, &err)) fail_msg("%s: %s", spec, err.text);
    near(value, expected, error);
    is_distribution(spec, t, policy);
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
    static const struct {
        const char *spec;
        double value;
    } known[] = {
        {"kuhn", -1.0 / 18},
        {"leduc", -0.085606424078},
        {"rps", 0},
        {"liars_dice(sides=2)", 1.0 / 2},
        {"liars_dice(sides=3)", 1.0 / 9},
        {"liars_dice(sides=4)", 1.0 / 16},
        {"liars_dice(sides=5)", 1.0 / 125},
        {"goofspiel(cards=3,order=descending,info=winner)", 0},
        {"goofspiel(cards=4,order=descending,info=winner)", 0},
        {"skull(players=2,roses=1,points=1,lite=1)", 0},
        {"liars_dice(sides=6)", -7.0 / 258}, /* takes too long under sanitizers */
    };
    if (!pl_clp_there()) skip();
    for (size_t i = 0; i < LENGTH(known) - (effort(8) < 8); i++)
        check_value(known[i].spec, known[i].value, 1e-12);
}

static void kuhn_is_of_the_known_family(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_error err = {""};
    double policy[24], value;
    if (!pl_clp_there()) skip();
    assert_int_equal(pl_clp_solve(t, 0, policy, &value, &err), 0);
    is_in_kuhns_family(t, policy, 1e-12);
    fell(t);
}

static void what_cannot_be_solved_is_told(void **unused)
{
    pl_tree *t = grown("kuhn(players=3)");
    pl_error err = {""};
    double policy[1000], value;
    assert_int_equal(pl_clp_solve(t, 0, policy, &value, &err), -1);
    assert_non_null(strstr(err.text, pl_clp_there() ? "has 3 players" : "no linear solver"));
    fell(t);
}

int test_clp(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_the_known_ones),
        cmocka_unit_test(kuhn_is_of_the_known_family),
        cmocka_unit_test(what_cannot_be_solved_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
