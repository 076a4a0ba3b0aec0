/* tree.c -- policy files and trees: from one to the other, and what best
 * answers prove of a policy.
 *
 * Fact to check: of uniform play at Kuhn poker they prove that the game is worth
 * between -5/12 and 1/2 to seat 0.
 */
#include "parlor/policy.h"

#include <math.h>

#include "core/text.h"
#include "parlor/solve.h"

int pl_policy_certify(const pl_tree *t, const double *policy, pl_policy_facts *f)
{
    pl_gap gap;
    if (pl_tree_gap(t, policy, &gap)) return -1;
    f->lower = gap.lower;
    f->upper = gap.upper;
    f->nashconv = gap.nashconv;
    for (int k = 0; k < PL_SEATS_MAX; k++) f->value[k] = k < t->game->players ? gap.value[k] : NAN;
    return 0;
}

int pl_policy_write(const char *path, const pl_tree *t, const double *policy,
                    const pl_policy_facts *f, pl_error *err)
{
    return pl_policy_write_sets(path, t->game, t->infos, t->info_key, t->info_first, policy, f,
                                err);
}

int pl_policy_on(const pl_policy *p, const pl_tree *t, double *policy, int32_t *missing,
                 pl_error *err)
{
    int32_t lost = 0;
    if (pl_policy_fits(p, t->game, err)) return -1;
    pl_tree_uniform(t, policy);
    for (int32_t i = 0; i < t->infos; i++) {
        int n = t->info_first[i + 1] - t->info_first[i];
        double list[PL_MOVES_MAX];
        int found = pl_policy_find(p, t->info_key[i], list, PL_MOVES_MAX);
        if (found && found != n)
            return pl_fail(err, "the policy has %d moves where %s has %d", found, t->game->name, n);
        for (int a = 0; a < found; a++) policy[t->info_first[i] + a] = list[a];
        lost += !found;
    }
    if (missing) *missing = lost;
    return 0;
}
