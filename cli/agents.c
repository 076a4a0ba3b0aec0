/* agents.c -- parlor agents: who can play, and what each may be told. */
#include <string.h>

#include "cli.h"

static const char *plays(const pl_agent_type *a)
{
    return a->plays ? a->plays : a->game ? a->game : "any game";
}

static json_t *json_agent(const pl_agent_type *a)
{
    json_t *params = json_array();
    for (const pl_param *p = a->params; p && p->name; p++) {
        char range[128], normal[PL_NAME_MAX];
        pl_param_range(p, range, sizeof range);
        pl_param_value(p, p->normal, normal, sizeof normal);
        json_array_append_new(params, json_pack("{s:s,s:s,s:s,s:s}", "name", p->name, "accepts",
                                                range, "default", normal, "help", p->help));
    }
    return json_pack("{s:s,s:s,s:s?,s:s,s:o}", "name", a->name, "about", a->about, "game", a->game,
                     "plays", plays(a), "parameters", params);
}

static int agents_json(void)
{
    json_t *list = json_array();
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        json_array_append_new(list, json_agent(*a));
    print_json(json_pack("{s:o}", "agents", list));
    return DONE;
}

static int agents_table(void)
{
    table *t = table_new("AGENT|PLAYS|ABOUT~");
    for (const pl_agent_type *const *a = pl_agents(); *a; a++) {
        table_row(t);
        table_cell(t, "%s", (*a)->name);
        table_cell(t, "%s", plays(*a));
        table_cell(t, "%s", (*a)->about);
    }
    return table_print(t);
}

static int one_agent(const pl_agent_type *a)
{
    printf("%s: %s\nPlays %s.\n\n", a->name, a->about, plays(a));
    if (!a->params || !a->params[0].name) return puts("Parameters: none"), DONE;
    puts("Parameters:");
    table *t = table_new("NAME|ACCEPTS|DEFAULT|MEANING~");
    for (const pl_param *p = a->params; p->name; p++) {
        char range[128], normal[PL_NAME_MAX];
        pl_param_range(p, range, sizeof range);
        pl_param_value(p, p->normal, normal, sizeof normal);
        table_row(t);
        table_cell(t, "%s", p->name);
        table_cell(t, "%s", range);
        table_cell(t, "%s", normal);
        table_cell(t, "%s", p->help);
    }
    return table_print(t);
}

int cmd_agents(const call *c)
{
    if (!c->count) return c->json ? agents_json() : agents_table();
    char name[PL_NAME_MAX]; /* without what may stand in brackets */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(c->words[0], "("), c->words[0]);
    const pl_agent_type *a = pl_agent_find(name);
    if (!a) return misused("there is no agent '%.40s'; 'parlor agents' lists them", c->words[0]);
    if (!c->json) return one_agent(a);
    print_json(json_agent(a));
    return DONE;
}
