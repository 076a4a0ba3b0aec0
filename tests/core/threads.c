/* threads.c -- a batch stepped by several threads is the batch stepped by one,
 * byte for byte; under ThreadSanitizer, also without a race. */
#include <pthread.h>

#include "tests/core/batches.h"

enum { GAMES = 61, STEPS = 80, THREADS_MAX = 3 };

typedef struct {
    pl_batch part;
    pl_move *action;
} share;

/* A legal action drawn from the game's own stream: which no other thread touches. */
static pl_move draw(const uint64_t *mask, int actions, pl_rng *r)
{
    for (;;) {
        int a = pl_below(r, actions);
        if (mask[a / 64] >> a % 64 & 1) return a;
    }
}

static void *step_share(void *p)
{
    share *s = p;
    size_t words = (size_t)pl_mask_words(s->part.game);
    for (int k = 0; k < STEPS; k++) {
        for (size_t i = 0; i < (size_t)s->part.n; i++)
            s->action[i] = draw(s->part.legal + i * words, s->part.game->actions, &s->part.rng[i]);
        pl_step(&s->part);
    }
    return NULL;
}

static void step_by(batch *x, int threads)
{
    share list[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    for (int k = 0; k < threads; k++) {
        int64_t from = GAMES * k / threads, to = GAMES * (k + 1) / threads;
        list[k] = (share){pl_batch_slice(&x->b, from, to - from), x->action + from};
        assert_int_equal(pthread_create(&thread[k], NULL, step_share, &list[k]), 0);
    }
    for (int k = 0; k < threads; k++) assert_int_equal(pthread_join(thread[k], NULL), 0);
}

static void same_on_threads(void **spec)
{
    const pl_game *g = must_open("%s", (const char *)*spec);
    batch *one = new_batch(g, GAMES, 5);
    step_by(one, 1);
    for (int threads = 2; threads <= THREADS_MAX; threads++) {
        batch *many = new_batch(g, GAMES, 5);
        step_by(many, threads);
        for (int i = 0; i < BATCH_ARRAYS; i++)
            assert_memory_equal(one->array[i], many->array[i], one->bytes[i]);
        free_batch(many);
    }
    free_batch(one);
    pl_close(g);
}

int test_threads(void)
{
    static char specs[][20] = {"connect4", "goofspiel",  "kuhn(players=3)",
                               "leduc",    "liars_dice", "mnk(m=9,n=9,k=5)",
                               "rps"};
    struct CMUnitTest tests[LENGTH(specs)];
    for (size_t i = 0; i < LENGTH(specs); i++)
        tests[i] = (struct CMUnitTest){
            .name = specs[i], .test_func = same_on_threads, .initial_state = specs[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
