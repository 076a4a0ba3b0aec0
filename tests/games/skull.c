/* skull.c -- Skull against a second one, naive_skull.h, which plays along with the first in random
 * matches, counts the same trees, and has exact weights to hold guesses against.
 */
#include "tests/games/naive_skull.h"

typedef struct {
    const char *spec;
    int players, roses, skulls, points, limit, next, lite;
} variant;

static void naive_open(naive *t, const variant *v)
{
    naive_start(t, v->players, v->roses, v->skulls, v->points);
    t->limit = v->lite ? 1 : v->limit;
    t->heir_is_named = !v->next;
    t->lite = v->lite;
}

/* The skulls that seat i of a world owns and its stack, read from the JSON. */
static int world_of(const pl_game *g, const pl_state *world, int i, int *stack)
{
    char json[3000], hand[16] = "", laid[16] = "";
    const char *at = json;
    int skulls = 0;
    g->json(world, json, sizeof json);
    for (int k = 0; k <= i; k++) at = strstr(at, "\"hand\":") + 7;
    sscanf(at, "\"%15[^\"]\"", hand);
    sscanf(strstr(at, "\"stack\":") + 8, "\"%15[^\"]\"", laid);
    *stack = 0;
    for (int k = 0; hand[k]; k++) skulls += hand[k] == 's';
    for (int k = 0; laid[k]; k++) *stack |= (laid[k] == 's' || laid[k] == 'S') << k;
    for (int k = 0; laid[k]; k++) skulls += laid[k] == 's' || laid[k] == 'S';
    return skulls;
}

/* Guesses of a view come as often as the exact weights say, seat by seat. */
static void guesses_weigh(const pl_game *g, const pl_state *s, const naive *t, int seat, pl_rng *r)
{
    enum { DRAWS = 1500 };
    static int count[SEATS][SKULLS + 1][STACKS];
    memset(count, 0, sizeof count);
    for (int n = 0; n < DRAWS; n++) {
        pl_state world;
        int stack;
        pl_view(g, s, seat, &world);
        g->guess(&world, seat, r);
        for (int i = 0; i < g->players; i++) {
            int k = world_of(g, &world, i, &stack);
            count[i][k][stack]++;
        }
    }
    for (int i = 0; i < g->players; i++) {
        double all = 0;
        const double *w = &t->belief[i].weight[0][0];
        for (int c = 0; c < (SKULLS + 1) * STACKS; c++) all += w[c];
        for (int c = 0; i != seat && c < (SKULLS + 1) * STACKS; c++) {
            double p = w[c] / all, had = (&count[i][0][0])[c] / (double)DRAWS;
            if (fabs(had - p) > 6 * sqrt(p * (1 - p) / DRAWS) + 1e-12)
                fail_msg("seat %d guesses %d of seat %d %g of the time, not %g", seat, c, i, had,
                         p);
        }
    }
}

/* At one ply of forty guesses are held against the weights. */
static pl_move pick_and_guess(const pl_game *g, const pl_state *s, const void *t, pl_rng *r)
{
    pl_move m = pl_any(g, s, r);
    if (!pl_below(r, 40)) guesses_weigh(g, s, t, pl_below(r, g->players), r);
    return m;
}

static const variant variants[] = {
    {"skull(players=2,roses=1,lite=1)", 2, 1, 1, 2, 0, 0, 1},
    {"skull(players=2,roses=4,skulls=2,lite=1)", 2, 4, 2, 2, 0, 0, 1},
    {"skull(players=2,roses=1,points=1)", 2, 1, 1, 1, 0, 0, 0},
    {"skull(players=2,roses=1,skulls=2,heir=next)", 2, 1, 2, 2, 0, 1, 0},
    {"skull(players=2,rounds=1)", 2, 3, 1, 2, 1, 0, 0},
    {"skull(players=3)", 3, 3, 1, 2, 0, 0, 0},
    {"skull(players=3,heir=next,points=5)", 3, 3, 1, 5, 0, 1, 0},
    {"skull(players=4,rounds=4,points=3)", 4, 3, 1, 3, 4, 0, 0},
    {"skull(players=6)", 6, 3, 1, 2, 0, 0, 0},
    {"skull(players=6,roses=5,skulls=2,points=5)", 6, 5, 2, 5, 0, 0, 0},
    {"skull(players=5,roses=1,skulls=2,heir=next)", 5, 1, 2, 2, 0, 1, 0},
};

static twin naive_rules = {.size = sizeof(naive),
                           .turn = naive_turn_of,
                           .names = naive_names,
                           .play = naive_play,
                           .score = naive_score};

static void play_both(int games)
{
    for (size_t i = 0; i < LENGTH(variants); i++) {
        const pl_game *g = must_open("%s", variants[i].spec);
        static naive t;
        pl_rng r;
        pl_seed(&r, 7);
        for (int n = 0; n < games; n++) {
            naive_open(&t, &variants[i]);
            twin_game(&naive_rules, g, &t, &r);
        }
        pl_close(g);
    }
}

static void a_second_skull_agrees(void **state)
{
    (void)state;
    play_both(150);
}

static void guesses_are_exact_over_matches(void **state)
{
    (void)state;
    naive_rules.pick = pick_and_guess;
    play_both(8);
    naive_rules.pick = NULL;
}

static void lines_are_counted(void **state)
{
    static const variant small[] = {
        {"skull(players=2,roses=1,lite=1)", 2, 1, 1, 2, 0, 0, 1},
        {"skull(players=2,roses=2,lite=1)", 2, 2, 1, 2, 0, 0, 1},
        {"skull(players=2,roses=1,skulls=2,lite=1)", 2, 1, 2, 2, 0, 0, 1},
        {"skull(players=2,roses=3,rounds=1)", 2, 3, 1, 2, 1, 0, 0},
        {"skull(players=3,roses=1,rounds=1)", 3, 1, 1, 2, 1, 0, 0},
        {"skull(players=2,roses=1,points=1)", 2, 1, 1, 1, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(small); i++) {
        static naive t;
        const pl_game *g = must_open("%s", small[i].spec);
        naive_open(&t, &small[i]);
        twin_perft(&naive_rules, g, &t, g->max_plies);
        pl_close(g);
    }
}

static void traits_are_true(void **state)
{
    static const struct {
        const char *spec;
        int recall;
    } known[] = {{"skull", 0},
                 {"skull(rounds=1)", 1},
                 {"skull(rounds=2)", 0},
                 {"skull(players=2,lite=1)", 1}};
    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        const pl_game *g = must_open(known[i].spec);
        assert_int_equal((g->traits & PL_RECALL) != 0, known[i].recall);
        pl_close(g);
    }
}

int test_skull(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(a_second_skull_agrees),
        cmocka_unit_test(guesses_are_exact_over_matches),
        cmocka_unit_test(traits_are_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
