/* numbers.c -- the games' own numbers: sizes of their trees, what uniform play
 * gives away, exact values, and the path that CFR takes to them.
 *
 * All come from programs other than this one, many from publications; they are
 * facts about the games, so a difference is a fault in a game or in the tree.
 */
#include "tests/solve/solved.h"

/* Under a sanitizer all is slow: a quarter of the iterations, a wider bracket. */
#ifdef SANITIZED
static const int fewer = 4;
static const double wider = 3e-3;
#else
static const int fewer = 1;
static const double wider = 1e-12;
#endif

static double uniform_nashconv(const pl_tree *t)
{
    double *policy = policy_room(t), gain = -1;
    pl_tree_uniform(t, policy);
    assert_int_equal(pl_tree_nashconv(t, policy, &gain), 0);
    free(policy);
    return gain;
}

/* Those of boards in the dark are counted by second rules in tests/games/dark.c. */
static void trees_have_their_sizes(void **unused)
{
    enum { UNKNOWN = -1 };
    static const struct {
        const char *spec;
        int nodes, ends, infos;
        double nashconv; /* of uniform play */
    } known[] = {
        {"rps", 13, 9, 2, 0},
        {"kuhn", 58, 30, 12, 11.0 / 12},
        {"kuhn(players=3)", 617, 312, 48, 2.0625},
        {"leduc", 9457, 5520, 936, 4.7472222222},
        {"leduc(suits=collapsed)", 1939, 1116, 288, 4.7472222222},
        {"liars_dice(dice=1,sides=3)", 1147, 567, 192, 1.1111111111},
        {"liars_dice(dice=1,sides=4)", 8181, 4080, 1024, 1.3101190476},
        {"liars_dice(dice=1,sides=5)", 51181, 25575, 5120, 1.4417418},
        {"liars_dice(dice=1,sides=6)", 294883, 147420, 24576, 1.5614886},
        {"goofspiel(cards=3,order=descending,info=winner)", 67, 36, 16, 4.0 / 3},
        {"goofspiel(cards=4,order=descending,info=winner)", 1077, 576, 162, 17.0 / 12},
        {"phantom(m=2,n=2,k=2)", 153, 96, 22, UNKNOWN},
        {"phantom(m=3,n=2,k=3)", 358645, 171360, 6770, UNKNOWN},
        {"phantom(m=3,n=2,k=2,mode=abrupt)", 3973, 2798, 296, UNKNOWN},
        {"dark_hex(rows=2,cols=2)", 441, 216, 70, UNKNOWN},
        {"dark_hex(rows=2,cols=3)", 104229, 53920, 2508, UNKNOWN},
        {"dark_hex(rows=3,cols=2,mode=abrupt)", 245243, 122032, 9174, UNKNOWN},
        {"skull(players=2,roses=1,lite=1)", 159, 100, 30, 1.2361111},
        /* the same with flips as moves, so with more plies */
        {"skull(players=2,roses=1,rounds=1)", 171, 100, 37, 1.2361111},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(known); i++) {
        pl_tree *t = grown(known[i].spec);
        if (t->nodes != known[i].nodes || t->ends != known[i].ends || t->infos != known[i].infos)
            fail_msg("%s: %d nodes, %d ends, %d sets", known[i].spec, t->nodes, t->ends, t->infos);
        assert_int_equal(t->nodes, t->chance + t->decisions + t->ends);
        assert_true(t->recall && t->zero_sum);
        if (known[i].nashconv != UNKNOWN) near(uniform_nashconv(t), known[i].nashconv, 1e-7);
        fell(t);
    }
}

/* Information sets of each seat: as many for each, which the table above does not say. */
static void trees_keep_to_their_formulas(void **unused)
{
    (void)unused;
    for (int n = 2, deals = 6; n <= 5; n++, deals *= n + 1) {
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "kuhn(players=%d)", n);
        pl_tree *t = grown(spec);
        assert_int_equal(t->ends, deals * (n * (1 << (n - 1)) + 1));
        for (int k = 0; k < n; k++) assert_int_equal(t->infos_of[k], (n + 1) * (1 << (n - 1)));
        fell(t);
    }
    for (int sides = 2; sides <= 6; sides++) {
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "liars_dice(dice=1,sides=%d)", sides);
        pl_tree *t = grown(spec);
        assert_int_equal(t->infos, sides * (1 << 2 * sides));
        assert_int_equal(t->ends, sides * sides * ((1 << 2 * sides) - 1));
        for (int k = 0; k < 2; k++) assert_int_equal(t->infos_of[k], t->infos / 2);
        fell(t);
    }
}

/* Solve a game of two and see its value inside the bracket that the best answers
 * to both seats' play make, which is no wider than within. */
static void check_value(const char *spec, const char *method, int iterations, double value,
                        double within)
{
    pl_tree *t = grown(spec);
    pl_gap gap = gap_after(method, t, iterations / fewer);
    assert_true(gap.lower <= value + 1e-12 && value - 1e-12 <= gap.upper);
    near(gap.upper - gap.lower, 0, within + wider);
    fell(t);
}

static void games_have_their_values(void **unused)
{
    const double leduc = -0.085606424078;
    const char *fast = "pdcfr+(gamma=15)", *steady = "hs-dcfr(gamma=8)";
    (void)unused;
    check_value("rps", fast, 10, 0, 1e-12);
    check_value("kuhn", fast, 1000, -1.0 / 18, 1e-12);
    check_value("leduc", fast, 80000, leduc, 1e-11);
    check_value("leduc(suits=collapsed)", fast, 60000, leduc, 1e-11);
    check_value("liars_dice(dice=1,sides=2)", fast, 1000, 1.0 / 2, 1e-12);
    check_value("liars_dice(dice=1,sides=3)", fast, 1000, 1.0 / 9, 1e-12);
    check_value("liars_dice(dice=1,sides=4)", fast, 2000, 1.0 / 16, 1e-12);
    check_value("liars_dice(dice=1,sides=5)", fast, 6000, 1.0 / 125, 1e-12);
    check_value("liars_dice(dice=1,sides=6)", steady, 8000, -7.0 / 258, 2e-6);
    check_value("goofspiel(cards=3,order=descending,info=winner)", fast, 1000, 0, 1e-12);
    check_value("goofspiel(cards=4,order=descending,info=winner)", fast, 2000, 0, 1e-12);
    check_value("skull(players=2,roses=1,lite=1)", fast, 2000, 0, 1e-9);
}

static void expect_path(const char *spec, const char *method, const double known[3],
                        double relative)
{
    pl_tree *t = grown(spec);
    for (int i = 0, goal = 1; i < 3; i++, goal *= 10)
        near(gap_after(method, t, goal).nashconv / 2, known[i], relative * known[i]);
    fell(t);
}

/* Exploitability after 1, 10 and 100 iterations; the first is uniform play. */
static void cfr_takes_the_known_path(void **unused)
{
    (void)unused;
    expect_path("kuhn", "cfr", (double[]){0.4583333333, 0.06869879382, 0.008225977316}, 1e-9);
    expect_path("kuhn", "cfr+", (double[]){0.4583333333, 0.03268709067, 0.001194404101}, 1e-9);
    expect_path("leduc", "cfr", (double[]){2.373611111, 0.8885789832, 0.095716353}, 1e-8);
    expect_path("leduc", "cfr+", (double[]){2.373611111, 0.6104389016, 0.01341599497}, 1e-8);
    expect_path("leduc", "dcfr", (double[]){2.373611111, 0.7788, 7.76e-3}, 1e-3);
}

/* A player that bets with the two higher cards and passes with the lowest wins 1/3 against uniform
 * play, from either seat. */
static void betting_on_good_cards_pays(void **unused)
{
    pl_tree *t = grown("kuhn");
    double *policy = policy_room(t), values[2];
    (void)unused;
    for (int seat = 0; seat < 2; seat++) {
        pl_tree_uniform(t, policy);
        for (int32_t i = 0; i < t->infos; i++) {
            if (t->info_seat[i] != seat) continue;
            int32_t node = t->info_node[i], deal = node;
            while (t->turn[t->parent[deal]] != PL_CHANCE) deal = t->parent[deal];
            if (seat == 0) deal = t->parent[deal];
            policy[t->info_first[i]] = t->move[deal] == 0;
            policy[t->info_first[i] + 1] = t->move[deal] != 0;
        }
        assert_int_equal(pl_tree_values(t, policy, values), 0);
        near(values[seat], 1.0 / 3, 1e-12);
        near(values[1 - seat], -1.0 / 3, 1e-12);
    }
    free(policy);
    fell(t);
}

/* Games that are lost, drawn and won, and how likely they are in uniform play. */
static void tic_tac_toe_has_its_tree(void **unused)
{
    static const int games[] = {77904, 46080, 131184};
    static const double chances[] = {121.0 / 420, 8.0 / 63, 737.0 / 1260};
    pl_tree *t = grown("tictactoe");
    double *reach = malloc((size_t)t->nodes * sizeof *reach), chance[3] = {0};
    int ends[3] = {0};
    (void)unused;
    assert_int_equal(t->nodes, 549946);
    for (int32_t i = 0; i < t->nodes; i++) {
        int32_t up = t->parent[i];
        reach[i] = i ? reach[up] / (t->first[up + 1] - t->first[up]) : 1;
        if (t->turn[i] != PL_OVER) continue;
        int outcome = 1 + (int)t->score[2 * t->info[i]];
        ends[outcome]++;
        chance[outcome] += reach[i];
    }
    assert_memory_equal(ends, games, sizeof ends);
    for (int k = 0; k < 3; k++) near(chance[k], chances[k], 1e-12);
    free(reach);
    fell(t);
}

int test_numbers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_their_sizes),
        cmocka_unit_test(trees_keep_to_their_formulas),
        cmocka_unit_test(games_have_their_values),
        cmocka_unit_test(cfr_takes_the_known_path),
        cmocka_unit_test(betting_on_good_cards_pays),
        cmocka_unit_test(tic_tac_toe_has_its_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
