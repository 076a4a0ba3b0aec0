/* inquiry.c -- what an agent would do in a position. */
#include "agents/inquiry.h"

#include <math.h>

#include "core/text.h"

/* What it tells counts only if it is a strategy.  An agent that lives elsewhere and tells
 * none has all on the move that it sent. */
static int tells(pl_agent *a, double *share, int n)
{
    pl_reasons why;
    double sum = 0;
    if (pl_agent_why(a, &why) || why.options != n) return 0;
    for (int i = 0; i < n; i++) {
        if (!(why.of[i].share >= 0) || (a->type->fault && why.of[i].share >= 1)) return 0;
        sum += share[i] = why.of[i].share;
    }
    if (!(fabs(sum - 1) < 2e-3)) return 0;
    for (int i = 0; i < n && fabs(sum - 1) > 1e-9; i++) share[i] /= sum;
    return 1;
}

int pl_inquire(pl_agent *a, const void *s, double *share, int n)
{
    pl_move list[PL_MOVES_MAX];
    pl_move m = pl_agent_pick(a, s);
    if (m == PL_ILLEGAL) return -1;
    if (tells(a, share, n)) return 1;
    a->game->moves(s, list);
    for (int i = 0; i < n; i++) share[i] = list[i] == m;
    return 0;
}

int pl_inquiry_failed(pl_agent *a, pl_error *err)
{
    const char *why = NULL;
    if (a->type->fault) a->type->fault(a, &why);
    if (why && *why) return pl_fail(err, "%s: %.200s", a->type->name, why);
    return pl_fail(err, "%s picked no legal move", a->type->name);
}
