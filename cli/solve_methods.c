/* solve_methods.c -- parlor solve --method help: the methods and their parameters. */
#include <string.h>

#include "near.h"
#include "solve.h"

static json_t *param_json(const pl_param *p)
{
    char range[PL_SPEC_MAX], value[PL_SPEC_MAX];
    pl_param_range(p, range, sizeof range);
    pl_param_value(p, p->normal, value, sizeof value);
    return json_pack("{s:s,s:s,s:s,s:s}", "name", p->name, "accepts", range, "default", value,
                     "help", p->help);
}

/* Without a tree there are no batches. */
static int is_taken(const pl_method *m, const pl_param *p)
{
    return strncmp(m->name, "deep", 4) != 0 || strcmp(p->name, "batch") != 0;
}

static json_t *method_json(const pl_method *m)
{
    json_t *params = json_array();
    for (const pl_param *p = m->params; p && p->name; p++)
        if (is_taken(m, p)) json_array_append_new(params, param_json(p));
    return json_pack("{s:s,s:s,s:o}", "name", m->name, "about", m->about, "parameters", params);
}

static void param_row(table *t, const pl_param *p)
{
    char range[PL_SPEC_MAX], value[PL_SPEC_MAX];
    pl_param_range(p, range, sizeof range);
    pl_param_value(p, p->normal, value, sizeof value);
    table_row(t);
    table_cell(t, "  %s", p->name);
    table_cell(t, "%s", range);
    table_cell(t, "%s", value);
    table_cell(t, "%s", p->help);
}

/* Ways to solve a game that are no pl_method; some take the parameters of one. */
static const struct {
    const char *name, *about, *as;
} others[] = {
    {"exact", "every position worked out from the ends, where nothing is hidden", NULL},
    {"lp", "a linear program, for two whose scores always add up to the same; small trees", NULL},
    {"deep", "one of the next two, for games whose tree does not fit", NULL},
    {"deep-external", "external without a tree", "external"},
    {"deep-outcome", "outcome without a tree, for games with many moves", "outcome"},
};
enum { OTHERS = sizeof others / sizeof *others };

static const pl_param *params_of(const char *name)
{
    for (const pl_method *const *m = pl_methods(); name && *m; m++)
        if (!strcmp((*m)->name, name)) return (*m)->params;
    return NULL;
}

static void add_method(json_t *list, table *t, const pl_method *m)
{
    json_array_append_new(list, method_json(m));
    table_row(t);
    table_cell(t, "%s", m->name);
    table_cell(t, "%s", "");
    table_cell(t, "%s", "");
    table_cell(t, "%s", m->about);
    for (const pl_param *p = m->params; p && p->name; p++)
        if (is_taken(m, p)) param_row(t, p);
}

int solve_methods(int json)
{
    json_t *list = json_array();
    table *t = table_new("METHOD|ACCEPTS|DEFAULT|~");
    for (int i = 0; i < OTHERS; i++)
        add_method(list, t,
                   &(pl_method){.name = others[i].name,
                                .about = others[i].about,
                                .params = params_of(others[i].as)});
    for (const pl_method *const *m = pl_methods(); *m; m++) add_method(list, t, *m);
    if (!json) {
        json_decref(list);
        return table_print(t);
    }
    table_free(t);
    print_json(json_pack("{s:o}", "methods", list));
    return DONE;
}

/* Those of a method with this name, which is there; DONE or MISUSED. */
static int check_params(const char *name, const char *rest, const char *as)
{
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    if (!as) return *rest ? misused("%s takes no parameters", name) : DONE;
    if (snprintf(spec, sizeof spec, "%s%s", as, rest) >= PL_SPEC_MAX)
        return misused("a method has at most %d characters", PL_SPEC_MAX - 1);
    return pl_method_check(spec, &err) ? misused("%s", err.text) : DONE;
}

int solve_knows(const char *method)
{
    char name[PL_NAME_MAX];
    near best = {.word = name};
    method += strspn(method, " ");
    size_t length = strcspn(method, "( ");
    const char *rest = method + length;
    snprintf(name, sizeof name, "%.*s", (int)length, method);
    for (int i = 0; i < OTHERS; i++) {
        int either = !strcmp(name, "deep"); /* outcome takes all that external does */
        if (!strcmp(others[i].name, name))
            return check_params(name, rest, either ? "outcome" : others[i].as);
        near_try(&best, others[i].name);
    }
    for (const pl_method *const *m = pl_methods(); *m; m++) {
        if (!strcmp((*m)->name, name)) return check_params(name, rest, name);
        near_try(&best, (*m)->name);
    }
    if (*best.found)
        return misused("there is no method '%s'; did you mean '%s'?", name, best.found);
    return misused("there is no method '%s'; '--method help' lists them", name);
}
