/* records_threads.c -- one file of records, several threads that play. */
#include <pthread.h>

#include "parlor/records.h"
#include "tests/table/recorded.h"

enum { THREADS = 3, GAMES = 40 };

typedef struct {
    pl_records *file;
    uint64_t seed;
} job;

static void *play(void *with)
{
    job *j = with;
    pl_error err = {""};
    pl_rng rng;
    const pl_game *g = must_open("kuhn");
    pl_table *t = new_table(g);
    pl_recorder *rec = must_attach(j->file, t);
    pl_seed(&rng, j->seed);
    for (int i = 0; i < GAMES; i++) {
        pl_table_begin(t, pl_rand(&rng));
        play_something(t, &rng, 0);
    }
    pl_table_free(t);
    if (pl_recorder_close(rec, &err)) fail_msg("%s", err.text);
    pl_close(g);
    return NULL;
}

static int count(void *with, const pl_record *rec)
{
    *(int64_t *)with += rec->result.how != PL_UNDER_WAY;
    return 0;
}

/* Something is put and forgotten while the others play. */
static void put_and_forget(pl_records *r)
{
    static const char text[] =
        "{\"parlor\":1,\"game\":\"rps\",\"ending\":\"aborted\",\"seat\":-1,\"players\":[{\"name\":"
        "\"a\",\"kind\":\"b\",\"spec\":\"c\"},{\"name\":\"a\",\"kind\":\"b\",\"spec\":\"c\"}],"
        "\"log\":[]}\n";
    pl_error err = {""};
    pl_record rec = {0};
    must_read(text, &rec);
    for (int i = 0; i < 10; i++) {
        if (pl_records_begin(r, &err)) fail_msg("%s", err.text);
        for (int k = 0; k < 3; k++) assert_true(pl_records_put(r, &rec, &err) > 0);
        usleep(1000);
        assert_int_equal(pl_records_end(r, 0, &err), 0);
    }
    pl_record_clear(&rec);
}

static void share(pl_records_mode mode)
{
    char path[128], why[256];
    pl_error err = {""};
    pthread_t thread[THREADS];
    job jobs[THREADS];
    int64_t games = 0;
    pl_records *r = must_records(new_file(path), mode);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){r, (uint64_t)i};
        assert_int_equal(pthread_create(&thread[i], NULL, play, &jobs[i]), 0);
    }
    assert_int_equal(pl_records_each(r, NULL, count, &games, &err), 0);
    if (mode == PL_RECORDS_WRITE) put_and_forget(r);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    assert_int_equal(pl_records_flush(r, &err), 0);
    assert_int_equal(pl_records_saved(r), THREADS * GAMES);
    games = 0;
    assert_int_equal(pl_records_each(r, NULL, count, &games, &err), 0);
    assert_int_equal(games, THREADS * GAMES);
    must_close(r);
    if (wrong_games(path, why)) fail_msg("%s", why);
    drop_file(path);
}

static void threads_share_a_file(void **state)
{
    (void)state;
    share(PL_RECORDS_WRITE);
}

static void threads_share_batches(void **state)
{
    (void)state;
    share(PL_RECORDS_BATCH);
}

int test_records_threads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_a_file),
        cmocka_unit_test(threads_share_batches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
