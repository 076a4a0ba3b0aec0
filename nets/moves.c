/* moves.c -- one ply ahead: what moves are worth by the positions that they lead to. */
#include <string.h>

#include "nets/net.h"

double pl_net_end(const pl_net *net, pl_net_work *work, const pl_game *g, const void *s, int seat)
{
    double score[PL_SEATS_MAX];
    g->score(s, score);
    pl_net_target(net, g, seat, score, work->out);
    return pl_net_worth(net, work->out);
}

/* Those from first on that find room: how many were looked at. */
static int some_moves(const pl_net *net, pl_net_work *work, const pl_game *g, const void *s,
                      int seat, const pl_move *move, int n, double *worth)
{
    size_t size = (size_t)g->state_size;
    int i = 0, rows = 0;
    int32_t *row_of = work->count; /* rows by now: free until the next forward pass */
    for (; i < n && rows < work->rows; i++) {
        pl_state next;
        memcpy(&next, s, size);
        g->apply(&next, move[i]);
        if (g->turn(&next) == PL_OVER) {
            worth[i] = pl_net_end(net, work, g, &next, seat);
            continue;
        }
        if (g->hide) g->hide(&next, seat);
        pl_net_see(net, g, &next, seat, work->tensor + rows * work->inputs);
        row_of[rows++] = i;
    }
    pl_net_observe(net, work, work->tensor, rows);
    for (int k = 0; k < rows; k++) worth[row_of[k]] = pl_net_worth(net, pl_net_out(work, k));
    return i;
}

void pl_net_moves(const pl_net *net, pl_net_work *work, const pl_game *g, const void *s, int seat,
                  const pl_move *move, int n, double *worth)
{
    for (int i = 0; i < n;) i += some_moves(net, work, g, s, seat, move + i, n - i, worth + i);
}
