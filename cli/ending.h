/* ending.h -- agents on several threads that stop when the command is told to end, so that
 * they can be closed: programs which play are not left alone. */
#ifndef ENDING_H
#define ENDING_H

#include "seats.h"

/* SIGINT, SIGTERM and SIGHUP stop the agents from now on; a status.  The second one ends the
 * command at once. */
int ending_watch(void);
void ending_leave(void);
/* The agents of a thread, until they are closed; seats are told once, also of what has come
 * before. */
void ending_add(seats *at);
void ending_remove(const seats *at);
/* The signal that came; or 0. */
int ending_came(void);

#endif
