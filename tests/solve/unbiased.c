/* unbiased.c -- what sampling learns is, over all that may be drawn, what the whole tree
 * says: exactly, by letting every draw come out every way.
 */
#include <float.h>
#include <stdlib.h>

#include "tests/solve/draws.h"

#define pl_rand(r) ((void)(r), draw_word())
#define pl_below(r, n) ((void)(r), draw_of(n))
#include "solve/sample/walk.c"
#undef pl_rand
#undef pl_below

/* A policy, which is returned, and regrets to begin with. */
static double *some_rows(pl_sampler *s)
{
    const pl_tree *t = s->tree;
    double *policy = some_policy(t);
    pl_rng r;
    pl_seed(&r, 5);
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t n = t->info_first[i + 1] - t->info_first[i];
        for (int32_t a = 0; a < n; a++) {
            pl_row_policy(s, s->line[i], n)[a] = (float)policy[t->info_first[i] + a];
            pl_row_regret(s, s->line[i])[a] = (float)pl_below(&r, 9) - 4;
        }
    }
    return policy;
}

/* Take what a walk changed, and undo it. */
static void take_change(pl_sampler *s, const float *before, double p, double *regret,
                        double *played)
{
    const pl_tree *t = s->tree;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], n = t->info_first[i + 1] - from;
        const float *old = before + (size_t)s->line[i] * PL_LANES;
        for (int32_t a = 0; a < n; a++) {
            regret[from + a] += p * (double)(pl_row_regret(s, s->line[i])[a] - old[a]);
            played[from + a] += p * pl_row_total(s, s->line[i], n)[a];
        }
    }
    memcpy(s->rows, before, (size_t)s->lines * PL_LANES * sizeof *before);
}

/* Of all walks for seat, as likely as each is: what they add. */
static void add_up(pl_sampler *s, pl_sample_fn *walk, int seat, int logs, double *regret,
                   double *played)
{
    size_t bytes = (size_t)s->lines * PL_LANES * sizeof *s->rows;
    float *before = memcpy(malloc(bytes), s->rows, bytes);
    pl_sample_walk w;
    assert_int_equal(pl_sample_walk_new(&w, s), 0);
    w.floor = -FLT_MAX;
    w.epsilon = 0.5f;
    w.weight = 1;
    if (logs) w.log = calloc((size_t)s->words, sizeof *w.log);
    do {
        w.used = 0;
        walk(&w, seat);
        assert_true(w.used <= s->words);
        for (int32_t part = 0, lines = (int32_t)s->lines; logs && part < 3; part++)
            pl_log_add(s, w.log, w.used,
                       (pl_share){lines * part / 3, lines * (part + 1) / 3, -FLT_MAX, 0});
        take_change(s, before, likely(), regret, played);
    } while (next_script());
    free(w.log);
    pl_sample_walk_free(&w);
    free(before);
}

/* The largest difference between what walks add and what the tree says, of all sets. */
static double bias_on(const pl_tree *t, pl_sample_fn *walk, int logs)
{
    pl_error err;
    pl_sampler s;
    size_t places = (size_t)t->info_first[t->infos];
    double *d = calloc(4 * places, sizeof *d);
    assert_int_equal(pl_sampler_new(&s, t, walk == pl_sample_chance, &err), 0);
    double *policy = some_rows(&s);
    for (int k = 0; k < t->game->players; k++) {
        truth w = {t, policy, d, d + places, k};
        tell(&w, 0, 1, 1, 1);
        add_up(&s, walk, k, logs, d + 2 * places, d + 3 * places);
    }
    double worst = worst_of(d, d + 2 * places, places);
    free(d);
    free(policy);
    pl_sampler_free(&s);
    return worst;
}

static double bias(const char *spec, pl_sample_fn *walk, int logs)
{
    pl_tree *t = grown(spec);
    double worst = bias_on(t, walk, logs);
    fell(t);
    return worst;
}

/* The two cards are one draw, and no node is without a choice. */
static void deals_are_one_choice(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_error err;
    pl_sampler s;
    assert_int_equal(pl_sampler_new(&s, t, 0, &err), 0);
    assert_int_equal(s.spots, 55);
    assert_int_equal(s.spot[0].turn, PL_CHANCE);
    assert_int_equal(s.spot[0].n, 6);
    for (int64_t i = 0; i < s.spots; i++)
        assert_true(s.spot[i].turn == PL_OVER ? s.spot[i].n == 0 : s.spot[i].n > 1);
    pl_sampler_free(&s);
    fell(t);
}

static pl_sample_fn *const all[] = {pl_sample_external, pl_sample_outcome, pl_sample_chance};

static void walks_are_unbiased(void **unused)
{
    static const char *const specs[] = {"kuhn", "kuhn(start=-1)", "rps"};
    for (size_t g = 0; g < LENGTH(specs); g++)
        for (size_t i = 0; i < LENGTH(all); i++)
            for (int logs = 0; logs < 2; logs++) near(bias(specs[g], all[i], logs), 0, 1e-5);
}

static void three_players_are_no_other_matter(void **unused)
{
    near(bias("kuhn(players=3)", pl_sample_chance, 0), 0, 1e-5);
    near(bias("kuhn(players=3)", pl_sample_outcome, 0), 0, 1e-5);
    near(bias("kuhn(players=3)", pl_sample_external, 0), 0, 1e-5);
}

static const pl_game *even; /* whose cards are all as likely */

static double uneven_odds(const void *state, pl_move m)
{
    pl_move card[3];
    int n = even->moves(state, card);
    return m == card[0] ? (n == 3 ? 0.5 : 0.25) : n == 3 ? 0.25 : 0.75;
}

/* The six deals are sixteenths, and so a draw has sixteen ways. */
static void odds_may_differ(void **unused)
{
    pl_error err;
    pl_game g = *(even = must_open("kuhn"));
    g.odds = uneven_odds;
    pl_tree *t = pl_tree_new(&g, 1000, &err);
    script.cells = 16;
    near(bias_on(t, pl_sample_external, 0), 0, 1e-5);
    near(bias_on(t, pl_sample_chance, 0), 0, 1e-5);
    script.cells = QUARTERS;
    pl_tree_free(t);
    pl_close(even);
}

/* Moves that weigh as if they were drawn otherwise than they are. */
static void wrong_odds_are_found_out(void **unused)
{
    script.skewed = 1;
    for (size_t i = 0; i < LENGTH(all); i++) assert_true(bias("kuhn", all[i], 0) > 0.01);
    script.skewed = 0;
}

int test_unbiased(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_are_one_choice),
        cmocka_unit_test(walks_are_unbiased),
        cmocka_unit_test(three_players_are_no_other_matter),
        cmocka_unit_test(odds_may_differ),
        cmocka_unit_test(wrong_odds_are_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
