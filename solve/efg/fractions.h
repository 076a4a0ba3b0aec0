/* fractions.h -- probabilities as fractions that add up to 1. */
#ifndef PL_EFG_FRACTIONS_H
#define PL_EFG_FRACTIONS_H

#include <stdint.h>

typedef struct {
    int64_t over, under;
} pl_fraction;

/* n of them, as near to odds as doubles can tell, which come to 1 exactly; odds
 * that do themselves, but for rounding. */
void pl_fractions(const double *odds, int n, pl_fraction *out);

#endif
