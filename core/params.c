/* params.c -- from "key=value,..." to an instance of a game, and back. */
#include <stdlib.h>

#include "core/settings.h"
#include "core/text.h"

static pl_settings settings_of(pl_game *g)
{
    return (pl_settings){g->name, g->params, g->arg, NULL};
}

/* Whether a table can be made into an instance at all: what a stranger's game
 * might get wrong and rules could then not survive. */
static int declared(const pl_game *base, pl_error *err)
{
    int n = 0;
    if (base->abi < 1 || base->abi > PL_ABI)
        return pl_fail(err, "%s was made for contract %d; this library knows 1..%d", base->name,
                       (int)base->abi, PL_ABI);
    while (base->params && base->params[n].name) n++;
    if (n > PL_PARAMS_MAX)
        return pl_fail(err, "%s has %d parameters; at most %d are accepted", base->name, n,
                       PL_PARAMS_MAX);
    return 0;
}

static int between(const pl_game *g, const char *what, int value, int lo, int hi, pl_error *err)
{
    if (value >= lo && value <= hi) return 0;
    return pl_fail(err, "%s declares %s = %d; %d..%d is accepted", g->name, what, value, lo, hi);
}

static int in_bounds(const pl_game *g, pl_error *err)
{
    return between(g, "players", g->players, 1, PL_SEATS_MAX, err) ||
           between(g, "state_size", g->state_size, 1, PL_STATE_MAX, err) ||
           between(g, "actions", g->actions, 1, INT32_MAX, err) ||
           between(g, "chances", g->chances, 0, INT32_MAX, err) ||
           between(g, "max_moves", g->max_moves, 1, PL_MOVES_MAX, err) ||
           between(g, "max_plies", g->max_plies, 1, INT32_MAX, err);
}

/* Choose the parameters, then work out what depends on them. */
static int settle(pl_game *g, const char *args, pl_error *err)
{
    pl_settings own = settings_of(g);
    if (pl_settings_read(&own, args, err)) return -1;
    const char *clash = g->tune ? g->tune(g) : NULL;
    if (clash) return pl_fail(err, "%s: %s", g->name, clash);
    return in_bounds(g, err) ? -1 : 0;
}

const pl_game *pl_make(const pl_game *base, const char *args, pl_error *err)
{
    if (declared(base, err)) return NULL;
    pl_game *g = malloc(sizeof *g);
    if (!g) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    *g = *base;
    if (settle(g, args, err) == 0) return g;
    free(g);
    return NULL;
}

void pl_close(const pl_game *g)
{
    free((void *)g);
}

int pl_spec(const pl_game *g, char *buf, size_t n)
{
    pl_game copy = *g;
    pl_settings own = settings_of(&copy);
    return pl_settings_spec(&own, buf, n);
}
