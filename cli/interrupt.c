/* interrupt.c -- Ctrl-C: it ends what is under way, not the program; and SIGTERM and SIGHUP,
 * which end the program, but not before it has closed what it opened. */
#include "interrupt.h"

enum { PATIENCE = 3 };

static volatile sig_atomic_t pressed, last; /* how often; and the last signal */
static pl_table *volatile at_table;
static pl_agent *volatile thinking;
static void (*volatile stop_it)(void *of);
static void *volatile stopped;

static void press(int signal_number)
{
    if (!last || last == SIGINT) last = signal_number;
    if (++pressed >= PATIENCE) signal(SIGINT, SIG_DFL);
    if (at_table) pl_table_interrupt(at_table);
    if (thinking) pl_agent_stop(thinking);
    if (stop_it) stop_it(stopped);
}

int interrupt_ends(void)
{
    return last && last != SIGINT;
}

int interrupt_status(int status)
{
    enum { SIGNALLED = 128 }; /* as the shell says it */
    return interrupt_ends() || (pressed && status) ? SIGNALLED + last : status;
}

/* Not restarted: a read that waits for a line is to come back. */
static void catch_it(void)
{
    struct sigaction act = {.sa_handler = press};
    pressed = interrupt_ends();
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
}

void interrupt_catch(pl_table *t)
{
    at_table = t;
    catch_it();
    if (t && interrupt_ends()) pl_table_interrupt(t);
}

void interrupt_leave(void)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
    at_table = NULL;
    thinking = NULL;
    stop_it = NULL;
}

void interrupt_stops(pl_agent *a)
{
    thinking = a;
    if (a && pressed) pl_agent_stop(a);
}

void interrupt_calls(void (*stop)(void *of), void *of)
{
    stop_it = NULL;
    stopped = of;
    stop_it = stop;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &pressed;
}

void interrupt_forget(void)
{
    if (pressed) catch_it();
}
