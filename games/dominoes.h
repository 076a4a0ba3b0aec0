/* dominoes.h -- the state of the train game, which its own agents read, too.
 *
 * A set of tiles is kept in rows: bit b of row a, and bit a of row b, stand for
 * the tile a-b.  The row of a line's open end is then the list of what fits.
 */
#ifndef PL_DOMINOES_H
#define PL_DOMINOES_H

#include <math.h>

#include "parlor/game.h"

enum { DOMINOES_SEATS = 8, DOMINOES_VALUES = 16 };
/* What is going on: chance draws the hub if it is to be drawn, seats the players, deals,
 * tells who holds the hub; they play; chance turns up, tile by tile, what is left in their
 * hands. */
enum {
    DOMINOES_DRAWING,
    DOMINOES_SEATING,
    DOMINOES_DEALING,
    DOMINOES_HUB,
    DOMINOES_PLAY,
    DOMINOES_SHOWING
};

typedef struct {
    uint64_t deck[3];                               /* bit t: tile t is not dealt; 0 in a view */
    uint16_t hand[DOMINOES_SEATS][DOMINOES_VALUES]; /* rows; 0 not known */
    uint16_t table[DOMINOES_VALUES];                /* rows: hub, tiles played or turned up */
    uint16_t lacks[DOMINOES_SEATS];                 /* bit v: a pass told that he has no v */
    uint16_t points[DOMINOES_SEATS];                /* of the hands before, and turned up */
    uint8_t end[DOMINOES_SEATS + 1];                /* of each seat's line; then the dummy's */
    uint8_t left[DOMINOES_SEATS];                   /* tiles in hand */
    uint8_t order[DOMINOES_SEATS];                  /* which seat is at which place */
    uint8_t players, values, tiles, shuffle;
    uint8_t hub, hands; /* of this hand, VALUES: not drawn yet; hands to follow */
    uint8_t pennies;    /* bit i: others may play on the line of seat i */
    uint8_t started;    /* bit i: somebody has played on the line of seat i */
    uint8_t passed;     /* bit i: the latest act of seat i was a pass */
    uint8_t stuck;      /* turns since all of those are set */
    uint8_t first;      /* the seat that held the hub */
    uint8_t place;      /* whose turn it is, or who is seated or dealt to next */
    uint8_t undealt, phase;
    int8_t turn;
} dominoes;

/* Tiles have numbers in the order 0-0 0-1 1-1 0-2 1-2 2-2 ... */
static inline int dominoes_number(int a, int b)
{
    return a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
}

typedef struct {
    uint8_t a, b; /* a <= b */
} dominoes_tile;

static inline dominoes_tile dominoes_tile_at(int number)
{
    int b = ((int)sqrtf((float)(8 * number + 1)) - 1) / 2; /* exact: squares of odd numbers are */
    return (dominoes_tile){(uint8_t)(number - b * (b + 1) / 2), (uint8_t)b};
}

static inline void dominoes_put(uint16_t *row, int a, int b)
{
    row[a] |= (uint16_t)(1 << b);
    row[b] |= (uint16_t)(1 << a);
}

static inline void dominoes_take(uint16_t *row, int a, int b)
{
    row[a] &= (uint16_t) ~(1 << b);
    row[b] &= (uint16_t) ~(1 << a);
}

/* A player's move: so many times values is the line; the rest, its new end. */
static inline pl_move dominoes_pass(const dominoes *s)
{
    return (s->players + 1) * s->values;
}

/* Is the dummy line open? */
static inline unsigned dominoes_dummy(const dominoes *s)
{
    return s->started == (1u << s->players) - 1;
}

/* The lines that seat may play on, as bits; the dummy comes after the seats. */
static inline unsigned dominoes_lines(const dominoes *s, int seat)
{
    return 1u << seat | s->pennies | dominoes_dummy(s) << s->players;
}

/* Place by place from seat on, round the table: the seat i places after it. */
static inline int dominoes_after(const dominoes *s, int seat, int i)
{
    int k = 0;
    while (s->order[k] != seat && k < s->players - 1) k++;
    return s->order[(k + i) % s->players];
}

static inline int dominoes_pips(const uint16_t *row)
{
    int sum = 0;
    for (int v = 1; v < DOMINOES_VALUES; v++) sum += v * (pl_count(row[v]) + (row[v] >> v & 1));
    return sum;
}

/* As observations have them, a byte for each bit: n bits; one for each tile, in their order.  What
 * comes behind them is written where these end. */
static inline uint8_t *dominoes_put_bits(uint8_t *out, unsigned bits, int n)
{
    for (int i = 0; i < n; i++) out[i] = bits >> i & 1;
    return out + n;
}

static inline uint8_t *dominoes_put_rows(uint8_t *out, const dominoes *s, const uint16_t *row)
{
    for (int b = 0; b < s->values; b++) out = dominoes_put_bits(out, row[b], b + 1);
    return out;
}

#endif
