/* games.c -- parlor games: what there is. */
#include "cli.h"

/* The foreign names of g with commas between them, into buf. */
static void list_aliases(const pl_game *g, char *buf, size_t n)
{
    json_t *names = json_aliases(g);
    size_t used = 0;
    buf[0] = 0;
    for (void *i = json_object_iter(names); i && used < n; i = json_object_iter_next(names, i))
        used += (size_t)snprintf(buf + used, n - used, "%s%s", used ? ", " : "",
                                 json_object_iter_key(i));
    json_decref(names);
}

static int games_json(void)
{
    json_t *list = json_array();
    for (const pl_game *const *k = pl_games(); *k; k++) {
        const pl_game *g = open_game((*k)->name);
        if (!g) continue;
        json_array_append_new(list, json_pack("{s:s,s:s,s:o,s:i,s:o}", "name", g->name, "about",
                                              g->about, "spec", json_spec(g), "players",
                                              (int)g->players, "aliases", json_aliases(g)));
        pl_close(g);
    }
    print_json(json_pack("{s:o}", "games", list));
    return DONE;
}

int cmd_games(const call *c)
{
    if (c->json) return games_json();
    table *t = table_new("GAME|ABOUT~|ALSO CALLED~");
    for (const pl_game *const *g = pl_games(); *g; g++) {
        char aliases[256];
        list_aliases(*g, aliases, sizeof aliases);
        table_row(t);
        table_cell(t, "%s", (*g)->name);
        table_cell(t, "%s", (*g)->about);
        table_cell(t, "%s", aliases);
    }
    return table_print(t);
}
