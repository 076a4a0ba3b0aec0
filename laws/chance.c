/* chance.c -- does a sample fit the probabilities?  Pearson's chi-square
 * (1900); its quantile by Wilson and Hilferty's cube (1931).
 *
 * Pearson's sum wants some draws in every cell.  Cells that expect too few are
 * thrown together by a hash of their number, into as many as can be filled.
 *
 * Fact to check: one draw in two off by a tenth, 0.6 against 0.5, is told from
 * chance by two thousand draws.
 */
#include <math.h>

#include "laws/laws_private.h"

/* Beyond six and a half deviations of a normal variable lies less than one
 * chance in ten billion. */
static const double far = 6.5, least = 10; /* least: draws expected in a cell */

enum { BUCKETS = 64 };

typedef struct {
    double sum; /* of squared differences, each by what was expected */
    int cells;
} pearson;

static void add_cell(pearson *t, double seen, double due)
{
    t->sum += (seen - due) * (seen - due) / due;
    t->cells++;
}

/* Draws that all the cells with too few expect. */
static double rare_draws(const double *p, int cells, int draws)
{
    double due = 0;
    for (int i = 0; i < cells; i++)
        if (p[i] * draws < least) due += p[i] * draws;
    return due;
}

/* The cells with too few, thrown together; where that is still too few, the
 * next go along. */
static void add_rare(pearson *t, const int *count, const double *p, int cells, int draws)
{
    double seen[BUCKETS] = {0}, due[BUCKETS] = {0}, left = rare_draws(p, cells, draws);
    int buckets = left < 2 * least * BUCKETS ? 1 + (int)(left / (2 * least)) : BUCKETS;
    for (int i = 0; i < cells; i++) {
        if (p[i] * draws >= least) continue;
        uint64_t k = pl_hash(&i, sizeof i) % (uint64_t)buckets;
        seen[k] += count[i];
        due[k] += p[i] * draws;
    }
    double seen_now = 0, due_now = 0;
    for (int k = 0; k < buckets; k++) {
        seen_now += seen[k];
        due_now += due[k];
        left -= due[k];
        if (due_now < least || (left < least && k < buckets - 1)) continue;
        add_cell(t, seen_now, due_now);
        seen_now = due_now = 0;
    }
}

int pl_fits(const int *count, const double *p, int cells, int draws)
{
    pearson t = {0, 0};
    for (int i = 0; i < cells; i++)
        if (p[i] * draws >= least) add_cell(&t, count[i], p[i] * draws);
    add_rare(&t, count, p, cells, draws);
    if (t.cells < 2) return -1;
    double k = t.cells - 1, width = 2 / (9 * k), root = 1 - width + far * sqrt(width);
    return t.sum <= k * root * root * root;
}
