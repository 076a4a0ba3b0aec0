/* hex.c -- Hex against a second set of rules, written from the rules' words
 * with a board of characters and a search for a path, and its known numbers.
 *
 * Known: 3x3 has 257,760 games and five winning openings; on every size but 2x2
 * the openings a1 and b1 lose, and so do those opposite (hexwiki.net, "Swap").
 */
#include <stdlib.h>

#include "tests/support/played.h"

static const pl_game *opened(int size, int swap)
{
    return must_open("hex(size=%d,swap=%d)", size, swap);
}

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

static int may(const board *b, int m)
{
    if (m == b->size * b->size) return b->swap && b->plies == 1;
    return b->cell[m / b->size][m % b->size] == '.';
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

static void play(board *b, int m)
{
    char colour = (char)b->turn;
    if (m == b->size * b->size) swap(b);
    else b->cell[m / b->size][m % b->size] = colour;
    b->plies++;
    if (joins(b, colour)) b->winner = colour;
    b->turn = b->winner ? 0 : colour == 'R' ? 'B' : 'R';
}

/* Lines that end after each number of plies, and who wins them. */
typedef struct {
    int64_t lines[20], won[2];
} census;

static void count_slow(const board *b, int depth, census *c)
{
    c->lines[depth]++;
    if (b->winner) c->won[b->winner == 'B']++;
    for (int m = 0; !b->winner && m <= b->size * b->size; m++) {
        board next = *b;
        if (!may(b, m)) continue;
        play(&next, m);
        count_slow(&next, depth + 1, c);
    }
}

static void count_fast(const pl_game *g, const void *s, int depth, census *c)
{
    pl_move m[32];
    double score[2];
    c->lines[depth]++;
    if (g->turn(s) == PL_OVER) {
        g->score(s, score);
        c->won[score[1] > 0]++;
        return;
    }
    for (int i = 0, n = g->moves(s, m); i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        count_fast(g, &next, depth + 1, c);
    }
}

/* Every state and every board of the games of one size agree in number. */
static void small_boards_are_counted(void **unused)
{
    (void)unused;
    for (int size = 2; size <= 3; size++)
        for (int option = 0; option < 2; option++) {
            const pl_game *g = opened(size, option);
            board b = new_board(size, option);
            census slow = {{0}, {0}}, fast = {{0}, {0}};
            pl_state s;
            pl_start(g, &s);
            count_slow(&b, 0, &slow);
            count_fast(g, &s, 0, &fast);
            assert_memory_equal(&slow, &fast, sizeof slow);
            for (int d = 0; d < 12; d++) assert_int_equal(pl_perft(g, &s, d), slow.lines[d]);
            if (size == 3 && !option) assert_int_equal(fast.won[0] + fast.won[1], 257760);
            pl_close(g);
        }
}

static void expect_same(const pl_game *g, const void *s, const board *b)
{
    pl_move m[19 * 19 + 1];
    double score[2];
    int k = 0, n = 0, turn = g->turn(s);
    char show[PL_SHOW_MAX], *at = show;
    assert_int_equal(turn, b->turn == 'R' ? 0 : b->turn == 'B' ? 1 : PL_OVER);
    if (turn != PL_OVER) n = g->moves(s, m);
    for (int i = 0; turn != PL_OVER && i < g->actions; i++)
        if (may(b, i) && (k == n || m[k++] != i)) fail_msg("move %d is missing", i);
    assert_int_equal(k, n);
    g->show(s, show, sizeof show);
    for (int row = 0; row < b->size; row++) {
        at = strchr(at, '\n') + 1;
        int skip = row + 2;
        for (int col = 0; col < b->size; col++)
            assert_int_equal(at[skip + 1 + 2 * col], b->cell[row][col]);
    }
    if (turn == PL_OVER) g->score(s, score);
    if (turn == PL_OVER) assert_int_equal(score[0] > 0, b->winner == 'R');
}

/* Random games of every size, ply by ply. */
static void games_agree(void **unused)
{
    pl_rng r;
    (void)unused;
    pl_seed(&r, 1);
    for (int i = 0; i < 36 * 6; i++) {
        int size = 2 + i % 18, option = i / 18 % 2;
        const pl_game *g = opened(size, option);
        board b = new_board(size, option);
        pl_state s;
        for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
            pl_move m = pl_any(g, &s, &r);
            if (option && b.plies == 1 && pl_below(&r, 2)) m = size * size;
            expect_same(g, &s, &b);
            g->apply(&s, m);
            play(&b, m);
        }
        expect_same(g, &s, &b);
        pl_close(g);
    }
}

/* 4x4 to its end from positions of eight stones: each has at most 8! games. */
static void late_games_are_counted(void **unused)
{
    const pl_game *g = opened(4, 0);
    pl_rng r;
    (void)unused;
    pl_seed(&r, 2);
    for (int i = 0; i < 20; i++) {
        board b = new_board(4, 0);
        census slow = {{0}, {0}}, fast = {{0}, {0}};
        pl_state s;
        pl_start(g, &s);
        for (int ply = 0; ply < 8 && g->turn(&s) != PL_OVER; ply++) {
            pl_move m = pl_any(g, &s, &r);
            g->apply(&s, m);
            play(&b, m);
        }
        count_slow(&b, 0, &slow);
        count_fast(g, &s, 0, &fast);
        assert_memory_equal(&slow, &fast, sizeof slow);
    }
    pl_close(g);
}

/* Who wins, from the position's number in base 3: 0 not known, 1 the seat to
 * move, 2 the other. */
static int wins(const pl_game *g, const void *s, int number, uint8_t *known)
{
    pl_move m[16];
    int mover = g->turn(s), power[16] = {1};
    if (known[number]) return known[number] == 1;
    for (int i = 1; i < 16; i++) power[i] = 3 * power[i - 1];
    for (int i = 0, n = g->moves(s, m); i < n && known[number] != 1; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        int won =
            g->turn(&next) == PL_OVER || !wins(g, &next, number + (1 + mover) * power[m[i]], known);
        known[number] = won ? 1 : 2;
    }
    return known[number] == 1;
}

static void expect_openings(int size, const char *winning)
{
    const pl_game *g = opened(size, 0);
    uint8_t *known = calloc(43046721, 1);
    char found[80] = "";
    assert_non_null(known);
    for (int m = 0, power = 1; m < size * size; m++, power *= 3) {
        pl_state s;
        char name[PL_NAME_MAX];
        pl_start(g, &s);
        pl_say(g, &s, m, name, sizeof name);
        g->apply(&s, m);
        if (!wins(g, &s, power, known)) strcat(strcat(found, " "), name);
    }
    assert_string_equal(found, winning);
    free(known);
    pl_close(g);
}

static void openings_win(void **unused)
{
    (void)unused;
    expect_openings(2, " b1 a2");
    expect_openings(3, " c1 a2 b2 c2 a3");
    expect_openings(4, " d1 c2 b3 a4");
}

static void expect_json(const pl_game *g, const char *moves, const char *json)
{
    pl_state s;
    char text[512];
    play_line(g, &s, moves);
    g->json(&s, text, sizeof text);
    assert_string_equal(text, json);
}

/* The stone changes colour and is mirrored; only the second player may ask for
 * it, and only at once. */
static void a_stone_is_swapped(void **unused)
{
    const pl_game *g = opened(3, 1), *plain = opened(3, 0);
    pl_state s;
    (void)unused;
    expect_json(g, "", "{\"board\":[\"...\",\"...\",\"...\"],\"swap\":false}");
    expect_json(g, "b1", "{\"board\":[\".R.\",\"...\",\"...\"],\"swap\":true}");
    expect_json(g, "b1 swap", "{\"board\":[\"...\",\"B..\",\"...\"],\"swap\":false}");
    expect_json(g, "b2 swap", "{\"board\":[\"...\",\".B.\",\"...\"],\"swap\":false}");
    expect_json(g, "b1 swap b1 a1", "{\"board\":[\"BR.\",\"B..\",\"...\"],\"swap\":false}");
    expect_json(g, "c1 a3", "{\"board\":[\"..R\",\"...\",\"B..\"],\"swap\":false}");
    play_line(g, &s, "");
    assert_int_equal(pl_parse(g, &s, "swap"), PL_ILLEGAL);
    play_line(g, &s, "b1 swap");
    assert_int_equal(g->turn(&s), 0);
    assert_int_equal(pl_parse(g, &s, "swap"), PL_ILLEGAL);
    assert_int_equal(pl_parse(g, &s, "a2"), PL_ILLEGAL);
    assert_int_equal(pl_parse(g, &s, "b1"), 1);
    play_line(g, &s, "b1 a3");
    assert_int_equal(pl_parse(g, &s, "swap"), PL_ILLEGAL);
    play_line(plain, &s, "b1");
    assert_int_equal(pl_parse(plain, &s, "swap"), PL_ILLEGAL);
    pl_close(g);
    pl_close(plain);
}

/* Lines checked by hand: the short diagonal is a chain, the long one is not; a
 * swapped stone takes part in Blue's chain. */
static void chains_are_told(void **unused)
{
    static const struct {
        const char *moves;
        int turn;
    } line[] = {
        {"c1 a1 b2 b1 a3", PL_OVER},    {"a1 b1 b2 c1 c3", 1},
        {"a1 b1 b2 c1 c3 a2", PL_OVER}, {"b1 swap a1 b2 c3 c1", PL_OVER},
        {"c2 swap b1 b2 c3 c1", 0},     {"a2 swap a1 b2 c3 c1 c2 a3", PL_OVER},
    };
    const pl_game *g = opened(3, 1);
    (void)unused;
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        pl_state s;
        play_line(g, &s, line[i].moves);
        assert_int_equal(g->turn(&s), line[i].turn);
    }
    pl_close(g);
}

/* The stones a seat lacks, the other passing; half a stone for the move. */
static void positions_are_valued(void **unused)
{
    static const struct {
        const char *moves;
        double red, blue; /* stones they lack */
    } at[] = {{"", 2.5, 3}, {"b2", 2, 2.5}, {"b2 a1 c1", 1, 2.5}, {"b2 a1 c1 b3", 0.5, 2}};
    const pl_game *g = opened(3, 0);
    pl_state s;
    (void)unused;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double value = (at[i].blue - at[i].red) / (at[i].blue + at[i].red);
        play_line(g, &s, at[i].moves);
        assert_true(g->value(&s, 0) == value);
        assert_true(g->value(&s, 1) == -value);
    }
    play_line(g, &s, "b2 a1 c1 b3 a3");
    assert_true(g->value(&s, 0) == 1 && g->value(&s, 1) == -1);
    pl_close(g);
}

/* Own stones, the other's, the colour, and whether the swap is on offer: the
 * planes of the board are numbered like the moves, for both seats. */
static void tensors_stand_like_moves(void **unused)
{
    const pl_game *g = opened(3, 1);
    pl_state s;
    uint8_t t[21];
    (void)unused;
    assert_int_equal(pl_tensor_size(g), sizeof t);
    play_line(g, &s, "b1");
    pl_tensor(g, &s, 0, t);
    for (int i = 0; i < 21; i++) assert_int_equal(t[i], i == 1 || i == 18 || i == 20);
    pl_tensor(g, &s, 1, t);
    for (int i = 0; i < 21; i++) assert_int_equal(t[i], i == 9 + 1 || i == 19 || i == 20);
    play_line(g, &s, "c3 a2");
    pl_tensor(g, &s, 1, t);
    for (int i = 0; i < 21; i++) assert_int_equal(t[i], i == 3 || i == 9 + 8 || i == 19);
    play_line(g, &s, "b1 swap");
    pl_tensor(g, &s, 0, t);
    for (int i = 0; i < 21; i++) assert_int_equal(t[i], i == 9 + 3 || i == 18);
    pl_close(g);
}

int test_hex(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_are_counted), cmocka_unit_test(games_agree),
        cmocka_unit_test(late_games_are_counted),   cmocka_unit_test(openings_win),
        cmocka_unit_test(a_stone_is_swapped),       cmocka_unit_test(chains_are_told),
        cmocka_unit_test(positions_are_valued),     cmocka_unit_test(tensors_stand_like_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
