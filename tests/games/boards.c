/* boards.c -- k in a row and connect four: their numbers, and their fast line
 * finders against a slow one that looks at every line of the board.
 *
 * The counts of tic-tac-toe and connect four, and who wins on which board, are
 * well known; small connect four boards are as in J. Tromp's table of sizes
 * (tromp.github.io/c4/c4.html), where 4x4, 4x5, 5x4 and 5x5 are draws.
 */
#include <stdlib.h>

#include "tests/support/played.h"

/* A set of states, each with a number beside it: open addressing, fixed size. */

typedef struct {
    size_t slots, used, size;
    unsigned char *state;
    int8_t *value; /* EMPTY where there is no state */
} book;
enum { EMPTY = 127 };

static book new_book(const pl_game *g, size_t slots)
{
    book b = {.slots = slots, .size = (size_t)g->state_size};
    b.state = malloc(slots * b.size);
    b.value = malloc(slots);
    assert_non_null(b.state);
    assert_non_null(b.value);
    memset(b.value, EMPTY, slots);
    return b;
}

static void free_book(book *b)
{
    free(b->state);
    free(b->value);
}

/* Where the state is, or would be. */
static size_t look(const book *b, const void *s)
{
    size_t i = pl_hash(s, b->size) % b->slots;
    while (b->value[i] != EMPTY && memcmp(b->state + i * b->size, s, b->size))
        i = (i + 1) % b->slots;
    return i;
}

static void enter(book *b, const void *s, int value)
{
    size_t i = look(b, s);
    if (b->value[i] == EMPTY && ++b->used > b->slots / 2) fail_msg("the book is too small");
    memcpy(b->state + i * b->size, s, b->size);
    b->value[i] = (int8_t)value;
}

/* Tic-tac-toe, all of it. */

typedef struct {
    const pl_game *g;
    book seen;
    int64_t nodes, ends[3]; /* ends: lost, drawn, won by the first player */
    double chance[3];       /* the same under uniform play */
} census;

static void visit(census *c, const void *s, double weight)
{
    pl_state next;
    pl_move m[9];
    double score[2];
    c->nodes++;
    enter(&c->seen, s, 0);
    if (c->g->turn(s) == PL_OVER) {
        c->g->score(s, score);
        near(score[0] + score[1], 0, 1e-12);
        c->ends[(int)score[0] + 1]++;
        c->chance[(int)score[0] + 1] += weight;
        return;
    }
    for (int i = 0, n = c->g->moves(s, m); i < n; i++) {
        memcpy(&next, s, (size_t)c->g->state_size);
        c->g->apply(&next, m[i]);
        visit(c, &next, weight / n);
    }
}

static void tictactoe_counts(void **unused)
{
    (void)unused;
    census c = {.g = must_open("tictactoe")};
    pl_state s;
    c.seen = new_book(c.g, 16384);
    pl_start(c.g, &s);
    visit(&c, &s, 1);
    assert_int_equal(c.nodes, 549946);
    assert_int_equal(c.ends[0] + c.ends[1] + c.ends[2], 255168);
    assert_int_equal(c.ends[2], 131184);
    assert_int_equal(c.ends[0], 77904);
    assert_int_equal(c.ends[1], 46080);
    assert_int_equal(c.seen.used, 5478);
    near(c.chance[2], 737.0 / 1260, 1e-12);
    near(c.chance[0], 121.0 / 420, 1e-12);
    near(c.chance[1], 8.0 / 63, 1e-12);
    free_book(&c.seen);
    pl_close(c.g);
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

static void perfts(void **unused)
{
    (void)unused;
    static const uint64_t three[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0};
    static const uint64_t four[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    expect_perft("mnk", three, LENGTH(three));
    expect_perft("connect_four", four, LENGTH(four));
}

/* Exact values by memoised search: 1 if the seat to move can score at least
 * `least` (0 or 1), else 0.  Two such answers make a value. */

static int reaches(const pl_game *g, book *b, const void *s, int least);

/* Whether move m is enough; with ends_only, only if it ends the game at once. */
static int enough(const pl_game *g, book *b, const void *s, pl_move m, int least, int ends_only)
{
    pl_state next;
    double score[2];
    memcpy(&next, s, (size_t)g->state_size);
    g->apply(&next, m);
    if (g->turn(&next) != PL_OVER) return !ends_only && !reaches(g, b, &next, 1 - least);
    g->score(&next, score);
    return score[g->turn(s)] >= least;
}

/* Ends are tried first, then from the middle outwards: there the better moves are. */
static int reaches(const pl_game *g, book *b, const void *s, int least)
{
    pl_move m[64];
    int known = b->value[look(b, s)], found = 0;
    if (known != EMPTY) return known;
    int n = g->moves(s, m);
    for (int i = 0; i < n && !found; i++) found = enough(g, b, s, m[i], least, 1);
    for (int i = 0; i < n && !found; i++) {
        int at = n / 2 + (i % 2 ? -(i + 1) / 2 : i / 2);
        found = enough(g, b, s, m[at], least, 0);
    }
    enter(b, s, found);
    return found;
}

static int value(const char *spec, size_t slots)
{
    const pl_game *g = must_open("%s", spec);
    int sum = -1;
    pl_state s;
    pl_start(g, &s);
    for (int least = 0; least <= 1; least++) {
        book b = new_book(g, slots);
        sum += reaches(g, &b, &s, least);
        free_book(&b);
    }
    pl_close(g);
    return sum;
}

static void mnk_values(void **unused)
{
    (void)unused;
    assert_int_equal(value("mnk", 16384), 0);
    assert_int_equal(value("mnk(m=4,n=3,k=3)", 1 << 16), 1);
    assert_int_equal(value("mnk(m=3,n=4,k=3)", 1 << 16), 1);
    assert_int_equal(value("mnk(m=4,n=4,k=3)", 1 << 18), 1);
    assert_int_equal(value("mnk(m=4,n=4,k=4)", 1 << 22), 0);
    assert_int_equal(value("mnk(m=2,n=2,k=2)", 64), 1);
    assert_int_equal(value("mnk(m=1,n=1,k=1)", 64), 1);
}

static void connect4_values(void **unused)
{
    (void)unused;
    assert_int_equal(value("connect4(rows=4,cols=4)", 1 << 18), 0);
    assert_int_equal(value("connect4(rows=5,cols=4)", 1 << 20), 0);
    assert_int_equal(value("connect4(rows=4,cols=5)", 1 << 20), 0);
    assert_int_equal(value("connect4(rows=5,cols=5)", 1 << 22), 0);
    assert_int_equal(value("connect4(rows=3,cols=4,k=3)", 1 << 16), 1);
    assert_int_equal(value("connect4(rows=2,cols=2,k=2)", 64), 1);
}

/* A board read from what a game prints, and a slow look at all its lines. */

typedef struct {
    int m, n, k, exact;
    char cell[32][32]; /* row 0 at the top */
} board;

static board read_board(const pl_game *g, const void *s, board b)
{
    char text[2048];
    const char *at = text;
    int used = g->json(s, text, sizeof text);
    assert_true(used > 0 && used < (int)sizeof text);
    for (int row = 0; row < b.n; row++)
        for (int col = 0; col < b.m; at++)
            if (strchr("XO.", *at)) b.cell[row][col++] = *at;
    return b;
}

static int inside(const board *b, int row, int col)
{
    return row >= 0 && row < b->n && col >= 0 && col < b->m;
}

static int is(const board *b, int row, int col, char who)
{
    return inside(b, row, col) && b->cell[row][col] == who;
}

/* Whether k stones follow each other, and no other of the kind before or after
 * them if that counts. */
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

static int is_full(const board *b)
{
    for (int row = 0; row < b->n; row++)
        if (memchr(b->cell[row], '.', (size_t)b->m)) return 0;
    return 1;
}

/* Whether the game says of s what the board does. */
static void expect_outcome(const pl_game *g, const void *s, const board *b, int plies)
{
    int x = has_line(b, 'X'), o = has_line(b, 'O');
    double score[2];
    if (!x && !o && !is_full(b)) {
        assert_int_equal(g->turn(s), plies % 2);
        return;
    }
    assert_int_equal(g->turn(s), PL_OVER);
    g->score(s, score);
    near(score[0], x - o, 1e-12);
    near(score[1], o - x, 1e-12);
    near(g->value(s, 0), x - o, 1e-12);
}

static void expect_tensor(const pl_game *g, const void *s, const board *b, int seat)
{
    static uint8_t out[2 * 32 * 32];
    assert_int_equal(pl_tensor_size(g), 2 * b->m * b->n);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < b->m * b->n; i++) {
        char c = b->cell[i / b->m][i % b->m];
        assert_int_equal(out[i], c == "XO"[seat]);
        assert_int_equal(out[b->m * b->n + i], c == "OX"[seat]);
    }
}

/* The stone that a move puts down, by the rules in words: in connect four the
 * lowest empty cell of a column. */
static void put(board *b, const char *game, pl_move m, char who)
{
    int row = m / b->m, col = m % b->m;
    if (!strcmp(game, "connect4"))
        for (row = b->n - 1, col = m; b->cell[row][col] != '.'; row--) continue;
    b->cell[row][col] = who;
}

static void expect_moves(const pl_game *g, const void *s, const board *b)
{
    pl_move m[PL_MOVES_MAX];
    int n = g->moves(s, m), top = strcmp(g->name, "mnk") ? 1 : b->n, k = 0;
    for (int i = 0; i < top * b->m; i++)
        if (b->cell[i / b->m][i % b->m] == '.') assert_int_equal(m[k++], i);
    assert_int_equal(n, k);
    if (g->legal) assert_int_equal(pl_count(g->legal(s)), n);
}

/* Play at random; at every step the game and the slow board must agree. */
static void play(const pl_game *g, board b, pl_rng *r)
{
    pl_state s;
    pl_start(g, &s);
    b = read_board(g, &s, b);
    for (int plies = 0; g->turn(&s) != PL_OVER; plies++) {
        expect_moves(g, &s, &b);
        double v = g->value(&s, plies % 2);
        assert_true(v > -1 && v < 1);
        near(g->value(&s, 1 - plies % 2), -v, 1e-12);
        pl_move move = pl_any(g, &s, r);
        g->apply(&s, move);
        put(&b, g->name, move, "XO"[plies % 2]);
        board shown = read_board(g, &s, b);
        assert_memory_equal(&shown, &b, sizeof b);
        expect_outcome(g, &s, &b, plies + 1);
        expect_tensor(g, &s, &b, plies % 2);
    }
}

/* Shapes with m * n up to 64 and above, thin ones, and the longest lines. */
static void mnk_against_slow_board(void **unused)
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
        board b = {.m = x[0], .n = x[1], .k = x[2], .exact = exact};
        assert_int_equal(g->legal != NULL, x[0] * x[1] <= 64);
        for (int game = 0; game < x[3]; game++) play(g, b, &r);
        pl_close(g);
    }
}

static void connect4_against_slow_board(void **unused)
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
        board b = {.m = x[1], .n = x[0], .k = x[2]};
        for (int game = 0; game < x[3]; game++) play(g, b, &r);
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

/* Where X has just closed a gap between these cells of one line, with O's stones
 * out of the way: is it over? */
static int over_with(const char *spec, const char *line)
{
    const pl_game *g = must_open("%s", spec);
    pl_state s;
    play_line(g, &s, line);
    int over = g->turn(&s) == PL_OVER;
    pl_close(g);
    return over;
}

/* Six in a row win in freestyle gomoku, not in the standard game; five do in both,
 * also where the same stone makes six elsewhere. */
static void overlines(void **unused)
{
    (void)unused;
    const char *six = "a8 a1 b8 c1 c8 e1 e8 g1 f8 a3 d8";
    const char *five = "a8 a1 b8 c1 c8 e1 e8 g1 d8";
    const char *both = "a8 a1 b8 c1 c8 e1 e8 g1 f8 a3 d7 c3 d6 e3 d5 g3 d4 h2 d8";
    static const char *const freestyle[] = {"mnk(m=8,n=8,k=5)", "freestyle_gomoku"};
    static const char *const standard[] = {"mnk(m=8,n=8,k=5,exact=1)", "gomoku"};
    for (int i = 0; i < 2; i++) {
        assert_true(over_with(freestyle[i], six));
        assert_false(over_with(standard[i], six));
        assert_true(over_with(freestyle[i], five));
        assert_true(over_with(standard[i], five));
        assert_true(over_with(standard[i], both));
    }
}

static void equal_positions_are_equal_bytes(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"mnk", "mnk(m=9,n=9,k=5)", "connect4"};
    static const pl_move one[] = {0, 1, 2, 3}, two[] = {2, 3, 0, 1};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open("%s", specs[i]);
        pl_state a, b;
        pl_start(g, &a);
        pl_start(g, &b);
        for (int k = 0; k < 4; k++) {
            g->apply(&a, one[k]);
            g->apply(&b, two[k]);
        }
        assert_memory_equal(&a, &b, (size_t)g->state_size);
        pl_close(g);
    }
}

static void expect_text(const char *spec, const pl_move *m, int n, const char *names,
                        const char *shown, const char *json)
{
    const pl_game *g = must_open("%s", spec);
    char text[512], said[64] = "";
    pl_state s;
    pl_start(g, &s);
    for (int i = 0; i < n; i++) {
        g->say(&s, m[i], text, sizeof text);
        assert_int_equal(pl_parse(g, &s, text), m[i]);
        strcat(strcat(said, text), " ");
        g->apply(&s, m[i]);
    }
    assert_string_equal(said, names);
    assert_int_equal(g->show(&s, text, sizeof text), strlen(shown));
    assert_string_equal(text, shown);
    assert_int_equal(g->json(&s, text, sizeof text), strlen(json));
    assert_string_equal(text, json);
    assert_int_equal(g->json(&s, NULL, 0), strlen(json));
    pl_close(g);
}

static void texts(void **unused)
{
    (void)unused;
    expect_text("mnk", (pl_move[]){0, 4, 8}, 3, "a3 b2 c1 ",
                " 3 X . .\n 2 . O .\n 1 . . X\n   a b c", "{\"board\":[\"X..\",\".O.\",\"..X\"]}");
    expect_text(
        "mnk(m=4,n=17,k=3)", (pl_move[]){3}, 1, "d17 ",
        "17 . . . X\n16 . . . .\n15 . . . .\n14 . . . .\n13 . . . .\n12 . . . .\n"
        "11 . . . .\n10 . . . .\n 9 . . . .\n 8 . . . .\n 7 . . . .\n 6 . . . .\n"
        " 5 . . . .\n 4 . . . .\n 3 . . . .\n 2 . . . .\n 1 . . . .\n   a b c d",
        "{\"board\":[\"...X\",\"....\",\"....\",\"....\",\"....\",\"....\",\"....\",\"....\","
        "\"....\",\"....\",\"....\",\"....\",\"....\",\"....\",\"....\",\"....\",\"....\"]}");
    expect_text("connect4(rows=2,cols=3,k=3)", (pl_move[]){1, 1, 2}, 3, "b b c ",
                ". O .\n. X X\na b c", "{\"board\":[\".O.\",\".XX\"]}");
}

static void bad_parameters(void **unused)
{
    (void)unused;
    refused("mnk(k=4)", "k must be at most the longer of m and n");
    refused("mnk(m=20)", "1..19");
    refused("mnk(n=0)", "1..19");
    refused("tictactoe(k=0)", "1..19");
    refused("connect4(rows=8,cols=8)", "(rows + 1) * cols must be at most 64");
    refused("connect4(rows=31,cols=3)", "(rows + 1) * cols must be at most 64");
    refused("connect4(k=8)", "k must be at most the longer of rows and cols");
    refused("connect4(rows=32)", "1..31");
    refused("connect4(cols=27)", "1..26");
    refused("rps(hands=5)", "takes no parameters");
}

/* A seat that looks one move ahead by value() should beat one that does not. */
static void value_helps(void **unused)
{
    (void)unused;
    value_is_worth("mnk(m=5,n=5,k=4)", 80);
    value_is_worth("connect4", 80);
}

static void rps_outcomes(void **unused)
{
    (void)unused;
    static const int first[3][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
    const pl_game *g = must_open("rock_paper_scissors");
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            pl_state s, view, start;
            double score[2];
            pl_start(g, &start);
            pl_start(g, &s);
            g->apply(&s, a);
            pl_view(g, &s, 1, &view);
            g->apply(&start, 2 - a);
            pl_view(g, &start, 1, &start);
            assert_memory_equal(&view, &start, (size_t)g->state_size); /* a is not told */
            g->apply(&s, b);
            pl_view(g, &s, PL_PUBLIC, &view);
            assert_memory_equal(&view, &s, (size_t)g->state_size); /* all is told */
            assert_int_equal(g->turn(&s), PL_OVER);
            g->score(&s, score);
            near(score[0], first[a][b], 1e-12);
            near(score[1], -first[a][b], 1e-12);
        }
    pl_close(g);
}

static void small_states(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int bytes;
    } limits[] = {{"rps", 8}, {"mnk", 32}, {"mnk(m=8,n=8,k=5)", 32}, {"connect4", 24}};
    for (size_t i = 0; i < LENGTH(limits); i++) {
        const pl_game *g = must_open("%s", limits[i].spec);
        assert_true(g->state_size <= limits[i].bytes);
        pl_close(g);
    }
}

int test_boards(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_counts),
        cmocka_unit_test(perfts),
        cmocka_unit_test(mnk_values),
        cmocka_unit_test(connect4_values),
        cmocka_unit_test(mnk_against_slow_board),
        cmocka_unit_test(connect4_against_slow_board),
        cmocka_unit_test(mnk_every_line),
        cmocka_unit_test(overlines),
        cmocka_unit_test(equal_positions_are_equal_bytes),
        cmocka_unit_test(texts),
        cmocka_unit_test(bad_parameters),
        cmocka_unit_test(value_helps),
        cmocka_unit_test(rps_outcomes),
        cmocka_unit_test(small_states),
    };
    return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
