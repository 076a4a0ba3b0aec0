/* alphabeta.c -- the search of all lines: it finds what plain minimax finds, with
 * chance and with many players, too; solves what is small; and keeps its budget. */
#include "parlor/agent.h"
#include "tests/support/played.h"

static const double close_enough = 1e-7; /* a guess is kept a little away from the bounds */

static pl_agent *opened(const char *spec, const pl_game *g)
{
    pl_error err = {""};
    pl_agent *a = pl_agent_open(spec, g, 1, &err);
    if (!a) fail_msg("%s: %s", spec, err.text);
    return a;
}

/* The state after so many random moves, and chance's where it is its turn; 0 if
 * the game was over before. */
static int wander(const pl_game *g, pl_state *s, int plies, pl_rng *r)
{
    *s = (pl_state){.bytes = {0}};
    pl_start(g, s);
    while (g->turn(s) != PL_OVER && (plies-- > 0 || g->turn(s) == PL_CHANCE))
        g->apply(s, pl_any(g, s, r));
    return g->turn(s) != PL_OVER;
}

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
 * hero, all others against him: every line, one by one.  Each ply costs a unit. */
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
    double best = -INFINITY, picked = 0;
    pl_agent_begin(a, seat);
    pl_move m = pl_agent_pick(a, s);
    assert_int_equal(pl_agent_why(a, &why), 0);
    for (int i = 0; i < why.options; i++) {
        pl_state next = *s;
        double out[PL_SEATS_MAX];
        g->apply(&next, why.of[i].move);
        naive(g, &next, depth - 1, hero < 0 ? hero : seat, out);
        out[seat] /= pl_look_scale(g);
        if (fabs(why.of[i].value - out[seat]) > close_enough)
            fail_msg("move %d at depth %d is worth %.9f, not %.9f", (int)why.of[i].move, depth,
                     out[seat], why.of[i].value);
        best = fmax(best, out[seat]);
        if (why.of[i].move == m) picked = out[seat];
    }
    assert_true(picked >= best - close_enough);
}

/* The same where only the best move is asked for: no other is said to be better. */
static void agrees_on_best(const pl_game *g, pl_agent *a, const pl_state *s, int depth)
{
    pl_reasons why;
    int seat = g->turn(s);
    double out[PL_SEATS_MAX];
    pl_agent_begin(a, seat);
    pl_move m = pl_agent_pick(a, s);
    pl_agent_why(a, &why);
    naive(g, s, depth, -1, out);
    out[seat] /= pl_look_scale(g);
    for (int i = 0; i < why.options; i++) {
        if (why.of[i].move == m && fabs(why.of[i].value - out[seat]) > close_enough)
            fail_msg("the best move at depth %d is worth %.9f, not %.9f", depth, out[seat],
                     why.of[i].value);
        assert_true(why.of[i].share == (why.of[i].move == m));
    }
}

typedef struct {
    const char *game;
    int depth, plies; /* to look ahead; played at most before that */
    int times;
} trial;

static void try_depths(const trial *t, size_t n, const char *extra, int hero)
{
    pl_rng r;
    pl_seed(&r, 7);
    for (size_t i = 0; i < n; i++) {
        const pl_game *g = must_open(t[i].game);
        char spec[80];
        snprintf(spec, sizeof spec, "alphabeta(depth=%d,all=1%s)", t[i].depth, extra);
        pl_agent *all = opened(spec, g);
        snprintf(spec, sizeof spec, "alphabeta(depth=%d%s)", t[i].depth, extra);
        pl_agent *best = opened(spec, g);
        for (int k = 0; k < t[i].times; k++) {
            pl_state s;
            if (!wander(g, &s, pl_below(&r, t[i].plies + 1), &r)) continue;
            agrees(g, all, &s, t[i].depth, hero);
            if (hero < 0) agrees_on_best(g, best, &s, t[i].depth);
        }
        pl_agent_free(all);
        pl_agent_free(best);
        pl_close(g);
    }
}

#define TRY(t, extra, hero) try_depths(t, sizeof t / sizeof *t, extra, hero)

static void two_players_are_minimax(void **state)
{
    static const trial t[] = {
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
    };
    (void)state;
    TRY(t, "", -1);
}

static void chance_is_averaged(void **state)
{
    static const trial t[] = {
        {"pig(target=20)", 7, 40, 20},
        {"pig(target=10,faces=3,limit=14)", 14, 10, 10},
        {"backgammon(layout=hypergammon)", 3, 60, 6},
        {"backgammon(layout=hypergammon)", 2, 60, 10},
    };
    (void)state;
    TRY(t, "", -1);
}

static void many_players_want_the_most(void **state)
{
    static const trial t[] = {
        {"pig(players=3,target=12)", 6, 40, 10},
        {"quoridor(size=3,walls=1,players=3)", 4, 12, 8},
        {"quoridor(size=3,walls=1,players=4)", 4, 12, 8},
    };
    (void)state;
    TRY(t, "", -1);
}

static void many_players_against_one(void **state)
{
    static const trial t[] = {
        {"pig(players=3,target=12)", 6, 40, 10},
        {"quoridor(size=3,walls=1,players=3)", 4, 12, 8},
        {"quoridor(size=3,walls=1,players=4)", 4, 12, 8},
    };
    (void)state;
    TRY(t, ",players=paranoid", 0);
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

static const pl_opinion *opinion_of(const pl_reasons *why, pl_move m)
{
    int i = 0;
    while (why->of[i].move != m) i++;
    return &why->of[i];
}

/* The line that it expects leads to the end: a win as soon as can be, a loss as
 * late; and the value is marked as proven. */
static void quick_wins_and_slow_losses(void **state)
{
    static const char *const games[] = {"tictactoe", "mnk(m=4,n=3,k=3)",
                                        "connect4(rows=4,cols=4,k=3)", "hex(size=3)"};
    pl_rng r;
    (void)state;
    pl_seed(&r, 5);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const pl_game *g = must_open(games[i]);
        pl_agent *a = opened("alphabeta(depth=20)", g);
        for (int k = 0; k < 40; k++) {
            pl_state s;
            pl_reasons why;
            int plies = 0;
            if (!wander(g, &s, 3 + pl_below(&r, 5), &r)) continue;
            double score = naive_distance(g, &s, &plies);
            pl_agent_begin(a, g->turn(&s));
            const pl_move m = pl_agent_pick(a, &s);
            pl_agent_why(a, &why);
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

/* The value of the start, proven. */
static double solved(const char *spec, const char *agent)
{
    const pl_game *g = must_open(spec);
    pl_agent *a = opened(agent, g);
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    pl_start(g, &s);
    pl_agent_begin(a, 0);
    pl_move m = pl_agent_pick(a, &s);
    pl_agent_why(a, &why);
    const pl_opinion *o = opinion_of(&why, m);
    double value = o->proven ? o->value : NAN;
    pl_agent_free(a);
    pl_close(g);
    return value;
}

/* Values of connect four on small boards are J. Tromp's; the one that is lost takes
 * some seconds. */
static void small_games_are_solved(void **state)
{
    const char *solve = "alphabeta(depth=40,horizon=zero)";
    (void)state;
    assert_true(solved("tictactoe", "alphabeta") == 0);
    assert_true(solved("mnk(m=4,n=4,k=4)", solve) == 0);
    assert_true(solved("mnk(m=4,n=3,k=3)", solve) == 1);
    assert_true(solved("hex(size=4)", "alphabeta(depth=16)") == 1);
    assert_true(solved("connect4(rows=4,cols=4)", solve) == 0);
    assert_true(solved("connect4(rows=4,cols=5)", solve) == 0);
    assert_true(solved("connect4(rows=5,cols=4)", solve) == 0);
#ifndef SANITIZED
    assert_true(solved("connect4(rows=4,cols=6)", solve) == -1);
#endif
    assert_true(solved("othello(size=4,score=discs)", solve) == 3 - 11);
}

/* The last moves of othello on 6x6: every one of them is proven, and worth what
 * trying all lines gives. */
static void endgames_are_exact(void **state)
{
    const pl_game *g = must_open("othello(size=6,score=discs)");
    pl_agent *a = opened("alphabeta(depth=40,all=1)", g);
    pl_rng r;
    int ends = 0;
    (void)state;
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
    pl_agent *a = opened("alphabeta(depth=9,all=1)", g);
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    int wins = 0;
    (void)state;
    pl_start(g, &s);
    pl_agent_begin(a, 0);
    pl_agent_pick(a, &s);
    pl_agent_why(a, &why);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(why.of[i].proven, 1);
        assert_true(fabs(why.of[i].value) == 1 && why.of[i].visits > 0);
        wins += why.of[i].value > 0;
    }
    assert_int_equal(wins, 5);
    pl_agent_free(a);
    pl_close(g);
}

/* The same thoughts of the same position, also after another game; and a count of
 * positions is kept to. */
static void thoughts_repeat(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_agent *a = opened("alphabeta(iterations=20000)", g),
             *b = opened("alphabeta(iterations=20000)", g);
    pl_rng r;
    pl_seed(&r, 3);
    (void)state;
    for (int i = 0; i < 20; i++) {
        pl_state s;
        pl_reasons one, two;
        if (!wander(g, &s, i, &r)) continue;
        pl_agent_begin(a, g->turn(&s));
        if (i % 3 == 0) pl_agent_free(b);
        if (i % 3 == 0) b = opened("alphabeta(iterations=20000)", g);
        pl_agent_begin(b, g->turn(&s));
        assert_int_equal(pl_agent_pick(a, &s), pl_agent_pick(b, &s));
        pl_agent_why(a, &one);
        pl_agent_why(b, &two);
        assert_int_equal(one.iterations, two.iterations);
        assert_true(one.iterations <= 20000 && one.iterations > 0);
        for (int k = 0; k < one.options; k++)
            assert_memory_equal(&one.of[k], &two.of[k], sizeof *one.of);
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
    (void)state;
    pl_start(g, &s);
    for (int n = 1; n < 60; n++) {
        char spec[64];
        snprintf(spec, sizeof spec, "alphabeta(iterations=%d)", n);
        pl_agent *a = opened(spec, g);
        pl_agent_begin(a, 0);
        assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
        pl_agent_why(a, &why);
        assert_int_equal(why.iterations, n);
        assert_int_equal(why.options, 7);
        assert_true(why.length >= 1);
        pl_agent_free(a);
    }
    pl_close(g);
}

static void stop_when_watched(pl_agent *a, void *with)
{
    pl_reasons why;
    ++*(int *)with;
    assert_int_equal(pl_agent_why(a, &why), 0);
    assert_int_equal(why.options, 7);
    assert_true(why.length >= 1 && why.iterations > 0 && why.seconds > 0);
    assert_true(opinion_of(&why, why.line[0])->share == 1);
    pl_agent_stop(a);
}

static void a_stop_ends_a_pick(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_agent *a = opened("alphabeta(depth=42,memory=4)", g);
    pl_state s = {.bytes = {0}};
    int watched = 0;
    (void)state;
    pl_start(g, &s);
    pl_agent_begin(a, 0);
    a->watch = stop_when_watched;
    a->with = &watched;
    for (int i = 0; i < 2; i++) assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
    assert_int_equal(watched, 2);
    pl_agent_free(a);
    pl_close(g);
}

/* A full table forgets, and holds no more than told. */
static void memory_is_bounded(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_agent *a = opened("alphabeta(iterations=4000000,memory=1,horizon=zero)", g);
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    (void)state;
    pl_start(g, &s);
    pl_agent_begin(a, 0);
    assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
    pl_agent_why(a, &why);
    assert_true(why.nodes > 1000 && why.nodes * why.node_bytes <= 1000000);
    pl_agent_free(a);
    pl_close(g);
}

static void secrets_are_refused(void **state)
{
    pl_error err = {""};
    const pl_game *g = must_open("kuhn");
    (void)state;
    assert_null(pl_agent_open("alphabeta", g, 1, &err));
    assert_non_null(strstr(err.text, "for kuhn there are ismcts and pimc"));
    pl_close(g);
}

/* Perfect play never loses what is drawn. */
static void tictactoe_is_never_lost(void **state)
{
    const pl_game *g = must_open("tictactoe");
    pl_agent *a = opened("alphabeta", g), *b = opened("random", g);
    pl_rng r;
    int won = 0;
    pl_seed(&r, 1);
    (void)state;
    for (int i = 0; i < 100; i++) {
        double score[2];
        assert_true(pl_play(g, i % 2 ? (pl_agent *[]){b, a} : (pl_agent *[]){a, b}, &r, score) > 0);
        assert_true(score[i % 2] >= 0);
        won += score[i % 2] > 0;
    }
    assert_true(won > 70);
    pl_agent_free(a);
    pl_agent_free(b);
    pl_close(g);
}

int test_alphabeta(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_are_minimax),
        cmocka_unit_test(chance_is_averaged),
        cmocka_unit_test(many_players_want_the_most),
        cmocka_unit_test(many_players_against_one),
        cmocka_unit_test(quick_wins_and_slow_losses),
        cmocka_unit_test(small_games_are_solved),
        cmocka_unit_test(every_opening_is_valued),
        cmocka_unit_test(endgames_are_exact),
        cmocka_unit_test(thoughts_repeat),
        cmocka_unit_test(one_position_is_enough),
        cmocka_unit_test(a_stop_ends_a_pick),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(secrets_are_refused),
        cmocka_unit_test(tictactoe_is_never_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
