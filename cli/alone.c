/* alone.c -- parlor is one process.  Where mpirun has started several of it, each becomes
 * parlor-mpi, which lies beside it: so those who do not use MPI need not load it, and nobody
 * plays every game as often as there are processes. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cluster.h"

/* How many processes were started together, as Open MPI, MPICH and Slurm's PMIx tell; and which
 * of them this is. */
static long number_of(const char *const *names)
{
    for (; *names; names++) {
        const char *text = getenv(*names);
        if (text && *text) return strtol(text, NULL, 10);
    }
    return 0;
}

static void run_beside(char **argv)
{
    static const char name[] = "parlor-mpi";
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof name);
    if (n <= 0) return;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    if (!slash) return;
    strcpy(slash + 1, name);
    execv(path, argv);
}

int cluster_join(char **argv)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", NULL};
    static const char *const steps[] = {"SLURM_STEP_NUM_TASKS", NULL};
    static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", NULL};
    long size = number_of(sizes);
    if (!size && getenv("PMIX_RANK")) size = number_of(steps);
    if (size < 2) return CARRY_ON;
    run_beside(argv);
    if (number_of(ranks) > 0) return MISUSED;
    return misused(
        "%ld processes were started together, but this parlor was built without MPI, and "
        "each would play everything: build it with -Dmpi=enabled, or start one",
        size);
}

pl_ranks *cluster_ranks(void)
{
    return NULL;
}

void cluster_leave(void)
{
}

void cluster_tell(void)
{
}

int cluster_plays(const pl_game *g)
{
    (void)g;
    return DONE;
}
