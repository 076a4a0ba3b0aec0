/* quoridor.c -- Quoridor against a slow twin: a drawing of cells and grooves,
 * where walls are put down square by square and paths are walked cell by cell.
 *
 * Fact to check: on k * k places for walls there are 3 + 2k^2 first moves, and
 * after two walls, one of each player, 4k^4 - 8k^2 + 4k boards, orders counted.
 */
#include <stdlib.h>

#include "tests/support/played.h"

/* The slow twin.  Cell (row, col) is square (2 row, 2 col) of the drawing; the
 * squares with an odd place are grooves, and hold '#' where a wall lies. */

enum { SIDE = 11, DRAWN = 2 * SIDE - 1, LIST = 300 };

typedef struct {
    int n, players, turn, rest, winner;
    int row[4], col[4], left[4];
    char drawn[DRAWN][DRAWN];
    char wall[2][SIDE][SIDE]; /* put up here, across or along */
} twin;

typedef struct {
    int count;
    char name[LIST][16];
} list;

static twin new_twin(int n, int walls, int players, int rest)
{
    int middle = (n - 1) / 2, other = n - 1 - middle, last = n - 1;
    int row[4] = {0, other, last, middle}, col[4] = {middle, 0, other, last};
    twin t = {.n = n, .players = players, .rest = rest, .winner = -1};
    for (int i = 0; i < players; i++) {
        int home = players == 2 ? 2 * i : i;
        t.row[i] = row[home];
        t.col[i] = col[home];
        t.left[i] = walls;
    }
    return t;
}

static int on_board(const twin *t, int row, int col)
{
    return row >= 0 && row < t->n && col >= 0 && col < t->n;
}

static int is_open(const twin *t, int row, int col, int down, int right)
{
    return on_board(t, row + down, col + right) && !t->drawn[2 * row + down][2 * col + right];
}

static int occupied(const twin *t, int row, int col)
{
    for (int i = 0; i < t->players; i++)
        if (t->row[i] == row && t->col[i] == col) return 1;
    return 0;
}

static int at_goal(const twin *t, int seat, int row, int col)
{
    int home = t->players == 2 ? 2 * seat : seat;
    return home == 0   ? row == t->n - 1
           : home == 1 ? col == t->n - 1
           : home == 2 ? row == 0
                       : col == 0;
}

static int walk_on(const twin *t, int seat, int row, int col, char seen[SIDE][SIDE])
{
    if (seen[row][col]) return 0;
    seen[row][col] = 1;
    return at_goal(t, seat, row, col) ||
           (is_open(t, row, col, 1, 0) && walk_on(t, seat, row + 1, col, seen)) ||
           (is_open(t, row, col, 0, 1) && walk_on(t, seat, row, col + 1, seen)) ||
           (is_open(t, row, col, -1, 0) && walk_on(t, seat, row - 1, col, seen)) ||
           (is_open(t, row, col, 0, -1) && walk_on(t, seat, row, col - 1, seen));
}

static int all_have_ways(const twin *t)
{
    for (int i = 0; i < t->players; i++) {
        char seen[SIDE][SIDE] = {{0}};
        if (!walk_on(t, i, t->row[i], t->col[i], seen)) return 0;
    }
    return 1;
}

/* The squares of a wall: three in a line. */
static void draw_wall(twin *t, int row, int col, char lie)
{
    t->wall[lie == 'v'][row][col] = 1;
    for (int i = -1; i <= 1; i++)
        t->drawn[2 * row + 1 + (lie == 'v') * i][2 * col + 1 + (lie == 'h') * i] = '#';
}

static int wall_fits(const twin *t, int row, int col, char lie)
{
    twin then = *t;
    for (int i = -1; i <= 1; i++)
        if (t->drawn[2 * row + 1 + (lie == 'v') * i][2 * col + 1 + (lie == 'h') * i]) return 0;
    draw_wall(&then, row, col, lie);
    return all_have_ways(&then);
}

/* Whether the pawn to move may go to a cell: by a step, or over one pawn. */
static int pawn_goes(const twin *t, int row, int col)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int from_row = t->row[t->turn], from_col = t->col[t->turn];
    if (occupied(t, row, col)) return 0;
    for (int d = 0; d < 4; d++) {
        int down = step[d][0], right = step[d][1], r = from_row + down, c = from_col + right;
        if (!is_open(t, from_row, from_col, down, right)) continue;
        if (r == row && c == col) return 1;
        if (!occupied(t, r, c)) continue;
        int straight = is_open(t, r, c, down, right) && !occupied(t, r + down, c + right);
        for (int e = 0; e < 4; e++) {
            int ahead = e == d, back = e == (d + 2) % 4;
            if (back || ahead != straight || !is_open(t, r, c, step[e][0], step[e][1])) continue;
            if (r + step[e][0] == row && c + step[e][1] == col) return 1;
        }
    }
    return 0;
}

static void add(list *l, int row, int col, const char *lie)
{
    snprintf(l->name[l->count++], sizeof *l->name, "%c%d%s", 'a' + col, row + 1, lie);
}

static list twin_moves(const twin *t)
{
    list l = {0};
    for (int i = 0; i < t->n * t->n; i++)
        if (pawn_goes(t, i / t->n, i % t->n)) add(&l, i / t->n, i % t->n, "");
    for (int lie = 0; lie < 2 && t->left[t->turn]; lie++)
        for (int row = 0; row < t->n - 1; row++)
            for (int col = 0; col < t->n - 1; col++)
                if (wall_fits(t, row, col, "hv"[lie])) add(&l, row, col, lie ? "v" : "h");
    if (!l.count) strcpy(l.name[l.count++], "pass");
    return l;
}

static void twin_play(twin *t, const char *name)
{
    int row = atoi(name + 1) - 1, col = name[0] - 'a', seat = t->turn;
    char last = name[strlen(name) - 1];
    if (last == 'h' || last == 'v') {
        draw_wall(t, row, col, last);
        t->left[seat]--;
    } else if (strcmp(name, "pass")) {
        t->row[seat] = row;
        t->col[seat] = col;
        if (at_goal(t, seat, row, col)) t->winner = seat;
    }
    t->rest--;
    t->turn = (seat + 1) % t->players;
}

static int twin_over(const twin *t)
{
    return t->winner >= 0 || t->rest == 0;
}

static uint64_t twin_perft(const twin *t, int depth)
{
    uint64_t sum = 0;
    if (depth == 0) return 1;
    if (twin_over(t)) return 0;
    list l = twin_moves(t);
    if (depth == 1) return (uint64_t)l.count;
    for (int i = 0; i < l.count; i++) {
        twin then = *t;
        twin_play(&then, l.name[i]);
        sum += twin_perft(&then, depth - 1);
    }
    return sum;
}

/* Games at random, the game and its twin side by side. */

static void expect_score(const pl_game *g, const void *s, const twin *t)
{
    double score[4];
    g->score(s, score);
    for (int i = 0; i < t->players; i++) {
        double due = t->winner < 0 ? 0 : t->winner == i ? t->players - 1 : -1;
        assert_true(fabs(score[i] - due) < 1e-12);
        assert_true(fabs(g->value(s, i) - due) < 1e-12);
    }
}

static void expect_moves(const pl_game *g, const void *s, const list *l)
{
    pl_move m[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    int n = g->moves(s, m);
    assert_int_equal(n, l->count);
    for (int i = 0; i < n; i++) {
        pl_say(g, s, m[i], name, sizeof name);
        assert_string_equal(name, l->name[i]);
    }
}

/* What the tensor should say, from the drawing. */
static void expect_tensor(const pl_game *g, const void *s, const twin *t, int seat)
{
    uint8_t out[1024], *at = out;
    assert_true(pl_tensor_size(g) <= (int)sizeof out);
    pl_tensor(g, s, seat, out);
    for (int i = 0; i < t->players; i++)
        for (int cell = 0, who = (seat + i) % t->players; cell < t->n * t->n; cell++)
            assert_int_equal(*at++, cell == t->row[who] * t->n + t->col[who]);
    for (int lie = 0; lie < 2; lie++)
        for (int row = 0; row < t->n - 1; row++)
            for (int col = 0; col < t->n; col++) assert_int_equal(*at++, t->wall[lie][row][col]);
    for (int i = 0; i < t->players; i++) assert_int_equal(*at++, t->left[(seat + i) % t->players]);
    for (int i = 0; i < t->players; i++) assert_int_equal(*at++, i == seat);
    for (int i = 0; i < 14; i++) assert_int_equal(*at++, t->rest >> i & 1);
}

/* Play one game; walls are as likely as pawn moves, so that many go up early.
 * Returns how often somebody had to pass. */
static int play(const pl_game *g, twin t, pl_rng *r)
{
    int passes = 0;
    pl_state s;
    for (pl_start(g, &s); !twin_over(&t);) {
        list l = twin_moves(&t);
        assert_int_equal(g->turn(&s), t.turn);
        expect_moves(g, &s, &l);
        expect_tensor(g, &s, &t, t.turn);
        const char *name = l.name[pl_below(r, pl_below(r, 2) && l.count > 5 ? 5 : l.count)];
        passes += !strcmp(name, "pass");
        g->apply(&s, pl_parse(g, &s, name));
        twin_play(&t, name);
    }
    assert_int_equal(g->turn(&s), PL_OVER);
    expect_score(g, &s, &t);
    return passes;
}

static void random_games(void **unused)
{
    (void)unused;
    /* size, walls each, players, plies, games */
    static const int shapes[][5] = {
        {9, 10, 2, 120, 6}, {9, 5, 4, 120, 4},  {9, 30, 2, 80, 2},  {8, 8, 2, 100, 4},
        {7, 6, 3, 100, 5},  {5, 3, 2, 60, 40},  {5, 8, 2, 60, 40},  {5, 3, 4, 60, 30},
        {4, 4, 2, 50, 60},  {4, 3, 4, 50, 60},  {3, 2, 2, 40, 200}, {3, 2, 4, 40, 300},
        {3, 1, 3, 40, 100}, {3, 0, 2, 3, 20},   {3, 0, 4, 9, 20},   {11, 15, 2, 50, 1},
        {11, 10, 4, 50, 1}, {10, 50, 3, 60, 1}, {6, 50, 2, 70, 10},
    };
    pl_rng r;
    int passes = 0;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        const int *x = shapes[i];
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "quoridor(size=%d,walls=%d,players=%d,limit=%d)", x[0], x[1],
                 x[2], x[3]);
        const pl_game *g = must_open(spec);
        for (int k = 0; k < x[4]; k++) passes += play(g, new_twin(x[0], x[1], x[2], x[3]), &r);
        pl_close(g);
    }
    assert_true(passes > 0);
}

/* Numbers. */

static uint64_t perft(const char *spec, int depth)
{
    const pl_game *g = must_open(spec);
    pl_state s;
    pl_start(g, &s);
    uint64_t n = pl_perft(g, &s, depth);
    assert_int_equal(pl_perft_plain(g, &s, depth), n);
    pl_close(g);
    return n;
}

/* Two walls close nothing off from pawns on their first cells; of the answers
 * of the second pawn four are shut by one wall each. */
static void counts_by_formula(void **unused)
{
    (void)unused;
    for (int size = 5; size <= 11; size += 2) {
        char spec[PL_SPEC_MAX];
        uint64_t k = (uint64_t)size - 1, walls = 2 * k * k,
                 pairs = 4 * k * k * k * k - 8 * k * k + 4 * k;
        snprintf(spec, sizeof spec, "quoridor(size=%d)", size);
        assert_int_equal(perft(spec, 1), 3 + walls);
        assert_int_equal(perft(spec, 2), 3 * (3 + walls) + pairs + (3 * walls - 4));
    }
    assert_int_equal(perft("quoridor", 1), 131);
    assert_int_equal(perft("quoridor", 2), 16677);
}

static void counts_by_twin(void **unused)
{
    (void)unused;
    static const struct {
        int n, walls, players, depth;
        uint64_t lines;
    } row[] = {
        {3, 1, 2, 6, 9002}, {3, 2, 2, 5, 5378}, {4, 2, 2, 4, 55206}, {5, 3, 2, 3, 31540},
        {3, 1, 4, 5, 4265}, {4, 2, 3, 3, 4595}, {3, 2, 3, 5, 4652},  {9, 10, 2, 3, 2062264},
    };
    for (size_t i = 0; i < LENGTH(row); i++) {
        char spec[PL_SPEC_MAX];
        twin t = new_twin(row[i].n, row[i].walls, row[i].players, 1000);
        snprintf(spec, sizeof spec, "quoridor(size=%d,walls=%d,players=%d)", row[i].n, row[i].walls,
                 row[i].players);
        assert_int_equal(twin_perft(&t, row[i].depth), row[i].lines);
        assert_int_equal(perft(spec, row[i].depth), row[i].lines);
    }
}

/* Positions by hand: the moves that lead there, and where the pawn may go. */

static void expect_steps(const char *spec, const char *moves, const char *steps)
{
    const pl_game *g = must_open(spec);
    pl_state s;
    pl_move m[PL_MOVES_MAX];
    char text[256] = "";
    size_t used = 0;
    play_line(g, &s, moves);
    for (int i = 0, n = g->moves(&s, m); i < n; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, &s, m[i], name, sizeof name);
        if (!strchr("hv", name[strlen(name) - 1]))
            used += (size_t)snprintf(text + used, sizeof text - used, used ? " %s" : "%s", name);
    }
    assert_string_equal(text, steps);
    pl_close(g);
}

/* The first two pawns meet in the middle: the south's on e5, the north's on e6. */
#define MET "e2 e8 e3 e7 e4 e6 e5"

static void pawns_jump(void **unused)
{
    (void)unused;
    expect_steps("quoridor", MET, "e4 d6 f6 e7");
    expect_steps("quoridor", MET " e5h", "e4 d5 f5");           /* a wall between them */
    expect_steps("quoridor", MET " e4h", "d5 f5 e7");           /* a wall behind oneself */
    expect_steps("quoridor", MET " e4h a8h", "d5 f5 d6 f6 e7"); /* behind the other: aside */
    expect_steps("quoridor", MET " e4h d4v", "f5 d6 f6 e7");    /* and one side shut */
    expect_steps("quoridor", MET " e4h d4v e5v a1h", "d6 e7");  /* and the other, too */
    expect_steps("quoridor(size=3,walls=1)", "b2", "b1 a3 c3");
    expect_steps("quoridor(size=3,walls=1)", "b2 a1v", "b1 c2 a3 c3"); /* the edge behind */
    expect_steps("quoridor(size=5)", "b1 b5 b2 a5 b3 a4 d1h a3", "a2 b2 c3 a4 b4");
}

/* Three in a row: nobody jumps two, but goes aside. */
static void pawns_of_four_jump(void **unused)
{
    (void)unused;
    expect_steps("quoridor(size=5,players=4)", "", "b1 d1 c2");
    expect_steps("quoridor(size=5,players=4)", "c2", "a2 b3 a4");
    expect_steps("quoridor(size=5,players=4)", "c2 b3 c4 d3 c3", "b2 c2 a3 b4");
    expect_steps("quoridor(size=5,players=4)", "c2 b3 c4 d3 c3 a3", "c2 b4 d4 c5");
}

static void expect_walls(const char *moves, const char *legal, const char *illegal)
{
    const pl_game *g = must_open("quoridor");
    pl_state s;
    char copy[256], *word;
    play_line(g, &s, moves);
    snprintf(copy, sizeof copy, "%s", legal);
    for (word = strtok(copy, " "); word; word = strtok(NULL, " "))
        if (pl_parse(g, &s, word) == PL_ILLEGAL) fail_msg("%s is legal in %s", word, moves);
    snprintf(copy, sizeof copy, "%s", illegal);
    for (word = strtok(copy, " "); word; word = strtok(NULL, " "))
        if (pl_parse(g, &s, word) != PL_ILLEGAL) fail_msg("%s is not legal in %s", word, moves);
    pl_close(g);
}

static void walls_have_room(void **unused)
{
    (void)unused;
    expect_walls("e3h", "c3h g3h d3v f3v e2v e4v e2h e4h", "e3h d3h f3h e3v");
    expect_walls("e3v", "e1v e5v d3v f3v d3h f3h e2h e4h", "e3v e2v e4v e3h");
    expect_walls("", "a1h h8h a1v h8v", "i1h i8v a9h h9v i9h j1h a0v e1 e3");
}

/* A row of walls leaves a gap at its end, and a wall along it makes that a
 * corridor: it may be shut at neither end. */
static void walls_leave_a_way(void **unused)
{
    (void)unused;
    expect_walls("a5h c5h e5h g5h", "h5v h6h h4h h4v h6v", "h5h");
    expect_walls("a5h c5h e5h g5h h5v", "h3h h7h g4h g6h h3v h7v", "h6h h4h");
    expect_walls("d1h c1v", "d8h d8v a1h f1v", "e1v"); /* nor a room round a pawn */
}

/* A short game: the south has to go round a wall, and the north comes first. */
static void a_game_by_hand(void **unused)
{
    (void)unused;
    static const char end[] = " 5 . . . . .\n"
                              "\n"
                              " 4 . . . . X\n"
                              "   ---\n"
                              " 3 . . . . .\n"
                              "       ---\n"
                              " 2 . . . . .\n"
                              "\n"
                              " 1 . O . . .\n"
                              "   a b c d e\n"
                              "walls: X 1 O 1";
    const pl_game *g = must_open("quoridor(size=5,walls=2)");
    pl_state s;
    char text[PL_SHOW_MAX];
    double score[2];
    play_line(g, &s, "c2 c4 a3h c2h d2 c3 e2 b3 e3 b2 e4");
    assert_int_equal(g->turn(&s), 1);
    g->apply(&s, pl_parse(g, &s, "b1"));
    assert_int_equal(g->turn(&s), PL_OVER);
    g->show(&s, text, sizeof text);
    assert_string_equal(text, end);
    g->json(&s, text, sizeof text);
    assert_string_equal(text, "{\"size\":5,\"pawns\":[\"e4\",\"b1\"],\"walls\":[\"c2h\",\"a3h\"],"
                              "\"left\":[1,1],\"rest\":988}");
    g->score(&s, score);
    assert_true(score[0] == -1 && score[1] == 1);
    pl_close(g);
}

/* The shorter way is worth more, by the sum of both and half a step. */
static void values(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("quoridor");
    pl_state s;
    play_line(g, &s, "e2"); /* 7 steps against 8, and the other to move */
    assert_true(fabs(g->value(&s, 0) - 0.5 / 16) < 1e-12);
    assert_true(fabs(g->value(&s, 1) + 0.5 / 16) < 1e-12);
    play_line(g, &s, "e2 e2h"); /* round a wall: 8, or 9 for who comes from the north */
    assert_true(fabs(g->value(&s, 0) - (9 - 8 + 0.5) / 18) < 1e-12);
    pl_close(g);
}

static void refusals(void **unused)
{
    (void)unused;
    refused("quoridor(size=2)", "size");
    refused("quoridor(size=12)", "size");
    refused("quoridor(players=5)", "players");
    refused("quoridor(limit=0)", "limit");
}

int test_quoridor(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),
        cmocka_unit_test(counts_by_formula),
        cmocka_unit_test(counts_by_twin),
        cmocka_unit_test(pawns_jump),
        cmocka_unit_test(pawns_of_four_jump),
        cmocka_unit_test(walls_have_room),
        cmocka_unit_test(walls_leave_a_way),
        cmocka_unit_test(a_game_by_hand),
        cmocka_unit_test(values),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
