/* batch.c -- batch stepping against the plain meaning of a step, game by game;
 * tensors and masks in all their forms. */
#include "tests/core/batches.h"

enum { N = 64, STEPS = 300 };

static const char *const specs[] = {
    "rps",
    "kuhn",
    "kuhn(players=5,start=-1)",
    "leduc(players=3,suits=collapsed)",
    "tictactoe",
    "mnk(m=10,n=9,k=5)",
    "connect4",
    "goofspiel(cards=4,players=3)",
    "liars_dice(dice=2)",
    "liars_dice(players=4,dice=5,match=1)",
};

/* Play chance until a seat moves or the game is over. */
static int settle(const pl_game *g, void *s, pl_rng *r)
{
    while (g->turn(s) == PL_CHANCE) g->apply(s, pl_any(g, s, r));
    return g->turn(s);
}

/* What the arrays must say of game i, which stands at s with turn to move. */
static void check_shown(const batch *x, int i, const pl_state *s, int turn)
{
    const pl_game *g = x->b.game;
    size_t k = (size_t)i, size = (size_t)g->state_size, tensor = (size_t)pl_tensor_size(g);
    size_t words = (size_t)pl_mask_words(g);
    pl_state view;
    static uint8_t t[2000], mask[PL_MOVES_MAX];
    assert_in_range(tensor, 0, sizeof t);
    pl_view(g, s, turn, &view);
    pl_tensor(g, &view, turn, t);
    pl_mask_bytes(g, s, mask);
    assert_memory_equal((char *)x->b.state + k * size, s, size);
    assert_memory_equal((char *)x->b.view + k * size, &view, size);
    assert_memory_equal(x->b.tensor + k * tensor, t, tensor);
    assert_int_equal(x->b.seat[i], turn);
    for (int a = 0; a < g->actions; a++)
        assert_int_equal(x->b.legal[k * words + (size_t)a / 64] >> a % 64 & 1, mask[a]);
}

/* One game's step the long way round; every fifth action is not legal. */
static void plain_step(const batch *x, int i, pl_state *s, pl_rng *r)
{
    const pl_game *g = x->b.game;
    double score[PL_SEATS_MAX] = {0};
    int done = PL_REFUSED;
    if (pl_is_legal(g, s, x->action[i])) {
        g->apply(s, x->action[i]);
        done = PL_WENT_ON;
    }
    if (settle(g, s, r) == PL_OVER) {
        g->score(s, score);
        done = PL_ENDED;
        pl_start(g, s);
        settle(g, s, r);
    }
    assert_int_equal(x->b.done[i], done);
    for (int k = 0; k < g->players; k++)
        assert_true(x->b.reward[i * g->players + k] == (float)score[k]);
    check_shown(x, i, s, g->turn(s));
}

static void choose(const batch *x, const pl_state *s, int i, pl_rng *r)
{
    int kind = pl_below(r, 15);
    x->action[i] = kind > 2    ? pl_any(x->b.game, s, r)
                   : kind == 0 ? -1
                   : kind == 1 ? x->b.game->actions
                               : INT32_MIN;
}

static void a_step_means_what_it_says(void **state)
{
    static pl_state s[N];
    static pl_rng r[N];
    (void)state;
    for (size_t k = 0; k < LENGTH(specs); k++) {
        const pl_game *g = must_open("%s", specs[k]);
        batch *x = new_batch(g, N, 11);
        pl_rng luck, root;
        pl_seed(&luck, 5);
        pl_seed(&root, 11);
        for (int i = 0; i < N; i++) {
            pl_split(&root, (uint64_t)i, &r[i]);
            pl_start(g, &s[i]);
            settle(g, &s[i], &r[i]);
            assert_int_equal(x->b.done[i], PL_WENT_ON);
            check_shown(x, i, &s[i], g->turn(&s[i]));
        }
        for (int t = 0; t < STEPS; t++) {
            for (int i = 0; i < N; i++) choose(x, &s[i], i, &luck);
            pl_step(&x->b);
            for (int i = 0; i < N; i++) plain_step(x, i, &s[i], &r[i]);
        }
        free_batch(x);
        pl_close(g);
    }
}

/* Arrays that nobody asks for may be missing. */
static void missing_arrays_are_left_alone(void **state)
{
    const pl_game *g = must_open("leduc");
    batch *x = new_batch(g, N, 11);
    pl_batch bare = {.game = g, .n = N, .start = &x->start, .state = x->b.state};
    (void)state;
    bare.rng = x->b.rng;
    bare.action = x->action;
    for (int i = 0; i < N; i++) x->action[i] = 1;
    pl_step(&bare);
    pl_step_plain(&bare);
    free_batch(x);
    pl_close(g);
}

static void a_tensor_says_what_it_means(void **state)
{
    char text[64];
    uint8_t bytes[256], mask[2];
    float floats[256], odds[2];
    pl_state s, view;
    const pl_game *g = must_open("kuhn");
    (void)state;
    play_line(g, &s, "K J bet");
    pl_view(g, &s, 1, &view);
    pl_tensor(g, &view, 1, bytes);
    pl_tensor_floats(g, &view, 1, floats);
    assert_int_equal(pl_tensor_size(g), 2 + 3 + 6);
    for (int i = 0; i < 11; i++) {
        assert_true(floats[i] == (float)bytes[i]);
        assert_int_equal(bytes[i], i == 1 || i == 2 || i == 6);
    }
    assert_true(pl_tensor_where(g, 6, text, sizeof text) > 0);
    assert_string_equal(text, "acts[act=0,bet=1]");
    assert_int_equal(pl_tensor_where(g, 11, text, sizeof text), -1);
    assert_int_equal(pl_tensor_where(g, -1, text, sizeof text), -1);
    pl_mask_bytes(g, &s, mask);
    pl_mask_floats(g, &s, odds);
    assert_true(mask[0] == 1 && mask[1] == 1 && odds[0] == 1 && odds[1] == 1);
    pl_close(g);
}

/* Without a tensor of its own a game shows the bits of its view. */
static void a_game_without_a_tensor_shows_bits(void **state)
{
    char text[64];
    uint8_t bits[8 * 64];
    pl_state s;
    const pl_game *g = must_open("kuhn");
    pl_game bare = *g;
    (void)state;
    bare.tensor = NULL;
    pl_start(&bare, &s);
    pl_tensor(&bare, &s, 0, bits);
    assert_int_equal(pl_tensor_size(&bare), 8 * g->state_size);
    for (int i = 0; i < 8 * g->state_size; i++)
        assert_int_equal(bits[i], s.bytes[i / 8] >> i % 8 & 1);
    pl_tensor_where(&bare, 17, text, sizeof text);
    assert_string_equal(text, "view[byte=2,bit=1]");
    pl_close(g);
}

int test_batch(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_means_what_it_says),
        cmocka_unit_test(missing_arrays_are_left_alone),
        cmocka_unit_test(a_tensor_says_what_it_means),
        cmocka_unit_test(a_game_without_a_tensor_shows_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
