/* interrupt.h -- Ctrl-C: it ends what is under way, not the program; and SIGTERM and SIGHUP,
 * which end the program, but not before it has closed what it opened. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <signal.h>

#include "parlor/parlor.h"

/* From now on each of them ends the table's pick, if it is not NULL; the third one in a row, to
 * which nothing has answered, ends the program as usual.  SIGTERM and SIGHUP never do: whoever
 * catches them is to end, so that programs which play are not left alone. */
void interrupt_catch(pl_table *t);
void interrupt_leave(void); /* from now on it is as usual */
/* Also that agent's pick, until it is NULL again. */
void interrupt_stops(pl_agent *a);
/* And calls this, in the handler; NULL: nothing. */
void interrupt_calls(void (*stop)(void *of), void *of);
/* Whether SIGTERM or SIGHUP came, which is never forgotten. */
int interrupt_ends(void);
/* The status of a command that was interrupted: 128 and the signal, after one that ends it or
 * if Ctrl-C made it fail; else the one given. */
int interrupt_status(int status);
/* Whether it was pressed since it was last forgotten; the flag is for loops. */
const volatile sig_atomic_t *interrupt_flag(void);
void interrupt_forget(void);

#endif
