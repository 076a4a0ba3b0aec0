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
    int32_t view, state; /* their numbers */
    int32_t node;
    int32_t many; /* in the first entry of a view: how many it has */
    double weight;
} world;

/* The whole tree as one seat weighs it. */
typedef struct {
    pl_positions states, views; /* each once */
    int32_t *state;             /* of each node: its number */
    pl_move *code;              /* of each node: what the seat notices of the move to it */
    world *list;
} worlds;

static int by_view(const void *a, const void *b)
{
    const world *x = a, *y = b;
    if (x->view != y->view) return x->view < y->view ? -1 : 1;
    if (x->state != y->state) return x->state < y->state ? -1 : 1;
    return x->node < y->node ? -1 : 1;
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

/* 0, or -1: out of memory. */
static int weigh(const pl_check *c, int seat, worlds *all)
{
    const pl_walk *w = &c->walk;
    pl_state s, view;
    for (int32_t i = 0; i < w->nodes; i++) {
        memcpy(&s, pl_walk_state(c, i), c->size);
        pl_view(c->game, &s, seat, &view);
        for (int32_t k = w->first[i]; k < w->first[i + 1]; k++)
            all->code[k] = pl_seen(c->game, &s, w->move[k], seat);
        int32_t number = pl_positions_meet(&all->views, &view);
        double weight = i ? all->list[w->parent[i]].weight * step_weight(w, all->code, i, seat) : 1;
        if (number < 0) return -1;
        all->list[i] = (world){number, all->state[i], i, 0, weight};
    }
    return 0;
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

/* The place among the n worlds of a view of the state with this number, or -1. */
static int find(const world *list, int n, int32_t state)
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
static int sample(pl_check *c, const worlds *all, const world *list, int n, int seat, int draws,
                  int *count)
{
    pl_state truth, view, drawn;
    memcpy(&truth, pl_walk_state(c, list[0].node), c->size);
    pl_view(c->game, &truth, seat, &view);
    for (int i = 0; i < draws; i++) {
        memcpy(&drawn, &view, c->size);
        c->game->guess(&drawn, seat, &c->rng);
        int k = find(list, n, pl_positions_find(&all->states, &drawn));
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

static int view_holds(pl_check *c, const worlds *all, const world *list, int n, int seat)
{
    int draws = draws_for(n), *count = calloc((size_t)n, sizeof *count);
    double *p = malloc((size_t)n * sizeof *p), total = total_weight(list, n);
    int ok = count && p;
    if (!ok) c->no_memory = 1;
    c->node = shallowest(list, n);
    for (int i = 0; ok && i < n; i++) p[i] = list[i].weight / total;
    ok = ok && truth_hides(c, list, n, seat) && sample(c, all, list, n, seat, draws, count);
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
static void views_hold(pl_check *c, const worlds *all, int32_t n, int seat, double budget)
{
    const world *list = all->list;
    double cost = 0, spent = 0;
    for (int32_t i = 0; i < n; i += list[i].many) cost += draws_for(list[i].many);
    for (int32_t i = 0; i < n; i += list[i].many) {
        spent += draws_for(list[i].many) * (budget < cost ? budget / cost : 1);
        if (spent < draws_for(list[i].many) && budget < cost) continue;
        spent -= draws_for(list[i].many);
        pl_split(&c->root, (uint64_t)list[i].view, &c->rng);
        view_holds(c, all, &list[i], list[i].many, seat);
    }
}

static void seat_holds(pl_check *c, worlds *all, int seat)
{
    all->views = (pl_positions){.size = c->size};
    if (weigh(c, seat, all)) c->no_memory = 1;
    pl_positions_free(&all->views);
    if (!c->no_memory)
        views_hold(c, all, gather(all->list, c->walk.nodes), seat,
                   1e6 * c->effort / (c->game->players + 1));
}

static int worlds_new(const pl_check *c, worlds *all)
{
    size_t nodes = (size_t)c->walk.nodes;
    *all = (worlds){.states = {.size = c->size},
                    .state = malloc(nodes * sizeof *all->state),
                    .code = malloc(nodes * sizeof *all->code),
                    .list = malloc(nodes * sizeof *all->list)};
    if (!all->state || !all->code || !all->list) return -1;
    for (int32_t i = 0; i < c->walk.nodes; i++) {
        all->state[i] = pl_positions_meet(&all->states, pl_walk_state(c, i));
        if (all->state[i] < 0) return -1;
    }
    return 0;
}

void pl_check_posterior(pl_check *c)
{
    worlds all;
    if (!c->game->guess || !c->walk.complete) return;
    if (worlds_new(c, &all)) c->no_memory = 1;
    for (int i = -1; i < c->game->players && !c->no_memory; i++)
        seat_holds(c, &all, i < 0 ? PL_PUBLIC : i);
    c->node = -1;
    pl_positions_free(&all.states);
    free(all.state);
    free(all.code);
    free(all.list);
}
