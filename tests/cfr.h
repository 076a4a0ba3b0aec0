/* cfr.h -- counterfactual regret minimisation on the flat tree, for the tests.
 *
 * CFR (Zinkevich et al., 2007), CFR+ (Tammelin, 2014), DCFR (Brown and
 * Sandholm, 2019), PCFR+ (Farina et al., 2021) and its high-powered average,
 * for two players in sequence form, seats taking turns.  A sequence is named
 * by the place in the policy of its last move, plus 1; 0 is the empty one.
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

static const cfr_rule CFR = {0, 0, 0, 0, 0}, CFR_PLUS = {1, 0, 0, 1, 0}, DCFR = {0, 1, 0, 2, 0};

/* The ends as one seat counts them: those that the other's sequence s leads to
 * are first[s] .. first[s+1]-1. */
typedef struct {
    int32_t *first;
    int32_t *mine; /* the seat's own sequence, */
    double *pay;   /* and its score times the odds of all of chance's moves */
} cfr_ends;

typedef struct {
    const pl_tree *t;
    cfr_rule rule;
    int iteration;
    double decay, discount; /* of the average and of regrets, this iteration */
    cfr_ends ends[2];
    int32_t *before; /* infos: the sequence that leads to each */
    double *policy;  /* places in a policy: what is played now, */
    double *regret;  /* its regrets, */
    double *total;   /* and the average that will be */
    double *reach;   /* sequences: how likely its seat plays them */
    double *worth;   /* sequences: what the seat in question gets after them */
} cfr;

/* The last sequence that seat played on the way to node. */
static int32_t cfr_played(const pl_tree *t, int32_t node, int seat)
{
    for (int32_t up; (up = t->parent[node]) >= 0; node = up)
        if (t->turn[up] == seat) return t->info_first[t->info[up]] + node - t->first[up] + 1;
    return 0;
}

static double cfr_odds(const pl_tree *t, int32_t node)
{
    double odds = 1;
    for (; node >= 0; node = t->parent[node]) odds *= t->odds[node];
    return odds;
}

/* Sort the ends by the other seat's sequence, counting them first. */
static cfr_ends cfr_ends_of(const pl_tree *t, int seat)
{
    size_t ends = (size_t)t->ends, sequences = (size_t)t->info_first[t->infos] + 1;
    cfr_ends e = {calloc(sequences + 2, sizeof *e.first), calloc(ends, sizeof *e.mine),
                  calloc(ends, sizeof *e.pay)};
    for (int32_t i = 0; i < t->nodes; i++)
        if (t->turn[i] == PL_OVER) e.first[cfr_played(t, i, 1 - seat) + 2]++;
    for (size_t s = 1; s < sequences + 2; s++) e.first[s] += e.first[s - 1];
    for (int32_t i = 0; i < t->nodes; i++) {
        if (t->turn[i] != PL_OVER) continue;
        int32_t at = e.first[cfr_played(t, i, 1 - seat) + 1]++;
        e.mine[at] = cfr_played(t, i, seat);
        e.pay[at] = cfr_odds(t, i) * t->score[2 * t->info[i] + seat];
    }
    return e;
}

static void cfr_ends_free(cfr_ends *e)
{
    free(e->first);
    free(e->mine);
    free(e->pay);
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
    c.policy = cfr_room(places);
    c.regret = cfr_room(places);
    c.total = cfr_room(places);
    c.reach = cfr_room(places + 1);
    c.worth = cfr_room(places + 1);
    for (int32_t i = 0; i < t->infos; i++)
        c.before[i] = cfr_played(t, t->info_node[i], t->info_seat[i]);
    pl_tree_uniform(t, c.policy);
    c.reach[0] = 1;
    for (int k = 0; k < 2; k++) {
        c.ends[k] = cfr_ends_of(t, k);
        cfr_reach(&c, k);
    }
    return c;
}

static void cfr_free(cfr *c)
{
    for (int k = 0; k < 2; k++) cfr_ends_free(&c->ends[k]);
    free(c->before);
    free(c->policy);
    free(c->regret);
    free(c->total);
    free(c->reach);
    free(c->worth);
}

/* The ends' scores, by how likely chance and the other make them.  What the
 * other never plays is most of the tree in the end, and is passed over. */
static void cfr_gather(cfr *c, int seat)
{
    const cfr_ends e = c->ends[seat];
    double *worth = c->worth;
    int32_t sequences = c->t->info_first[c->t->infos] + 1;
    for (int32_t s = 0; s < sequences; s++) worth[s] = 0;
    for (int32_t s = 0; s < sequences; s++) {
        double reach = c->reach[s];
        if (reach == 0) continue;
        for (int32_t i = e.first[s]; i < e.first[s + 1]; i++) worth[e.mine[i]] += reach * e.pay[i];
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
        for (int k = 0; k < 2; k++) cfr_seat(c, k);
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
