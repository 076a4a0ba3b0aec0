/* alphabeta_solve.c -- the largest boards that alphabeta is to solve: connect four on
 * six columns and five rows, and on five and six, are both draws (J. Tromp's table).
 *
 * It takes a minute or two of a fast core.
 */
#include <stdio.h>

#include "parlor/agent.h"

/* Whether the agent proves that the first player's best is this much. */
static int proves(const char *spec, double worth)
{
    pl_error err = {""};
    pl_state s = {.bytes = {0}};
    pl_reasons why = {0};
    int right = 0;
    const pl_game *g = pl_open(spec, &err);
    pl_agent *a =
        g ? pl_agent_open("alphabeta(depth=250,horizon=zero,memory=512)", g, 1, &err) : NULL;
    if (a) {
        pl_start(g, &s);
        pl_agent_begin(a, 0);
        pl_move m = pl_agent_pick(a, &s);
        pl_agent_why(a, &why);
        for (int i = 0; i < why.options; i++)
            right |= why.of[i].move == m && why.of[i].proven && why.of[i].value == worth;
    }
    printf("%s %s: worth %g (%lld positions) %s\n", right ? "ok" : "not ok", spec, worth,
           (long long)why.iterations, err.text);
    fflush(stdout);
    pl_agent_free(a);
    pl_close(g);
    return right;
}

int main(void)
{
    int tall = proves("connect4(rows=6,cols=5)", 0), wide = proves("connect4(rows=5,cols=6)", 0);
    return !tall || !wide;
}
