/* policy.c -- parlor policy: policy files opened, and what may be done with them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "policies.h"

int open_policy(opened *o, const char *path, const call *c)
{
    pl_error err = {""};
    *o = (opened){.path = path};
    o->file = pl_policy_open(path, &err);
    if (!o->file) return failed("%s", err.text);
    o->game = open_game_of(path, pl_policy_game(o->file), c->game);
    return o->game ? DONE : MISUSED;
}

pl_tree *grow(const pl_game *g, const call *c, pl_error *err)
{
    pl_tree_limits limits = {.memory = c->memory, .threads = (int32_t)c->threads};
    return pl_tree_build(g, &limits, err);
}

pl_tree *must_grow(const pl_game *g, const call *c)
{
    pl_error err = {""};
    pl_tree *t = grow(g, c, &err);
    if (!t) failed("%s", err.text);
    return t;
}

double *policy_room(const pl_tree *t)
{
    double *room = calloc((size_t)t->info_first[t->infos] + 1, sizeof *room);
    if (!room) failed("out of memory");
    return room;
}

int grow_policy(opened *o, const call *c)
{
    o->tree = must_grow(o->game, c);
    return o->tree ? lay_out_policy(o) : FAILED;
}

int lay_out_policy(opened *o)
{
    pl_error err = {""};
    o->policy = policy_room(o->tree);
    if (!o->policy) return FAILED;
    if (!pl_policy_on(o->file, o->tree, o->policy, &o->missing, &err)) return DONE;
    return failed("'%.100s': %s", o->path, err.text);
}

void close_policy(opened *o)
{
    free(o->policy);
    pl_tree_free(o->tree);
    pl_close(o->game);
    pl_policy_free(o->file);
    *o = (opened){0};
}

int named_seat(const pl_game *g, const char *text, int *seat)
{
    int64_t n = PL_FULL;
    if (text && read_number(text, 0, g->players - 1, &n))
        return misused("--seat takes 0..%d in this game, not '%.40s'", g->players - 1, text);
    *seat = (int)n;
    return DONE;
}

/* Rounding leaves some 1e-18 where 0 is meant. */
const char *number_text(double x, char buf[32])
{
    if (isnan(x)) return "-";
    snprintf(buf, 32, "%.9g", fabs(x) < 1e-15 ? 0 : x);
    return buf;
}

json_t *json_unknown(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

int cmd_policy(const call *c)
{
    static const struct {
        const char *name;
        int (*run)(const call *c);
    } all[] = {{"show", policy_show},
               {"purify", policy_purify},
               {"ladder", policy_ladder},
               {"compare", policy_compare}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(c->words[0], all[i].name)) return all[i].run(c);
    return misused("policy takes show, purify, ladder or compare, not '%.40s'", c->words[0]);
}
