/* knockout_whist.c -- knockout whist against a second implementation that is as plain as the
 * rules, and its guesses counted exactly.
 */
#include "tests/games/knockout_whist.h"

static const char suits[] = "cdhs";
static const char small[] = "knockout_whist(players=2,cards=2,ranks=3,suits=2)";

static void plain_rules_agree(void **state)
{
    pl_rng r;
    (void)state;
    pl_seed(&r, 7);
    for (int i = 0; i < 1200; i++) {
        int k = i / 2, whole = i % 2, players = whole ? 2 + k % 6 : 2 + k % 3, lead = k % 2;
        int cards = whole ? 7 : 2 + k % 2, ranks = whole ? 13 : 5, colours = whole ? 4 : 2 + k % 3;
        const pl_game *g =
            must_open("knockout_whist(players=%d,cards=%d,ranks=%d,suits=%d,lead=%s)", players,
                      cards, ranks, colours, lead ? "chooser" : "eldest");
        naive t;
        naive_start(&t, players, cards, ranks, colours, lead);
        twin_game(&naive_rules, g, &t, &r);
        pl_close(g);
    }
}

/* 6 cards, 2 each: 360 deals, 2 cards to turn up. */
static void whole_tree_agrees(void **state)
{
    const pl_game *g = must_open(small);
    uint64_t nodes = 0;
    naive t;
    (void)state;
    naive_start(&t, 2, 2, 3, 2, 0);
    census c = twin_perft(&naive_rules, g, &t, g->max_plies);
    for (int depth = 0; depth <= g->max_plies; depth++) nodes += c.lines[depth];
    assert_int_equal(c.lines[4], 6 * 5 * 4 * 3);
    assert_int_equal(c.lines[5], 6 * 5 * 4 * 3 * 2);
    assert_int_equal(nodes, 321205);
    assert_int_equal(c.ends, 87696);
    pl_close(g);
}

/* Guesses. */

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
    play_line(g, &s, "2s As Ah 3h 4d 5d 6d 7c Jh 2s As 6d");
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
        cmocka_unit_test(plain_rules_agree),           cmocka_unit_test(whole_tree_agrees),
        cmocka_unit_test(hard_guesses_are_even),       cmocka_unit_test(mixed_guesses_are_even),
        cmocka_unit_test(guesses_heed_what_was_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
