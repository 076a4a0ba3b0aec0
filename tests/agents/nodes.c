/* nodes.c -- where nodes stand, and how threads share them: nothing is there twice, no count
 * is lost or kept for the next search, and room has an end. */
#include "agents/nodes.h"
#include "solve/pool.h"
#include "tests/support/effort.h"
#include "tests/support/played.h"

enum { ROOT = 1, THREADS = 3 };

static pl_nodes opened(int threads, double places)
{
    pl_nodes t = {.threads = threads};
    pl_error err;
    assert_int_equal(pl_nodes_open(&t, places, &err), 0);
    pl_nodes_begin(&t, ROOT);
    return t;
}

static uint32_t add(pl_nodes *t, uint32_t n, int32_t label, pl_spare *spare, int *added)
{
    pl_reach looked = {0};
    return pl_nodes_grow(t, n, &looked, &(pl_fact){label, 3, 7}, spare, added);
}

static void count(const pl_nodes *t, int thread, uint32_t k, double score)
{
    pl_known *known = pl_known_of(&t->counts[thread], k);
    pl_nodes_visit(t, &t->counts[thread], k);
    pl_add_count(&known->visits);
    pl_add_count(&known->available);
    pl_add_count(&known->available);
    pl_add_sum(&known->sum, score);
}

static uint32_t known_visits(const pl_nodes *t, int thread, uint32_t k)
{
    pl_nodes_visit(t, &t->counts[thread], k);
    return pl_seen_count(&pl_known_of(&t->counts[thread], k)->visits);
}

/* Children come in the order in which they were added, whichever way they are looked for. */
static void children_stand_in_order(void **state)
{
    for (int threads = 1; threads <= 2; threads++) {
        pl_nodes t = opened(threads, 1e4);
        pl_spare spare = {0};
        uint32_t at[100];
        int added, n = 0;
        for (int i = 0; i < 100; i++) {
            at[i] = add(&t, ROOT, 7 * i, &spare, &added);
            assert_true(at[i] && added);
            assert_int_equal(add(&t, ROOT, 7 * i, &spare, &added), at[i]);
            assert_false(added);
            assert_true(add(&t, at[i], i, &spare, &added) && added); /* another one's child */
        }
        for (uint32_t k = pl_node_child(&t, ROOT); k; k = pl_node_beside(&t, k), n++) {
            pl_reach looked;
            assert_int_equal(k, at[n]);
            assert_int_equal(pl_node_label(&t, k), 7 * n);
            assert_int_equal(pl_node_seat(&t, k), 3);
            assert_int_equal(pl_nodes_find(&t, ROOT, 7 * n, &looked), k);
            assert_int_equal(pl_nodes_find(&t, ROOT, 7 * n + 1, &looked), 0);
            assert_int_equal(pl_node_label(&t, pl_node_child(&t, k)), n);
            assert_int_equal(pl_node_beside(&t, pl_node_child(&t, k)), 0);
        }
        assert_int_equal(n, 100);
        pl_nodes_leave(&t, &spare);
        assert_int_equal(t.nodes, 1 + 200);
        pl_nodes_close(&t);
    }
}

/* Whichever thread looks up what, and when: each knows what it counted, and what the others had
 * when it last looked; all together have what was counted. */
static void counts_add_up(void **state)
{
    pl_nodes t = opened(THREADS, 1e4);
    pl_spare spare = {0};
    uint32_t own[THREADS] = {0}, heard[THREADS] = {0};
    int added;
    uint32_t k = add(&t, ROOT, 5, &spare, &added);
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < 3000; i++) {
        int thread = pl_below(&r, THREADS);
        if (pl_below(&r, 3)) {
            count(&t, thread, k, 0.25 * (thread + 1));
            own[thread]++;
        } else {
            pl_nodes_look_up(&t, thread, k);
            heard[thread] = own[0] + own[1] + own[2] - own[thread];
        }
        assert_int_equal(known_visits(&t, thread, k), own[thread] + heard[thread]);
        assert_true(pl_nodes_total(&t, k).visits == own[0] + own[1] + own[2]);
        assert_true(pl_nodes_total(&t, k).available == 2 * (own[0] + own[1] + own[2]));
        assert_true(pl_nodes_total(&t, k).sum == 0.25 * own[0] + 0.5 * own[1] + 0.75 * own[2]);
    }
    /* Nothing is taken from a thread that is just looking. */
    uint32_t before = known_visits(&t, 0, k), own_heard = t.counts[1].heard[k].visits;
    for (int i = 0; i < 9; i++) count(&t, 1, k, 1);
    atomic_store(&t.counts[1].heard[k].visits, PL_BUSY);
    pl_nodes_look_up(&t, 0, k);
    assert_int_equal(known_visits(&t, 0, k), before);
    atomic_store(&t.counts[1].heard[k].visits, own_heard);
    pl_nodes_look_up(&t, 0, k);
    assert_true(known_visits(&t, 0, k) >= before + 9);
    pl_nodes_leave(&t, &spare);
    pl_nodes_close(&t);
}

/* A new search knows nothing of the last one, whether a thread takes part at once, later or
 * not at all. */
static void searches_begin_anew(void **state)
{
    pl_nodes t = opened(THREADS, 1e4);
    for (int search = 0; search < 4; search++) {
        pl_spare spare = {0};
        int added, parts = search % 2 ? 2 : THREADS;
        uint32_t k = add(&t, ROOT, search, &spare, &added), child = add(&t, k, 9, &spare, &added);
        assert_true(added);
        for (int i = 0; i < parts; i++) {
            assert_int_equal(known_visits(&t, i, k), 0);
            assert_int_equal(known_visits(&t, i, child), 0);
            for (int n = 0; n < 10; n++) count(&t, i, n % 2 ? k : child, 1);
            pl_nodes_look_up(&t, i, k);
            assert_int_equal(known_visits(&t, i, k), 5 * (i + 1));
        }
        assert_true(pl_nodes_total(&t, child).visits == 5 * (uint32_t)parts);
        pl_nodes_leave(&t, &spare);
        pl_nodes_begin(&t, ROOT);
        assert_int_equal(pl_node_child(&t, ROOT), 0);
    }
    pl_nodes_close(&t);
}

static void room_has_an_end(void **state)
{
    for (int threads = 1; threads <= THREADS; threads++) {
        pl_nodes t = opened(threads, 3000);
        pl_spare spare = {0};
        int added, n = 0;
        while (add(&t, ROOT, n, &spare, &added)) n++;
        assert_int_equal(added, 0);
        assert_true(n > 0.9 * 3000);
        assert_true(pl_seen_count(&t.used) <= t.room);
        assert_int_equal(add(&t, ROOT, n / 2, &spare, &added),
                         add(&t, ROOT, n / 2, &spare, &added));
        pl_nodes_leave(&t, &spare);
        atomic_store(&t.used, t.room + 64); /* as threads may leave it that ask at once */
        count(&t, 0, ROOT, 1);
        assert_true(threads == 1 || pl_seen_count(&t.counts[0].clean) == t.room);
        pl_nodes_close(&t);
    }
    assert_int_equal(pl_nodes_place_bytes(1), 32);
    assert_int_equal(pl_nodes_place_bytes(2), 80);
    assert_int_equal(pl_nodes_place_bytes(3), 112);
}

/* All threads add the same nodes in different orders, count visits and look around, in one
 * search after the other. */
enum { LABELS = 300, ROUNDS = 8, SEARCHES = 20, ALL = 2 * THREADS * ROUNDS * LABELS };

/* What a thread learns is never more than there is, nor less than nothing. */
static void look_around(const pl_nodes *t, int thread, uint32_t k)
{
    pl_nodes_look_up(t, thread, k);
    uint32_t heard = pl_seen_count(&t->counts[thread].heard[k].visits);
    assert_true(heard <= ALL && known_visits(t, thread, k) <= ALL);
}

static void crowd(void *with, int i, int thread)
{
    pl_nodes *t = with;
    pl_spare spare = {0};
    pl_rng r;
    pl_seed(&r, (uint64_t)i);
    for (int n = 0; n < ROUNDS * LABELS; n++) {
        int added, label = pl_below(&r, LABELS);
        uint32_t k = add(t, ROOT, label, &spare, &added);
        if (n % 2) k = add(t, k, label % 7, &spare, &added);
        count(t, thread, k, label);
        if (n % 2 == 0) look_around(t, thread, k);
    }
    pl_nodes_leave(t, &spare);
}

static void check_crowd(const pl_nodes *t)
{
    int seen[LABELS] = {0}, nodes = 1;
    double visits = 0;
    for (uint32_t k = pl_node_child(t, ROOT); k; k = pl_node_beside(t, k), nodes += 2) {
        uint32_t child = pl_node_child(t, k);
        seen[pl_node_label(t, k)]++;
        assert_int_equal(pl_node_label(t, child), pl_node_label(t, k) % 7);
        assert_int_equal(pl_node_beside(t, child), 0);
        visits += pl_nodes_total(t, k).visits + pl_nodes_total(t, child).visits;
        assert_true(pl_nodes_total(t, k).sum ==
                    (double)pl_nodes_total(t, k).visits * pl_node_label(t, k));
    }
    for (int i = 0; i < LABELS; i++) assert_int_equal(seen[i], 1);
    assert_true(visits == ALL);
    assert_int_equal(t->nodes, nodes);
}

static void nothing_is_there_twice(void **state)
{
    pl_pool *pool = pl_pool_new(THREADS);
    pl_nodes t = opened(THREADS, 4e4);
    for (int i = 0; i < SEARCHES; i++) {
        pl_nodes_begin(&t, ROOT);
        pl_pool_run(pool, 2 * THREADS, crowd, &t);
        check_crowd(&t);
    }
    pl_nodes_close(&t);
    pl_pool_free(pool);
}

int test_nodes(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_stand_in_order), cmocka_unit_test(counts_add_up),
        cmocka_unit_test(searches_begin_anew),     cmocka_unit_test(room_has_an_end),
        cmocka_unit_test(nothing_is_there_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
