/* alphabeta.c -- the search of all lines: it finds what plain minimax finds, with
 * chance and with many players, too; solves what is small; and keeps its budget. */
#include "tests/agents/players.h"

static const double close_enough = 1e-7; /* a guess is kept a little away from the bounds */

/* An end, or a guess, which is kept from looking like the best or the worst. */
static void naive_leaf(const pl_game *g, const pl_state *s, double *out)
{
    double scale = pl_look_scale(g), lo = g->lo * scale + 4096, hi = g->hi * scale - 4096;
    int over = g->turn(s) == PL_OVER;
    if (over) g->score(s, out);
    for (int i = 0; i < g->players; i++)
        out[i] = over ? out[i] * scale : fmin(fmax(g->value(s, i) * scale, lo), hi);
}

/* What everybody gets at a depth, if each plays for itself or, where there is a
 * hero, all others against it: every line, one by one.  Each ply costs a unit. */
static void naive(const pl_game *g, const pl_state *s, int depth, int hero, double *out)
{
    pl_move list[PL_MOVES_MAX];
    int turn = g->turn(s), first = 1;
    if (turn == PL_OVER || depth == 0) {
        naive_leaf(g, s, out);
        return;
    }
    if (turn == PL_CHANCE) memset(out, 0, (size_t)g->players * sizeof *out);
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_state next = *s;
        double one[PL_SEATS_MAX];
        g->apply(&next, list[i]);
        naive(g, &next, depth - 1, hero, one);
        for (int k = 0; k < g->players; k++) one[k] = pl_far(one[k], 1);
        if (turn == PL_CHANCE) {
            for (int k = 0; k < g->players; k++) out[k] += pl_odds(g, s, list[i]) * one[k];
            continue;
        }
        int who = hero < 0 ? turn : hero;
        double gain = first ? 1 : one[who] - out[who];
        if (hero >= 0 && turn != hero && !first) gain = -gain;
        if (gain > 0) memcpy(out, one, (size_t)g->players * sizeof *out);
        first = 0;
    }
}

/* The value of each move is that of every line tried, and the move is the best. */
static void agrees(const pl_game *g, pl_agent *a, const pl_state *s, int depth, int hero)
{
    pl_reasons why;
    int seat = g->turn(s);
    double best = -INFINITY, got = 0;
    pl_move m = picked(a, s, &why);
    for (int i = 0; i < why.options; i++) {
        pl_state next = *s;
        double out[PL_SEATS_MAX];
        g->apply(&next, why.of[i].move);
        naive(g, &next, depth - 1, hero < 0 ? hero : seat, out);
        out[seat] /= pl_look_scale(g);
        if (fabs(why.of[i].value - out[seat]) > close_enough)
            fail_msg("%s: move %d at depth %d is worth %.9f, not %.9f", g->name,
                     (int)why.of[i].move, depth, out[seat], why.of[i].value);
        best = fmax(best, out[seat]);
        if (why.of[i].move == m) got = out[seat];
    }
    assert_true(got >= best - close_enough);
}

/* The same where only the best move is asked for: no other is said to be better. */
static void agrees_on_best(const pl_game *g, pl_agent *a, const pl_state *s, int depth)
{
    pl_reasons why;
    int seat = g->turn(s);
    double out[PL_SEATS_MAX];
    pl_move m = picked(a, s, &why);
    naive(g, s, depth, -1, out);
    out[seat] /= pl_look_scale(g);
    if (fabs(opinion_of(&why, m)->value - out[seat]) > close_enough)
        fail_msg("%s: the best move at depth %d is worth %.9f, not %.9f", g->name, depth, out[seat],
                 opinion_of(&why, m)->value);
    for (int i = 0; i < why.options; i++) assert_true(why.of[i].share == (why.of[i].move == m));
}

/* Of two players, with chance, and of more players, each of whom wants the most. */
typedef struct {
    const char *game;
    int depth, plies; /* to look ahead; played at most before that */
    int times;
} trial;

static const trial trials[] = {
    {"tictactoe", 9, 8, 60},
    {"tictactoe", 3, 4, 20},
    {"connect4", 4, 30, 20},
    {"connect4", 5, 36, 6},
    {"connect4(rows=3,cols=4,k=3)", 8, 6, 30},
    {"mnk(m=4,n=3,k=3)", 4, 6, 30},
    {"mnk(m=9,n=9,k=5)", 2, 20, 2},
    {"hex(size=3,swap=1)", 5, 4, 10},
    {"othello(size=4,score=discs)", 12, 8, 10},
    {"othello(size=6,score=squares)", 4, 24, 10},
    {"breakthrough(rows=5,cols=4)", 5, 20, 12},
    {"quoridor(size=3,walls=1)", 4, 10, 8},
    {"abalone", 2, 40, 2},
    {"pig(target=20)", 7, 40, 20},
    {"pig(target=10,faces=3,limit=14)", 14, 10, 10},
    {"backgammon(layout=hypergammon)", 3, 60, 6},
    {"backgammon(layout=hypergammon)", 2, 60, 10},
    {"pig(players=3,target=12)", 6, 40, 10},
    {"quoridor(size=3,walls=1,players=3)", 4, 12, 8},
    {"quoridor(size=3,walls=1,players=4)", 4, 12, 8},
};

static void check_trial(const trial *t, const pl_game *g, const char *extra, int hero)
{
    pl_agent *all = seated(g, 0, "alphabeta(depth=%d,all=1,memory=4%s)", t->depth, extra);
    pl_agent *best = seated(g, 0, "alphabeta(depth=%d,memory=4%s)", t->depth, extra);
    pl_rng r;
    pl_seed(&r, 7);
    for (int k = 0; k < t->times; k++) {
        pl_state s;
        if (!wander(g, &s, pl_below(&r, t->plies + 1), &r)) continue;
        agrees(g, all, &s, t->depth, hero);
        if (hero < 0) agrees_on_best(g, best, &s, t->depth);
    }
    pl_agent_free(all);
    pl_agent_free(best);
}

static void values_are_those_of_minimax(void **state)
{
    for (size_t i = 0; i < LENGTH(trials); i++) {
        const pl_game *g = must_open("%s", trials[i].game);
        check_trial(&trials[i], g, "", -1);
        if (g->players > 2) check_trial(&trials[i], g, ",players=paranoid", 0);
        pl_close(g);
    }
}

/* Plies to the end and score of the seat to move, where wins are wanted soon and
 * losses late: every line, one by one. */
static double naive_distance(const pl_game *g, const pl_state *s, int *plies)
{
    pl_move list[PL_MOVES_MAX];
    double best = -INFINITY, score[PL_SEATS_MAX];
    int turn = g->turn(s);
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_state next = *s;
        int after = 0;
        g->apply(&next, list[i]);
        if (g->turn(&next) == PL_OVER) g->score(&next, score);
        else score[turn] = -naive_distance(g, &next, &after);
        int sooner = score[turn] > 0 && after + 1 < *plies;
        int later = score[turn] < 0 && after + 1 > *plies;
        if (score[turn] < best || (score[turn] == best && !sooner && !later)) continue;
        best = score[turn];
        *plies = after + 1;
    }
    return best;
}

/* The line that it expects leads to the end: a win as soon as can be, a loss as
 * late; and the value is marked as proven. */
static void quick_wins_and_slow_losses(void **state)
{
    static const char *const games[] = {"tictactoe", "mnk(m=4,n=3,k=3)",
                                        "connect4(rows=4,cols=4,k=3)", "hex(size=3)"};
    pl_rng r;
    pl_seed(&r, 5);
    for (size_t i = 0; i < LENGTH(games); i++) {
        const pl_game *g = must_open("%s", games[i]);
        pl_agent *a = seated(g, 0, "alphabeta(depth=20)");
        for (int k = 0; k < 40; k++) {
            pl_state s;
            pl_reasons why;
            int plies = 0;
            if (!wander(g, &s, 3 + pl_below(&r, 5), &r)) continue;
            double score = naive_distance(g, &s, &plies);
            const pl_move m = picked(a, &s, &why);
            assert_true(opinion_of(&why, m)->proven == 1);
            assert_true(opinion_of(&why, m)->value == score);
            assert_int_equal(why.line[0], m);
            if (score != 0) assert_int_equal(why.length, plies);
            for (int n = 0; n < why.length; n++) g->apply(&s, why.line[n]);
            assert_int_equal(g->turn(&s), PL_OVER);
        }
        pl_agent_free(a);
        pl_close(g);
    }
}

typedef struct {
    const char *game, *agent;
    double value;
} fact;

static void check_facts(const fact *known, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const pl_game *g = must_open("%s", known[i].game);
        pl_agent *a = seated(g, 0, "%s", known[i].agent);
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_start(g, &s);
        const pl_opinion *o = opinion_of(&why, picked(a, &s, &why));
        if (!o->proven || o->value != known[i].value)
            fail_msg("%s is worth %g, proven: %d", known[i].game, o->value, (int)o->proven);
        pl_agent_free(a);
        pl_close(g);
    }
}

/* Values of connect four are J. Tromp's. */
static void small_games_are_solved(void **state)
{
    static const fact known[] = {
        {"tictactoe", "alphabeta", 0},
        {"mnk(m=4,n=4,k=4)", "alphabeta(depth=40,horizon=zero)", 0},
        {"mnk(m=4,n=3,k=3)", "alphabeta(depth=40,horizon=zero)", 1},
        {"hex(size=4)", "alphabeta(depth=16)", 1},
        {"connect4(rows=4,cols=4)", "alphabeta(depth=40,horizon=zero)", 0},
        {"connect4(rows=4,cols=5)", "alphabeta(depth=40,horizon=zero)", 0},
        {"connect4(rows=5,cols=4)", "alphabeta(depth=40,horizon=zero)", 0},
        {"othello(size=4,score=discs)", "alphabeta(depth=40,horizon=zero)", 3 - 11},
    };
    check_facts(known, LENGTH(known));
}

/* The largest boards that it is to solve: 20 seconds of a fast core, most of them for the last. */
static void larger_games_are_solved(void **state)
{
    static const fact known[] = {
        {"connect4(rows=4,cols=6)", "alphabeta(depth=250,horizon=zero)", -1},
        {"connect4(rows=5,cols=5)", "alphabeta(depth=250,horizon=zero,memory=4)", 0},
        {"connect4(rows=6,cols=5)", "alphabeta(depth=250,horizon=zero,memory=512)", 0},
    };
    check_facts(known, LENGTH(known));
}

/* The last moves of othello on 6x6: every one of them is proven, and worth what
 * trying all lines gives. */
static void endgames_are_exact(void **state)
{
    const pl_game *g = must_open("othello(size=6,score=discs)");
    pl_agent *a = seated(g, 0, "alphabeta(depth=40,all=1)");
    pl_rng r;
    int ends = 0;
    pl_seed(&r, 9);
    for (int i = 0; i < 20; i++) {
        pl_state s;
        pl_reasons why;
        if (!wander(g, &s, 25, &r)) continue;
        agrees(g, a, &s, 40, -1);
        pl_agent_why(a, &why);
        for (int k = 0; k < why.options; k++) assert_true(why.of[k].proven);
        ends++;
    }
    assert_true(ends >= 15);
    pl_agent_free(a);
    pl_close(g);
}

/* On 3x3 five of the nine openings of hex win. */
static void every_opening_is_valued(void **state)
{
    const pl_game *g = must_open("hex(size=3)");
    pl_agent *a = seated(g, 0, "alphabeta(depth=9,all=1)");
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    int wins = 0;
    pl_start(g, &s);
    picked(a, &s, &why);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(why.of[i].proven, 1);
        assert_true(fabs(why.of[i].value) == 1 && why.of[i].visits > 0);
        wins += why.of[i].value > 0;
    }
    assert_int_equal(wins, 5);
    pl_agent_free(a);
    pl_close(g);
}

/* The same thoughts of the same position, also after other games, and by an agent that is new. */
static void thoughts_repeat(void **state)
{
    const char *spec = "alphabeta(iterations=20000,memory=4)";
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, spec), *b = seated(g, 0, spec);
    pl_rng r;
    pl_seed(&r, 3);
    for (int i = 0; i < 20; i++) {
        pl_state s;
        pl_reasons one, two;
        if (!wander(g, &s, i, &r)) continue;
        if (i % 3 == 0) pl_agent_free(b);
        if (i % 3 == 0) b = seated(g, 0, spec);
        picked(a, &s, &one);
        picked(b, &s, &two);
        assert_true(one.iterations <= 20000 && one.iterations > 0);
        expect_same_reasons(spec, &one, &two);
    }
    pl_agent_free(a);
    pl_agent_free(b);
    pl_close(g);
}

static void one_position_is_enough(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    pl_start(g, &s);
    for (int n = 1; n < 60; n++) {
        pl_agent *a = seated(g, 0, "alphabeta(iterations=%d,memory=1)", n);
        picked(a, &s, &why);
        assert_int_equal(why.iterations, n);
        assert_int_equal(why.options, 7);
        assert_true(why.length >= 1);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* A full table forgets, and takes no more than its memory. */
static void memory_is_bounded(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, "alphabeta(iterations=16000000,memory=1,horizon=zero)");
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    pl_start(g, &s);
    picked(a, &s, &why);
    assert_true(why.nodes * why.node_bytes > 700000 && why.nodes * why.node_bytes <= 1000000);
    pl_agent_free(a);
    pl_close(g);
}

static void secrets_are_refused(void **state)
{
    expect_refusals(&(refusal){"kuhn", "alphabeta", "for kuhn there are ismcts and pimc"}, 1);
}

int test_alphabeta_larger(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(larger_games_are_solved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int test_alphabeta(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_minimax), cmocka_unit_test(quick_wins_and_slow_losses),
        cmocka_unit_test(small_games_are_solved),      cmocka_unit_test(every_opening_is_valued),
        cmocka_unit_test(endgames_are_exact),          cmocka_unit_test(thoughts_repeat),
        cmocka_unit_test(one_position_is_enough),      cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(secrets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
