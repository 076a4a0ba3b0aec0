/* mpi.c -- messages of matches over MPI, between the processes that mpirun has started.
 *
 * MPI's own ways to wait keep a processor busy, so nothing here waits: whoever receives looks
 * whether there is something, and may sleep if not.  What is sent lies in memory until it has
 * left; to a process that is no more it never does, and nobody waits for that either.
 *
 * Written for MPI 2.0 (1997), tried with Open MPI 4.1. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/mpi.h"

enum { TAG = 1 };

typedef struct parcel {
    struct parcel *next;
    MPI_Request request;
    unsigned char byte[];
} parcel;

typedef struct {
    parcel *leaving; /* the latest first */
} post;

/* Forget what has left. */
static void sweep(post *p)
{
    for (parcel **at = &p->leaving; *at;) {
        parcel *one = *at;
        int left = 0;
        if (MPI_Test(&one->request, &left, MPI_STATUS_IGNORE) != MPI_SUCCESS) left = 1;
        if (!left) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        free(one);
    }
}

static int post_send(void *with, int to, const void *bytes, size_t n)
{
    post *p = with;
    sweep(p);
    parcel *one = n <= INT32_MAX ? malloc(sizeof *one + n) : NULL;
    if (!one) return -1;
    memcpy(one->byte, bytes, n);
    if (MPI_Isend(one->byte, (int)n, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &one->request) !=
        MPI_SUCCESS) {
        free(one);
        return -1;
    }
    one->next = p->leaving;
    p->leaving = one;
    return 0;
}

static int post_receive(void *with, int *from, void **bytes, size_t *n)
{
    int there = 0, size = 0;
    MPI_Status s;
    sweep(with);
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &s) != MPI_SUCCESS) return -1;
    if (!there) return 0;
    MPI_Get_count(&s, MPI_BYTE, &size);
    *bytes = malloc((size_t)size + 1);
    if (!*bytes) return 0;
    *from = s.MPI_SOURCE;
    *n = (size_t)size;
    if (MPI_Recv(*bytes, size, MPI_BYTE, s.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ==
        MPI_SUCCESS)
        return 1;
    free(*bytes);
    return -1;
}

/* MPI's own end waits for all: where one is no more it would wait for good, and is left out. */
static void post_close(void *with, int whole)
{
    post *p = with;
    sweep(p);
    if (whole) MPI_Finalize();
    while (whole && p->leaving) {
        parcel *next = p->leaving->next;
        free(p->leaving);
        p->leaving = next;
    }
    free(p);
}

pl_ranks *pl_mpi_open(pl_error *err)
{
    int level = 0, rank = 0, ranks = 1;
    post *p = calloc(1, sizeof *p);
    if (!p) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS) {
        free(p);
        pl_fail(err, "MPI cannot be started");
        return NULL;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const pl_carrier c = {.rank = rank,
                          .ranks = ranks,
                          .send = post_send,
                          .receive = post_receive,
                          .close = post_close,
                          .with = p};
    if (level >= MPI_THREAD_SERIALIZED) return pl_ranks_open(&c, err);
    post_close(p, 1);
    pl_fail(err, "this MPI was built without threads, and cannot be used from several");
    return NULL;
}
