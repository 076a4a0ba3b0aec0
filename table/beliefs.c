/* beliefs.c -- what a seat cannot see, by how often it is so in worlds that fit
 * what it knows.
 *
 * It is the same for all games: the JSON of all worlds is walked at once, beside
 * that of the view.  What is everywhere as in the view is left out.  Of a list
 * that is longer or shorter than in the view, such as a hand, it is told how
 * often each thing is in it; of the rest, which values it takes.  Intervals are
 * E. Wilson's (1927). */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parlor/analysis.h"

typedef struct {
    json_t *list; /* of marginals */
    size_t n;     /* worlds */
} tally;

static void walk(tally *t, const char *path, const json_t *view, json_t *const *world);

static json_t *world_json(const pl_game *g, const void *s)
{
    int n = g->json(s, NULL, 0);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!text) return NULL;
    g->json(s, text, (size_t)n + 1);
    json_t *out = json_loads(text, 0, NULL);
    free(text);
    return out;
}

static int is_scalar(const json_t *x)
{
    return !json_is_array(x) && !json_is_object(x);
}

/* A value as people write it, to be freed. */
static char *spelt(const json_t *x)
{
    if (json_is_string(x)) return strdup(json_string_value(x));
    return x ? json_dumps(x, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS) : strdup("-");
}

/* One more world in which it is so, unless world i was counted already. */
static void count(json_t *counts, const char *value, size_t i)
{
    json_t *pair = json_object_get(counts, value);
    if (!pair) {
        pair = json_pack("[i,i]", 0, -1);
        json_object_set_new(counts, value, pair);
    }
    if (json_integer_value(json_array_get(pair, 1)) == (json_int_t)i) return;
    json_array_set_new(pair, 0, json_integer(1 + json_integer_value(json_array_get(pair, 0))));
    json_array_set_new(pair, 1, json_integer((json_int_t)i));
}

/* Wilson's interval for k of n. */
static json_t *share_json(const char *value, double k, double n)
{
    double z = 1.96, p = k / n, scale = 1 / (1 + z * z / n), middle = (p + z * z / (2 * n)) * scale;
    double half = z * scale * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return json_pack("{s:s,s:f,s:f,s:f}", "value", value, "share", p, "low", fmax(0, middle - half),
                     "high", fmin(1, middle + half));
}

static int most_first(const void *a, const void *b)
{
    const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
    double p = json_real_value(json_object_get(x, "share"));
    double q = json_real_value(json_object_get(y, "share"));
    if (p > q) return -1;
    if (p < q) return 1;
    return strcmp(json_string_value(json_object_get(x, "value")),
                  json_string_value(json_object_get(y, "value")));
}

static json_t *sorted(json_t *list)
{
    size_t n = json_array_size(list);
    json_t **all = calloc(n + 1, sizeof(json_t *)), *out = json_array();
    for (size_t i = 0; all && i < n; i++) all[i] = json_array_get(list, i);
    if (all) qsort(all, n, sizeof(json_t *), most_first);
    for (size_t i = 0; all && i < n; i++) json_array_append(out, all[i]);
    free(all);
    json_decref(list);
    return out;
}

/* Add what was counted; a thing that is in the view's own list is left out where
 * it is in that of every world, too. */
static void add(tally *t, const char *path, const char *how, const json_t *told, json_t *counts)
{
    json_t *list = json_array(), *pair;
    const char *value;
    json_object_foreach(counts, value, pair)
    {
        double k = (double)json_integer_value(json_array_get(pair, 0));
        if (told && json_object_get(told, value) && k >= (double)t->n) continue;
        json_array_append_new(list, share_json(value, k, (double)t->n));
    }
    if (json_array_size(list) > 0)
        json_array_append_new(
            t->list, json_pack("{s:s,s:s,s:o}", "what", path, "kind", how, "of", sorted(list)));
    else json_decref(list);
    json_decref(counts);
}

static void count_members(json_t *counts, const json_t *list, size_t i)
{
    for (size_t k = 0; k < json_array_size(list); k++) {
        char *text = spelt(json_array_get(list, k));
        if (text) count(counts, text, i);
        free(text);
    }
}

static void tell_members(tally *t, const char *path, const json_t *view, json_t *const *world)
{
    json_t *counts = json_object(), *told = json_object();
    for (size_t i = 0; i < t->n; i++) count_members(counts, world[i], i);
    count_members(told, view, 0);
    add(t, path, "member", told, counts);
    json_decref(told);
}

static void tell_values(tally *t, const char *path, json_t *const *world)
{
    json_t *counts = json_object();
    for (size_t i = 0; i < t->n; i++) {
        char *text = spelt(world[i]);
        if (text) count(counts, text, i);
        free(text);
    }
    add(t, path, "value", NULL, counts);
}

/* Whether all worlds have a list or text of the view's length here. */
static int same_length(const tally *t, const json_t *view, json_t *const *world)
{
    for (size_t i = 0; i < t->n; i++) {
        if (!world[i] || json_typeof(world[i]) != json_typeof(view)) return 0;
        if (json_array_size(world[i]) != json_array_size(view)) return 0;
        if (json_is_string(view) && json_string_length(world[i]) != json_string_length(view))
            return 0;
    }
    return 1;
}

/* Whether it is a list of plain things in every world. */
static int is_list(const tally *t, json_t *const *world)
{
    for (size_t i = 0; i < t->n; i++) {
        if (!json_is_array(world[i])) return 0;
        for (size_t k = 0; k < json_array_size(world[i]); k++)
            if (!is_scalar(json_array_get(world[i], k))) return 0;
    }
    return 1;
}

/* Go on with entry k, or that of a name, of every world. */
static void walk_entry(tally *t, const char *path, const char *name, size_t k, const json_t *view,
                       json_t *const *world)
{
    char below[512];
    json_t **next = calloc(t->n, sizeof(json_t *));
    if (!next) return;
    for (size_t i = 0; i < t->n; i++)
        next[i] = name ? json_object_get(world[i], name) : json_array_get(world[i], k);
    if (name) snprintf(below, sizeof below, "%s%s%s", path, *path ? "." : "", name);
    else snprintf(below, sizeof below, "%s[%zu]", path, k);
    walk(t, below, name ? json_object_get(view, name) : json_array_get(view, k), next);
    free(next);
}

/* A text of cells, such as a row of a board: each by itself.  One of question
 * marks is unknown as a whole. */
static int is_row(const json_t *view)
{
    const char *text = json_string_value(view);
    if (!text || json_string_length(view) < 2) return 0;
    if (strspn(text, "?") == json_string_length(view)) return 0;
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return 0;
    return 1;
}

static void walk_row(tally *t, const char *path, const json_t *view, json_t *const *world)
{
    for (size_t k = 0; k < json_string_length(view); k++) {
        char cell[512];
        json_t **next = calloc(t->n, sizeof(json_t *));
        json_t *now = json_stringn(json_string_value(view) + k, 1);
        snprintf(cell, sizeof cell, "%s[%zu]", path, k);
        for (size_t i = 0; next && i < t->n; i++)
            next[i] = json_stringn(json_string_value(world[i]) + k, 1);
        if (next) walk(t, cell, now, next);
        for (size_t i = 0; next && i < t->n; i++) json_decref(next[i]);
        json_decref(now);
        free(next);
    }
}

/* The names of the entries of all worlds, as far as they are objects. */
static void walk_object(tally *t, const char *path, const json_t *view, json_t *const *world)
{
    json_t *names = json_object(), *entry;
    const char *name;
    for (size_t i = 0; i < t->n; i++)
        json_object_foreach(world[i], name, entry) json_object_set(names, name, json_true());
    json_object_foreach(names, name, entry) walk_entry(t, path, name, 0, view, world);
    json_decref(names);
}

static int is_told(const tally *t, const json_t *view, json_t *const *world)
{
    for (size_t i = 0; i < t->n; i++)
        if (!(view ? json_equal(view, world[i]) : !world[i])) return 0;
    return 1;
}

static int all_objects(const tally *t, json_t *const *world)
{
    for (size_t i = 0; i < t->n; i++)
        if (!json_is_object(world[i])) return 0;
    return 1;
}

static void walk(tally *t, const char *path, const json_t *view, json_t *const *world)
{
    if (is_told(t, view, world)) return;
    if (all_objects(t, world)) walk_object(t, path, view, world);
    else if (view && same_length(t, view, world) && json_is_array(view))
        for (size_t k = 0; k < json_array_size(view); k++)
            walk_entry(t, path, NULL, k, view, world);
    else if (view && same_length(t, view, world) && is_row(view)) walk_row(t, path, view, world);
    else if (is_list(t, world)) tell_members(t, path, view, world);
    else tell_values(t, path, world);
}

char *pl_beliefs(const pl_knowledge *k, int worlds, pl_rng *r)
{
    json_t **world = calloc((size_t)worlds, sizeof(json_t *)), *view = NULL;
    tally t = {json_array(), 0};
    pl_state s;
    if (world && k->game->json) view = world_json(k->game, &k->view);
    while (view && t.n < (size_t)worlds && !pl_guess_world(k, r, &s) &&
           (world[t.n] = world_json(k->game, &s)))
        t.n++;
    if (t.n > 0) walk(&t, "", view, world);
    for (size_t i = 0; i < t.n; i++) json_decref(world[i]);
    json_decref(view);
    free(world);
    json_t *all = json_pack("{s:I,s:o}", "worlds", (json_int_t)t.n, "marginals", t.list);
    char *text = t.n > 0 ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(all);
    return text;
}
