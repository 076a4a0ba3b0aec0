/* signals.c -- a thread that waits for Ctrl-C. */
#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static struct {
    void (*tell)(void *with);
    void *with;
    pthread_t thread;
    sigset_t set;
    atomic_int over, came;
} watch;

enum { SIGNALLED = 130 }; /* the exit status of who is told twice */

static void *wait_for_them(void *unused)
{
    const struct timespec a_while = {.tv_nsec = 50000000};
    int times = 0;
    while (!atomic_load(&watch.over)) {
        int number = sigtimedwait(&watch.set, NULL, &a_while);
        if (number < 0) continue;
        if (times++) _exit(SIGNALLED);
        atomic_store(&watch.came, number);
        watch.tell(watch.with);
    }
    return unused;
}

void signals_hold(void)
{
    sigemptyset(&watch.set);
    sigaddset(&watch.set, SIGINT);
    sigaddset(&watch.set, SIGTERM);
    sigaddset(&watch.set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &watch.set, NULL);
}

int signals_watch(void (*tell)(void *with), void *with)
{
    watch.tell = tell;
    watch.with = with;
    atomic_store(&watch.over, 0);
    atomic_store(&watch.came, 0);
    return pthread_create(&watch.thread, NULL, wait_for_them, NULL) ? -1 : 0;
}

int signals_came(void)
{
    return atomic_load(&watch.came);
}

void signals_end(void)
{
    atomic_store(&watch.over, 1);
    pthread_join(watch.thread, NULL);
}
