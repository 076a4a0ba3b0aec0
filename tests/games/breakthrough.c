/* breakthrough.c -- Breakthrough's numbers, and its words of bits against a slow board of
 * characters that plays by the rules in words.
 *
 * Perft on 8x8 is as other systems count it (OpenSpiel to depth 4); everything else comes from
 * the slow board.
 */
#include "tests/games/twin.h"
#include "tests/support/worked_out.h"

/* The slow board: row 0 is rank 1, at the bottom. */

typedef struct {
    int rows, cols;
    char who, cell[32][27];
} board;

static board new_board(int rows, int cols, int lines)
{
    board b = {.rows = rows, .cols = cols, .who = 'W'};
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            b.cell[row][col] = row < lines ? 'W' : row >= rows - lines ? 'B' : '.';
    return b;
}

/* The moves of a piece, by the rules in words; each name with a blank after it. */
static char *add_names(const board *b, int row, int col, char *out)
{
    int to_row = row + (b->who == 'W' ? 1 : -1);
    for (int to = col - 1; to <= col + 1; to++) {
        if (to < 0 || to >= b->cols) continue;
        char there = b->cell[to_row][to];
        if (to == col ? there != '.' : there == b->who) continue;
        out += sprintf(out, "%c%d%s%c%d ", 'a' + col, row + 1, there == '.' ? "" : "x", 'a' + to,
                       to_row + 1);
    }
    return out;
}

static void slow_names(const void *t, char *out)
{
    const board *b = t;
    for (int row = 0; row < b->rows; row++)
        for (int col = 0; col < b->cols; col++)
            if (b->cell[row][col] == b->who) out = add_names(b, row, col, out);
}

static void slow_play(void *t, pl_move m, const char *name)
{
    board *b = t;
    char col, to, takes;
    int row, to_row;
    (void)m;
    if (sscanf(name, "%c%d%c%d", &col, &row, &to, &to_row) != 4)
        sscanf(name, "%c%d%c%c%d", &col, &row, &takes, &to, &to_row);
    b->cell[to_row - 1][to - 'a'] = b->who;
    b->cell[row - 1][col - 'a'] = '.';
    b->who = b->who == 'W' ? 'B' : 'W';
}

static int pieces(const board *b, char who)
{
    int n = 0;
    for (int i = 0; i < b->rows * b->cols; i++) n += b->cell[i / b->cols][i % b->cols] == who;
    return n;
}

/* The colour that has won, or 0. */
static char winner(const board *b)
{
    if (memchr(b->cell[b->rows - 1], 'W', (size_t)b->cols) || !pieces(b, 'B')) return 'W';
    if (memchr(b->cell[0], 'B', (size_t)b->cols) || !pieces(b, 'W')) return 'B';
    return 0;
}

static int slow_turn(const void *t)
{
    return winner(t) ? PL_OVER : ((const board *)t)->who == 'B';
}

static void slow_score(const void *t, double *out)
{
    out[0] = winner(t) == 'W' ? 1 : -1;
    out[1] = -out[0];
}

static void same_board(const pl_game *g, const pl_state *s, const void *t)
{
    const board *b = t;
    char text[512], rows[256] = "{\"board\":[";
    uint8_t out[130];
    size_t k = strlen(rows);
    int cells = b->rows * b->cols, seat = b->who == 'B';
    for (int row = b->rows - 1; row >= 0; row--)
        k += (size_t)snprintf(rows + k, sizeof rows - k, "\"%s\"%s", b->cell[row], row ? "," : "]");
    g->json(s, text, sizeof text);
    assert_int_equal(strncmp(text, rows, k), 0);
    assert_int_equal(pl_tensor_size(g), 2 * cells + 2);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < cells; i++) {
        char c = b->cell[b->rows - 1 - i / b->cols][i % b->cols];
        assert_int_equal(out[i], c == "WB"[seat]);
        assert_int_equal(out[cells + i], c == "BW"[seat]);
    }
    assert_int_equal(out[2 * cells + seat], 1);
    assert_int_equal(out[2 * cells + 1 - seat], 0);
}

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .names = slow_names,
                          .unordered = 1,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_board};

static void games_agree(void **unused)
{
    (void)unused;
    /* rows, columns, lines, games */
    static const int shapes[][4] = {{8, 8, 2, 100}, {8, 8, 4, 50}, {8, 8, 1, 50}, {6, 6, 2, 100},
                                    {2, 2, 1, 20},  {3, 2, 1, 50}, {5, 2, 2, 50}, {32, 2, 1, 60},
                                    {32, 2, 4, 20}, {2, 26, 1, 5}, {4, 16, 2, 9}, {5, 12, 1, 20},
                                    {7, 9, 3, 20},  {9, 7, 3, 20}, {3, 21, 1, 9}, {21, 3, 2, 20}};
    pl_rng r;
    int games = 0, wiped_out = 0;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        const int *x = shapes[i];
        const pl_game *g = must_open("breakthrough(rows=%d,cols=%d,lines=%d)", x[0], x[1], x[2]);
        for (int game = 0; game < x[3]; game++, games++) {
            board b = new_board(x[0], x[1], x[2]);
            twin_game(&slow, g, &b, &r);
            wiped_out += !pieces(&b, 'W') || !pieces(&b, 'B');
        }
        pl_close(g);
    }
    assert_true(wiped_out > 10 && games - wiped_out > 100);
}

static void lines_are_counted(void **unused)
{
    (void)unused;
    static const uint64_t lines[] = {1, 22, 484, 11132, 256036};
    const pl_game *g = must_open("breakthrough");
    pl_state s;
    board b = new_board(8, 8, 2);
    census c = twin_perft(&slow, g, &b, 4);
    assert_memory_equal(c.lines, lines, sizeof lines);
    pl_start(g, &s);
    assert_int_equal(pl_perft(g, &s, 5), 6182818);
    pl_close(g);
}

/* The slow board has the same values. */
static void small_boards_are_solved(void **unused)
{
    (void)unused;
    static const struct {
        int rows, cols, lines, value;
    } known[] = {{2, 2, 1, 1}, {3, 2, 1, 1}, {4, 2, 1, -1}, {5, 2, 1, 1},  {3, 3, 1, 1},
                 {4, 3, 1, 1}, {5, 3, 1, 1}, {4, 2, 2, -1}, {5, 2, 2, -1}, {4, 4, 1, 1}};
    for (size_t i = 0; i < LENGTH(known); i++) {
        const pl_game *g = must_open("breakthrough(rows=%d,cols=%d,lines=%d)", known[i].rows,
                                     known[i].cols, known[i].lines);
        pl_exact *e = worked_out(g);
        near(value_of(e), known[i].value, 1e-12);
        pl_exact_free(e);
        pl_close(g);
    }
}

static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("breakthrough", 80);
}

int test_breakthrough(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(small_boards_are_solved),
        cmocka_unit_test(value_helps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
