/* laws.c -- the judgement that the laws of chance and of guesses rest on: does a
 * sample fit its distribution? */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "laws/laws_private.h"

/* Two thousand throws tell six heads in ten from chance, two hundred do not; and what chance does is
 * not mistaken for more. */
static void samples_are_judged(void **state)
{
    const double fair[] = {0.5, 0.5}, rare[] = {0.999, 0.001};
    (void)state;
    assert_int_equal(pl_fits((int[]){1200, 800}, fair, 2, 2000), 0);
    assert_int_equal(pl_fits((int[]){120, 80}, fair, 2, 200), 1);
    assert_int_equal(pl_fits((int[]){1040, 960}, fair, 2, 2000), 1);
    assert_int_equal(pl_fits((int[]){995, 5}, rare, 2, 1000), -1);
    assert_int_equal(pl_fits((int[]){5, 4}, fair, 2, 9), -1);
}

/* Of a thousand outcomes each comes about five times, which says little; all of them together show
 * that half of them never come. */
static void rare_outcomes_are_judged_together(void **state)
{
    enum { CELLS = 1000, DRAWS = 5000 };
    static int count[CELLS];
    static double p[CELLS];
    pl_rng r;
    (void)state;
    pl_seed(&r, 1);
    for (int i = 0; i < CELLS; i++) p[i] = 1.0 / CELLS;
    for (int i = 0; i < DRAWS; i++) count[pl_below(&r, CELLS)]++;
    assert_int_equal(pl_fits(count, p, CELLS, DRAWS), 1);
    memset(count, 0, sizeof count);
    for (int i = 0; i < DRAWS; i++) count[pl_below(&r, CELLS / 2)]++;
    assert_int_equal(pl_fits(count, p, CELLS, DRAWS), 0);
}

int test_laws(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_judged),
        cmocka_unit_test(rare_outcomes_are_judged_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
