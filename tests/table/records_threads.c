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
    play_games(j->file, "kuhn", GAMES, j->seed);
    return NULL;
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
        usleep(1000); /* so that others come across it */
        assert_int_equal(pl_records_end(r, 0, &err), 0);
    }
    pl_record_clear(&rec);
}

static void share(pl_records_mode mode)
{
    char path[128];
    pl_error err = {""};
    pthread_t thread[THREADS];
    job jobs[THREADS];
    pl_records *r = must_records(new_file(path), mode);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){r, (uint64_t)i};
        assert_int_equal(pthread_create(&thread[i], NULL, play, &jobs[i]), 0);
    }
    assert_true(games_over(r) <= THREADS * GAMES);
    if (mode == PL_RECORDS_WRITE) put_and_forget(r);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    assert_int_equal(pl_records_flush(r, &err), 0);
    assert_int_equal(pl_records_saved(r), THREADS * GAMES);
    assert_int_equal(games_over(r), THREADS * GAMES);
    must_close(r);
    none_is_wrong(path);
    drop_file(path);
}

static void threads_share_a_file(void **state)
{
    share(PL_RECORDS_WRITE);
}

static void threads_share_batches(void **state)
{
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
