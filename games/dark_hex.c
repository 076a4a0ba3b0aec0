/* dark_hex.c -- Hex in the dark, also known as phantom or kriegspiel Hex.
 *
 * You see your own stones and those that you ran into.  What the players know,
 * and how a seat guesses the rest, stands in dark.h; boards of hexagons are told
 * of in hex_board.h.
 *
 * Fact to check: as in Hex there are no draws, and a game has at most two tries
 * for each cell but the last.
 */
#include <stdio.h>

#define DARK_CELLS 121
#include "games/dark.h"
#define HEX_SIDE 11
#define HEX_ROW uint16_t
#include "games/hex_board.h"

enum { ROWS, COLUMNS, MODE };

typedef struct {
    dark d;
    hex_stones side[2]; /* as in d.own; in a view, the known ones, none joined */
    uint32_t inverse;   /* 2^16 / cols, rounded up: dividing is slow */
    uint16_t last[2];   /* the row that each seat goes to */
} dark_hex;

static void dark_hex_clear(void *p)
{
    dark_hex *s = p;
    dark_clear(&s->d);
    hex_clear(&s->side[0]);
    hex_clear(&s->side[1]);
}

static void dark_hex_init(const pl_game *g, void *p)
{
    dark_hex *s = p;
    int rows = (int)g->arg[ROWS], cols = (int)g->arg[COLUMNS];
    dark_init(&s->d, rows, cols, (int)g->arg[MODE]);
    s->inverse = (uint32_t)((1 << 16) / cols + 1);
    s->last[0] = (uint16_t)rows;
    s->last[1] = (uint16_t)cols;
    dark_hex_clear(s);
}

static int dark_hex_turn(const void *p)
{
    return ((const dark *)p)->turn;
}

static void dark_hex_wide(const void *p, uint64_t *out)
{
    const dark *d = p;
    out[0] = ~d->shut[d->turn & 1][0];
    if (d->cells > 64) out[1] = ~d->shut[d->turn & 1][1];
}

static int dark_hex_moves(const void *p, pl_move *out)
{
    const dark *d = p;
    int n = 0;
    for (int w = 0; 64 * w < d->cells; w++)
        for (uint64_t m = ~d->shut[d->turn & 1][w]; m; m &= m - 1) out[n++] = 64 * w + pl_lowest(m);
    return n;
}

/* The row and column of a cell as a seat sees it: the second's are mirrored. */
static inline int seat_row(const dark_hex *s, int seat, int cell)
{
    int row = (int)((uint32_t)cell * s->inverse >> 16);
    return seat ? cell - row * s->d.cols : row;
}

static inline int seat_col(const dark_hex *s, int seat, int cell)
{
    return seat_row(s, 1 - seat, cell);
}

static void dark_hex_apply(void *p, pl_move m)
{
    dark_hex *s = p;
    int seat = s->d.turn & 1, stone = dark_try(&s->d, m);
    hex_put_if(&s->side[seat], 1 + seat_row(s, seat, m), seat_col(s, seat, m), stone);
    if (s->side[seat].joined[s->last[seat]]) s->d.turn = PL_OVER;
}

static void dark_hex_score(const void *p, double *out)
{
    const dark_hex *s = p;
    out[0] = s->side[0].joined[s->last[0]] ? 1 : -1;
    out[1] = -out[0];
}

/* The cells in a set, or (flip all ones) those not in it, as rows of a seat. */
static void as_rows(const dark_hex *s, int seat, const uint64_t *set, uint64_t flip, HEX_ROW *out)
{
    for (int w = 0; w < DARK_WORDS; w++)
        for (uint64_t m = (set[w] ^ flip) & ~dark_beyond(&s->d, w); m; m &= m - 1) {
            int cell = 64 * w + pl_lowest(m);
            out[1 + seat_row(s, seat, cell)] |= (HEX_ROW)(1u << seat_col(s, seat, cell));
        }
}

static void dark_hex_hide(void *p, int seat)
{
    dark_hex *s = p;
    dark_hide(&s->d, seat);
    for (int i = 0; i < 2; i++) {
        if (i == seat || s->d.turn == PL_OVER) continue;
        hex_clear(&s->side[i]);
        as_rows(s, i, s->d.own[i], 0, s->side[i].loose);
    }
}

static pl_move dark_hex_seen(const void *p, pl_move m, int seat)
{
    return dark_seen(p, m, seat);
}

/* How many stones must go to let the other through, for both seats. */
static int dark_hex_excess(const void *p)
{
    const dark_hex *s = p;
    int sum = 0;
    for (int seat = 0; seat < 2; seat++) {
        const uint64_t *stones = s->d.own[1 - seat];
        hex_stones way;
        HEX_ROW closed[HEX_SIDE + 2] = {0};
        hex_clear(&way);
        as_rows(s, seat, stones, ~(uint64_t)0, way.loose);
        as_rows(s, seat, stones, 0, closed);
        sum += hex_lack(&way, closed, s->last[seat]);
    }
    return sum;
}

static void dark_hex_name(const dark *d, int cell, pl_text *out)
{
    pl_put(out, "%c%d", 'a' + cell % d->cols, 1 + cell / d->cols);
}

static const dark_rules rules = {dark_hex_clear, dark_hex_apply, dark_hex_excess,
                                 NULL,           dark_hex_name,  "RB"};

static void dark_hex_guess(void *p, int seat, pl_rng *r)
{
    dark_guess(p, sizeof(dark_hex), seat, r, &rules);
}

static int dark_hex_say(const void *p, pl_move m, char *buf, size_t n)
{
    return dark_say(p, m, buf, n, &rules);
}

static int dark_hex_show(const void *p, char *buf, size_t n)
{
    const dark *d = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "  ");
    for (int col = 0; col < d->cols; col++) pl_put(&out, " %c", 'a' + col);
    for (int row = 0; row < d->rows; row++) {
        pl_put(&out, "\n%*s%2d", row, "", 1 + row);
        for (int col = 0; col < d->cols; col++)
            pl_put(&out, " %c", dark_mark(d, row * d->cols + col, &rules));
    }
    dark_show_tries(d, &out, &rules);
    return (int)out.used;
}

static int dark_hex_json(const void *p, char *buf, size_t n)
{
    return dark_json(p, buf, n, &rules);
}

static void dark_hex_tensor(const void *p, int seat, uint8_t *out)
{
    const dark *d = p;
    dark_tensor(d, seat, out);
    out[3 * d->cells] = (uint8_t)(seat == 0);
    out[3 * d->cells + 1] = (uint8_t)(seat == 1);
}

/* Who lacks fewer stones; being to move is worth half a stone. */
static double dark_hex_value(const void *p, int seat)
{
    const dark_hex *s = p;
    uint64_t taken[DARK_WORDS];
    double lack[2];
    if (s->d.turn == PL_OVER) return s->side[seat].joined[s->last[seat]] ? 1 : -1;
    for (int w = 0; w < DARK_WORDS; w++) taken[w] = s->d.own[0][w] | s->d.own[1][w];
    for (int i = 0; i < 2; i++) {
        HEX_ROW open[HEX_SIDE + 2] = {0};
        as_rows(s, i, taken, ~(uint64_t)0, open);
        lack[i] = hex_lack(&s->side[i], open, s->last[i]) - (i == s->d.turn ? 0.5 : 0);
    }
    return (lack[1 - seat] - lack[seat]) / (lack[0] + lack[1]);
}

static const char *dark_hex_tune(pl_game *g)
{
    dark_tune(g, (int)g->arg[ROWS], (int)g->arg[COLUMNS]);
    return NULL;
}

static const pl_param params[] = {
    {"rows", NULL, 2, 3, HEX_SIDE, "cells from top to bottom"},
    {"cols", NULL, 2, 3, HEX_SIDE, "cells from left to right"},
    {"mode", "classical|abrupt", 0, 0, 1,
     "after running into a stone: try again, or lose the turn"},
    {0},
};

#define PL_FAST dark_hex
#include "parlor/fast.h"
const pl_game pl_dark_hex = {
    .abi = PL_ABI,
    .name = "dark_hex",
    .about = "Hex in the dark: join your sides among stones you do not see",
    .rules = "Seat 0 is Red (R), begins and joins top and bottom; seat 1 is Blue (B) and joins\n"
             "left and right.  In turn they put a stone on a cell of a board of hexagons in the\n"
             "shape of a rhombus.  Who first has an unbroken chain of stones from one of his\n"
             "sides to the other scores 1 and the other -1.  There are no draws.\n"
             "Nobody sees the other's stones.  Who tries a cell where the other has one runs\n"
             "into it: he alone learns of it, and (classical) tries again at once, or\n"
             "(abrupt) has lost his turn.  Nobody tries a cell twice.\n"
             "Hidden until the end: the other's stones, but for those run into, and all his\n"
             "tries.  When a turn is over, all notice it; in the classical game that tells\n"
             "of a stone, in the abrupt game it may have been a collision.\n"
             "Cells are named by column and row, a1 at the top left; each row stands half a\n"
             "cell to the right of the row above.  a2! is a try that ran into a stone.",
    .players = 2,
    .state_size = sizeof(dark_hex),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 3, 3}, 1},
              {"order", "row,col", {3, 3}, 9},
              {"colour", "red_blue", {2}, 1}},
    .tune = dark_hex_tune,
    .init = dark_hex_init,
    .turn = dark_hex_turn,
    .moves = dark_hex_moves,
    .wide = dark_hex_wide,
    .apply = dark_hex_apply,
    .score = dark_hex_score,
    .say = dark_hex_say,
    .show = dark_hex_show,
    .hide = dark_hex_hide,
    .guess = dark_hex_guess,
    .seen = dark_hex_seen,
    .value = dark_hex_value,
    .tensor = dark_hex_tensor,
    .json = dark_hex_json,
    PL_LOOPS(dark_hex),
};
