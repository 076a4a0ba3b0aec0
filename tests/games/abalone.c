/* abalone.c -- Abalone against a slow board that looks at rows and diagonals of
 * characters, tries every line of marbles in every direction, and moves them
 * one by one.
 *
 * Fact to check: the standard start has 44 moves, the Belgian daisy 52 and the
 * German daisy 80; other programs have the same.
 */
#include "tests/games/twin.h"

/* The slow board: cell[row][diagonal] is '.', '@', 'O', or 0 off the board; a
 * margin of two cells is round it. */

enum { MARGIN = 2, SIDE = 9 + 2 * MARGIN };

typedef struct {
    char cell[SIDE][SIDE];
    int turn, rest, wins, off[2];
} board;

/* Three axes, and their opposites: along a row, up to the right, up to the left. */
static const int way[6][2] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};

/* From rows i to a, parted by blanks. */
static board drawn(const char *rows, int wins, int rest)
{
    board t = {.wins = wins, .rest = rest};
    for (int row = 8; row >= 0; row--, rows++)
        for (int d = row > 4 ? row - 4 : 0; *rows && *rows != ' '; d++, rows++)
            t.cell[row + MARGIN][d + MARGIN] = *rows;
    return t;
}

static void say(char *out, int row, int d)
{
    out[0] = (char)('a' + row - MARGIN);
    out[1] = (char)('1' + d - MARGIN);
    out[2] = 0;
}

/* A line of marbles: its first cell, how many, and the axis to the next. */
typedef struct {
    int row, d, count, axis;
} row_of;

static int is_own(const board *t, const row_of *x)
{
    for (int i = 0; i < x->count; i++)
        if (t->cell[x->row + i * way[x->axis][0]][x->d + i * way[x->axis][1]] != "@O"[t->turn])
            return 0;
    return 1;
}

/* Whether the line may go sideways: all cells beside it are empty. */
static int goes_aside(const board *t, const row_of *x, int w)
{
    for (int i = 0; i < x->count; i++) {
        int row = x->row + i * way[x->axis][0] + way[w][0];
        if (t->cell[row][x->d + i * way[x->axis][1] + way[w][1]] != '.') return 0;
    }
    return 1;
}

/* Whether the line, which begins at its last marble, may go on ahead. */
static int goes_ahead(const board *t, const row_of *x)
{
    int row = x->row + x->count * way[x->axis][0], d = x->d + x->count * way[x->axis][1];
    int pushed = 0;
    while (t->cell[row][d] == "O@"[t->turn]) {
        if (++pushed >= x->count) return 0;
        row += way[x->axis][0];
        d += way[x->axis][1];
    }
    return t->cell[row][d] == '.' || (pushed && !t->cell[row][d]);
}

static char *add(char *out, const row_of *x, int w)
{
    char from[3], end[3] = "", to[3];
    say(from, x->row, x->d);
    say(to, x->row + way[w][0], x->d + way[w][1]);
    if (w % 3 != x->axis % 3)
        say(end, x->row + (x->count - 1) * way[x->axis][0],
            x->d + (x->count - 1) * way[x->axis][1]);
    return out + sprintf(out, "%s%s%s ", from, end, to);
}

static void slow_names(const void *p, char *out)
{
    const board *t = p;
    char *at = out;
    for (int cell = 0; cell < 81; cell++)
        for (int count = 1; count <= 3; count++)
            for (int axis = 0; axis < 6; axis++) {
                row_of x = {cell / 9 + MARGIN, cell % 9 + MARGIN, count, axis};
                if (!is_own(t, &x)) continue;
                if (goes_ahead(t, &x)) at = add(at, &x, axis);
                for (int w = 0; w < 6; w++)
                    if (axis < 3 && count > 1 && w % 3 != axis && goes_aside(t, &x, w))
                        at = add(at, &x, w);
            }
    if (at == out) strcpy(out, "pass ");
}

/* Move the marble of a cell a step; what stands there goes on first. */
static void shove(board *t, int row, int d, const int *w)
{
    char marble = t->cell[row][d], *to = &t->cell[row + w[0]][d + w[1]];
    if (*to && *to != '.') shove(t, row + w[0], d + w[1], w);
    t->cell[row][d] = '.';
    if (*to) *to = marble;
    else t->off[marble == 'O']++;
}

static void slow_play(void *p, pl_move m, const char *name)
{
    board *t = p;
    size_t n = strlen(name);
    int row = name[0] - 'a' + MARGIN, d = name[1] - '1' + MARGIN;
    int w[2] = {name[n - 2] - name[0], name[n - 1] - name[1]};
    int down = n == 6 ? name[2] - name[0] : 0, right = n == 6 ? name[3] - name[1] : 0;
    int more = abs(down) > abs(right) ? abs(down) : abs(right);
    (void)m;
    for (int i = 0; strcmp(name, "pass") && i <= more; i++)
        shove(t, row + (more ? i * down / more : 0), d + (more ? i * right / more : 0), w);
    t->turn = 1 - t->turn;
    t->rest--;
}

static int slow_turn(const void *p)
{
    const board *t = p;
    return t->rest == 0 || t->off[0] == t->wins || t->off[1] == t->wins ? PL_OVER : t->turn;
}

static void slow_score(const void *p, double *out)
{
    const board *t = p;
    out[0] = (t->off[1] == t->wins) - (t->off[0] == t->wins);
    out[1] = -out[0];
}

static void same_tensor(const pl_game *g, const pl_state *s, const void *p)
{
    const board *t = p;
    uint8_t out[2 * 81 + 2 + 14];
    assert_int_equal(pl_tensor_size(g), sizeof out);
    pl_tensor(g, s, t->turn, out);
    for (int i = 0; i < 162; i++) {
        char c = t->cell[i % 81 / 9 + MARGIN][i % 9 + MARGIN];
        assert_int_equal(out[i], c == "@O@"[t->turn + i / 81]);
    }
    for (int i = 0; i < 2; i++) assert_int_equal(out[162 + i], t->off[t->turn ^ i]);
    for (int i = 0; i < 14; i++) assert_int_equal(out[164 + i], t->rest >> i & 1);
}

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .names = slow_names,
                          .unordered = 1,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_tensor};

/* The starts, drawn once more: from pictures of others, not from the game. */
static const struct {
    const char *name, *rows;
    uint64_t lines[4];
} starts[] = {
    {"standard",
     "OOOOO OOOOOO ..OOO.. ........ ......... ........ ..@@@.. @@@@@@ @@@@@",
     {1, 44, 1936, 98912}},
    {"belgian_daisy",
     "OO.@@ OOO@@@ .OO.@@. ........ ......... ........ .@@.OO. @@@OOO @@.OO",
     {1, 52, 2692, 149322}},
    {"german_daisy",
     "..... OO..@@ OOO.@@@ .OO..@@. ......... .@@..OO. @@@.OOO @@..OO .....",
     {1, 80, 6244, 493480}},
    {"dutch_daisy",
     "OO.@@ O@O@O@ .OO.@@. ........ ......... ........ .@@.OO. @O@O@O @@.OO",
     {1, 44, 1946, 87324}},
    {"swiss_daisy",
     "..... OO..@@ O@O.@O@ .OO..@@. ......... .@@..OO. @O@.O@O @@..OO .....",
     {1, 64, 4066, 254170}},
    {"alien_attack",
     "@.@.@ .@OO@. .@O@O@. ...@@... ......... ...OO... .O@O@O. .O@@O. O.O.O",
     {1, 48, 2336, 114756}},
    {"snakes",
     "@@@@@ @..... @...... @.OOOOO. .@.....O. .@@@@@.O ......O .....O OOOOO",
     {1, 98, 9256, 819965}},
    {"the_wall",
     "..O.. ...... .OOOOO. OOOOOOOO ......... @@@@@@@@ .@@@@@. ...... ..@..",
     {1, 102, 9630, 882256}},
};

static void lines_are_counted(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(starts); i++) {
        board t = drawn(starts[i].rows, 6, 2000);
        const pl_game *g = must_open("abalone(layout=%s)", starts[i].name);
        census c = twin_perft(&slow, g, &t, 3);
        assert_memory_equal(c.lines, starts[i].lines, sizeof starts[i].lines);
        pl_close(g);
    }
}

static void games_agree(void **unused)
{
    (void)unused;
    static const struct {
        int start, wins, rest, games;
    } row[] = {
        {0, 6, 1200, 2}, {1, 6, 800, 2}, {2, 6, 800, 2}, {3, 1, 500, 10}, {4, 2, 500, 5},
        {5, 6, 800, 2},  {6, 3, 500, 3}, {7, 6, 500, 2}, {0, 1, 7, 3},
    };
    pl_rng r;
    int off = 0;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(row); i++) {
        const pl_game *g = must_open("abalone(layout=%s,marbles=%d,limit=%d)",
                                     starts[row[i].start].name, row[i].wins, row[i].rest);
        for (int k = 0; k < row[i].games; k++) {
            board t = drawn(starts[row[i].start].rows, row[i].wins, row[i].rest);
            twin_game(&slow, g, &t, &r);
            off += t.off[0] + t.off[1];
        }
        pl_close(g);
    }
    assert_true(off > 50);
}

/* Positions by hand.  A state begins with the marbles of both, a word each;
 * cell (row, diagonal) is bit 13 row + diagonal modulo 61. */
static void place(const pl_game *g, pl_state *s, const char *rows)
{
    uint64_t marbles[2] = {0, 0};
    board t = drawn(rows, 6, 2000);
    for (int i = 0; i < 81; i++) {
        char c = t.cell[i / 9 + MARGIN][i % 9 + MARGIN];
        if (c == '@' || c == 'O') marbles[c == 'O'] |= (uint64_t)1 << (13 * (i / 9) + i % 9) % 61;
    }
    pl_start(g, s);
    memcpy(s, marbles, sizeof marbles);
    twin_same_names(&slow, g, s, &t);
}

/* Of these moves, with a blank between two, those with a '!' are not legal. */
static void expect_legal(const char *rows, const char *moves)
{
    const pl_game *g = must_open("abalone");
    char name[PL_NAME_MAX];
    pl_state s;
    place(g, &s, rows);
    for (int n; sscanf(moves, "%63s%n", name, &n) == 1; moves += n)
        if ((pl_parse(g, &s, name + (*name == '!')) == PL_ILLEGAL) != (*name == '!'))
            fail_msg("it is not so on %s: %s", rows, name);
    pl_close(g);
}

static void sumito(void **unused)
{
    (void)unused;
    static const char *const row_e[][2] = {
        {"@@O......", "e1e2"},       {"@@@O.....", "e1e2"},
        {"@@@OO....", "e1e2"},       {"@O.......", "!e1e2"}, /* one pushes nobody */
        {"@@OO.....", "!e1e2"},                              /* nor two two */
        {"@@@OOO...", "!e1e2"},                              /* nor three three */
        {"@@@@.....", "!e1e2"},                              /* four do not move */
        {"@@@@.....", "e2e3"},       {"@@@@OOO..", "!e1e2"},
        {"@@O@.....", "!e1e2"}, /* an own one behind the other's */
        {"@@@OO@...", "!e1e2"},      {"@@@O@....", "!e1e2"},
        {"@@.O.....", "!e2e1 e1e2"}, /* not backwards over the edge; no push, a step */
        {"......@@O", "e7e8"},       /* over the edge */
        {"....@@@OO", "e5e6"},       {".......@O", "!e8e9"},
        {"......@@@", "!e7e8 e9e8"}, /* own ones are never pushed off */
    };
    for (size_t i = 0; i < LENGTH(row_e); i++) {
        char rows[80];
        snprintf(rows, sizeof rows,
                 "..... ...... ....... ........ %s ........ ....... ...... .....", row_e[i][0]);
        expect_legal(rows, row_e[i][1]);
    }
}

/* The lower end comes first in a name; sideways nobody is pushed: with f6 taken two may go. */
static void broadside(void **unused)
{
    (void)unused;
    expect_legal("..... ...... ....... ........ ...@@@... ........ ....... ...... .....",
                 "e4e6f4 e4e6f5 e4e5f4 e5e6d5 e4e6d3 !e6e4f6");
    expect_legal("..... ...... ....... ....O... ...@@@... ........ ....... ...... .....",
                 "!e4e6f5 !e4e6f6 e4e5f4 e4e6d4");
}

/* Ten behind twelve: none of them can go anywhere. */
static void no_move_is_a_pass(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("abalone");
    pl_state s;
    pl_move m[PL_MOVES_MAX];
    place(g, &s, "@@@@@ OOOOOO ....... ........ ..O...O.. ........ ....... OOOOOO @@@@@");
    assert_int_equal(g->moves(&s, m), 1);
    assert_int_equal(m[0], pl_parse(g, &s, "pass"));
    g->apply(&s, m[0]);
    assert_int_equal(g->turn(&s), 1);
    assert_true(g->moves(&s, m) > 1);
    pl_close(g);
}

int test_abalone(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(games_agree),
        cmocka_unit_test(sumito),
        cmocka_unit_test(broadside),
        cmocka_unit_test(no_move_is_a_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
