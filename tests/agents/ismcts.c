/* ismcts.c -- searching where something is hidden: the traps that searches of guessed worlds fall
 * into and those that they do not, a leak of the truth, threads, refusals. */
#include "parlor/laws.h"
#include "tests/agents/kinds.h"
#include "tests/agents/players.h"
#include "tests/agents/traps.h"
#include "tests/support/fog.h"

/* What this kind of search thinks of s, and picks; the agent is to be freed. */
static pl_agent *asked(const search_kind *kind, const char *budget, const pl_game *g,
                       const pl_state *s, pl_move *m, pl_reasons *why)
{
    pl_agent *a = seated(g, 0, kind->spec, budget);
    *m = picked(a, s, why);
    return a;
}

static int is_ismcts(const search_kind *kind)
{
    return !strncmp(kind->spec, "ismcts", 6);
}

/* Kuhn poker after a bet: with a king it calls, with a jack it passes, as each knows what comes of
 * it.  A queen that calls wins 2 from a jack and loses 2 to a king, one as likely as the other. */
static void kuhn_is_played_sensibly(void **state)
{
    const pl_game *g = must_open("kuhn(start=0)");
    for (size_t i = 0; i < 3 * LENGTH(kinds); i++) {
        static const char *const lines[] = {"Q J bet", "K Q bet", "Q K bet"};
        const search_kind *kind = &kinds[i / 3];
        int card = (int)i % 3, king = card == 2;
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_move m;
        if (kind->is & OPEN) continue;
        play_line(g, &s, lines[card]);
        pl_agent *a = asked(kind, "iterations=2000", g, &s, &m, &why);
        assert_int_equal(why.options, 2);
        assert_true(why.of[0].value == -1);
        if (card == 1) assert_true(fabs(why.of[1].value) < 1);
        int expects = strncmp(kind->spec, "rollout", 7) ? why.length && why.line[0] == king : 1;
        if (card != 1 && (m != king || why.of[1].value != (king ? 2 : -2) ||
                          why.of[king].share <= 0.9 || !expects))
            fail_msg("%s plays %d with card %d", kind->spec, (int)m, card);
        assert_true(why.iterations > 0 && why.iterations <= 2000 && why.seconds > 0);
        if (is_ismcts(kind)) assert_true(visits_in(&why) == 2000 && why.nodes >= 3);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* One iteration a world lets each world try but one move. */
static void worlds_have_equal_parts(void **state)
{
    const pl_game *g = must_open("knockout_whist");
    pl_rng r;
    pl_state s;
    pl_reasons why;
    pl_seed(&r, 7);
    wander(g, &s, 0, &r);
    for (int worlds = 1; worlds <= 7; worlds += 6) {
        double most = 0;
        pl_agent *a = seated(g, 0, "pimc(iterations=7,worlds=%d)", worlds);
        picked(a, &s, &why);
        assert_int_equal(why.options, 7);
        for (int i = 0; i < 7; i++) most = fmax(most, why.of[i].visits);
        assert_int_equal(most > 1, worlds > 1);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* The coin cannot be known, so what can be kept is kept.  A search of one world at a time thinks
 * that it will know the coin; one that does so only after it was guessed does not. */
static void one_world_at_a_time_fuses_strategies(void **state)
{
    const pl_game *g = must_make(&pl_coin);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        int fuses = kinds[i].is & FUSES;
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_move m;
        if (kinds[i].is & OPEN) continue;
        g->apply(&s, 0);
        pl_agent *a = asked(&kinds[i], "iterations=5000", g, &s, &m, &why);
        near(why.of[COIN_KEEP].value, 0.25, 1e-5);
        double guess = why.of[COIN_GUESS].value;
        if (m != (fuses ? COIN_GUESS : COIN_KEEP) || (fuses ? guess < 0.9 : guess > 0.5))
            fail_msg("%s: guessing is worth %g", kinds[i].spec, guess);
        if (strstr(kinds[i].spec, "40,search=alphabeta")) near(guess, 1, 1e-5);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* The seat has nothing in all worlds that it looks at, so it thinks that the other knows, and
 * calls; where the other's worlds are dealt anew it finds that the other cannot know. */
static void redealing_keeps_a_secret(void **state)
{
    const pl_game *g = must_make(&pl_bluff);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        int redeals = kinds[i].is & REDEALS, plain = !strstr(kinds[i].spec, "policy");
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_move m;
        if (kinds[i].is & OPEN || !strncmp(kinds[i].spec, "rollout", 7)) continue;
        g->apply(&s, 0);
        pl_agent *a = asked(&kinds[i], "iterations=10000", g, &s, &m, &why);
        double bet = why.of[BLUFF_BET].value;
        if (m != (redeals ? BLUFF_BET : BLUFF_PASS))
            fail_msg("%s: a bluff is worth %g", kinds[i].spec, bet);
        assert_true(why.of[BLUFF_PASS].value == 0);
        if (is_ismcts(&kinds[i]) && plain) assert_true(redeals ? bet > 0.5 : bet < -0.5);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* What a tree says of asking: the value of it, and of the deal alone; and how often it then bets
 * on a and on b, after "go". */
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

static asking ask_about(const char *observers)
{
    const pl_game *g = must_make(&pl_ask);
    pl_agent *a = seated(g, 0, "ismcts(iterations=50000,observers=%s)", observers);
    asking out = {.bets = {0}};
    pl_state s;
    pl_start(g, &s);
    pl_agent_pick(a, &s);
    assert_int_equal(pl_agent_tree(a, hear, &out), 0);
    pl_agent_free(a);
    pl_close(g);
    return out;
}

/* What another's move reveals of its secret is learnt where it has a tree of its own; the single
 * observer takes it for as ignorant as itself.  Half of what was dealt ends with "stop", which no
 * choice of the asker counts, so the deal alone has no value; but for the single observer it
 * hardly ever does. */
static void what_a_move_reveals_is_learnt(void **state)
{
    asking many = ask_about("multiple");
    assert_true(fabs(many.value) < 0.1 && many.bets[1] > 9 * many.bets[0]);
    assert_true(isnan(many.deal));
    asking one = ask_about("single");
    assert_true(one.value > 0.15 && one.bets[1] < 2 * one.bets[0]);
    assert_true(fabs(one.deal - one.value) < 0.02);
}

/* Whether a seat's agent, seeded alike, thinks alike in all of some worlds that look the same to
 * it; it gets the true state instead of the view if leak is set. */
static int thinks_alike(const search_kind *kind, const pl_game *g, int leak)
{
    pl_opinion first[64];
    pl_state s, view;
    pl_rng r;
    int alike = 1;
    pl_seed(&r, 11);
    wander(g, &s, 0, &r);
    int seat = g->turn(&s);
    pl_view(g, &s, seat, &view);
    for (uint64_t world = 0; world < 6; world++) {
        pl_reasons why;
        pl_seed(&r, world);
        s = view;
        g->guess(&s, seat, &r);
        pl_agent *a = seated(g, seat, kind->spec, "iterations=300");
        if (leak) a->type->pick(a, &s);
        else assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
        pl_agent_why(a, &why);
        size_t bytes = (size_t)why.options * sizeof *first;
        assert_true(bytes <= sizeof first);
        if (world == 0) memcpy(first, why.of, bytes);
        alike &= !memcmp(first, why.of, bytes);
        pl_agent_free(a);
    }
    return alike;
}

static void a_leak_is_caught(void **state)
{
    static const char *const games[] = {"kuhn",      "leduc",   "liars_dice",
                                        "goofspiel", "phantom", "knockout_whist"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        const pl_game *g = must_open("%s", games[i]);
        for (size_t k = 0; k < LENGTH(kinds); k++) {
            if (kinds[k].is & (OPEN | RACES)) continue;
            if (!thinks_alike(&kinds[k], g, 0)) fail_msg("%s at %s", kinds[k].spec, games[i]);
            /* A search that does look into the state is found where it matters. */
            if (i < 3 && strstr(kinds[k].spec, "1,observers=") && thinks_alike(&kinds[k], g, 1))
                fail_msg("%s at %s: what leaks is not found", kinds[k].spec, games[i]);
        }
        pl_close(g);
    }
}

/* What the agent thinks at the first move of a deal of whist. */
static void think(const pl_game *g, const char *args, pl_opinion *out)
{
    pl_state s;
    pl_rng r;
    pl_reasons why;
    pl_agent *a = seated(g, 0, "ismcts(%s)", args);
    pl_seed(&r, 6);
    wander(g, &s, 0, &r);
    picked(a, &s, &why);
    memset(out, 0, 7 * sizeof *out);
    memcpy(out, why.of, (size_t)why.options * sizeof *out);
    pl_agent_free(a);
}

/* Many trees give the same on any number of threads, with any policy.  Without execution, threads
 * search a tree each; one alone searches as if none were asked for. */
static void threads_change_nothing(void **state)
{
#define TREES(policy, threads)                                                                     \
    "iterations=3001,execution=root,trees=4,policy=" policy ",threads=" threads
    static const char *const same[][2] = {
        {TREES("ucb1", "1"), TREES("ucb1", "2")},
        {TREES("ucb1", "1"), TREES("ucb1", "3")},
        {TREES("exp3", "1"), TREES("exp3", "4")},
        {TREES("sw_ucb", "1"), TREES("sw_ucb", "3")},
        {TREES("d_ucb", "1"), TREES("d_ucb", "4")},
        {TREES("rm", "1"), TREES("rm", "2")},
        {"iterations=500,threads=3", "iterations=500,execution=root,threads=1"},
        {"iterations=500,threads=1", "iterations=500,execution=sequential"},
        {"iterations=500", "iterations=500,execution=sequential,threads=1"},
    };
    const pl_game *g = must_open("knockout_whist");
    for (size_t i = 0; i < LENGTH(same); i++) {
        pl_opinion one[7], other[7];
        think(g, same[i][0], one);
        think(g, same[i][1], other);
        if (memcmp(one, other, sizeof one)) fail_msg("%s is not %s", same[i][0], same[i][1]);
    }
    pl_close(g);
}

static void what_does_not_go_together_is_refused(void **state)
{
    static const refusal cases[] = {
        {"kuhn", "ismcts(execution=tree,policy=exp3)", "execution=tree is for policy=ucb1"},
        {"kuhn", "ismcts(execution=root,trees=256,policy=rm,memory=1)",
         "ismcts: memory=1 is too little for 256 trees; 2 and more is accepted"},
        {"kuhn", "ismcts(execution=tree,threads=256,memory=1)",
         "too little for 256 threads; 135 and more is accepted"},
        {"kuhn", "ismcts(window=10)", "; without it only "},
        {"kuhn", "ismcts(discount=0.9)", "; without it only "},
        {"kuhn", "ismcts(trees=2)", "; without it only "},
        {"kuhn", "ismcts(policy=d_ucb,window=10)", "; without it only "},
        {"kuhn", "ismcts(execution=tree,trees=2)", "; without it only "},
        {"kuhn", "ismcts(execution=sequential,threads=2)", "with sequential 0 and 1 are accepted"},
        {"kuhn", "ismcts(threads=5)", "too many for trees=4"},
    };
    pl_error err;
    const pl_game *unseen = must_make(&pl_fog);
    expect_refusals(cases, LENGTH(cases));
    assert_null(pl_agent_open("ismcts(worlds=redeal)", unseen, 1, &err));
    assert_non_null(strstr(err.text, "worlds=once is accepted"));
    pl_close(unseen);
}

/* One world is enough where there is but one, and what is proven in it is. */
static void nothing_hidden_is_proven(void **state)
{
    static const char *const specs[] = {"pimc(iterations=100000)",
                                        "pimc(iterations=100000,search=alphabeta)"};
    const pl_game *g = must_open("tictactoe");
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_state s;
        pl_reasons why;
        pl_agent *a = seated(g, 0, specs[i]);
        play_line(g, &s, "b2 a3 c3"); /* the corner a1 has to be stopped */
        pl_move corner = pl_parse(g, &s, "a1");
        assert_int_equal(picked(a, &s, &why), corner);
        assert_int_equal(why.line[0], corner);
        assert_true(why.iterations < 100000);
        play_on(g, &s, "b3"); /* and here it wins */
        picked(a, &s, &why);
        assert_true(opinion_of(&why, corner)->proven && opinion_of(&why, corner)->value == 1);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* The small games keep the laws of all games, else they prove nothing. */
static void traps_are_lawful(void **state)
{
    const pl_game *all[] = {&pl_coin, &pl_ask, &pl_bluff};
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
        cmocka_unit_test(worlds_have_equal_parts),
        cmocka_unit_test(one_world_at_a_time_fuses_strategies),
        cmocka_unit_test(redealing_keeps_a_secret),
        cmocka_unit_test(what_a_move_reveals_is_learnt),
        cmocka_unit_test(a_leak_is_caught),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(nothing_hidden_is_proven),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
