/* hex.c -- Hex against a second set of rules, written from the rules' words with a board of
 * characters and a search for a path, and its known numbers.
 *
 * Known: 3x3 has 257,760 games and five winning openings; on every size but 2x2 the openings a1
 * and b1 lose, and so do those opposite (hexwiki.net, "Swap").
 */
#include "tests/games/twin.h"

/* The slow rules. */

typedef struct {
    int size, swap, plies, turn; /* turn: 'R', 'B', or 0 when it is over */
    char winner, cell[19][19];
} board;

static board new_board(int size, int swap)
{
    board b = {.size = size, .swap = swap, .turn = 'R'};
    memset(b.cell, '.', sizeof b.cell);
    return b;
}

/* Whether a path of one colour leads from a cell to that colour's far side. */
static int path(const board *b, int row, int col, char colour, char seen[19][19])
{
    static const int step[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    if (row < 0 || col < 0 || row >= b->size || col >= b->size) return 0;
    if (b->cell[row][col] != colour || seen[row][col]) return 0;
    if ((colour == 'R' ? row : col) == b->size - 1) return 1;
    seen[row][col] = 1;
    for (int i = 0; i < 6; i++)
        if (path(b, row + step[i][0], col + step[i][1], colour, seen)) return 1;
    return 0;
}

static int joins(const board *b, char colour)
{
    char seen[19][19] = {{0}};
    for (int i = 0; i < b->size; i++)
        if (colour == 'R' ? path(b, 0, i, 'R', seen) : path(b, i, 0, 'B', seen)) return 1;
    return 0;
}

static void swap(board *b)
{
    for (int row = 0; row < b->size; row++)
        for (int col = 0; col < b->size; col++) {
            if (b->cell[row][col] != 'R') continue;
            b->cell[row][col] = '.';
            b->cell[col][row] = 'B';
            return;
        }
}

static int slow_turn(const void *t)
{
    const board *b = t;
    return b->turn == 'R' ? 0 : b->turn == 'B' ? 1 : PL_OVER;
}

static int slow_moves(const void *t, pl_move *out)
{
    const board *b = t;
    int n = 0, cells = b->size * b->size;
    for (int m = 0; m < cells; m++)
        if (b->cell[m / b->size][m % b->size] == '.') out[n++] = m;
    if (b->swap && b->plies == 1) out[n++] = cells;
    return n;
}

static void slow_play(void *t, pl_move m, const char *name)
{
    board *b = t;
    char colour = (char)b->turn;
    (void)name;
    if (m == b->size * b->size) swap(b);
    else b->cell[m / b->size][m % b->size] = colour;
    b->plies++;
    if (joins(b, colour)) b->winner = colour;
    b->turn = b->winner ? 0 : colour == 'R' ? 'B' : 'R';
}

static void slow_score(const void *t, double *out)
{
    out[0] = ((const board *)t)->winner == 'R' ? 1 : -1;
    out[1] = -out[0];
}

static void same_board(const pl_game *g, const pl_state *s, const void *t)
{
    const board *b = t;
    char show[PL_SHOW_MAX], *at = show;
    g->show(s, show, sizeof show);
    for (int row = 0; row < b->size; row++) {
        at = strchr(at, '\n') + 1;
        for (int col = 0; col < b->size; col++)
            assert_int_equal(at[row + 3 + 2 * col], b->cell[row][col]);
    }
}

/* The swap is one move of many: it is made in half of the games. */
static pl_move pick(const pl_game *g, const pl_state *s, const void *t, pl_rng *r)
{
    const board *b = t;
    return b->swap && b->plies == 1 && pl_below(r, 2) ? b->size * b->size : pl_any(g, s, r);
}

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .moves = slow_moves,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_board,
                          .pick = pick};

/* Every line of the games of one size agrees in number. */
static void small_boards_are_counted(void **unused)
{
    (void)unused;
    for (int size = 2; size <= 3; size++)
        for (int option = 0; option < 2; option++) {
            const pl_game *g = must_open("hex(size=%d,swap=%d)", size, option);
            board b = new_board(size, option);
            census c = twin_perft(&slow, g, &b, 11);
            if (size == 3 && !option) assert_int_equal(c.ends, 257760);
            pl_close(g);
        }
}

/* Random games of every size, ply by ply. */
static void games_agree(void **unused)
{
    pl_rng r;
    (void)unused;
    pl_seed(&r, 1);
    for (int i = 0; i < 36 * 6; i++) {
        int size = 2 + i % 18, option = i / 18 % 2;
        const pl_game *g = must_open("hex(size=%d,swap=%d)", size, option);
        board b = new_board(size, option);
        twin_game(&slow, g, &b, &r);
        pl_close(g);
    }
}

/* Whether the seat to move wins, from the position's number in base 3; known: 0 not yet, 1 it
 * does, 2 it does not. */
static int wins(const pl_game *g, const void *s, int number, uint8_t *known)
{
    pl_move m[16];
    int stone = 1 + g->turn(s), n = g->moves(s, m);
    for (int i = 0; i < n && !known[number]; i++) {
        pl_state next;
        int power = 1, won;
        for (int k = 0; k < m[i]; k++) power *= 3;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        won = g->turn(&next) == PL_OVER || !wins(g, &next, number + stone * power, known);
        if (won || i == n - 1) known[number] = won ? 1 : 2;
    }
    return known[number] == 1;
}

static void openings_win(void **unused)
{
    static const char *const winning[] = {" b1 a2", " c1 a2 b2 c2 a3", " d1 c2 b3 a4"};
    (void)unused;
    for (int size = 2; size <= 4; size++) {
        const pl_game *g = must_open("hex(size=%d)", size);
        uint8_t *known = calloc(43046721, 1); /* 3^16 */
        char found[80] = "", name[PL_NAME_MAX];
        assert_non_null(known);
        for (int m = 0, power = 1; m < size * size; m++, power *= 3) {
            pl_state s;
            pl_start(g, &s);
            pl_say(g, &s, m, name, sizeof name);
            g->apply(&s, m);
            if (!wins(g, &s, power, known)) strcat(strcat(found, " "), name);
        }
        assert_string_equal(found, winning[size - 2]);
        free(known);
        pl_close(g);
    }
}

int test_hex(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_counted),
        cmocka_unit_test(games_agree),
        cmocka_unit_test(openings_win),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
