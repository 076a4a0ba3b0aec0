/* posterior.c -- guesses against the exact weights, on a whole tree.
 *
 * The weight of a line, to a seat, is the product of the odds of its chance
 * events and, for each move of another seat, one over the number of his moves
 * there that looked the same.  All lines with one view, added up by the state
 * they led to, say how often a guess of that view must be which state.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "laws/laws_private.h"

typedef struct {
    uint64_t view, state; /* by hash */
    double weight;
    int32_t node;
    int32_t many; /* in the first entry of a view: how many it has */
} world;

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_view(const void *a, const void *b)
{
    const world *x = a, *y = b;
    int order = compare(x->view, y->view);
    if (!order) order = compare(x->state, y->state);
    return order ? order : x->node - y->node;
}

/* How many children of node up look the same as child i. */
static int lookalikes(const pl_walk *w, const pl_move *code, int32_t i)
{
    int n = 0;
    int32_t up = w->parent[i];
    for (int32_t k = w->first[up]; k < w->first[up + 1]; k++) n += code[k] == code[i];
    return n;
}

static double step_weight(const pl_walk *w, const pl_move *code, int32_t i, int seat)
{
    int who = w->turn[w->parent[i]];
    if (who == PL_CHANCE) return w->odds[i];
    return who == seat ? 1 : 1.0 / lookalikes(w, code, i);
}

static void weigh(const pl_check *c, int seat, pl_move *code, world *out)
{
    const pl_walk *w = &c->walk;
    pl_state s, view;
    for (int32_t i = 0; i < w->nodes; i++) {
        memcpy(&s, pl_walk_state(c, i), c->size);
        pl_view(c->game, &s, seat, &view);
        for (int32_t k = w->first[i]; k < w->first[i + 1]; k++)
            code[k] = pl_seen(c->game, &s, w->move[k], seat);
        double weight = i ? out[w->parent[i]].weight * step_weight(w, code, i, seat) : 1;
        out[i] = (world){pl_hash(&view, c->size), pl_hash(&s, c->size), weight, i, 0};
    }
}

/* Add up lines to one state, and put the worlds of one view side by side;
 * returns how many entries are left. */
static int32_t gather(world *list, int32_t n)
{
    int32_t kept = 0;
    qsort(list, (size_t)n, sizeof *list, by_view);
    for (int32_t i = 0; i < n; i++) {
        if (kept && list[kept - 1].view == list[i].view && list[kept - 1].state == list[i].state)
            list[kept - 1].weight += list[i].weight;
        else list[kept++] = list[i];
    }
    for (int32_t i = 0, first = 0; i < kept; i++) {
        if (list[i].view != list[first].view) first = i;
        list[first].many = i - first + 1;
    }
    return kept;
}

/* The place among the n worlds of a view of the state with this hash, or -1. */
static int find(const world *list, int n, uint64_t state)
{
    int low = 0, high = n - 1;
    while (low < high) {
        int mid = (low + high) / 2;
        if (list[mid].state < state) low = mid + 1;
        else high = mid;
    }
    return list[low].state == state ? low : -1;
}

static int32_t shallowest(const world *list, int n)
{
    int32_t node = list[0].node;
    for (int i = 1; i < n; i++)
        if (list[i].node < node) node = list[i].node;
    return node;
}

/* Different truths behind one view must not show in the guess. */
static int truth_hides(pl_check *c, const world *list, int n, int seat)
{
    pl_rng same = c->rng;
    pl_state truth[2], guess[2];
    for (int i = 0; i < 2; i++) {
        pl_rng r = same;
        memcpy(&truth[i], pl_walk_state(c, list[i ? n - 1 : 0].node), c->size);
        pl_view(c->game, &truth[i], seat, &guess[i]);
        c->game->guess(&guess[i], seat, &r);
    }
    return pl_holds(c, LAW_GUESS_BLIND, !memcmp(&guess[0], &guess[1], c->size),
                    "%s's view is the same in two worlds, and its guess is not",
                    pl_seat_name(seat));
}

/* Draw guesses of a view and count its worlds. */
static int sample(pl_check *c, const world *list, int n, int seat, int draws, int *count)
{
    pl_state truth, view, drawn;
    memcpy(&truth, pl_walk_state(c, list[0].node), c->size);
    pl_view(c->game, &truth, seat, &view);
    for (int i = 0; i < draws; i++) {
        memcpy(&drawn, &view, c->size);
        c->game->guess(&drawn, seat, &c->rng);
        int k = find(list, n, pl_hash(&drawn, c->size));
        if (k < 0 && !pl_check_guess(c, &view, seat, &drawn)) return 0;
        if (!pl_holds(c, LAW_GUESS_REACHABLE, k >= 0, "no line leads to a state that %s guessed",
                      pl_seat_name(seat)))
            return 0;
        count[k]++;
    }
    return 1;
}

static double total_weight(const world *list, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) total += list[i].weight;
    return total;
}

/* The world that is off most, for the report. */
static int worst(const int *count, const double *p, int n, int draws)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        if (fabs(count[i] - p[i] * draws) > fabs(count[at] - p[at] * draws)) at = i;
    return at;
}

static int draws_for(int n)
{
    return n < 40 ? 2000 : n < 400 ? 50 * n : 20000;
}

static int view_holds(pl_check *c, const world *list, int n, int seat)
{
    int draws = draws_for(n), *count = calloc((size_t)n, sizeof *count);
    double *p = malloc((size_t)n * sizeof *p), total = total_weight(list, n);
    int ok = count && p;
    if (!ok) c->no_memory = 1;
    c->node = shallowest(list, n);
    for (int i = 0; ok && i < n; i++) p[i] = list[i].weight / total;
    ok = ok && truth_hides(c, list, n, seat) && sample(c, list, n, seat, draws, count);
    if (ok) {
        int k = worst(count, p, n, draws), fits = pl_fits(count, p, n, draws);
        ok = fits < 0 ||
             pl_holds(c, LAW_GUESS_WEIGHTS, fits,
                      "one of %d worlds of %s's view has weight %.4f and came %.4f of %d times", n,
                      pl_seat_name(seat), p[k], count[k] / (double)draws, draws);
    }
    free(count);
    free(p);
    return ok;
}

/* As many views as the effort allows, evenly spread over all of them. */
static void seat_holds(pl_check *c, const world *list, int32_t n, int seat, double budget)
{
    double cost = 0, spent = 0;
    for (int32_t i = 0; i < n; i += list[i].many) cost += draws_for(list[i].many);
    for (int32_t i = 0; i < n; i += list[i].many) {
        spent += draws_for(list[i].many) * (budget < cost ? budget / cost : 1);
        if (spent < draws_for(list[i].many) && budget < cost) continue;
        spent -= draws_for(list[i].many);
        pl_split(&c->root, list[i].view, &c->rng);
        view_holds(c, &list[i], list[i].many, seat);
    }
}

void pl_check_posterior(pl_check *c)
{
    size_t nodes = (size_t)c->walk.nodes;
    if (!c->game->guess || !c->walk.complete) return;
    world *list = malloc(nodes * sizeof *list);
    pl_move *code = malloc(nodes * sizeof *code);
    if (!list || !code) c->no_memory = 1;
    for (int seat = -1; seat < c->game->players && !c->no_memory; seat++) {
        int who = seat < 0 ? PL_PUBLIC : seat;
        weigh(c, who, code, list);
        seat_holds(c, list, gather(list, c->walk.nodes), who,
                   1e6 * c->effort / (c->game->players + 1));
    }
    c->node = -1;
    free(list);
    free(code);
}
