/* battleship.c -- Battleship: its rules against a plain second set of them on arrays, and its
 * guesses against every fleet there is.
 *
 * Five ships of 5, 4, 3, 3 and 2 cells can be placed on 10 x 10 in 30,093,975,536
 * ways, and two of 2 cells, not told apart, in 15,626 (HaskellWiki, the discussion
 * of "Battleship game combinatorics", 2012).
 */
#include "games/fleet.h"
#include "tests/games/twin.h"

/* The rules a second time. */

enum { WATER = -1 };

typedef struct {
    int rows, cols, ships, length[10], limit, repeat, returns;
    const char *tell;
    int at[2][10][10];                    /* which ship lies on a cell, or WATER */
    int shot[2][10][10];                  /* how often a cell was shot at */
    int placed[2], fired[2], left[2][10]; /* left: cells of a ship that are not hit */
    char told[PL_NAME_MAX];               /* of the last move to all but its seat */
} table;

static table new_table(const char *fleet, int rows, int cols, const char *tell)
{
    table t = {.rows = rows, .cols = cols, .limit = rows * cols, .tell = tell};
    for (; *fleet; fleet++) t.length[t.ships++] = *fleet - '0';
    memset(t.at, -1, sizeof t.at);
    return t;
}

static int sunk(const table *t, int seat)
{
    int n = 0;
    for (int k = 0; k < t->ships; k++) n += t->placed[seat] > k && !t->left[seat][k];
    return n;
}

static int naive_turn(const void *p)
{
    const table *t = p;
    for (int seat = 0; seat < 2; seat++)
        if (t->placed[seat] < t->ships) return seat;
    if (sunk(t, 0) == t->ships || sunk(t, 1) == t->ships || t->fired[0] == t->limit) return PL_OVER;
    return t->fired[1] == t->fired[0] ? 0 : 1; /* seat 0 fires at the sea of seat 1 */
}

static int fits(const table *t, int seat, int row, int col, int down)
{
    for (int i = 0; i < t->length[t->placed[seat]]; i++) {
        int y = row + (down ? i : 0), x = col + (down ? 0 : i);
        if (y >= t->rows || x >= t->cols || t->at[seat][y][x] != WATER) return 0;
    }
    return 1;
}

static void lay(table *t, int seat, int row, int col, int down)
{
    int k = t->placed[seat]++;
    t->left[seat][k] = t->length[k];
    for (int i = 0; i < t->length[k]; i++)
        t->at[seat][row + (down ? i : 0)][col + (down ? 0 : i)] = k;
}

static void name_cell(char *out, int row, int col)
{
    snprintf(out, 8, "%c%d", (char)('A' + row), (col + 1) % 100);
}

static void name_place(const table *t, char *out, int k, int row, int col, int down)
{
    char end[8];
    int more = t->length[k] - 1;
    name_cell(out, row, col);
    if (!more) return;
    name_cell(end, row + (down ? more : 0), col + (down ? 0 : more));
    strcat(strcat(out, "-"), end);
}

static void naive_names(const void *p, char *out)
{
    const table *t = p;
    int seat = naive_turn(t), placing = t->placed[1] < t->ships;
    *out = 0;
    for (int down = 0; down <= placing; down++)
        for (int row = 0; row < t->rows; row++)
            for (int col = 0; col < t->cols; col++) {
                char name[16];
                if (placing ? !fits(t, seat, row, col, down) ||
                                  (down && t->length[t->placed[seat]] == 1)
                            : t->shot[1 - seat][row][col] && !t->repeat)
                    continue;
                if (placing) name_place(t, name, t->placed[seat], row, col, down);
                else name_cell(name, row, col);
                strcat(strcat(out, name), " ");
            }
}

/* Fire, and write what is said of it behind the cell's name. */
static void fire(table *t, int seat, int row, int col, char *out)
{
    int k = t->at[seat][row][col], again = t->shot[seat][row][col]++;
    t->fired[seat]++;
    if (k == WATER) {
        strcat(out, ":miss");
        return;
    }
    if (again || --t->left[seat][k] || !strcmp(t->tell, "hit")) strcat(out, ":hit");
    else if (!strcmp(t->tell, "sunk")) strcat(out, ":sunk");
    else sprintf(out + strlen(out), ":sunk-%c", 'a' + k);
}

static void naive_play(void *p, pl_move m, const char *name)
{
    table *t = p;
    int seat = naive_turn(t), row = name[0] - 'A', col = atoi(name + 1) - 1;
    const char *to = strchr(name, '-');
    (void)m;
    if (t->placed[1] < t->ships) {
        lay(t, seat, row, col, to && to[1] - 'A' != row);
        strcpy(t->told, "?");
        return;
    }
    strcpy(t->told, name);
    fire(t, 1 - seat, row, col, t->told);
}

static void naive_score(const void *p, double *out)
{
    const table *t = p;
    double lost[2] = {0, 0};
    for (int seat = 0; seat < 2; seat++) {
        for (int k = 0; k < t->ships; k++)
            if (!t->left[seat][k]) lost[seat] += t->returns == 2 ? t->length[k] : 1;
        if (t->returns == 0) lost[seat] = sunk(t, seat) == t->ships;
    }
    out[0] = lost[1] - lost[0];
    out[1] = -out[0];
}

/* A random move, of which both seats notice what they should. */
static pl_move pick_and_tell(const pl_game *g, const pl_state *s, const void *t, pl_rng *r)
{
    pl_move m = pl_any(g, s, r);
    table then = *(const table *)t;
    int seat = g->turn(s);
    char name[PL_NAME_MAX], noticed[PL_NAME_MAX];
    pl_say(g, s, m, name, sizeof name);
    naive_play(&then, m, name);
    pl_say(g, s, pl_seen(g, s, m, 1 - seat), noticed, sizeof noticed);
    assert_string_equal(noticed, then.told);
    pl_say(g, s, pl_seen(g, s, m, seat), noticed, sizeof noticed);
    assert_string_equal(noticed, *then.told == '?' ? name : then.told);
    return m;
}

static const twin naive = {.size = sizeof(table),
                           .turn = naive_turn,
                           .names = naive_names,
                           .play = naive_play,
                           .score = naive_score,
                           .pick = pick_and_tell};

static void plain_rules_agree(void **context)
{
    static const struct {
        const char *fleet, *tell, *returns;
        int rows, cols, shots, repeat, score;
    } kinds[] = {
        {"54332", "ship", "win", 10, 10, 100, 0, 0},
        {"54332", "hit", "cells", 10, 7, 60, 1, 2},
        {"4332221111", "sunk", "ships", 9, 10, 40, 0, 1},
        {"2", "sunk", "win", 1, 3, 3, 0, 0},
        {"321", "ship", "cells", 4, 4, 9, 0, 2},
    };
    (void)context;
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        table t = new_table(kinds[i].fleet, kinds[i].rows, kinds[i].cols, kinds[i].tell);
        pl_rng r;
        t.limit = kinds[i].shots;
        t.repeat = kinds[i].repeat;
        t.returns = kinds[i].score;
        const pl_game *g =
            must_open("battleship(fleet=%s,rows=%d,cols=%d,shots=%d,tell=%s,repeat=%d,returns=%s)",
                      kinds[i].fleet, t.rows, t.cols, t.limit, t.tell, t.repeat, kinds[i].returns);
        pl_seed(&r, i);
        for (int k = 0; k < 10; k++) {
            table then = t;
            twin_game(&naive, g, &then, &r);
        }
        pl_close(g);
    }
}

static void two_ships_are_counted(void **context)
{
    const pl_game *g = must_open("battleship(fleet=22)");
    pl_state s;
    (void)context;
    pl_start(g, &s);
    assert_int_equal(pl_perft(g, &s, 2), 2 * 15626);
    pl_close(g);
}

/* The board can be turned and mirrored, so the first ship counts eight times. */
static void five_ships_are_counted(void **context)
{
    const pl_game *g = must_open("battleship");
    uint64_t total = 0, orbits = 0;
    (void)context;
    for (int row = 0; row < 5; row++)
        for (int col = 0; col < 3; col++, orbits++) {
            pl_state s;
            pl_start(g, &s);
            g->apply(&s, 10 * row + col);
            total += pl_perft(g, &s, 4);
        }
    assert_int_equal(orbits * 8, 10 * 6 * 2);
    assert_true(total * 8 == 30093975536u);
    pl_close(g);
}

/* Guesses.  A world is a place for every ship; its weight is one over the
 * product of the places that each ship had when it was placed. */

enum { WORLDS = 60000 };
typedef struct {
    int n, ships;
    double total, weight[WORLDS];
    uint8_t place[WORLDS][10];
} worlds;

/* What is said of the shots, were the fleet of the table where it is. */
static void answers(const table *t, int seat, int (*shots)[2], int n, char *out)
{
    table copy = *t;
    *out = 0;
    for (int i = 0; i < n; i++) {
        fire(&copy, seat, shots[i][0], shots[i][1], out);
        strcat(out, " ");
    }
}

static void collect(table *t, int (*shots)[2], int n, const char *told, double weight, worlds *w)
{
    int k = t->placed[1], room = 0;
    char text[1000];
    if (k == t->ships) {
        answers(t, 1, shots, n, text);
        if (strcmp(text, told)) return;
        assert_true(w->n < WORLDS);
        memcpy(w->place[w->n + 1 < WORLDS ? w->n + 1 : 0], w->place[w->n], 10);
        w->weight[w->n++] = weight;
        w->total += weight;
        return;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < 2 * t->rows * t->cols; i++) {
            int down = i / (t->rows * t->cols), cell = i % (t->rows * t->cols);
            int row = cell / t->cols, col = cell % t->cols;
            if (!fits(t, 1, row, col, down) || (down && t->length[k] == 1)) continue;
            room += !pass;
            if (!pass) continue;
            table next = *t;
            lay(&next, 1, row, col, down);
            w->place[w->n][k] = (uint8_t)((cell + 1) | (down ? DOWN : 0));
            collect(&next, shots, n, told, weight / room, w);
        }
}

/* Shares of each ship's places among the draws, against the weights. */
typedef struct {
    int draws, count[10][256];
} tally;

static void compare(const worlds *w, const tally *t)
{
    for (int k = 0; k < w->ships; k++)
        for (int place = 0; place < 256; place++) {
            double p = 0, got = (double)t->count[k][place] / t->draws;
            for (int i = 0; i < w->n; i++)
                if (w->place[i][k] == place) p += w->weight[i] / w->total;
            double width = sqrt(p * (1 - p) / t->draws);
            if (fabs(got - p) > 5.5 * width + 2.0 / t->draws)
                fail_msg("ship %d, place %d: %.4f of the draws, not %.4f", k, place, got, p);
        }
}

/* The ships of seat 1 in a guess, from its JSON. */
static void count_guess(const pl_game *g, const pl_state *s, tally *t, int cols)
{
    char json[8000], *at = json;
    g->json(s, json, sizeof json);
    at = strstr(strstr(at, "ships") + 1, "ships") + 8;
    for (int k = 0; *at == '"'; k++, at += *at == ',') {
        int row = *++at - 'A', col = (int)strtol(at + 1, &at, 10) - 1, down = 0;
        if (*at == '-') {
            down = at[1] - 'A' != row;
            strtol(at + 2, &at, 10);
        }
        at++;
        t->count[k][(row * cols + col + 1) | (down ? DOWN : 0)]++;
    }
    t->draws++;
}

static void count_places(tally *t, const uint8_t *place, int ships)
{
    for (int k = 0; k < ships; k++) t->count[k][place[k]]++;
    t->draws++;
}

/* The same clues, as the sampler has them. */
static void give_clues(const table *t, int (*shots)[2], int n, chart *b, clues *c)
{
    table copy = *t;
    uint8_t number = 0;
    memset(b, 0, sizeof *b);
    memset(c, 0, sizeof *c);
    b->rows = (uint16_t)t->rows;
    b->cols = (uint16_t)t->cols;
    b->ships = (uint16_t)t->ships;
    for (int k = 0; k < t->ships; k++) b->length[k] = (uint8_t)t->length[k];
    for (int cell = 0; cell < t->rows * t->cols; cell++) {
        add(&b->board, cell);
        if (cell % t->cols < t->cols - 1) add(&b->inner, cell);
    }
    c->b = b;
    c->tell = !strcmp(t->tell, "hit") ? TELL_HIT : !strcmp(t->tell, "sunk") ? TELL_SUNK : TELL_SHIP;
    for (int i = 0; i < n; i++) {
        int cell = shots[i][0] * t->cols + shots[i][1];
        add(t->at[1][shots[i][0]][shots[i][1]] == WATER ? &c->water : &c->struck, cell);
        if (t->at[1][shots[i][0]][shots[i][1]] != WATER) c->turn[cell] = (uint8_t)(i + 1);
    }
    for (int cell = 0; cell < CELLS; cell++)
        if (has(c->struck, cell)) c->number[cell] = ++number;
    c->all = (1u << number) - 1;
    for (int i = 0; i < n; i++) {
        char told[64] = "";
        int cell = shots[i][0] * t->cols + shots[i][1];
        fire(&copy, 1, shots[i][0], shots[i][1], told);
        if (!strstr(told, "sunk")) continue;
        c->sinkings |= 1u << c->number[cell] >> 1;
        if (strchr(told, '-')) c->sinking[strchr(told, '-')[1] - 'a'] = 1u << c->number[cell] >> 1;
    }
}

static void compare_slow_way(const table *t, int (*shots)[2], int n, const worlds *w, pl_rng *r)
{
    static tally slow;
    static clues c;
    chart b;
    memset(&slow, 0, sizeof slow);
    give_clues(t, shots, n, &b, &c);
    find_sorts(&c);
    for (int i = 0; i < 400; i++) {
        search x = {.c = &c, .r = r, .budget = BUDGET};
        look(&x, 0, (cells){{0, 0}}, 0, 1);
        count_places(&slow, x.kept, t->ships);
        assert_true(x.budget > 0);
    }
    compare(w, &slow);
}

/* A game up to so many shots of seat 0, and all worlds that it leaves. */
static void compare_position(const pl_game *g, table t, int n, int slow, pl_rng *r)
{
    static worlds w;
    static tally fast;
    int shots[CELLS][2], fired = 0;
    char told[1000];
    pl_state s, view, guess;
    table empty = t;
    for (pl_start(g, &s); g->turn(&s) != PL_OVER && t.fired[1] < n;) {
        char name[PL_NAME_MAX];
        int mine = g->turn(&s) == 0 && t.placed[1] == t.ships;
        pl_move m = pl_any(g, &s, r);
        pl_say(g, &s, m, name, sizeof name);
        if (mine) {
            shots[fired][0] = name[0] - 'A';
            shots[fired++][1] = atoi(name + 1) - 1;
        }
        naive_play(&t, m, name);
        g->apply(&s, m);
    }
    if (g->turn(&s) == PL_OVER) return;
    for (int row = 0; row < t.rows; row++) memset(t.shot[1][row], 0, sizeof t.shot[1][row]);
    for (int k = 0; k < t.ships; k++) t.left[1][k] = t.length[k];
    answers(&t, 1, shots, fired, told);
    memset(&fast, 0, sizeof fast);
    w.n = 0;
    w.total = 0;
    w.ships = t.ships;
    collect(&empty, shots, fired, told, 1, &w);
    pl_view(g, &s, 0, &view);
    for (int i = 0; i < 3000; i++) {
        memcpy(&guess, &view, (size_t)g->state_size);
        g->guess(&guess, 0, r);
        count_guess(g, &guess, &fast, t.cols);
    }
    compare(&w, &fast);
    if (slow && w.n < 300) compare_slow_way(&t, shots, fired, &w, r);
}

static void guesses_have_exact_weights(void **context)
{
    static const char *const tells[] = {"hit", "sunk", "ship"}, *const fleets[] = {"332", "2111"};
    (void)context;
    for (int i = 0; i < 6; i++) {
        table t = new_table(fleets[i / 3], 5 - i / 3 * 2, 5, tells[i % 3]);
        pl_rng r;
        const pl_game *g =
            must_open("battleship(fleet=%s,rows=%d,cols=5,tell=%s)", fleets[i / 3], t.rows, t.tell);
        pl_seed(&r, 100 + (uint64_t)i);
        for (int n = 2; n < 18; n += 3) compare_position(g, t, n, 1, &r);
        pl_close(g);
    }
}

/* Ships of a table, each in any place that is free. */
static void lay_at_random(table *t, int seat, pl_rng *r)
{
    while (t->placed[seat] < t->ships) {
        int row = pl_below(r, t->rows), col = pl_below(r, t->cols), down = pl_below(r, 2);
        if (fits(t, seat, row, col, down)) lay(t, seat, row, col, down);
    }
}

/* The cells with ships, in any order; how many. */
static int shots_that_hit(const table *t, int (*shots)[2], pl_rng *r)
{
    int n = 0;
    for (int cell = 0; cell < t->rows * t->cols; cell++) {
        if (t->at[1][cell / t->cols][cell % t->cols] == WATER) continue;
        int other = pl_below(r, ++n);
        memcpy(shots[n - 1], shots[other], sizeof *shots);
        shots[other][0] = cell / t->cols;
        shots[other][1] = cell % t->cols;
    }
    return n;
}

/* On the usual board the quick and exact way is enough, even where every shot
 * hits, which leaves most to explain. */
static void the_quick_way_is_enough(void **context)
{
    static const char *const tells[] = {"hit", "sunk", "ship"};
    static const char *const fleets[] = {"54332", "4332221111", "9311111111"};
    static clues c;
    static book k;
    pl_rng r;
    (void)context;
    assert_true(sizeof c + sizeof k < 96 * 1024); /* a guess has them on the stack */
    pl_seed(&r, 7);
    for (int i = 0; i < 9 * 20; i++) {
        table t = new_table(fleets[i % 3], 10, 10, tells[i / 3 % 3]);
        int shots[CELLS][2], tries = 0;
        uint8_t place[SHIPS];
        chart b;
        lay_at_random(&t, 1, &r);
        int n = shots_that_hit(&t, shots, &r);
        give_clues(&t, shots, 1 + pl_below(&r, n - 1), &b, &c);
        find_sorts(&c);
        if (fill(&c, &k)) fail_msg("more than %d ways to group the hits", ENTRIES);
        while (tries < TRIES && !try_fleet(&c, &k, place, &r)) tries++;
        assert_true(tries < TRIES);
    }
}

int test_battleship(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rules_agree),
        cmocka_unit_test(two_ships_are_counted),
        cmocka_unit_test(guesses_have_exact_weights),
        cmocka_unit_test(the_quick_way_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Billions of fleets: some seconds. */
int test_battleship_fleets(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(five_ships_are_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
