/* trees.c -- the top of the tree that an agent searched, and the line it expects:
 * spelt, sorted, as text and for Graphviz. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse.h"
#include "places.h"

enum { DEEPEST = 64 };

typedef struct {
    pl_branch branch;
    size_t parent; /* 0: the root, which is no branch; else 1 + its place in the list */
    size_t order;
} node;

/* The branches as the agent tells of them. */
typedef struct {
    node *of;
    size_t n, room;
    size_t last[DEEPEST + 1]; /* of each depth, as parents are written */
    int depth, broken;
    double least, all; /* visits: fewer are left out; and in all */
    const pl_knowledge *known;
    pl_rng *rng;
    places at[DEEPEST + 1];
} tree;

static int make_room(tree *t)
{
    size_t room = t->room ? 2 * t->room : 64;
    if (t->n < t->room) return 1;
    node *more = realloc(t->of, room * sizeof *more);
    t->broken |= !more;
    if (!more) return 0;
    t->of = more;
    t->room = room;
    return 1;
}

static int gather(void *with, const pl_branch *b)
{
    tree *t = with;
    if (b->depth > t->depth || (b->visits > 0 && b->visits < t->least)) return 0;
    if (!make_room(t)) return 0;
    t->of[t->n] = (node){*b, t->last[b->depth - 1], t->n};
    t->last[b->depth] = ++t->n;
    return b->depth < t->depth;
}

/* Children stand together, the most visited first. */
static int by_visits(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    if (x->branch.visits > y->branch.visits) return -1;
    if (x->branch.visits < y->branch.visits) return 1;
    return x->order < y->order ? -1 : 1;
}

/* What one of two players wins the other loses: then all is as the seat has it. */
static void put_value(json_t *out, const pl_branch *b, const pl_knowledge *k, double end)
{
    const pl_game *g = k->game;
    int turned = b->seat != k->seat && g->players == 2 && g->traits & PL_ZERO_SUM;
    double value = isnan(b->value) ? end : turned ? -b->value : b->value;
    int seat = turned || isnan(b->value) ? k->seat : b->seat;
    json_object_set_new(out, "value", json_known(value));
    json_object_set_new(out, "seat", json_integer(seat));
    json_object_set_new(out, "proven", json_boolean(b->proven));
}

static json_t *below(tree *t, size_t parent, int depth);

static json_t *branch_json(tree *t, const node *n, int depth)
{
    const pl_branch *b = &n->branch;
    step s;
    places_go(&t->at[depth], &t->at[depth + 1], b->code, b->shown, t->rng, &s);
    int counted = b->visits > 0;
    json_t *out =
        json_pack("{s:o,s:s,s:b,s:o,s:o}", "mover", json_mover(s.who), "move", s.name, "shown",
                  b->shown, "visits", counted ? json_integer((json_int_t)b->visits) : json_null(),
                  "share", json_known(counted ? b->visits / t->all : NAN));
    put_value(out, b, t->known, s.score);
    json_object_set_new(out, "below", below(t, n->order + 1, depth + 1));
    return out;
}

/* The branches below one, found by its place: they are sorted by it. */
static json_t *below(tree *t, size_t parent, int depth)
{
    json_t *out = json_array();
    size_t lo = 0, hi = t->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (t->of[mid].parent < parent) lo = mid + 1;
        else hi = mid;
    }
    for (; lo < t->n && t->of[lo].parent == parent; lo++)
        json_array_append_new(out, branch_json(t, &t->of[lo], depth));
    return out;
}

static double all_visits(pl_agent *a)
{
    pl_reasons why;
    double all = 0;
    if (pl_agent_why(a, &why)) return 0;
    for (int i = 0; i < why.options; i++) all += why.of[i].visits;
    return all;
}

json_t *tree_json(pl_agent *a, const pl_knowledge *k, int depth, double least, pl_rng *r)
{
    tree t = {.depth = depth < DEEPEST ? depth : DEEPEST - 1, .known = k, .rng = r};
    json_t *out = NULL;
    t.all = all_visits(a);
    t.least = least * t.all;
    pl_agent_tree(a, gather, &t);
    for (int i = 0; i <= t.depth; i++) t.broken |= places_open(&t.at[i], k) != 0;
    if (!t.broken) {
        if (t.n > 0) qsort(t.of, t.n, sizeof *t.of, by_visits);
        places_begin(&t.at[0], r);
        out = below(&t, 0, 0);
    }
    for (int i = 0; i <= t.depth; i++) places_close(&t.at[i]);
    free(t.of);
    return out;
}

json_t *line_json(const pl_reasons *why, const pl_knowledge *k, pl_rng *r)
{
    places at[2];
    json_t *out = json_array();
    int broken = places_open(&at[0], k) | places_open(&at[1], k);
    if (!broken) places_begin(&at[0], r);
    for (int i = 0; i < why->length && !broken; i++) {
        step s;
        places_go(&at[i % 2], &at[(i + 1) % 2], why->line[i], 0, r, &s);
        if (s.who == PL_OVER) break; /* no world is known that goes on like this */
        json_array_append_new(out,
                              json_pack("{s:o,s:s}", "mover", json_mover(s.who), "move", s.name));
    }
    places_close(&at[0]);
    places_close(&at[1]);
    return out;
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

int tree_text(const json_t *top, int seat)
{
    if (json_array_size(top) == 0) {
        puts("\nNo tree was searched.");
        return DONE;
    }
    table *t = table_new("BRANCH|VISITS>|VALUE>|");
    puts("\nThe top of the tree:");
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
