/* sprt.c -- fuzzes what reads a sequential test: one that is taken can be asked, and comes to bounds
 * that are numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/matches.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[256];
    pl_sprt test;
    pl_error err = {""};
    if (size >= sizeof text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (sprt_read(text, &test)) return 0;
    if (pl_sprt_check(&test, &err)) {
        if (!*err.text) abort();
        return 0;
    }
    pl_sprt_result r = pl_sprt_counts(&test, (int64_t[5]){1, 5, 20, 7, 2}, 5);
    if (!isfinite(r.llr) || !isfinite(r.lower) || !isfinite(r.upper) || r.lower >= r.upper) abort();
    return 0;
}
