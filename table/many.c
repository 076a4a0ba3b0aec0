/* many.c -- many tables in one thread, for agents that think elsewhere.
 *
 * Each is asked, and looked at again when its descriptor has something to read; those
 * that were asked first are looked at first, so that none waits much longer than the
 * others.
 *
 * Fact to check: at 100 tables with programs that take 10 ms a move, a move takes little
 * more than 10 ms, not a second.
 */
#include <poll.h>
#include <stdlib.h>

#include "parlor/child.h"
#include "table/table.h"

enum { SLICE = 20, LONG = 2 }; /* milliseconds between two looks at all clocks; of a long service */

typedef struct {
    pl_table *const *table;
    pl_agent *const *const *seat;
    struct pollfd *fd; /* what each table waits for; CLOSED: nothing any more */
    int n, open;       /* tables; those whose games are not over */
    int64_t looked;    /* when at all of them */
    int (*next)(void *with, int i);
    void *with;
} hall;

enum { CLOSED = -2 };

/* What somebody's start or end took is no time of the others. */
static void excuse(const hall *h, int but, int64_t ms)
{
    for (int i = 0; ms >= LONG && i < h->n; i++)
        if (i != but && h->table[i]->asked) h->table[i]->asked += ms * 1000000;
}

/* Let table i go as far as it can; -1 if it was interrupted or is paused. */
static int serve(hall *h, int i)
{
    pl_table *t = h->table[i];
    int64_t from = pl_child_now();
    int how = pl_table_step(t, h->seat[i]);
    while (how == 1 && h->next && h->next(h->with, i)) how = pl_table_step(t, h->seat[i]);
    if (how == 1) h->open--;
    pl_agent *a = how == 0 ? h->seat[i][t->turn] : NULL;
    h->fd[i] = (struct pollfd){.fd = a ? a->type->descriptor(a) : CLOSED, .events = POLLIN};
    excuse(h, i, pl_child_now() - from);
    return how < 0 ? -1 : 0;
}

/* Those that something has come for; now and then all, for their clocks. */
static int serve_ready(hall *h)
{
    int all = pl_child_now() - h->looked >= SLICE;
    if (all) h->looked = pl_child_now();
    for (int i = 0; i < h->n; i++)
        if (h->fd[i].fd != CLOSED && (all || h->fd[i].revents) && serve(h, i)) return -1;
    return 0;
}

static int run_hall(hall *h)
{
    for (int i = 0; i < h->n; i++)
        if (serve(h, i)) return 0;
    while (h->open) {
        poll(h->fd, (nfds_t)h->n, SLICE);
        if (serve_ready(h)) return 0;
    }
    return 1;
}

int pl_tables_run(pl_table *const *t, pl_agent *const *const *seat, int n,
                  int (*next)(void *with, int i), void *with)
{
    hall h = {.table = t, .seat = seat, .n = n, .open = n, .next = next, .with = with};
    h.fd = calloc((size_t)n + 1, sizeof *h.fd);
    if (!h.fd) return -1;
    int done = run_hall(&h);
    free(h.fd);
    return done;
}
