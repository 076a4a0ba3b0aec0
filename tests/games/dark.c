/* dark.c -- phantom boards and dark Hex against a second set of rules: two
 * boards of characters and a list of words for what each player was told.
 */
#include "tests/games/twin.h"

enum { SIDE = 11, TOLD = 1024 };

/* The slow rules. */

typedef struct {
    int rows, cols, k, abrupt; /* k: 0 in Hex */
    int turn, over;
    double first;              /* the first player's score */
    char cell[SIDE][SIDE];     /* '.', '0' or '1' */
    char known[2][SIDE][SIDE]; /* what each player knows of that */
    char told[2][TOLD];        /* all that each player was told */
} table;

static table new_table(const pl_game *g)
{
    int hex = !strcmp(g->name, "dark_hex");
    table t = {.abrupt = (int)g->arg[hex ? 2 : 3]};
    t.rows = (int)g->arg[hex ? 0 : 1];
    t.cols = (int)g->arg[hex ? 1 : 0];
    t.k = hex ? 0 : (int)g->arg[2];
    memset(t.cell, '.', sizeof t.cell);
    memset(t.known, '.', sizeof t.known);
    return t;
}

static int on(const table *t, int row, int col)
{
    return row >= 0 && col >= 0 && row < t->rows && col < t->cols;
}

static int line_from(const table *t, int row, int col, int down, int right, char who)
{
    for (int i = 0; i < t->k; i++, row += down, col += right)
        if (!on(t, row, col) || t->cell[row][col] != who) return 0;
    return 1;
}

static int path_from(const table *t, int row, int col, char who, char seen[SIDE][SIDE])
{
    static const int step[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};
    if (!on(t, row, col) || t->cell[row][col] != who || seen[row][col]) return 0;
    if (who == '0' ? row == t->rows - 1 : col == t->cols - 1) return 1;
    seen[row][col] = 1;
    for (int i = 0; i < 6; i++)
        if (path_from(t, row + step[i][0], col + step[i][1], who, seen)) return 1;
    return 0;
}

static int has_won(const table *t, char who)
{
    char seen[SIDE][SIDE] = {{0}};
    for (int row = 0; row < t->rows; row++)
        for (int col = 0; col < t->cols; col++) {
            if (!t->k && (who == '0' ? row : col) == 0 && path_from(t, row, col, who, seen))
                return 1;
            for (int d = 0; t->k && d < 4; d++)
                if (line_from(t, row, col, d > 0, d ? d - 2 : 1, who)) return 1;
        }
    return 0;
}

static int is_full(const table *t)
{
    for (int row = 0; row < t->rows; row++)
        if (memchr(t->cell[row], '.', (size_t)t->cols)) return 0;
    return 1;
}

static int slow_turn(const void *p)
{
    const table *t = p;
    return t->over ? PL_OVER : t->turn;
}

static int slow_moves(const void *p, pl_move *out)
{
    const table *t = p;
    int n = 0;
    for (int m = 0; m < t->rows * t->cols; m++)
        if (t->known[t->turn][m / t->cols][m % t->cols] == '.') out[n++] = m;
    return n;
}

static void tell(table *t, int who, const char *what, int m)
{
    size_t n = strlen(t->told[who]);
    if (n + 16 > TOLD) return; /* large boards are not counted */
    snprintf(t->told[who] + n, TOLD - n, "%s%d ", what, m);
}

static void slow_play(void *p, pl_move m, const char *name)
{
    table *t = p;
    int row = m / t->cols, col = m % t->cols, who = t->turn, hit = t->cell[row][col] != '.';
    (void)name;
    if (!hit) t->cell[row][col] = (char)('0' + who);
    t->known[who][row][col] = t->cell[row][col];
    tell(t, who, hit ? "ran into " : "put ", m);
    if (hit && !t->abrupt) return;
    tell(t, 1 - who, "turn", 0);
    t->turn = 1 - who;
    if (has_won(t, (char)('0' + who))) t->first = who ? -1 : 1;
    t->over = t->first != 0 || is_full(t);
}

static void slow_score(const void *p, double *out)
{
    out[0] = ((const table *)p)->first;
    out[1] = -out[0];
}

/* The board that json prints, seats as '0' and '1', against one of ours. */
static void expect_board(const pl_game *g, const void *s, const table *t, const char (*cell)[SIDE])
{
    char json[8192], *at = json;
    g->json(s, json, sizeof json);
    for (int row = 0; row < t->rows; row++) {
        at = strchr(row ? at + 1 : strchr(at, '['), '"');
        for (int col = 0; col < t->cols; col++) {
            char c = *++at;
            c = strchr("XR", c) ? '0' : strchr("OB", c) ? '1' : c;
            assert_int_equal(c, cell[row][col]);
        }
        at++;
    }
}

static void same_boards(const pl_game *g, const pl_state *s, const void *p)
{
    const table *t = p;
    pl_state view;
    expect_board(g, s, t, t->cell);
    for (int seat = 0; seat < 2; seat++) {
        pl_view(g, s, seat, &view);
        expect_board(g, &view, t, t->over ? t->cell : t->known[seat]);
    }
}

static const twin slow = {.size = sizeof(table),
                          .turn = slow_turn,
                          .moves = slow_moves,
                          .play = slow_play,
                          .score = slow_score,
                          .same = same_boards};

/* Whole trees. */

/* Hashes of what the players to move know, not sorted. */
typedef struct {
    uint64_t *at;
    int n;
} hashes;
enum { VIEWS = 1 << 20 };

static void note(hashes *h, const void *bytes, size_t n, int turn)
{
    assert_true(h->n < VIEWS);
    h->at[h->n++] = 2 * pl_hash(bytes, n) + (uint64_t)turn;
}

/* What the player to move knows at every node, by the game's views and by the slow list. */
static void note_views(const pl_game *g, const void *s, const table *t, hashes *fast, hashes *told)
{
    pl_move m[121];
    pl_state view;
    if (t->over) return;
    pl_view(g, s, t->turn, &view);
    note(fast, &view, (size_t)g->state_size, t->turn);
    note(told, t->told[t->turn], strlen(t->told[t->turn]), t->turn);
    for (int i = 0, n = slow_moves(t, m); i < n; i++) {
        table then = *t;
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        slow_play(&then, m[i], NULL);
        note_views(g, &next, &then, fast, told);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int different(hashes *h)
{
    int n = 0;
    qsort(h->at, (size_t)h->n, sizeof *h->at, ascending);
    for (int i = 0; i < h->n; i++) n += !i || h->at[i] != h->at[i - 1];
    free(h->at);
    return n;
}

/* Nodes, ends and information sets, and the numbers on the games' pages. */
static void trees_are_counted(void **unused)
{
    static const struct {
        const char *spec;
        uint64_t nodes, ends;
        int sets;
    } tree[] = {
        {"phantom(m=2,n=1,k=2)", 9, 4, 4},
        {"phantom(m=2,n=2,k=2)", 153, 96, 22},
        {"phantom(m=2,n=2,k=2,mode=abrupt)", 129, 84, 22},
        {"phantom(m=3,n=2,k=3)", 358645, 171360, 6770},
        {"phantom(m=3,n=2,k=2,mode=abrupt)", 3973, 2798, 296},
        {"dark_hex(rows=2,cols=2)", 441, 216, 70},
        {"dark_hex(rows=2,cols=2,mode=abrupt)", 471, 234, 94},
        {"dark_hex(rows=2,cols=3)", 104229, 53920, 2508},
        {"dark_hex(rows=3,cols=2,mode=abrupt)", 245243, 122032, 9174},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(tree); i++) {
        const pl_game *g = must_open("%s", tree[i].spec);
        hashes fast = {malloc(VIEWS * sizeof(uint64_t)), 0};
        hashes told = {malloc(VIEWS * sizeof(uint64_t)), 0};
        uint64_t nodes = 0;
        pl_state s;
        table t = new_table(g);
        census c = twin_perft(&slow, g, &t, 23);
        for (int d = 0; d < 24; d++) nodes += c.lines[d];
        assert_int_equal(nodes, tree[i].nodes);
        assert_int_equal(c.ends, tree[i].ends);
        pl_start(g, &s);
        note_views(g, &s, &t, &fast, &told);
        assert_int_equal(different(&fast), tree[i].sets);
        assert_int_equal(different(&told), tree[i].sets);
        pl_close(g);
    }
}

static const char *const sizes[] = {
    "phantom",
    "phantom(mode=abrupt)",
    "phantom(m=4,n=3,k=3)",
    "phantom(m=8,n=8,k=4,mode=abrupt)",
    "phantom(m=7,n=8,k=5)",
    "phantom(m=8,n=1,k=8,mode=abrupt)",
    "dark_hex",
    "dark_hex(mode=abrupt)",
    "dark_hex(rows=4,cols=7)",
    "dark_hex(rows=11,cols=2,mode=abrupt)",
    "dark_hex(rows=11,cols=11)",
    "dark_hex(rows=11,cols=11,mode=abrupt)",
};

static void games_agree(void **unused)
{
    pl_rng r;
    (void)unused;
    pl_seed(&r, 1);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const pl_game *g = must_open("%s", sizes[i]);
        for (int k = 0; k < 10; k++) {
            table t = new_table(g);
            twin_game(&slow, g, &t, &r);
        }
        pl_close(g);
    }
}

/* Guesses where chance finds none: random play that shuns every end gets to
 * positions that almost no random stones lead to. */
static void hard_views_are_guessed(void **unused)
{
    static const char *const hard[] = {"phantom(m=8,n=8,k=3)", "phantom(m=8,n=8,k=3,mode=abrupt)",
                                       "dark_hex(rows=11,cols=11)",
                                       "dark_hex(rows=11,cols=11,mode=abrupt)"};
    pl_rng r;
    (void)unused;
    pl_seed(&r, 3);
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        const pl_game *g = must_open(hard[i]);
        pl_state s, next, view, world, back;
        pl_start(g, &s);
        for (int refused = 0; refused < 200;) {
            memcpy(&next, &s, (size_t)g->state_size);
            g->apply(&next, pl_any(g, &s, &r));
            if (g->turn(&next) == PL_OVER) refused++;
            else memcpy(&s, &next, (size_t)g->state_size);
        }
        for (int seat = -1; seat < 2; seat++) {
            int who = seat < 0 ? PL_PUBLIC : seat;
            pl_view(g, &s, who, &view);
            memcpy(&world, &view, (size_t)g->state_size);
            g->guess(&world, who, &r);
            assert_int_equal(g->turn(&world), g->turn(&s));
            pl_view(g, &world, who, &back);
            assert_memory_equal(&view, &back, (size_t)g->state_size);
        }
        pl_close(g);
    }
}

/* A view that no play leads to: eight stones on nine cells, no two of a kind next
 * to each other.  There is no world, but an end to looking for it. */
static void made_up_views_are_given_up(void **unused)
{
    const pl_game *g = must_open("phantom(m=3,n=3,k=2)");
    pl_state s, view, first;
    pl_rng r;
    size_t turns = 0;
    (void)unused;
    pl_seed(&r, 1);
    pl_start(g, &s);
    pl_view(g, &s, PL_PUBLIC, &view);
    g->apply(&s, 0);
    pl_view(g, &s, PL_PUBLIC, &first);
    while (view.bytes[turns] == first.bytes[turns]) turns++;
    assert_int_equal(first.bytes[turns] - view.bytes[turns], 1);
    view.bytes[turns] = 8;
    g->guess(&view, PL_PUBLIC, &r);
    assert_in_range(g->turn(&view) + 2, 0, 3);
    pl_close(g);
}

int test_dark(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_counted),
        cmocka_unit_test(games_agree),
        cmocka_unit_test(hard_views_are_guessed),
        cmocka_unit_test(made_up_views_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
