/* lines.h -- lines of k stones on a board of up to 64 cells, whose stones are
 * the bits of a word, row by row: what mnk.c and phantom.c share, and of the worth
 * of open lines also connect4.c, whose words go column by column.
 */
#ifndef PL_LINES_H
#define PL_LINES_H

#include "parlor/game.h"

/* The cells of m columns and n rows from which k to the right are in the row. */
static inline uint64_t line_fit(int m, int n, int k)
{
    uint64_t fit = 0;
    for (int cell = 0; cell < m * n; cell++)
        if (cell % m + k <= m) fit |= (uint64_t)1 << cell;
    return fit;
}

/* The cells that complete lines begin from, by the way they run. */
typedef struct {
    uint64_t right, down, falling, rising;
} line_ways;

/* Each round keeps the stones that have one more behind them.  Lines going down
 * leave the board by themselves; the others must begin where they fit, those
 * going down and left counted from the column where they end. */
static inline line_ways line_find(uint64_t b, int m, int k, uint64_t fit)
{
    uint64_t right = b, down = b, falling = b, rising = b;
    for (int i = 1; i < k; i++) {
        right &= right >> 1;
        down &= down >> m;
        falling &= falling >> (m + 1);
        rising &= rising >> (m - 1);
    }
    return (line_ways){right & fit, down, falling & fit, rising >> (k - 1) & fit};
}

/* The cells, one for each, that complete lines begin from; 0: there is none. */
static inline uint64_t line_starts(uint64_t b, int m, int k, uint64_t fit)
{
    line_ways w = line_find(b, m, k, fit);
    return w.right | w.down | w.falling | w.rising;
}

/* Of places that are a step apart where a line is longer, those of lines that
 * are not. */
static inline uint64_t line_lone(uint64_t starts, int step)
{
    return starts & ~(starts >> step) & ~(starts << step);
}

/* The same for lines of k stones and no more. */
static inline uint64_t line_exact_starts(uint64_t b, int m, int k, uint64_t fit)
{
    line_ways w = line_find(b, m, k, fit);
    return line_lone(w.right, 1) | line_lone(w.down, m) | line_lone(w.falling, m + 1) |
           line_lone(w.rising, m - 1);
}

/* What lines of k cells, a step apart, are worth to who has the own stones in them:
 * 4 for each stone of a line, multiplied.  They begin at the open cells, and the
 * other has no stone there. */
static inline double line_worth(uint64_t open, uint64_t own, int step, int k)
{
    uint64_t line = 0, begun = 0;
    for (int i = 0; i < k; i++) {
        line |= (uint64_t)1 << i * step;
        begun |= own >> i * step;
    }
    uint64_t sum = (uint64_t)pl_count(open & ~begun);
    for (open &= begun; open; open &= open - 1)
        sum += (uint64_t)1 << 2 * pl_count(own & line << pl_lowest(open));
    return (double)sum;
}

#endif
