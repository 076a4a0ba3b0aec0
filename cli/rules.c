/* rules.c -- parlor rules: a game's rules in words, and its facts. */
#include "cli.h"

static json_t *json_params(const pl_game *g)
{
    json_t *list = json_array();
    for (int i = 0; g->params && g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        char range[128], normal[PL_NAME_MAX], value[PL_NAME_MAX];
        pl_param_range(p, range, sizeof range);
        pl_param_value(p, p->normal, normal, sizeof normal);
        pl_param_value(p, g->arg[i], value, sizeof value);
        json_array_append_new(list,
                              json_pack("{s:s,s:s,s:s,s:s,s:s}", "name", p->name, "accepts", range,
                                        "default", normal, "value", value, "help", p->help));
    }
    return list;
}

static json_t *json_parts(const pl_game *g)
{
    json_t *list = json_array();
    for (int i = 0; i < PL_PARTS_MAX && g->parts[i].name; i++) {
        const pl_part *p = &g->parts[i];
        json_t *shape = json_array();
        for (int k = 0; k < 3 && p->dim[k]; k++)
            json_array_append_new(shape, json_integer(p->dim[k]));
        json_array_append_new(list, json_pack("{s:s,s:s?,s:o,s:i}", "name", p->name, "axes",
                                              p->axes, "shape", shape, "unit", (int)p->unit));
    }
    return list;
}

static json_t *json_traits(const pl_game *g)
{
    json_t *list = json_array();
    if (g->traits & PL_ZERO_SUM) json_array_append_new(list, json_string("zero-sum"));
    if (g->traits & PL_RECALL) json_array_append_new(list, json_string("recall"));
    if (g->traits & PL_LOSSLESS) json_array_append_new(list, json_string("lossless"));
    return list;
}

static void rules_json(const pl_game *g)
{
    json_t *o =
        json_pack("{s:s,s:o,s:s,s:s,s:i,s:[f,f]}", "name", g->name, "spec", json_spec(g), "about",
                  g->about, "rules", g->rules, "players", (int)g->players, "scores", g->lo, g->hi);
    json_object_set_new(o, "parameters", json_params(g));
    json_object_set_new(o, "traits", json_traits(g));
    json_object_set_new(o, "hidden", json_boolean(g->hide != NULL));
    json_object_set_new(o, "state_bytes", json_integer(g->state_size));
    json_object_set_new(o, "actions", json_integer(g->actions));
    json_object_set_new(o, "chance_outcomes", json_integer(g->chances));
    json_object_set_new(o, "max_moves", json_integer(g->max_moves));
    json_object_set_new(o, "max_plies", json_integer(g->max_plies));
    json_object_set_new(o, "tensor_bytes", json_integer(pl_tensor_size(g)));
    json_object_set_new(o, "tensor", json_parts(g));
    json_object_set_new(o, "aliases", json_aliases(g));
    print_json(o);
}

static int print_params(const pl_game *g)
{
    if (!g->params || !g->params[0].name) {
        puts("Parameters: none");
        return DONE;
    }
    puts("Parameters:");
    table *t = table_new("NAME|ACCEPTS|DEFAULT|HERE|MEANING~");
    for (int i = 0; g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        char range[128], normal[PL_NAME_MAX], value[PL_NAME_MAX];
        pl_param_range(p, range, sizeof range);
        pl_param_value(p, p->normal, normal, sizeof normal);
        pl_param_value(p, g->arg[i], value, sizeof value);
        table_row(t);
        table_cell(t, "%s", p->name);
        table_cell(t, "%s", range);
        table_cell(t, "%s", normal);
        table_cell(t, "%s", value);
        table_cell(t, "%s", p->help);
    }
    return table_print(t);
}

static void print_parts(const pl_game *g)
{
    printf("Tensor:          %d bytes%s\n", pl_tensor_size(g),
           g->parts[0].name ? "" : ", the bits of the view");
    for (int i = 0; i < PL_PARTS_MAX && g->parts[i].name; i++) {
        const pl_part *p = &g->parts[i];
        printf("                 %s: %d", p->name, (int)p->dim[0]);
        for (int k = 1; k < 3 && p->dim[k]; k++) printf(" x %d", (int)p->dim[k]);
        printf(p->axes ? " (%s)\n" : "\n", p->axes);
    }
}

static void print_aliases(const pl_game *g)
{
    json_t *names = json_aliases(g), *spec;
    const char *name;
    json_object_foreach(names, name, spec)
        printf("Also called:     %s, which is %s\n", name, json_string_value(spec));
    json_decref(names);
}

static void print_facts(const pl_game *g)
{
    printf("\nPlayers:         %d\n", (int)g->players);
    printf("Scores:          %g to %g%s\n", g->lo, g->hi,
           g->traits & PL_ZERO_SUM ? ", zero-sum" : "");
    printf("Information:     %s\n", g->hide ? "some is hidden" : "all is open");
    printf("Views:           %s\n",
           g->traits & PL_RECALL ? "forget nothing (recall)" : "may forget");
    printf("Tensors:         %s\n", g->traits & PL_LOSSLESS
                                        ? "tell all views of the mover apart (lossless)"
                                        : "may be equal for different views");
    printf("State:           %d bytes\n", (int)g->state_size);
    printf("Actions:         %d, chance's outcomes %d\n", (int)g->actions, (int)g->chances);
    printf("Legal moves:     at most %d\n", (int)g->max_moves);
    printf("Longest game:    %d pl%s, chance included\n", (int)g->max_plies,
           g->max_plies == 1 ? "y" : "ies");
    print_parts(g);
    print_aliases(g);
}

int cmd_rules(const call *c)
{
    char spec[PL_SPEC_MAX];
    int status = DONE;
    const pl_game *g = open_game(c->words[0]);
    if (!g) return MISUSED;
    if (c->json) rules_json(g);
    else {
        pl_spec(g, spec, sizeof spec);
        printf("%s\n%s\n\n%s\n\n", spec, g->about, g->rules);
        status = print_params(g);
        print_facts(g);
    }
    pl_close(g);
    return status;
}
