/* cfr.h -- counterfactual regret minimisation on the flat tree, for the tests.
 *
 * CFR (Zinkevich et al., 2007), CFR+ (Tammelin, 2014), DCFR (Brown and
 * Sandholm, 2019), PCFR+ (Farina et al., 2021) and its high-powered average,
 * in sequence form, seats taking turns.  A sequence is named by the place in
 * the policy of its last move, plus 1; 0 is the empty one.
 */
#ifndef PL_TESTS_CFR_H
#define PL_TESTS_CFR_H

#include <math.h>
#include <stdlib.h>

#include "parlor/tree.h"

/* Iteration t weighs t^gamma in the average; with a horizon, where the powers
 * change as they go, t^(gamma - 5 t / horizon). */
typedef struct {
    int plus, discounted, predictive;
    double gamma, horizon;
} cfr_rule;

static const cfr_rule CFR = {0, 0, 0, 0, 0}, CFR_PLUS = {1, 0, 0, 1, 0}, DCFR = {0, 1, 0, 2, 0},
                      PCFR_PLUS = {1, 0, 1, 2, 0};

typedef struct {
    const pl_tree *t;
    cfr_rule rule;
    int iteration;
    double decay, discount; /* of the average and of regrets, this iteration */
    int32_t *before;        /* infos: the sequence that leads to each */
    int32_t *played;        /* ends rows: each seat's sequence */
    double *chance;         /* ends: the odds of all of chance's moves */
    double *policy;         /* places in a policy: what is played now, */
    double *regret;         /* its regrets, */
    double *total;          /* and the average that will be */
    double *reach;          /* sequences: how likely its seat plays them */
    double *worth;          /* sequences: what the seat in question gets after them */
} cfr;

/* Walk from node up to the root and note what it took to get there. */
static void cfr_trace(cfr *c, int32_t end, int32_t node)
{
    const pl_tree *t = c->t;
    int32_t *played = c->played + end * t->game->players;
    c->chance[end] = 1;
    for (int32_t up; (up = t->parent[node]) >= 0; node = up) {
        int seat = t->turn[up];
        c->chance[end] *= t->odds[node];
        if (seat < 0 || played[seat]) continue;
        played[seat] = t->info_first[t->info[up]] + node - t->first[up] + 1;
    }
}

static int32_t cfr_before(const pl_tree *t, int32_t node)
{
    int seat = t->turn[node];
    for (int32_t up; (up = t->parent[node]) >= 0; node = up)
        if (t->turn[up] == seat) return t->info_first[t->info[up]] + node - t->first[up] + 1;
    return 0;
}

static void cfr_reach(cfr *c, int seat)
{
    const pl_tree *t = c->t;
    for (int32_t i = 0; i < t->infos; i++) {
        if (t->info_seat[i] != seat) continue;
        double here = c->reach[c->before[i]];
        for (int32_t a = t->info_first[i]; a < t->info_first[i + 1]; a++)
            c->reach[a + 1] = here * c->policy[a];
    }
}

static double *cfr_room(int64_t n)
{
    return calloc((size_t)n + 1, sizeof(double));
}

static cfr cfr_new(const pl_tree *t, cfr_rule rule)
{
    int64_t places = t->info_first[t->infos];
    cfr c = {.t = t, .rule = rule};
    c.before = calloc((size_t)t->infos + 1, sizeof *c.before);
    c.played = calloc((size_t)t->ends * (size_t)t->game->players, sizeof *c.played);
    c.chance = cfr_room(t->ends);
    c.policy = cfr_room(places);
    c.regret = cfr_room(places);
    c.total = cfr_room(places);
    c.reach = cfr_room(places + 1);
    c.worth = cfr_room(places + 1);
    for (int32_t i = 0; i < t->infos; i++) c.before[i] = cfr_before(t, t->info_node[i]);
    for (int32_t i = 0; i < t->nodes; i++)
        if (t->turn[i] == PL_OVER) cfr_trace(&c, t->info[i], i);
    pl_tree_uniform(t, c.policy);
    c.reach[0] = 1;
    for (int k = 0; k < t->game->players; k++) cfr_reach(&c, k);
    return c;
}

static void cfr_free(cfr *c)
{
    free(c->before);
    free(c->played);
    free(c->chance);
    free(c->policy);
    free(c->regret);
    free(c->total);
    free(c->reach);
    free(c->worth);
}

/* The ends' scores, by how likely chance and the others make them. */
static void cfr_gather(cfr *c, int seat)
{
    const pl_tree *t = c->t;
    int players = t->game->players;
    for (int32_t i = 0; i <= t->info_first[t->infos]; i++) c->worth[i] = 0;
    for (int32_t e = 0; e < t->ends; e++) {
        const int32_t *played = c->played + e * players;
        double likely = c->chance[e];
        for (int k = 0; k < players; k++)
            if (k != seat) likely *= c->reach[played[k]];
        c->worth[played[seat]] += likely * t->score[e * players + seat];
    }
}

static double cfr_updated(const cfr *c, double regret, double r)
{
    if (c->rule.discounted) regret *= regret > 0 ? c->discount : 0.5;
    regret += r;
    return c->rule.plus && regret < 0 ? 0 : regret;
}

/* Regrets of one set, whose moves' worth is known; then what to play next. */
static void cfr_match(cfr *c, int32_t from, int32_t to, double value)
{
    double sum = 0;
    for (int32_t a = from; a < to; a++) {
        double r = c->worth[a + 1] - value;
        c->regret[a] = cfr_updated(c, c->regret[a], r);
        double next = c->regret[a] + (c->rule.predictive ? r : 0);
        c->policy[a] = next > 0 ? next : 0;
        sum += c->policy[a];
    }
    for (int32_t a = from; a < to; a++)
        c->policy[a] = sum > 0 ? c->policy[a] / sum : 1.0 / (to - from);
}

static void cfr_seat(cfr *c, int seat)
{
    const pl_tree *t = c->t;
    cfr_gather(c, seat);
    for (int32_t i = t->infos - 1; i >= 0; i--) {
        if (t->info_seat[i] != seat) continue;
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double value = 0;
        for (int32_t a = from; a < to; a++) {
            value += c->policy[a] * c->worth[a + 1];
            c->total[a] = c->total[a] * c->decay + c->reach[a + 1];
        }
        c->worth[c->before[i]] += value;
        cfr_match(c, from, to, value);
    }
    cfr_reach(c, seat);
}

static void cfr_run(cfr *c, int iterations)
{
    while (iterations-- > 0) {
        double t = ++c->iteration, gamma = c->rule.gamma, power = pow(t - 1, 1.5);
        if (c->rule.horizon > 0) gamma -= 5 * t / c->rule.horizon;
        c->decay = pow((t - 1) / t, gamma);
        c->discount = power / (power + 1);
        for (int k = 0; k < c->t->game->players; k++) cfr_seat(c, k);
    }
}

static void cfr_average(const cfr *c, double *policy)
{
    const pl_tree *t = c->t;
    pl_tree_uniform(t, policy);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double sum = 0;
        for (int32_t a = from; a < to; a++) sum += c->total[a];
        for (int32_t a = from; sum > 0 && a < to; a++) policy[a] = c->total[a] / sum;
    }
}

#endif
