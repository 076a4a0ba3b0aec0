/* interrupt.h -- Ctrl-C: it ends what is under way, not the program. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <signal.h>

#include "parlor/parlor.h"

/* From now on Ctrl-C ends the table's pick, if it is not NULL; the third one in a row, to
 * which nothing has answered, ends the program as usual. */
void interrupt_catch(pl_table *t);
void interrupt_leave(void); /* from now on it is as usual */
/* Also that agent's pick, until it is NULL again. */
void interrupt_stops(pl_agent *a);
/* Whether it was pressed since it was last forgotten; the flag is for loops. */
const volatile sig_atomic_t *interrupt_flag(void);
void interrupt_forget(void);

#endif
