/* crowd.h -- how many processes there are, where /proc tells. */
#ifndef PL_AGENTS_CROWD_H
#define PL_AGENTS_CROWD_H

/* Of a session, without those that have ended; and the tasks, which are processes and their
 * threads, of this user.  0 where nothing tells. */
int pl_crowd_session(long session);
int pl_crowd_tasks(void);

#endif
