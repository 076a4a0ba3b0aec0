/* breakthrough.c -- Breakthrough (D. Troyka, 2000): pawns run for the far side.
 *
 * A side's pieces are one word, cells numbered from the top left.  The pieces
 * that can move in one of the three directions are found by turning the word of
 * cells they could go to back by one step.  A turned word comes round at the
 * ends, but no piece stands there: who reaches the last row has won.  There is
 * always a move: nothing of one's own is in front of one's foremost piece.
 *
 * Fact to check: on 8x8 perft(4) is 256,036.
 */
#include <stdio.h>

#include "parlor/game.h"

enum { ROWS, COLUMNS, LINES };
enum { CELLS = 64, TALLEST = 32, WIDEST = 26, DEEPEST = 4 };
enum { LEFT, STRAIGHT, RIGHT, WAYS }; /* move: way * CELLS + the cell it is made from */

typedef struct {
    uint64_t pieces[2]; /* white, who goes up, and black; bit row * cols + column */
    uint64_t file_a;    /* the cells of the left column */
    uint16_t rows, cols;
    int16_t turn, result; /* result: the first player's score */
} breakthrough;

static void breakthrough_init(const pl_game *g, void *p)
{
    breakthrough *s = p;
    s->rows = (uint16_t)g->arg[ROWS];
    s->cols = (uint16_t)g->arg[COLUMNS];
    int men = (int)g->arg[LINES] * s->cols;
    for (int row = 0; row < s->rows; row++) s->file_a |= (uint64_t)1 << row * s->cols;
    s->pieces[1] = ((uint64_t)1 << men) - 1;
    s->pieces[0] = s->pieces[1] << (s->rows * s->cols - men);
}

static int breakthrough_turn(const void *p)
{
    return ((const breakthrough *)p)->turn;
}

/* Diagonally a piece goes to what is not its own, straight to what is empty. */
static void breakthrough_wide(const void *p, uint64_t *out)
{
    const breakthrough *s = p;
    int seat = s->turn & 1, back = seat ? 64 - s->cols : s->cols;
    uint64_t own = s->pieces[seat], other = s->pieces[1 - seat], file_a = s->file_a;
    out[LEFT] = own & ~file_a & pl_rotl(~own, back + 1);
    out[STRAIGHT] = own & pl_rotl(~(own | other), back);
    out[RIGHT] = own & ~(file_a << (s->cols - 1)) & pl_rotl(~own, back - 1);
}

static int breakthrough_moves(const void *p, pl_move *out)
{
    uint64_t from[WAYS];
    int n = 0;
    breakthrough_wide(p, from);
    for (int way = 0; way < WAYS; way++)
        for (uint64_t m = from[way]; m; m &= m - 1) out[n++] = way * CELLS + pl_lowest(m);
    return n;
}

/* Where a move of a seat leads. */
static inline int target(const breakthrough *s, int seat, pl_move m)
{
    int way = m / CELLS - STRAIGHT, cell = m % CELLS;
    return cell + way + (seat ? s->cols : -s->cols);
}

static void breakthrough_apply(void *p, pl_move m)
{
    breakthrough *s = p;
    int seat = s->turn & 1, to = target(s, seat, m);
    uint64_t from = (uint64_t)1 << m % CELLS, there = (uint64_t)1 << to;
    uint64_t other = s->pieces[1 - seat] & ~there;
    s->pieces[seat] ^= from | there;
    s->pieces[1 - seat] = other;
    int home = seat ? to >= (s->rows - 1) * s->cols : to < s->cols;
    int won = home | (other == 0);
    s->result = (int16_t)(won ? 1 - 2 * seat : 0);
    s->turn = (int16_t)(won ? PL_OVER : 1 - seat);
}

static void breakthrough_score(const void *p, double *out)
{
    const breakthrough *s = p;
    out[0] = s->result;
    out[1] = -s->result;
}

static int has(const breakthrough *s, int seat, int cell)
{
    return (int)(s->pieces[seat] >> cell & 1);
}

/* From cell to cell, with an x between them where a piece is taken: a2a3, a2xb3. */
static int breakthrough_say(const void *p, pl_move m, char *buf, size_t n)
{
    const breakthrough *s = p;
    int seat = s->turn & 1, from = m % CELLS, to = target(s, seat, m);
    return snprintf(buf, n, "%c%d%s%c%d", 'a' + from % s->cols, s->rows - from / s->cols,
                    has(s, 1 - seat, to) ? "x" : "", 'a' + to % s->cols, s->rows - to / s->cols);
}

static char mark(const breakthrough *s, int cell)
{
    return has(s, 0, cell) ? 'W' : has(s, 1, cell) ? 'B' : '.';
}

static int breakthrough_show(const void *p, char *buf, size_t n)
{
    const breakthrough *s = p;
    pl_text out = {buf, n, 0};
    for (int row = 0; row < s->rows; row++) {
        pl_put(&out, "%2d", s->rows - row);
        for (int col = 0; col < s->cols; col++) pl_put(&out, " %c", mark(s, row * s->cols + col));
        pl_put(&out, "\n");
    }
    pl_put(&out, "  ");
    for (int col = 0; col < s->cols; col++) pl_put(&out, " %c", 'a' + col);
    return (int)out.used;
}

static int breakthrough_json(const void *p, char *buf, size_t n)
{
    const breakthrough *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"board\":[");
    for (int row = 0; row < s->rows; row++) {
        pl_put(&out, row ? ",\"" : "\"");
        for (int col = 0; col < s->cols; col++) pl_put(&out, "%c", mark(s, row * s->cols + col));
        pl_put(&out, "\"");
    }
    pl_put(&out, "],\"pieces\":[%d,%d]}", pl_count(s->pieces[0]), pl_count(s->pieces[1]));
    return (int)out.used;
}

/* Which way a seat goes is told apart, for the board stands as it is. */
static void breakthrough_tensor(const void *p, int seat, uint8_t *out)
{
    const breakthrough *s = p;
    int cells = s->rows * s->cols;
    uint64_t own = s->pieces[seat], other = s->pieces[1 - seat];
    for (int cell = 0; cell < cells; cell++) out[cell] = own >> cell & 1;
    for (int cell = 0; cell < cells; cell++) out[cells + cell] = other >> cell & 1;
    out[2 * cells] = seat == 0;
    out[2 * cells + 1] = seat == 1;
}

/* A piece counts 1 and, as the far side comes nearer, much more. */
static double worth(const breakthrough *s, int seat)
{
    double sum = 0;
    for (uint64_t m = s->pieces[seat]; m; m &= m - 1) {
        int row = pl_lowest(m) / s->cols, gone = seat ? row : s->rows - 1 - row;
        double part = (double)gone / (s->rows - 1);
        sum += 1 + part * part * part;
    }
    return sum;
}

static double breakthrough_value(const void *p, int seat)
{
    const breakthrough *s = p;
    double own = worth(s, seat), other = worth(s, 1 - seat);
    if (s->turn == PL_OVER) return seat ? -s->result : s->result;
    return (own - other) / (own + other);
}

/* A game is longest if nobody is taken and all pieces go on to the last row but
 * one, and then one more. */
static const char *breakthrough_tune(pl_game *g)
{
    int rows = (int)g->arg[ROWS], cols = (int)g->arg[COLUMNS], lines = (int)g->arg[LINES];
    if (rows * cols > CELLS) return "rows * cols must be at most 64";
    if (rows < 2 * lines) return "rows must be at least twice lines, which both sides need";
    g->actions = (WAYS - 1) * CELLS + rows * cols;
    g->max_moves = WAYS * lines * cols;
    g->max_plies = 1;
    for (int line = 0; line < lines; line++) g->max_plies += 2 * cols * (rows - 2 - line);
    g->parts[0].dim[1] = rows;
    g->parts[0].dim[2] = cols;
    return NULL;
}

static const pl_param params[] = {
    {"rows", NULL, 2, 8, TALLEST, "height of the board; rows * cols is at most 64"},
    {"cols", NULL, 2, 8, WIDEST, "width of the board"},
    {"lines", NULL, 1, 2, DEEPEST, "rows of pieces on each side at the start; at most half of all"},
    {0},
};

#define PL_FAST breakthrough
#include "parlor/fast.h"
const pl_game pl_breakthrough = {
    .abi = PL_ABI,
    .name = "breakthrough",
    .about = "Breakthrough: the first piece on the far side wins",
    .rules = "Seat 0 is white (W), begins and moves up; seat 1 is black (B) and moves down.\n"
             "White fills the rows at the bottom with pieces, black those at the top.  A piece\n"
             "moves one cell forward, straight or diagonally, to an empty cell.  Diagonally, not\n"
             "straight, it may also take a piece of the other side by moving to its cell.\n"
             "Nobody has to take.  Who first has a piece on the farthest row, or takes the last\n"
             "piece of the other, scores 1 and the other -1.  There are no draws.  A move is\n"
             "named by the cells it goes from and to, a1 at the bottom left, with an x between\n"
             "them if it takes: a2a3, a2xb3.\n"
             "Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(breakthrough),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 8, 8}, 1}, {"seat", "seat", {2}, 1}},
    .tune = breakthrough_tune,
    .init = breakthrough_init,
    .turn = breakthrough_turn,
    .moves = breakthrough_moves,
    .wide = breakthrough_wide,
    .apply = breakthrough_apply,
    .score = breakthrough_score,
    .say = breakthrough_say,
    .show = breakthrough_show,
    .value = breakthrough_value,
    .tensor = breakthrough_tensor,
    .json = breakthrough_json,
    PL_LOOPS(breakthrough),
};
