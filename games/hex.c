/* hex.c -- Hex (P. Hein, 1942; J. Nash, 1948): join your two sides.
 *
 * There are no draws (D. Gale, 1979), so the game ends with the stone that
 * joins, and the second player has the swap rule against a strong opening.
 *
 * Fact to check: on 3x3 there are 257,760 games, and five of the nine openings
 * win.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { SIDE = 19, WORDS = (SIDE * SIDE + 1 + 63) / 64 };
enum { SIZE, SWAP };
enum { NO_OFFER, OFFER_NEXT, OFFER_NOW };

#define HEX_SIDE 19
#define HEX_ROW uint32_t
#include "games/hex_board.h"

typedef struct {
    hex_stones side[2];   /* each mirrored so that it goes from row 1 down */
    uint64_t shut[WORDS]; /* bit m: move m cannot be made */
    int8_t turn;
    uint8_t size, words;
    uint8_t offer;    /* whether the second player may swap */
    uint16_t cells;   /* also the move that swaps */
    uint16_t inverse; /* 2^16 / size, rounded up: dividing is slow */
} hex;

static inline int row_of(const hex *s, int cell)
{
    return cell * s->inverse >> 16;
}

static inline void flip(hex *s, int move)
{
    s->shut[move / 64] ^= (uint64_t)1 << move % 64;
}

static void hex_init(const pl_game *g, void *p)
{
    hex *s = p;
    s->size = (uint8_t)g->arg[SIZE];
    s->cells = (uint16_t)(s->size * s->size);
    s->inverse = (uint16_t)((1 << 16) / s->size + 1);
    s->words = (uint8_t)((g->actions + 63) / 64);
    s->offer = g->arg[SWAP] > 0 ? OFFER_NEXT : NO_OFFER;
    for (int w = 0; w < WORDS; w++) s->shut[w] = ~(uint64_t)0;
    for (int cell = 0; cell < s->cells; cell++) flip(s, cell);
    hex_clear(&s->side[0]);
    hex_clear(&s->side[1]);
}

static int hex_turn(const void *p)
{
    return ((const hex *)p)->turn;
}

static void hex_wide(const void *p, uint64_t *out)
{
    const hex *s = p;
    for (int w = 0; w < s->words; w++) out[w] = ~s->shut[w];
}

static int hex_moves(const void *p, pl_move *out)
{
    const hex *s = p;
    int n = 0;
    for (int w = 0; w < s->words; w++)
        for (uint64_t m = ~s->shut[w]; m; m &= m - 1) out[n++] = 64 * w + pl_lowest(m);
    return n;
}

/* The one stone on the board becomes the other player's, mirrored; as each
 * player's stones are kept mirrored, they only change hands. */
static void swap_stone(hex *s)
{
    hex_stones stone = s->side[0];
    int cell = 0;
    while (~s->shut[cell / 64] >> cell % 64 & 1) cell++;
    flip(s, cell);
    flip(s, cell % s->size * s->size + cell / s->size);
    s->side[0] = s->side[1];
    s->side[1] = stone;
    s->turn = 0;
}

static void hex_apply(void *p, pl_move m)
{
    hex *s = p;
    int seat = s->turn & 1, row = row_of(s, m), col = m - row * s->size;
    if (s->offer != NO_OFFER) {
        flip(s, s->cells);
        s->offer = s->offer == OFFER_NEXT ? OFFER_NOW : NO_OFFER;
        if (m == s->cells) {
            swap_stone(s);
            return;
        }
    }
    flip(s, m);
    hex_put(&s->side[seat], 1 + (seat ? col : row), seat ? row : col);
    s->turn = (int8_t)(s->side[seat].joined[s->size] ? PL_OVER : 1 - seat);
}

static void hex_score(const void *p, double *out)
{
    const hex *s = p;
    out[0] = s->side[0].joined[s->size] ? 1 : -1;
    out[1] = -out[0];
}

/* Whether a seat has a stone on a cell of the board, rows from 0. */
static int has(const hex *s, int seat, int row, int col)
{
    return seat ? hex_has(&s->side[1], 1 + col, row) : hex_has(&s->side[0], 1 + row, col);
}

static char mark(const hex *s, int row, int col)
{
    return has(s, 0, row, col) ? 'R' : has(s, 1, row, col) ? 'B' : '.';
}

static int hex_say(const void *p, pl_move m, char *buf, size_t n)
{
    const hex *s = p;
    if (m == s->cells) return snprintf(buf, n, "swap");
    return snprintf(buf, n, "%c%d", 'a' + m % s->size, 1 + m / s->size);
}

static int hex_show(const void *p, char *buf, size_t n)
{
    const hex *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "  ");
    for (int col = 0; col < s->size; col++) pl_put(&out, " %c", 'a' + col);
    for (int row = 0; row < s->size; row++) {
        pl_put(&out, "\n%*s%2d", row, "", 1 + row);
        for (int col = 0; col < s->size; col++) pl_put(&out, " %c", mark(s, row, col));
    }
    return (int)out.used;
}

static int hex_json(const void *p, char *buf, size_t n)
{
    const hex *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"board\":[");
    for (int row = 0; row < s->size; row++) {
        pl_put(&out, row ? ",\"" : "\"");
        for (int col = 0; col < s->size; col++) pl_put(&out, "%c", mark(s, row, col));
        pl_put(&out, "\"");
    }
    pl_put(&out, "],\"swap\":%s}", s->offer == OFFER_NOW ? "true" : "false");
    return (int)out.used;
}

/* The board stands as it does for both seats, because moves are numbered by it;
 * so a seat's colour, which says which sides it joins, is told, too. */
static void hex_tensor(const void *p, int seat, uint8_t *out)
{
    const hex *s = p;
    for (int k = 0; k < 2; k++)
        for (int row = 0; row < s->size; row++)
            for (int col = 0; col < s->size; col++) *out++ = (uint8_t)has(s, seat ^ k, row, col);
    *out++ = seat == 0;
    *out++ = seat == 1;
    *out = s->offer == OFFER_NOW;
}

/* How many stones a seat lacks to join its sides, if the other passes. */
static int distance(const hex *s, int seat)
{
    uint32_t open[SIDE + 1] = {0};
    for (int row = 0; row < s->size; row++)
        for (int col = 0; col < s->size; col++) {
            uint32_t empty = mark(s, row, col) == '.';
            open[1 + (seat ? col : row)] |= empty << (seat ? row : col);
        }
    return hex_lack(&s->side[seat], open, s->size);
}

/* Who lacks fewer; being to move is worth half a stone. */
static double hex_value(const void *p, int seat)
{
    const hex *s = p;
    double lack[2];
    if (s->turn == PL_OVER) return s->side[seat].joined[s->size] ? 1 : -1;
    for (int i = 0; i < 2; i++) lack[i] = distance(s, i) - (i == s->turn ? 0.5 : 0);
    return (lack[1 - seat] - lack[seat]) / (lack[0] + lack[1]);
}

static const char *hex_tune(pl_game *g)
{
    int size = (int)g->arg[SIZE];
    g->actions = size * size + (g->arg[SWAP] > 0);
    g->max_moves = size * size;
    g->max_plies = g->actions;
    g->parts[0].dim[1] = g->parts[0].dim[2] = size;
    return NULL;
}

static const pl_param params[] = {
    {"size", NULL, 2, 11, SIDE, "cells along a side"},
    {"swap", NULL, 0, 0, 1, "1: the second player may take over the first stone"},
    {0},
};

#define PL_FAST hex
#include "parlor/fast.h"
const pl_game pl_hex = {
    .abi = PL_ABI,
    .name = "hex",
    .about = "Hex: join your two sides of the board",
    .rules = "Seat 0 is Red (R), begins and joins top and bottom; seat 1 is Blue (B) and joins\n"
             "left and right.  In turn they put a stone on an empty cell of a board of hexagons\n"
             "in the shape of a rhombus.  Who first has an unbroken chain of stones from one of\n"
             "his sides to the other scores 1 and the other -1.  Corners belong to both sides.\n"
             "There are no draws.\n"
             "With swap=1 the second player may, instead of his first stone, take over the\n"
             "one on the board: it is replaced by a blue one on the cell mirrored at the\n"
             "diagonal a1, b2, c3, ..., and Red moves.  Seats keep their colours and sides.\n"
             "Cells are named by column and row, a1 at the top left; each row stands half a\n"
             "cell to the right of the row above.  Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(hex),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 11, 11}, 1},
              {"colour", "red_blue", {2}, 1},
              {"swap", "offered", {1}, 1}},
    .tune = hex_tune,
    .init = hex_init,
    .turn = hex_turn,
    .moves = hex_moves,
    .wide = hex_wide,
    .apply = hex_apply,
    .score = hex_score,
    .say = hex_say,
    .show = hex_show,
    .value = hex_value,
    .tensor = hex_tensor,
    .json = hex_json,
    PL_LOOPS(hex),
};
