/* halving.c -- sequential halving (Z. Karnin, T. Koren and O. Somekh, 2013), a bandit method for
 * finding the best arm, here of a sample of all values.
 *
 * The games are shared out evenly among rounds, and in a round among the arms that are in;
 * after it the worse half is out.  Unlike in the paper, earlier rounds count on: arms that are
 * in have played as much as each other.  Arms are a Latin hypercube (M. McKay, R. Beckman
 * and W. Conover, 1979): of every parameter they have values at even distances, both bounds
 * among them, mixed at random; of one parameter that is a plain grid.
 *
 * Fact to check: 16 arms take 4 rounds, and the last has two of them.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/tune/tune.h"
#include "core/text.h"

int pl_halving_rounds(int arms)
{
    int rounds = 0;
    for (; arms > 1; arms = (arms + 1) / 2) rounds++;
    return rounds;
}

/* Values of one parameter, each arm's at a place of its own. */
static void spread(pl_halving *h, const pl_scale *s, int param, pl_rng *r)
{
    for (int i = 0; i < h->n; i++)
        h->arm[i].value[param] = pl_scale_value(s, (double)i / (h->n - 1));
    for (int i = h->n; param > 0 && i > 1; i--) {
        double *a = &h->arm[i - 1].value[param], *b = &h->arm[pl_below(r, i)].value[param];
        double keep = *a;
        *a = *b;
        *b = keep;
    }
}

static int alike(const pl_halving *h, const pl_arm *a, const pl_arm *b)
{
    return !memcmp(a->value, b->value, (size_t)h->params * sizeof *a->value);
}

/* Whole numbers may have been rounded to the same. */
static void drop_doubles(pl_halving *h)
{
    int kept = 0;
    for (int i = 0; i < h->n; i++) {
        int known = 0;
        for (int j = 0; j < kept && !known; j++) known = alike(h, &h->arm[j], &h->arm[i]);
        if (!known) h->arm[kept++] = h->arm[i];
    }
    h->n = kept;
}

int pl_halving_open(pl_halving *h, const pl_scale *scale, int params, int arms, uint64_t seed,
                    pl_error *err)
{
    pl_rng r;
    pl_seed(&r, seed);
    *h = (pl_halving){.n = arms, .params = params};
    h->arm = calloc((size_t)arms, sizeof *h->arm);
    if (!h->arm) return pl_fail(err, "out of memory");
    for (int i = 0; i < params; i++) spread(h, &scale[i], i, &r);
    drop_doubles(h);
    h->left = h->n;
    h->rounds = pl_halving_rounds(h->n);
    return 0;
}

void pl_halving_close(pl_halving *h)
{
    free(h->arm);
    h->arm = NULL;
}

int64_t pl_halving_share(const pl_halving *h, int64_t budget)
{
    return budget / h->rounds / h->left;
}

const pl_arm *pl_halving_ask(const pl_halving *h)
{
    return h->round < h->rounds ? &h->arm[h->asked] : NULL;
}

static double mean_of(const pl_arm *a)
{
    return a->games ? a->sum / (double)a->games : 0;
}

/* In a round that is under way only those count that have played in it. */
const pl_arm *pl_halving_best(const pl_halving *h)
{
    int best = 0, among = h->asked ? h->asked : h->round ? h->left : 1;
    for (int i = 1; i < among; i++)
        if (mean_of(&h->arm[i]) > mean_of(&h->arm[best])) best = i;
    return &h->arm[best];
}

/* Insertion keeps the order of equals, whatever the C library. */
static void rank(pl_halving *h)
{
    for (int i = 1; i < h->left; i++) {
        pl_arm a = h->arm[i];
        int k = i;
        for (; k > 0 && mean_of(&h->arm[k - 1]) < mean_of(&a); k--) h->arm[k] = h->arm[k - 1];
        h->arm[k] = a;
    }
}

void pl_halving_tell(pl_halving *h, double mean, int64_t games)
{
    pl_arm *a = &h->arm[h->asked++];
    a->sum += mean * (double)games;
    a->games += games;
    if (h->asked < h->left) return;
    rank(h);
    h->asked = 0;
    h->round++;
    h->left = (h->left + 1) / 2;
}
