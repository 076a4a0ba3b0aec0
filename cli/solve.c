/* solve.c -- parlor solve: what a game is worth and how to play for that.
 *
 * Here it is decided how a game is looked at: position by position where nothing is
 * hidden, else as a tree.
 *
 * Fact to check: Kuhn poker is worth -1/18 to the first player, and leduc
 * -0.085606424078. */
#include "solve.h"

#include <string.h>

int64_t solve_seed(const call *c)
{
    return c->seed == UNSEEDED ? 1 : c->seed;
}

static int is_called(const char *method, const char *name)
{
    return method && !strcmp(method, name);
}

static int is_deep(const char *method)
{
    return !strncmp(method, "deep", 4);
}

int solve_told_anew(const call *c)
{
    return c->iterations || c->target >= 0 || c->seconds > 0;
}

static int solve_by(const call *c, const pl_game *g)
{
    keeping keep;
    int deep = c->method && is_deep(c->method);
    if (!deep && c->games)
        return misused("--games are for --method deep: here more is proven without");
    if (is_called(c->method, "exact") || (!c->method && !g->hide)) return solve_exact(c, g);
    keeping_begin(&keep, c);
    int status = keeping_check(&keep, c);
    if (status) return status;
    return deep ? solve_deep(c, g, &keep, NULL) : solve_tree(c, g, &keep, NULL);
}

/* A run goes on as it was begun. */
static int check_resumed(const call *c, const pl_game *g, const pl_run *old)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    if (strcmp(spec, old->game) != 0)
        return misused("the run in '%.100s' is of %.100s", c->resumed, old->game);
    if (c->method)
        return misused("the run in '%.100s' goes on by its own method, %.100s: leave --method away",
                       c->resumed, old->method);
    if (c->seed != UNSEEDED && (uint64_t)c->seed != old->seed)
        return misused("the run in '%.100s' was begun with seed %llu", c->resumed,
                       (unsigned long long)old->seed);
    return DONE;
}

static int resume(const call *c)
{
    pl_error err = {""};
    keeping keep;
    keeping_begin(&keep, c);
    pl_saved *from = pl_saved_open(c->resumed, &err);
    if (!from) return failed("%s", err.text);
    const pl_run *old = pl_saved_run(from);
    const pl_game *g =
        c->count ? open_game(c->words[0]) : open_game_of(c->resumed, old->game, NULL);
    int status = g ? check_resumed(c, g, old) : MISUSED;
    if (!status) status = keeping_check(&keep, c);
    if (!status)
        status =
            is_deep(old->method) ? solve_deep(c, g, &keep, from) : solve_tree(c, g, &keep, from);
    pl_close(g);
    pl_saved_close(from);
    return status;
}

int cmd_solve(const call *c)
{
    if (is_called(c->method, "help")) return solve_methods(c->json);
    if (!c->count && !c->resumed) return misused("solve needs a GAME: parlor solve GAME [OPTIONS]");
    if (c->method && solve_knows(c->method)) return MISUSED;
    if (c->resumed) return resume(c);
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    int status = solve_by(c, g);
    pl_close(g);
    return status;
}
