/* abalone.c -- Abalone (Michel Lalet and Laurent Lévi, 1987): marbles that push.
 *
 * Cell (row, diagonal), from a1 = (0, 0), is bit 13 row + diagonal modulo 61: no
 * two of the 61 cells share a bit, because hexagons of this size tile the plane
 * and 13 * 13 + 13 + 1 is three times 61.  A step is a rotation of 61 bits, and
 * the six steps are the powers of 14: 1, 14, 13 and their opposites.
 *
 * Fact to check: the usual start has 44 moves, the Belgian daisy 52 and the
 * German daisy 80.
 */
#include <stdio.h>
#include <string.h>

#include "parlor/game.h"

enum { LAYOUT, MARBLES, LIMIT };
enum { ROWS = 9, CELLS = 61, EACH = 14, LONGEST = 10000 };
enum { CLOCK = 14 }; /* bits of the plies that are left */

/* Moves: in words of 64, a cell each.  First those in line, a word for each
 * direction, of the marble that comes last; then broadside ones, for each
 * direction, for each of the two axes that lie across it, of two marbles and of
 * three, the one from which the axis leads to the others. */
enum { DIRECTIONS = 6, AXES = 3, WORDS = DIRECTIONS + 4 * DIRECTIONS, PASS = 63 };

typedef struct {
    uint64_t marbles[2];
    int16_t rest; /* plies until the game is a draw */
    int16_t turn, winner;
    int16_t wins; /* marbles pushed off that win */
} abalone;

#define BIT(row, diagonal) ((uint64_t)1 << (13 * (row) + (diagonal)) % CELLS)
#define SIDE(r0, d0, r1, d1, r2, d2, r3, d3, r4, d4)                                               \
    (BIT(r0, d0) | BIT(r1, d1) | BIT(r2, d2) | BIT(r3, d3) | BIT(r4, d4))
#define RIGHT_LOW SIDE(0, 4, 1, 5, 2, 6, 3, 7, 4, 8)
#define RIGHT_HIGH SIDE(4, 8, 5, 8, 6, 8, 7, 8, 8, 8)
#define TOP SIDE(8, 4, 8, 5, 8, 6, 8, 7, 8, 8)
#define LEFT_HIGH SIDE(4, 0, 5, 1, 6, 2, 7, 3, 8, 4)
#define LEFT_LOW SIDE(0, 0, 1, 0, 2, 0, 3, 0, 4, 0)
#define BOTTOM SIDE(0, 0, 0, 1, 0, 2, 0, 3, 0, 4)

static const uint64_t all = ((uint64_t)1 << CELLS) - 1;
/* Directions go round against the clock, from the right; opposites are three
 * apart. */
static const uint8_t step[DIRECTIONS] = {1, 14, 13, 60, 47, 48};
static const uint64_t rim[DIRECTIONS] = {RIGHT_LOW | RIGHT_HIGH, RIGHT_HIGH | TOP,
                                         TOP | LEFT_HIGH,        LEFT_HIGH | LEFT_LOW,
                                         LEFT_LOW | BOTTOM,      BOTTOM | RIGHT_LOW};

/* All cells of a set moved a step; those that leave the board are lost. */
static inline uint64_t go(uint64_t b, int direction)
{
    int k = step[direction];
    b &= ~rim[direction];
    return (b << k | b >> (CELLS - k)) & all;
}

/* The cells from which a step leads into a set. */
static inline uint64_t before(uint64_t b, int direction)
{
    return go(b, direction < 3 ? direction + 3 : direction - 3);
}

/* The axis across a direction, one of the two, by the way that it leads. */
static inline int axis(int direction, int which)
{
    return (direction + 1 + which) % AXES;
}

/* The last marbles of lines that may move on: one, two or three own ones before
 * an empty cell; two or three before one of the other's that is free to move or
 * to fall off; three before two such. */
static inline uint64_t in_line(uint64_t own, uint64_t other, uint64_t single, int d)
{
    uint64_t free_one = other & ~before(own | other, d), pushed = before(free_one, d);
    uint64_t two = own & before(single | (own & pushed), d);
    uint64_t faces_two = own & before(other & pushed, d);
    return single | two | (own & before(two | (own & before(faces_two, d)), d));
}

/* The moves in one direction; returns those in line. */
static inline uint64_t one_way(uint64_t own, uint64_t other, int d, uint64_t *out)
{
    uint64_t single = own & before(all & ~(own | other), d), *broad = out + DIRECTIONS + 4 * d;
    for (int which = 0; which < 2; which++) {
        int along = axis(d, which);
        broad[2 * which] = single & before(single, along);
        broad[2 * which + 1] = single & before(broad[2 * which], along);
    }
    return out[d] = in_line(own, other, single, d);
}

/* One call for each direction, not a loop: known steps are faster. */
static void abalone_wide(const void *p, uint64_t *out)
{
    const abalone *s = p;
    uint64_t own = s->marbles[s->turn & 1], other = s->marbles[1 - (s->turn & 1)];
    uint64_t some = one_way(own, other, 0, out) | one_way(own, other, 1, out) |
                    one_way(own, other, 2, out) | one_way(own, other, 3, out) |
                    one_way(own, other, 4, out) | one_way(own, other, 5, out);
    if (!some) out[0] = (uint64_t)1 << PASS;
}

static int abalone_moves(const void *p, pl_move *out)
{
    uint64_t mask[WORDS];
    int n = 0;
    abalone_wide(p, mask);
    for (int i = 0; i < WORDS; i++)
        for (uint64_t m = mask[i]; m; m &= m - 1) out[n++] = 64 * i + pl_lowest(m);
    return n;
}

/* The last marble goes to the far end of its line; so does the first of the
 * other's that it meets.  Returns whether that fell off. */
static inline int push(uint64_t *own, uint64_t *other, uint64_t last, int d)
{
    uint64_t to = go(last, d), beyond;
    while (to & *own) to = go(to, d);
    *own ^= last | to;
    if (!(to & *other)) return 0;
    for (beyond = go(to, d); beyond & *other;) beyond = go(beyond, d);
    *other ^= to | beyond;
    return beyond == 0;
}

/* The marbles of a broadside move. */
static inline uint64_t row_of(pl_move m)
{
    int word = m / 64 - DIRECTIONS, along = axis(word / 4, word / 2 % 2);
    uint64_t first = (uint64_t)1 << m % 64, two = first | go(first, along);
    return word % 2 ? two | go(two, along) : two;
}

static void abalone_apply(void *p, pl_move m)
{
    abalone *s = p;
    int seat = s->turn & 1, off = 0;
    uint64_t *own = &s->marbles[seat], *other = &s->marbles[1 - seat];
    if (m / 64 >= DIRECTIONS) {
        uint64_t row = row_of(m);
        *own ^= row | go(row, (m / 64 - DIRECTIONS) / 4);
    } else if (m != PASS) {
        off = push(own, other, (uint64_t)1 << m % 64, m / 64);
    }
    s->turn = (int16_t)(1 - seat);
    if (off && pl_count(*other) == EACH - s->wins) s->winner = (int16_t)seat;
    if (--s->rest == 0 || s->winner >= 0) s->turn = PL_OVER;
}

static int abalone_turn(const void *p)
{
    return ((const abalone *)p)->turn;
}

static void abalone_score(const void *p, double *out)
{
    const abalone *s = p;
    out[0] = s->winner < 0 ? 0 : 1 - 2 * s->winner;
    out[1] = -out[0];
}

/* Rows and diagonals. */

/* Row and diagonal from 0; whether there is such a cell. */
static inline int on_board(int row, int diagonal)
{
    return diagonal >= 0 && diagonal < ROWS && diagonal - row <= 4 && row - diagonal <= 4;
}

static void find(uint64_t cell, int *row, int *diagonal)
{
    for (*row = 0; *row < ROWS; ++*row)
        for (*diagonal = 0; *diagonal < ROWS; ++*diagonal)
            if (on_board(*row, *diagonal) && BIT(*row, *diagonal) == cell) return;
}

/* The layouts, from row i down to row a. */
static const char *const layouts[] = {
    "OOOOO OOOOOO ..OOO.. ........ ......... ........ ..@@@.. @@@@@@ @@@@@", /* standard */
    "OO.@@ OOO@@@ .OO.@@. ........ ......... ........ .@@.OO. @@@OOO @@.OO", /* belgian_daisy */
    "..... OO..@@ OOO.@@@ .OO..@@. ......... .@@..OO. @@@.OOO @@..OO .....", /* german_daisy */
    "OO.@@ O@O@O@ .OO.@@. ........ ......... ........ .@@.OO. @O@O@O @@.OO", /* dutch_daisy */
    "..... OO..@@ O@O.@O@ .OO..@@. ......... .@@..OO. @O@.O@O @@..OO .....", /* swiss_daisy */
    "@.@.@ .@OO@. .@O@O@. ...@@... ......... ...OO... .O@O@O. .O@@O. O.O.O", /* alien_attack */
    "@@@@@ @..... @...... @.OOOOO. .@.....O. .@@@@@.O ......O .....O OOOOO", /* snakes */
    "..O.. ...... .OOOOO. OOOOOOOO ......... @@@@@@@@ .@@@@@. ...... ..@..", /* the_wall */
};

static const char marks[] = "@O";

static void abalone_init(const pl_game *g, void *p)
{
    abalone *s = p;
    const char *at = layouts[(int)g->arg[LAYOUT]];
    s->rest = (int16_t)g->arg[LIMIT];
    s->wins = (int16_t)g->arg[MARBLES];
    s->winner = PL_OVER;
    for (int row = ROWS - 1; row >= 0; row--, at++)
        for (int diagonal = 0; diagonal < ROWS; diagonal++) {
            if (!on_board(row, diagonal)) continue;
            if (*at != '.') s->marbles[*at == marks[1]] |= BIT(row, diagonal);
            at++;
        }
}

/* Text. */

static char mark(const abalone *s, int row, int diagonal)
{
    uint64_t cell = BIT(row, diagonal);
    return s->marbles[0] & cell ? marks[0] : s->marbles[1] & cell ? marks[1] : '.';
}

static void put_cell(pl_text *t, uint64_t cell)
{
    int row, diagonal;
    find(cell, &row, &diagonal);
    pl_put(t, "%c%d", 'a' + row, diagonal + 1);
}

static int abalone_say(const void *p, pl_move m, char *buf, size_t n)
{
    pl_text out = {buf, n, 0};
    uint64_t first = (uint64_t)1 << m % 64;
    int word = m / 64 - DIRECTIONS, along = axis(word / 4, word / 2 % 2);
    (void)p;
    if (m == PASS) return snprintf(buf, n, "pass");
    put_cell(&out, first);
    if (word >= 0) put_cell(&out, word % 2 ? go(go(first, along), along) : go(first, along));
    put_cell(&out, go(first, word >= 0 ? word / 4 : m / 64));
    return (int)out.used;
}

static int abalone_show(const void *p, char *buf, size_t n)
{
    const abalone *s = p;
    pl_text out = {buf, n, 0};
    for (int row = ROWS - 1; row >= 0; row--) {
        pl_put(&out, "%*c", (row > 4 ? row - 4 : 4 - row) + 1, 'a' + row);
        for (int diagonal = 0; diagonal < ROWS; diagonal++)
            if (on_board(row, diagonal)) pl_put(&out, " %c", mark(s, row, diagonal));
        pl_put(&out, row < 4 ? " %d\n" : "\n", row + 6);
    }
    pl_put(&out, "       1 2 3 4 5\npushed off:");
    for (int i = 0; i < 2; i++) pl_put(&out, " %c %d", marks[i], EACH - pl_count(s->marbles[i]));
    return (int)out.used;
}

static int abalone_json(const void *p, char *buf, size_t n)
{
    const abalone *s = p;
    pl_text out = {buf, n, 0};
    pl_put(&out, "{\"board\":[");
    for (int row = ROWS - 1; row >= 0; row--) {
        pl_put(&out, "\"");
        for (int diagonal = 0; diagonal < ROWS; diagonal++)
            if (on_board(row, diagonal)) pl_put(&out, "%c", mark(s, row, diagonal));
        pl_put(&out, row ? "\"," : "\"");
    }
    pl_put(&out, "],\"pushed_off\":[%d,%d],\"rest\":%d}", EACH - pl_count(s->marbles[0]),
           EACH - pl_count(s->marbles[1]), s->rest);
    return (int)out.used;
}

/* Knowledge. */

/* How far a seat's marbles are from the middle, on average: 0 to 4. */
static double outlying(const abalone *s, int seat)
{
    uint64_t near = BIT(4, 4), own = s->marbles[seat];
    int sum = 0, count = pl_count(own);
    for (int ring = 0; ring < 4; ring++) {
        uint64_t next = near;
        sum += pl_count(own & ~near);
        for (int d = 0; d < DIRECTIONS; d++) next |= go(near, d);
        near = next;
    }
    return (double)sum / count;
}

/* Marbles pushed off, and a little for standing in the middle. */
static double abalone_value(const void *p, int seat)
{
    const abalone *s = p;
    double score[2];
    int ahead = pl_count(s->marbles[seat]) - pl_count(s->marbles[1 - seat]);
    if (s->turn != PL_OVER)
        return 0.9 * ahead / s->wins + 0.025 * (outlying(s, 1 - seat) - outlying(s, seat));
    abalone_score(s, score);
    return score[seat];
}

static void abalone_tensor(const void *p, int seat, uint8_t *out)
{
    const abalone *s = p;
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < ROWS * ROWS; i++) {
            int here = on_board(i / ROWS, i % ROWS);
            *out++ = here && (s->marbles[seat ^ who] & BIT(i / ROWS, i % ROWS));
        }
    for (int who = 0; who < 2; who++) *out++ = (uint8_t)(EACH - pl_count(s->marbles[seat ^ who]));
    for (int i = 0; i < CLOCK; i++) *out++ = s->rest >> i & 1;
}

static const char *abalone_tune(pl_game *g)
{
    g->max_plies = (int)g->arg[LIMIT];
    g->parts[1].unit = (int)g->arg[MARBLES];
    return NULL;
}

static const pl_param params[] = {
    {"layout",
     "standard|belgian_daisy|german_daisy|dutch_daisy|swiss_daisy|alien_attack|snakes|the_wall", 0,
     0, 7, "how the marbles stand at the start"},
    {"marbles", NULL, 1, 6, 6, "marbles of the other pushed off that win"},
    {"limit", NULL, 1, 2000, LONGEST, "plies after which the game is a draw"},
    {0},
};

#define PL_FAST abalone
#include "parlor/fast.h"
const pl_game pl_abalone = {
    .abi = PL_ABI,
    .name = "abalone",
    .about = "Abalone: lines of marbles push others off a hexagon",
    .rules = "Seat 0 is Black (@) and begins, seat 1 is White (O).  They have 14 marbles each on\n"
             "a hexagon of 61 cells.  A move takes one, two or three own marbles, neighbours in\n"
             "a straight line, a step in one of six directions.  Sideways all must go to empty\n"
             "cells.  Along their line they may also push: two push one of the other's, three\n"
             "push one or two, if behind those is an empty cell or the edge; over it a marble is\n"
             "off for good.  Own marbles are never pushed off.  Who has pushed off six, or as\n"
             "many as marbles says, wins and scores 1, the other -1.  After so many plies as\n"
             "limit says the game is a draw, 0 each.  Who cannot move at all passes.\n"
             "Cells are named by row, a at the bottom, and diagonal, 1 at the left.  A move\n"
             "along the line is named by the last marble, from where to where: a1b2.  A\n"
             "sideways one by both ends of the line and where the first goes, the end with the\n"
             "lower letter or number first: c3c5d3.  Nothing is hidden.",
    .players = 2,
    .state_size = sizeof(abalone),
    .actions = 64 * WORDS,
    .max_moves = EACH * (DIRECTIONS + 2 * 4 * AXES),
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM | PL_LOSSLESS,
    .params = params,
    .parts = {{"board", "own_other,row,diagonal", {2, ROWS, ROWS}, 1},
              {"off", "own_other", {2}, 6},
              {"rest", "bit", {CLOCK}, 1}},
    .tune = abalone_tune,
    .init = abalone_init,
    .turn = abalone_turn,
    .moves = abalone_moves,
    .wide = abalone_wide,
    .apply = abalone_apply,
    .score = abalone_score,
    .say = abalone_say,
    .show = abalone_show,
    .value = abalone_value,
    .tensor = abalone_tensor,
    .json = abalone_json,
    PL_LOOPS(abalone),
};
