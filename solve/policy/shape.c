/* shape.c -- weaker and stronger, purer and broader shapes of a policy.
 *
 * Fact to check: mixed with a fraction of uniform play, an equilibrium of Kuhn
 * poker is exploitable by any amount up to 11/24, which is that of uniform play.
 */
#include "parlor/policy.h"

#include <math.h>
#include <string.h>

#include "core/text.h"

static void scale(double *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += p[i];
    for (int i = 0; i < n; i++) p[i] /= sum;
}

static int likeliest(const double *p, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (p[i] > p[best]) best = i;
    return best;
}

/* Divided by the largest first, so that however cold it is one of them stays 1. */
void pl_policy_temper(double *p, int n, double temperature)
{
    double top = p[likeliest(p, n)];
    if (temperature == 1) return;
    for (int i = 0; i < n; i++) p[i] = p[i] > 0 ? pow(p[i] / top, 1 / temperature) : 0;
    scale(p, n);
}

void pl_policy_purify(double *p, int n, double least)
{
    int best = likeliest(p, n);
    if (least <= 0) return;
    if (least > p[best] || least >= 1) {
        for (int i = 0; i < n; i++) p[i] = i == best;
        return;
    }
    for (int i = 0; i < n; i++)
        if (p[i] < least) p[i] = 0;
    scale(p, n);
}

static void mix(const pl_tree *t, const double *policy, double weight, double *out)
{
    pl_tree_uniform(t, out);
    for (int32_t a = 0; a < t->info_first[t->infos]; a++)
        out[a] = (1 - weight) * policy[a] + weight * out[a];
}

static int exploitability(const pl_tree *t, const double *policy, double *out)
{
    int bad = pl_tree_nashconv(t, policy, out);
    *out /= t->game->players;
    return bad;
}

static int not_known(const pl_tree *t, pl_error *err)
{
    return pl_fail(err, "best answers at %s are not known, or memory ran out", t->game->name);
}

/* What comes out is continuous in the weight, so halving ends at a weight that
 * gives target, as near as numbers are. */
static int halve(const pl_tree *t, const double *policy, double target, double *out, double *weight,
                 double *reached)
{
    double lo = 0, hi = 1;
    for (int i = 0; i < 60 && hi - lo > 1e-17 && *reached != target; i++) {
        *weight = (lo + hi) / 2;
        mix(t, policy, *weight, out);
        if (exploitability(t, out, reached)) return -1;
        if (*reached < target) lo = *weight;
        else hi = *weight;
    }
    return 0;
}

int pl_policy_aim(const pl_tree *t, const double *policy, double target, double *out,
                  double *weight, double *reached, pl_error *err)
{
    double least, most;
    pl_tree_uniform(t, out);
    if (exploitability(t, policy, &least) || exploitability(t, out, &most))
        return not_known(t, err);
    *weight = 0;
    *reached = least;
    memcpy(out, policy, (size_t)t->info_first[t->infos] * sizeof *out);
    if (!(target >= least && target <= most))
        return pl_fail(err,
                       "mixing with uniform play gives an exploitability of %.6g to %.6g, not %.6g",
                       least, most, target);
    if (target > least && halve(t, policy, target, out, weight, reached)) return not_known(t, err);
    return 0;
}
