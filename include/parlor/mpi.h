/* mpi.h -- the processes that mpirun has started, as parlor/ranks.h takes them.  Link with
 * libparlor-mpi, which there is where Parlor was built with MPI. */
#ifndef PL_MPI_H
#define PL_MPI_H

#include "parlor/ranks.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Once in a process, in all of them; NULL with the reason.  pl_ranks_close() ends it. */
pl_ranks *pl_mpi_open(pl_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
