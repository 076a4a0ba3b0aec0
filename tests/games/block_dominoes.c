/* block_dominoes.c -- block, draw and all fives against a second implementation that lays tiles
 * on a table of arrays, and their guesses against all worlds.
 */
#include "tests/games/block_dominoes.h"

/* Every deal comes up in 7! 7! orders. */
static void two_hands_of_seven(void **state)
{
    const pl_game *g = must_open("block_dominoes");
    pl_move m[PL_MOVES_MAX];
    pl_state s;
    uint64_t lines = 1;
    (void)state;
    pl_start(g, &s);
    for (int i = 0; i < 14; i++) {
        int n = g->moves(&s, m);
        lines *= (uint64_t)n;
        g->apply(&s, m[n / 2]);
    }
    assert_int_equal(lines / (5040 * 5040), 137680171200);
    assert_int_equal(lines % (5040 * 5040), 0);
    pl_close(g);
}

/* No seat has a tile of a number that the picture says it lacks; returns how many
 * such numbers there are. */
static int lacks_are_true(const pl_game *g, const pl_state *s)
{
    char text[PL_SHOW_MAX];
    int found = 0;
    g->show(s, text, sizeof text);
    for (const char *at = strstr(text, ", no "); at; at = strstr(at, ", no ")) {
        const char *hand = strchr(at, ':'), *end = strchr(hand, '\n');
        for (at += 5; at < hand; at += 2, found++)
            for (const char *tile = hand + 1; (!end || tile < end) && *tile; tile++)
                if (*tile == *at) fail_msg("%c is there in\n%s", *at, text);
    }
    return found;
}

static void lacks_are_true_in_games(void **state)
{
    const pl_game *g = must_open("block_dominoes(players=3,variant=draw,target=1000)");
    pl_rng r;
    pl_state s;
    int found = 0;
    (void)state;
    pl_seed(&r, 8);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER; g->apply(&s, pl_any(g, &s, &r)))
        found += lacks_are_true(g, &s);
    assert_in_range(found, 100, 100000);
    pl_close(g);
}

static void same_game(int players, int variant, int most, int each, int lead, int leave, pl_rng *r)
{
    static const char *const words[] = {"block", "draw", "all_fives"};
    const pl_game *g = must_open(
        "block_dominoes(players=%d,variant=%s,high=%d,hand=%d,lead=%s,leave=%d,target=60,hands=6,"
        "returns=points)",
        players, words[variant], most, each, lead ? "winner" : "highest", leave);
    naive t = {.players = players, .variant = variant, .each = each, .leave = leave};
    t.tiles = (most + 1) * (most + 2) / 2;
    t.winner_leads = t.lots = lead;
    t.target = 60;
    t.hands = 6;
    naive_begin(&t);
    twin_game(&naive_rules, g, &t, r);
    pl_close(g);
}

static void plain_rules_agree(void **state)
{
    pl_rng r;
    (void)state;
    pl_seed(&r, 5);
    for (int i = 0; i < 900; i++) {
        same_game(2 + i / 3 % 3, i % 3, 6, 5 + i % 2, i / 2 % 2, i % 3, &r);
        same_game(2 + i / 3 % 3, i % 3, 4, 3, i / 2 % 2, 0, &r);
        same_game(2, i % 3, 2 + i / 5 % 5, 2, i / 2 % 2, i % 2, &r);
    }
}

/* Guesses. */

enum { LONGEST = 64, BITS = 8 * 512 };

/* What an observer noticed of a line, and the weight of all worlds in which the same would have
 * been noticed, added up by the bits of their states. */
typedef struct {
    const pl_game *g;
    int seat, plies;
    pl_move code[LONGEST], own[LONGEST];
    double all, bit[BITS];
} record;

static void add_bits(const record *c, const pl_state *s, double weight, double *bit)
{
    for (int i = 0; i < 8 * c->g->state_size; i++)
        if (s->bytes[i / 8] >> i % 8 & 1) bit[i] += weight;
}

static void add_worlds(record *c, const pl_state *s, int ply, double weight)
{
    pl_move m[PL_MOVES_MAX];
    int who = c->g->turn(s), n, same = 0;
    if (ply == c->plies) {
        add_bits(c, s, weight, c->bit);
        c->all += weight;
        return;
    }
    if (who == PL_OVER) return;
    n = c->g->moves(s, m);
    for (int i = 0; i < n; i++) {
        int mine = who != c->seat || m[i] == c->own[ply];
        if (mine && pl_seen(c->g, s, m[i], c->seat) == c->code[ply]) m[same++] = m[i];
    }
    for (int i = 0; i < same; i++) {
        pl_state next = *s;
        c->g->apply(&next, m[i]);
        add_worlds(c, &next, ply + 1, weight / (who == PL_CHANCE ? n : same));
    }
}

static void guesses_fit(record *c, const pl_state *truth, pl_rng *r)
{
    enum { DRAWS = 3000 };
    static double drawn[BITS];
    pl_state view, guess;
    memset(drawn, 0, sizeof drawn);
    memset(&view, 0, sizeof view);
    pl_view(c->g, truth, c->seat, &view);
    for (int i = 0; i < DRAWS; i++) {
        guess = view;
        c->g->guess(&guess, c->seat, r);
        add_bits(c, &guess, 1, drawn);
    }
    for (int i = 0; i < 8 * c->g->state_size; i++) {
        double p = c->bit[i] / c->all, off = fabs(drawn[i] - p * DRAWS);
        if (off > 6 * sqrt(p * fabs(1 - p) * DRAWS) + 1e-6)
            fail_msg("bit %d has weight %g and was drawn %g of %d times", i, p, drawn[i], DRAWS);
    }
}

/* A random line to a ply near its end, if it had many draws; whether it had. */
static int one_line(const pl_game *g, pl_rng *r)
{
    static record c[2];
    pl_state s, start;
    int draws = 0, before_end = 1 + pl_below(r, 4), n = 0;
    pl_move played[LONGEST];
    memset(&start, 0, sizeof start);
    pl_start(g, &start);
    s = start;
    for (; g->turn(&s) != PL_OVER && n < LONGEST; n++) {
        played[n] = pl_any(g, &s, r);
        draws += g->turn(&s) >= 0 && played[n] == 29;
        g->apply(&s, played[n]);
    }
    if (draws < 5 || draws > 6 || n == LONGEST) return 0;
    n -= before_end;
    for (int k = 0; k < 2; k++) {
        c[k] = (record){.g = g, .seat = k, .plies = n};
        s = start;
        for (int i = 0; i < n; i++) {
            c[k].code[i] = pl_seen(g, &s, played[i], c[k].seat);
            c[k].own[i] = played[i];
            g->apply(&s, played[i]);
        }
        add_worlds(&c[k], &start, 0, 1);
        guesses_fit(&c[k], &s, r);
    }
    return 1;
}

static void drawn_tiles_are_guessed_exactly(void **state)
{
    const pl_game *g =
        must_open("block_dominoes(variant=draw,high=4,hand=2,leave=0,hands=1,returns=points)");
    int compared = 0;
    pl_rng r;
    (void)state;
    pl_seed(&r, 8);
    for (int i = 0; i < 2000 && compared < 8; i++) compared += one_line(g, &r);
    assert_int_equal(compared, 8);
    pl_close(g);
}

int test_block_dominoes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hands_of_seven),
        cmocka_unit_test(lacks_are_true_in_games),
        cmocka_unit_test(plain_rules_agree),
        cmocka_unit_test(drawn_tiles_are_guessed_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
