/* backgammon.c -- the rules of backgammon against slow ones.
 *
 * The slow one plays every die in every order from every place, looks at what
 * comes out, and keeps the positions that played the most dice.  The numbers of
 * moves that open are well known.
 */
#include "tests/games/backgammon.h"

/* The slow rules. */

static int may_bear_off(const uint8_t *own, int from, int die)
{
    for (int place = 7; place <= BAR; place++)
        if (own[place]) return 0;
    if (from == die) return 1;
    for (int place = from + 1; place <= 6; place++)
        if (own[place]) return 0;
    return from < die;
}

static int may_step(const board *b, int who, int from, int die)
{
    const uint8_t *own = b->at[who], *other = b->at[1 - who];
    if (!own[from] || (own[BAR] && from != BAR)) return 0;
    return from > die ? other[25 - (from - die)] < 2 : may_bear_off(own, from, die);
}

static board stepped(board b, int who, int from, int die)
{
    int to = from > die ? from - die : 0;
    b.at[who][from]--;
    b.at[who][to]++;
    if (to && b.at[1 - who][25 - to]) {
        b.at[1 - who][25 - to]--;
        b.at[1 - who][BAR]++;
    }
    return b;
}

/* All ends of a turn that play the most dice, and of one die the higher. */
typedef struct {
    board *end;
    int n, size, best;
} ends;

static void add_end(ends *e, const board *b, int rank)
{
    if (rank < e->best) return;
    if (rank > e->best) e->n = 0;
    e->best = rank;
    if (e->n == e->size) {
        e->size = 2 * e->size + 64;
        e->end = realloc(e->end, (size_t)e->size * sizeof *e->end);
        assert_non_null(e->end);
    }
    e->end[e->n++] = *b;
}

static void play_dice(ends *e, const board *b, int who, const int *die, int dice, int rank)
{
    int stuck = 1;
    for (int from = 1; from <= BAR && dice; from++) {
        if (!may_step(b, who, from, *die)) continue;
        board next = stepped(*b, who, from, *die);
        stuck = 0;
        play_dice(e, &next, who, die + 1, dice - 1, rank + 100 + *die);
    }
    if (stuck) add_end(e, b, rank); /* 100 for each die, and its pips */
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(board));
}

static ends slow_ends(const board *b, int who, int high, int low)
{
    ends e = {NULL, 0, 0, 0};
    int dice[] = {high, low, high, high}, turned[] = {low, high};
    play_dice(&e, b, who, dice, high == low ? 4 : 2, 0);
    if (high != low) play_dice(&e, b, who, turned, 2, 0);
    qsort(e.end, (size_t)e.n, sizeof *e.end, by_bytes);
    int n = 0;
    for (int i = 0; i < e.n; i++)
        if (!n || by_bytes(&e.end[n - 1], &e.end[i])) e.end[n++] = e.end[i];
    e.n = n;
    return e;
}

/* What a number means: where the checkers start.  Four places in falling order
 * are numbered as they come in a dictionary. */
static uint8_t four_places[676 + 23751][4];

static void number_places(void)
{
    int n = 675;
    for (int a = 0; a < PLACES; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++)
                for (int d = 0; d <= c; d++, n++) {
                    uint8_t four[] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
                    memcpy(four_places[n], four, sizeof four);
                }
    assert_int_equal(n, 675 + 23751);
    for (int m = 0; m < 676; m++) {
        uint8_t pair[] = {(uint8_t)(m / 26), (uint8_t)(m % 26), 0, 0};
        memcpy(four_places[m], pair, sizeof pair);
    }
}

/* A pair may need its second step first: then the order is turned. */
static board placed(board b, int who, pl_move m, int high, int low)
{
    const uint8_t *from = four_places[m];
    int turned = from[0] && from[1] && high != low && !may_step(&b, who, from[0], high);
    for (int i = 0; i < 4; i++) {
        int k = turned && i < 2 ? 1 - i : i, die = k == 1 ? low : high;
        if (!from[k]) continue;
        assert_true(may_step(&b, who, from[k], die));
        b = stepped(b, who, from[k], die);
    }
    return b;
}

/* The moves of s are the slow ones, and their numbers mean what they should. */
static void expect_moves(const pl_game *g, const void *s, int who, int high, int low)
{
    static pl_move m[PL_MOVES_MAX];
    static board after[PL_MOVES_MAX];
    board before = read_board(g, s);
    int n = g->moves(s, m);
    ends e = slow_ends(&before, who, high, low);
    for (int i = 0; i < n; i++) {
        pl_state next;
        memcpy(&next, s, (size_t)g->state_size);
        g->apply(&next, m[i]);
        after[i] = read_board(g, &next);
        board due = placed(before, who, m[i], high, low);
        assert_memory_equal(&after[i], &due, sizeof due);
    }
    qsort(after, (size_t)n, sizeof *after, by_bytes);
    assert_int_equal(n, e.n);
    for (int i = 0; i < n; i++) assert_memory_equal(&after[i], &e.end[i], sizeof *after);
    free(e.end);
}

static void games_against_slow_rules(void **unused)
{
    (void)unused;
    static const struct {
        const char *spec;
        int games;
    } played[] = {{"backgammon", 12},
                  {"hypergammon", 100},
                  {"nackgammon(returns=points)", 6},
                  {"longgammon(start=1)", 2}};
    pl_rng r;
    pl_seed(&r, 1);
    number_places();
    for (size_t i = 0; i < LENGTH(played); i++) {
        const pl_game *g = must_open(played[i].spec);
        for (int k = 0; k < played[i].games; k++) {
            pl_state s;
            pl_start(g, &s);
            for (int t, high, low; (t = g->turn(&s)) != PL_OVER;) {
                if (t >= 0) read_dice(g, &s, &high, &low);
                if (t >= 0) expect_moves(g, &s, t, high, low);
                g->apply(&s, pl_any(g, &s, &r));
            }
        }
        pl_close(g);
    }
}

static void boards_against_slow_rules(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon");
    pl_rng r;
    pl_seed(&r, 2);
    number_places();
    for (int i = 0; i < 6000; i++) {
        int a = 1 + pl_below(&r, 6), b = 1 + pl_below(&r, 6), who = pl_below(&r, 2);
        pl_state s;
        board at = thrown(&r);
        set_up(g, &at, who, a > b ? a : b, a > b ? b : a, &s);
        expect_moves(g, &s, who, a > b ? a : b, a > b ? b : a);
    }
    pl_close(g);
}

static void opening_counts(void **unused)
{
    (void)unused;
    static const int due[] = {42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8,
                              8,  9,  9,  4,  10, 14, 14, 14, 7,  11};
    const pl_game *g = must_open("backgammon(start=0)");
    pl_move roll[36];
    pl_state s, next;
    pl_start(g, &s);
    assert_int_equal(g->moves(&s, roll), 21);
    for (int i = 0; i < 21; i++) {
        memcpy(&next, &s, (size_t)g->state_size);
        g->apply(&next, roll[i]);
        assert_int_equal(pl_perft(g, &next, 1), due[i]);
    }
    pl_close(g);
}

/* Lines of four plies: what follows the 190 ways to open, for either seat. */
static void perft_against_slow_rules(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon");
    board start = board_of("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5");
    uint64_t second = 0, fourth = 0;
    pl_state s;
    for (int high = 2; high <= 6; high++)
        for (int low = 1; low < high; low++) {
            ends e = slow_ends(&start, 0, high, low);
            second += (uint64_t)e.n;
            for (int i = 0; i < e.n; i++)
                for (int roll = 0; roll < 36; roll++) {
                    if (roll / 6 < roll % 6) continue;
                    ends f = slow_ends(&e.end[i], 1, roll / 6 + 1, roll % 6 + 1);
                    fourth += (uint64_t)f.n;
                    free(f.end);
                }
            free(e.end);
        }
    pl_start(g, &s);
    assert_int_equal(second, 190);
    assert_int_equal(pl_perft(g, &s, 1), 30);
    assert_int_equal(pl_perft(g, &s, 2), 2 * second);
    assert_int_equal(pl_perft(g, &s, 3), 2 * second * 21);
    assert_int_equal(pl_perft(g, &s, 4), 2 * fourth);
    pl_close(g);
}

/* Scores. */

static void expect_score(const char *returns, const char *loser, int seat, double due)
{
    double score[2];
    pl_state s;
    board b = seat ? board_of(loser, "1:1") : board_of("1:1", loser);
    const pl_game *g = must_open("backgammon(returns=%s)", returns);
    set_up(g, &b, seat, 2, 1, &s);
    g->apply(&s, pl_parse(g, &s, "1/off"));
    assert_int_equal(g->turn(&s), PL_OVER);
    g->score(&s, score);
    assert_true(score[seat] == due && score[1 - seat] == -due);
    assert_true(g->value(&s, seat) == due && g->value(&s, 1 - seat) == -due);
    pl_close(g);
}

static void scores(void **unused)
{
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        expect_score("money", "6:13 bar:1", seat, 1);
        expect_score("money", "6:14 18:1", seat, 2);
        expect_score("money", "6:14 19:1", seat, 3);
        expect_score("money", "6:14 bar:1", seat, 3);
        expect_score("gammons", "6:13 24:1", seat, 1);
        expect_score("gammons", "6:15", seat, 2);
        expect_score("gammons", "6:14 24:1", seat, 2);
        expect_score("points", "6:14 24:1", seat, 1);
    }
}

static void turns_run_out(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon(limit=3)");
    pl_state s;
    pl_rng r;
    double score[2];
    pl_seed(&r, 3);
    pl_start(g, &s);
    assert_int_equal(g->max_plies, 6);
    for (int ply = 0; ply < 6; ply++) {
        assert_int_not_equal(g->turn(&s), PL_OVER);
        g->apply(&s, pl_any(g, &s, &r));
    }
    assert_int_equal(g->turn(&s), PL_OVER);
    g->score(&s, score);
    assert_true(score[0] == 0 && score[1] == 0);
    pl_close(g);
}

/* Both throw a die, not the same; the higher begins and plays both. */
static void who_begins(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("backgammon"), *second = must_open("backgammon(start=1)");
    pl_state s, next;
    pl_move roll[36];
    double sum = 0;
    pl_start(g, &s);
    assert_int_equal(g->moves(&s, roll), 30);
    for (int i = 0, high, low; i < 30; i++) {
        char name[PL_NAME_MAX];
        pl_say(g, &s, roll[i], name, sizeof name);
        memcpy(&next, &s, (size_t)g->state_size);
        g->apply(&next, roll[i]);
        read_dice(g, &next, &high, &low);
        assert_int_equal(g->turn(&next), name[0] < name[1]);
        assert_int_equal(high + low, name[0] + name[1] - 2 * '0');
        assert_true(high > low);
    }
    pl_start(second, &s);
    int n = second->moves(&s, roll);
    assert_int_equal(n, 21);
    for (int i = 0; i < n; i++) {
        char name[PL_NAME_MAX];
        pl_say(second, &s, roll[i], name, sizeof name);
        sum += pl_odds(second, &s, roll[i]);
        assert_true(pl_odds(second, &s, roll[i]) == (name[0] == name[1] ? 1.0 / 36 : 1.0 / 18));
    }
    assert_true(fabs(sum - 1) < 1e-12);
    g->apply(&s, roll[0]);
    assert_int_equal(second->turn(&s), 1);
    pl_close(g);
    pl_close(second);
}

int test_backgammon(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_against_slow_rules),
        cmocka_unit_test(boards_against_slow_rules),
        cmocka_unit_test(opening_counts),
        cmocka_unit_test(perft_against_slow_rules),
        cmocka_unit_test(scores),
        cmocka_unit_test(turns_run_out),
        cmocka_unit_test(who_begins),
    };
    return cmocka_run_group_tests_name("backgammon", tests, NULL, NULL);
}
