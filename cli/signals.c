/* signals.c -- a thread that waits for Ctrl-C.
 *
 * Libraries may have threads of their own from before main, as OpenBLAS does, which do not hold
 * signals.  So these have a handler, whichever thread it is run by, that wakes the one that
 * waits. */
#include "signals.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static struct {
    void (*tell)(void *with);
    void *with;
    pthread_t thread;
    sigset_t set;
    sem_t woken;
    atomic_int caught, over, came;
} watch;

enum { SIGNALLED = 130 }; /* the exit status of who is told twice */

static void wake(int number)
{
    atomic_store(&watch.caught, number);
    sem_post(&watch.woken);
}

static void *wait_for_them(void *unused)
{
    int times = 0;
    pthread_sigmask(SIG_UNBLOCK, &watch.set, NULL);
    while (!atomic_load(&watch.over)) {
        int number = sem_wait(&watch.woken) ? 0 : atomic_exchange(&watch.caught, 0);
        if (!number) continue;
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

/* Who is started by nohup goes on when its terminal is gone. */
static void catch_them(void)
{
    struct sigaction act = {.sa_handler = wake, .sa_flags = SA_RESTART}, before;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, NULL, &before);
    if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &act, NULL);
}

int signals_watch(void (*tell)(void *with), void *with)
{
    static int ready;
    watch.tell = tell;
    watch.with = with;
    atomic_store(&watch.over, 0);
    atomic_store(&watch.came, 0);
    if (!ready && sem_init(&watch.woken, 0, 0)) return -1;
    ready = 1;
    catch_them();
    return pthread_create(&watch.thread, NULL, wait_for_them, NULL) ? -1 : 0;
}

int signals_came(void)
{
    return atomic_load(&watch.came);
}

/* The handler stays, so that what comes now no longer ends the program in the middle of what it
 * still has to say. */
void signals_end(void)
{
    atomic_store(&watch.over, 1);
    sem_post(&watch.woken);
    pthread_join(watch.thread, NULL);
}
