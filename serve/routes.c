/* routes.c -- which path is answered by whom: the interface, then the page.
 *
 * Nothing outside the program is read for a path, so none can lead out of it.  Places within the
 * page, which finds them by itself, are among its files; at any other path that could be one the
 * page says that there is nothing.
 */
#include <string.h>

#include "request.h"

typedef struct {
    int method;
    const char *path; /* a prefix, if it ends in a slash */
    const char *end;  /* how such a path must end, or NULL */
    void (*answer)(pl_request *r, const char *rest);
} route;

static void get_interface(pl_request *r, const char *rest)
{
    (void)rest;
    pl_answer_asset(r, pl_asset_find(pl_rules_assets, "/openapi.json"));
}

static const route routes[] = {
    {LWSHUMETH_GET, "/api", NULL, get_interface},
    {LWSHUMETH_GET, "/api/games", NULL, pl_get_games},
    {LWSHUMETH_GET, "/api/games/", NULL, pl_get_game},
    {LWSHUMETH_GET, "/api/levels", NULL, pl_get_levels},
    {LWSHUMETH_GET, "/api/agents", NULL, pl_get_agents},
    {LWSHUMETH_GET, "/api/tables", NULL, pl_get_tables},
    {LWSHUMETH_POST, "/api/tables", NULL, pl_post_table},
    {LWSHUMETH_POST, "/api/tables/", "/again", pl_post_again},
    {LWSHUMETH_GET, "/api/seats", NULL, pl_get_seat},
    {LWSHUMETH_POST, "/api/seats", NULL, pl_post_seat},
    {LWSHUMETH_GET, "/api/tables/", NULL, pl_get_table},
    {LWSHUMETH_GET, "/api/records", NULL, pl_get_records},
    {LWSHUMETH_GET, "/api/records/", NULL, pl_get_record},
    {LWSHUMETH_GET, "/api/players", NULL, pl_get_players},
    {LWSHUMETH_GET, "/api/players/", NULL, pl_get_player},
    {LWSHUMETH_GET, "/api/leagues", NULL, pl_get_leagues},
    {LWSHUMETH_GET, "/api/leagues/", NULL, pl_get_league},
    {LWSHUMETH_GET, "/api/contests", NULL, pl_get_contests},
    {LWSHUMETH_GET, "/api/contests/", NULL, pl_get_contest},
    {LWSHUMETH_GET, "/api/nets", NULL, pl_get_nets},
    {LWSHUMETH_GET, "/api/nets/", NULL, pl_get_net},
    {LWSHUMETH_POST, "/api/analyse", NULL, pl_post_analyse},
    {LWSHUMETH_GET, "/api/solutions", NULL, pl_get_solution},
    {LWSHUMETH_POST, "/api/solutions", NULL, pl_post_solution},
    {LWSHUMETH_GET, "/api/solutions/sets", NULL, pl_get_sets},
    {LWSHUMETH_POST, "/api/mix", NULL, pl_post_mix},
};

/* What is left of the path behind what the route names; or NULL: it is another. */
static const char *fits(const route *a, const char *path)
{
    size_t n = strlen(a->path), all = strlen(path), end = a->end ? strlen(a->end) : 0;
    if (strncmp(path, a->path, n)) return NULL;
    if (a->path[n - 1] != '/') return path[n] ? NULL : path + n;
    if (all <= n + end || (end && strcmp(path + all - end, a->end))) return NULL;
    return path + n;
}

static void answer_page(pl_request *r)
{
    const pl_asset *a = pl_asset_find(pl_page_assets, r->path);
    if (a) pl_answer_asset(r, a);
    else if (!strchr(r->path, '.')) pl_answer_nowhere(r, pl_asset_find(pl_page_assets, "/"));
    else pl_answer_error(r, 404, "there is nothing at this path");
}

void pl_route(pl_request *r)
{
    int known = 0, api = !strncmp(r->path, "/api", 4) && (!r->path[4] || r->path[4] == '/');
    int method = r->method == LWSHUMETH_HEAD ? LWSHUMETH_GET : r->method;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const char *rest = fits(&routes[i], r->path);
        if (!rest) continue;
        known = 1;
        if (routes[i].method != method) continue;
        routes[i].answer(r, rest);
        return;
    }
    if (known || (!api && method != LWSHUMETH_GET))
        pl_answer_error(r, 405, "that cannot be done with this path");
    else if (api) pl_answer_error(r, 404, "the interface has no such path; GET /api describes it");
    else answer_page(r);
}
