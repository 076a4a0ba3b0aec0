/* solve.c -- the solvers: that their faster forms play the same, that threads and
 * interruptions change nothing, and that all of them get there.
 *
 * The slow way is the plain form, one set at a time; the known paths and values
 * that both must take are in numbers.c.
 */
#include "solve/form/form.h"
#include "tests/solve/policies.h"

static const char *const sweeps[] = {"cfr",    "cfr+",       "lcfr",    "dcfr",
                                     "pcfr+",  "pdcfr+",     "hs-dcfr", "hs-pcfr+",
                                     "cfr-br", "fictitious", "mmd",     "auto"};

static void a_gauge_finds_what_the_tree_finds(void **unused)
{
    static const char *const games[] = {
        "kuhn",
        "kuhn(players=3)",
        "leduc",
        "leduc(suits=collapsed)",
        "rps",
        "liars_dice(dice=1,sides=4)",
        "goofspiel(cards=4,order=descending,info=winner)",
        "skull(players=2,roses=1,lite=1)",
        "goofspiel(cards=3,players=3)",
    };
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_tree *t = grown(games[i]);
        pl_error err;
        pl_gauge *g = pl_gauge_new(t, &err);
        assert_non_null(g);
        for (uint64_t seed = 1; seed <= 5; seed++) {
            pl_gap fast, slow;
            double *policy = some_policy(t, seed);
            pl_gauge_gap(g, policy, &fast);
            assert_int_equal(pl_tree_gap(t, policy, &slow), 0);
            for (int k = 0; k < t->game->players; k++) {
                near(fast.best[k], slow.best[k], 1e-12);
                near(fast.value[k], slow.value[k], 1e-12);
            }
            near(fast.nashconv, slow.nashconv, 1e-12);
            assert_int_equal(isnan(fast.lower), isnan(slow.lower));
            free(policy);
        }
        pl_gauge_free(g);
        fell(t);
    }
}

/* The policy of a method after n iterations; to be freed. */
static double *play_of(const char *method, const pl_tree *t, pl_solver_options options, int64_t n)
{
    pl_solver *s = must_solve(method, t, &options);
    pl_solver_run(s, n);
    double *policy = policy_of(s);
    pl_solver_free(s);
    return policy;
}

static void expect_same(const char *method, const pl_tree *t, const double *x, const double *y,
                        double within)
{
    for (int32_t p = 0; p < t->info_first[t->infos]; p++)
        if (!(fabs(x[p] - y[p]) <= within))
            fail_msg("%s of %s: place %d has %.17g and %.17g", method, t->game->name, (int)p, x[p],
                     y[p]);
}

/* After few iterations: rounding, which differs, is not yet blown up. */
static void faster_forms_play_the_same(void **unused)
{
    static const char *const games[] = {"kuhn",
                                        "leduc",
                                        "liars_dice(dice=1,sides=3)",
                                        "goofspiel(cards=4,order=descending,info=winner)",
                                        "kuhn(players=3)",
                                        "skull(players=2,roses=1,lite=1)"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_tree *t = grown(games[i]);
        for (size_t m = 0; m < LENGTH(sweeps) - 1; m++) {
            if (t->game->players > 2 && !strcmp(sweeps[m], "cfr-br")) continue;
            /* A best answer is arbitrary where moves are equally good. */
            if (!strcmp(sweeps[m], "cfr-br") || !strcmp(sweeps[m], "fictitious")) continue;
            double *fast = play_of(sweeps[m], t, (pl_solver_options){.plain = 0}, 12);
            double *plain = play_of(sweeps[m], t, (pl_solver_options){.plain = 1}, 12);
            expect_same(sweeps[m], t, fast, plain, 1e-9);
            free(fast);
            free(plain);
        }
        fell(t);
    }
}

/* Moves that are alike are one row, which counts as often as there are of them. */
static void copies_count_in_what_is_regretted(void **unused)
{
    pl_tree *t = grown("rps");
    double found[2];
    t->zero_sum = t->constant_sum = 0; /* so that it is counted, and what is left out told */
    for (int32_t e = 0; e < 2 * t->ends; e++) t->score[e] += 1;
    for (int plain = 0; plain < 2; plain++) {
        pl_solver *s = must_solve("cfr", t, &(pl_solver_options){.plain = plain});
        pl_gap gap;
        pl_solver_run(s, 3);
        assert_int_equal(pl_solver_gap(s, &gap), 0);
        found[plain] = gap.correlated;
        pl_solver_free(s);
    }
    near(found[0], found[1], 1e-12);
    near(found[0], 0, 1e-12);
    fell(t);
}

static void symmetries_are_found(void **unused)
{
    static const struct {
        const char *spec;
        int32_t sets, lanes;
    } known[] = {
        {"kuhn", 12, 4}, /* 3 hands, in lanes of 4 */
        {"leduc", 288, 4},
        {"leduc(suits=collapsed)", 288, 4},
        {"liars_dice(dice=1,sides=2)", 32, 4},
        {"rps", 2, 1}, /* the three moves are alike, up to a turn of the wheel */
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        pl_tree *t = grown(known[i].spec);
        pl_error err;
        pl_form *f = pl_form_new(t, PL_FORM_SHRUNK | PL_FORM_LANES, &err);
        assert_non_null(f);
        assert_int_equal(f->sets, known[i].sets);
        assert_int_equal(f->lanes, known[i].lanes);
        pl_form_free(f);
        fell(t);
    }
}

static void threads_change_nothing(void **unused)
{
    static const char *const games[] = {"leduc", "liars_dice(dice=1,sides=5)"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        pl_tree *t = grown(games[i]);
        for (size_t m = 0; m < LENGTH(sweeps); m++)
            for (int plain = 0; plain < 2; plain++) {
                double *one = play_of(sweeps[m], t, (pl_solver_options){.plain = plain}, 8);
                double *three =
                    play_of(sweeps[m], t, (pl_solver_options){.plain = plain, .threads = 3}, 8);
                expect_same(sweeps[m], t, one, three, 0);
                free(one);
                free(three);
            }
        fell(t);
    }
}

/* Not one of them converges to something else. */
static void every_sweep_gets_there(void **unused)
{
    static const struct {
        const char *method;
        double kuhn, leduc;
    } reached[] = {
        {"cfr", 2e-3, 5e-2},
        {"cfr+", 1e-4, 1e-3},
        {"lcfr", 3e-4, 1e-2},
        {"dcfr", 1e-4, 1e-3},
        {"pcfr+", 1e-6, 3e-3},
        {"pdcfr+", 1e-9, 3e-3},
        {"hs-dcfr", 5e-4, 5e-3},
        {"hs-pcfr+", 1e-9, 6e-3},
        {"cfr-br", 1e-2, 2e-1},
        {"fictitious", 2e-2, 3e-1},
        {"mmd", 1e-6, 1},
        {"auto", 1e-9, 3e-3},
        {"cfr(updates=once)", 1e-2, 2e-1},
        {"dcfr(updates=once)", 1e-2, 1e-1},
    };
    pl_tree *kuhn = grown("kuhn"), *leduc = grown("leduc");
    for (size_t i = 0; i < LENGTH(reached); i++) {
        double left[2] = {gap_after(reached[i].method, kuhn, 2000).nashconv / 2,
                          gap_after(reached[i].method, leduc, 1000).nashconv / 2};
        if (!(left[0] <= reached[i].kuhn)) fail_msg("%s on kuhn: %g", reached[i].method, left[0]);
        if (!(left[1] <= reached[i].leduc)) fail_msg("%s on leduc: %g", reached[i].method, left[1]);
    }
    fell(kuhn);
    fell(leduc);
}

static void kuhn_ends_in_the_known_family(void **unused)
{
    pl_tree *t = grown("kuhn");
    double *policy = solved_policy(t, "auto", 4000);
    is_in_kuhns_family(t, policy, 1e-6);
    free(policy);
    fell(t);
}

/* In the limit nobody regrets not having played one thing all along, in any game; by
 * hand after one iteration, in which all play uniformly. */
static void more_players_have_a_correlated_gap(void **unused)
{
    pl_tree *t = grown("kuhn(players=3)");
    pl_solver *s = must_solve("cfr(updates=once)", t, NULL);
    double *policy = policy_room(t), most = 0, last;
    pl_gap gap, uniform;
    pl_tree_uniform(t, policy);
    assert_int_equal(pl_tree_gap(t, policy, &uniform), 0);
    for (int k = 0; k < 3; k++) most = fmax(most, uniform.best[k] - uniform.value[k]);
    pl_solver_run(s, 1);
    assert_int_equal(pl_solver_gap(s, &gap), 0);
    assert_true(isnan(gap.lower) && isnan(gap.upper));
    near(gap.correlated, most, 1e-12);
    for (last = most; s->iterations < 10000; last = gap.correlated) {
        pl_solver_run(s, s->iterations * 9);
        assert_int_equal(pl_solver_gap(s, &gap), 0);
        assert_true(gap.correlated < last / 2);
    }
    pl_solver_free(s);
    free(policy);
    fell(t);
}

/* With a magnet that stays, every step is a fraction of the one before. */
static void a_magnet_draws_at_a_linear_rate(void **unused)
{
    pl_tree *t = grown("kuhn");
    pl_solver *s = must_solve("mmd(eta=1,alpha=0.1,magnet=0)", t, NULL);
    double *policy = policy_room(t), *before = policy_room(t), last = 1;
    for (int round = 0; round < 6; round++) {
        double change = 0;
        pl_solver_run(s, 200);
        pl_solver_policy(s, policy);
        for (int32_t p = 0; p < t->info_first[t->infos]; p++)
            change = fmax(change, fabs(policy[p] - before[p]));
        memcpy(before, policy, policy_bytes(t));
        if (round) assert_true(change < last / 5 || change < 1e-13);
        last = change;
    }
    pl_solver_free(s);
    free(policy);
    free(before);
    fell(t);
}

/* Predictive play overtakes at about 16,000 iterations of its own: if not all went on, this
 * would take far longer. */
static void auto_changes_its_leader(void **unused)
{
    pl_tree *t = grown("leduc");
    pl_solver *whole = must_solve("auto", t, NULL), *then = must_solve("auto", t, NULL);
    pl_gap gap;
    pl_solver_run(whole, 20000);
    copy c = copied(whole, then);
    pl_solver_run(whole, 50000);
    pl_solver_run(then, 50000);
    assert_int_equal(pl_solver_gap(whole, &gap), 0);
    near(gap.nashconv, 0, 1e-8);
    double *one = policy_of(whole), *two = policy_of(then);
    expect_same("auto", t, one, two, 0);
    pl_solver_free(whole);
    pl_solver_free(then);
    free(one);
    free(two);
    free(c.bytes);
    fell(t);
}

static void expect_sound(const char *spec, const pl_tree *t)
{
    pl_error err = {""};
    pl_solver *s = pl_solver_new(spec, t, NULL, &err);
    if (!s && !err.text[0]) fail_msg("%s is refused without a word", spec);
    if (!s) return;
    pl_solver_run(s, 20);
    double *policy = policy_of(s);
    is_distribution(spec, t, policy);
    free(policy);
    pl_solver_free(s);
}

/* No parameter within its bounds makes numbers that are none. */
static void parameters_have_sound_ends(void **unused)
{
    pl_tree *t = grown("kuhn");
    for (const pl_method *const *m = pl_methods(); *m; m++)
        for (const pl_param *p = (*m)->params; p && p->name; p++) {
            char spec[PL_SPEC_MAX];
            if (p->words && strcmp(p->words, PL_REAL)) continue;
            double ends[] = {p->lo, fmin(p->hi, 1e6)}; /* batches of more only wait */
            for (int i = 0; i < 2; i++) {
                snprintf(spec, sizeof spec, "%s(%s=%.15g)", (*m)->name, p->name, ends[i]);
                expect_sound(spec, t);
            }
        }
    expect_sound("hs-dcfr(gamma=3,horizon=1)", t);
    fell(t);
}

/* Later answers weigh more the higher gamma is: so much that only the last one is left. */
static void fictitious_play_weighs_by_gamma(void **unused)
{
    pl_tree *t = grown("leduc");
    double *even = play_of("fictitious(gamma=0)", t, (pl_solver_options){0}, 9);
    double *late = play_of("fictitious(gamma=100)", t, (pl_solver_options){0}, 9);
    int pure = 0, mixed = 0;
    for (int32_t p = 0; p < t->info_first[t->infos]; p++) {
        pure += late[p] > 1e-3 && late[p] < 0.3;
        mixed += even[p] > 1e-3 && even[p] < 0.3;
    }
    assert_int_equal(pure, 0);
    assert_true(mixed > 20);
    free(even);
    free(late);
    fell(t);
}

/* Where all is equally good, the first move is the best answer. */
static void best_answers_take_the_first_of_equals(void **unused)
{
    pl_tree *t = grown("rps");
    double *policy = policy_room(t), *answer = policy_room(t), value;
    pl_tree_uniform(t, policy);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(pl_tree_respond(t, policy, k, answer, &value), 0);
        for (int32_t i = 0; i < t->infos; i++)
            if (t->info_seat[i] == k) near(answer[t->info_first[i]], 1, 0);
    }
    free(policy);
    free(answer);
    fell(t);
}

static void runs_can_be_stopped(void **unused)
{
    pl_tree *t = grown("kuhn");
    for (const pl_method *const *m = pl_methods(); *m; m++) {
        pl_solver *s = must_solve((*m)->name, t, NULL);
        pl_solver_stop(s);
        pl_solver_run(s, INT64_MAX);
        assert_int_equal(s->iterations, 0);
        pl_solver_run(s, 5);
        assert_int_equal(s->iterations, 5);
        assert_true(s->bytes > 0);
        pl_solver_free(s);
    }
    pl_solver *s = must_solve("external(batch=100)", t, NULL);
    pl_solver_stop(s);
    pl_solver_run(s, INT64_MAX / 2);
    assert_true(s->iterations < 1000);
    pl_solver_free(s);
    fell(t);
}

static void bad_methods_are_refused(void **unused)
{
    static const struct {
        const char *spec, *game, *says;
    } bad[] = {
        {"cfr2", "kuhn", "there is no method 'cfr2'; there are auto, cfr, cfr+"},
        {"", "kuhn", "there is no method ''"},
        {"cfr(", "kuhn", "a method is written name or name(key=value,...)"},
        {"cfr(gama=1)", "kuhn", "gama"},
        {"cfr(gamma=-1)", "kuhn", "gamma"},
        {"cfr-br", "kuhn(players=3)", "cfr-br is for two players, and kuhn has 3"},
        {"external(epsilon=0.5)", "kuhn", "epsilon"},
        {"outcome(epsilon=0)", "kuhn", "epsilon"},
        {"outcome(epsilon=1.5)", "kuhn", "epsilon"},
        {"chance(batch=0)", "kuhn", "batch"},
        {"external(plus=2)", "kuhn", "plus"},
        {"external(average=square)", "kuhn", "average"},
    };
    for (size_t i = 0; i < LENGTH(bad); i++) {
        pl_tree *t = grown(bad[i].game);
        pl_error err = {""};
        assert_null(pl_solver_new(bad[i].spec, t, NULL, &err));
        if (!strstr(err.text, bad[i].says)) fail_msg("'%s': %s", bad[i].spec, err.text);
        fell(t);
    }
}

static void methods_spell_themselves(void **unused)
{
    pl_tree *t = grown("kuhn");
    for (const pl_method *const *m = pl_methods(); *m; m++) {
        char spec[PL_SPEC_MAX], again[PL_SPEC_MAX];
        pl_solver *s = must_solve((*m)->name, t, NULL);
        assert_true(pl_solver_spec(s, spec, sizeof spec) > 0);
        pl_solver *same = must_solve(spec, t, NULL);
        pl_solver_spec(same, again, sizeof again);
        assert_string_equal(spec, again);
        pl_solver_free(s);
        pl_solver_free(same);
    }
    fell(t);
}

int test_solve(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gauge_finds_what_the_tree_finds),
        cmocka_unit_test(faster_forms_play_the_same),
        cmocka_unit_test(copies_count_in_what_is_regretted),
        cmocka_unit_test(symmetries_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_sweep_gets_there),
        cmocka_unit_test(kuhn_ends_in_the_known_family),
        cmocka_unit_test(more_players_have_a_correlated_gap),
        cmocka_unit_test(a_magnet_draws_at_a_linear_rate),
        cmocka_unit_test(auto_changes_its_leader),
        cmocka_unit_test(parameters_have_sound_ends),
        cmocka_unit_test(fictitious_play_weighs_by_gamma),
        cmocka_unit_test(best_answers_take_the_first_of_equals),
        cmocka_unit_test(runs_can_be_stopped),
        cmocka_unit_test(bad_methods_are_refused),
        cmocka_unit_test(methods_spell_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
