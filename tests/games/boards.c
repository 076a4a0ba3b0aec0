/* boards.c -- k in a row and connect four: their numbers, and their fast line finders against a
 * slow one that looks at every line of the board.
 *
 * The counts of tic-tac-toe and connect four, and the values of boards, are well known; small
 * connect four boards are as in J. Tromp's table of sizes (tromp.github.io/c4/c4.html), where
 * 4x4, 4x5, 5x4 and 5x5 are draws.
 */
#include "tests/games/twin.h"

/* Exact values by memoised search: 1 if the seat to move can score at least `least` (0 or 1), else
 * 0.  Two such answers make a value. */

enum { SLOTS = 1 << 22 };
static uint64_t slot[2][SLOTS]; /* by least and hash: the hash, its lowest bit the answer */

static int reaches(const pl_game *g, const void *s, int least);

/* Whether move m is enough; with ends_only, only if it ends the game at once. */
static int enough(const pl_game *g, const void *s, pl_move m, int least, int ends_only)
{
    pl_state next;
    double score[2];
    memcpy(&next, s, (size_t)g->state_size);
    g->apply(&next, m);
    if (g->turn(&next) != PL_OVER) return !ends_only && !reaches(g, &next, 1 - least);
    g->score(&next, score);
    return score[g->turn(s)] >= least;
}

/* Ends are tried first, then from the middle outwards: there the better moves are. */
static int reaches(const pl_game *g, const void *s, int least)
{
    pl_move m[64];
    uint64_t half = pl_hash(s, (size_t)g->state_size) >> 1, *at = &slot[least][half % SLOTS];
    int found = 0, n = g->moves(s, m);
    if (*at >> 1 == half) return (int)(*at & 1);
    for (int i = 0; i < n && !found; i++) found = enough(g, s, m[i], least, 1);
    for (int i = 0; i < n && !found; i++) {
        int middle = n / 2 + (i % 2 ? -(i + 1) / 2 : i / 2);
        found = enough(g, s, m[middle], least, 0);
    }
    *at = half << 1 | (uint64_t)found;
    return found;
}

static void small_boards_have_their_values(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int value;
    } known[] = {
        {"mnk(m=3,n=3,k=3)", 0},
        {"mnk(m=4,n=3,k=3)", 1},
        {"mnk(m=3,n=4,k=3)", 1},
        {"mnk(m=4,n=4,k=3)", 1},
        {"mnk(m=4,n=4,k=4)", 0},
        {"mnk(m=2,n=2,k=2)", 1},
        {"mnk(m=1,n=1,k=1)", 1},
        {"connect4(rows=4,cols=4)", 0},
        {"connect4(rows=5,cols=4)", 0},
        {"connect4(rows=4,cols=5)", 0},
        {"connect4(rows=5,cols=5)", 0},
        {"connect4(rows=3,cols=4,k=3)", 1},
        {"connect4(rows=2,cols=2,k=2)", 1},
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        const pl_game *g = must_open("%s", known[i].spec);
        pl_state s;
        pl_start(g, &s);
        memset(slot, 0, sizeof slot);
        int value = reaches(g, &s, 0) + reaches(g, &s, 1) - 1;
        if (value != known[i].value) fail_msg("%s: %d", known[i].spec, value);
        pl_close(g);
    }
}

static void expect_perft(const char *spec, const uint64_t *lines, int depths)
{
    const pl_game *g = must_open("%s", spec);
    pl_state s;
    pl_start(g, &s);
    for (int d = 0; d < depths; d++) assert_int_equal(pl_perft(g, &s, d), lines[d]);
    for (int d = 0; d < depths; d++) assert_int_equal(pl_perft_plain(g, &s, d), lines[d]);
    pl_close(g);
}

static void lines_are_counted(void **unused)
{
    (void)unused;
    static const uint64_t three[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0};
    static const uint64_t four[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    expect_perft("mnk", three, LENGTH(three));
    expect_perft("connect_four", four, LENGTH(four));
}

/* The slow board. */

typedef struct {
    int m, n, k, exact, drops, plies; /* drops: connect four */
    char cell[32][32];                /* row 0 at the top */
} board;

static int inside(const board *b, int row, int col)
{
    return row >= 0 && row < b->n && col >= 0 && col < b->m;
}

static int is(const board *b, int row, int col, char who)
{
    return inside(b, row, col) && b->cell[row][col] == who;
}

/* Whether k stones follow each other, and no other of the kind before or after them if that
 * counts. */
static int line_from(const board *b, int row, int col, int down, int right, char who)
{
    int longer = is(b, row - down, col - right, who);
    for (int i = 0; i < b->k; i++, row += down, col += right)
        if (!is(b, row, col, who)) return 0;
    return !b->exact || (!longer && !is(b, row, col, who));
}

static int has_line(const board *b, char who)
{
    int found = 0;
    for (int row = 0; row < b->n; row++)
        for (int col = 0; col < b->m; col++)
            found |= line_from(b, row, col, 0, 1, who) | line_from(b, row, col, 1, 0, who) |
                     line_from(b, row, col, 1, 1, who) | line_from(b, row, col, 1, -1, who);
    return found;
}

static int slow_turn(const void *t)
{
    const board *b = t;
    int full = b->plies == b->m * b->n;
    return full || has_line(b, 'X') || has_line(b, 'O') ? PL_OVER : b->plies % 2;
}

static int slow_moves(const void *t, pl_move *out)
{
    const board *b = t;
    int n = 0;
    for (int i = 0; i < (b->drops ? 1 : b->n) * b->m; i++)
        if (b->cell[i / b->m][i % b->m] == '.') out[n++] = i;
    return n;
}

/* By the rules in words: in connect four a stone goes to the lowest empty cell of a column. */
static void slow_play(void *t, pl_move m, const char *name)
{
    board *b = t;
    int row = m / b->m, col = m % b->m;
    (void)name;
    if (b->drops)
        for (row = b->n - 1; b->cell[row][col] != '.'; row--) continue;
    b->cell[row][col] = "XO"[b->plies++ % 2];
}

static void slow_score(const void *t, double *out)
{
    out[0] = has_line(t, 'X') - has_line(t, 'O');
    out[1] = -out[0];
}

/* The cells in the order of the JSON, which has no such letters outside of its board; the tensor;
 * and a value that is not yet that of an end. */
static void same_board(const pl_game *g, const pl_state *s, const void *t)
{
    static uint8_t out[2 * 32 * 32];
    const board *b = t;
    char text[2048], *at = text;
    int seat = b->plies % 2, cells = b->m * b->n;
    double v = g->value(s, seat);
    g->json(s, text, sizeof text);
    assert_int_equal(pl_tensor_size(g), 2 * cells);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < cells; i++) {
        char c = b->cell[i / b->m][i % b->m];
        at += strcspn(at, "XO.");
        assert_int_equal(*at++, c);
        assert_int_equal(out[i], c == "XO"[seat]);
        assert_int_equal(out[cells + i], c == "OX"[seat]);
    }
    if (g->turn(s) != PL_OVER) assert_true(v > -1 && v < 1);
    if (g->legal && g->turn(s) != PL_OVER) {
        pl_move m[64];
        assert_int_equal(pl_count(g->legal(s)), slow_moves(b, m));
    }
}

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .moves = slow_moves,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_board};

static void play(const pl_game *g, board b, int games, pl_rng *r)
{
    for (int row = 0; row < b.n; row++) memset(b.cell[row], '.', (size_t)b.m);
    for (int game = 0; game < games; game++) {
        board t = b;
        twin_game(&slow, g, &t, r);
    }
}

/* Shapes with m * n up to 64 and above, thin ones, and the longest lines: m, n, k, games. */
static void mnk_agrees(void **unused)
{
    (void)unused;
    static const int shapes[][4] = {
        {3, 3, 3, 200},  {4, 3, 3, 100}, {7, 6, 4, 200},  {8, 8, 5, 100},  {9, 7, 4, 100},
        {1, 1, 1, 1},    {1, 9, 3, 50},  {9, 1, 3, 50},   {19, 1, 2, 50},  {1, 19, 19, 5},
        {2, 19, 6, 50},  {19, 3, 4, 50}, {3, 19, 4, 50},  {16, 4, 4, 100}, {4, 16, 4, 100},
        {2, 2, 1, 5},    {5, 3, 5, 50},  {3, 5, 5, 50},   {4, 19, 4, 50},  {19, 4, 4, 50},
        {9, 8, 5, 60},   {13, 5, 5, 60}, {5, 13, 4, 60},  {19, 19, 5, 4},  {19, 19, 1, 2},
        {19, 18, 19, 2}, {15, 15, 5, 5}, {11, 6, 3, 100}, {17, 15, 5, 2},  {10, 9, 6, 60},
    };
    pl_rng r;
    pl_seed(&r, 1);
    for (size_t i = 0; i < 2 * LENGTH(shapes); i++) {
        const int *x = shapes[i / 2], exact = i % 2;
        const pl_game *g = must_open("mnk(m=%d,n=%d,k=%d,exact=%d)", x[0], x[1], x[2], exact);
        assert_int_equal(g->legal != NULL, x[0] * x[1] <= 64);
        play(g, (board){.m = x[0], .n = x[1], .k = x[2], .exact = exact}, x[3], &r);
        pl_close(g);
    }
}

/* Rows, columns, k, games. */
static void connect4_agrees(void **unused)
{
    (void)unused;
    static const int shapes[][4] = {
        {6, 7, 4, 300}, {1, 1, 1, 1},    {1, 26, 4, 50}, {1, 26, 26, 5}, {31, 2, 4, 50},
        {31, 2, 2, 20}, {31, 1, 31, 2},  {31, 2, 31, 5}, {7, 8, 4, 200}, {7, 8, 5, 100},
        {8, 7, 6, 100}, {15, 4, 5, 100}, {3, 16, 3, 50}, {4, 4, 3, 100}, {2, 21, 7, 50},
        {5, 10, 8, 50}, {9, 6, 7, 50},
    };
    pl_rng r;
    pl_seed(&r, 2);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        const int *x = shapes[i];
        const pl_game *g = must_open("connect4(rows=%d,cols=%d,k=%d)", x[0], x[1], x[2]);
        play(g, (board){.m = x[1], .n = x[0], .k = x[2], .drops = 1}, x[3], &r);
        pl_close(g);
    }
}

/* Random play seldom makes the lines at the edges; here each line of the board
 * is made once for each of its stones, and must win with that stone, the last,
 * and not before. */
static void line_wins(const pl_game *g, const board *b, int first, int step, int last)
{
    int other = 0;
    pl_state s;
    pl_start(g, &s);
    for (int i = 0; i < b->k; i++) {
        if (i == last) continue;
        g->apply(&s, first + i * step);
        for (int used = 1; used; other++) { /* the other seat plays beside the line */
            used = 0;
            for (int j = 0; j < b->k; j++) used |= other == first + j * step;
            if (!used) g->apply(&s, other);
        }
    }
    assert_int_not_equal(g->turn(&s), PL_OVER);
    g->apply(&s, first + last * step);
    assert_int_equal(g->turn(&s), PL_OVER);
}

static void every_line_wins(const pl_game *g, const board *b, int first, int down, int right)
{
    int row = first / b->m + (b->k - 1) * down, col = first % b->m + (b->k - 1) * right;
    for (int last = 0; inside(b, row, col) && last < b->k; last++)
        line_wins(g, b, first, down * b->m + right, last);
}

static void mnk_every_line(void **unused)
{
    (void)unused;
    static const int shapes[][3] = {{7, 6, 3},   {8, 8, 3},   {9, 9, 3},  {19, 19, 3}, {4, 16, 3},
                                    {19, 19, 5}, {15, 15, 5}, {5, 19, 5}, {13, 6, 6},  {8, 8, 5}};
    for (size_t i = 0; i < 2 * LENGTH(shapes); i++) {
        const int *x = shapes[i / 2], exact = i % 2;
        board b = {.m = x[0], .n = x[1], .k = x[2]};
        const pl_game *g = must_open("mnk(m=%d,n=%d,k=%d,exact=%d)", b.m, b.n, b.k, exact);
        for (int cell = 0; cell < b.m * b.n; cell++) {
            every_line_wins(g, &b, cell, 0, 1);
            for (int right = -1; right <= 1; right++) every_line_wins(g, &b, cell, 1, right);
        }
        pl_close(g);
    }
}

/* A seat that looks one move ahead by value() should beat one that does not. */
static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("mnk(m=5,n=5,k=4)", 80);
    value_is_worth("connect4", 80);
}

static void states_are_small(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int bytes;
    } limits[] = {{"rps", 8},       {"mnk", 32},     {"mnk(m=8,n=8,k=5)", 32},
                  {"connect4", 24}, {"othello", 32}, {"breakthrough", 32}};
    for (size_t i = 0; i < LENGTH(limits); i++) {
        const pl_game *g = must_open("%s", limits[i].spec);
        assert_true(g->state_size <= limits[i].bytes);
        pl_close(g);
    }
}

int test_boards(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted), cmocka_unit_test(small_boards_have_their_values),
        cmocka_unit_test(mnk_agrees),        cmocka_unit_test(connect4_agrees),
        cmocka_unit_test(mnk_every_line),    cmocka_unit_test(value_helps),
        cmocka_unit_test(states_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
