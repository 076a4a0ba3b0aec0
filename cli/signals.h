/* signals.h -- Ctrl-C and its like, for commands with several threads: one more thread
 * waits for them, so that what they set off may do anything. */
#ifndef SIGNALS_H
#define SIGNALS_H

/* SIGINT, SIGTERM and SIGHUP wait from now on, in this thread and those it starts. */
void signals_hold(void);
/* They call this; the second one ends the program.  0, or -1. */
int signals_watch(void (*tell)(void *with), void *with);
/* The one that came, before they called; or 0. */
int signals_came(void);
void signals_end(void);

#endif
