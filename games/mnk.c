/* mnk.c -- k in a row on m columns and n rows (tic-tac-toe, gomoku, ...).
 *
 * There are two kinds of state.  Up to 64 cells a player's stones are one word,
 * and a line is found by moving the word over itself; larger boards take
 * several words, and lines are counted from the last stone outwards, where a look
 * at the nearest cells on both sides does not rule them out.
 *
 * Fact to check: tic-tac-toe has 255,168 games and 5,478 positions; perfect
 * play draws.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "games/lines.h"
#include "parlor/game.h"

enum { SIDE = 19, WORDS = (SIDE * SIDE + 63) / 64, LARGE = 64 };
enum { COLUMNS, ROWS, LENGTH, EXACT };

typedef struct {
    uint8_t m, n, k;     /* columns, rows, stones in a row */
    uint8_t beyond;      /* bits of a word past the last cell, or LARGE */
    uint16_t empty;      /* cells left */
    int8_t turn, result; /* result: the first player's score */
} facts;

typedef struct {
    facts f;
    uint64_t fit; /* cells from which k cells to the right are on the board */
    uint64_t stones[2];
} mnk;

typedef struct {
    facts f;
    uint64_t exact; /* whether more than k in a row do not count */
    uint64_t stones[2][WORDS];
} large;

static facts first(const pl_game *g)
{
    facts f = {
        .m = (uint8_t)g->arg[COLUMNS], .n = (uint8_t)g->arg[ROWS], .k = (uint8_t)g->arg[LENGTH]};
    f.empty = (uint16_t)(f.m * f.n);
    f.beyond = f.empty <= 64 ? (uint8_t)(64 - f.empty) : LARGE;
    return f;
}

static int mnk_turn(const void *p)
{
    return ((const facts *)p)->turn;
}

static void mnk_score(const void *p, double *out)
{
    const facts *f = p;
    out[0] = f->result;
    out[1] = -f->result;
}

/* What a stone does to the facts; won: it completed a line. */
static inline void finish(facts *f, int won)
{
    int next = --f->empty ? 1 - f->turn : PL_OVER;
    f->result = (int8_t)(won ? 1 - 2 * f->turn : 0);
    f->turn = (int8_t)(won ? PL_OVER : next);
}

/* Boards of up to 64 cells. */

static void mnk_init(const pl_game *g, void *p)
{
    mnk *s = p;
    s->f = first(g);
    s->fit = line_fit(s->f.m, s->f.n, s->f.k);
}

static uint64_t mnk_legal(const void *p)
{
    const mnk *s = p;
    return ~(s->stones[0] | s->stones[1]) & ~(uint64_t)0 >> s->f.beyond;
}

static int mnk_moves(const void *p, pl_move *out)
{
    return pl_list(mnk_legal(p), out);
}

/* Put the seat's stone on a cell; return all its stones. */
static inline uint64_t put(mnk *s, pl_move cell)
{
    int seat = s->f.turn & 1;
    return s->stones[seat] |= (uint64_t)1 << cell;
}

static void mnk_apply(void *p, pl_move cell)
{
    mnk *s = p;
    uint64_t own = put(s, cell);
    finish(&s->f, line_starts(own, s->f.m, s->f.k, s->fit) != 0);
}

static void exact_apply(void *p, pl_move cell)
{
    mnk *s = p;
    uint64_t own = put(s, cell);
    finish(&s->f, line_exact_starts(own, s->f.m, s->f.k, s->fit) != 0);
}

/* Any moves to the end, for the fast loops, which need no more than this: all is in registers. */
static inline int play_out(mnk *s, int exact, pl_rng *r)
{
    if (s->f.turn == PL_OVER) return 0;
    int seat = s->f.turn & 1, m = s->f.m, k = s->f.k, left = s->f.empty, plies = 1;
    uint64_t open = mnk_legal(s), own = s->stones[seat], other = s->stones[1 - seat], won;
    for (;; plies++) {
        uint64_t cell = pl_nth_bit(open, pl_below(r, left--));
        open ^= cell;
        own |= cell;
        won = exact ? line_exact_starts(own, m, k, s->fit) : line_starts(own, m, k, s->fit);
        if (won || !left) break;
        uint64_t next = other;
        other = own;
        own = next;
        seat ^= 1;
    }
    s->f.result = (int8_t)(won ? 1 - 2 * seat : 0);
    s->f.turn = PL_OVER;
    return plies;
}

static void mnk_tensor(const void *p, int seat, uint8_t *out)
{
    const mnk *s = p;
    int cells = s->f.m * s->f.n;
    uint64_t own = s->stones[seat], other = s->stones[1 - seat];
    for (int cell = 0; cell < cells; cell++) out[cell] = own >> cell & 1;
    for (int cell = 0; cell < cells; cell++) out[cells + cell] = other >> cell & 1;
}

/* Boards of more. */

static void large_init(const pl_game *g, void *p)
{
    large *s = p;
    s->f = first(g);
    s->exact = g->arg[EXACT] > 0;
}

static void large_wide(const void *p, uint64_t *out)
{
    const large *s = p;
    int cells = s->f.m * s->f.n, last = (cells - 1) / 64;
    for (int w = 0; w <= last; w++) out[w] = ~(s->stones[0][w] | s->stones[1][w]);
    out[last] &= ~(uint64_t)0 >> (64 * (last + 1) - cells);
}

static int large_moves(const void *p, pl_move *out)
{
    const large *s = p;
    uint64_t free[WORDS];
    int n = 0;
    large_wide(s, free);
    for (int w = 0; 64 * w < s->f.m * s->f.n; w++)
        for (uint64_t m = free[w]; m; m &= m - 1) out[n++] = 64 * w + pl_lowest(m);
    return n;
}

static inline int large_has(const large *s, int seat, int cell)
{
    return (int)(s->stones[seat][cell / 64] >> cell % 64 & 1);
}

/* How many of a seat's stones follow a cell without a gap. */
static inline int run(const large *s, int seat, int row, int col, int down, int right)
{
    int n = 0, cell = row * s->f.m + col, step = down * s->f.m + right;
    for (;; n++) {
        row += down;
        col += right;
        cell += step;
        if (row < 0 || row >= s->f.n || col < 0 || col >= s->f.m) return n;
        if (!large_has(s, seat, cell)) return n;
    }
}

/* The 64 bits of a row of words that begin with bit number at, and those that
 * end with it. */
static inline uint64_t bits_from(const uint64_t *w, int at)
{
    int i = at / 64, shift = at % 64;
    return w[i] >> shift | (i + 1 < WORDS ? w[i + 1] << 1 << (63 - shift) : 0);
}

static inline uint64_t bits_to(const uint64_t *w, int at)
{
    int i = at / 64, shift = at % 64;
    return w[i] << (63 - shift) | (i > 0 ? w[i - 1] >> 1 >> shift : 0);
}

/* Whether five in a row through a cell are possible, as far as three cells on
 * both sides tell: all three of one side are needed, or two of both.  Words know
 * no edges, so now and then the answer is yes where it should be no. */
static inline int promising(const large *s, int seat, int cell)
{
    uint64_t after = bits_from(s->stones[seat], cell), before = bits_to(s->stones[seat], cell);
    uint64_t found = 0;
    for (int d = 0; d < 4; d++) { /* down and left, down, down and right, right */
        int step = d < 3 ? s->f.m - 1 + d : 1;
        uint64_t next = after >> step & after >> 2 * step;
        uint64_t last = (before << step & before << 2 * step) >> 63;
        found |= (next & (last | after >> 3 * step)) | (last & before << 3 * step >> 63);
    }
    return (int)(found & 1);
}

/* Whether a seat's stone on a cell stands in a line that wins. */
static int large_wins(const large *s, int seat, int row, int col)
{
    int found = 0;
    for (int d = 0; d < 4; d++) {
        int down = d > 0, right = d == 0 ? 1 : d - 2;
        int length =
            1 + run(s, seat, row, col, down, right) + run(s, seat, row, col, -down, -right);
        found |= s->exact ? length == s->f.k : length >= s->f.k;
    }
    return found;
}

static void large_apply(void *p, pl_move cell)
{
    large *s = p;
    int seat = s->f.turn & 1, row = cell / s->f.m, col = cell % s->f.m;
    s->stones[seat][cell / 64] |= (uint64_t)1 << cell % 64;
    int maybe = s->f.k < 5 || promising(s, seat, cell);
    finish(&s->f, maybe && large_wins(s, seat, row, col));
}

static void large_tensor(const void *p, int seat, uint8_t *out)
{
    const large *s = p;
    int cells = s->f.m * s->f.n;
    for (int cell = 0; cell < cells; cell++) {
        out[cell] = (uint8_t)large_has(s, seat, cell);
        out[cells + cell] = (uint8_t)large_has(s, 1 - seat, cell);
    }
}

/* Text and knowledge, for both kinds. */

/* Whether a seat has a stone on a cell. */
static int has(const void *p, int seat, int cell)
{
    if (((const facts *)p)->beyond == LARGE) return large_has(p, seat, cell);
    return (int)(((const mnk *)p)->stones[seat] >> cell & 1);
}

static char mark(const void *p, int cell)
{
    return has(p, 0, cell) ? 'X' : has(p, 1, cell) ? 'O' : '.';
}

static int mnk_say(const void *p, pl_move cell, char *buf, size_t n)
{
    const facts *f = p;
    return snprintf(buf, n, "%c%d", 'a' + cell % f->m, f->n - cell / f->m);
}

static int mnk_show(const void *p, char *buf, size_t n)
{
    const facts *f = p;
    char t[(SIDE + 1) * (2 * SIDE + 4)];
    int k = 0;
    for (int row = 0; row < f->n; row++) {
        k += snprintf(t + k, 4, "%2d", f->n - row);
        for (int col = 0; col < f->m; col++) {
            t[k++] = ' ';
            t[k++] = mark(p, row * f->m + col);
        }
        t[k++] = '\n';
    }
    t[k++] = ' ';
    t[k++] = ' ';
    for (int col = 0; col < f->m; col++) {
        t[k++] = ' ';
        t[k++] = (char)('a' + col);
    }
    return snprintf(buf, n, "%.*s", k, t);
}

static int mnk_json(const void *p, char *buf, size_t n)
{
    const facts *f = p;
    char t[SIDE * (SIDE + 3)];
    int k = 0;
    for (int row = 0; row < f->n; row++) {
        if (row) t[k++] = ',';
        t[k++] = '"';
        for (int col = 0; col < f->m; col++) t[k++] = mark(p, row * f->m + col);
        t[k++] = '"';
    }
    return snprintf(buf, n, "{\"board\":[%.*s]}", k, t);
}

/* Add to worth[seat] what the line from a cell in one direction promises:
 * four times as much for each stone in it, nothing once both have some. */
static void weigh(const void *p, int cell, int down, int right, double *worth)
{
    const facts *f = p;
    int count[2] = {0, 0}, reach = f->k - 1, step = down * f->m + right;
    int row = cell / f->m + reach * down, col = cell % f->m + reach * right;
    if (row >= f->n || col < 0 || col >= f->m) return;
    for (int i = 0; i < f->k; i++)
        for (int seat = 0; seat < 2; seat++) count[seat] += has(p, seat, cell + i * step);
    for (int seat = 0; seat < 2; seat++)
        if (!count[1 - seat]) worth[seat] += ldexp(1, 2 * count[seat]);
}

/* The same for the lines of a seat in one direction, on a board of one word: those
 * that begin in bits open. */
static inline double weigh_all(const mnk *s, int seat, int step, uint64_t open, int k)
{
    uint64_t free = ~s->stones[1 - seat] & ~(uint64_t)0 >> s->f.beyond;
    for (int i = 0; i < k; i++, free >>= step) open &= free;
    return open ? line_worth(open, s->stones[seat], step, k) : 0;
}

static inline void weigh_board(const mnk *s, int k, double *worth)
{
    int m = s->f.m;
    for (int seat = 0; seat < 2; seat++)
        worth[seat] = weigh_all(s, seat, 1, s->fit, k) + weigh_all(s, seat, m, ~(uint64_t)0, k) +
                      weigh_all(s, seat, m + 1, s->fit, k) +
                      weigh_all(s, seat, m - 1, s->fit << (k - 1), k);
}

static void weigh_large(const void *p, double *worth)
{
    const facts *f = p;
    for (int cell = 0; cell < f->m * f->n; cell++) {
        weigh(p, cell, 0, 1, worth);
        for (int right = -1; right <= 1; right++) weigh(p, cell, 1, right, worth);
    }
}

/* Who has more in the lines still open; those of the seat to move count twice. */
static double mnk_value(const void *p, int seat)
{
    const facts *f = p;
    double worth[2] = {0, 0};
    if (f->turn == PL_OVER) return seat ? -f->result : f->result;
    if (f->beyond == LARGE) weigh_large(p, worth);
    else if (f->k == 3) weigh_board(p, 3, worth); /* a known length is faster */
    else weigh_board(p, f->k, worth);
    worth[f->turn] *= 2;
    return (worth[seat] - worth[1 - seat]) / (worth[0] + worth[1] + 1);
}

static const char *mnk_tune(pl_game *g);

static const pl_param params[] = {
    {"m", NULL, 1, 3, SIDE, "columns"},
    {"n", NULL, 1, 3, SIDE, "rows"},
    {"k", NULL, 1, 3, SIDE, "stones in a row that win; at most the longer side"},
    {"exact", NULL, 0, 0, 1, "1: more than k in a row do not win; 0: they do"},
    {0},
};

#define PL_FAST mnk
#define PL_FAST_FINISH(s, r) play_out(s, 0, r)
#include "parlor/fast.h"
const pl_game pl_mnk = {
    .abi = PL_ABI,
    .name = "mnk",
    .about = "k in a row on m columns and n rows: tic-tac-toe, gomoku and their like",
    .rules = "Seat 0 is X and begins, seat 1 is O.  In turn they put a stone on an empty cell of\n"
             "a board with m columns and n rows.  Who first has k or more stones (with exact=1:\n"
             "k and no more) in an unbroken line, across, up and down or diagonally, scores 1\n"
             "and the other -1.\n"
             "A full board without such a line is a draw, 0 each.  Cells are named by column\n"
             "and row, a1 at the bottom left.\n"
             "Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(mnk),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,col", {2, 3, 3}, 1}},
    .tune = mnk_tune,
    .init = mnk_init,
    .turn = mnk_turn,
    .moves = mnk_moves,
    .legal = mnk_legal,
    .apply = mnk_apply,
    .score = mnk_score,
    .say = mnk_say,
    .show = mnk_show,
    .value = mnk_value,
    .tensor = mnk_tensor,
    .json = mnk_json,
    PL_LOOPS(mnk),
};

/* What differs where longer rows do not count, and what its loops are made of. */
static const pl_game exact_rules;
#define PL_FAST exact
#define PL_FAST_STATE mnk
#define PL_FAST_TABLE exact_rules
#define PL_FAST_FINISH(s, r) play_out(s, 1, r)
#include "parlor/fast.h"
static const pl_game exact_rules = {
    .state_size = sizeof(mnk),
    .init = mnk_init,
    .turn = mnk_turn,
    .moves = mnk_moves,
    .legal = mnk_legal,
    .apply = exact_apply,
    .score = mnk_score,
    .tensor = mnk_tensor,
    PL_LOOPS(exact),
};

/* The same on a large board. */
static const pl_game large_rules;
#define PL_FAST large
#define PL_FAST_TABLE large_rules
#include "parlor/fast.h"
static const pl_game large_rules = {
    .state_size = sizeof(large),
    .init = large_init,
    .turn = mnk_turn,
    .moves = large_moves,
    .wide = large_wide,
    .apply = large_apply,
    .score = mnk_score,
    .tensor = large_tensor,
    PL_LOOPS(large),
};

static void choose(pl_game *g, const pl_game *rules)
{
    g->state_size = rules->state_size;
    g->init = rules->init;
    g->moves = rules->moves;
    g->legal = rules->legal;
    g->wide = rules->wide;
    g->apply = rules->apply;
    g->tensor = rules->tensor;
    g->rollout = rules->rollout;
    g->perft = rules->perft;
    g->step = rules->step;
    g->look = rules->look;
}

static const char *mnk_tune(pl_game *g)
{
    int m = (int)g->arg[COLUMNS], n = (int)g->arg[ROWS];
    if (g->arg[LENGTH] > m && g->arg[LENGTH] > n)
        return "k must be at most the longer of m and n, or nobody could ever win";
    g->actions = g->max_moves = g->max_plies = m * n;
    g->parts[0].dim[1] = n;
    g->parts[0].dim[2] = m;
    if (m * n > 64) choose(g, &large_rules);
    else if (g->arg[EXACT] > 0) choose(g, &exact_rules);
    return NULL;
}
