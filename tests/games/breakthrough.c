/* breakthrough.c -- Breakthrough's numbers, and its words of bits against a slow
 * board of characters that plays by the rules as they are told.
 *
 * Perft on 8x8 is as other systems count it (OpenSpiel to depth 4); everything
 * else comes from the slow board.
 */
#include "tests/support/played.h"

/* The slow board: row 0 is rank 1, at the bottom. */

typedef struct {
    int rows, cols;
    char cell[32][27];
} board;

typedef struct {
    int row, col, to_row, to_col, takes;
} step;

static board start(int rows, int cols, int lines)
{
    board b = {.rows = rows, .cols = cols};
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++)
            b.cell[row][col] = row < lines ? 'W' : row >= rows - lines ? 'B' : '.';
    return b;
}

/* Whether a piece may go that way, by the rules in words. */
static int may(const board *b, char who, const step *m)
{
    if (m->to_col < 0 || m->to_col >= b->cols) return 0;
    char there = b->cell[m->to_row][m->to_col];
    return m->to_col == m->col ? there == '.' : there != who;
}

static int slow_moves(const board *b, char who, step *out)
{
    int n = 0;
    for (int row = 0; row < b->rows; row++)
        for (int col = 0; col < b->cols; col++)
            for (int side = -1; side <= 1 && b->cell[row][col] == who; side++) {
                step m = {row, col, row + (who == 'W' ? 1 : -1), col + side, 0};
                if (!may(b, who, &m)) continue;
                m.takes = b->cell[m.to_row][m.to_col] != '.';
                out[n++] = m;
            }
    return n;
}

static void slow_apply(board *b, const step *m)
{
    b->cell[m->to_row][m->to_col] = b->cell[m->row][m->col];
    b->cell[m->row][m->col] = '.';
}

static int pieces(const board *b, char who)
{
    int n = 0;
    for (int i = 0; i < b->rows * b->cols; i++) n += b->cell[i / b->cols][i % b->cols] == who;
    return n;
}

/* Who has won, or 0. */
static char winner(const board *b)
{
    if (memchr(b->cell[b->rows - 1], 'W', (size_t)b->cols) || !pieces(b, 'B')) return 'W';
    if (memchr(b->cell[0], 'B', (size_t)b->cols) || !pieces(b, 'W')) return 'B';
    return 0;
}

static void slow_name(const step *m, char *out)
{
    snprintf(out, PL_NAME_MAX, "%c%d%s%c%d", 'a' + m->col, m->row + 1, m->takes ? "x" : "",
             'a' + m->to_col, m->to_row + 1);
}

/* The game beside the slow board. */

/* Every slow move is there by its name, and there are no others. */
static void expect_moves(const pl_game *g, const void *s, const step *moves, int n)
{
    pl_move m[PL_MOVES_MAX];
    uint64_t mask[3];
    char name[PL_NAME_MAX];
    assert_int_equal(g->moves(s, m), n);
    g->wide(s, mask);
    assert_int_equal(pl_count(mask[0]) + pl_count(mask[1]) + pl_count(mask[2]), n);
    for (int i = 0; i < n; i++) {
        slow_name(&moves[i], name);
        if (pl_parse(g, s, name) == PL_ILLEGAL) fail_msg("%s is missing", name);
    }
}

static void expect_board(const pl_game *g, const void *s, const board *b, int seat)
{
    char text[512], rows[256] = "{\"board\":[";
    uint8_t out[130];
    size_t k = strlen(rows);
    int cells = b->rows * b->cols;
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

typedef struct {
    int broke_through, wiped_out;
} events;

static void play(const pl_game *g, board b, pl_rng *r, events *e)
{
    pl_state s;
    step moves[256];
    char name[PL_NAME_MAX];
    double score[2];
    int seat = 0;
    pl_start(g, &s);
    for (; !winner(&b); seat = 1 - seat) {
        int n = slow_moves(&b, "WB"[seat], moves);
        assert_true(n > 0);
        assert_int_equal(g->turn(&s), seat);
        expect_moves(g, &s, moves, n);
        expect_board(g, &s, &b, seat);
        const step *m = &moves[pl_below(r, n)];
        slow_name(m, name);
        g->apply(&s, pl_parse(g, &s, name));
        slow_apply(&b, m);
    }
    assert_int_equal(g->turn(&s), PL_OVER);
    expect_board(g, &s, &b, 0);
    g->score(&s, score);
    near(score[0], winner(&b) == 'W' ? 1 : -1, 1e-12);
    near(score[1], -score[0], 1e-12);
    near(g->value(&s, 1), score[1], 1e-12);
    int wiped = !pieces(&b, 'W') || !pieces(&b, 'B');
    e->wiped_out += wiped;
    e->broke_through += !wiped;
}

static void against_slow_board(void **unused)
{
    (void)unused;
    static const int shapes[][4] = {{8, 8, 2, 100}, {8, 8, 4, 50}, {8, 8, 1, 50}, {6, 6, 2, 100},
                                    {2, 2, 1, 20},  {3, 2, 1, 50}, {5, 2, 2, 50}, {32, 2, 1, 20},
                                    {32, 2, 4, 20}, {2, 26, 1, 5}, {4, 16, 2, 9}, {5, 12, 1, 20},
                                    {7, 9, 3, 20},  {9, 7, 3, 20}, {3, 21, 1, 9}, {21, 3, 2, 20}};
    pl_rng r;
    events e = {0, 0};
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        const int *x = shapes[i];
        const pl_game *g = must_open("breakthrough(rows=%d,cols=%d,lines=%d)", x[0], x[1], x[2]);
        for (int game = 0; game < x[3]; game++) play(g, start(x[0], x[1], x[2]), &r, &e);
        pl_close(g);
    }
    assert_true(e.broke_through > 100 && e.wiped_out > 10);
}

/* Numbers. */

static uint64_t slow_perft(const board *b, char who, int depth)
{
    step moves[256];
    uint64_t sum = 0;
    if (winner(b)) return 0;
    int n = slow_moves(b, who, moves);
    for (int i = 0; i < n && depth > 1; i++) {
        board next = *b;
        slow_apply(&next, &moves[i]);
        sum += slow_perft(&next, who == 'W' ? 'B' : 'W', depth - 1);
    }
    return depth > 1 ? sum : (uint64_t)n;
}

static void perfts(void **unused)
{
    (void)unused;
    static const uint64_t lines[] = {1, 22, 484, 11132, 256036};
    const pl_game *g = must_open("breakthrough");
    pl_state s;
    board b = start(8, 8, 2);
    pl_start(g, &s);
    for (int d = 0; d < (int)LENGTH(lines); d++) {
        assert_int_equal(pl_perft(g, &s, d), lines[d]);
        assert_int_equal(pl_perft_plain(g, &s, d), lines[d]);
    }
    assert_int_equal(slow_perft(&b, 'W', 4), lines[4]);
    assert_int_equal(slow_perft(&b, 'W', 5), 6182818);
    assert_int_equal(pl_perft(g, &s, 5), 6182818);
    pl_close(g);
}

/* Who wins small games: whether who, being to move, does. */
static int slow_wins(const board *b, char who)
{
    step moves[64];
    int n = slow_moves(b, who, moves), won = winner(b) == who;
    for (int i = 0; i < n && !winner(b) && !won; i++) {
        board next = *b;
        slow_apply(&next, &moves[i]);
        won = !slow_wins(&next, who == 'W' ? 'B' : 'W');
    }
    return won;
}

static int wins(const pl_game *g, const void *s, int seat)
{
    pl_move m[64];
    double score[2];
    int won = 0;
    if (g->turn(s) == PL_OVER) {
        g->score(s, score);
        return score[seat] > 0;
    }
    for (int i = 0, n = g->moves(s, m); i < n && !won; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        won = !wins(g, &next, 1 - seat);
    }
    return won;
}

static void small_boards_solved(void **unused)
{
    (void)unused;
    static const struct {
        int rows, cols, lines, first;
    } known[] = {{2, 2, 1, 1}, {3, 2, 1, 1}, {4, 2, 1, 0}, {5, 2, 1, 1}, {3, 3, 1, 1},
                 {4, 3, 1, 1}, {5, 3, 1, 1}, {4, 2, 2, 0}, {5, 2, 2, 0}, {4, 4, 1, 1}};
    for (size_t i = 0; i < LENGTH(known); i++) {
        board b = start(known[i].rows, known[i].cols, known[i].lines);
        const pl_game *g =
            must_open("breakthrough(rows=%d,cols=%d,lines=%d)", b.rows, b.cols, known[i].lines);
        pl_state s;
        pl_start(g, &s);
        assert_int_equal(slow_wins(&b, 'W'), known[i].first);
        assert_int_equal(wins(g, &s, 0), known[i].first);
        pl_close(g);
    }
}

static void taking(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("breakthrough");
    pl_state s;
    pl_start(g, &s);
    play_on(g, &s, "b2b3 c7c6 b3b4 c6c5");
    assert_int_not_equal(pl_parse(g, &s, "b4xc5"), PL_ILLEGAL);
    assert_int_not_equal(pl_parse(g, &s, "b4b5"), PL_ILLEGAL); /* nobody has to take */
    assert_int_equal(pl_parse(g, &s, "b4c5"), PL_ILLEGAL);
    assert_int_not_equal(pl_parse(g, &s, "a1b2"), PL_ILLEGAL); /* b2 has been left */
    play_on(g, &s, "b4b5 b7b6");
    assert_int_equal(pl_parse(g, &s, "b5b6"), PL_ILLEGAL); /* not straight, not taking */
    assert_int_equal(pl_parse(g, &s, "b5xb6"), PL_ILLEGAL);
    assert_int_equal(pl_parse(g, &s, "h2a3"), PL_ILLEGAL); /* not round the edge */
    pl_close(g);
}

/* A race: white goes up the right side, taking twice, and is a move ahead. */
static void record(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("breakthrough(rows=6,cols=5)");
    pl_state s;
    char text[256];
    double score[2];
    pl_start(g, &s);
    play_on(g, &s, "e2e3 a5a4 e3e4 a4a3 e4xd5 a3xb2 d5xe6");
    g->show(&s, text, sizeof text);
    assert_string_equal(text, " 6 B B B B W\n"
                              " 5 . B B . B\n"
                              " 4 . . . . .\n"
                              " 3 . . . . .\n"
                              " 2 W B W W .\n"
                              " 1 W W W W W\n"
                              "   a b c d e");
    assert_int_equal(g->turn(&s), PL_OVER);
    g->score(&s, score);
    near(score[0], 1, 1e-12);
    pl_close(g);
}

static void bad_parameters(void **unused)
{
    (void)unused;
    refused("breakthrough(rows=9)", "at most 64");
    refused("breakthrough(rows=3,cols=3)", "twice lines");
    refused("breakthrough(cols=1)", "2..26");
}

static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("breakthrough", 80);
    const pl_game *g = must_open("breakthrough");
    assert_true(g->state_size <= 32);
    pl_close(g);
}

int test_breakthrough(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_slow_board),
        cmocka_unit_test(perfts),
        cmocka_unit_test(small_boards_solved),
        cmocka_unit_test(taking),
        cmocka_unit_test(record),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(value_helps),
    };
    return cmocka_run_group_tests_name("breakthrough", tests, NULL, NULL);
}
