/* know.c -- what each seat knows in an extensive game, and a spectator.
 *
 * A file says only which of its own decisions a seat cannot tell apart.  So a seat
 * is told of its set when it comes to decide, of its own moves, and of what is no
 * secret in Parlor: whose turn it is.  Nodes that look alike by all it was told are
 * a class; where the seat decides, the class must be the set, or the seat would
 * know more than the file lets it.
 *
 * Fact to check: in Kuhn poker a spectator has one class for each of the plies that
 * are not the last.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "solve/efg/efg.h"
#include "solve/efg/names.h"

/* What a class is told from others by: the one before, or for the first one its owner
 * below 0; what the seat itself played there; what it is told now; at an end the scores. */
typedef struct {
    int32_t before, own, event, row;
} origin;

typedef struct {
    pl_efg *g;
    pl_efg_map classes; /* by a hash of their origin */
    pl_efg_map rows;    /* by a hash of the scores */
    origin *origin;     /* of each class */
    int32_t *set_class; /* of each set: its owner's class, plus 1 */
    int32_t *row;       /* of each node: the first end that scores the same, or -1 */
    int32_t *follows;   /* of each move of a set: the event after it, plus 1 */
    double *likely;     /* of each node, as one seat weighs it */
    int32_t *alike;     /* of each event: moves at one node that it stands for */
    pl_error *err;
} knower;

/* Chance and the end are told of before seats, these before sets. */
int32_t pl_efg_event(const pl_efg *g, int who, int32_t node)
{
    int turn = g->turn[node];
    if (turn == who && g->set[node] >= 0) return PL_EFG_FIRST_SET + g->set[node];
    return turn - PL_OVER;
}

int32_t pl_efg_events(const pl_efg *g)
{
    return PL_EFG_FIRST_SET + g->sets;
}

static const double *scores(const pl_efg *g, int32_t node)
{
    return g->paid + (size_t)node * (size_t)g->players;
}

/* Ends that score the same are alike: the first of them stands for all. */
static void find_rows(knower *k)
{
    pl_efg *g = k->g;
    size_t size = (size_t)g->players * sizeof(double);
    for (int32_t i = 0; i < g->nodes; i++) {
        k->row[i] = -1;
        if (g->turn[i] != PL_OVER) continue;
        for (uint64_t hash = pl_hash(scores(g, i), size);; hash++) {
            int32_t *first = pl_efg_map_at(&k->rows, hash);
            if (!*first) *first = i + 1;
            k->row[i] = *first - 1;
            if (!memcmp(scores(g, *first - 1), scores(g, i), size)) break;
        }
    }
}

static int32_t class_new(knower *k, const origin *o, int32_t node, int32_t set)
{
    pl_efg *g = k->g;
    int32_t found = g->classes++;
    k->origin[found] = *o;
    g->class_who[found] = (int8_t)(o->before < 0 ? -1 - o->before : g->class_who[o->before]);
    g->class_turn[found] = g->turn[node];
    g->class_set[found] = set;
    g->class_row[found] = o->row;
    g->class_before[found] = o->before;
    g->class_move[found] = o->own;
    return found;
}

static int same_origin(const origin *a, const origin *b)
{
    return a->before == b->before && a->own == b->own && a->event == b->event && a->row == b->row;
}

/* The class of this origin. */
static int32_t class_of(knower *k, const origin *o, int32_t node)
{
    for (uint64_t hash = pl_hash(o, sizeof *o);; hash++) {
        int32_t *found = pl_efg_map_at(&k->classes, hash);
        if (!*found) *found = class_new(k, o, node, -1) + 1;
        if (same_origin(&k->origin[*found - 1], o)) return *found - 1;
    }
}

/* The seat's own last decision before a class, itself included. */
static int32_t last_decision(const pl_efg *g, int32_t class)
{
    while (class >= 0 && g->class_set[class] < 0) class = g->class_before[class];
    return class;
}

/* A set that the seat comes to in two ways: it would have to forget its own moves, or not
 * to see whose turn it was, which is 1. */
static int forgets(const knower *k, const origin *a, const origin *b, int32_t node)
{
    const pl_efg *g = k->g;
    int32_t set = g->set[node], x = a->before, y = b->before;
    int32_t own_x = a->own, own_y = b->own;
    for (; x >= 0 && g->class_set[x] < 0; x = g->class_before[x])
        if (g->class_move[x] != PL_ILLEGAL) own_x = g->class_move[x];
    for (; y >= 0 && g->class_set[y] < 0; y = g->class_before[y])
        if (g->class_move[y] != PL_ILLEGAL) own_y = g->class_move[y];
    if (last_decision(g, a->before) != last_decision(g, b->before) || own_x != own_y)
        return pl_fail(k->err,
                       "%s, line %d: player %d comes to its set %d by other moves of its own than "
                       "before; games of perfect recall are accepted",
                       g->file, (int)g->line[node], g->owner[set] + 1, (int)g->number[set]);
    return 1;
}

/* What who knows at node, from what it knew before. */
static int learn(knower *k, int who, int32_t node)
{
    pl_efg *g = k->g;
    int32_t *known = g->known + (size_t)who * (size_t)g->nodes, up = g->parent[node];
    int mover = up < 0 ? PL_OVER : g->turn[up], turn = g->turn[node];
    if (mover != who && mover == turn) { /* what it cannot notice */
        known[node] = known[up];
        return 0;
    }
    origin o = {.before = up < 0 ? -1 - who : known[up],
                .own = mover == who ? g->nth[node] : PL_ILLEGAL,
                .event = pl_efg_event(g, who, node),
                .row = k->row[node]};
    if (turn != who || g->set[node] < 0) {
        known[node] = class_of(k, &o, node);
        return 0;
    }
    int32_t *class = &k->set_class[g->set[node]];
    if (!*class) *class = class_new(k, &o, node, g->set[node]) + 1;
    known[node] = *class - 1;
    return same_origin(&k->origin[known[node]], &o) ? 0
                                                    : forgets(k, &k->origin[known[node]], &o, node);
}

/* Whether what follows a seat's move is known by the move alone; an end shows itself. */
static void look_behind(knower *k)
{
    pl_efg *g = k->g;
    for (int32_t i = 0; i < g->nodes; i++) {
        if (g->turn[i] < 0 || g->set[i] < 0) continue;
        for (int32_t a = 0; a < g->moves[g->set[i]]; a++) {
            int32_t place = g->first[g->set[i]] + a, next = g->child[g->edge[i] + a];
            int32_t event = pl_efg_event(g, g->turn[i], next) + 1;
            if (g->turn[next] == PL_OVER) continue;
            if (k->follows[place] && k->follows[place] != event) g->open_move[place] = 1;
            k->follows[place] = event;
        }
    }
}

/* The children of node as who weighs them: by their odds, or one among those that
 * look the same. */
static void weigh_children(knower *k, int who, int32_t node)
{
    const pl_efg *g = k->g;
    int32_t from = g->edge[node], to = from + pl_efg_moves(g, node);
    int turn = g->turn[node], splits = turn != PL_CHANCE && turn != who;
    for (int32_t e = from; e < to && splits; e++) k->alike[pl_efg_event(g, who, g->child[e])]++;
    for (int32_t e = from; e < to; e++) {
        int32_t c = g->child[e];
        double share = splits ? 1.0 / k->alike[pl_efg_event(g, who, c)] : g->odds[c];
        k->likely[c] = k->likely[node] * share;
    }
    for (int32_t e = from; e < to && splits; e++) k->alike[pl_efg_event(g, who, g->child[e])] = 0;
}

/* All nodes by their classes, with what they weigh. */
static void gather(knower *k)
{
    pl_efg *g = k->g;
    int64_t all = (int64_t)g->nodes * (g->players + 1);
    for (int64_t i = 0; i < all; i++) g->class_members[g->known[i] + 1]++;
    for (int32_t c = 0; c < g->classes; c++) g->class_members[c + 1] += g->class_members[c];
    for (int who = 0; who <= g->players; who++) {
        const int32_t *known = g->known + (size_t)who * (size_t)g->nodes;
        k->likely[0] = 1;
        for (int32_t i = 0; i < g->nodes; i++) {
            int32_t at = g->class_members[known[i]]++;
            weigh_children(k, who, i);
            g->member[at] = i;
            g->weight[at] = k->likely[i];
        }
    }
    for (int32_t c = g->classes; c > 0; c--) g->class_members[c] = g->class_members[c - 1];
    g->class_members[0] = 0;
    for (int32_t c = 0; c < g->classes; c++)
        for (int32_t i = g->class_members[c] + 1; i < g->class_members[c + 1]; i++)
            g->weight[i] += g->weight[i - 1];
}

static void *room(int *failed, int64_t n, size_t size)
{
    void *found = calloc((size_t)n + 1, size);
    if (!found) *failed = 1;
    return found;
}

static int make_room(knower *k)
{
    pl_efg *g = k->g;
    int64_t all = (int64_t)g->nodes * (g->players + 1);
    int bad = 0;
    g->known = room(&bad, all, sizeof *g->known);
    g->class_who = room(&bad, all, sizeof *g->class_who);
    g->class_turn = room(&bad, all, sizeof *g->class_turn);
    g->class_set = room(&bad, all, sizeof *g->class_set);
    g->class_row = room(&bad, all, sizeof *g->class_row);
    g->class_before = room(&bad, all, sizeof *g->class_before);
    g->class_move = room(&bad, all, sizeof *g->class_move);
    g->class_members = room(&bad, all, sizeof *g->class_members);
    g->member = room(&bad, all, sizeof *g->member);
    g->weight = room(&bad, all, sizeof *g->weight);
    g->open_move = room(&bad, g->move_count, sizeof *g->open_move);
    k->origin = room(&bad, all, sizeof *k->origin);
    k->set_class = room(&bad, g->sets, sizeof *k->set_class);
    k->row = room(&bad, g->nodes, sizeof *k->row);
    k->follows = room(&bad, g->move_count, sizeof *k->follows);
    k->likely = room(&bad, g->nodes, sizeof *k->likely);
    k->alike = room(&bad, pl_efg_events(g), sizeof *k->alike);
    bad |= pl_efg_map_new(&k->classes, (size_t)all) | pl_efg_map_new(&k->rows, (size_t)g->nodes);
    return bad ? pl_fail(k->err, "%s: out of memory", g->file) : 0;
}

/* Everybody knows everything where every decision is a set of its own. */
static int8_t has_secrets(const knower *k)
{
    const pl_efg *g = k->g;
    int32_t decisions = 0, sets = 0;
    for (int32_t i = 0; i < g->nodes; i++) decisions += g->turn[i] >= 0;
    for (int32_t s = 0; s < g->sets; s++) sets += g->owner[s] >= 0;
    return decisions != sets;
}

static int know(knower *k)
{
    pl_efg *g = k->g;
    if (make_room(k)) return -1;
    find_rows(k);
    for (int who = 0; who <= g->players; who++)
        for (int32_t i = 0; i < g->nodes; i++) {
            int bad = learn(k, who, i);
            if (bad) return bad;
        }
    look_behind(k);
    gather(k);
    g->secrets = has_secrets(k);
    return 0;
}

int pl_efg_know(pl_efg *g, pl_error *err)
{
    knower k = {.g = g, .err = err};
    int bad = know(&k);
    if (bad) pl_efg_forget(g);
    pl_efg_map_free(&k.classes);
    pl_efg_map_free(&k.rows);
    free(k.origin);
    free(k.set_class);
    free(k.row);
    free(k.follows);
    free(k.likely);
    free(k.alike);
    return bad;
}
