/* ismcts.c -- searching where something is hidden: the traps of determinisation,
 * a leak of the truth, seeds, threads and budgets. */
#include <stdlib.h>

#include "parlor/laws.h"
#include "tests/agents/traps.h"
#include "tests/support/fog.h"
#include "tests/support/played.h"

static pl_agent *opened(const char *args, const pl_game *g, uint64_t seed)
{
    pl_error err = {""};
    char spec[PL_SPEC_MAX];
    snprintf(spec, sizeof spec, strchr(args, '(') ? "%s" : "ismcts(%s)", args);
    pl_agent *a = pl_agent_open(spec, g, seed, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    pl_agent_begin(a, 0);
    return a;
}

/* Kuhn poker at seat 1, holding card (0: jack), after seat 0 with other has bet. */
static void bet_to(const pl_game *g, pl_state *s, int other, int card)
{
    pl_start(g, s);
    g->apply(s, other);
    g->apply(s, card);
    g->apply(s, 1);
    assert_int_equal(g->turn(s), 1);
}

static const char *const every_kind[] = {
    "observers=single",
    "observers=grouped",
    "observers=multiple",
    "observers=multiple,roots=views",
    "worlds=redeal,observers=single",
    "worlds=redeal,observers=grouped",
    "worlds=redeal,roots=views",
    "policy=exp3",
    "policy=sw_ucb,observers=single",
    "policy=d_ucb",
    "policy=rm",
    "execution=root,threads=2",
    "execution=tree,threads=2",
};
enum { KINDS = sizeof every_kind / sizeof *every_kind };

/* With a king it calls, with a jack it passes, whatever the policy. */
static void kuhn_is_played_sensibly(void **state)
{
    const pl_game *g = must_open("kuhn(start=0)");
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        char args[PL_SPEC_MAX];
        snprintf(args, sizeof args, "iterations=2000,%s", every_kind[i]);
        pl_agent *a = opened(args, g, 1);
        for (int king = 0; king < 2; king++) {
            pl_state s;
            pl_reasons why;
            bet_to(g, &s, 1, king ? 2 : 0);
            pl_agent_begin(a, 1);
            assert_int_equal(pl_agent_pick(a, &s), king);
            assert_int_equal(pl_agent_why(a, &why), 0);
            assert_int_equal(why.iterations, 2000);
            assert_int_equal(why.options, 2);
            assert_true(why.of[0].value == -1);
            assert_true(why.of[1].value == (king ? 2 : -2));
            assert_true(why.of[0].visits + why.of[1].visits == 2000);
            assert_true(why.of[king].share > 0.9);
            assert_true(why.length >= 1 && why.line[0] == king);
            assert_true(why.nodes >= 3 && why.seconds > 0);
        }
        pl_agent_free(a);
    }
    pl_close(g);
}

/* The coin cannot be known, so what can be kept is kept; who took a guess for sure to
 * be right would value it at 1.  Unlucky guesses may look worse than they are. */
static void strategies_are_not_fused(void **state)
{
    const pl_game *g = must_make(&pl_coin);
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        char args[PL_SPEC_MAX];
        pl_state s;
        pl_reasons why;
        snprintf(args, sizeof args, "iterations=5000,%s", every_kind[i]);
        pl_agent *a = opened(args, g, 2);
        pl_start(g, &s);
        g->apply(&s, 0);
        assert_int_equal(pl_agent_pick(a, &s), COIN_KEEP);
        pl_agent_why(a, &why);
        assert_true(why.of[COIN_KEEP].value == 0.25);
        assert_true(why.of[COIN_GUESS].value < 0.5);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* What a tree tells of asking: the value of it, and of the deal alone; and how often
 * it is then bet on a and on b, after "go". */
typedef struct {
    pl_move path[4];
    double value, deal, bets[2];
} asking;

static int hear(void *with, const pl_branch *b)
{
    static const pl_move go[] = {ASK_ASK, TRAP_HIDDEN, ASK_GO};
    asking *x = with;
    x->path[b->depth - 1] = b->code;
    if (b->depth == 1 && b->code == ASK_ASK) x->value = b->value;
    if (b->depth == 2) x->deal = b->value;
    if (b->depth < 4) return 1;
    if (!memcmp(x->path, go, sizeof go)) x->bets[b->code] += b->visits;
    return 0;
}

static asking ask_about(const char *args)
{
    const pl_game *g = must_make(&pl_ask);
    pl_agent *a = opened(args, g, 3);
    asking out = {.bets = {0}};
    pl_state s;
    pl_start(g, &s);
    pl_agent_pick(a, &s);
    assert_int_equal(pl_agent_tree(a, hear, &out), 0);
    pl_agent_free(a);
    pl_close(g);
    return out;
}

/* What another's move tells of his secret is learnt where he has a tree of his
 * own; the single observer takes him for as ignorant as himself.  Half of what was
 * dealt ends with "stop", which no choice of the asker counts, so the deal alone has
 * no value; but for the single observer it hardly ever does. */
static void what_a_move_tells_is_learnt(void **state)
{
    (void)state;
    asking many = ask_about("iterations=50000,observers=multiple");
    assert_true(fabs(many.value) < 0.1 && many.bets[1] > 9 * many.bets[0]);
    assert_true(isnan(many.deal));
    asking one = ask_about("iterations=50000,observers=single");
    assert_true(one.value > 0.15 && one.bets[1] < 2 * one.bets[0]);
    assert_true(fabs(one.deal - one.value) < 0.02);
}

/* Whether seat's agent, seeded alike, thinks alike in all of some worlds that look
 * the same to it; handed the true state instead of the view if leak is set. */
static int thinks_alike(const char *spec, const char *args, int leak)
{
    const pl_game *g = must_open(spec);
    pl_opinion first[64];
    int alike = 1;
    for (uint64_t world = 0; world < 6; world++) {
        pl_state s, view;
        pl_rng r;
        pl_reasons why;
        pl_seed(&r, 11);
        pl_start(g, &s);
        while (g->turn(&s) < 0) g->apply(&s, pl_any(g, &s, &r));
        int seat = g->turn(&s);
        pl_view(g, &s, seat, &view);
        pl_seed(&r, world);
        s = view;
        g->guess(&s, seat, &r);
        pl_agent *a = opened(args, g, 4);
        pl_agent_begin(a, seat);
        if (leak) a->type->pick(a, &s);
        else assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
        pl_agent_why(a, &why);
        size_t bytes = (size_t)why.options * sizeof *first;
        if (world == 0) memcpy(first, why.of, bytes);
        alike &= !memcmp(first, why.of, bytes);
        pl_agent_free(a);
    }
    pl_close(g);
    return alike;
}

static void a_leak_is_caught(void **state)
{
    static const char *const games[] = {"kuhn", "leduc", "liars_dice", "knockout_whist"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_true(thinks_alike(games[i], "iterations=300,observers=single", 0));
        assert_true(thinks_alike(games[i], "iterations=300,observers=multiple", 0));
        if (i == 3) break; /* its guess deals anew whatever it is handed */
        assert_false(thinks_alike(games[i], "iterations=300,observers=single", 1));
        assert_false(thinks_alike(games[i], "iterations=300,observers=multiple", 1));
    }
}

static double duel(const pl_game *g, const char *one, const char *other, int games)
{
    return mean_score(g, opened(one, g, 1), opened(other, g, 2), games);
}

static void searching_pays(void **state)
{
    const pl_game *leduc = must_open("leduc"), *whist = must_open("knockout_whist(players=2)"),
                  *goof = must_open("goofspiel(cards=6,info=winner)"), *unseen = must_make(&pl_fog),
                  *four = must_open("connect4");
    (void)state;
    for (int i = 0; i < 3; i++) {
        static const char *const observers[] = {"single", "grouped", "multiple"};
        char args[PL_SPEC_MAX];
        snprintf(args, sizeof args, "iterations=200,observers=%s", observers[i]);
        assert_true(duel(leduc, args, "random()", 400) > 0.3);
        assert_true(duel(whist, args, "random()", 60) > 0.2);
        assert_true(duel(goof, args, "random()", 60) > 0.2);
        assert_true(duel(unseen, args, "random()", 200) > 0.5);
        assert_true(duel(four, args, "random()", 20) > 0.7);
    }
    pl_close(leduc);
    pl_close(whist);
    pl_close(goof);
    pl_close(unseen);
    pl_close(four);
}

/* What the agent thinks at the first move of a deal of whist. */
static void think(const char *args, const pl_game *g, pl_opinion *out)
{
    pl_state s;
    pl_rng r;
    pl_reasons why;
    pl_agent *a = opened(args, g, 6);
    pl_seed(&r, 6);
    pl_start(g, &s);
    while (g->turn(&s) < 0) g->apply(&s, pl_any(g, &s, &r));
    pl_agent_begin(a, g->turn(&s));
    pl_agent_pick(a, &s);
    pl_agent_why(a, &why);
    memset(out, 0, 7 * sizeof *out);
    memcpy(out, why.of, (size_t)why.options * sizeof *out);
    pl_agent_free(a);
}

static void seeds_give_the_same(void **state)
{
    const pl_game *g = must_open("knockout_whist");
    (void)state;
    for (int i = 0; i < KINDS - 1; i++) {
        pl_opinion one[7], two[7];
        char args[PL_SPEC_MAX];
        snprintf(args, sizeof args, "iterations=3000,%s", every_kind[i]);
        think(args, g, one);
        think(args, g, two);
        assert_memory_equal(one, two, sizeof one);
    }
    pl_close(g);
}

/* Many trees give the same on any number of threads, with any policy. */
static void threads_change_nothing(void **state)
{
    static const char *const policies[] = {"ucb1", "exp3", "sw_ucb", "d_ucb", "rm"};
    const pl_game *g = must_open("knockout_whist");
    (void)state;
    for (int i = 0; i < 5; i++) {
        pl_opinion one[7], many[7];
        for (int threads = 1; threads <= 4; threads++) {
            char args[PL_SPEC_MAX];
            snprintf(args, sizeof args,
                     "iterations=3001,policy=%s,execution=root,trees=4,threads=%d", policies[i],
                     threads);
            think(args, g, threads == 1 ? one : many);
            if (threads > 1) assert_memory_equal(one, many, sizeof one);
        }
    }
    pl_close(g);
}

/* Without execution, threads search a tree each; one alone searches as if none were asked for. */
static void threads_alone_are_used(void **state)
{
    static const char *const same[][2] = {
        {"iterations=500,threads=3", "iterations=500,execution=root,threads=1"},
        {"iterations=500,threads=1", "iterations=500,execution=sequential"},
        {"iterations=500", "iterations=500,execution=sequential,threads=1"},
    };
    const pl_game *g = must_open("knockout_whist");
    (void)state;
    for (int i = 0; i < 3; i++) {
        pl_opinion one[7], other[7];
        think(same[i][0], g, one);
        think(same[i][1], g, other);
        assert_memory_equal(one, other, sizeof one);
    }
    pl_close(g);
}

/* What is told of a pick while it goes on never becomes less, and fits together. */
typedef struct {
    int64_t iterations;
    double visits;
    int times;
} progress;

static void follow_progress(pl_agent *a, void *with)
{
    progress *p = with;
    pl_reasons why;
    double visits = 0;
    assert_int_equal(pl_agent_why(a, &why), 0);
    for (int i = 0; i < why.options; i++) visits += why.of[i].visits;
    assert_true(why.iterations >= p->iterations && visits >= p->visits);
    assert_true(visits <= (double)why.iterations);
    *p = (progress){why.iterations, visits, p->times + 1};
}

static void progress_is_told(void **state)
{
    static const char *const how[] = {"execution=sequential", "execution=root,trees=8",
                                      "execution=tree"};
    const pl_game *g = must_open("kuhn(start=0)");
    (void)state;
    for (int i = 0; i < 3; i++) {
        char args[PL_SPEC_MAX];
        pl_state s;
        progress p = {0};
        snprintf(args, sizeof args, "ms=700,%s", how[i]);
        pl_agent *a = opened(args, g, 1);
        a->watch = follow_progress;
        a->with = &p;
        bet_to(g, &s, 1, 2);
        pl_agent_begin(a, 1);
        assert_int_equal(pl_agent_pick(a, &s), 1);
        assert_true(p.times > 0);
        pl_agent_free(a);
    }
    pl_close(g);
}

static void stop_when_watched(pl_agent *a, void *with)
{
    pl_reasons why;
    ++*(int *)with;
    assert_int_equal(pl_agent_why(a, &why), 0);
    assert_true(why.options == 7 && why.iterations > 0 && why.of[0].visits > 0);
    pl_agent_stop(a);
}

/* Iterations are counted exactly, time ends a pick, and so does a stop; memory
 * is bounded. */
static void budgets_are_kept(void **state)
{
    static const char *const how[] = {"execution=sequential", "execution=root,trees=3",
                                      "execution=tree", "execution=tree,threads=3"};
    const pl_game *g = must_open("knockout_whist");
    pl_state s;
    pl_rng r;
    (void)state;
    pl_seed(&r, 3);
    pl_start(g, &s);
    while (g->turn(&s) < 0) g->apply(&s, pl_any(g, &s, &r));
    for (int i = 0; i < 4; i++) {
        static const char *const budget[] = {"iterations=20011,memory=1", "ms=20",
                                             "iterations=1000000000000,memory=1"};
        for (int k = 0; k < 3; k++) {
            char args[PL_SPEC_MAX];
            pl_reasons why;
            int watched = 0;
            snprintf(args, sizeof args, "%s,%s", budget[k], how[i]);
            pl_agent *a = opened(args, g, 1);
            pl_agent_begin(a, g->turn(&s));
            if (k == 2) a->watch = stop_when_watched;
            a->with = &watched;
            assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
            pl_agent_why(a, &why);
            if (k == 0) assert_int_equal(why.iterations, 20011);
            /* Threads in one tree have numbers of their own. */
            if (k == 0) assert_true(why.node_bytes <= (i < 2 ? 48 : i == 2 ? 112 : 160));
            if (k == 1) assert_true(why.iterations > 0 && why.seconds > 0.005);
            if (k == 2) assert_int_equal(watched, 1);
            if (k != 1) assert_true(why.nodes * why.node_bytes <= 1000000);
            pl_agent_free(a);
        }
    }
    pl_close(g);
}

static void what_does_not_go_together_is_refused(void **state)
{
    pl_error err;
    const pl_game *g = must_open("kuhn");
    (void)state;
    assert_null(pl_agent_open("ismcts(execution=tree,policy=exp3)", g, 1, &err));
    assert_non_null(strstr(err.text, "execution=tree is for policy=ucb1"));
    assert_null(pl_agent_open("ismcts(execution=root,trees=256,policy=rm,memory=1)", g, 1, &err));
    assert_string_equal(err.text, "ismcts: memory=1 is too little for 256 trees; "
                                  "2 and more is accepted");
    assert_null(pl_agent_open("ismcts(execution=tree,threads=256,memory=1)", g, 1, &err));
    assert_non_null(strstr(err.text, "too little for 256 threads; 135 and more is accepted"));
    static const char *const idle[] = {"window=10", "discount=0.9", "trees=2",
                                       "policy=d_ucb,window=10", "execution=tree,trees=2"};
    for (int i = 0; i < 5; i++) {
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "ismcts(%s)", idle[i]);
        assert_null(pl_agent_open(spec, g, 1, &err));
        assert_non_null(strstr(err.text, "; without it only "));
    }
    assert_null(pl_agent_open("ismcts(execution=sequential,threads=2)", g, 1, &err));
    assert_non_null(strstr(err.text, "with sequential 0 and 1 are accepted"));
    assert_null(pl_agent_open("ismcts(threads=5)", g, 1, &err));
    assert_non_null(strstr(err.text, "too many for trees=4"));
    const pl_game *unseen = must_make(&pl_fog);
    assert_null(pl_agent_open("ismcts(worlds=redeal)", unseen, 1, &err));
    assert_non_null(strstr(err.text, "worlds=once is accepted"));
    pl_close(unseen);
    pl_close(g);
}

/* The small games keep the laws of all games, else they prove nothing. */
static void traps_are_lawful(void **state)
{
    const pl_game *all[] = {&pl_coin, &pl_ask, &pl_bluff};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const pl_game *g = must_make(all[i]);
        pl_laws_report report;
        pl_error err;
        if (pl_laws(g, &(pl_laws_options){.seed = 1, .games = 50}, &report, &err))
            fail_msg("%s: %s %s", g->name, report.broken, report.detail);
        pl_close(g);
    }
}

int test_ismcts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_are_lawful),
        cmocka_unit_test(kuhn_is_played_sensibly),
        cmocka_unit_test(strategies_are_not_fused),
        cmocka_unit_test(what_a_move_tells_is_learnt),
        cmocka_unit_test(a_leak_is_caught),
        cmocka_unit_test(searching_pays),
        cmocka_unit_test(seeds_give_the_same),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_alone_are_used),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
