/* check.c -- parlor check: the laws of parlor/laws.h, tried and told. */
#include <stdlib.h>

#include "cli.h"

static json_t *report_json(const pl_game *g, const pl_laws_report *r)
{
    json_t *laws = json_array();
    for (int i = 0; i < r->laws; i++)
        json_array_append_new(laws, json_pack("{s:s,s:s,s:I}", "law", r->name[i], "says",
                                              r->says[i], "tried", (json_int_t)r->tried[i]));
    json_t *o = json_pack("{s:o,s:b,s:I,s:I,s:i,s:o}", "game", json_spec(g), "lawful", !r->broken,
                          "games", (json_int_t)r->games, "plies", (json_int_t)r->plies, "nodes",
                          (int)r->nodes, "laws", laws);
    if (r->broken)
        json_object_set_new(o, "broken",
                            json_pack("{s:s,s:s,s:I,s:s}", "law", r->broken, "detail", r->detail,
                                      "seed", (json_int_t)r->seed, "line", r->line));
    return o;
}

static int report_text(const char *spec, const pl_laws_report *r)
{
    printf("%s: %lld random game%s of %lld plies", spec, (long long)r->games, plural(r->games),
           (long long)r->plies);
    if (r->nodes) printf(", and all %d nodes of the tree\n", (int)r->nodes);
    else printf("; the tree is too large to enumerate\n");
    table *t = table_new("LAW|TRIED>|SAYS~");
    for (int i = 0; i < r->laws; i++) {
        table_row(t);
        table_cell(t, "%s", r->name[i]);
        if (r->tried[i]) table_cell(t, "%lld", (long long)r->tried[i]);
        else table_cell(t, "-");
        table_cell(t, "%s", r->says[i]);
    }
    return table_print(t);
}

static void print_broken(const pl_laws_report *r)
{
    printf("BROKEN: %s\n  how:  %s\n  seed: %llu\n  line: %s\n\n", r->broken, r->detail,
           (unsigned long long)r->seed, r->line);
}

static int check_game(const pl_game *g, const call *c)
{
    static pl_laws_report r;
    pl_laws_options o = {(uint64_t)c->seed, (int)c->games, (int32_t)c->max_nodes};
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    r = (pl_laws_report){0};
    int found = pl_laws(g, &o, &r, &err);
    progress_end();
    if (found < 0) return failed("%s could not be tried: %s", spec, err.text);
    if (c->json) print_json(report_json(g, &r));
    else if (report_text(spec, &r)) return FAILED;
    if (!found && !c->json) puts("Lawful.\n");
    if (found && !c->json) print_broken(&r);
    flush_output();
    return found ? failed("%s breaks the law '%s': %s", spec, r.broken, r.detail) : DONE;
}

/* The spelling of g with parameter i at this value. */
static void spell_variant(const pl_game *g, int i, double value, char *buf, size_t n)
{
    char text[PL_NAME_MAX];
    size_t used = (size_t)snprintf(buf, n, "%s(", g->name);
    for (int k = 0; g->params[k].name && used < n; k++) {
        pl_param_value(&g->params[k], k == i ? value : g->arg[k], text, sizeof text);
        used += (size_t)snprintf(buf + used, n - used, "%s%s=%s", k ? "," : "", g->params[k].name,
                                 text);
    }
    if (used < n) snprintf(buf + used, n - used, ")");
}

/* Parameters that do not go together are no fault of the game: it is told. */
static int tell_refused(const char *spec, const char *why, int json)
{
    progress_end();
    if (json) print_json(json_pack("{s:s,s:s}", "game", spec, "refused", why));
    else printf("%s is not tried: %s\n\n", spec, why);
    return DONE;
}

/* g again with parameter i at this value. */
static int check_at(const pl_game *g, int i, double value, const call *c)
{
    char spec[PL_SPEC_MAX];
    pl_error err = {""};
    spell_variant(g, i, value, spec, sizeof spec);
    const pl_game *variant = pl_open(spec, &err);
    if (!variant) return tell_refused(spec, err.text, c->json);
    int status = check_game(variant, c);
    pl_close(variant);
    return status;
}

static double greatest(const pl_param *p)
{
    double words = 0;
    for (const char *w = p->words; w && *w; w++) words += *w == '|';
    return p->words ? words : p->hi;
}

static int check_spread(const pl_game *g, const call *c)
{
    int status = DONE;
    for (int i = 0; g->params && g->params[i].name; i++) {
        const pl_param *p = &g->params[i];
        double least = p->words ? 0 : p->lo;
        if (least != g->arg[i]) status |= check_at(g, i, least, c);
        if (greatest(p) != g->arg[i]) status |= check_at(g, i, greatest(p), c);
    }
    return status;
}

static int check_spec(const char *spec, const call *c)
{
    const pl_game *g = open_game(spec);
    if (!g) return MISUSED;
    int status = check_game(g, c);
    if (c->spread) status |= check_spread(g, c);
    pl_close(g);
    return status;
}

static int check_all(const call *c)
{
    int status = DONE, n = 0, done = 0;
    while (pl_games()[n]) n++;
    for (const pl_game *const *g = pl_games(); *g && !output_failed(); g++) {
        progress((*g)->name, ++done, n);
        status |= check_spec((*g)->name, c);
    }
    progress_end();
    return status;
}

int cmd_check(const call *c)
{
    int status = DONE;
    if (c->all && c->count) return misused("check takes games or --all, not both");
    if (!c->all && !c->count) return misused("check needs a game, or --all");
    if (c->all) return check_all(c);
    for (int i = 0; i < c->count; i++) {
        const pl_game *g = open_game(c->words[i]);
        if (!g) return MISUSED;
        pl_close(g);
    }
    for (int i = 0; i < c->count && !output_failed(); i++) {
        progress(c->words[i], i + 1, c->count);
        status |= check_spec(c->words[i], c);
    }
    progress_end();
    return status;
}
