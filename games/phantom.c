/* phantom.c -- k in a row in the dark: phantom tic-tac-toe and its like.
 *
 * You see your own stones and those that you ran into.  What the players know,
 * and how a seat guesses the rest, stands in dark.h.
 *
 * Fact to check: where one stone in a row wins, on any board, the first stone
 * ends the game; on one row of two cells with k = 2 the classical game has nine
 * positions, the root included.
 */
#include <stdio.h>

#define DARK_CELLS 64
#include "games/dark.h"
#include "games/lines.h"

enum { SIDE = 8 };
enum { COLUMNS, ROWS, LENGTH, MODE };

typedef struct {
    dark d;
    uint64_t fit; /* cells from which k cells to the right are on the board */
    uint32_t k;
    int32_t result; /* the first player's score */
} phantom;

static void phantom_init(const pl_game *g, void *p)
{
    phantom *s = p;
    dark_init(&s->d, (int)g->arg[ROWS], (int)g->arg[COLUMNS], (int)g->arg[MODE]);
    s->k = (uint32_t)g->arg[LENGTH];
    s->fit = line_fit(s->d.cols, s->d.rows, (int)s->k);
}

static int phantom_turn(const void *p)
{
    return ((const dark *)p)->turn;
}

static uint64_t phantom_legal(const void *p)
{
    const dark *d = p;
    return ~d->shut[d->turn & 1][0];
}

static int phantom_moves(const void *p, pl_move *out)
{
    return pl_list(phantom_legal(p), out);
}

static inline uint64_t lines_of(const phantom *s, int seat)
{
    return line_starts(s->d.own[seat][0], s->d.cols, (int)s->k, s->fit);
}

static inline int is_full(const dark *d)
{
    return !~(d->own[0][0] | d->own[1][0] | dark_beyond(d, 0));
}

static void phantom_apply(void *p, pl_move m)
{
    phantom *s = p;
    int seat = s->d.turn & 1;
    dark_try(&s->d, m);
    int won = lines_of(s, seat) != 0;
    s->result = won ? 1 - 2 * seat : 0;
    if (won | is_full(&s->d)) s->d.turn = PL_OVER;
}

/* What a seat has, may try, and how many that are. */
typedef struct {
    uint64_t own, open;
    int64_t left;
} side;

static inline side side_of(const dark *d, int seat)
{
    uint64_t open = ~d->shut[seat][0];
    return (side){d->own[seat][0], open, pl_count(open)};
}

/* Any tries to the end, for the fast loops: no log is kept, and all is in registers. */
static inline int finish(phantom *s, pl_rng *r)
{
    if (s->d.turn == PL_OVER) return 0;
    int seat = s->d.turn & 1, cols = s->d.cols, k = (int)s->k, abrupt = s->d.abrupt, plies = 1;
    uint64_t fit = s->fit, beyond = dark_beyond(&s->d, 0), won = 0;
    side mine = side_of(&s->d, seat), other = side_of(&s->d, 1 - seat);
    for (;; plies++) {
        uint64_t cell = pl_nth_bit(mine.open, pl_below(r, (int)mine.left--));
        mine.open ^= cell;
        if (!(cell & other.own)) {
            mine.own |= cell;
            won = line_starts(mine.own, cols, k, fit);
            if (won || !~(mine.own | other.own | beyond)) break;
        } else if (!abrupt) continue;
        side next = other;
        other = mine;
        mine = next;
        seat ^= 1;
    }
    s->result = !won ? 0 : 1 - 2 * seat;
    s->d.turn = PL_OVER;
    return plies;
}

static void phantom_score(const void *p, double *out)
{
    const phantom *s = p;
    out[0] = s->result;
    out[1] = -s->result;
}

static void phantom_hide(void *p, int seat)
{
    dark_hide(p, seat);
}

static pl_move phantom_seen(const void *p, pl_move m, int seat)
{
    return dark_seen(p, m, seat);
}

/* Lines that are complete; a full board would be over, too. */
static int phantom_excess(const void *p)
{
    return pl_count(lines_of(p, 0)) + pl_count(lines_of(p, 1)) + is_full(p);
}

static int phantom_ends(const void *p)
{
    return (lines_of(p, 0) | lines_of(p, 1)) != 0 || is_full(p);
}

static void phantom_clear(void *p)
{
    dark_clear(p);
}

static void phantom_name(const dark *d, int cell, pl_text *out)
{
    pl_put(out, "%c%d", 'a' + cell % d->cols, d->rows - cell / d->cols);
}

static const dark_rules rules = {phantom_clear, phantom_apply, phantom_excess,
                                 phantom_ends,  phantom_name,  "XO"};

static void phantom_guess(void *p, int seat, pl_rng *r)
{
    dark_guess(p, sizeof(phantom), seat, r, &rules);
}

static int phantom_say(const void *p, pl_move m, char *buf, size_t n)
{
    return dark_say(p, m, buf, n, &rules);
}

static int phantom_show(const void *p, char *buf, size_t n)
{
    const dark *d = p;
    pl_text out = {buf, n, 0};
    for (int row = 0; row < d->rows; row++) {
        pl_put(&out, "%d", d->rows - row);
        for (int col = 0; col < d->cols; col++)
            pl_put(&out, " %c", dark_mark(d, row * d->cols + col, &rules));
        pl_put(&out, "\n");
    }
    pl_put(&out, " ");
    for (int col = 0; col < d->cols; col++) pl_put(&out, " %c", 'a' + col);
    dark_show_tries(d, &out, &rules);
    return (int)out.used;
}

static int phantom_json(const void *p, char *buf, size_t n)
{
    return dark_json(p, buf, n, &rules);
}

static void phantom_tensor(const void *p, int seat, uint8_t *out)
{
    dark_tensor(p, seat, out);
}

static const char *phantom_tune(pl_game *g)
{
    int m = (int)g->arg[COLUMNS], n = (int)g->arg[ROWS];
    if (g->arg[LENGTH] > m && g->arg[LENGTH] > n)
        return "k must be at most the longer of m and n, or nobody could ever win";
    dark_tune(g, n, m);
    return NULL;
}

static const pl_param params[] = {
    {"m", NULL, 1, 3, SIDE, "columns"},
    {"n", NULL, 1, 3, SIDE, "rows"},
    {"k", NULL, 1, 3, SIDE, "stones in a row that win; at most the longer side"},
    {"mode", "classical|abrupt", 0, 0, 1,
     "after running into a stone: try again, or lose the turn"},
    {0},
};

#define PL_FAST phantom
#define PL_FAST_FINISH(s, r) finish(s, r)
#include "parlor/fast.h"
const pl_game pl_phantom = {
    .abi = PL_ABI,
    .name = "phantom",
    .about = "k in a row in the dark: phantom tic-tac-toe and its like",
    .rules = "Seat 0 is X and begins, seat 1 is O.  In turn they put a stone on a cell of a\n"
             "board with m columns and n rows.  Nobody sees the other's stones.  Who tries a\n"
             "cell where the other has one runs into it: he alone learns of it, and (classical)\n"
             "tries again at once, or (abrupt) has lost his turn.  Nobody tries a cell twice.\n"
             "Who first has k or more stones in an unbroken line, across, up and down or\n"
             "diagonally, scores 1 and the other -1.  A full board without a line is a draw, 0\n"
             "each.\n"
             "Hidden until the end: the other's stones, but for those run into, and all his\n"
             "tries.  When a turn is over, all notice it; in the classical game that tells\n"
             "of a stone, in the abrupt game it may have been a collision.\n"
             "Cells are named by column and row, a1 at the bottom left; a2! is a try that ran\n"
             "into a stone.",
    .players = 2,
    .state_size = sizeof(phantom),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_RECALL | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 3, 3}, 1}, {"order", "row,col", {3, 3}, 9}},
    .tune = phantom_tune,
    .init = phantom_init,
    .turn = phantom_turn,
    .moves = phantom_moves,
    .legal = phantom_legal,
    .apply = phantom_apply,
    .score = phantom_score,
    .say = phantom_say,
    .show = phantom_show,
    .hide = phantom_hide,
    .guess = phantom_guess,
    .seen = phantom_seen,
    .tensor = phantom_tensor,
    .json = phantom_json,
    PL_LOOPS(phantom),
};
