/* dominoes.c -- the train game against a second set of its rules, made of plain arrays straight
 * from the words, and its guesses against all deals that fit, counted one by one.
 */
#include "tests/games/twin.h"

enum { SEATS = 8, VALUES = 16, NOBODY = -1, GONE = -2 };
enum { DEALS = 400 }; /* most that are listed */

static double arg(const pl_game *g, const char *name)
{
    int i = 0;
    while (strcmp(g->params[i].name, name)) i++;
    return g->arg[i];
}

/* The second set of rules.  owner[a][b], a <= b, is a seat, NOBODY or GONE. */
typedef struct {
    int players, high, hub, hands, shuffle, chance; /* chance: outcomes so far, of this hand */
    int draw;                                       /* 1: the hub is to be drawn */
    int owner[VALUES][VALUES];
    int end[SEATS + 1], penny[SEATS], started[SEATS], passed[SEATS];
    int lacks[SEATS][VALUES];
    int order[SEATS], points[SEATS];
    int turn, over, count, ended; /* ended: the hand, with its tiles still to be shown */
    int turns, tail;              /* of this hand: turns, and passes at its end */
    int shortest, longest;        /* such ends of all hands that were blocked */
    int turns_done, blocked;
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
    *t = (table){.players = g->players, .hands = (int)arg(g, "hands"), .shortest = 99};
    t->high = 6 + 3 * (int)arg(g, "high");
    t->hub = arg(g, "hub") < 0 ? t->high : (int)arg(g, "hub");
    t->shuffle = (int)arg(g, "shuffle");
    t->draw = arg(g, "hub") == -2;
    new_hand(t);
}

static int in_hand(const table *t, int seat, int pips)
{
    int n = 0;
    for (int a = 0; a <= t->high; a++)
        for (int b = a; b <= t->high; b++) n += t->owner[a][b] == seat ? pips ? a + b : 1 : 0;
    return n;
}

static int tiles_in_hand(const table *t, int seat)
{
    return in_hand(t, seat, 0);
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

static void naive_names(const void *p, char *out)
{
    const table *t = p;
    char *at = out;
    *out = 0;
    if (t->turn < 0) return; /* of chance what is named is checked below */
    for (int line = 0; line <= t->players; line++)
        for (int v = 0; v <= t->high && may_play_on(t, t->turn, line); v++) {
            int end = t->end[line], a = v < end ? v : end, b = v < end ? end : v;
            if (t->owner[a][b] != t->turn) continue;
            if (line == t->players) at += sprintf(at, "%d-%d@dummy ", end, v);
            else at += sprintf(at, "%d-%d@%d ", end, v, line);
        }
    if (at == out) strcpy(out, "pass ");
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
    t->turns_done += t->turns;
    if (t->count <= t->players) return;
    t->blocked++;
    if (t->tail < t->shortest) t->shortest = t->tail;
    if (t->tail > t->longest) t->longest = t->tail;
}

static void naive_play(void *p, pl_move m, const char *name)
{
    table *t = p;
    (void)m;
    if (t->turn != PL_CHANCE) act(t, name);
    else if (t->ended) show_tile(t, name);
    else deal_or_seat(t, name);
}

static int naive_turn(const void *p)
{
    return ((const table *)p)->turn;
}

static void naive_score(const void *p, double *out)
{
    const table *t = p;
    for (int i = 0; i < t->players; i++) out[i] = -t->points[i] - in_hand(t, i, 1);
}

static const twin naive = {.size = sizeof(table),
                           .turn = naive_turn,
                           .names = naive_names,
                           .play = naive_play,
                           .score = naive_score};

static void plain_rules_agree(void **state)
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
    for (size_t k = 0; k < LENGTH(specs); k++) {
        const pl_game *g = must_open("%s", specs[k]);
        pl_rng r;
        int shortest = 99, longest = 0, games = 300 / (int)arg(g, "hands");
        pl_seed(&r, k + 1);
        for (int i = 0; i < games; i++) {
            table t;
            set_table(&t, g);
            twin_game(&naive, g, &t, &r);
            assert_true(t.over);
            shortest = t.shortest < shortest ? t.shortest : shortest;
            longest = t.longest > longest ? t.longest : longest;
        }
        assert_true(!longest || (shortest > g->players && longest <= 2 * g->players));
        if (k == 0) assert_int_equal(longest, 2 * g->players);
        if (k == 1) assert_int_equal(shortest, g->players + 1);
        pl_close(g);
    }
}

/* After a hand chance turns up tiles, which become points, and the next hub is one lower. */
static void hands_follow(void **state)
{
    const pl_game *g = must_open("dominoes(players=3,high=6,hands=2,hub=5)");
    char text[PL_SHOW_MAX];
    pl_state s;
    pl_rng r;
    (void)state;
    pl_seed(&r, 3);
    for (pl_start(g, &s); g->show(&s, text, sizeof text), !strstr(text, "hub 4-4");)
        g->apply(&s, pl_any(g, &s, &r));
    assert_non_null(strstr(text, "points"));
    assert_int_equal(g->turn(&s), PL_CHANCE);
    pl_close(g);
}

/* All worlds that fit what seat has seen, by an odometer over the tiles it does
 * not see, straight from the second rules; each as a number in base players. */
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

static int tried;

/* At one ply in four, a seat's or the public's guesses where there are 2 to 400 deals. */
static pl_move pick_and_guess(const pl_game *g, const pl_state *s, const void *t, pl_rng *r)
{
    static deals d;
    int seat = pl_below(r, g->players + 1);
    if (seat == g->players) seat = PL_PUBLIC;
    d.worlds = 0;
    if (g->turn(s) >= 0 && !pl_below(r, 4)) count_deals(t, seat, &d);
    if (d.worlds > 1 && d.worlds <= DEALS) {
        guesses_are_even(g, s, seat, &d, r);
        tried++;
    }
    return pl_any(g, s, r);
}

static void guesses_are_all_deals_that_fit(void **state)
{
    static const struct {
        const char *spec;
        int games;
    } kinds[] = {{"dominoes(players=2,high=6)", 20},
                 {"dominoes(players=3,high=6)", 12},
                 {"dominoes(players=4,high=9)", 12},
                 {"dominoes(players=6,high=6)", 60}};
    twin guessing = naive;
    pl_rng r;
    (void)state;
    guessing.pick = pick_and_guess;
    pl_seed(&r, 11);
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        const pl_game *g = must_open("%s", kinds[k].spec);
        tried = 0;
        for (int i = 0; i < kinds[k].games; i++) {
            table t;
            set_table(&t, g);
            twin_game(&guessing, g, &t, &r);
        }
        assert_true(tried > 10);
        pl_close(g);
    }
}

/* Four at random with double nines, over all ten hubs: 57.5 turns a hand and 24.4 % of hands
 * blocked, by a program of others; 15.82 points are tried with the agents. */
static void random_hands_are_as_long(void **state)
{
    enum { GAMES = 1000 };
    const pl_game *g = must_open("dominoes(hands=10,shuffle=1)");
    const twin unseen = {.turn = naive_turn, .play = naive_play};
    double turns = 0, blocked = 0, hands = 10.0 * GAMES;
    pl_rng r;
    (void)state;
    pl_seed(&r, 5);
    for (int i = 0; i < GAMES; i++) {
        table t;
        set_table(&t, g);
        twin_game(&unseen, g, &t, &r);
        turns += t.turns_done;
        blocked += t.blocked;
    }
    assert_true(fabs(turns / hands - 57.5) < 0.05 + 3 * 7 / sqrt(hands));
    assert_true(fabs(blocked / hands - 0.244) < 0.0005 + 3 * 0.43 / sqrt(hands));
    pl_close(g);
}

int test_dominoes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rules_agree),
        cmocka_unit_test(hands_follow),
        cmocka_unit_test(guesses_are_all_deals_that_fit),
        cmocka_unit_test(random_hands_are_as_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
