/* othello.c -- Othello's numbers, and its words of bits against a slow board.
 *
 * Perft to depth 10 is as A. Bik published it (2009), who also counts the 228 games that are over
 * by then.  4x4 is 3 to 11 by J. Feinstein (1993), which is in tests/solve/exact.c, too.
 */
#include "tests/games/twin.h"
#include "tests/support/worked_out.h"

/* The slow board: cells of characters, and the rules in words. */

typedef struct {
    int size, score; /* score: as the parameter has it */
    char who, cell[8][8];
    int passes;
} board;

static board new_board(int size, int score)
{
    board b = {.size = size, .score = score, .who = 'X'};
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

static int can_turn(const board *b, char who)
{
    for (int i = 0; i < b->size * b->size; i++)
        if (at(b, i / b->size, i % b->size) == '.' && turns_any(b, who, i / b->size, i % b->size))
            return 1;
    return 0;
}

static int slow_turn(const void *t)
{
    const board *b = t;
    return !can_turn(b, 'X') && !can_turn(b, 'O') ? PL_OVER : b->who == 'O';
}

/* A pass has the number of a cell in the middle, which is never empty. */
static pl_move pass_number(const board *b)
{
    return (b->size / 2 - 1) * (b->size + 1);
}

static int slow_moves(const void *t, pl_move *out)
{
    const board *b = t;
    int n = 0;
    for (int i = 0; i < b->size * b->size; i++) {
        int row = i / b->size, col = i % b->size;
        if (b->cell[row][col] == '.' && turns_any(b, b->who, row, col)) out[n++] = i;
    }
    if (!n) out[n++] = pass_number(b);
    return n;
}

static void slow_names(const void *t, char *out)
{
    const board *b = t;
    pl_move m[64];
    *out = 0;
    for (int i = 0, n = slow_moves(t, m); i < n; i++)
        if (m[i] == pass_number(b)) strcat(out, "pass ");
        else out += sprintf(out, "%c%d ", 'a' + m[i] % b->size, m[i] / b->size + 1);
}

static void slow_play(void *t, pl_move m, const char *name)
{
    board *b = t;
    int row = m / b->size, col = m % b->size;
    (void)name;
    for (int down = -1; m != pass_number(b) && down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int n = down || right ? turns(b, b->who, row, col, down, right) : 0;
            for (int i = 1; i <= n; i++) b->cell[row + i * down][col + i * right] = b->who;
        }
    b->passes += m == pass_number(b);
    b->cell[row][col] = m == pass_number(b) ? b->cell[row][col] : b->who;
    b->who = opponent(b->who);
}

static int discs(const board *b, char who)
{
    int n = 0;
    for (int i = 0; i < b->size * b->size; i++) n += b->cell[i / b->size][i % b->size] == who;
    return n;
}

static void slow_score(const void *t, double *out)
{
    const board *b = t;
    int x = discs(b, 'X'), o = discs(b, 'O'), sign = (x > o) - (x < o);
    int empty = b->size * b->size - x - o;
    out[0] = (const int[]){sign, x - o, x - o + sign * empty}[b->score];
    out[1] = -out[0];
}

static void same_board(const pl_game *g, const pl_state *s, const void *t)
{
    const board *b = t;
    char text[512], rows[256] = "";
    uint8_t out[128];
    size_t k = 0;
    int cells = b->size * b->size, seat = b->who == 'O';
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

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .moves = slow_moves,
                          .names = slow_names,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_board};

static const char *const scores[] = {"win", "discs", "squares"};

static void games_agree(void **unused)
{
    (void)unused;
    pl_rng r;
    pl_seed(&r, 1);
    for (int size = 4; size <= 8; size += 2) {
        int passes = 0, short_ends = 0, draws = 0;
        for (int i = 0; i < 300; i++) {
            const pl_game *g = must_open("othello(size=%d,score=%s)", size, scores[i % 3]);
            board b = new_board(size, i % 3);
            twin_game(&slow, g, &b, &r);
            passes += b.passes;
            short_ends += discs(&b, '.') > 0;
            draws += discs(&b, 'X') == discs(&b, 'O');
            pl_close(g);
        }
        assert_true(passes > 50 && short_ends > 0 && draws > 5); /* all was tried */
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

/* All of 4x4: how many games there are, and what they are worth. */
static void small_board_is_solved(void **unused)
{
    (void)unused;
    static const int value[] = {-1, 3 - 11, 3 - 11 - 2};
    for (int i = 0; i < 3; i++) {
        const pl_game *g = must_open("othello(size=4,score=%s)", scores[i]);
        pl_exact *e = worked_out(g);
        board b = new_board(4, i);
        near(value_of(e), value[i], 1e-12);
        if (i == 0) assert_int_equal(twin_perft(&slow, g, &b, 20).ends, 60060);
        pl_exact_free(e);
        pl_close(g);
    }
}

static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("othello", 60);
}

int test_othello(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(perfts),
        cmocka_unit_test(small_board_is_solved),
        cmocka_unit_test(value_helps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
