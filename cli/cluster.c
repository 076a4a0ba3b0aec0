/* cluster.c -- parlor-mpi: the command where mpirun has started several processes of it.  Rank 0
 * runs the command; the others play for it until it is done, whatever the command was. */
#include "cluster.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "parlor/mpi.h"
#include "signals.h"

static pl_ranks *all; /* NULL: this process is alone */

/* What tells a process that it is one of several must not reach programs that it starts. */
static void forget_place(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE",
                                        "PMI_RANK", "PMIX_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) unsetenv(names[i]);
}

/* MPI has threads of its own, and one of them would die of a signal that is for us. */
static pl_ranks *open_all(pl_error *err)
{
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    signals_hold();
    pl_ranks *opened = pl_mpi_open(err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return opened;
}

/* Ctrl-C is for rank 0, which tells the standings and lets the others go. */
static int serve(void)
{
    pl_error err;
    signals_hold();
    int bad = pl_ranks_serve(all, &err);
    cluster_leave();
    return bad ? failed("%s", err.text) : DONE;
}

int cluster_join(char **argv)
{
    pl_error err;
    (void)argv;
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK") && !getenv("PMI_RANK"))
        return CARRY_ON;
    all = open_all(&err);
    if (!all) return failed("%s", err.text);
    forget_place();
    return pl_ranks_rank(all) > 0 ? serve() : CARRY_ON;
}

pl_ranks *cluster_ranks(void)
{
    return all;
}

void cluster_leave(void)
{
    pl_ranks_close(all);
    all = NULL;
}

void cluster_tell(void)
{
    int lost = all ? pl_ranks_lost(all) : 0;
    if (lost)
        fprintf(stderr,
                "parlor: %d of %d processes %s lost; what they had not told was played by others\n",
                lost, pl_ranks_count(all), lost == 1 ? "was" : "were");
}

int cluster_plays(const pl_game *g)
{
    if (!all || pl_ranks_count(all) == 1) return DONE;
    return refuse_file(g, "other ranks cannot open it");
}
