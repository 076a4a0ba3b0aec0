/* sprt.c -- fuzzes what reads a sequential test: one that is taken can be asked, and comes to bounds
 * that are numbers. */
#include <math.h>

#include "cli/matches.h"

#include "tests/fuzz/fuzz.h"

static void try_text(const char *text)
{
    pl_sprt test;
    pl_error err = {""};
    if (sprt_read(text, &test)) return;
    if (pl_sprt_check(&test, &err)) {
        insist(*err.text);
        return;
    }
    pl_sprt_result r = pl_sprt_counts(&test, (int64_t[5]){1, 5, 20, 7, 2}, 5);
    insist(isfinite(r.llr) && isfinite(r.lower) && isfinite(r.upper) && r.lower < r.upper);
}

FUZZ_TEXTS(try_text)
