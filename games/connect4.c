/* connect4.c -- connect four (Wexler and Strongin, 1974) and its like.
 *
 * Cells are numbered up the columns, and above every column lies one more bit,
 * the guard, so that no line runs from one column into the next (the layout of
 * J. Tromp's Fhourstones).  Guards are lit in both players' words: a bit lit in
 * both is a guard, a bit lit in one a stone, and the board's shape needs no word
 * of its own.
 *
 * Fact to check: on the usual board perft(8) is 5,673,234, and the first player
 * wins if he begins in the middle (J. D. Allen and V. Allis, both 1988).
 */
#include <stdio.h>
#include <string.h>

#include "games/lines.h"
#include "parlor/game.h"

enum { ROWS, COLUMNS, LENGTH };
enum { CELLS = 63, TALLEST = 31, WIDEST = 26 };

typedef struct {
    uint64_t stones[2]; /* column c, row r from the bottom: bit c * (rows + 1) + r */
    uint8_t rows, cols;
    uint8_t k;            /* stones in a row */
    uint8_t empty;        /* cells left */
    int16_t turn, result; /* result: the first player's score */
} connect4;

static uint64_t guards(const connect4 *s)
{
    return s->stones[0] & s->stones[1];
}

static void connect4_init(const pl_game *g, void *p)
{
    connect4 *s = p;
    s->rows = (uint8_t)g->arg[ROWS];
    s->cols = (uint8_t)g->arg[COLUMNS];
    s->k = (uint8_t)g->arg[LENGTH];
    s->empty = (uint8_t)(s->rows * s->cols);
    for (int c = 0; c < s->cols; c++) s->stones[0] |= (uint64_t)1 << (c * (s->rows + 1) + s->rows);
    s->stones[1] = s->stones[0];
}

static int connect4_turn(const void *p)
{
    return ((const connect4 *)p)->turn;
}

/* A column can be played while the cell below its guard is empty. */
static uint64_t connect4_legal(const void *p)
{
    const connect4 *s = p;
    return pl_gather(~(s->stones[0] ^ s->stones[1]), guards(s) >> 1);
}

static int connect4_moves(const void *p, pl_move *out)
{
    return pl_list(connect4_legal(p), out);
}

/* The bits of b that have k - 1 more behind them, a step apart. */
static inline uint64_t lines(uint64_t b, int step, int k)
{
    for (int i = 1; i < k; i++) b &= b >> step;
    return b;
}

/* The same in all four directions at once, with steps that double. */
static inline int has_line(uint64_t b, int column, int k)
{
    uint64_t up = b, falling = b, right = b, rising = b;
    for (int n = 1, more; n < k; n += more) {
        more = k - n < n ? k - n : n;
        up &= up >> more;
        falling &= falling >> more * (column - 1);
        right &= right >> more * column;
        rising &= rising >> more * (column + 1);
    }
    return (up | falling | right | rising) != 0;
}

static inline uint64_t four(uint64_t b, int step)
{
    b &= b >> step;
    return b & b >> 2 * step;
}

/* Four is spelled out because a known length is faster; across a board that is
 * narrower than k there are no lines, and the steps would leave the word. */
static inline int wins(const connect4 *s, uint64_t b, int column)
{
    if (s->k > s->cols) return lines(b, 1, s->k) != 0;
    if (s->k != 4) return has_line(b, column, s->k);
    return (four(b, 1) | four(b, column - 1) | four(b, column) | four(b, column + 1)) != 0;
}

/* Adding one at the foot of a column carries into its first empty cell. */
static void connect4_apply(void *p, pl_move c)
{
    connect4 *s = p;
    uint64_t filled = s->stones[0] ^ s->stones[1];
    int seat = s->turn & 1, column = s->rows + 1, next = --s->empty ? 1 - seat : PL_OVER;
    uint64_t own = s->stones[seat], other = s->stones[1 - seat];
    own |= (filled + ((uint64_t)1 << c * column)) & ~filled;
    s->stones[seat] = own;
    int won = wins(s, own & ~other, column);
    s->result = (int16_t)(won ? 1 - 2 * seat : 0);
    s->turn = (int16_t)(won ? PL_OVER : next);
}

static void connect4_score(const void *p, double *out)
{
    const connect4 *s = p;
    out[0] = s->result;
    out[1] = -s->result;
}

static int has(const connect4 *s, int seat, int row, int col)
{
    return (int)((s->stones[seat] & ~guards(s)) >> (col * (s->rows + 1) + row) & 1);
}

static char mark(const connect4 *s, int row, int col)
{
    return has(s, 0, row, col) ? 'X' : has(s, 1, row, col) ? 'O' : '.';
}

static int connect4_say(const void *p, pl_move c, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "%c", 'a' + c);
}

static int connect4_show(const void *p, char *buf, size_t n)
{
    const connect4 *s = p;
    char t[2 * (CELLS + WIDEST)];
    int k = 0;
    for (int row = s->rows - 1; row >= 0; row--)
        for (int col = 0; col < s->cols; col++) {
            t[k++] = mark(s, row, col);
            t[k++] = col + 1 < s->cols ? ' ' : '\n';
        }
    for (int col = 0; col < s->cols; col++) {
        t[k++] = (char)('a' + col);
        t[k++] = ' ';
    }
    return snprintf(buf, n, "%.*s", k - 1, t);
}

static int connect4_json(const void *p, char *buf, size_t n)
{
    const connect4 *s = p;
    char t[CELLS + 3 * TALLEST];
    int k = 0;
    for (int row = s->rows - 1; row >= 0; row--) {
        t[k++] = '"';
        for (int col = 0; col < s->cols; col++) t[k++] = mark(s, row, col);
        t[k++] = '"';
        t[k++] = ',';
    }
    return snprintf(buf, n, "{\"board\":[%.*s]}", k - 1, t);
}

static void connect4_tensor(const void *p, int seat, uint8_t *out)
{
    const connect4 s = *(const connect4 *)p;
    for (int plane = 0; plane < 2; plane++)
        for (int row = s.rows - 1; row >= 0; row--) {
            uint64_t b = s.stones[seat ^ plane] >> row;
            for (int col = 0; col < s.cols; col++, b >>= s.rows + 1) *out++ = b & 1;
        }
}

/* What the lines in one direction promise a seat: each that the other has no
 * stone in counts 1, and four times as much for each own stone in it. */
static inline double worth(const connect4 *s, int seat, int step, int k)
{
    uint64_t guard = guards(s), own = s->stones[seat] & ~guard;
    uint64_t board = (guard - (guard >> s->rows)) & ~s->stones[1 - seat];
    uint64_t open = lines(board, step, k);
    return open ? line_worth(open, own, step, k) : 0;
}

static inline void weigh(const connect4 *s, int k, double *sum)
{
    for (int i = 0; i < 2; i++) {
        sum[i] = worth(s, i, 1, k);
        for (int lean = -1; lean <= 1; lean++) sum[i] += worth(s, i, s->rows + 1 + lean, k);
    }
}

/* Who has more in the lines still open; those of the seat to move count twice. */
static double connect4_value(const void *p, int seat)
{
    const connect4 *s = p;
    double sum[2];
    if (s->turn == PL_OVER) return seat ? -s->result : s->result;
    if (s->k == 4) weigh(s, 4, sum);
    else weigh(s, s->k, sum);
    sum[s->turn] *= 2;
    return (sum[seat] - sum[1 - seat]) / (sum[0] + sum[1] + 1);
}

static const char *connect4_tune(pl_game *g)
{
    int rows = (int)g->arg[ROWS], cols = (int)g->arg[COLUMNS];
    if ((rows + 1) * cols > 64) return "(rows + 1) * cols must be at most 64, to fit in a word";
    if (g->arg[LENGTH] > rows && g->arg[LENGTH] > cols)
        return "k must be at most the longer of rows and cols, or nobody could ever win";
    g->actions = g->max_moves = cols;
    g->max_plies = rows * cols;
    g->parts[0].dim[1] = rows;
    g->parts[0].dim[2] = cols;
    return NULL;
}

static const pl_param params[] = {
    {"rows", NULL, 1, 6, TALLEST, "height of the board; (rows + 1) * cols is at most 64"},
    {"cols", NULL, 1, 7, WIDEST, "width of the board"},
    {"k", NULL, 1, 4, TALLEST, "stones in a row that win; at most the longer side"},
    {0},
};

#define PL_FAST connect4
#include "parlor/fast.h"
const pl_game pl_connect4 = {
    .abi = PL_ABI,
    .name = "connect4",
    .about = "Connect four: stones fall down columns, four in a row win",
    .rules = "Seat 0 is X and begins, seat 1 is O.  In turn they drop a stone into a column that\n"
             "is not full; it falls to the lowest empty cell.  Who first has k or more stones in\n"
             "an unbroken line, across, up and down or diagonally, scores 1 and the other -1.  A\n"
             "full board without a line is a draw, 0 each.  A move is named by its column, a at\n"
             "the left.\n"
             "Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(connect4),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 6, 7}, 1}},
    .tune = connect4_tune,
    .init = connect4_init,
    .turn = connect4_turn,
    .moves = connect4_moves,
    .legal = connect4_legal,
    .apply = connect4_apply,
    .score = connect4_score,
    .say = connect4_say,
    .show = connect4_show,
    .value = connect4_value,
    .tensor = connect4_tensor,
    .json = connect4_json,
    PL_LOOPS(connect4),
};
