/* unbiased_deep.c -- what sampling learns without a tree is, over all that may be drawn,
 * what the tree would say: unbiased.c for the walks over states.
 */
#include <float.h>
#include <stdlib.h>

#include "tests/solve/draws.h"

/* One of chance's moves, which are all as likely in the games below. */
static pl_move chance_draws(const pl_game *g, const void *s)
{
    pl_move m[PL_MOVES_MAX];
    return m[draw_of(g->moves(s, m))];
}

#define pl_rand(r) ((void)(r), draw_word())
#define pl_below(r, n) ((void)(r), draw_of(n))
#define pl_any(g, s, r) ((void)(r), chance_draws(g, s))
#include "solve/deep/walk.c"
#undef pl_rand
#undef pl_below
#undef pl_any

/* Sets as regrets make them play by this policy, and nothing played so far. */
static void lay_sets(pl_deep *d, const pl_tree *t, const double *policy)
{
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        pl_deep_set *set = pl_deep_sets_at(&d->sets, t->info_key[i], n);
        assert_non_null(set);
        for (int32_t a = 0; a < n; a++) pl_deep_regret(set)[a] = (float)policy[from + a];
        memset(pl_deep_total(set), 0, (size_t)n * sizeof(double));
    }
}

/* Take what a walk changed. */
static void take_change(pl_deep *d, const pl_tree *t, const double *policy, double *regret,
                        double *played)
{
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        const pl_deep_set *set = pl_deep_sets_at(&d->sets, t->info_key[i], n);
        for (int32_t a = 0; a < n; a++) {
            regret[from + a] += likely() * ((double)pl_deep_regret(set)[a] - policy[from + a]);
            played[from + a] += likely() * pl_deep_total(set)[a];
        }
    }
}

static double bias(const char *spec, const char *method, int (*walk)(pl_deep *))
{
    pl_error err;
    pl_tree *t = grown(spec);
    pl_deep *d = pl_deep_new(method, t->game, NULL, &err);
    size_t places = (size_t)t->info_first[t->infos];
    double *sums = calloc(4 * places, sizeof *sums), *policy = some_policy(t);
    d->weight = 1;
    for (d->seat = 0; d->seat < t->game->players; d->seat++) {
        truth w = {t, policy, sums, sums + places, d->seat};
        tell(&w, 0, 1, 1, 1);
        d->next = (d->seat + 1) % t->game->players;
        do {
            lay_sets(d, t, policy);
            assert_int_equal(walk(d), 0);
            take_change(d, t, policy, sums + 2 * places, sums + 3 * places);
        } while (next_script());
    }
    double worst = worst_of(sums, sums + 2 * places, places);
    free(sums);
    free(policy);
    pl_deep_free(d);
    fell(t);
    return worst;
}

static void walks_are_unbiased(void **unused)
{
    static const char *const specs[] = {"kuhn", "rps", "kuhn(players=3)"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        near(bias(specs[i], "external", pl_deep_external), 0, 1e-5);
        near(bias(specs[i], "outcome(epsilon=0.5)", pl_deep_outcome), 0, 1e-5);
    }
}

/* Moves that weigh as if they were drawn otherwise than they are. */
static void wrong_odds_are_found_out(void **unused)
{
    script.skewed = 1;
    assert_true(bias("kuhn", "external", pl_deep_external) > 0.01);
    assert_true(bias("kuhn", "outcome(epsilon=0.5)", pl_deep_outcome) > 0.01);
    script.skewed = 0;
}

int test_unbiased_deep(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_unbiased),
        cmocka_unit_test(wrong_odds_are_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
