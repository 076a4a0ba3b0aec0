/* signals.c -- Ctrl-C reaches who waits for it, also where a library has threads of its own. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "cli/signals.h"
#include "tests/support/played.h"

static sem_t told;
static atomic_int times;

static void tell(void *with)
{
    assert_ptr_equal(with, &times);
    atomic_fetch_add(&times, 1);
    sem_post(&told);
}

static void *sleep_on(void *over)
{
    while (!atomic_load((atomic_int *)over)) usleep(1000);
    return NULL;
}

/* The only thread but the one that waits which does not hold them: it is run by the signal. */
static void others_threads_do_not_die_of_it(void **state)
{
    static const int number[] = {SIGTERM, SIGINT, SIGHUP};
    static atomic_int over;
    pthread_t other;
    (void)state;
    signal(SIGHUP, SIG_DFL); /* whoever ran the tests by nohup */
    sem_init(&told, 0, 0);
    assert_int_equal(pthread_create(&other, NULL, sleep_on, &over), 0);
    signals_hold();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(signals_watch(tell, &times), 0);
        assert_int_equal(signals_came(), 0);
        assert_int_equal(pthread_kill(other, number[i]), 0);
        while (sem_wait(&told)) continue;
        assert_int_equal(signals_came(), number[i]);
        signals_end();
        assert_int_equal(atomic_load(&times), i + 1);
    }
    atomic_store(&over, 1);
    pthread_join(other, NULL);
}

/* All threads hold it, but the one that waits. */
static void held_signals_are_told_of(void **state)
{
    (void)state;
    signals_hold();
    kill(getpid(), SIGTERM);
    int before = atomic_load(&times);
    assert_int_equal(signals_watch(tell, &times), 0);
    while (sem_wait(&told)) continue;
    assert_int_equal(signals_came(), SIGTERM);
    signals_end();
    assert_int_equal(atomic_load(&times), before + 1);
}

/* As nohup asks. */
static void who_ignores_the_end_of_the_terminal_goes_on(void **state)
{
    (void)state;
    signal(SIGHUP, SIG_IGN);
    assert_int_equal(signals_watch(tell, &times), 0);
    struct sigaction act;
    sigaction(SIGHUP, NULL, &act);
    assert_true(act.sa_handler == SIG_IGN);
    signals_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(others_threads_do_not_die_of_it),
        cmocka_unit_test(held_signals_are_told_of),
        cmocka_unit_test(who_ignores_the_end_of_the_terminal_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
