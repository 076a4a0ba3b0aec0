/* cards.c -- the rules of the card and dice games, played through by name.
 *
 * The laws hold of any game that is consistent with itself; whether it is the
 * right game is seen here, in hands worked out on paper.
 */
#include "tests/support/played.h"

static int legal(const pl_game *g, const pl_state *s, const char *name)
{
    return pl_parse(g, s, name) != PL_ILLEGAL;
}

/* Kuhn poker. */

/* What hero expects if he bets with the two higher cards and passes with the
 * lowest, and everybody else plays any move as often. */
static double always_bet(const pl_game *g, const pl_state *s, int hero)
{
    pl_move m[PL_MOVES_MAX];
    double out[PL_SEATS_MAX], sum = 0;
    int turn = g->turn(s), n = turn == PL_OVER ? 0 : g->moves(s, m);
    if (turn == PL_OVER) {
        g->score(s, out);
        return out[hero];
    }
    for (int i = 0; i < n; i++) {
        uint8_t tensor[16];
        pl_state next = *s;
        double weight = 1.0 / n;
        if (turn == hero) {
            pl_tensor(g, s, hero, tensor);
            weight = m[i] == !tensor[g->players]; /* the place comes first, then the card */
        }
        g->apply(&next, m[i]);
        if (weight > 0) sum += weight * always_bet(g, &next, hero);
    }
    return sum;
}

static void kuhn_bet_with_the_higher_two(void **state)
{
    const pl_game *g = must_open("kuhn");
    pl_state s;
    (void)state;
    pl_start(g, &s);
    double first = always_bet(g, &s, 0), second = always_bet(g, &s, 1);
    assert_true(fabs(first - 1.0 / 3) < 1e-12);
    assert_true(fabs(second - 1.0 / 3) < 1e-12);
    pl_close(g);
}

static void kuhn_scores(void **state)
{
    (void)state;
    line_ends("kuhn", "K J pass pass", SCORES(1, -1));
    line_ends("kuhn", "K J bet pass", SCORES(1, -1));
    line_ends("kuhn", "J K bet bet", SCORES(-2, 2));
    line_ends("kuhn", "J K pass bet pass", SCORES(-1, 1));
    line_ends("kuhn", "K J pass bet bet", SCORES(2, -2));
    line_ends("kuhn(players=3)", "T K J pass bet pass bet", SCORES(-2, 3, -1));
    line_ends("kuhn(players=3)", "T K J bet pass pass", SCORES(2, -1, -1));
    line_ends("kuhn(start=1)", "K J bet pass", SCORES(-1, 1));
}

/* Leduc hold'em. */

static void leduc_showdowns(void **state)
{
    (void)state;
    line_ends("leduc", "Ks Jh call call Qs call call", SCORES(1, -1));
    line_ends("leduc", "Ks Jh call call Js call call", SCORES(-1, 1)); /* the pair */
    line_ends("leduc", "Qs Qh call call Js call call", SCORES(0, 0));
    line_ends("leduc", "Qs Jh raise raise call Qh raise raise call", SCORES(13, -13));
    line_ends("leduc(suits=collapsed)", "Q J raise raise call Q raise raise call", SCORES(13, -13));
}

static void leduc_folds(void **state)
{
    (void)state;
    line_ends("leduc", "Js Kh raise fold", SCORES(1, -1));
    line_ends("leduc", "Js Kh raise raise fold", SCORES(-3, 3));
    line_ends("leduc", "Js Kh call call Ks raise fold", SCORES(1, -1));
    line_ends("leduc(players=3)", "Ts Js Ks raise fold fold", SCORES(2, -1, -1));
}

/* 5, 5 and 3 in the pot, which two share: not a whole number each. */
static void leduc_split_with_three(void **state)
{
    (void)state;
    line_ends("leduc(players=3)", "Ks Kh Js call call raise raise call fold Qs call call",
              SCORES(1.5, 1.5, -3));
    line_ends("leduc(players=3)", "Ks Qh Qs call call call Ts call call call", SCORES(2, -1, -1));
    line_ends("leduc(players=3)", "Js Qh Qs call call call Ts call call call",
              SCORES(-1, 0.5, 0.5));
    line_ends("leduc(players=3)", "Ks Qh Kh call call call Qs call call call", SCORES(-1, 2, -1));
}

static void leduc_order_and_limits(void **state)
{
    const pl_game *g = must_open("leduc(players=3)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Ks Qh Js");
    assert_int_equal(g->turn(&s), 0);
    assert_false(legal(g, &s, "fold"));
    play_on(g, &s, "call raise");
    assert_true(legal(g, &s, "fold"));
    play_on(g, &s, "raise");
    assert_false(legal(g, &s, "raise"));
    play_on(g, &s, "fold call");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    assert_false(legal(g, &s, "Ks"));
    play_on(g, &s, "Jh");
    assert_int_equal(g->turn(&s), 1); /* seat 0 is out */
    assert_false(legal(g, &s, "fold"));
    assert_true(legal(g, &s, "raise"));
    pl_close(g);
}

static void leduc_what_is_shown(void **state)
{
    const pl_game *g = must_open("leduc(players=3)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Ks Qh");
    notices(g, &s, "Js", 2, "Js");
    notices(g, &s, "Js", 0, "?");
    play_on(g, &s, "Js raise call fold");
    notices(g, &s, "Th", PL_PUBLIC, "Th");
    play_on(g, &s, "Th call call");
    tells(g, &s, PL_PUBLIC, "[\"Ks\",\"Qh\",\"?\"]");
    play_line(g, &s, "Ks Qh Js raise fold fold");
    tells(g, &s, 1, "[\"?\",\"Qh\",\"?\"]");
    pl_close(g);
}

static void leduc_odds(void **state)
{
    const pl_game *g = must_open("leduc(suits=collapsed)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Q");
    assert_true(fabs(pl_odds(g, &s, pl_parse(g, &s, "Q")) - 0.2) < 1e-15);
    assert_true(fabs(pl_odds(g, &s, pl_parse(g, &s, "K")) - 0.4) < 1e-15);
    play_on(g, &s, "Q call call");
    assert_false(legal(g, &s, "Q"));
    assert_true(fabs(pl_odds(g, &s, pl_parse(g, &s, "K")) - 0.5) < 1e-15);
    pl_close(g);
}

/* Liar's dice. */

static void liars_dice_wild(void **state)
{
    (void)state;
    line_ends("liars_dice", "3 6 2x3 liar", SCORES(1, -1));
    line_ends("liars_dice", "3 5 2x3 liar", SCORES(-1, 1));
    line_ends("liars_dice", "3 6 2x6 liar", SCORES(-1, 1)); /* a bid on the wild face */
    line_ends("liars_dice", "3 6 1x2 1x6 liar", SCORES(-1, 1));
    line_ends("liars_dice(wild=one)", "1 3 2x3 liar", SCORES(1, -1));
    line_ends("liars_dice(wild=one)", "3 6 2x3 liar", SCORES(-1, 1));
    line_ends("liars_dice(wild=one)", "1 3 2x1 liar", SCORES(-1, 1));
    line_ends("liars_dice(wild=none)", "3 6 2x3 liar", SCORES(-1, 1));
    line_ends("liars_dice(wild=none)", "3 3 2x3 liar", SCORES(1, -1));
    line_ends("liars_dice(sides=4)", "3 4 2x3 liar", SCORES(1, -1));
}

/* Only the last bidder and the caller win or lose. */
static void liars_dice_three_players(void **state)
{
    (void)state;
    line_ends("liars_dice(players=3)", "2 3 4 1x2 1x3 2x4 liar", SCORES(1, 0, -1));
    line_ends("liars_dice(players=3)", "2 3 4 1x2 1x3 liar", SCORES(0, 1, -1));
    line_ends("liars_dice(players=3)", "2 3 6 1x2 1x3 2x4 2x5 liar", SCORES(-1, 1, 0));
}

static void liars_dice_bids_rise(void **state)
{
    const pl_game *g = must_open("liars_dice");
    pl_state s;
    pl_move m[PL_MOVES_MAX];
    (void)state;
    play_line(g, &s, "1 1");
    assert_false(legal(g, &s, "liar"));
    assert_int_equal(g->moves(&s, m), 12);
    play_on(g, &s, "1x4");
    assert_false(legal(g, &s, "1x4"));
    assert_true(legal(g, &s, "1x5") && legal(g, &s, "2x1") && legal(g, &s, "liar"));
    play_on(g, &s, "2x6");
    assert_int_equal(g->moves(&s, m), 1);
    pl_close(g);
}

/* A player looks when his last die is down, and sees no order. */
static void liars_dice_cups(void **state)
{
    const pl_game *g = must_open("liars_dice(dice=2)");
    pl_state s, other;
    (void)state;
    play_line(g, &s, "");
    notices(g, &s, "5", 0, "?");
    play_on(g, &s, "5");
    tells(g, &s, 0, "\"cups\":[\"?\",\"\"]");
    notices(g, &s, "2", 0, "25");
    notices(g, &s, "2", 1, "?");
    notices(g, &s, "2", PL_PUBLIC, "?");
    play_on(g, &s, "2 4 4 1x2");
    tells(g, &s, 0, "\"cups\":[\"25\",\"??\"]");
    play_line(g, &other, "2 5 4 4 1x2");
    assert_memory_equal(&s, &other, (size_t)g->state_size);
    play_on(g, &s, "liar");
    tells(g, &s, 0, "\"cups\":[\"25\",\"44\"]");
    pl_close(g);
}

static void liars_dice_match(void **state)
{
    const pl_game *g = must_open("liars_dice(dice=2,match=1)");
    pl_state s;
    (void)state;
    play_line(g, &s, "1 2 3 4 1x5");
    notices(g, &s, "liar", 0, "liar-right");
    play_on(g, &s, "liar");
    tells(g, &s, PL_PUBLIC, "\"dice\":[1,2]");
    play_on(g, &s, "3 4 4");
    assert_int_equal(g->turn(&s), 0); /* the loser begins */
    assert_true(legal(g, &s, "3x6"));
    assert_false(legal(g, &s, "4x1")); /* three dice are left */
    play_on(g, &s, "1x4");
    notices(g, &s, "liar", 1, "liar-wrong");
    play_on(g, &s, "liar");
    tells(g, &s, PL_PUBLIC, "\"dice\":[1,1]");
    play_on(g, &s, "3 4");
    assert_int_equal(g->turn(&s), 1);
    pl_close(g);
    line_ends("liars_dice(dice=2,match=1)", "1 2 3 4 1x5 liar 1 2 3 1x5 liar", SCORES(-1, 1));
}

/* Seat 1 goes out, so seat 2 begins; then seat 0 does, and seat 2 has won. */
static void liars_dice_eliminations(void **state)
{
    const pl_game *g = must_open("liars_dice(players=3,match=1)");
    pl_state s;
    (void)state;
    play_line(g, &s, "1 2 3 1x1 1x5 liar 2 3");
    assert_int_equal(g->turn(&s), 2);
    tells(g, &s, PL_PUBLIC, "\"dice\":[1,0,1]");
    play_on(g, &s, "1x2");
    assert_int_equal(g->turn(&s), 0);
    pl_close(g);
    line_ends("liars_dice(players=3,match=1)", "1 2 3 1x1 1x5 liar 2 3 1x2 liar",
              SCORES(-1, -1, 2));
}

/* Goofspiel. */

static void goofspiel_ties(void **state)
{
    (void)state;
    /* 3: tie; 2: seat 0; the last cards, 1 and 2, go for 1. */
    line_ends("goofspiel(cards=3,order=descending,returns=points)", "3 3 2 1", SCORES(1, -1));
    line_ends("goofspiel(cards=3,order=descending,returns=points)", "3 3 2 2", SCORES(0, 0));
    line_ends("goofspiel(cards=3,order=descending,returns=points,ties=split)", "3 3 1 2",
              SCORES(-1, 1));
    line_ends("goofspiel(cards=3,order=descending)", "3 3 2 1", SCORES(1, -1));
    line_ends("goofspiel(cards=3,order=descending)", "3 3 2 2", SCORES(0, 0));
}

/* Bids 3 3 1 for 3, then 2 2 3 for 2, then 1 1 2 for 1. */
static void goofspiel_three_players(void **state)
{
    (void)state;
    line_ends("goofspiel(players=3,cards=3,order=descending)", "3 3 1 2 2 3", SCORES(-.5, -.5, 1));
    line_ends("goofspiel(players=3,cards=3,order=descending,ties=split,returns=points)",
              "3 3 1 2 2 3", SCORES(-.75, -.75, 1.5));
    /* All share the 3, seats 0 and 1 the 2, and seat 2 takes the 1: 2 each. */
    line_ends("goofspiel(players=3,cards=3,order=descending,ties=split,returns=points)",
              "3 3 3 2 2 1", SCORES(0, 0, 0));
    line_ends("goofspiel(players=3,cards=3,order=descending,ties=split)", "2 2 3 3 3 1",
              SCORES(-.5, -.5, 1));
    line_ends("goofspiel(players=3,cards=2,order=ascending)", "2 2 1", SCORES(-.5, -.5, 1));
}

static void goofspiel_last_card(void **state)
{
    const pl_game *g = must_open("goofspiel(cards=3)");
    pl_state s;
    (void)state;
    play_line(g, &s, "2 1 3 1 2");
    assert_int_equal(g->turn(&s), 1);
    play_on(g, &s, "1");
    assert_int_equal(g->turn(&s), PL_OVER); /* 3 against 2 for the prize of 3 */
    tells(g, &s, 0, "\"prizes\":[2,1,3],\"takers\":[\"seat1\",\"seat0\",\"seat0\"]");
    pl_close(g);
    line_ends("goofspiel(cards=3)", "2 1 3 1 3 1", SCORES(-1, 1));
    line_ends("goofspiel(cards=1)", "1 1 1", SCORES(0, 0));
    line_ends("goofspiel(cards=1,order=ascending,ties=split)", "1 1", SCORES(0, 0));
}

static void goofspiel_orders(void **state)
{
    static const char *const specs[] = {"goofspiel(cards=4,order=ascending)",
                                        "goofspiel(cards=4,order=descending)"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const pl_game *g = must_open(specs[i]);
        pl_state s;
        play_line(g, &s, "1 2 2 1");
        assert_int_equal(g->chances, 0);
        tells(g, &s, PL_PUBLIC, i ? "\"prizes\":[4,3,2]" : "\"prizes\":[1,2,3]");
        pl_close(g);
    }
    const pl_game *g = must_open("goofspiel(cards=4)");
    pl_state s;
    play_line(g, &s, "3 1 2");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    assert_false(legal(g, &s, "3"));
    assert_true(legal(g, &s, "4"));
    pl_close(g);
}

static void goofspiel_secrets(void **state)
{
    const pl_game *open = must_open("goofspiel(players=3,cards=4,order=ascending)");
    const pl_game *shut = must_open("goofspiel(players=3,cards=4,order=ascending,info=winner)");
    pl_state s;
    (void)state;
    play_line(open, &s, "2");
    tells(open, &s, 0, "\"hand\":[1,3,4],\"bids\":[2]");
    tells(open, &s, 1, "\"hand\":[1,2,3,4],\"bids\":[null]");
    notices(open, &s, "4", 0, "?");
    play_on(open, &s, "4");
    notices(open, &s, "3", 0, "2/4/3");
    play_on(open, &s, "3");
    tells(open, &s, PL_PUBLIC, "\"hand\":[1,2,3],\"bids\":[4]");
    play_line(shut, &s, "2 4");
    notices(shut, &s, "3", 0, "seat1");
    notices(shut, &s, "4", 0, "nobody");
    notices(shut, &s, "3", 2, "3:seat1");
    play_on(shut, &s, "3");
    tells(shut, &s, 0, "\"takers\":[\"seat1\"]");
    tells(shut, &s, 0, "{\"points\":1,\"hand\":[],\"bids\":[null]}");
    pl_close(open);
    pl_close(shut);
}

/* Whoever wins with all the cards from 2 to 12 knows what the other one bid:
 * each time the next lower card.  No other world is left to guess. */
static void goofspiel_only_world(void **state)
{
    const pl_game *g = must_open("goofspiel(order=descending,info=winner)");
    pl_state s, world;
    pl_rng r;
    (void)state;
    play_line(g, &s, "7 6 8 7 2 1 5 4 9 8 12 11 3 2 10 9 11 10 4 3 6 5");
    pl_seed(&r, 1);
    for (int i = 0; i < 20; i++) {
        pl_view(g, &s, 0, &world);
        g->guess(&world, 0, &r);
        assert_memory_equal(&world, &s, (size_t)g->state_size);
    }
    pl_close(g);
}

/* Parameters. */

static void refuses(const char *spec, const char *name, const char *accepted)
{
    pl_error err = {""};
    assert_null(pl_open(spec, &err));
    if (!strstr(err.text, name) || !strstr(err.text, accepted))
        fail_msg("%s: '%s' does not tell of %s and %s", spec, err.text, name, accepted);
}

static void parameters(void **state)
{
    (void)state;
    refuses("leduc(players=11)", "players", "10");
    refuses("leduc(suits=some)", "suits", "collapsed");
    refuses("liars_dice(dice=6)", "dice", "5");
    refuses("liars_dice(sides=1)", "sides", "2");
    refuses("liars_dice(wild=two)", "wild", "highest");
    refuses("liars_dice(match=2)", "match", "1");
    refuses("goofspiel(players=6)", "players", "5");
    refuses("goofspiel(cards=14)", "cards", "13");
    refuses("goofspiel(order=up)", "order", "ascending");
    refuses("goofspiel(info=none)", "info", "winner");
    refuses("kuhn(start=2)", "start", "players");
}

int test_cards(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_bet_with_the_higher_two),
        cmocka_unit_test(kuhn_scores),
        cmocka_unit_test(leduc_showdowns),
        cmocka_unit_test(leduc_folds),
        cmocka_unit_test(leduc_split_with_three),
        cmocka_unit_test(leduc_order_and_limits),
        cmocka_unit_test(leduc_what_is_shown),
        cmocka_unit_test(leduc_odds),
        cmocka_unit_test(liars_dice_wild),
        cmocka_unit_test(liars_dice_three_players),
        cmocka_unit_test(liars_dice_bids_rise),
        cmocka_unit_test(liars_dice_cups),
        cmocka_unit_test(liars_dice_match),
        cmocka_unit_test(liars_dice_eliminations),
        cmocka_unit_test(goofspiel_ties),
        cmocka_unit_test(goofspiel_three_players),
        cmocka_unit_test(goofspiel_last_card),
        cmocka_unit_test(goofspiel_orders),
        cmocka_unit_test(goofspiel_secrets),
        cmocka_unit_test(goofspiel_only_world),
        cmocka_unit_test(parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
