/* histogram.c -- how often what was scored.
 *
 * Where scores are whole numbers and few, each has its bin, with the score in the
 * middle; else 64 bins share the range.
 */
#include <math.h>
#include <string.h>

#include "parlor/stats.h"

void pl_histogram_start(pl_histogram *h, double low, double high)
{
    memset(h, 0, sizeof *h);
    double scores = high - low + 1;
    if (low == floor(low) && high == floor(high) && scores <= PL_BINS_MAX) {
        h->low = low - 0.5;
        h->high = high + 0.5;
        h->bins = (int)scores;
    } else {
        h->low = low;
        h->high = high;
        h->bins = PL_BINS_MAX;
    }
}

void pl_histogram_add(pl_histogram *h, double x)
{
    double wide = h->high - h->low, at = x - h->low;
    if (wide != h->bins) at = at / wide * h->bins; /* bins of width 1 need no division */
    if (!(x >= h->low)) h->below++;
    else if (x > h->high) h->above++;
    else h->bin[at < h->bins ? (int)at : h->bins - 1]++;
}

int pl_histogram_merge(pl_histogram *into, const pl_histogram *from)
{
    if (into->low != from->low || into->high != from->high || into->bins != from->bins) return -1;
    into->below += from->below;
    into->above += from->above;
    for (int i = 0; i < into->bins; i++) into->bin[i] += from->bin[i];
    return 0;
}

double pl_histogram_middle(const pl_histogram *h, int bin)
{
    return h->low + (h->high - h->low) * (bin + 0.5) / h->bins;
}
