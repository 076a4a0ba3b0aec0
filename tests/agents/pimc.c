/* pimc.c -- searches of guessed worlds: the traps that they fall into and those that
 * they do not, secrets, seeds, budgets. */
#include "parlor/agent.h"
#include "tests/agents/traps.h"
#include "tests/support/fog.h"
#include "tests/support/played.h"

static pl_agent *opened(const char *spec, const pl_game *g, int seat)
{
    pl_error err = {""};
    pl_agent *a = pl_agent_open(spec, g, 1, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    pl_agent_begin(a, seat);
    return a;
}

/* What an agent thinks of s; the agent is to be freed. */
static pl_agent *asked(const char *spec, const pl_game *g, const pl_state *s, pl_reasons *why)
{
    pl_agent *a = opened(spec, g, g->turn(s));
    assert_int_not_equal(pl_agent_pick(a, s), PL_ILLEGAL);
    assert_int_equal(pl_agent_why(a, why), 0);
    return a;
}

/* A position of g that somebody has to move in, after some random plies. */
static void some_position(const pl_game *g, int plies, pl_state *s)
{
    pl_rng r;
    pl_seed(&r, 7);
    pl_start(g, s);
    while (g->turn(s) < 0 || plies-- > 0) g->apply(s, pl_any(g, s, &r));
}

static const char *const every_kind[] = {
    "pimc(iterations=%d,worlds=40)",
    "pimc(iterations=%d,worlds=40,by=votes)",
    "pimc(iterations=%d,worlds=40,search=alphabeta)",
    "epimc(iterations=%d,depth=1)",
    "epimc(iterations=%d,depth=2)",
    "epimc(iterations=%d,depth=2,leaf=20,search=alphabeta)",
    "epimc(iterations=%d,depth=9,leaf=1)",
};
enum { KINDS = sizeof every_kind / sizeof *every_kind, FUSING = 4 };

/* One of them, which may spend so much. */
static const char *kind(int i, int iterations)
{
    static char spec[PL_SPEC_MAX];
    int name = (int)strcspn(every_kind[i], "%");
    snprintf(spec, sizeof spec, "%.*s%d%s", name, every_kind[i], iterations,
             every_kind[i] + name + 2);
    return spec;
}

/* Kuhn poker at seat 1: after a bet the king calls and the jack passes, as each
 * knows what comes of it. */
static void kuhn_is_played_sensibly(void **state)
{
    const pl_game *g = must_open("kuhn");
    (void)state;
    for (int i = 0; i < 2 * KINDS; i++) {
        int king = i % 2;
        pl_state s;
        pl_reasons why;
        pl_start(g, &s);
        g->apply(&s, 1);
        g->apply(&s, king ? 2 : 0);
        g->apply(&s, 1);
        pl_agent *a = asked(kind(i / 2, 2000), g, &s, &why);
        assert_int_equal(why.line[0], king);
        assert_int_equal(why.options, 2);
        assert_true(why.of[0].value == -1);
        assert_true(why.of[1].value == (king ? 2 : -2));
        assert_true(why.of[king].share == 1 && why.of[!king].share == 0);
        assert_true(why.iterations > 0 && why.iterations <= 2000);
        assert_true(why.nodes >= 0 && why.node_bytes > 0 && why.seconds > 0);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* A queen that calls wins 2 from a jack and loses 2 to a king, one as likely as the
 * other; and one iteration a world lets each world try but one move. */
static void worlds_have_equal_parts(void **state)
{
    const pl_game *kuhn = must_open("kuhn"), *whist = must_open("knockout_whist");
    pl_state s;
    pl_reasons why;
    (void)state;
    play_line(kuhn, &s, "K Q bet");
    for (int i = 0; i < KINDS; i++) {
        pl_agent *a = asked(kind(i, 2000), kuhn, &s, &why);
        assert_true(fabs(why.of[1].value) < 1);
        pl_agent_free(a);
    }
    some_position(whist, 0, &s);
    for (int worlds = 1; worlds <= 7; worlds += 6) {
        char spec[PL_SPEC_MAX];
        double most = 0;
        snprintf(spec, sizeof spec, "pimc(iterations=7,worlds=%d)", worlds);
        pl_agent *a = asked(spec, whist, &s, &why);
        assert_int_equal(why.options, 7);
        for (int i = 0; i < 7; i++) most = fmax(most, why.of[i].visits);
        assert_int_equal(most > 1, worlds > 1);
        pl_agent_free(a);
    }
    pl_close(kuhn);
    pl_close(whist);
}

/* The value of guessing the coin in the eyes of an agent, who picks *m. */
static double worth_of_guess(const char *spec, pl_move *m)
{
    const pl_game *g = must_make(&pl_coin);
    pl_state s;
    pl_reasons why;
    pl_start(g, &s);
    g->apply(&s, 0);
    pl_agent *a = asked(spec, g, &s, &why);
    double value = why.of[COIN_GUESS].value;
    *m = why.line[0];
    assert_true(fabs(why.of[COIN_KEEP].value - 0.25) < 1e-5);
    pl_agent_free(a);
    pl_close(g);
    return value;
}

/* Who looks at one world at a time thinks that he will know the coin; who does so
 * only after it was guessed does not. */
static void one_world_at_a_time_fuses_strategies(void **state)
{
    pl_move m;
    (void)state;
    for (int i = 0; i < FUSING; i++) {
        assert_true(worth_of_guess(kind(i, 2000), &m) > 0.9);
        assert_int_equal(m, COIN_GUESS);
    }
    assert_true(fabs(worth_of_guess("pimc(search=alphabeta)", &m) - 1) < 1e-5);
    for (int i = FUSING; i < KINDS; i++) {
        assert_true(fabs(worth_of_guess(kind(i, 2000), &m)) < 0.5);
        assert_int_equal(m, COIN_KEEP);
    }
    assert_true(fabs(worth_of_guess("ismcts(iterations=2000)", &m)) < 0.5);
    assert_int_equal(m, COIN_KEEP);
}

/* What a bet with nothing is worth in the eyes of an agent, who picks *m. */
static double worth_of_bluff(const char *spec, pl_move *m)
{
    const pl_game *g = must_make(&pl_bluff);
    pl_state s;
    pl_reasons why;
    pl_start(g, &s);
    g->apply(&s, 0);
    pl_agent *a = asked(spec, g, &s, &why);
    double value = why.of[BLUFF_BET].value;
    *m = why.line[0];
    assert_true(why.of[BLUFF_PASS].value == 0);
    pl_agent_free(a);
    pl_close(g);
    return value;
}

/* Who always has nothing in the worlds that he looks at thinks that the other knows,
 * and calls; where the other's worlds are dealt anew it is found that he cannot. */
static void redealing_keeps_a_secret(void **state)
{
    static const char *const how[] = {"observers=single", "observers=grouped", "observers=multiple",
                                      "observers=multiple,roots=views"};
    pl_move m;
    (void)state;
    for (size_t i = 0; i < LENGTH(how); i++) {
        char spec[PL_SPEC_MAX];
        snprintf(spec, sizeof spec, "ismcts(iterations=10000,%s)", how[i]);
        assert_true(worth_of_bluff(spec, &m) < -0.5);
        assert_int_equal(m, BLUFF_PASS);
        snprintf(spec, sizeof spec, "ismcts(iterations=10000,worlds=redeal,%s)", how[i]);
        assert_true(worth_of_bluff(spec, &m) > 0.5);
        assert_int_equal(m, BLUFF_BET);
    }
    for (int i = 0; i < KINDS; i++) {
        worth_of_bluff(kind(i, 2000), &m);
        assert_int_equal(m, BLUFF_PASS);
    }
}

/* In all of some worlds that look the same to a seat its agent, seeded alike, thinks
 * alike. */
static void nothing_hidden_is_used(void **state)
{
    static const char *const games[] = {"leduc", "knockout_whist", "phantom", "goofspiel"};
    (void)state;
    for (int i = 0; i < 4 * KINDS; i++) {
        const pl_game *g = must_open("%s", games[i % 4]);
        pl_opinion first[64];
        pl_state s;
        some_position(g, 1, &s);
        for (uint64_t world = 0; world < 5; world++) {
            pl_state other;
            pl_reasons why;
            pl_rng r;
            pl_seed(&r, world);
            pl_view(g, &s, g->turn(&s), &other);
            g->guess(&other, g->turn(&s), &r);
            pl_agent *a = asked(kind(i / 4, 2000), g, &other, &why);
            size_t bytes = (size_t)why.options * sizeof *first;
            assert_true(bytes <= sizeof first);
            if (world == 0) memcpy(first, why.of, bytes);
            else assert_memory_equal(first, why.of, bytes);
            pl_agent_free(a);
        }
        pl_close(g);
    }
}

/* The mean score of one against random play, seats in turn. */
static double against_random(const pl_game *g, const char *one, int games)
{
    return mean_score(g, opened(one, g, 0), opened("random", g, 1), games);
}

/* Also where worlds come from a belief, and where nothing is hidden. */
static void searching_pays(void **state)
{
    const pl_game *whist = must_open("knockout_whist(players=2)"), *unseen = must_make(&pl_fog),
                  *four = must_open("connect4");
    (void)state;
    for (int i = 0; i < KINDS; i++) {
        int every_line = strstr(every_kind[i], "alphabeta") != NULL,
            enough = every_line ? 2000 : 500;
        assert_true(against_random(unseen, kind(i, enough), 200) > 0.5);
        assert_true(against_random(four, kind(i, enough), 20) > 0.7);
        if (!every_line) /* whist is too long for that */
            assert_true(against_random(whist, kind(i, enough), 40) > 0.2);
    }
    pl_close(whist);
    pl_close(unseen);
    pl_close(four);
}

/* One world is enough where there is but one, and what is proven in it is. */
static void nothing_hidden_is_proven(void **state)
{
    const pl_game *g = must_open("tictactoe");
    (void)state;
    for (int i = 0; i < 2; i++) {
        static const char *const spec[] = {"pimc(iterations=100000)",
                                           "pimc(iterations=100000,search=alphabeta)"};
        pl_state s;
        pl_reasons why;
        pl_start(g, &s);
        static const int moves[] = {4, 0, 2}; /* centre and corners: 6 has to be stopped */
        for (int k = 0; k < 3; k++) g->apply(&s, moves[k]);
        pl_agent *a = asked(spec[i], g, &s, &why);
        assert_int_equal(why.line[0], 6);
        assert_true(why.iterations < 100000);
        pl_agent_free(a);
        g->apply(&s, 1);
        a = asked(spec[i], g, &s, &why);
        const pl_opinion *o = &why.of[2]; /* 3, 5 and this are free */
        assert_int_equal(o->move, 6);
        assert_true(o->proven && o->value == 1);
        pl_agent_free(a);
    }
    pl_close(g);
}

static void seeds_give_the_same(void **state)
{
    const pl_game *g = must_open("knockout_whist");
    pl_state s;
    (void)state;
    some_position(g, 0, &s);
    for (int i = 0; i < KINDS; i++) {
        pl_reasons one, two;
        pl_agent *a = asked(kind(i, 2000), g, &s, &one), *b = asked(kind(i, 2000), g, &s, &two);
        assert_int_equal(one.iterations, two.iterations);
        assert_int_equal(one.length, two.length);
        assert_memory_equal(one.of, two.of, (size_t)one.options * sizeof *one.of);
        assert_memory_equal(one.line, two.line, (size_t)one.length * sizeof *one.line);
        pl_agent_free(a);
        pl_agent_free(b);
    }
    pl_close(g);
}

static void stop_when_watched(pl_agent *a, void *with)
{
    pl_reasons why;
    ++*(int *)with;
    assert_int_equal(pl_agent_why(a, &why), 0);
    assert_true(why.options == 7 && why.iterations > 0);
    double visits = 0;
    for (int i = 0; i < why.options; i++) visits += why.of[i].visits;
    assert_true(visits > 0);
    pl_agent_stop(a);
}

/* Iterations are counted over all worlds, also where there are fewer of them than
 * worlds; time ends a pick, and so does a stop. */
static void budgets_are_kept(void **state)
{
    static const char *const agent[] = {"pimc", "pimc", "epimc", "epimc"};
    static const char *const more[] = {"", ",search=alphabeta", "", ",search=alphabeta"};
    const pl_game *g = must_open("knockout_whist");
    pl_state s;
    (void)state;
    some_position(g, 0, &s);
    for (int i = 0; i < 4; i++) {
        static const struct {
            const char *budget;
            int64_t iterations;
        } t[] = {{"iterations=20011", 20011},
                 {"iterations=7", 7},
                 {"ms=20", 0},
                 {"iterations=1000000000000", 0}};
        for (int k = 0; k < 4; k++) {
            char spec[PL_SPEC_MAX];
            pl_reasons why;
            int watched = 0;
            snprintf(spec, sizeof spec, "%s(%s%s)", agent[i], t[k].budget, more[i]);
            pl_agent *a = opened(spec, g, g->turn(&s));
            a->watch = k == 3 ? stop_when_watched : NULL;
            a->with = &watched;
            assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
            pl_agent_why(a, &why);
            if (t[k].iterations) assert_int_equal(why.iterations, t[k].iterations);
            else assert_true(why.iterations > 0 && why.seconds > 0.005);
            assert_int_equal(watched, k == 3);
            pl_agent_free(a);
        }
    }
    pl_close(g);
}

int test_pimc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_is_played_sensibly),
        cmocka_unit_test(worlds_have_equal_parts),
        cmocka_unit_test(one_world_at_a_time_fuses_strategies),
        cmocka_unit_test(redealing_keeps_a_secret),
        cmocka_unit_test(nothing_hidden_is_used),
        cmocka_unit_test(searching_pays),
        cmocka_unit_test(nothing_hidden_is_proven),
        cmocka_unit_test(seeds_give_the_same),
        cmocka_unit_test(budgets_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
