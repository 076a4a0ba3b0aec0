/* dark.c -- phantom boards and dark Hex against a second set of rules: two
 * boards of characters and a list of words for what each player was told.
 */
#include <stdlib.h>

#include "tests/support/played.h"

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

static int may(const table *t, int m)
{
    return t->known[t->turn][m / t->cols][m % t->cols] == '.';
}

static void tell(table *t, int who, const char *what, int m)
{
    size_t n = strlen(t->told[who]);
    if (n + 16 > TOLD) return; /* large boards are not counted */
    snprintf(t->told[who] + n, TOLD - n, "%s%d ", what, m);
}

static void play(table *t, int m)
{
    int row = m / t->cols, col = m % t->cols, who = t->turn, hit = t->cell[row][col] != '.';
    if (!hit) t->cell[row][col] = (char)('0' + who);
    t->known[who][row][col] = t->cell[row][col];
    tell(t, who, hit ? "ran into " : "put ", m);
    if (hit && !t->abrupt) return;
    tell(t, 1 - who, "turn", 0);
    t->turn = 1 - who;
    if (has_won(t, (char)('0' + who))) t->first = who ? -1 : 1;
    t->over = t->first != 0 || is_full(t);
}

/* Whole trees. */

typedef struct {
    uint64_t lines[24], ends, views;
    uint64_t *view; /* hashes, unsorted, of what the players to move know */
} census;
enum { VIEWS = 1 << 20 };

static void note(census *c, uint64_t name)
{
    assert_true(c->views < VIEWS);
    c->view[c->views++] = name;
}

static void count_slow(const table *t, int depth, census *c)
{
    c->lines[depth]++;
    c->ends += (uint64_t)t->over;
    if (!t->over)
        note(c, 2 * pl_hash(t->told[t->turn], strlen(t->told[t->turn])) + (uint64_t)t->turn);
    for (int m = 0; !t->over && m < t->rows * t->cols; m++) {
        table next = *t;
        if (!may(t, m)) continue;
        play(&next, m);
        count_slow(&next, depth + 1, c);
    }
}

static void count_fast(const pl_game *g, const void *s, int depth, census *c)
{
    pl_move m[121];
    pl_state view;
    int turn = g->turn(s);
    c->lines[depth]++;
    c->ends += turn == PL_OVER;
    if (turn == PL_OVER) return;
    pl_view(g, s, turn, &view);
    note(c, 2 * pl_hash(&view, (size_t)g->state_size) + (uint64_t)turn);
    for (int i = 0, n = g->moves(s, m); i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        count_fast(g, &next, depth + 1, c);
    }
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t different(census *c)
{
    uint64_t n = 0;
    qsort(c->view, c->views, sizeof *c->view, ascending);
    for (uint64_t i = 0; i < c->views; i++) n += !i || c->view[i] != c->view[i - 1];
    return n;
}

/* Nodes, ends and information sets, and the numbers that the pages tell. */
static void trees_are_counted(void **unused)
{
    static const struct {
        const char *spec;
        uint64_t nodes, ends, sets;
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
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++) {
        const pl_game *g = must_open(tree[i].spec);
        census slow = {.view = malloc(VIEWS * sizeof(uint64_t))}, fast = slow;
        uint64_t nodes = 0;
        pl_state s;
        table t = new_table(g);
        fast.view = malloc(VIEWS * sizeof(uint64_t));
        pl_start(g, &s);
        count_slow(&t, 0, &slow);
        count_fast(g, &s, 0, &fast);
        for (int d = 0; d < 24; d++) {
            assert_int_equal(slow.lines[d], fast.lines[d]);
            assert_int_equal(slow.lines[d], pl_perft(g, &s, d));
            nodes += slow.lines[d];
        }
        uint64_t sets = different(&slow);
        assert_int_equal(slow.ends, fast.ends);
        assert_int_equal(sets, different(&fast));
        assert_int_equal(nodes, tree[i].nodes);
        assert_int_equal(slow.ends, tree[i].ends);
        assert_int_equal(sets, tree[i].sets);
        free(slow.view);
        free(fast.view);
        pl_close(g);
    }
}

/* Positions side by side. */

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

static void expect_same(const pl_game *g, const void *s, const table *t)
{
    pl_move m[121];
    pl_state view;
    double score[2];
    int k = 0, n = 0;
    assert_int_equal(g->turn(s), t->over ? PL_OVER : t->turn);
    expect_board(g, s, t, t->cell);
    for (int seat = 0; seat < 2; seat++) {
        pl_view(g, s, seat, &view);
        expect_board(g, &view, t, t->over ? t->cell : t->known[seat]);
    }
    if (t->over) {
        g->score(s, score);
        assert_true(score[0] == t->first && score[1] == -t->first);
        return;
    }
    n = g->moves(s, m);
    for (int i = 0; i < g->actions; i++)
        if (may(t, i)) assert_true(k < n && m[k++] == i);
    assert_int_equal(k, n);
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
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const pl_game *g = must_open(sizes[i]);
        for (int k = 0; k < 10; k++) {
            table t = new_table(g);
            pl_state s;
            for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
                pl_move m = pl_any(g, &s, &r);
                expect_same(g, &s, &t);
                g->apply(&s, m);
                play(&t, m);
            }
            expect_same(g, &s, &t);
        }
        pl_close(g);
    }
}

/* Lines by hand. */

static void expect_json(const char *spec, const char *moves, int seat, const char *json)
{
    const pl_game *g = must_open(spec);
    pl_state s, view;
    char text[1024];
    play_line(g, &s, moves);
    pl_view(g, &s, seat, &view);
    g->json(&view, text, sizeof text);
    assert_string_equal(text, json);
    pl_close(g);
}

/* X is on b2; O runs into it, goes to a1 or not at all, and X into that. */
static void views_tell_what_was_met(void **unused)
{
    const char *plain = "phantom", *abrupt = "phantom(mode=abrupt)";
    (void)unused;
    expect_json(
        plain, "b2 b2 a1 a1", 0,
        "{\"board\":[\"...\",\".X.\",\"O..\"],\"turns\":2,\"tries\":[[\"b2\",\"a1!\"],[]]}");
    expect_json(
        plain, "b2 b2 a1 a1", 1,
        "{\"board\":[\"...\",\".X.\",\"O..\"],\"turns\":2,\"tries\":[[],[\"b2!\",\"a1\"]]}");
    expect_json(plain, "b2 b2 a1", 0,
                "{\"board\":[\"...\",\".X.\",\"...\"],\"turns\":2,\"tries\":[[\"b2\"],[]]}");
    expect_json(plain, "b2 b2", 0,
                "{\"board\":[\"...\",\".X.\",\"...\"],\"turns\":1,\"tries\":[[\"b2\"],[]]}");
    expect_json(plain, "b2 b2 a1 a1", PL_PUBLIC,
                "{\"board\":[\"...\",\"...\",\"...\"],\"turns\":2,\"tries\":[[],[]]}");
    expect_json(abrupt, "b2 b2 a1 a1", 0,
                "{\"board\":[\"...\",\".X.\",\"X..\"],\"turns\":4,\"tries\":[[\"b2\",\"a1\"],[]]}");
    expect_json(
        abrupt, "b2 b2 a1 a1", 1,
        "{\"board\":[\"...\",\".X.\",\"X..\"],\"turns\":4,\"tries\":[[],[\"b2!\",\"a1!\"]]}");
    expect_json("phantom(m=3,n=1,k=2)", "a1 b1 b1 c1", 1,
                "{\"board\":[\"XOX\"],\"turns\":3,\"tries\":[[\"a1\",\"b1!\",\"c1\"],[\"b1\"]]}");
}

static void expect_seen(const char *spec, const char *moves, const char *move, const char *what)
{
    const pl_game *g = must_open(spec);
    pl_state s;
    char all[128] = "";
    play_line(g, &s, moves);
    pl_move m = pl_parse(g, &s, move);
    for (int i = 0; i < 3; i++) {
        char name[PL_NAME_MAX] = "-";
        pl_move code = pl_seen(g, &s, m, i < 2 ? i : PL_PUBLIC);
        if (code != PL_NOTHING) pl_say(g, &s, code, name, sizeof name);
        strcat(strcat(all, i ? " " : ""), name);
    }
    assert_string_equal(all, what);
    pl_close(g);
}

/* What seat 0, seat 1 and a spectator notice. */
static void collisions_are_quiet(void **unused)
{
    (void)unused;
    expect_seen("phantom", "", "b2", "b2 stone stone");
    expect_seen("phantom", "b2", "a1", "stone a1 stone");
    expect_seen("phantom", "b2", "b2", "- b2! -");
    expect_seen("phantom(mode=abrupt)", "b2", "a1", "turn a1 turn");
    expect_seen("phantom(mode=abrupt)", "b2", "b2", "turn b2! turn");
    expect_seen("dark_hex", "b2", "b2", "- b2! -");
    expect_seen("dark_hex(mode=abrupt)", "b2 a1", "a1", "a1! turn turn");
}

/* The stones a seat lacks, half a stone for the move: the same as in Hex where
 * all is seen. */
static void positions_are_valued(void **unused)
{
    static const struct {
        const char *moves;
        double red, blue; /* stones they lack */
    } at[] = {{"", 2.5, 3}, {"b2", 2, 2.5}, {"b2 a1 c1", 1, 2.5}, {"b2 a1 c1 b3", 0.5, 2}};
    const pl_game *g = must_open("dark_hex");
    pl_state s;
    (void)unused;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        double value = (at[i].blue - at[i].red) / (at[i].blue + at[i].red);
        play_line(g, &s, at[i].moves);
        assert_true(g->value(&s, 0) == value && g->value(&s, 1) == -value);
    }
    play_line(g, &s, "b2 a1 c1 b3 a3");
    assert_true(g->value(&s, 0) == 1 && g->value(&s, 1) == -1);
    pl_close(g);
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

static void odd_sizes_are_refused(void **unused)
{
    static const char *const spec[] = {"phantom(m=3,n=3,k=4)", "phantom(m=9)",
                                       "phantom(mode=quiet)", "dark_hex(rows=1)",
                                       "dark_hex(cols=12)"};
    (void)unused;
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        pl_error err = {""};
        assert_null(pl_open(spec[i], &err));
        assert_true(strlen(err.text) > 20);
    }
}

int test_dark(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_counted),       cmocka_unit_test(games_agree),
        cmocka_unit_test(views_tell_what_was_met), cmocka_unit_test(collisions_are_quiet),
        cmocka_unit_test(positions_are_valued),    cmocka_unit_test(hard_views_are_guessed),
        cmocka_unit_test(odd_sizes_are_refused),   cmocka_unit_test(made_up_views_are_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
