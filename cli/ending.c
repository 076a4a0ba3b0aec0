/* ending.c -- agents on several threads that stop when the command is told to end.
 *
 * A stop holds until the agent has picked once more: a program then gives no move, and whoever
 * plays the game finds that it is to be left. */
#include "ending.h"

#include <pthread.h>

#include "signals.h"

static struct {
    pthread_mutex_t lock;
    seats *at[THREADS_MAX];
    int on;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void stop_seats(const seats *at)
{
    for (int i = 0; at && i < at->game->players; i++)
        if (at->at[i]) pl_agent_stop(at->at[i]);
}

static void stop_all(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&all.lock);
    for (int i = 0; i < THREADS_MAX; i++) stop_seats(all.at[i]);
    pthread_mutex_unlock(&all.lock);
}

int ending_watch(void)
{
    signals_hold();
    if (signals_watch(stop_all, NULL)) return failed("the system gives no thread");
    all.on = 1;
    return DONE;
}

void ending_leave(void)
{
    if (all.on) signals_end();
    all.on = 0;
}

static void put_in_place(seats *at, const seats *of)
{
    pthread_mutex_lock(&all.lock);
    int i = 0;
    while (i < THREADS_MAX && all.at[i] != of) i++;
    if (i < THREADS_MAX) all.at[i] = at;
    if (at && ending_came()) stop_seats(at);
    pthread_mutex_unlock(&all.lock);
}

void ending_add(seats *at)
{
    put_in_place(at, NULL);
}

void ending_remove(const seats *at)
{
    put_in_place(NULL, at);
}

int ending_came(void)
{
    return all.on ? signals_came() : 0;
}
