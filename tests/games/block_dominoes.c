/* block_dominoes.c -- block, draw and all fives: hands worked out on paper, and a
 * second implementation that lays tiles on a table of arrays.
 */
#include "tests/games/block_dominoes.h"
#include "tests/support/played.h"

#define ONE "hands=1,returns=points"

/* Seat 1 has the highest double, so he opens; seat 0 is out and wins 4 + 0. */
static void the_highest_double_opens(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "6-5 5-5 5-4 4-0");
    may_play(g, &s, "5-5");
    play_on(g, &s, "5-5");
    assert_int_equal(g->turn(&s), 0);
    may_play(g, &s, "5-4:left 6-5:left"); /* both sides are alike */
    play_on(g, &s, "6-5:left");
    may_play(g, &s, "pass");
    play_on(g, &s, "pass");
    shows(g, &s, PL_FULL, "\nseat 1, 0 points, no 5 6: 4-0"); /* both were open when he passed */
    shows(g, &s, PL_FULL, "\nseat 0, 0 points: 5-4");
    play_on(g, &s, "5-4:right");
    shows(g, &s, PL_FULL, "line: 6-5 5-5 5-4\n");
    may_play(g, &s, "settle");
    play_on(g, &s, "settle");
    ends_with(g, &s, SCORES(4, -4));
    pl_close(g);
}

static void without_a_double_most_pips_open(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "5-4 6-3 2-0 3-0"); /* nine pips both: the six decides */
    may_play(g, &s, "6-3");
    pl_close(g);
}

/* Seat 0 has 2-1 and 0-0, seat 1 has 6-5 left; 5-4 against 4-1; 3 pips each. */
static void a_blocked_hand_goes_to_the_lighter(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "2-1 6-5 0-0 4-4 4-4 pass pass");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    play_on(g, &s, "settle");
    ends_with(g, &s, SCORES(11 - 3, 3 - 11));
    play_line(g, &s, "6-0 4-1 5-4 6-3 6-3");
    play_on(g, &s, "6-0:right pass pass settle"); /* ends 3 and 0; 9 against 5 */
    ends_with(g, &s, SCORES(5 - 9, 9 - 5));
    play_line(g, &s, "2-1 3-0 0-0 4-4 4-4 pass pass settle");
    ends_with(g, &s, SCORES(0, 0));
    pl_close(g);
}

/* The winner gets the first tile of the next hand, and leads with any. */
static void the_winner_leads(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2,lead=winner)");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat1 6-6 1-1 6-5 0-0 6-6 pass 6-5:left settle");
    shows(g, &s, PL_FULL, "seat 0, 0 points:\nseat 1, 2 points:");
    play_on(g, &s, "6-6 0-0 6-5 5-5");
    assert_int_equal(g->turn(&s), 1);
    may_play(g, &s, "6-5 6-6");
    pl_close(g);
}

/* Both have no pips, but seat 0 is out. */
static void the_double_blank_does_not_tie(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2,lead=winner)");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat1 0-0 6-6 6-4 6-5 6-4 6-6:right pass 6-5:right settle 6-6 0-0 6-5 5-5");
    assert_int_equal(g->turn(&s), 0);
    pl_close(g);
}

/* A hand that nobody wins is followed by a new draw for the lead. */
static void a_tie_draws_lots_again(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2,lead=winner)");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat0 4-4 3-0 2-1 0-0 4-4 pass pass settle");
    may_play(g, &s, "seat0 seat1");
    pl_close(g);
}

/* Winners share 1 and losers -1, whatever the points; equal points are a draw. */
static void winning_is_shared(void **state)
{
    const pl_game *g = must_open("block_dominoes(hand=2,hands=1)");
    const pl_game *three = must_open("block_dominoes(players=3,hand=2,hands=1)");
    pl_state s;
    (void)state;
    play_line(g, &s, "6-5 5-5 5-4 4-0 5-5 6-5:left pass 5-4:right settle"); /* 4 points to 0 */
    ends_with(g, &s, SCORES(1, -1));
    play_line(g, &s, "2-1 3-0 0-0 4-4 4-4 pass pass settle");
    ends_with(g, &s, SCORES(0, 0));
    play_line(three, &s, "1-0 6-6 1-1 2-0 6-5 2-2 6-6 pass pass 6-5:left settle");
    ends_with(three, &s, SCORES(-0.5, 1, -0.5));
    pl_close(g);
    pl_close(three);
}

/* Six tiles: two each and two in the boneyard. */
static void who_cannot_draws(void **state)
{
    const pl_game *g = must_open("block_dominoes(variant=draw,high=2,hand=2,leave=0," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "2-2 0-0 1-0 1-1 2-2");
    may_play(g, &s, "draw");
    play_on(g, &s, "draw");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    may_play(g, &s, "2-0 2-1");
    notices(g, &s, "2-1", 0, "?");
    play_on(g, &s, "2-1");
    may_play(g, &s, "2-1:left"); /* it fits, so it is laid */
    shows(g, &s, 0, "boneyard: 1\nseat 0, 0 points: 1-0\nseat 1, 0 points: ? ? ?");
    play_on(g, &s, "2-1:left 1-0:left settle");
    ends_with(g, &s, SCORES(2, -2));
    pl_close(g);
}

static void what_is_left_alone_is_not_drawn(void **state)
{
    const pl_game *g = must_open("block_dominoes(variant=draw,high=2,hand=2,leave=1," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "1-0 2-2 1-1 2-0 2-2 draw 0-0");
    may_play(g, &s, "pass");
    play_on(g, &s, "pass 2-0:left settle");
    ends_with(g, &s, SCORES(-3, 3));
    pl_close(g);
    g = must_open("block_dominoes(variant=draw,high=2,hand=2,leave=2," ONE ")");
    play_line(g, &s, "1-0 2-2 1-1 2-0 2-2");
    may_play(g, &s, "pass");
    pl_close(g);
}

/* Foster's example: 5-5 counts 10; 5-0 and 0-0 leave it at that; 6-5 and 4-0 make 10 again.
 * Seat 0 is out; the other's 6-6 is 12 pips, which count 10. */
static void fosters_line_of_all_fives(void **state)
{
    const pl_game *g =
        must_open("block_dominoes(variant=all_fives,hand=3,lead=winner,target=1000," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat0 5-5 5-0 0-0 6-5 4-0 6-6 5-5");
    shows(g, &s, PL_FULL, "seat 0, 10 points");
    may_play(g, &s, "5-0:right 6-5:right");
    play_on(g, &s, "5-0:right");
    shows(g, &s, PL_FULL, "seat 1, 10 points");
    play_on(g, &s, "0-0:right 6-5:left 4-0:right");
    shows(g, &s, PL_FULL, "line: 6-5 5-5 5-0 0-0 0-4\n");
    shows(g, &s, PL_FULL, "seat 0, 30 points");
    play_on(g, &s, "settle");
    ends_with(g, &s, SCORES(40 - 10, 10 - 40));
    pl_close(g);
}

/* The other two sides open when both first ones are covered, and count once begun. */
static void the_spinner_has_four_sides(void **state)
{
    const pl_game *g = must_open("block_dominoes(variant=all_fives,hand=4,lead=winner," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat0 5-5 5-0 5-1 5-3 5-4 3-3 2-2 6-6 5-5 5-0:right");
    may_play(g, &s, "5-1:left 5-4:left");
    play_on(g, &s, "5-1:left"); /* 1 and 0 */
    may_play(g, &s, "5-3:up");
    play_on(g, &s, "5-3:up"); /* 1, 0 and 3 */
    may_play(g, &s, "5-4:down");
    play_on(g, &s, "5-4:down"); /* 1, 0, 3 and 4 */
    may_play(g, &s, "3-3:up");
    shows(g, &s, PL_FULL, "seat 0, 10 points");
    shows(g, &s, PL_FULL, "seat 1, 10 points");
    play_on(g, &s, "3-3:up"); /* 1 + 0 + 6 + 4 */
    shows(g, &s, PL_FULL, "line: 1-5 5-5 5-0\nup: 5-3 3-3\ndown: 5-4\n");
    pl_close(g);
}

/* A double laid later is the spinner if it is the first; 6-4 scores ten when led. */
static void a_spinner_within_the_line(void **state)
{
    const pl_game *g = must_open("block_dominoes(variant=all_fives,hand=4,lead=winner," ONE ")");
    pl_state s;
    (void)state;
    play_line(g, &s, "seat0 6-4 4-4 4-1 6-5 4-0 4-2 6-6 3-2 6-4");
    shows(g, &s, PL_FULL, "seat 0, 10 points");
    play_on(g, &s, "4-4:left"); /* 8 and 6 */
    may_play(g, &s, "4-0:left 4-1:left 6-6:right");
    play_on(g, &s, "4-1:left"); /* 1 and 6: the sides are open, uncounted */
    may_play(g, &s, "6-5:right 4-2:up");
    play_on(g, &s, "4-2:up"); /* 1, 6 and 2 */
    may_play(g, &s, "6-6:right 4-0:down");
    play_on(g, &s, "6-6:right"); /* 1 + 2 + 12 */
    shows(g, &s, PL_FULL, "seat 0, 25 points");
    shows(g, &s, PL_FULL, "seat 1, 0 points");
    pl_close(g);
}

/* Numbers. */

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

static void hands_must_fit(void **state)
{
    (void)state;
    refused("block_dominoes(hand=1)", "hand must be 0, for the usual one, or at least 2");
    refused("block_dominoes(high=2,hand=4)", "so hand must be less");
    refused("block_dominoes(high=2)", "so hand must be less");
    refused("block_dominoes(players=4,high=2,hand=2)", "players must be at most 3");
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

static void lacks_are_told(void **state)
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
    char spec[PL_SPEC_MAX];
    snprintf(spec, sizeof spec,
             "block_dominoes(players=%d,variant=%s,high=%d,hand=%d,lead=%s,leave=%d,target=60,"
             "hands=6,returns=points)",
             players, words[variant], most, each, lead ? "winner" : "highest", leave);
    const pl_game *g = must_open(spec);
    pl_move ours[PL_MOVES_MAX], theirs[PL_MOVES_MAX];
    pl_state s;
    naive t = {.players = players, .variant = variant, .each = each, .leave = leave};
    double out[PL_SEATS_MAX];
    t.tiles = (most + 1) * (most + 2) / 2;
    t.winner_leads = t.lots = lead;
    t.target = 60;
    t.hands = 6;
    naive_begin(&t);
    pl_start(g, &s);
    while (g->turn(&s) != PL_OVER) {
        int n = g->moves(&s, ours);
        assert_int_equal(g->turn(&s), naive_turn(&t));
        assert_int_equal(n, naive_moves(&t, theirs));
        assert_memory_equal(ours, theirs, (size_t)n * sizeof *ours);
        pl_move m = ours[pl_below(r, n)];
        g->apply(&s, m);
        naive_apply(&t, m);
    }
    assert_int_equal(naive_turn(&t), PL_OVER);
    g->score(&s, out);
    for (int i = 0, all = 0; i < players; i++, all = 0) {
        for (int k = 0; k < players; k++) all += k == i ? 0 : t.points[k];
        assert_true(fabs(out[i] - (t.points[i] - (double)all / (players - 1))) < 1e-9);
    }
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

/* What an observer noticed of a line, and the weight of all worlds in which he would have
 * noticed the same, added up by the bits of their states. */
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
    const pl_game *g = must_open("block_dominoes(variant=draw,high=4,hand=2,leave=0," ONE ")");
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
        cmocka_unit_test(the_highest_double_opens),
        cmocka_unit_test(without_a_double_most_pips_open),
        cmocka_unit_test(a_blocked_hand_goes_to_the_lighter),
        cmocka_unit_test(the_winner_leads),
        cmocka_unit_test(the_double_blank_does_not_tie),
        cmocka_unit_test(a_tie_draws_lots_again),
        cmocka_unit_test(winning_is_shared),
        cmocka_unit_test(who_cannot_draws),
        cmocka_unit_test(what_is_left_alone_is_not_drawn),
        cmocka_unit_test(fosters_line_of_all_fives),
        cmocka_unit_test(the_spinner_has_four_sides),
        cmocka_unit_test(a_spinner_within_the_line),
        cmocka_unit_test(two_hands_of_seven),
        cmocka_unit_test(hands_must_fit),
        cmocka_unit_test(lacks_are_told),
        cmocka_unit_test(plain_rules_agree),
        cmocka_unit_test(drawn_tiles_are_guessed_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
