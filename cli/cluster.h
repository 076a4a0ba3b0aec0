/* cluster.h -- the processes that play along, where mpirun has started several: of parlor itself
 * nobody (alone.c), of parlor-mpi those that MPI knows (cluster.c). */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "cli.h"
#include "parlor/ranks.h"

enum { CARRY_ON = -1 };
/* Before anything else.  The exit status of a process that has done its part; CARRY_ON: it is
 * the one that runs the command. */
int cluster_join(char **argv);
pl_ranks *cluster_ranks(void); /* NULL: this process is alone */
void cluster_leave(void);
void cluster_tell(void); /* who was lost, if anybody was */
/* Refuses a game that others than this process could not open: a status. */
int cluster_plays(const pl_game *g);

#endif
