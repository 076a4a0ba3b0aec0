/* effort.h -- how large a sample a test draws.
 *
 * Sanitizers make a program many times slower, and look for faults that one game shows as well
 * as a thousand: under them a test draws an eighth of its sample.  tests/meson.build sets the
 * variable. */
#ifndef PARLOR_TESTS_EFFORT_H
#define PARLOR_TESTS_EFFORT_H

#include <stdlib.h>

static inline int effort(int sample)
{
    return getenv("PARLOR_SANITIZED") ? (sample + 7) / 8 : sample;
}

#endif
