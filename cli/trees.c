/* trees.c -- the top of the tree that an agent searched, as text and for Graphviz. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"

/* What the library tells as JSON, to be freed by it. */
static json_t *read_back(char *text)
{
    json_t *out = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return out;
}

json_t *tree_json(pl_agent *a, const pl_knowledge *k, int depth, double least, pl_rng *r)
{
    pl_top top = {.depth = depth, .least = least};
    return read_back(pl_told_tree(k, a, &top, r));
}

json_t *line_json(const pl_reasons *why, const pl_knowledge *k, pl_rng *r)
{
    return read_back(pl_told_line(k, why, r));
}

/* "seat 1: bet", or what was shown. */
static void branch_name(const json_t *b, char *buf, size_t n)
{
    const json_t *mover = json_object_get(b, "mover");
    const char *move = json_string_value(json_object_get(b, "move"));
    char who[24] = "?";
    if (json_is_integer(mover)) mover_name((int)json_integer_value(mover), who);
    else if (json_is_string(mover)) snprintf(who, sizeof who, "%s", json_string_value(mover));
    if (json_is_true(json_object_get(b, "shown"))) snprintf(buf, n, "which shows: %s", move);
    else snprintf(buf, n, "%s: %s", who, move);
}

/* Values are the seat's own unless it is told to whom they go. */
static void tree_rows(table *t, const json_t *list, int seat, int depth)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *b = json_array_get(list, i);
        char name[PL_NAME_MAX + 40];
        branch_name(b, name, sizeof name);
        table_row(t);
        table_cell(t, "%*s%s", 2 * depth, "", name);
        known_cell(t, b, "visits", 1, "");
        known_cell(t, b, "value", 1, json_is_true(json_object_get(b, "proven")) ? "!" : "");
        int whose = (int)json_integer_value(json_object_get(b, "seat"));
        if (whose != seat) table_cell(t, "to seat %d", whose);
        tree_rows(t, json_object_get(b, "below"), seat, depth + 1);
    }
}

int tree_text(const json_t *top, int trees, int seat)
{
    if (json_array_size(top) == 0) {
        puts("\nNo tree was searched.");
        return DONE;
    }
    table *t = table_new("BRANCH|VISITS>|VALUE>|");
    if (trees > 1) printf("\nThe top of the first of %d trees:\n", trees);
    else puts("\nThe top of the tree:");
    tree_rows(t, top, seat, 0);
    return table_print(t);
}

/* A text in Graphviz's quotes. */
static void quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
}

static void dot_nodes(const json_t *list, int parent, int *used, FILE *out)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *b = json_array_get(list, i), *visits = json_object_get(b, "visits");
        const json_t *value = json_object_get(b, "value");
        char name[PL_NAME_MAX + 40];
        int me = ++*used;
        branch_name(b, name, sizeof name);
        fprintf(out, "  n%d [label=\"", me);
        quoted(name, out);
        if (json_is_number(visits))
            fprintf(out, "\\n%lld visit%s", (long long)json_integer_value(visits),
                    plural(json_integer_value(visits)));
        if (json_is_number(value))
            fprintf(out, "\\n%.3f to seat %lld", json_number_value(value),
                    (long long)json_integer_value(json_object_get(b, "seat")));
        fprintf(out, "\"%s];\n", json_is_true(json_object_get(b, "proven")) ? ", style=bold" : "");
        fprintf(out, "  n%d -> n%d [penwidth=%.2f];\n", parent, me,
                0.5 + 4 * json_number_value(json_object_get(b, "share")));
        dot_nodes(json_object_get(b, "below"), me, used, out);
    }
}

void tree_dot(const json_t *top, const pl_knowledge *k, FILE *out)
{
    char spec[PL_SPEC_MAX];
    int used = 0;
    pl_spec(k->game, spec, sizeof spec);
    fprintf(out, "digraph parlor {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label=\"");
    quoted(spec, out);
    fprintf(out, "\\nseat %d to move\"];\n", k->seat);
    dot_nodes(top, 0, &used, out);
    fputs("}\n", out);
}
