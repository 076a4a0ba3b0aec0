/* hex_board.h -- one player's stones on a board of hexagons, for hex.c and
 * dark_hex.c, which define HEX_SIDE, the longest side, and HEX_ROW, an unsigned
 * type with at least so many bits, before they include this.
 *
 * Stones are kept as the player sees the board who joins the top to the bottom:
 * the other's board is mirrored at the diagonal a1, b2, ..., which keeps
 * neighbours neighbours.  Rows count from 1; row 0 is the edge to begin from.
 * Stones joined to that edge are told from loose ones, so that a stone is moved
 * over once in a game and a win is a joined stone in the last row.
 */
#ifndef PL_HEX_BOARD_H
#define PL_HEX_BOARD_H

#include <stdint.h>

#include "parlor/game.h"

typedef struct {
    HEX_ROW loose[HEX_SIDE + 2], joined[HEX_SIDE + 2];
} hex_stones;

static inline void hex_clear(hex_stones *s)
{
    *s = (hex_stones){.joined[0] = (HEX_ROW)~0u};
}

/* Cells of row r that have a neighbour among the joined. */
static inline uint32_t hex_reach(const hex_stones *s, int r)
{
    uint32_t above = s->joined[r - 1], here = s->joined[r], below = s->joined[r + 1];
    return above | above >> 1 | here << 1 | here >> 1 | below | below << 1;
}

/* A row and the two beside it, as a mask of rows that are on the board. */
static inline uint32_t hex_around(int r)
{
    return 7u << (r - 1) & ((2u << HEX_SIDE) - 2);
}

/* Join what has come within reach in the rows of the mask todo, and what hangs
 * on that in turn. */
static inline void hex_join(hex_stones *s, uint32_t todo)
{
    while (todo) {
        int r = pl_lowest(todo);
        uint32_t more = hex_reach(s, r) & s->loose[r];
        s->loose[r] ^= (HEX_ROW)more;
        s->joined[r] |= (HEX_ROW)more;
        todo &= todo - 1;
        if (more) todo |= hex_around(r);
    }
}

/* Whether a cell has a neighbour among the stones in rows. */
static inline int hex_touches(const HEX_ROW *rows, int r, int col)
{
    uint32_t above = rows[r - 1], here = rows[r], below = rows[r + 1];
    return ((above >> col & 3) | (here << 1 >> col & 5) | (below << 1 >> col & 3)) != 0;
}

static inline void hex_put(hex_stones *s, int r, int col)
{
    HEX_ROW stone = (HEX_ROW)(1u << col);
    if (!hex_touches(s->joined, r, col)) {
        s->loose[r] |= stone;
        return;
    }
    s->joined[r] |= stone;
    if (hex_touches(s->loose, r, col)) hex_join(s, hex_around(r));
}

/* The same if stone is 1, nothing if it is 0: one jump, and a rare one, for a
 * game in which nobody can foresee either. */
static inline void hex_put_if(hex_stones *s, int r, int col, int stone)
{
    uint32_t one = (uint32_t)stone << col, joins = (uint32_t)hex_touches(s->joined, r, col);
    int more = hex_touches(s->loose, r, col);
    s->joined[r] |= (HEX_ROW)(one * joins);
    s->loose[r] |= (HEX_ROW)(one * (1 - joins));
    if (joins & (uint32_t)(more & stone)) hex_join(s, hex_around(r));
}

static inline int hex_has(const hex_stones *s, int r, int col)
{
    return (s->loose[r] | s->joined[r]) >> col & 1;
}

/* How many of the cells in rows open the player lacks to join row 1 to row last;
 * there is a way, if not a short one. */
static int hex_lack(const hex_stones *own, const HEX_ROW *open, int last)
{
    hex_stones path = *own;
    int lack = 0;
    hex_join(&path, (2u << last) - 2);
    for (; !path.joined[last]; lack++) {
        uint32_t front[HEX_SIDE + 1];
        for (int r = 1; r <= last; r++) front[r] = hex_reach(&path, r) & open[r];
        for (int r = 1; r <= last; r++) path.joined[r] |= (HEX_ROW)front[r];
        hex_join(&path, (2u << last) - 2);
    }
    return lack;
}

#endif
