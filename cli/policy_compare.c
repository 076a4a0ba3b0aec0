/* policy_compare.c -- parlor policy compare: how good policies are, how far from the first,
 * and what each wins from each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "policies.h"
#include "solve.h"

typedef struct {
    const call *call;
    pl_tree *tree;
    opened *of;
    int n;
} comparison;

/* How likely two policies are to move differently at a set: the mean over all sets, and
 * the most. */
static void distance(const pl_tree *t, const double *a, const double *b, double *mean, double *most)
{
    *mean = *most = 0;
    for (int32_t i = 0; i < t->infos; i++) {
        double d = 0;
        for (int32_t k = t->info_first[i]; k < t->info_first[i + 1]; k++)
            d += fabs(a[k] - b[k]) / 2;
        *mean += d / t->infos;
        *most = fmax(*most, d);
    }
}

/* What seat 0 gets by one policy against another; NAN: out of memory. */
static double duel(const comparison *x, int row, int column, double *mixed)
{
    const pl_tree *t = x->tree;
    double values[PL_SEATS_MAX];
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        const double *side = t->info_seat[i] == 0 ? x->of[row].policy : x->of[column].policy;
        memcpy(mixed + from, side + from, (size_t)n * sizeof *mixed);
    }
    return pl_tree_values(t, mixed, values) ? NAN : values[0];
}

static json_t *one_json(const comparison *x, int i)
{
    const opened *o = &x->of[i];
    pl_gap gap;
    double mean, most;
    if (pl_tree_gap(x->tree, o->policy, &gap)) return NULL;
    distance(x->tree, x->of[0].policy, o->policy, &mean, &most);
    return json_pack("{s:o,s:i,s:f,s:f,s:o,s:f,s:f}", "file", json_clean(o->path), "missing",
                     (int)o->missing, "nashconv", gap.nashconv, "exploitability",
                     exploitability(x->tree->game, gap.nashconv), "values",
                     json_numbers(gap.value, x->tree->game->players), "mean_distance", mean,
                     "most_distance", most);
}

static json_t *duels_json(const comparison *x)
{
    json_t *rows = json_array();
    double *mixed = policy_room(x->tree);
    for (int i = 0; mixed && i < x->n; i++) {
        json_t *row = json_array();
        json_array_append_new(rows, row);
        for (int k = 0; k < x->n; k++)
            json_array_append_new(row, json_unknown(duel(x, i, k, mixed)));
    }
    free(mixed);
    return rows;
}

static json_t *compared(const comparison *x)
{
    json_t *files = json_array();
    for (int i = 0; i < x->n; i++) {
        json_t *one = one_json(x, i);
        if (!one) {
            json_decref(files);
            failed("best answers at %s are not known, or memory ran out", x->tree->game->name);
            return NULL;
        }
        json_array_append_new(files, one);
    }
    json_t *all = json_pack("{s:o,s:o}", "game", json_spec(x->tree->game), "files", files);
    if (x->tree->game->players == 2) json_object_set_new(all, "first_against", duels_json(x));
    return all;
}

static void number_cell(table *t, const json_t *o, const char *key)
{
    char buf[32];
    const json_t *x = key ? json_object_get(o, key) : o;
    table_cell(t, "%s", number_text(json_is_number(x) ? json_number_value(x) : NAN, buf));
}

static int print_files(const json_t *all)
{
    const json_t *files = json_object_get(all, "files");
    table *t = table_new("NUMBER>|FILE|EXPLOITABILITY>|VALUE, SEAT 0>|MEAN DISTANCE>|MOST>");
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *one = json_array_get(files, i);
        table_row(t);
        table_cell(t, "%d", (int)i + 1);
        table_cell(t, "%s", json_string_value(json_object_get(one, "file")));
        number_cell(t, one, "exploitability");
        number_cell(t, json_array_get(json_object_get(one, "values"), 0), NULL);
        number_cell(t, one, "mean_distance");
        number_cell(t, one, "most_distance");
    }
    return table_print(t);
}

static int print_duels(const json_t *all)
{
    const json_t *rows = json_object_get(all, "first_against");
    char heads[1024] = "SEAT 0 \\ SEAT 1>";
    if (!rows) return DONE;
    for (size_t i = 0, used = strlen(heads); i < json_array_size(rows); i++)
        used += (size_t)snprintf(heads + used, sizeof heads - used, "|%d>", (int)i + 1);
    puts("\nWhat the first seat gets by each (row) against each (column):");
    table *t = table_new(heads);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        table_row(t);
        table_cell(t, "%d", (int)i + 1);
        for (size_t k = 0; k < json_array_size(rows); k++)
            number_cell(t, json_array_get(json_array_get(rows, i), k), NULL);
    }
    return table_print(t);
}

static int tell(const comparison *x)
{
    json_t *all = compared(x);
    if (!all) return FAILED;
    if (x->call->json) {
        print_json(all);
        return DONE;
    }
    printf("%s\n\n", json_string_value(json_object_get(all, "game")));
    int status = print_files(all);
    if (!status) status = print_duels(all);
    if (!status)
        puts("\nA distance is how likely it moves otherwise than the first does, at a set.");
    json_decref(all);
    return status;
}

/* Every file on the tree of the first. */
static int read_all(comparison *x)
{
    int status = DONE;
    for (int i = 0; !status && i < x->n; i++) {
        opened *o = &x->of[i];
        pl_error err = {""};
        status = open_policy(o, x->call->words[1 + i], x->call);
        if (!status && !x->tree && !(x->tree = must_grow(o->game, x->call))) status = FAILED;
        if (!status && !(o->policy = policy_room(x->tree))) status = FAILED;
        if (!status && pl_policy_on(o->file, x->tree, o->policy, &o->missing, &err))
            status = failed("'%.100s': %s", o->path, err.text);
    }
    return status;
}

int policy_compare(const call *c)
{
    enum { MOST = 100 };
    comparison x = {.call = c, .n = c->count - 1};
    if (x.n > MOST) return misused("compare takes at most %d files", MOST);
    x.of = calloc((size_t)x.n, sizeof *x.of);
    int status = x.of ? read_all(&x) : failed("out of memory");
    if (!status) status = tell(&x);
    pl_tree_free(x.tree);
    for (int i = 0; x.of && i < x.n; i++) close_policy(&x.of[i]);
    free(x.of);
    return status;
}
