/* inputs.c -- the list of inputs, and how a net is shown a view: the one place. */
#include "nets/inputs.h"

#include <string.h>

#include "core/text.h"

static const pl_inputs *const list[] = {&pl_dominoes_basic, &pl_dominoes_line};
enum { LISTED = sizeof list / sizeof *list };

const pl_inputs *pl_inputs_at(int which)
{
    return which >= 1 && which <= LISTED ? list[which - 1] : NULL;
}

const char *pl_inputs_name(int which)
{
    if (which == 0) return "tensor";
    return pl_inputs_at(which) ? pl_inputs_at(which)->name : NULL;
}

const char *pl_inputs_about(int which)
{
    return pl_inputs_at(which) ? pl_inputs_at(which)->about : "all that the seat sees, by the game";
}

static int is_for(const pl_inputs *p, const pl_game *g)
{
    return !strcmp(p->game, g->name) && p->state_size == g->state_size;
}

int pl_inputs_find(const pl_game *g, const char *name, pl_error *err)
{
    char known[128] = "tensor";
    size_t used = strlen(known);
    if (!strcmp(name, known)) return 0;
    for (int i = 1; i <= LISTED; i++) {
        const pl_inputs *p = pl_inputs_at(i);
        if (!is_for(p, g)) continue;
        if (!strcmp(p->name, name)) return i;
        used += (size_t)snprintf(known + used, sizeof known - used, ", %s", p->name);
    }
    return pl_fail(err, "%s has no inputs called '%.40s'; it has %s", g->name, name, known);
}

int pl_inputs_called(const char *name, const char *game)
{
    size_t n = strcspn(game, "(");
    if (!strcmp(name, pl_inputs_name(0))) return 0;
    for (int i = 1; i <= LISTED; i++) {
        const pl_inputs *p = pl_inputs_at(i);
        if (!strcmp(p->name, name) && strlen(p->game) == n && !memcmp(p->game, game, n)) return i;
    }
    return -1;
}

void pl_inputs_parts(const pl_game *g, int which, pl_part out[PL_PARTS_MAX])
{
    memset(out, 0, PL_PARTS_MAX * sizeof *out);
    if (which) pl_inputs_at(which)->parts(g, out);
    else if (g->tensor) memcpy(out, g->parts, PL_PARTS_MAX * sizeof *out);
}

int pl_inputs_size(const pl_game *g, int which)
{
    pl_part part[PL_PARTS_MAX];
    int sum = 0;
    if (!which) return pl_tensor_size(g);
    pl_inputs_parts(g, which, part);
    for (int i = 0; i < PL_PARTS_MAX && part[i].name; i++) {
        int size = 1;
        for (int k = 0; k < 3 && part[i].dim[k]; k++) size *= part[i].dim[k];
        sum += size;
    }
    return sum;
}

void pl_inputs_see(const pl_game *g, int which, const void *view, int seat, uint8_t *out)
{
    if (which) pl_inputs_at(which)->see(view, seat, out);
    else pl_tensor(g, view, seat, out);
}

void pl_net_see(const pl_net *net, const pl_game *g, const void *view, int seat, uint8_t *out)
{
    pl_inputs_see(g, pl_net_shape_of(net)->observes, view, seat, out);
}

/* Whether a setting, "hub=-1", is one that need not agree. */
static int is_loose(const char *loose, const char *setting, size_t n)
{
    size_t name = strcspn(setting, "=");
    for (const char *at = loose; name < n && *at; at++)
        if (*at == ',' && !strncmp(at + 1, setting, name) && at[1 + name] == ',') return 1;
    return 0;
}

int pl_inputs_suit(int which, const char *net_game, const char *spec)
{
    const char *loose = which ? pl_inputs_at(which)->loose : "";
    while (*net_game && *spec) {
        size_t a = strcspn(net_game, "(,)"), b = strcspn(spec, "(,)");
        int same = a == b && !memcmp(net_game, spec, a);
        if (!same && !(is_loose(loose, net_game, a) && is_loose(loose, spec, b))) return 0;
        net_game += a + (net_game[a] != 0);
        spec += b + (spec[b] != 0);
    }
    return *net_game == *spec;
}
