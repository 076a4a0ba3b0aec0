/* domino_line.h -- the tiles of block_dominoes.c and the line they are laid in:
 * where one fits, what the open ends add up to, and how the line reads.
 *
 * A line has two arms, left and right of its first tile.  In all fives the first
 * double is the spinner, from which two more go once both its long sides are
 * covered.
 *
 * Fact to check: the 28 tiles have 168 pips.
 */
#ifndef PL_DOMINO_LINE_H
#define PL_DOMINO_LINE_H

#include <string.h>

#include "parlor/game.h"

enum { VALUES = 7, TILES = 28, ARMS = 4, NONE = 7 };
enum { UNSPUN, SPUN, PLAIN }; /* no spinner yet; there is one; doubles are as other tiles */

typedef struct {
    uint32_t table;      /* tiles laid */
    uint8_t laid[TILES]; /* 1 + 32 * arm + tile, in order */
    uint8_t end[ARMS];   /* the number that is open, or NONE */
    uint8_t twice, bare; /* bit e: arm e ends in a double; is a side of the spinner, not begun */
    uint8_t spinner;     /* the arm that still ends in it; NONE */
    uint8_t spin;
} domino_line;

static const uint8_t low[TILES] = {0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3,
                                   4, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 6};
static const uint8_t high[TILES] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
                                    4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6};
/* The tiles that have a number; none has NONE. */
static const uint32_t with[VALUES + 1] = {0x20844b,  0x410896,  0x821138,  0x10423c0,
                                          0x2087c00, 0x41f8000, 0xfe00000, 0};

static inline uint32_t bit(int tile)
{
    return (uint32_t)1 << tile;
}

static inline int is_double(int tile)
{
    return low[tile] == high[tile];
}

static inline int pips(uint32_t set)
{
    int sum = 0;
    for (; set; set &= set - 1) sum += low[pl_lowest(set)] + high[pl_lowest(set)];
    return sum;
}

/* No tile is laid; the rest is zero. */
static inline void line_begin(domino_line *l, int fives)
{
    memset(l->end, NONE, sizeof l->end);
    l->spinner = NONE;
    l->spin = fives ? UNSPUN : PLAIN;
}

/* Tiles that fit somewhere. */
static inline uint32_t line_fits(const domino_line *l)
{
    return with[l->end[0]] | with[l->end[1]] | with[l->end[2]] | with[l->end[3]];
}

/* Whether a tile on arm e would be the same as on an earlier arm.  Of the two free
 * sides of a spinner that was led, the one that is not counted is used first. */
static inline int line_repeats(const domino_line *l, int e)
{
    if (e == l->spinner && e == 0 && (l->bare & 2)) return 1;
    for (int k = 0; k < e; k++)
        if (l->end[k] == l->end[e] && !(((l->twice >> k) ^ (l->twice >> e)) & 1) &&
            !(((l->bare >> k) ^ (l->bare >> e)) & 1))
            return 1;
    return 0;
}

static inline void line_lead(domino_line *l, int tile)
{
    l->end[0] = low[tile];
    l->end[1] = high[tile];
    if (!is_double(tile) || l->spin == PLAIN) return;
    l->twice = 1;
    l->bare = 2;
    l->spinner = 0;
    l->spin = SPUN;
}

static inline void line_extend(domino_line *l, int tile, int e)
{
    int value = l->end[e], arm = 1 << e;
    l->end[e] = (uint8_t)(low[tile] + high[tile] - value);
    l->twice &= (uint8_t)~arm;
    l->bare &= (uint8_t)~arm;
    if (l->spinner == e) { /* both sides are covered: its ends are open now */
        l->end[2] = l->end[3] = (uint8_t)value;
        l->bare |= 12;
        l->spinner = NONE;
    }
    if (!is_double(tile) || l->spin == PLAIN) return;
    l->twice |= (uint8_t)arm;
    if (l->spin == UNSPUN) l->spinner = (uint8_t)e;
    l->spin = SPUN;
}

static inline void line_lay(domino_line *l, int tile, int e)
{
    if (l->table) line_extend(l, tile, e);
    else line_lead(l, tile);
    l->laid[pl_count(l->table)] = (uint8_t)(1 + 32 * e + tile);
    l->table |= bit(tile);
}

/* What the open ends add up to. */
static inline int line_sum(const domino_line *l)
{
    int sum = 0;
    for (int e = 0; e < ARMS; e++)
        if (l->end[e] != NONE && !(l->bare >> e & 1)) sum += l->end[e] << (l->twice >> e & 1);
    return sum;
}

/* From left to right, each tile turned as it lies; then the side arms from the
 * spinner, the first double, out. */
static inline void line_put(const domino_line *l, pl_text *out)
{
    uint8_t line[2 * TILES], side[2][TILES];
    int head = TILES, tail = TILES, sides[2] = {0, 0}, open[ARMS] = {0, 0, NONE, NONE};
    for (int i = 0; i < TILES && l->laid[i]; i++) {
        int m = l->laid[i] - 1, tile = m & 31, e = m >> 5;
        int joined = i ? open[e] : low[tile], other = low[tile] + high[tile] - joined;
        if (e == 0 && i) line[--head] = (uint8_t)(16 * other + joined);
        else if (e < 2) line[tail++] = (uint8_t)(16 * joined + other);
        else side[e - 2][sides[e - 2]++] = (uint8_t)(16 * joined + other);
        open[i ? e : 1] = other;
        if (i == 0) open[0] = joined;
        if (joined == other && open[2] == NONE) open[2] = open[3] = joined;
    }
    pl_put(out, "line:");
    for (int i = head; i < tail; i++) pl_put(out, " %d-%d", line[i] / 16, line[i] % 16);
    for (int e = 0; e < 2; e++) {
        if (sides[e]) pl_put(out, e ? "\ndown:" : "\nup:");
        for (int i = 0; i < sides[e]; i++) pl_put(out, " %d-%d", side[e][i] / 16, side[e][i] % 16);
    }
}

#endif
