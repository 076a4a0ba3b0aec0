/* othello.c -- Othello's numbers, and its words of bits against a slow board.
 *
 * Perft to depth 10 is as A. Bik published it (2009), who also counts the 228
 * games that are over by then.  On 4x4 a search that knows nothing of bits finds
 * the 3 to 11 of J. Feinstein (1993) again, and counts the games.  The draw on
 * 8x8 is H. Takizawa's line (2023), the wipe-out in nine moves one of the 228.
 */
#include "tests/support/played.h"

/* The slow board: cells of characters, and rules as they are told. */

enum { PASS = -1 };
typedef struct {
    int size;
    char cell[8][8];
} board;

static board start(int size)
{
    board b = {.size = size};
    memset(b.cell, '.', sizeof b.cell);
    int low = size / 2 - 1, high = size / 2;
    b.cell[low][low] = b.cell[high][high] = 'O';
    b.cell[low][high] = b.cell[high][low] = 'X';
    return b;
}

static char opponent(char who)
{
    return who == 'X' ? 'O' : 'X';
}

static char at(const board *b, int row, int col)
{
    return row < 0 || row >= b->size || col < 0 || col >= b->size ? '#' : b->cell[row][col];
}

/* How many discs a move turns in one direction. */
static int turns(const board *b, char who, int row, int col, int down, int right)
{
    int n = 0;
    while (at(b, row + (n + 1) * down, col + (n + 1) * right) == opponent(who)) n++;
    return at(b, row + (n + 1) * down, col + (n + 1) * right) == who ? n : 0;
}

static int turns_any(const board *b, char who, int row, int col)
{
    int sum = 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++)
            if (down || right) sum += turns(b, who, row, col, down, right);
    return sum;
}

/* The moves, a lone PASS if there are none but for the other, or nothing. */
static int slow_moves(const board *b, char who, int *out)
{
    int n = 0, theirs = 0;
    for (int i = 0; i < b->size * b->size; i++) {
        int row = i / b->size, col = i % b->size;
        if (b->cell[row][col] != '.') continue;
        if (turns_any(b, who, row, col)) out[n++] = i;
        theirs += turns_any(b, opponent(who), row, col) > 0;
    }
    if (!n && theirs) out[n++] = PASS;
    return n;
}

static void slow_apply(board *b, char who, int move)
{
    int row = move / b->size, col = move % b->size;
    if (move == PASS) return;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int n = down || right ? turns(b, who, row, col, down, right) : 0;
            for (int i = 1; i <= n; i++) b->cell[row + i * down][col + i * right] = who;
        }
    b->cell[row][col] = who;
}

static int discs(const board *b, char who)
{
    int n = 0;
    for (int i = 0; i < b->size * b->size; i++) n += b->cell[i / b->size][i % b->size] == who;
    return n;
}

/* Move numbers, board and tensor of the game beside those of the slow board. */

static pl_move number(const board *b, int move)
{
    return move == PASS ? (b->size / 2 - 1) * b->size + b->size / 2 - 1 : move;
}

static void expect_moves(const pl_game *g, const void *s, const int *moves, int n, const board *b)
{
    pl_move m[64];
    char name[PL_NAME_MAX], slow[PL_NAME_MAX];
    assert_int_equal(g->moves(s, m), n);
    assert_int_equal(pl_count(g->legal(s)), n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(m[i], number(b, moves[i]));
        g->say(s, m[i], name, sizeof name);
        snprintf(slow, sizeof slow, "%c%d", 'a' + moves[i] % b->size, moves[i] / b->size + 1);
        assert_string_equal(name, moves[i] == PASS ? "pass" : slow);
    }
}

static void expect_board(const pl_game *g, const void *s, const board *b, int seat)
{
    char text[512], rows[256] = "";
    uint8_t out[128];
    size_t k = 0;
    int cells = b->size * b->size;
    for (int row = 0; row < b->size; row++)
        k += (size_t)snprintf(rows + k, sizeof rows - k, "%s\"%.*s\"", row ? "," : "", b->size,
                              b->cell[row]);
    snprintf(rows + k, sizeof rows - k, "],\"discs\":[%d,%d]", discs(b, 'X'), discs(b, 'O'));
    g->json(s, text, sizeof text);
    assert_non_null(strstr(text, rows));
    assert_int_equal(pl_tensor_size(g), 2 * cells);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < cells; i++) {
        assert_int_equal(out[i], b->cell[i / b->size][i % b->size] == "XO"[seat]);
        assert_int_equal(out[cells + i], b->cell[i / b->size][i % b->size] == "OX"[seat]);
    }
}

static void expect_score(const pl_game *g, const void *s, const board *b)
{
    int x = discs(b, 'X'), o = discs(b, 'O'), sign = (x > o) - (x < o);
    int empty = b->size * b->size - x - o;
    const int want[] = {sign, x - o, x - o + sign * empty};
    double score[2];
    g->score(s, score);
    near(score[0], want[(int)g->arg[1]], 1e-12);
    near(score[1], -want[(int)g->arg[1]], 1e-12);
    near(g->value(s, 0), score[0], 1e-12);
    near(g->value(s, 1), score[1], 1e-12);
}

typedef struct {
    int passes, short_ends, draws;
} events;

static void play(const pl_game *g, int size, pl_rng *r, events *e)
{
    pl_state s;
    board b = start(size);
    int seat = 0, moves[64], n;
    pl_start(g, &s);
    for (; (n = slow_moves(&b, "XO"[seat], moves)) > 0; seat = 1 - seat) {
        assert_int_equal(g->turn(&s), seat);
        expect_moves(g, &s, moves, n, &b);
        expect_board(g, &s, &b, seat);
        int move = moves[pl_below(r, n)];
        g->apply(&s, number(&b, move));
        slow_apply(&b, "XO"[seat], move);
        e->passes += move == PASS;
    }
    assert_int_equal(g->turn(&s), PL_OVER);
    expect_board(g, &s, &b, 0);
    expect_score(g, &s, &b);
    e->short_ends += discs(&b, 'X') + discs(&b, 'O') < size * size;
    e->draws += discs(&b, 'X') == discs(&b, 'O');
}

static void against_slow_board(void **unused)
{
    (void)unused;
    pl_rng r;
    pl_seed(&r, 1);
    for (int size = 4; size <= 8; size += 2) {
        static const char *const words[] = {"win", "discs", "squares"};
        events e = {0, 0, 0};
        for (size_t i = 0; i < LENGTH(words); i++) {
            const pl_game *g = must_open("othello(size=%d,score=%s)", size, words[i]);
            for (int game = 0; game < 100; game++) play(g, size, &r, &e);
            pl_close(g);
        }
        assert_true(e.passes > 50 && e.short_ends > 0 && e.draws > 5); /* all was tried */
    }
}

/* Numbers. */

/* Lines that end the game after so many plies, and not before.  Published counts
 * let such a game go on for one ply more; here it does not. */
static uint64_t over_after(const pl_game *g, const void *s, int plies)
{
    pl_move m[64];
    uint64_t sum = 0;
    if (g->turn(s) == PL_OVER) return plies == 0;
    for (int i = 0, n = plies ? g->moves(s, m) : 0; i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        sum += over_after(g, &next, plies - 1);
    }
    return sum;
}

static void perfts(void **unused)
{
    (void)unused;
    static const uint64_t lines[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288};
    const pl_game *g = must_open("reversi");
    pl_state s;
    pl_start(g, &s);
    for (int d = 0; d < (int)LENGTH(lines); d++) assert_int_equal(pl_perft(g, &s, d), lines[d]);
    for (int d = 0; d <= 7; d++) assert_int_equal(pl_perft_plain(g, &s, d), lines[d]);
    assert_int_equal(pl_perft(g, &s, 10) + over_after(g, &s, 9), 24571284);
    assert_int_equal(over_after(g, &s, 9), 228);
    assert_int_equal(over_after(g, &s, 8), 0);
    pl_close(g);
}

/* All of a small board, by the slow rules: how many games, and the best that
 * who can do, in discs. */
static int slow_value(const board *b, char who, int64_t *games)
{
    int moves[16], n = slow_moves(b, who, moves), best = -100;
    *games += n == 0;
    for (int i = 0; i < n; i++) {
        board next = *b;
        slow_apply(&next, who, moves[i]);
        int v = -slow_value(&next, opponent(who), games);
        if (v > best) best = v;
    }
    return n ? best : discs(b, who) - discs(b, opponent(who));
}

/* The same by the game's rules, for the first seat. */
static double value(const pl_game *g, const void *s, int64_t *games)
{
    pl_move m[64];
    double score[2], best = -100;
    int seat = g->turn(s);
    *games += seat == PL_OVER;
    if (seat == PL_OVER) g->score(s, score);
    for (int i = 0, n = seat == PL_OVER ? 0 : g->moves(s, m); i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        double v = value(g, &next, games);
        best = seat ? fmax(best, -v) : fmax(best, v);
    }
    return seat == PL_OVER ? score[0] : seat ? -best : best;
}

static void small_board_solved(void **unused)
{
    (void)unused;
    static const char *const words[] = {"win", "discs", "squares"};
    static const int want[] = {-1, 3 - 11, 3 - 11 - 2};
    board b = start(4);
    int64_t games = 0;
    assert_int_equal(slow_value(&b, 'X', &games), 3 - 11);
    assert_int_equal(games, 60060);
    for (size_t i = 0; i < LENGTH(words); i++) {
        const pl_game *g = must_open("othello(size=4,score=%s)", words[i]);
        pl_state s;
        pl_start(g, &s);
        games = 0;
        near(value(g, &s, &games), want[i], 1e-12);
        assert_int_equal(games, 60060);
        pl_close(g);
    }
}

/* Records.  A line is moves without spaces, as they are printed. */
static void expect_record(const pl_game *g, const char *line, int black, int white)
{
    pl_state s;
    char discs_text[32], text[512];
    pl_start(g, &s);
    for (; *line; line += 2) {
        pl_move m = pl_parse(g, &s, (char[]){line[0], line[1], 0});
        if (m == PL_ILLEGAL) fail_msg("no such move: %s", line);
        g->apply(&s, m);
        if (g->turn(&s) != PL_OVER && pl_parse(g, &s, "pass") != PL_ILLEGAL)
            g->apply(&s, pl_parse(g, &s, "pass")); /* records leave passes out */
    }
    assert_int_equal(g->turn(&s), PL_OVER);
    snprintf(discs_text, sizeof discs_text, "\nX %d, O %d", black, white);
    g->show(&s, text, sizeof text);
    assert_non_null(strstr(text, discs_text));
}

static void records(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("othello");
    expect_record(g, "e6f4e3f6g5d6e7f5c5", 13, 0);
    expect_record(g,
                  "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
                  "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6",
                  32, 32);
    pl_close(g);
}

static void texts(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("othello(size=4)");
    pl_state s;
    char text[256];
    pl_start(g, &s);
    g->apply(&s, pl_parse(g, &s, "b1"));
    g->show(&s, text, sizeof text);
    assert_string_equal(text, "  a b c d\n"
                              "1 . X . .\n"
                              "2 . X X .\n"
                              "3 . X O .\n"
                              "4 . . . .\n"
                              "X 4, O 1");
    pl_close(g);
}

static void bad_parameters(void **unused)
{
    (void)unused;
    refused("othello(size=5)", "size must be even");
    refused("othello(size=10)", "4..8");
    refused("othello(score=most)", "win|discs|squares");
}

static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("othello", 60);
    const pl_game *g = must_open("othello");
    assert_true(g->state_size <= 32);
    pl_close(g);
}

int test_othello(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_slow_board),
        cmocka_unit_test(perfts),
        cmocka_unit_test(small_board_solved),
        cmocka_unit_test(records),
        cmocka_unit_test(texts),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(value_helps),
    };
    return cmocka_run_group_tests_name("othello", tests, NULL, NULL);
}
