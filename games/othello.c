/* othello.c -- Othello, or Reversi (L. Waterman and J. Mollett, about 1883; the
 * fixed start and today's name are G. Hasegawa's, 1971).
 *
 * A colour's discs are one word, and runs of discs are followed by moving the
 * word over itself, eight directions at once in loops that a compiler turns
 * into vectors (the doubling steps are those of Kogge and Stone's adder, 1973).
 * The legal moves stay in the state: who moves next, if anybody, depends on
 * them.  Nobody ever moves to the middle of the board, so one of its cells is
 * the number of the pass, and all moves fit in a word.
 *
 * Fact to check: perft(8) is 390,216; perfect play ends 3 to 11 on 4x4 and 16
 * to 20 on 6x6 (J. Feinstein, 1993), both for the second player, and in a draw
 * on 8x8 (H. Takizawa, 2023).
 */
#include <stdio.h>

#include "parlor/game.h"

enum { SIZE, SCORE };
enum { WIN, DISCS, SQUARES };
enum { SIDE = 8, AXES = 4 };

typedef struct {
    uint64_t discs[2]; /* black, white; bit row * size + column, from the top left */
    uint64_t legal;    /* of the seat to move; only the pass bit if it must pass */
    uint16_t size, scoring;
    int32_t turn;
} othello;

/* Of each even size: all cells, the corners, and for the axes, across, rising, up
 * and down, and falling: how far apart their cells are, and where a disc can lie
 * between two others.  In a side column it can so only up and down.  How many
 * axes there are is no constant, else gcc unrolls the loops over them, where
 * vectors are faster. */
typedef struct {
    uint64_t axes, board, corners, step[AXES], inner[AXES];
} shape;
static const shape shapes[] = {
    {AXES, 0xffff, 0x9009, {1, 3, 4, 5}, {0x6666, 0x6666, 0xffff, 0x6666}},
    {AXES,
     0xfffffffff,
     0x840000021,
     {1, 5, 6, 7},
     {0x79e79e79e, 0x79e79e79e, 0xfffffffff, 0x79e79e79e}},
    {AXES,
     0xffffffffffffffff,
     0x8100000000000081,
     {1, 7, 8, 9},
     {0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e, 0xffffffffffffffff, 0x7e7e7e7e7e7e7e7e}},
};

static inline const shape *shape_of(const othello *s)
{
    return &shapes[s->size / 2 - 2];
}

/* Left of the middle and above it. */
static inline int pass(const othello *s)
{
    return (s->size / 2 - 1) * (s->size + 1);
}

/* The unbroken runs, of up to six, of bits of `between` that follow bits of
 * `from`: two cells are tried one at a time, then two pairs. */
static inline uint64_t runs_up(uint64_t from, uint64_t between, uint64_t step)
{
    uint64_t run = between & from << step, pairs = between & between << step;
    run |= between & run << step;
    run |= pairs & run << 2 * step;
    return run | (pairs & run << 2 * step);
}

static inline uint64_t runs_down(uint64_t from, uint64_t between, uint64_t step)
{
    uint64_t run = between & from >> step, pairs = between & between >> step;
    run |= between & run >> step;
    run |= pairs & run >> 2 * step;
    return run | (pairs & run >> 2 * step);
}

/* Where a seat can move: the empty cells at the other end of a run. */
static inline uint64_t reach(const othello *s, int seat)
{
    const shape *f = shape_of(s);
    uint64_t own = s->discs[seat], other = s->discs[1 - seat], ends = 0;
    for (uint64_t i = 0; i < f->axes; i++) {
        uint64_t step = f->step[i], between = other & f->inner[i];
        ends |= runs_up(own, between, step) << step | runs_down(own, between, step) >> step;
    }
    return ends & ~(own | other) & f->board;
}

/* The discs that a seat turns over from a cell: the runs with its own at the end. */
static inline uint64_t flips(const othello *s, int seat, uint64_t cell)
{
    const shape *f = shape_of(s);
    uint64_t own = s->discs[seat], other = s->discs[1 - seat], turned = 0;
    for (uint64_t i = 0; i < f->axes; i++) {
        uint64_t step = f->step[i], between = other & f->inner[i];
        uint64_t up = runs_up(cell, between, step), down = runs_down(cell, between, step);
        turned |= (up << step & own ? up : 0) | (down >> step & own ? down : 0);
    }
    return turned;
}

/* Seat is next; if it cannot move, it passes, unless the other cannot either. */
static inline void give_turn(othello *s, int seat)
{
    s->legal = reach(s, seat);
    s->turn = seat;
    if (s->legal) return;
    if (reach(s, 1 - seat)) s->legal = (uint64_t)1 << pass(s);
    else s->turn = PL_OVER;
}

static void othello_init(const pl_game *g, void *p)
{
    othello *s = p;
    s->size = (uint16_t)g->arg[SIZE];
    s->scoring = (uint16_t)g->arg[SCORE];
    uint64_t middle = (uint64_t)1 << pass(s);
    s->discs[0] = middle << 1 | middle << s->size;
    s->discs[1] = middle | middle << (s->size + 1);
    give_turn(s, 0);
}

static int othello_turn(const void *p)
{
    return ((const othello *)p)->turn;
}

static uint64_t othello_legal(const void *p)
{
    return ((const othello *)p)->legal;
}

static int othello_moves(const void *p, pl_move *out)
{
    return pl_list(othello_legal(p), out);
}

static void othello_apply(void *p, pl_move m)
{
    othello *s = p;
    int seat = s->turn & 1;
    if (m != pass(s)) {
        uint64_t cell = (uint64_t)1 << m, turned = flips(s, seat, cell);
        s->discs[seat] |= cell | turned;
        s->discs[1 - seat] &= ~turned;
    }
    give_turn(s, 1 - seat);
}

/* By how many discs black is ahead. */
static int lead(const othello *s)
{
    return pl_count(s->discs[0]) - pl_count(s->discs[1]);
}

static void othello_score(const void *p, double *out)
{
    const othello *s = p;
    int ahead = lead(s), sign = (ahead > 0) - (ahead < 0);
    int empty = s->size * s->size - pl_count(s->discs[0] | s->discs[1]);
    int result = s->scoring == WIN ? sign : s->scoring == DISCS ? ahead : ahead + sign * empty;
    out[0] = result;
    out[1] = -result;
}

static int othello_say(const void *p, pl_move m, char *buf, size_t n)
{
    const othello *s = p;
    if (m == pass(s)) return snprintf(buf, n, "pass");
    return snprintf(buf, n, "%c%d", 'a' + m % s->size, m / s->size + 1);
}

static char mark(const othello *s, int cell)
{
    return s->discs[0] >> cell & 1 ? 'X' : s->discs[1] >> cell & 1 ? 'O' : '.';
}

/* The board with row 1 on top, as records of the game have it, and the discs. */
static int othello_show(const void *p, char *buf, size_t n)
{
    const othello *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, " ");
    for (int col = 0; col < s->size; col++) pl_put(&out, " %c", 'a' + col);
    for (int row = 0; row < s->size; row++) {
        pl_put(&out, "\n%d", row + 1);
        for (int col = 0; col < s->size; col++) pl_put(&out, " %c", mark(s, row * s->size + col));
    }
    pl_put(&out, "\nX %d, O %d", pl_count(s->discs[0]), pl_count(s->discs[1]));
    return (int)out.used;
}

static int othello_json(const void *p, char *buf, size_t n)
{
    const othello *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"board\":[");
    for (int cell = 0; cell < s->size * s->size; cell++) {
        int col = cell % s->size;
        pl_put(&out, "%s%c%s",
               col    ? ""
               : cell ? ",\""
                      : "\"",
               mark(s, cell), col + 1 == s->size ? "\"" : "");
    }
    pl_put(&out, "],\"discs\":[%d,%d]}", pl_count(s->discs[0]), pl_count(s->discs[1]));
    return (int)out.used;
}

static void othello_tensor(const void *p, int seat, uint8_t *out)
{
    const othello *s = p;
    int cells = s->size * s->size;
    uint64_t own = s->discs[seat], other = s->discs[1 - seat];
    for (int cell = 0; cell < cells; cell++) out[cell] = own >> cell & 1;
    for (int cell = 0; cell < cells; cell++) out[cells + cell] = other >> cell & 1;
}

/* What matters before the end: corners, which are never lost again, and moves
 * to choose from. */
static double prospects(const othello *s, int seat)
{
    return 8 * pl_count(s->discs[seat] & shape_of(s)->corners) + pl_count(reach(s, seat));
}

static double othello_value(const void *p, int seat)
{
    const othello *s = p;
    double score[2], own = prospects(s, seat), other = prospects(s, 1 - seat);
    double most = s->scoring == WIN ? 1 : s->size * s->size;
    othello_score(s, score);
    return s->turn == PL_OVER ? score[seat] : most * (own - other) / (own + other + 1);
}

static const char *othello_tune(pl_game *g)
{
    int size = (int)g->arg[SIZE], cells = size * size;
    if (size % 2) return "size must be even: 4, 6 or 8";
    g->actions = cells;
    g->max_moves = cells - 4;
    g->max_plies = 2 * (cells - 4) - 1; /* a pass between any two moves */
    g->hi = g->arg[SCORE] == WIN ? 1 : cells;
    g->lo = -g->hi;
    g->parts[0].dim[1] = g->parts[0].dim[2] = size;
    return NULL;
}

static const pl_param params[] = {
    {"size", NULL, 4, 8, SIDE, "rows and columns of the board; even"},
    {"score", "win|discs|squares", WIN, WIN, SQUARES,
     "win: 1, 0 or -1; discs: by how many discs; squares: the winner has the empty cells, too"},
    {0},
};

#define PL_FAST othello
#include "parlor/fast.h"
const pl_game pl_othello = {
    .abi = PL_ABI,
    .name = "othello",
    .about = "Othello: discs shut in between two others change their colour",
    .rules = "Seat 0 is black (X) and moves first, seat 1 is white (O).  They begin with two\n"
             "discs each, crosswise in the middle.  A move puts a disc of one's colour on an\n"
             "empty cell so that, in at least one of the eight directions, an unbroken run of\n"
             "the other's discs lies between it and another disc of one's own; all such runs, in\n"
             "every direction, are turned over.  Who has no such move must pass, and nobody else\n"
             "may.  The game ends when neither has one.  Who has more discs then wins; equal\n"
             "numbers are a draw.\n"
             "Cells are named by column and row, a1 at the top left.\n"
             "Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(othello),
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, SIDE, SIDE}, 1}},
    .tune = othello_tune,
    .init = othello_init,
    .turn = othello_turn,
    .moves = othello_moves,
    .legal = othello_legal,
    .apply = othello_apply,
    .score = othello_score,
    .say = othello_say,
    .show = othello_show,
    .value = othello_value,
    .tensor = othello_tensor,
    .json = othello_json,
    PL_LOOPS(othello),
};
