/* knockout_whist.c -- knockout whist: hands worked out on paper, a second
 * implementation that is as plain as the rules, and guesses counted exactly.
 */
#include "tests/games/knockout_whist.h"
#include "parlor/laws.h"
#include "tests/support/played.h"

static const char suits[] = "cdhs";

/* A whole game of two, by hand: the Qd is a trump and takes the ace; the cut
 * gives seat 0 the choice; the deal has passed to seat 0, so seat 1 leads. */
static void a_small_game(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=2,ranks=3,suits=2)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Qc Kc Qd Ac Kd Qc");
    may_play(g, &s, "Kc Ac");
    play_on(g, &s, "Kc Ac Qd");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    may_play(g, &s, "seat0 seat1");
    play_on(g, &s, "seat0 Kd Qc");
    assert_int_equal(g->turn(&s), 0);
    may_play(g, &s, "clubs diamonds");
    play_on(g, &s, "clubs");
    assert_int_equal(g->turn(&s), 1);
    play_on(g, &s, "Kd Qc");
    ends_with(g, &s, SCORES(1, -1));
    pl_close(g);
}

static void the_chooser_may_lead(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=2,ranks=3,suits=2,lead=chooser)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Qc Kc Qd Ac Kd");
    assert_int_equal(g->turn(&s), 0); /* the first deal has no chooser */
    play_on(g, &s, "Qc Kc Ac Qd seat0 Kd Qc diamonds");
    assert_int_equal(g->turn(&s), 0);
    play_on(g, &s, "Qc Kd");
    ends_with(g, &s, SCORES(-1, 1)); /* the king is a trump now */
    pl_close(g);
}

/* Who takes every trick wins at once. */
static void all_tricks_end_it(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=2,ranks=3,suits=2)");
    pl_state s;
    (void)state;
    play_line(g, &s, "Ad Qc Kd Kc Qd Ad Qc Kd Kc");
    ends_with(g, &s, SCORES(1, -1));
    pl_close(g);
}

/* Four players, two cards each; hearts are trumps (Jh is turned up).  Seat 0 leads the 2s,
 * seat 1 follows, seat 2 ruffs, seat 3 overruffs with the 3h and beats the ace. */
static const char four[] = "2s As Ah 3h 4d 5d 6d 7c Jh 2s As";

static void ruffs_and_discards(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=4,cards=2)");
    pl_state s;
    (void)state;
    play_line(g, &s, four);
    may_play(g, &s, "6d Ah"); /* void: anything goes */
    play_on(g, &s, "6d");
    may_play(g, &s, "7c 3h");
    play_on(g, &s, "3h");
    assert_int_equal(g->turn(&s), 3);
    play_on(g, &s, "7c 4d 5d Ah"); /* only the trump beats the club */
    may_play(g, &s, "seat2 seat3");
    char text[PL_SHOW_MAX];
    g->show(&s, text, sizeof text);
    assert_string_equal(text, "deal of 2 by seat 3, trumps hearts (Jh turned up)\n"
                              "seat 0: out\nseat 1: out\nseat 2: 1 trick, no clubs spades\n"
                              "seat 3: 1 trick, no spades\nplayed: A2s A3h 654d 7c");
    pl_close(g);
}

/* The deal passes over those who are out: seat 3 dealt, seat 2 deals next, so
 * seat 3 gets the first card and leads, though seat 2 names the trumps. */
static void the_deal_goes_round_those_in(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=4,cards=2)");
    pl_state s;
    double out[4];
    (void)state;
    play_line(g, &s, four);
    play_on(g, &s, "6d 3h 7c 4d 5d Ah seat2 2c 3c");
    assert_int_equal(g->turn(&s), 2);
    play_on(g, &s, "spades");
    assert_int_equal(g->turn(&s), 3);
    play_on(g, &s, "2c 3c");
    g->score(&s, out);
    for (int i = 0; i < 4; i++) assert_true(out[i] == (i == 2 ? 3 : -1));
    pl_close(g);
}

/* Most tricks choose without a cut. */
static void most_tricks_choose(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=3)");
    pl_state s;
    (void)state;
    play_line(g, &s, "2c Ac 3c Kc 4h 5d 2h 2c Ac Kc 3c 5d 4h");
    assert_int_equal(g->turn(&s), PL_CHANCE); /* dealing: seat 1 took two, seat 0 one */
    play_on(g, &s, "2c 3c 4c 5c");
    assert_int_equal(g->turn(&s), 1);
    may_play(g, &s, "clubs diamonds hearts spades");
    pl_close(g);
}

static void what_is_seen(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=4,cards=2)");
    pl_state s, view;
    char text[2000];
    (void)state;
    pl_start(g, &s);
    notices(g, &s, "2s", 0, "2s");
    notices(g, &s, "2s", 1, "?");
    notices(g, &s, "2s", PL_PUBLIC, "?");
    play_line(g, &s, "2s As Ah 3h 4d 5d 6d 7c");
    notices(g, &s, "Jh", 1, "Jh");
    play_on(g, &s, "Jh 2s As 6d");
    pl_view(g, &s, 3, &view);
    g->show(&view, text, sizeof text);
    assert_string_equal(text, "deal of 2 by seat 3, trumps hearts (Jh turned up)\n"
                              "seat 0: 0 tricks, ?  -> 2s\nseat 1: 0 tricks, ?  -> As\n"
                              "seat 2: 0 tricks, no spades, ?  -> 6d\nseat 3: 0 tricks, 3h 7c\n"
                              "played: A2s 6d");
    g->json(&view, text, sizeof text);
    assert_non_null(strstr(text, "\"hand\":[],\"played\":\"6d\",\"lacks\":\"s\""));
    assert_non_null(strstr(text, "\"dealer\":3,\"chooser\":null,\"gone\":[\"As\",\"2s\",\"6d\"]"));
    play_on(g, &s, "3h 7c 4d 5d Ah seat2 2c 4s diamonds 2c"); /* seats 2 and 3 took a trick */
    pl_view(g, &s, PL_PUBLIC, &view);
    g->show(&view, text, sizeof text);
    assert_string_equal(text, "deal of 1 by seat 2, trumps diamonds (seat 2 names them)\n"
                              "seat 0: out\nseat 1: out\nseat 2: 0 tricks, ?\n"
                              "seat 3: 0 tricks  -> 2c\nplayed: 2c");
    pl_close(g);
}

static void packs_too_small_are_refused(void **state)
{
    (void)state;
    refused("knockout_whist(players=4,cards=4,ranks=4)",
            "players times cards must be less than suits times ranks");
}

static void same_game(int players, int cards, int high, int colours, int lead, pl_rng *r)
{
    char spec[PL_SPEC_MAX];
    snprintf(spec, sizeof spec, "knockout_whist(players=%d,cards=%d,ranks=%d,suits=%d,lead=%s)",
             players, cards, high, colours, lead ? "chooser" : "eldest");
    const pl_game *g = must_open(spec);
    pl_move ours[PL_MOVES_MAX], theirs[PL_MOVES_MAX];
    pl_state s;
    naive t;
    double out[PL_SEATS_MAX];
    pl_start(g, &s);
    naive_start(&t, players, cards, high, colours, lead);
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
    for (int i = 0; i < players; i++) assert_true(out[i] == (t.out[i] ? -1 : players - 1));
    pl_close(g);
}

static void plain_rules_agree(void **state)
{
    pl_rng r;
    (void)state;
    pl_seed(&r, 7);
    for (int i = 0; i < 600; i++) {
        same_game(2 + i % 6, 7, 13, 4, i % 2, &r);
        same_game(2 + i % 3, 2 + i % 2, 5, 2 + i % 3, i % 2, &r);
    }
}

static int64_t naive_histories(const naive *s, int64_t *ends_seen)
{
    pl_move m[PL_MOVES_MAX];
    int64_t sum = 1;
    if (naive_turn(s) == PL_OVER) {
        ++*ends_seen;
        return 1;
    }
    for (int i = 0, n = naive_moves(s, m); i < n; i++) {
        naive next = *s;
        naive_apply(&next, m[i]);
        sum += naive_histories(&next, ends_seen);
    }
    return sum;
}

/* 6 cards, 2 each: 360 deals, 2 cards to turn up; then as both count. */
static void whole_tree_agrees(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=2,ranks=3,suits=2)");
    int64_t nodes = 0, ended = 0;
    pl_state s;
    naive t;
    (void)state;
    pl_start(g, &s);
    naive_start(&t, 2, 2, 3, 2, 0);
    assert_int_equal(pl_perft(g, &s, 4), 6 * 5 * 4 * 3);
    assert_int_equal(pl_perft(g, &s, 5), 6 * 5 * 4 * 3 * 2);
    for (int depth = 0; depth <= g->max_plies; depth++) nodes += (int64_t)pl_perft(g, &s, depth);
    assert_int_equal(nodes, 321205);
    assert_int_equal(naive_histories(&t, &ended), 321205);
    assert_int_equal(ended, 87696);
    pl_close(g);
}

/* Guesses. */

/* Every world of every view, on a tree that is small enough. */
static void guesses_have_exact_weights(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=2,cards=2,ranks=3,suits=2)");
    const pl_laws_options options = {.seed = 1, .games = 0, .max_nodes = 400000};
    pl_laws_report report;
    pl_error err;
    int tried = 0;
    (void)state;
    if (pl_laws(g, &options, &report, &err)) fail_msg("%s: %s", report.detail, report.line);
    for (int i = 0; i < report.laws; i++)
        if (!strcmp(report.name[i], "guess-weights")) tried = report.tried[i] > 100;
    assert_true(tried);
    pl_close(g);
}

/* A hand in JSON as cards of each suit. */
static void suits_of(const pl_game *g, const pl_state *s, int seat, int *n)
{
    char text[4000], *at = text;
    memset(n, 0, 4 * sizeof *n);
    g->json(s, text, sizeof text);
    for (int i = 0; i <= seat; i++) at = strstr(at, "\"hand\":[") + 8;
    for (; *at == '"' || *at == ','; at += *at == ',' ? 1 : 4)
        if (*at == '"') n[strchr(suits, at[2]) - suits]++;
}

/* Ways to deal holders i.. their wants from so many cards of each suit. */
typedef struct {
    int holders, want[6], lacks[6];
    double memo[7][14][14][14][14];
} ways;

static double choose(int n, int k)
{
    double out = 1;
    for (int i = 0; i < k; i++) out *= (double)(n - i) / (i + 1);
    return out;
}

static double count_ways(ways *w, int i, const int *n);

/* Holder i takes want of suits k.., the rest of them as they please. */
static double count_takes(ways *w, int i, int *n, int k, int want)
{
    double sum = 0;
    if (k == 4) return want ? 0 : count_ways(w, i + 1, n);
    int most = w->lacks[i] >> k & 1 ? 0 : n[k] < want ? n[k] : want, there = n[k];
    for (int take = 0; take <= most; take++) {
        n[k] = there - take;
        sum += choose(there, take) * count_takes(w, i, n, k + 1, want - take);
    }
    n[k] = there;
    return sum;
}

static double count_ways(ways *w, int i, const int *n)
{
    double *memo = &w->memo[i][n[0]][n[1]][n[2]][n[3]];
    int left[4] = {n[0], n[1], n[2], n[3]};
    if (i == w->holders) return 1;
    if (*memo == 0) *memo = 1 + count_takes(w, i, left, 0, w->want[i]);
    return *memo - 1;
}

/* The chance that holder 0 has so many of each suit. */
static double chance_of(ways *w, const int *unknown, const int *n)
{
    int left[4];
    double p = 1 / count_ways(w, 0, unknown);
    for (int k = 0; k < 4; k++) {
        if (n[k] > unknown[k] || (n[k] && w->lacks[0] >> k & 1)) return 0;
        p *= choose(unknown[k], n[k]);
        left[k] = unknown[k] - n[k];
    }
    return p * count_ways(w, 1, left);
}

/* Draw what seat 0 guesses of seat 1, who is holder 0 and has four cards. */
static void compare_hands(const pl_game *g, const pl_state *s, ways *w, const int *unknown,
                          int draws)
{
    int seen[5][5][5] = {{{0}}}, n[4];
    pl_rng r;
    pl_state view, guess;
    pl_seed(&r, 3);
    pl_view(g, s, 0, &view);
    for (int i = 0; i < draws; i++) {
        memcpy(&guess, &view, (size_t)g->state_size);
        g->guess(&guess, 0, &r);
        suits_of(g, &guess, 1, n);
        seen[n[0]][n[1]][n[2]]++;
    }
    for (n[0] = 0; n[0] <= 4; n[0]++)
        for (n[1] = 0; n[0] + n[1] <= 4; n[1]++)
            for (n[2] = 0; n[0] + n[1] + n[2] <= 4; n[2]++) {
                n[3] = 4 - n[0] - n[1] - n[2];
                double p = chance_of(w, unknown, n), drawn = seen[n[0]][n[1]][n[2]];
                if (fabs(drawn - p * draws) > 5 * sqrt(p * (1 - p) * draws) + 1e-9)
                    fail_msg("clubs %d, diamonds %d, hearts %d: %g of %d, not %g", n[0], n[1], n[2],
                             drawn, draws, p);
            }
}

/* Seven players, of whom six have shown, in a line made to be hard, that they lack two
 * suits: hardly any deal fits.  Unknown: 13 of a suit, less those gone, own and turned up. */
static const char hard[] =
    "Ad 7d Tc 2s Qd 4h Qc As 4d Qs 8c Jd 8h Ts Ac 5c 2c 8s 2d 2h 7c Ah 5d 6c 4s 6d Kh 7s 5h 3c "
    "4c 9s 3d 9h 6s Jc Td 9c Ks 8d 6h Js Kd Kc 3s 5s 9d Th 3h 7h "
    "Ad 5d 4c 4s 3d Th 7c 4h 3h Ah Td Tc Ks 2d As 5c 3s 2s 8d 9h 7s 8h Ts";

enum { C = 1, D = 2, H = 4, S = 8 };

static void hard_guesses_are_even(void **state)
{
    static ways w = {.holders = 6,
                     .want = {4, 4, 4, 4, 3, 3},
                     .lacks = {H | S, D | H, D | H, H | S, D | S, D | H}};
    const int unknown[4] = {13 - 4 - 2, 13 - 6 - 1, 13 - 5 - 1 - 1, 13 - 7};
    const pl_game *g = must_open("knockout_whist(players=7)");
    pl_state s;
    (void)state;
    play_line(g, &s, hard);
    compare_hands(g, &s, &w, unknown, 2000);
    pl_close(g);
}

/* The same where seats have shown less: random play to the fourth trick. */
static void mixed_guesses_are_even(void **state)
{
    static ways w = {
        .holders = 6, .want = {4, 4, 4, 4, 3, 3}, .lacks = {C | S, 0, C, D | S, C | D, H}};
    const int unknown[4] = {13 - 6, 13 - 6 - 1, 13 - 5, 13 - 6 - 3 - 1};
    const pl_game *g = must_open("knockout_whist(players=7)");
    pl_state s;
    pl_rng r;
    (void)state;
    pl_seed(&r, 441);
    pl_start(g, &s);
    for (int ply = 0; ply < 73; ply++) g->apply(&s, pl_any(g, &s, &r));
    compare_hands(g, &s, &w, unknown, 20000);
    pl_close(g);
}

/* Never a suit that was shown to be lacking, nor the card turned up. */
static void guesses_heed_what_was_shown(void **state)
{
    const pl_game *g = must_open("knockout_whist(players=4,cards=2)");
    pl_state s, view, guess;
    char text[4000];
    pl_rng r;
    (void)state;
    pl_seed(&r, 1);
    play_line(g, &s, four);
    play_on(g, &s, "6d");
    pl_view(g, &s, 3, &view);
    for (int i = 0; i < 2000; i++) {
        int n[4];
        memcpy(&guess, &view, (size_t)g->state_size);
        g->guess(&guess, 3, &r);
        suits_of(g, &guess, 2, n);
        assert_int_equal(n[3], 0);
        assert_int_equal(n[0] + n[1] + n[2], 1);
        g->json(&guess, text, sizeof text);
        const char *up = strstr(text, "\"Jh\"");
        assert_null(strstr(up + 1, "\"Jh\""));
    }
    pl_close(g);
}

int test_knockout_whist(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_game),
        cmocka_unit_test(the_chooser_may_lead),
        cmocka_unit_test(all_tricks_end_it),
        cmocka_unit_test(ruffs_and_discards),
        cmocka_unit_test(the_deal_goes_round_those_in),
        cmocka_unit_test(most_tricks_choose),
        cmocka_unit_test(what_is_seen),
        cmocka_unit_test(packs_too_small_are_refused),
        cmocka_unit_test(plain_rules_agree),
        cmocka_unit_test(whole_tree_agrees),
        cmocka_unit_test(guesses_have_exact_weights),
        cmocka_unit_test(hard_guesses_are_even),
        cmocka_unit_test(mixed_guesses_are_even),
        cmocka_unit_test(guesses_heed_what_was_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
