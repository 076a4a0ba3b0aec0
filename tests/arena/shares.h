/* shares.h -- whether 95 % means 95 %: counts of statements that are to be true so often. */
#ifndef PL_TESTS_SHARES_H
#define PL_TESTS_SHARES_H

#include "parlor/stats.h"
#include "tests/support/effort.h"
#include "tests/support/played.h"

typedef struct {
    double held, of;
} share;

static inline void count_true(share *s, int held)
{
    s->of++;
    s->held += held;
}

static inline void count_in(share *s, pl_interval x, double truth)
{
    count_true(s, x.low <= truth && truth <= x.high);
}

/* From 93 to 97 %: two points are for intervals that are right only nearly.  Of a sample below 1,070
 * three standard errors are more than that. */
static inline void expect_95(const char *what, share s)
{
    double is = s.held / s.of, most = fmax(0.02, 3 * sqrt(0.95 * 0.05 / s.of));
    print_message("# %s: %.2f %% of %g\n", what, 100 * is, s.of);
    if (!(fabs(is - 0.95) < most)) fail_msg("%s: %.2f %% of %g", what, 100 * is, s.of);
}

#endif
