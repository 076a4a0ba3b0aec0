/* always.c -- the agent with a habit: it plays the first move of its list that
 * is legal, and moves at random where none is.
 *
 * Fact to check: first to act at Kuhn poker, always(move=bet) wins half a chip a
 * game from random play.
 */
#include "parlor/agent.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"

enum { MOVE };

static int always_open(pl_agent *a, pl_error *err)
{
    if (*pl_agent_text(a, MOVE)) return 0;
    return pl_fail(err,
                   "always needs a move, as always(move=bet), or several: always(move=bet|call)");
}

static pl_move always_pick(pl_agent *a, const void *view)
{
    const char *list = pl_agent_text(a, MOVE);
    while (*list) {
        char name[PL_NAME_MAX];
        size_t n = strcspn(list, "|");
        snprintf(name, sizeof name, "%.*s", (int)n, list);
        pl_move m = pl_parse(a->game, view, name);
        if (m != PL_ILLEGAL) return m;
        list += n + (list[n] == '|');
    }
    return pl_any(a->game, view, &a->rng);
}

static const pl_param params[] = {
    {"move", PL_TEXT, 0, 0, 0, "a move's name, or several as bet|call, the first legal one first"},
    {0},
};

const pl_agent_type pl_always = {
    .abi = PL_ABI,
    .size = sizeof(pl_agent),
    .name = "always",
    .about = "one and the same move wherever it is legal, else at random",
    .params = params,
    .open = always_open,
    .pick = always_pick,
};
