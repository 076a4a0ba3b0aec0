/* agents.c -- parlor agents: who can play. */
#include "cli.h"

static int agents_json(void)
{
    json_t *list = json_array();
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:s?}", "name", (*a)->name, "about",
                                              (*a)->about, "game", (*a)->game));
    print_json(json_pack("{s:o}", "agents", list));
    return DONE;
}

int cmd_agents(const call *c)
{
    if (c->json) return agents_json();
    table *t = table_new("AGENT|PLAYS|ABOUT~");
    for (const pl_agent_type *const *a = pl_agents(); *a; a++) {
        table_row(t);
        table_cell(t, "%s", (*a)->name);
        table_cell(t, "%s", (*a)->game ? (*a)->game : "any game");
        table_cell(t, "%s", (*a)->about);
    }
    return table_print(t);
}
