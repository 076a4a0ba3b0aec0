/* interrupt.c -- Ctrl-C: it ends what is under way, not the program. */
#include "interrupt.h"

enum { PATIENCE = 3 };

static volatile sig_atomic_t pressed;
static pl_table *volatile at_table;
static pl_agent *volatile thinking;

static void press(int signal_number)
{
    (void)signal_number;
    if (++pressed >= PATIENCE) signal(SIGINT, SIG_DFL);
    if (at_table) pl_table_interrupt(at_table);
    if (thinking) pl_agent_stop(thinking);
}

/* Not restarted: a read that waits for a line is to come back. */
static void catch_it(void)
{
    struct sigaction act = {.sa_handler = press};
    pressed = 0;
    sigaction(SIGINT, &act, NULL);
}

void interrupt_catch(pl_table *t)
{
    at_table = t;
    catch_it();
}

void interrupt_leave(void)
{
    signal(SIGINT, SIG_DFL);
    at_table = NULL;
    thinking = NULL;
}

void interrupt_stops(pl_agent *a)
{
    thinking = a;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
    return &pressed;
}

void interrupt_forget(void)
{
    if (pressed) catch_it();
}
