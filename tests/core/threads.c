/* threads.c -- a batch stepped by several threads is the batch stepped by one,
 * byte for byte; under ThreadSanitizer, also without a race. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>

#include "parlor/game.h"

enum { GAMES = 61, STEPS = 80, THREADS_MAX = 3, ARRAYS = 8 };

typedef struct {
    pl_batch batch;
    pl_state start;
    pl_move action[GAMES];
    void *array[ARRAYS];
    size_t bytes[ARRAYS];
} world;

typedef struct {
    pl_batch part;
    pl_move *action;
} share;

static void *rows(world *w, int i, size_t bytes)
{
    w->bytes[i] = (bytes * GAMES + 15) / 16 * 16;
    w->array[i] = aligned_alloc(16, w->bytes[i]);
    assert_non_null(w->array[i]);
    return memset(w->array[i], 0, w->bytes[i]);
}

static world *make_world(const pl_game *g)
{
    world *w = calloc(1, sizeof *w);
    pl_rng seed;
    assert_non_null(w);
    pl_start(g, &w->start);
    w->batch = (pl_batch){.game = g, .n = GAMES, .start = &w->start, .action = w->action};
    w->batch.state = rows(w, 0, (size_t)g->state_size);
    w->batch.rng = rows(w, 1, sizeof(pl_rng));
    w->batch.view = rows(w, 2, (size_t)g->state_size);
    w->batch.tensor = rows(w, 3, (size_t)pl_tensor_size(g));
    w->batch.legal = rows(w, 4, (size_t)pl_mask_words(g) * sizeof(uint64_t));
    w->batch.reward = rows(w, 5, (size_t)g->players * sizeof(float));
    w->batch.done = rows(w, 6, 1);
    w->batch.seat = rows(w, 7, 1);
    pl_seed(&seed, 5);
    for (uint64_t i = 0; i < GAMES; i++) pl_split(&seed, i, &w->batch.rng[i]);
    pl_batch_start(&w->batch);
    return w;
}

static void free_world(world *w)
{
    for (int i = 0; i < ARRAYS; i++) free(w->array[i]);
    free(w);
}

/* A legal action drawn from the game's own stream: nobody else's business. */
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

static void step_by(world *w, int threads)
{
    share list[THREADS_MAX];
    pthread_t thread[THREADS_MAX];
    for (int k = 0; k < threads; k++) {
        int64_t from = GAMES * k / threads, to = GAMES * (k + 1) / threads;
        list[k] = (share){pl_batch_slice(&w->batch, from, to - from), w->action + from};
        assert_int_equal(pthread_create(&thread[k], NULL, step_share, &list[k]), 0);
    }
    for (int k = 0; k < threads; k++) assert_int_equal(pthread_join(thread[k], NULL), 0);
}

static void same_on_threads(const char *spec)
{
    const pl_game *g = pl_open(spec, NULL);
    assert_non_null(g);
    world *one = make_world(g);
    step_by(one, 1);
    for (int threads = 2; threads <= THREADS_MAX; threads++) {
        world *many = make_world(g);
        step_by(many, threads);
        for (int i = 0; i < ARRAYS; i++)
            assert_memory_equal(one->array[i], many->array[i], one->bytes[i]);
        assert_memory_equal(one->action, many->action, sizeof one->action);
        free_world(many);
    }
    free_world(one);
    pl_close(g);
}

#define BATCH(name, spec)                                                                          \
    static void name(void **unused)                                                                \
    {                                                                                              \
        (void)unused;                                                                              \
        same_on_threads(spec);                                                                     \
    }
BATCH(connect4_batch, "connect4")
BATCH(goofspiel_batch, "goofspiel")
BATCH(kuhn_batch, "kuhn(players=3)")
BATCH(leduc_batch, "leduc")
BATCH(liars_dice_batch, "liars_dice")
BATCH(mnk_batch, "mnk(m=9,n=9,k=5)")
BATCH(rps_batch, "rps")

int test_threads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connect4_batch),   cmocka_unit_test(goofspiel_batch),
        cmocka_unit_test(kuhn_batch),       cmocka_unit_test(leduc_batch),
        cmocka_unit_test(liars_dice_batch), cmocka_unit_test(mnk_batch),
        cmocka_unit_test(rps_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
