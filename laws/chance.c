/* chance.c -- does a sample fit the probabilities?  Pearson's chi-square
 * (1900); its quantile by Wilson and Hilferty's cube (1931).
 *
 * Fact to check: one draw in two off by a tenth, 0.6 against 0.5, is told from
 * chance by two thousand draws.
 */
#include <math.h>

#include "laws/laws_private.h"

/* Beyond six and a half deviations of a normal variable lies less than one
 * chance in ten billion. */
static const double far = 6.5, least = 10; /* least: draws expected in a cell */

int pl_fits(const int *count, const double *p, int cells, int draws)
{
    double sum = 0, rest_seen = 0, rest_due = 0;
    int free = -1;
    for (int i = 0; i < cells; i++) {
        double due = p[i] * draws, off = count[i] - due;
        if (due < least) {
            rest_seen += count[i];
            rest_due += due;
            continue;
        }
        sum += off * off / due;
        free++;
    }
    if (rest_due >= least) {
        sum += (rest_seen - rest_due) * (rest_seen - rest_due) / rest_due;
        free++;
    }
    if (free < 1) return 1;
    double k = free, width = 2 / (9 * k), root = 1 - width + far * sqrt(width);
    return sum <= k * root * root * root;
}
