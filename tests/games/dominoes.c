/* dominoes.c -- the train game against a second telling of its rules, made of
 * plain arrays straight from the words, and its guesses against all deals that
 * fit, counted one by one.
 */
#include <stdlib.h>

#include "tests/support/played.h"

enum { SEATS = 8, VALUES = 16, NOBODY = -1, GONE = -2 };
enum { DEALS = 400 }; /* most that are listed */

static double arg(const pl_game *g, const char *name)
{
    int i = 0;
    while (strcmp(g->params[i].name, name)) i++;
    return g->arg[i];
}

/* The second telling.  owner[a][b], a <= b, is a seat, NOBODY or GONE. */
typedef struct {
    int players, high, hub, hands, shuffle, chance; /* chance: outcomes so far, of this hand */
    int draw;                                       /* 1: the hub is to be drawn */
    int owner[VALUES][VALUES];
    int end[SEATS + 1], penny[SEATS], started[SEATS], passed[SEATS];
    int lacks[SEATS][VALUES];
    int order[SEATS], points[SEATS];
    int turn, over, count, ended; /* ended: the hand, with its tiles still to be shown */
    int turns, tail;              /* of this hand: turns, and passes at its end */
} table;

static int tiles_of(const table *t)
{
    return (t->high + 1) * (t->high + 2) / 2;
}

static void new_hand(table *t)
{
    for (int a = 0; a < VALUES; a++)
        for (int b = 0; b < VALUES; b++) t->owner[a][b] = NOBODY;
    memset(t->penny, 0, sizeof t->penny);
    memset(t->started, 0, sizeof t->started);
    memset(t->passed, 0, sizeof t->passed);
    memset(t->lacks, 0, sizeof t->lacks);
    for (int i = 0; i < SEATS; i++) t->order[i] = i;
    t->chance = t->shuffle ? 0 : t->players - 1;
    t->turn = PL_CHANCE;
    t->count = t->ended = t->turns = t->tail = 0;
}

static void set_table(table *t, const pl_game *g)
{
    *t = (table){.players = g->players, .hands = (int)arg(g, "hands"), .turn = PL_CHANCE};
    t->high = 6 + 3 * (int)arg(g, "high");
    t->hub = arg(g, "hub") < 0 ? t->high : (int)arg(g, "hub");
    t->shuffle = (int)arg(g, "shuffle");
    t->draw = arg(g, "hub") == -2;
    new_hand(t);
}

static int tiles_in_hand(const table *t, int seat)
{
    int n = 0;
    for (int a = 0; a <= t->high; a++)
        for (int b = a; b <= t->high; b++) n += t->owner[a][b] == seat;
    return n;
}

static int pips_in_hand(const table *t, int seat)
{
    int n = 0;
    for (int a = 0; a <= t->high; a++)
        for (int b = a; b <= t->high; b++) n += t->owner[a][b] == seat ? a + b : 0;
    return n;
}

static int *owner(table *t, int a, int b)
{
    return a < b ? &t->owner[a][b] : &t->owner[b][a];
}

static int may_play_on(const table *t, int seat, int line)
{
    if (line == seat) return 1;
    if (line < t->players) return t->penny[line];
    for (int i = 0; i < t->players; i++)
        if (!t->started[i]) return 0;
    return 1;
}

/* The names of what seat may do, in order. */
static int options(table *t, int seat, char (*name)[PL_NAME_MAX])
{
    int n = 0;
    for (int line = 0; line <= t->players; line++)
        for (int v = 0; v <= t->high && may_play_on(t, seat, line); v++) {
            if (*owner(t, t->end[line], v) != seat) continue;
            int used = snprintf(name[n], PL_NAME_MAX, "%d-%d@", t->end[line], v);
            char *rest = name[n++] + used;
            if (line == t->players) strcpy(rest, "dummy");
            else sprintf(rest, "%d", line);
        }
    if (!n) strcpy(name[n++], "pass");
    return n;
}

static int place_of(const table *t, int seat)
{
    int k = 0;
    while (t->order[k] != seat) k++;
    return k;
}

static void to_next(table *t)
{
    t->turn = t->order[(place_of(t, t->turn) + 1) % t->players];
}

/* Hands are dealt: as even as they can be, the first places with one more. */
static void check_hands(const table *t)
{
    int all = tiles_of(t), n = t->players;
    for (int k = 0; k < n; k++)
        assert_int_equal(tiles_in_hand(t, t->order[k]), all / n + (k < all % n));
}

static void deal_or_seat(table *t, const char *name)
{
    int a, b, n = t->players, dealt = t->chance - (n - 1), all = tiles_of(t);
    if (t->draw) {
        t->draw = 0;
        t->chance--;
        assert_int_equal(sscanf(name, "%d-%d", &t->hub, &b), 2);
        assert_true(t->hub == b && b >= t->hands - 1 && b <= t->high);
    } else if (dealt < 0) {
        assert_int_equal(sscanf(name, "seat%d", &t->order[t->chance]), 1);
        int last = n * (n - 1) / 2;
        for (int k = 0; k < n - 1; k++) last -= t->order[k];
        if (dealt == -1) t->order[n - 1] = last;
    } else if (dealt < all) {
        assert_int_equal(sscanf(name, "%d-%d", &a, &b), 2);
        assert_int_equal(*owner(t, a, b), NOBODY);
        *owner(t, a, b) = t->order[dealt % n];
    } else {
        check_hands(t);
        assert_int_equal(sscanf(name, "seat%d", &t->turn), 1);
        assert_int_equal(*owner(t, t->hub, t->hub), t->turn);
        *owner(t, t->hub, t->hub) = GONE;
        for (int i = 0; i <= n; i++) t->end[i] = t->hub;
    }
    t->chance++;
}

static void show_tile(table *t, const char *name)
{
    int a, b, seat = 0, more = 0;
    while (!tiles_in_hand(t, seat)) seat++;
    assert_int_equal(sscanf(name, "%d-%d", &a, &b), 2);
    assert_int_equal(*owner(t, a, b), seat);
    *owner(t, a, b) = GONE;
    t->points[seat] += a + b;
    for (int i = 0; i < t->players; i++) more += tiles_in_hand(t, i);
    if (more) return;
    t->hub--;
    t->hands--;
    new_hand(t);
}

static void act(table *t, const char *name)
{
    int from, to, line, me = t->turn, all = 1;
    if (!strcmp(name, "pass")) {
        for (line = 0; line <= t->players; line++)
            if (may_play_on(t, me, line)) t->lacks[me][t->end[line]] = 1;
        t->penny[me] = t->passed[me] = 1;
        t->tail++;
        to_next(t);
    } else {
        if (sscanf(name, "%d-%d@%d", &from, &to, &line) != 3) line = t->players;
        *owner(t, from, to) = GONE;
        t->end[line] = to;
        if (line < t->players) t->started[line] = 1;
        if (line == me && from != to) t->penny[me] = 0;
        t->passed[me] = t->tail = 0;
        if (from != to) to_next(t);
    }
    t->turns++;
    for (int i = 0; i < t->players; i++) all &= t->passed[i];
    t->count = all ? t->count + 1 : 0;
    t->ended = !tiles_in_hand(t, me) || t->count > t->players;
    if (!t->ended) return;
    t->over = t->hands == 1;
    t->turn = t->over ? PL_OVER : PL_CHANCE;
}

static void tell(table *t, const char *name)
{
    if (t->turn != PL_CHANCE) act(t, name);
    else if (t->ended) show_tile(t, name);
    else deal_or_seat(t, name);
}

static void same_options(const pl_game *g, const pl_state *s, table *t)
{
    char due[200][PL_NAME_MAX], name[PL_NAME_MAX];
    pl_move m[PL_MOVES_MAX];
    int n = g->moves(s, m);
    assert_int_equal(options(t, t->turn, due), n);
    for (int i = 0; i < n; i++) {
        g->say(s, m[i], name, sizeof name);
        assert_string_equal(name, due[i]);
    }
}

/* One game in both tellings; returns the longest and shortest blocked tails. */
static void play_both(const pl_game *g, pl_rng *r, int *shortest, int *longest)
{
    pl_state s;
    table t;
    double score[PL_SEATS_MAX];
    pl_start(g, &s);
    set_table(&t, g);
    while (g->turn(&s) != PL_OVER) {
        char name[PL_NAME_MAX];
        assert_int_equal(g->turn(&s), t.turn);
        if (t.turn >= 0) same_options(g, &s, &t);
        pl_move m = pl_any(g, &s, r);
        g->say(&s, m, name, sizeof name);
        tell(&t, name);
        if (t.ended && t.count > t.players) {
            if (t.tail < *shortest) *shortest = t.tail;
            if (t.tail > *longest) *longest = t.tail;
        }
        g->apply(&s, m);
    }
    assert_true(t.over);
    g->score(&s, score);
    for (int i = 0; i < g->players; i++)
        assert_true(score[i] == -t.points[i] - pips_in_hand(&t, i));
}

static void rules_told_twice_agree(void **state)
{
    static const char *const specs[] = {
        "dominoes",
        "dominoes(players=2,high=6,hands=7)",
        "dominoes(players=3,high=6,hands=4,shuffle=1,hub=3)",
        "dominoes(players=8,high=6,hands=7,shuffle=1)",
        "dominoes(players=5,high=12,hands=2,shuffle=1)",
        "dominoes(players=8,high=15,hub=0)",
        "dominoes(hub=-2)",
        "dominoes(players=3,high=6,hands=4,shuffle=1,hub=-2)",
    };
    (void)state;
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        const pl_game *g = must_open(specs[k]);
        pl_rng r;
        int shortest = 99, longest = 0, games = 300 / (int)arg(g, "hands");
        pl_seed(&r, k + 1);
        for (int i = 0; i < games; i++) play_both(g, &r, &shortest, &longest);
        assert_true(!longest || (shortest > g->players && longest <= 2 * g->players));
        if (k == 0) assert_int_equal(longest, 2 * g->players);
        if (k == 1) assert_int_equal(shortest, g->players + 1);
        pl_close(g);
    }
}

/* A hand of two players with double-six: who has what, in order of the deal. */
static const char *const dealt[2] = {
    "6-6 0-6 0-0 0-1 1-1 1-2 2-2 0-2 0-3 3-3 1-3 2-3 0-4 4-4",
    "1-6 2-6 3-6 4-6 5-6 1-4 2-4 3-4 0-5 1-5 2-5 3-5 4-5 5-5",
};

static int named(const pl_game *g, const pl_state *s, const char *text)
{
    char sorted[PL_NAME_MAX];
    int a, b;
    if (g->turn(s) == PL_CHANCE && sscanf(text, "%d-%d", &a, &b) == 2) {
        snprintf(sorted, sizeof sorted, "%d-%d", a < b ? a : b, a < b ? b : a);
        text = sorted;
    }
    return pl_parse(g, s, text);
}

static void play(const pl_game *g, pl_state *s, const char *moves)
{
    char name[PL_NAME_MAX];
    for (int n; sscanf(moves, "%63s%n", name, &n) == 1; moves += n) {
        pl_move m = named(g, s, name);
        if (m == PL_ILLEGAL) fail_msg("%s is not legal before '%s'", name, moves + n);
        g->apply(s, m);
    }
}

static int legal(const pl_game *g, const pl_state *s, const char *name)
{
    return named(g, s, name) != PL_ILLEGAL;
}

static const pl_game *deal_two(const char *spec, pl_state *s)
{
    const pl_game *g = must_open(spec);
    char one[PL_NAME_MAX], other[PL_NAME_MAX];
    const char *a = dealt[0], *b = dealt[1];
    pl_start(g, s);
    for (int n, m; sscanf(a, "%63s%n", one, &n) == 1; a += n, b += m) {
        assert_int_equal(sscanf(b, "%63s%n", other, &m), 1);
        play(g, s, one);
        play(g, s, other);
    }
    play(g, s, "seat0");
    return g;
}

/* The hub's holder begins; a penny opens a line to the other and comes down with
 * a tile that is no double on the own line; the dummy opens when both lines are
 * started; a double gives another turn. */
static void pennies_and_dummy(void **state)
{
    pl_state s;
    char text[PL_SHOW_MAX];
    const pl_game *g = deal_two("dominoes(players=2,high=6)", &s);
    (void)state;
    assert_int_equal(g->turn(&s), 0);
    assert_true(legal(g, &s, "6-0@0"));
    assert_false(legal(g, &s, "6-0@1"));
    assert_false(legal(g, &s, "6-0@dummy"));
    assert_false(legal(g, &s, "pass"));
    play(g, &s, "6-0@0 6-5@1");
    assert_true(legal(g, &s, "0-0@0"));
    play(g, &s, "0-4@0");
    assert_true(legal(g, &s, "5-5@1"));
    assert_true(legal(g, &s, "6-4@dummy")); /* open: both lines are started */
    assert_false(legal(g, &s, "4-3@0"));    /* seat 0 has no penny */
    play(g, &s, "5-5@1");
    assert_int_equal(g->turn(&s), 1);
    play(g, &s, "6-3@dummy 4-4@0");
    assert_int_equal(g->turn(&s), 0);
    play(g, &s, "3-0@dummy");
    play(g, &s, "5-4@1");
    assert_true(legal(g, &s, "0-1@dummy"));
    play(g, &s, "0-1@dummy 4-2@1 1-3@dummy 3-5@dummy");
    assert_true(legal(g, &s, "pass")); /* 4 and 5: seat 0 has none left */
    play(g, &s, "pass");
    assert_true(legal(g, &s, "4-1@0"));
    play(g, &s, "4-1@0");
    play(g, &s, "1-1@0"); /* a double on the own line leaves the penny up */
    assert_int_equal(g->turn(&s), 0);
    g->show(&s, text, sizeof text);
    assert_non_null(strstr(text, "penny up"));
    play(g, &s, "1-2@0"); /* and this takes it down */
    g->show(&s, text, sizeof text);
    assert_null(strstr(text, "penny up"));
    assert_false(legal(g, &s, "2-6@0"));
    pl_close(g);
}

/* What a pass tells is there for all to see; guesses are held to it below. */
static void a_pass_is_remembered(void **state)
{
    pl_state s;
    char text[PL_SHOW_MAX];
    const pl_game *g = deal_two("dominoes(players=2,high=6)", &s);
    (void)state;
    play(g, &s, "6-0@0 6-5@1 0-4@0 5-5@1 6-3@dummy 4-4@0 3-0@dummy 5-4@1 0-1@dummy 4-2@1");
    play(g, &s, "1-3@dummy 3-5@dummy pass");
    pl_view(g, &s, PL_PUBLIC, &s);
    g->show(&s, text, sizeof text);
    assert_non_null(strstr(text, "seat 0: line 4, penny up, 7 tiles, no 4 5: ?\n"));
    assert_non_null(strstr(text, "\ntable: 0-1 0-3 1-3 0-4 2-4 4-4 3-5 4-5 5-5 0-6 3-6 5-6 6-6"));
    pl_close(g);
}

/* After a hand chance turns up tiles, which become points, and the next hub is
 * one lower.  When a hand ends and what it costs is told twice above. */
static void hands_follow(void **state)
{
    pl_state s;
    char text[PL_SHOW_MAX], name[PL_NAME_MAX];
    pl_rng r;
    const pl_game *g = must_open("dominoes(players=3,high=6,hands=2,hub=5)");
    (void)state;
    pl_seed(&r, 3);
    pl_start(g, &s);
    int shown = 0;
    for (int plays = 0; !shown; plays++) {
        pl_move m = pl_any(g, &s, &r);
        if (plays > 28 && g->turn(&s) == PL_CHANCE) {
            g->say(&s, m, name, sizeof name);
            shown = 1;
        }
        g->apply(&s, m);
    }
    assert_non_null(strchr(name, '-'));
    while (g->show(&s, text, sizeof text), !strstr(text, "hub 4-4"))
        g->apply(&s, pl_any(g, &s, &r));
    assert_non_null(strstr(text, "points"));
    assert_int_equal(g->turn(&s), PL_CHANCE);
    pl_close(g);
}

/* All worlds that fit what seat has seen, by an odometer over the tiles it does
 * not see, straight from the second telling; each as a number in base players. */
typedef struct {
    int n, a[VALUES * VALUES], b[VALUES * VALUES]; /* hidden tiles */
    int left[SEATS], worlds;                       /* DEALS + 1: too many */
    double world[DEALS + 1];
} deals;

static void list_deals(const table *t, deals *d, int seat, int i, double name)
{
    if (i == d->n) {
        d->world[d->worlds++] = name;
        return;
    }
    for (int h = 0; h < t->players && d->worlds <= DEALS; h++) {
        if (h == seat || !d->left[h] || t->lacks[h][d->a[i]] || t->lacks[h][d->b[i]]) continue;
        d->left[h]--;
        list_deals(t, d, seat, i + 1, name * t->players + h);
        d->left[h]++;
    }
}

static void count_deals(const table *t, int seat, deals *d)
{
    d->n = d->worlds = 0;
    for (int i = 0; i < t->players; i++) d->left[i] = tiles_in_hand(t, i);
    for (int a = 0; a <= t->high; a++)
        for (int b = a; b <= t->high; b++) {
            if (t->owner[a][b] == seat || t->owner[a][b] == GONE) continue;
            d->a[d->n] = a;
            d->b[d->n++] = b;
        }
    if (d->n <= 24) list_deals(t, d, seat, 0, 0);
    else d->worlds = DEALS + 1;
}

/* The name of a world, read off the picture that the game draws of it. */
static double world_name(const pl_game *g, const pl_state *s, const deals *d)
{
    char text[PL_SHOW_MAX], tile[16];
    double name = 0;
    g->show(s, text, sizeof text);
    strcat(text, "\n");
    for (int i = 0; i < d->n; i++) {
        snprintf(tile, sizeof tile, " %d-%d", d->a[i], d->b[i]);
        int seat = NOBODY;
        for (char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
            char *at = strstr(line, tile);
            if (at && at < strchr(line, '\n') && !strchr("0123456789", at[strlen(tile)]))
                seat = atoi(line + 5);
        }
        name = name * g->players + seat;
    }
    return name;
}

/* Guesses of this view: each of the deals, as often as the others. */
static void guesses_are_even(const pl_game *g, const pl_state *s, int seat, deals *d, pl_rng *r)
{
    enum { EACH = 30 };
    int hit[DEALS] = {0};
    double sum = 0, degrees = d->worlds - 1;
    pl_state view, world;
    pl_view(g, s, seat, &view);
    for (int k = 0; k < EACH * d->worlds; k++) {
        memcpy(&world, &view, sizeof world);
        g->guess(&world, seat, r);
        double name = world_name(g, &world, d);
        int i = 0;
        while (i < d->worlds && d->world[i] != name) i++;
        if (i == d->worlds) fail_msg("a guess is none of the %d deals that fit", d->worlds);
        hit[i]++;
    }
    for (int i = 0; i < d->worlds; i++) sum += (hit[i] - EACH) * (hit[i] - EACH) / (double)EACH;
    if (sum > degrees + 6 * sqrt(2 * degrees) + 10)
        fail_msg("Pearson's sum is %g for %d deals", sum, d->worlds);
}

/* Positions of random play with 2 to 400 deals, every seat and the public. */
static int try_guesses(const char *spec, int games, pl_rng *r)
{
    deals d = {0};
    const pl_game *g = must_open(spec);
    int tried = 0;
    for (int i = 0; i < games; i++) {
        pl_state s;
        table t;
        char name[PL_NAME_MAX];
        set_table(&t, g);
        for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
            int seat = pl_below(r, g->players + 1);
            if (seat == g->players) seat = PL_PUBLIC;
            d.worlds = 0;
            if (g->turn(&s) >= 0 && !pl_below(r, 4)) count_deals(&t, seat, &d);
            if (d.worlds > 1 && d.worlds <= DEALS) {
                guesses_are_even(g, &s, seat, &d, r);
                tried++;
            }
            pl_move m = pl_any(g, &s, r);
            g->say(&s, m, name, sizeof name);
            tell(&t, name);
            g->apply(&s, m);
        }
    }
    pl_close(g);
    return tried;
}

static void guesses_are_all_deals_that_fit(void **state)
{
    pl_rng r;
    (void)state;
    pl_seed(&r, 11);
    assert_true(try_guesses("dominoes(players=2,high=6)", 20, &r) > 10);
    assert_true(try_guesses("dominoes(players=3,high=6)", 12, &r) > 10);
    assert_true(try_guesses("dominoes(players=4,high=9)", 12, &r) > 10);
    assert_true(try_guesses("dominoes(players=6,high=6)", 60, &r) > 10);
}

/* Four at random with double nines, over all ten hubs: 57.5 turns a hand and
 * 24.4 % of hands blocked, by a program of others; 15.82 points are tried with
 * the agents. */
static void random_hands_are_as_long(void **state)
{
    enum { GAMES = 1000 };
    const pl_game *g = must_open("dominoes(hands=10,shuffle=1)");
    double turns = 0, blocked = 0, hands = 10.0 * GAMES;
    pl_rng r;
    (void)state;
    pl_seed(&r, 5);
    for (int i = 0; i < GAMES; i++) {
        pl_state s;
        table t;
        set_table(&t, g);
        for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
            char name[PL_NAME_MAX];
            pl_move m = pl_any(g, &s, &r);
            int ended = t.ended;
            g->say(&s, m, name, sizeof name);
            tell(&t, name);
            g->apply(&s, m);
            if (!t.ended || ended) continue;
            turns += t.turns;
            blocked += t.count > t.players;
        }
    }
    assert_true(fabs(turns / hands - 57.5) < 0.05 + 3 * 7 / sqrt(hands));
    assert_true(fabs(blocked / hands - 0.244) < 0.0005 + 3 * 0.43 / sqrt(hands));
    pl_close(g);
}

static void parameters_that_clash_are_refused(void **state)
{
    (void)state;
    refused("dominoes(high=7)", "high accepts 6|9|12|15, not '7'");
    refused("dominoes(high=6,hub=7)", "hub must be a value of the set, that is at most high");
    refused("dominoes(high=6,hands=8)", "hands go down from the hub to 0");
    refused("dominoes(hands=4,hub=2)", "hands go down from the hub to 0");
    pl_close(must_open("dominoes(high=6,hands=7)"));
    pl_close(must_open("dominoes(hands=3,hub=2)"));
}

int test_dominoes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_told_twice_agree),
        cmocka_unit_test(pennies_and_dummy),
        cmocka_unit_test(a_pass_is_remembered),
        cmocka_unit_test(hands_follow),
        cmocka_unit_test(guesses_are_all_deals_that_fit),
        cmocka_unit_test(random_hands_are_as_long),
        cmocka_unit_test(parameters_that_clash_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
