/* catalog.c -- what can be played: games with their parameters and rules, and how strong agents
 * are at them. */
#include <stdlib.h>
#include <string.h>

#include "rated.h"
#include "request.h"
#include "wish.h"

/* A parameter's value as it is spelled: a number, or one of its words. */
static json_t *value_json(const pl_param *p, double x)
{
    char text[64];
    if (!p->words) return pl_tell_number(x);
    pl_param_value(p, x, text, sizeof text);
    return json_string(text);
}

static json_t *words_json(const char *words)
{
    json_t *list = json_array();
    for (size_t n; *words; words += n + (words[n] == '|')) {
        n = strcspn(words, "|");
        json_array_append_new(list, json_stringn(words, n));
    }
    return list;
}

static json_t *params_json(const pl_param *p)
{
    json_t *list = json_array();
    for (; p && p->name; p++) {
        json_t *o = json_pack("{s:s,s:s,s:o,s:o,s:o}", "name", p->name, "help", p->help, "lo",
                              pl_tell_number(p->lo), "hi", pl_tell_number(p->hi), "normal",
                              value_json(p, p->normal));
        if (p->words) json_object_set_new(o, "words", words_json(p->words));
        json_array_append_new(list, o);
    }
    return list;
}

/* How many can play: as the parameter of that name says, or as the game has seats. */
static json_t *players_json(const pl_game *g)
{
    for (const pl_param *p = g->params; p && p->name; p++)
        if (!strcmp(p->name, "players"))
            return json_pack("{s:o,s:o}", "least", pl_tell_number(p->lo), "most",
                             pl_tell_number(p->hi));
    return json_pack("{s:i,s:i}", "least", (int)g->players, "most", (int)g->players);
}

/* Names from elsewhere that stand for this game. */
static json_t *aliases_json(const char *name)
{
    json_t *list = json_object();
    for (const char *const *a = pl_aliases(); *a; a += 2)
        if (!strncmp(a[1], name, strlen(name)) && strchr("(", a[1][strlen(name)]))
            json_object_set_new(list, a[0], json_string(a[1]));
    return list;
}

static json_t *game_json(const pl_game *base)
{
    return json_pack("{s:s,s:s,s:o,s:o,s:b,s:o}", "name", base->name, "about", base->about,
                     "players", players_json(base), "params", params_json(base->params), "hidden",
                     base->hide != NULL, "aliases", aliases_json(base->name));
}

void pl_get_games(pl_request *r, const char *rest)
{
    json_t *list = json_array();
    (void)rest;
    for (const pl_game *const *g = pl_games(); *g; g++) json_array_append_new(list, game_json(*g));
    pl_answer(r, 200, list);
}

/* The game of a name, its own or one from elsewhere; or NULL. */
static const pl_game *game_of(const char *name)
{
    char own[PL_NAME_MAX];
    for (const char *const *a = pl_aliases(); *a; a += 2)
        if (!strcmp(a[0], name)) {
            snprintf(own, sizeof own, "%.*s", (int)strcspn(a[1], "("), a[1]);
            return pl_find(own);
        }
    return pl_find(name);
}

const pl_game *pl_request_game(pl_request *r, const char *name)
{
    char spec[PL_SPEC_MAX];
    pl_error err;
    if (!pl_request_argument(r, "spec", spec, sizeof spec)) snprintf(spec, sizeof spec, "%s", name);
    if (r->status) return NULL;
    const pl_game *g = *spec ? pl_open(spec, &err) : NULL;
    if (!*spec) pl_answer_error(r, 400, "which game?  ?spec=NAME or ?spec=NAME(key=value,...)");
    else if (!g) pl_answer_error(r, 400, "%s", err.text);
    else if (*name && strcmp(g->name, game_of(name)->name)) {
        pl_answer_error(r, 400, "that is a spelling of %s, not of %s", g->name, name);
        pl_close(g);
        g = NULL;
    }
    return g;
}

static json_t *args_json(const pl_game *g)
{
    json_t *o = json_object();
    for (int i = 0; g->params && g->params[i].name; i++)
        json_object_set_new(o, g->params[i].name, value_json(&g->params[i], g->arg[i]));
    return o;
}

static json_t *rules_json(const pl_game *g)
{
    char path[PL_NAME_MAX + 8];
    snprintf(path, sizeof path, "/%s.md", g->name);
    const pl_asset *page = pl_asset_find(pl_rules_assets, path);
    if (page) return json_stringn((const char *)page->raw, page->raw_size);
    return json_string(g->rules);
}

void pl_get_game(pl_request *r, const char *rest)
{
    char spec[PL_SPEC_MAX];
    const pl_game *base = game_of(rest);
    if (!base) {
        pl_answer_error(r, 404, "there is no game of that name; GET /api/games lists them");
        return;
    }
    const pl_game *g = pl_request_game(r, rest);
    if (!g) return;
    json_t *o = game_json(base);
    pl_spec(g, spec, sizeof spec);
    json_object_set_new(o, "spec", json_string(spec));
    json_object_set_new(o, "args", args_json(g));
    json_object_set_new(o, "seats", json_integer(g->players));
    json_object_set_new(o, "rules", rules_json(g));
    pl_close(g);
    pl_answer(r, 200, o);
}

static const char *about_level(int level)
{
    if (level == 1) return "moves at random";
    if (level == PL_UNBEATABLE) return "has solved the game: nobody beats it in the long run";
    if (level == PL_LEVELS) return "thinks three seconds about every move";
    return "thinks about three times as much as the level below, or a move further ahead";
}

void pl_get_levels(pl_request *r, const char *rest)
{
    const pl_game *g = pl_request_game(r, rest);
    if (!g) return;
    json_t *list = json_array();
    char spec[PL_SPEC_MAX];
    pl_rated rung[PL_RATED_MAX];
    pl_spec(g, spec, sizeof spec);
    int n = pl_rated_ladder(r->server->records, spec, rung);
    for (int i = 1, top = pl_level_top(g); i <= top; i++) {
        char agent[PL_SPEC_MAX];
        pl_level_agent(g, i, agent, sizeof agent);
        json_array_append_new(list, json_pack("{s:i,s:s,s:s,s:s,s:o}", "level", i, "name",
                                              pl_level_name(i), "about", about_level(i), "agent",
                                              agent, "rating", pl_rated_find(rung, n, i, NULL)));
    }
    pl_close(g);
    pl_answer(r, 200, list);
}

/* Agents that strangers may have think about a game. */
void pl_get_agents(pl_request *r, const char *rest)
{
    const pl_game *g = pl_request_game(r, rest);
    pl_error err;
    if (!g) return;
    json_t *list = json_array();
    for (const pl_agent_type *const *a = pl_agents(); *a; a++)
        if (pl_wish_agent(g, (*a)->name, NULL, &err) == 0)
            json_array_append_new(list,
                                  json_pack("{s:s,s:s,s:o}", "name", (*a)->name, "about",
                                            (*a)->about, "params", params_json((*a)->params)));
    pl_close(g);
    pl_answer(r, 200, list);
}
