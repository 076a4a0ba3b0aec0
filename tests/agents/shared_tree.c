/* shared_tree.c -- threads in one tree of ismcts: no sibling twice, no visit lost, and what one has
 * learnt the others find. */
#include <stdlib.h>

#include "agents/forest.h"
#include "solve/pool.h"
#include "tests/support/played.h"

typedef struct {
    pl_forest forest;
    pl_walk *walk;
    pl_state view;
} shared;

/* A forest for so many threads, each with a walk, at the first choice of a game. */
static void open_shared(shared *x, const pl_game *g, int observers, int threads)
{
    pl_state s;
    pl_rng r;
    pl_error err;
    *x = (shared){.forest = {.game = g, .observers = (pl_observers)observers},
                  .walk = calloc((size_t)threads, sizeof *x->walk)};
    x->forest.bandit.nodes.threads = threads;
    x->forest.bandit.explore = 0.7;
    pl_seed(&r, 1);
    pl_start(g, &s);
    while (g->turn(&s) < 0) g->apply(&s, pl_any(g, &s, &r));
    pl_view(g, &s, g->turn(&s), &x->view);
    assert_int_equal(pl_forest_open(&x->forest, 2e6, &err), 0);
    for (int k = 0; k < threads; k++)
        assert_int_equal(pl_walk_open(&x->walk[k], &x->forest, &err), 0);
    pl_forest_begin(&x->forest, g->turn(&s));
}

static void close_shared(shared *x)
{
    int threads = x->forest.bandit.nodes.threads;
    for (int k = 0; k < threads; k++) pl_walk_close(&x->walk[k]);
    pl_forest_close(&x->forest);
    free(x->walk);
}

static void search_times(shared *x, int seed, int thread, int times)
{
    pl_walk *w = &x->walk[thread];
    const pl_game *g = x->forest.game;
    pl_rng r;
    pl_seed(&r, (uint64_t)seed);
    pl_walk_begin(w, &x->forest, thread, &r);
    for (int k = 0; k < times; k++) {
        memcpy(&w->state, &x->view, (size_t)g->state_size);
        g->guess(&w->state, x->forest.me, &w->rng);
        pl_walk_on(w);
    }
    pl_walk_end(w);
}

static void search_part(void *with, int i, int thread)
{
    search_times(with, i, thread, 2000);
}

/* No two nodes below the same one have the same label; all of them below n and
 * beside it, all told. */
static int64_t count_nodes(const pl_forest *f, uint32_t n)
{
    const pl_nodes *t = &f->bandit.nodes;
    int64_t nodes = 1;
    for (uint32_t k = pl_node_child(t, n); k; k = pl_node_beside(t, k)) {
        assert_int_equal(pl_forest_find(f, n, pl_node_label(t, k)), k);
        nodes += count_nodes(f, k);
    }
    return nodes;
}

/* Four threads in one small tree, where they meet all the time: nothing is there
 * twice, no visit gets lost. */
static void threads_share_a_tree(void **state)
{
    enum { THREADS = 4, JOBS = 8 };
    static const char *const games[] = {"kuhn", "goofspiel(cards=5)", "leduc"};
    pl_pool *pool = pl_pool_new(THREADS);
    for (int i = 0; i < 9; i++) {
        const pl_game *g = must_open("%s", games[i / 3]);
        shared x;
        double visits = 0, sum = 0;
        open_shared(&x, g, i % 3, THREADS);
        pl_pool_run(pool, JOBS, search_part, &x);
        const pl_nodes *t = &x.forest.bandit.nodes;
        uint32_t root = x.forest.root[x.forest.me];
        assert_true(count_nodes(&x.forest, root) > 5);
        for (uint32_t k = pl_node_child(t, root); k; k = pl_node_beside(t, k)) {
            visits += pl_nodes_total(t, k).visits;
            sum += pl_nodes_total(t, k).visits * pl_bandit_mean(&x.forest.bandit, k);
        }
        assert_true(visits == JOBS * 2000);
        assert_true(sum >= g->lo * visits && sum <= g->hi * visits);
        close_shared(&x);
        pl_close(g);
    }
    pl_pool_free(pool);
}

/* What a thread knows of all choices below node n. */
static double known_below(const shared *x, int thread, uint32_t n)
{
    const pl_nodes *t = &x->forest.bandit.nodes;
    double all = 0;
    for (uint32_t k = pl_node_child(t, n); k; k = pl_node_beside(t, k))
        all += pl_seen_count(&pl_known_of(&t->counts[thread], k)->visits);
    return all;
}

/* The same at the root. */
static double known_visits(const shared *x, int thread)
{
    return known_below(x, thread, x->forest.root[x->forest.me]);
}

/* What one thread found out another knows as soon as it comes by, however it observes; and
 * again each time that it has come by twice as often. */
static void threads_learn_from_each_other(void **state)
{
    const pl_game *g = must_open("kuhn");
    for (int i = 0; i < 3; i++) {
        shared x;
        int few = 40, of_both = 0;
        open_shared(&x, g, i, 2);
        for (int round = 0; round < 3; round++, few *= 2) {
            search_times(&x, round, 0, 2000);
            search_times(&x, round, 1, few);
            of_both += 2000 + few;
            assert_true(known_visits(&x, 1) == of_both);
        }
        assert_true(known_visits(&x, 0) < of_both);
        close_shared(&x);
    }
    pl_close(g);
}

/* The same of others' hidden choices, which one observer groups by what it notices. */
static void threads_learn_of_groups(void **state)
{
    const pl_game *g = must_open("phantom");
    const int few = 100;
    shared x;
    double known = 0;
    open_shared(&x, g, PL_GROUPED, 2);
    search_times(&x, 1, 0, 5000);
    search_times(&x, 2, 1, few);
    const pl_nodes *t = &x.forest.bandit.nodes;
    for (uint32_t k = pl_node_child(t, x.forest.root[x.forest.me]); k; k = pl_node_beside(t, k))
        known += known_below(&x, 1, k);
    assert_true(known > 10 * few);
    close_shared(&x);
    pl_close(g);
}

int test_shared_tree(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_tree),
        cmocka_unit_test(threads_learn_from_each_other),
        cmocka_unit_test(threads_learn_of_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
