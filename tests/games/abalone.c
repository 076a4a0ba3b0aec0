/* abalone.c -- Abalone against a slow twin that looks at rows and diagonals of
 * characters, tries every line of marbles in every direction, and moves them
 * one by one.
 *
 * Fact to check: the standard start has 44 moves, the Belgian daisy 52 and the
 * German daisy 80; other programs have the same.
 */
#include <stdlib.h>

#include "tests/support/played.h"

/* The slow twin: cell[row][diagonal] is '.', '@', 'O', or 0 off the board; a
 * margin of two cells is round it. */

enum { MARGIN = 2, SIDE = 9 + 2 * MARGIN, LIST = 420 };

typedef struct {
    char cell[SIDE][SIDE];
    int turn, rest, wins, off[2];
} twin;

typedef struct {
    int count;
    char name[LIST][8];
} list;

/* Three axes, and their opposites: along a row, up to the right, up to the left. */
static const int way[6][2] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};

/* From rows i to a, parted by blanks. */
static twin drawn(const char *rows, int wins, int rest)
{
    twin t = {.wins = wins, .rest = rest};
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

static int is_own(const twin *t, const row_of *x)
{
    for (int i = 0; i < x->count; i++)
        if (t->cell[x->row + i * way[x->axis][0]][x->d + i * way[x->axis][1]] != "@O"[t->turn])
            return 0;
    return 1;
}

/* Whether the line may go sideways: all cells beside it are empty. */
static int goes_aside(const twin *t, const row_of *x, int w)
{
    for (int i = 0; i < x->count; i++) {
        int row = x->row + i * way[x->axis][0] + way[w][0];
        if (t->cell[row][x->d + i * way[x->axis][1] + way[w][1]] != '.') return 0;
    }
    return 1;
}

/* Whether the line, which begins at its last marble, may go on ahead. */
static int goes_ahead(const twin *t, const row_of *x)
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

static void add(list *l, const row_of *x, int w)
{
    char from[3], end[3] = "", to[3];
    say(from, x->row, x->d);
    say(to, x->row + way[w][0], x->d + way[w][1]);
    if (w % 3 != x->axis % 3)
        say(end, x->row + (x->count - 1) * way[x->axis][0],
            x->d + (x->count - 1) * way[x->axis][1]);
    snprintf(l->name[l->count++], sizeof *l->name, "%s%s%s", from, end, to);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static list twin_moves(const twin *t)
{
    list l = {0};
    for (int cell = 0; cell < 81; cell++)
        for (int count = 1; count <= 3; count++)
            for (int axis = 0; axis < 6; axis++) {
                row_of x = {cell / 9 + MARGIN, cell % 9 + MARGIN, count, axis};
                if (!is_own(t, &x)) continue;
                if (goes_ahead(t, &x)) add(&l, &x, axis);
                for (int w = 0; w < 6; w++)
                    if (axis < 3 && count > 1 && w % 3 != axis && goes_aside(t, &x, w))
                        add(&l, &x, w);
            }
    if (!l.count) strcpy(l.name[l.count++], "pass");
    qsort(l.name, (size_t)l.count, sizeof *l.name, by_name);
    return l;
}

/* Move the marble of a cell a step; what stands there goes on first. */
static void shove(twin *t, int row, int d, const int *w)
{
    char marble = t->cell[row][d], *to = &t->cell[row + w[0]][d + w[1]];
    if (*to && *to != '.') shove(t, row + w[0], d + w[1], w);
    t->cell[row][d] = '.';
    if (*to) *to = marble;
    else t->off[marble == 'O']++;
}

static void twin_play(twin *t, const char *name)
{
    size_t n = strlen(name);
    int row = name[0] - 'a' + MARGIN, d = name[1] - '1' + MARGIN;
    int w[2] = {name[n - 2] - name[0], name[n - 1] - name[1]};
    int down = n == 6 ? name[2] - name[0] : 0, right = n == 6 ? name[3] - name[1] : 0;
    int more = abs(down) > abs(right) ? abs(down) : abs(right);
    for (int i = 0; strcmp(name, "pass") && i <= more; i++)
        shove(t, row + (more ? i * down / more : 0), d + (more ? i * right / more : 0), w);
    t->turn = 1 - t->turn;
    t->rest--;
}

static int twin_over(const twin *t)
{
    return t->rest == 0 || t->off[0] == t->wins || t->off[1] == t->wins;
}

static uint64_t twin_perft(const twin *t, int depth)
{
    uint64_t sum = 0;
    if (depth == 0) return 1;
    if (twin_over(t)) return 0;
    list l = twin_moves(t);
    for (int i = 0; depth > 1 && i < l.count; i++) {
        twin then = *t;
        twin_play(&then, l.name[i]);
        sum += twin_perft(&then, depth - 1);
    }
    return depth == 1 ? (uint64_t)l.count : sum;
}

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

static void counts(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LENGTH(starts); i++) {
        char spec[PL_SPEC_MAX];
        pl_state s;
        twin t = drawn(starts[i].rows, 6, 2000);
        snprintf(spec, sizeof spec, "abalone(layout=%s)", starts[i].name);
        const pl_game *g = must_open(spec);
        pl_start(g, &s);
        for (int depth = 0; depth < 4; depth++) {
            assert_int_equal(pl_perft(g, &s, depth), starts[i].lines[depth]);
            assert_int_equal(twin_perft(&t, depth), starts[i].lines[depth]);
        }
        pl_close(g);
    }
}

/* Games at random, side by side. */

static void expect_moves(const pl_game *g, const void *s, const list *due)
{
    pl_move m[PL_MOVES_MAX];
    list l = {.count = g->moves(s, m)};
    assert_int_equal(l.count, due->count);
    for (int i = 0; i < l.count; i++) assert_in_range(g->say(s, m[i], l.name[i], 8), 4, 6);
    qsort(l.name, (size_t)l.count, sizeof *l.name, by_name);
    for (int i = 0; i < l.count; i++) assert_string_equal(l.name[i], due->name[i]);
}

static void expect_tensor(const pl_game *g, const void *s, const twin *t, int seat)
{
    uint8_t out[2 * 81 + 2 + 14];
    assert_int_equal(pl_tensor_size(g), sizeof out);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < 162; i++) {
        char c = t->cell[i % 81 / 9 + MARGIN][i % 9 + MARGIN];
        assert_int_equal(out[i], c == "@O@"[seat + i / 81]);
    }
    for (int i = 0; i < 2; i++) assert_int_equal(out[162 + i], t->off[seat ^ i]);
    for (int i = 0; i < 14; i++) assert_int_equal(out[164 + i], t->rest >> i & 1);
}

static void expect_end(const pl_game *g, const void *s, const twin *t)
{
    double score[2], due = (t->off[1] == t->wins) - (t->off[0] == t->wins);
    assert_int_equal(g->turn(s), PL_OVER);
    g->score(s, score);
    assert_true(score[0] == due && score[1] == -due);
    assert_true(g->value(s, 0) == due && g->value(s, 1) == -due);
}

/* Returns how many marbles were pushed off. */
static int play(const pl_game *g, twin t, pl_rng *r)
{
    pl_state s;
    pl_start(g, &s);
    while (!twin_over(&t)) {
        list l = twin_moves(&t);
        const char *name = l.name[pl_below(r, l.count)];
        assert_int_equal(g->turn(&s), t.turn);
        expect_moves(g, &s, &l);
        expect_tensor(g, &s, &t, t.turn);
        double v = g->value(&s, 0);
        assert_true(v > -1 && v < 1 && fabs(v + g->value(&s, 1)) < 1e-12);
        g->apply(&s, pl_parse(g, &s, name));
        twin_play(&t, name);
    }
    expect_end(g, &s, &t);
    return t.off[0] + t.off[1];
}

static void random_games(void **unused)
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
        char spec[PL_SPEC_MAX];
        twin t = drawn(starts[row[i].start].rows, row[i].wins, row[i].rest);
        snprintf(spec, sizeof spec, "abalone(layout=%s,marbles=%d,limit=%d)",
                 starts[row[i].start].name, row[i].wins, row[i].rest);
        const pl_game *g = must_open(spec);
        for (int k = 0; k < row[i].games; k++) off += play(g, t, &r);
        pl_close(g);
    }
    assert_true(off > 50);
}

/* Positions by hand.  A state begins with the marbles of both, a word each;
 * cell (row, diagonal) is bit 13 row + diagonal modulo 61. */
static void place(const pl_game *g, pl_state *s, const char *rows)
{
    uint64_t marbles[2] = {0, 0};
    twin t = drawn(rows, 6, 2000);
    for (int i = 0; i < 81; i++) {
        char c = t.cell[i / 9 + MARGIN][i % 9 + MARGIN];
        if (c == '@' || c == 'O') marbles[c == 'O'] |= (uint64_t)1 << (13 * (i / 9) + i % 9) % 61;
    }
    pl_start(g, s);
    memcpy(s, marbles, sizeof marbles);
    list l = twin_moves(&t);
    expect_moves(g, s, &l);
}

static int legal(const char *rows, const char *name)
{
    const pl_game *g = must_open("abalone");
    pl_state s;
    place(g, &s, rows);
    int found = pl_parse(g, &s, name) != PL_ILLEGAL;
    pl_close(g);
    return found;
}

/* Along row e, what stands on it, and who may push from e1. */
static int pushes(const char *e, const char *name)
{
    char rows[80];
    snprintf(rows, sizeof rows, "..... ...... ....... ........ %s ........ ....... ...... .....",
             e);
    return legal(rows, name);
}

static void sumito(void **unused)
{
    (void)unused;
    assert_true(pushes("@@O......", "e1e2"));
    assert_true(pushes("@@@O.....", "e1e2"));
    assert_true(pushes("@@@OO....", "e1e2"));
    assert_false(pushes("@O.......", "e1e2")); /* one pushes nobody */
    assert_false(pushes("@@OO.....", "e1e2")); /* nor two two */
    assert_false(pushes("@@@OOO...", "e1e2")); /* nor three three */
    assert_false(pushes("@@@@.....", "e1e2")); /* four do not move */
    assert_true(pushes("@@@@.....", "e2e3"));
    assert_false(pushes("@@@@OOO..", "e1e2"));
    assert_false(pushes("@@O@.....", "e1e2")); /* an own one behind the other's */
    assert_false(pushes("@@@OO@...", "e1e2"));
    assert_false(pushes("@@@O@....", "e1e2"));
    assert_false(pushes("@@.O.....", "e2e1")); /* not backwards over the edge */
    assert_true(pushes("......@@O", "e7e8"));  /* over the edge */
    assert_true(pushes("....@@@OO", "e5e6"));
    assert_false(pushes(".......@O", "e8e9"));
    assert_false(pushes("......@@@", "e7e8")); /* own ones are never pushed off */
    assert_true(pushes("......@@@", "e9e8"));
    assert_true(pushes("@@.O.....", "e1e2")); /* a gap: no push, a step */
}

static void broadside(void **unused)
{
    (void)unused;
    static const char open[] =
        "..... ...... ....... ........ ...@@@... ........ ....... ...... .....";
    static const char shut[] =
        "..... ...... ....... ....O... ...@@@... ........ ....... ...... .....";
    assert_true(legal(open, "e4e6f4") && legal(open, "e4e6f5"));
    assert_true(legal(open, "e4e5f4") && legal(open, "e5e6d5") && legal(open, "e4e6d3"));
    assert_false(legal(open, "e6e4f6")); /* the lower end comes first */
    assert_false(legal(shut, "e4e6f5")); /* f6 is taken; sideways nobody is pushed */
    assert_false(legal(shut, "e4e6f6"));
    assert_true(legal(shut, "e4e5f4"));
    assert_true(legal(shut, "e4e6d4"));
}

/* Ten behind twelve: nobody of them can go anywhere. */
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

/* The shortest way to lose in the Belgian daisy, followed by hand. */
static void a_game_by_hand(void **unused)
{
    (void)unused;
    static const char end[] = "    i O O . @ @\n"
                              "   h O O O @ @ @\n"
                              "  g . O O . @ @ .\n"
                              " f . . . . . . . .\n"
                              "e . . . . . . . . .\n"
                              " d . . . . . . . . 9\n"
                              "  c . @ @ . . O . 8\n"
                              "   b @ @ @ O O O 7\n"
                              "    a . @ O O O 6\n"
                              "       1 2 3 4 5\n"
                              "pushed off: @ 1 O 0";
    const pl_game *g = must_open("abalone(layout=belgian_daisy,marbles=1)");
    pl_state s;
    char text[PL_SHOW_MAX];
    double score[2];
    pl_start(g, &s);
    g->apply(&s, pl_parse(g, &s, "a1a2"));
    g->apply(&s, pl_parse(g, &s, "c5b4"));
    assert_int_equal(g->turn(&s), PL_OVER);
    g->show(&s, text, sizeof text);
    assert_string_equal(text, end);
    g->json(&s, text, sizeof text);
    assert_string_equal(text, "{\"board\":[\"OO.@@\",\"OOO@@@\",\".OO.@@.\",\"........\","
                              "\".........\",\"........\",\".@@..O.\",\"@@@OOO\",\".@OOO\"],"
                              "\"pushed_off\":[1,0],\"rest\":1998}");
    g->score(&s, score);
    assert_true(score[0] == -1 && score[1] == 1);
    pl_close(g);
}

static void refusals(void **unused)
{
    (void)unused;
    refused("abalone(layout=french)", "layout");
    refused("abalone(marbles=7)", "marbles");
    refused("abalone(limit=0)", "limit");
}

int test_abalone(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),
        cmocka_unit_test(random_games),
        cmocka_unit_test(sumito),
        cmocka_unit_test(broadside),
        cmocka_unit_test(no_move_is_a_pass),
        cmocka_unit_test(a_game_by_hand),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
