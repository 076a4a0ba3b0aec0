/* chain.c -- whether games can compare all agents of a pool.
 *
 * There are finite ratings if and only if, however the pool is cut in two, somebody
 * on either side has scored against the other (Ford, 1957): if edges lead from who
 * scored to whom, from each agent to every other.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/stats/climb.h"
#include "core/text.h"

/* Marks every agent that the edges lead to from agent 0, along them or against. */
static void spread(const int32_t (*edge)[2], int64_t edges, int back, char *mark)
{
    mark[0] = 1;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int64_t i = 0; i < edges; i++) {
            int from = edge[i][back], to = edge[i][!back];
            if (!mark[from] || mark[to]) continue;
            mark[to] = 1;
            changed = 1;
        }
    }
}

int pl_is_chained(const int32_t (*edge)[2], int64_t edges, int32_t agents, int32_t apart[2])
{
    char *mark = malloc((size_t)agents + 1);
    apart[0] = apart[1] = -1;
    for (int back = 0; mark && back < 2 && apart[1] < 0; back++) {
        memset(mark, 0, (size_t)agents);
        spread(edge, edges, back, mark);
        for (int32_t i = agents; i-- > 1;)
            if (!mark[i]) apart[1] = i;
    }
    if (apart[1] >= 0) apart[0] = 0;
    free(mark);
    return apart[1] < 0;
}

int pl_not_chained(const int32_t apart[2], pl_error *err)
{
    return pl_fail(err,
                   "the games do not tell how far agents %d and %d are apart: no chain of points "
                   "leads from one to the other; play more games, or give a prior",
                   (int)apart[0], (int)apart[1]);
}
