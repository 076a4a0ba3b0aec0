/* quoridor.c -- Quoridor against a slow board: a drawing of cells and grooves,
 * where walls are put down square by square and paths are walked cell by cell.
 *
 * Fact to check: on k * k places for walls there are 3 + 2k^2 first moves, and
 * after two walls, one of each player, 4k^4 - 8k^2 + 4k boards, orders counted.
 */
#include "tests/games/twin.h"

/* The slow board.  Cell (row, col) is square (2 row, 2 col) of the drawing; the
 * squares with an odd place are grooves, and hold '#' where a wall lies. */

enum { SIDE = 11, DRAWN = 2 * SIDE - 1 };

typedef struct {
    int n, players, turn, rest, winner;
    int row[4], col[4], left[4];
    char drawn[DRAWN][DRAWN];
    char wall[2][SIDE][SIDE]; /* put up here, across or along */
    int passes;
} board;

static board new_board(int n, int walls, int players, int rest)
{
    int middle = (n - 1) / 2, other = n - 1 - middle, last = n - 1;
    int row[4] = {0, other, last, middle}, col[4] = {middle, 0, other, last};
    board t = {.n = n, .players = players, .rest = rest, .winner = -1};
    for (int i = 0; i < players; i++) {
        int home = players == 2 ? 2 * i : i;
        t.row[i] = row[home];
        t.col[i] = col[home];
        t.left[i] = walls;
    }
    return t;
}

static int on_board(const board *t, int row, int col)
{
    return row >= 0 && row < t->n && col >= 0 && col < t->n;
}

static int is_open(const board *t, int row, int col, int down, int right)
{
    return on_board(t, row + down, col + right) && !t->drawn[2 * row + down][2 * col + right];
}

static int occupied(const board *t, int row, int col)
{
    for (int i = 0; i < t->players; i++)
        if (t->row[i] == row && t->col[i] == col) return 1;
    return 0;
}

static int at_goal(const board *t, int seat, int row, int col)
{
    int home = t->players == 2 ? 2 * seat : seat;
    return home == 0   ? row == t->n - 1
           : home == 1 ? col == t->n - 1
           : home == 2 ? row == 0
                       : col == 0;
}

static int walk_on(const board *t, int seat, int row, int col, char seen[SIDE][SIDE])
{
    if (seen[row][col]) return 0;
    seen[row][col] = 1;
    return at_goal(t, seat, row, col) ||
           (is_open(t, row, col, 1, 0) && walk_on(t, seat, row + 1, col, seen)) ||
           (is_open(t, row, col, 0, 1) && walk_on(t, seat, row, col + 1, seen)) ||
           (is_open(t, row, col, -1, 0) && walk_on(t, seat, row - 1, col, seen)) ||
           (is_open(t, row, col, 0, -1) && walk_on(t, seat, row, col - 1, seen));
}

static int all_have_ways(const board *t)
{
    for (int i = 0; i < t->players; i++) {
        char seen[SIDE][SIDE] = {{0}};
        if (!walk_on(t, i, t->row[i], t->col[i], seen)) return 0;
    }
    return 1;
}

/* The squares of a wall: three in a line. */
static void draw_wall(board *t, int row, int col, char lie)
{
    t->wall[lie == 'v'][row][col] = 1;
    for (int i = -1; i <= 1; i++)
        t->drawn[2 * row + 1 + (lie == 'v') * i][2 * col + 1 + (lie == 'h') * i] = '#';
}

static int wall_fits(const board *t, int row, int col, char lie)
{
    board then = *t;
    for (int i = -1; i <= 1; i++)
        if (t->drawn[2 * row + 1 + (lie == 'v') * i][2 * col + 1 + (lie == 'h') * i]) return 0;
    draw_wall(&then, row, col, lie);
    return all_have_ways(&then);
}

/* Whether the pawn to move may go to a cell: by a step, or over one pawn. */
static int pawn_goes(const board *t, int row, int col)
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

static void slow_names(const void *p, char *out)
{
    const board *t = p;
    char *at = out;
    for (int i = 0; i < t->n * t->n; i++)
        if (pawn_goes(t, i / t->n, i % t->n))
            at += sprintf(at, "%c%d ", 'a' + i % t->n, i / t->n + 1);
    for (int lie = 0; lie < 2 && t->left[t->turn]; lie++)
        for (int row = 0; row < t->n - 1; row++)
            for (int col = 0; col < t->n - 1; col++)
                if (wall_fits(t, row, col, "hv"[lie]))
                    at += sprintf(at, "%c%d%c ", 'a' + col, row + 1, "hv"[lie]);
    if (at == out) strcpy(out, "pass ");
}

static void slow_play(void *p, pl_move m, const char *name)
{
    board *t = p;
    int row = atoi(name + 1) - 1, col = name[0] - 'a', seat = t->turn;
    char last = name[strlen(name) - 1];
    (void)m;
    if (last == 'h' || last == 'v') {
        draw_wall(t, row, col, last);
        t->left[seat]--;
    } else if (!strcmp(name, "pass")) {
        t->passes++;
    } else {
        t->row[seat] = row;
        t->col[seat] = col;
        if (at_goal(t, seat, row, col)) t->winner = seat;
    }
    t->rest--;
    t->turn = (seat + 1) % t->players;
}

static int slow_turn(const void *p)
{
    const board *t = p;
    return t->winner >= 0 || t->rest == 0 ? PL_OVER : t->turn;
}

static void slow_score(const void *p, double *out)
{
    const board *t = p;
    for (int i = 0; i < t->players; i++)
        out[i] = t->winner < 0 ? 0 : t->winner == i ? t->players - 1 : -1;
}

/* What the tensor should be, from the drawing. */
static void same_tensor(const pl_game *g, const pl_state *s, const void *p)
{
    const board *t = p;
    uint8_t out[1024], *at = out;
    assert_true(pl_tensor_size(g) <= (int)sizeof out);
    pl_tensor(g, s, t->turn, out);
    for (int i = 0; i < t->players; i++)
        for (int cell = 0, who = (t->turn + i) % t->players; cell < t->n * t->n; cell++)
            assert_int_equal(*at++, cell == t->row[who] * t->n + t->col[who]);
    for (int lie = 0; lie < 2; lie++)
        for (int row = 0; row < t->n - 1; row++)
            for (int col = 0; col < t->n; col++) assert_int_equal(*at++, t->wall[lie][row][col]);
    for (int i = 0; i < t->players; i++)
        assert_int_equal(*at++, t->left[(t->turn + i) % t->players]);
    for (int i = 0; i < t->players; i++) assert_int_equal(*at++, i == t->turn);
    for (int i = 0; i < 14; i++) assert_int_equal(*at++, t->rest >> i & 1);
}

/* Pawn moves, which are listed first, are as likely as walls, so that games go on. */
static pl_move pick(const pl_game *g, const pl_state *s, const void *t, pl_rng *r)
{
    pl_move m[PL_MOVES_MAX];
    int n = g->moves(s, m);
    (void)t;
    return m[pl_below(r, pl_below(r, 2) && n > 5 ? 5 : n)];
}

static const twin slow = {.size = sizeof(board),
                          .turn = slow_turn,
                          .names = slow_names,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_tensor,
                          .pick = pick};

static void games_agree(void **unused)
{
    (void)unused;
    /* size, walls each, players, plies, games */
    static const int shapes[][5] = {
        {9, 10, 2, 120, 12}, {9, 5, 4, 120, 4},  {9, 30, 2, 80, 2},  {8, 8, 2, 100, 4},
        {7, 6, 3, 100, 5},   {5, 3, 2, 60, 40},  {5, 8, 2, 60, 40},  {5, 3, 4, 60, 30},
        {4, 4, 2, 50, 60},   {4, 3, 4, 50, 60},  {3, 2, 2, 40, 200}, {3, 2, 4, 40, 300},
        {3, 1, 3, 40, 100},  {3, 0, 2, 3, 20},   {3, 0, 4, 9, 20},   {11, 15, 2, 90, 4},
        {11, 10, 4, 90, 4},  {10, 50, 3, 60, 1}, {6, 50, 2, 70, 10},
    };
    pl_rng r;
    int passes = 0;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        const int *x = shapes[i];
        const pl_game *g =
            must_open("quoridor(size=%d,walls=%d,players=%d,limit=%d)", x[0], x[1], x[2], x[3]);
        for (int k = 0; k < x[4]; k++) {
            board t = new_board(x[0], x[1], x[2], x[3]);
            twin_game(&slow, g, &t, &r);
            passes += t.passes;
        }
        pl_close(g);
    }
    assert_true(passes > 0);
}

/* Numbers. */

/* Two walls close nothing off from pawns on their first cells; of the answers of the second pawn
 * four are shut by one wall each.  So there are 131 and 16677 lines on 9x9. */
static void counts_by_formula(void **unused)
{
    (void)unused;
    for (int size = 5; size <= 11; size += 2) {
        const pl_game *g = must_open("quoridor(size=%d)", size);
        uint64_t k = (uint64_t)size - 1, walls = 2 * k * k,
                 pairs = 4 * k * k * k * k - 8 * k * k + 4 * k;
        pl_state s;
        pl_start(g, &s);
        assert_int_equal(pl_perft(g, &s, 1), 3 + walls);
        assert_int_equal(pl_perft(g, &s, 2), 3 * (3 + walls) + pairs + (3 * walls - 4));
        pl_close(g);
    }
}

static void counts_by_slow_board(void **unused)
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
        const pl_game *g = must_open("quoridor(size=%d,walls=%d,players=%d)", row[i].n,
                                     row[i].walls, row[i].players);
        board t = new_board(row[i].n, row[i].walls, row[i].players, 1000);
        assert_int_equal(twin_perft(&slow, g, &t, row[i].depth).lines[row[i].depth], row[i].lines);
        pl_close(g);
    }
}

int test_quoridor(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_agree),
        cmocka_unit_test(counts_by_formula),
        cmocka_unit_test(counts_by_slow_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
