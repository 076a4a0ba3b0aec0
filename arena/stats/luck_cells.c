/* luck_cells.c -- AIVAT on a whole tree, with the hands that known seats could have held.
 *
 * What AIVAT leaves of an end's score depends on the way there alone, so one sweep from the
 * root finds it for all ends.  Then ends are put into cells: those that the unknown seats came
 * to by the same moves at the same information sets.  Whatever these seats play by, it makes all
 * ends of a cell as likely as chance and the known seats make them; so each end may be
 * paid the mean of its cell, which has the same mean over all and never more variance
 * (Rao, 1945; Blackwell, 1947; for games Bowling, Johanson, Burch and Szafron, 2008).  Where
 * seats forget what they did, each end is a cell of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/stats/luck_tree.h"
#include "core/text.h"

/* An end, and the last move of each unknown seat on the way: with recall it tells all of them. */
typedef struct {
    int32_t last[PL_SEATS_MAX];
    int32_t node;
} end;

typedef struct {
    double *off;   /* nodes rows: luck on the way, to be added to the score */
    double *reach; /* nodes: the chance of it as far as chances are known */
    int32_t *last; /* nodes rows */
    end *ends;
} sweep;

/* Children of a node get what it has, and the term of the move to each. */
static void pass_on(const pl_luck_tree *l, sweep *w, int32_t node)
{
    const pl_tree *t = l->tree;
    size_t seats = (size_t)t->game->players;
    int32_t first = t->first[node], after = t->first[node + 1];
    double mean[PL_SEATS_MAX] = {0};
    for (int32_t child = first; child < after; child++)
        for (size_t i = 0; i < seats; i++)
            mean[i] += pl_luck_chance(l, node, child) * l->value[(size_t)child * seats + i];
    for (int32_t child = first; child < after; child++) {
        double p = pl_luck_chance(l, node, child);
        double *off = w->off + (size_t)child * seats;
        int32_t *last = w->last + (size_t)child * seats;
        memcpy(off, w->off + (size_t)node * seats, seats * sizeof *off);
        memcpy(last, w->last + (size_t)node * seats, seats * sizeof *last);
        w->reach[child] = w->reach[node] * (p < 0 ? 1 : p);
        if (p < 0) last[t->turn[node]] = t->info_first[t->info[node]] + child - first + 1;
        for (size_t i = 0; p >= 0 && i < seats; i++)
            off[i] += mean[i] - l->value[(size_t)child * seats + i];
    }
}

static int by_cell(const void *a, const void *b)
{
    const end *x = a, *y = b;
    int order = memcmp(x->last, y->last, sizeof x->last);
    return order ? order : (x->node > y->node) - (x->node < y->node);
}

/* Pays each of n ends the mean of them all, weighed by how likely each is. */
static void pay(pl_luck_tree *l, const sweep *w, const end *ends, int32_t n)
{
    const pl_tree *t = l->tree;
    size_t seats = (size_t)t->game->players;
    double sum[PL_SEATS_MAX] = {0}, weight = 0;
    for (int32_t k = 0; k < n; k++) {
        size_t node = (size_t)ends[k].node;
        weight += w->reach[node];
        for (size_t i = 0; i < seats; i++)
            sum[i] += w->reach[node] * (l->value[node * seats + i] + w->off[node * seats + i]);
    }
    for (int32_t k = 0; weight > 0 && k < n; k++)
        for (size_t i = 0; i < seats; i++)
            l->payoff[(size_t)t->info[ends[k].node] * seats + i] = sum[i] / weight;
}

static void fill(pl_luck_tree *l, sweep *w)
{
    const pl_tree *t = l->tree;
    size_t seats = (size_t)t->game->players;
    int32_t n = 0, from = 0;
    w->reach[0] = 1;
    for (int32_t node = 0; node < t->nodes; node++) {
        if (t->turn[node] != PL_OVER) {
            pass_on(l, w, node);
            continue;
        }
        w->ends[n].node = node;
        memcpy(w->ends[n++].last, w->last + (size_t)node * seats, seats * sizeof *w->last);
    }
    qsort(w->ends, (size_t)n, sizeof *w->ends, by_cell);
    for (int32_t k = 1; k <= n; k++) {
        int same = k < n && !memcmp(w->ends[k].last, w->ends[from].last, sizeof w->ends->last);
        if (same && t->recall) continue;
        pay(l, w, w->ends + from, k - from);
        from = k;
    }
}

int pl_luck_cells(pl_luck_tree *l, pl_error *err)
{
    const pl_tree *t = l->tree;
    size_t nodes = (size_t)t->nodes, rows = nodes * (size_t)t->game->players;
    sweep w = {calloc(rows, sizeof *w.off), calloc(nodes, sizeof *w.reach),
               calloc(rows, sizeof *w.last), calloc((size_t)t->ends + 1, sizeof *w.ends)};
    int bad = 0;
    if (w.off && w.reach && w.last && w.ends) fill(l, &w);
    else bad = pl_fail(err, "out of memory for the luck of %d nodes", (int)t->nodes);
    free(w.off);
    free(w.reach);
    free(w.last);
    free(w.ends);
    return bad;
}
