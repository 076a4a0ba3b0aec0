/* trees.c -- the top of the tree that an agent searched, and the line it expects, spelt as
 * their seat would: moves of its own, and of others what it would notice.
 *
 * An agent tells codes, and a code can only be spelt where it is said; so paths are followed in
 * worlds that fit what the seat knows, and nothing here has seen the truth.
 *
 * Fact to check: who has the king in Kuhn poker and bets wins one if the other passes, whatever he
 * has: that branch is an end, and its value is told. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/places.h"

enum { DEEPEST = 64 };

typedef struct {
    pl_branch branch;
    size_t parent; /* 0: the root, which is no branch; else 1 + its place in the list */
    size_t order;
    int grows; /* 1: there is something below it */
} node;

/* The branches as the agent tells of them. */
typedef struct {
    node *of;
    size_t n, room;
    size_t last[DEEPEST + 1]; /* of each depth, as parents are written */
    int depth, broken;
    size_t width;      /* branches below one */
    double least, all; /* visits: fewer are left out; and in all */
    const pl_knowledge *known;
    pl_rng *rng;
    pl_places at[DEEPEST + 1];
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
    size_t parent = t->last[b->depth - 1];
    if (parent) t->of[parent - 1].grows = 1;
    t->of[t->n] = (node){*b, parent, t->n, 0};
    t->last[b->depth] = ++t->n;
    return b->depth < t->depth;
}

/* Children stand together, the most visited first; where nothing is counted, what was followed
 * and then what is worth most. */
static int by_visits(const void *a, const void *b)
{
    const node *x = a, *y = b;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    if (x->branch.visits > y->branch.visits) return -1;
    if (x->branch.visits < y->branch.visits) return 1;
    if (x->grows != y->grows) return x->grows ? -1 : 1;
    if (x->branch.value > y->branch.value) return -1;
    if (x->branch.value < y->branch.value) return 1;
    return x->order < y->order ? -1 : 1;
}

static json_t *known(double x)
{
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *mover(int who)
{
    if (who == PL_OVER) return json_null();
    return who == PL_CHANCE ? json_string("chance") : json_integer(who);
}

/* What one of two players wins the other loses: then all is as the seat has it. */
static void put_value(json_t *out, const pl_branch *b, const pl_knowledge *k, double end)
{
    const pl_game *g = k->game;
    int turned = b->seat != k->seat && g->players == 2 && g->traits & PL_ZERO_SUM;
    double value = isnan(b->value) ? end : turned ? -b->value : b->value;
    int seat = turned || isnan(b->value) ? k->seat : b->seat;
    json_object_set_new(out, "value", known(value));
    json_object_set_new(out, "seat", json_integer(seat));
    json_object_set_new(out, "proven", json_boolean(b->proven));
}

static json_t *below(tree *t, size_t parent, int depth);

static json_t *branch_json(tree *t, const node *n, int depth)
{
    const pl_branch *b = &n->branch;
    pl_stepped s;
    pl_places_go(&t->at[depth], &t->at[depth + 1], b->code, b->shown, t->rng, &s);
    int counted = b->visits > 0;
    json_t *out =
        json_pack("{s:o,s:s,s:b,s:o,s:o}", "mover", mover(s.who), "move", s.name, "shown", b->shown,
                  "visits", counted ? json_integer((json_int_t)b->visits) : json_null(), "share",
                  known(counted ? b->visits / t->all : NAN));
    put_value(out, b, t->known, s.score);
    json_object_set_new(out, "below", below(t, n->order + 1, depth + 1));
    return out;
}

/* The branches below one, found by its place: they are sorted by it. */
static json_t *below(tree *t, size_t parent, int depth)
{
    json_t *out = json_array();
    size_t lo = 0, hi = t->n, most = t->width;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (t->of[mid].parent < parent) lo = mid + 1;
        else hi = mid;
    }
    for (; lo < t->n && t->of[lo].parent == parent && most > 0; lo++, most--)
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

/* As text, and forgotten. */
static char *written(json_t *what)
{
    char *text = what ? json_dumps(what, JSON_COMPACT) : NULL;
    json_decref(what);
    return text;
}

char *pl_told_tree(const pl_knowledge *k, pl_agent *a, const pl_top *top, pl_rng *r)
{
    tree t = {.depth = top->depth < DEEPEST ? top->depth : DEEPEST - 1,
              .width = top->width > 0 ? (size_t)top->width : SIZE_MAX,
              .known = k,
              .rng = r};
    json_t *out = NULL;
    t.all = all_visits(a);
    t.least = top->least * t.all;
    pl_agent_tree(a, gather, &t);
    for (int i = 0; i <= t.depth; i++) t.broken |= pl_places_open(&t.at[i], k) != 0;
    if (!t.broken) {
        if (t.n > 0) qsort(t.of, t.n, sizeof *t.of, by_visits);
        pl_places_begin(&t.at[0], r);
        out = below(&t, 0, 0);
    }
    for (int i = 0; i <= t.depth; i++) pl_places_close(&t.at[i]);
    free(t.of);
    return written(out);
}

char *pl_told_line(const pl_knowledge *k, const pl_reasons *why, pl_rng *r)
{
    pl_places at[2];
    json_t *out = json_array();
    int broken = pl_places_open(&at[0], k) | pl_places_open(&at[1], k);
    if (!broken) pl_places_begin(&at[0], r);
    for (int i = 0; i < why->length && !broken; i++) {
        pl_stepped s;
        pl_places_go(&at[i % 2], &at[(i + 1) % 2], why->line[i], 0, r, &s);
        if (s.who == PL_OVER) break; /* no world is known that goes on like this */
        json_array_append_new(out, json_pack("{s:o,s:s}", "mover", mover(s.who), "move", s.name));
    }
    pl_places_close(&at[0]);
    pl_places_close(&at[1]);
    return written(out);
}
