/* mcts.c -- the tree search of games without secrets: it does not lose what is
 * drawn, proves what it can, keeps its tree, and stays within its memory. */
#include "tests/agents/players.h"

/* The score of the seat to move under best play, by trying everything. */
static double minimax(const pl_game *g, const pl_state *s, pl_move *best)
{
    pl_move list[PL_MOVES_MAX];
    double score[PL_SEATS_MAX], most = -INFINITY;
    int turn = g->turn(s);
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        pl_state next = *s;
        g->apply(&next, list[i]);
        if (g->turn(&next) == PL_OVER) g->score(&next, score);
        else score[turn] = -minimax(g, &next, NULL);
        if (score[turn] <= most) continue;
        most = score[turn];
        if (best) *best = list[i];
    }
    return most;
}

/* A perfect player, for a game small enough. */
static pl_move perfect_pick(pl_agent *a, const void *view)
{
    pl_state s = {.bytes = {0}};
    pl_move m = 0;
    memcpy(&s, view, (size_t)a->game->state_size);
    minimax(a->game, &s, &m);
    return m;
}

static const pl_agent_type perfect = {
    .abi = PL_ABI, .size = sizeof(pl_agent), .name = "perfect", .pick = perfect_pick};

static void tictactoe_is_never_lost(void **state)
{
    pl_error err;
    const pl_game *g = must_open("tictactoe");
    for (int seat = 0; seat < 2; seat++) {
        pl_agent *at[2];
        at[seat] = seated(g, seat, "mcts(iterations=5000)");
        at[1 - seat] = pl_agent_make(&perfect, "", g, 1, &err);
        for (uint64_t i = 0; i < 10; i++) {
            double score[2];
            pl_rng r;
            pl_seed(&at[seat]->rng, i);
            pl_seed(&r, i);
            assert_true(pl_play(g, at, &r, score) == 9);
            assert_true(score[0] == 0);
        }
        pl_agent_free(at[0]);
        pl_agent_free(at[1]);
    }
    pl_close(g);
}

/* Every position of a random game that is nearly over is judged as minimax does,
 * and the judgement is marked as proven. */
static void what_is_proven_is_true(void **state)
{
    const pl_game *g = must_open("mnk(m=4,n=3,k=3)");
    pl_agent *a = seated(g, 0, "mcts(iterations=20000)");
    pl_rng r;
    int proven = 0;
    pl_seed(&r, 3);
    for (int i = 0; i < 20; i++) {
        pl_state s;
        pl_reasons why;
        if (!wander(g, &s, 5, &r)) continue;
        double value = minimax(g, &s, NULL);
        pl_move m = picked(a, &s, &why);
        for (int k = 0; k < why.options; k++) {
            pl_state next = s;
            double score[2];
            const pl_opinion *o = &why.of[k];
            g->apply(&next, o->move);
            if (g->turn(&next) == PL_OVER) g->score(&next, score);
            else score[g->turn(&s)] = -minimax(g, &next, NULL);
            if (o->proven) assert_true(o->value == score[g->turn(&s)]);
            proven += o->proven;
            if (o->move == m) assert_true(score[g->turn(&s)] == value);
        }
    }
    assert_true(proven > 50);
    pl_agent_free(a);
    pl_close(g);
}

/* From the empty board every move is proven to draw: a move that is proven to draw does not keep
 * the search from the others.  In one megabyte the proof takes many times the nodes that there is
 * room for: what was visited least, and what is proven already, makes room for the rest. */
static void a_draw_is_proven(void **state)
{
    static const char *const specs[] = {"mcts(iterations=300000)",
                                        "mcts(iterations=300000,memory=1)"};
    const pl_game *g = must_open("mnk");
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_agent *a = seated(g, 0, "%s", specs[i]);
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_start(g, &s);
        picked(a, &s, &why);
        assert_true(why.iterations < 300000);
        for (int k = 0; k < why.options; k++)
            if (!why.of[k].proven || why.of[k].value != 0)
                fail_msg("%s: move %d is worth %g", specs[i], k, why.of[k].value);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* A win that is proven is taken, though after other moves a random game was won,
 * too, and comes first in no order. */
static void a_proven_win_is_taken(void **state)
{
    const char *line = "dcdffcccddffdgge";
    const pl_game *g = must_open("connect4");
    for (uint64_t seed = 0; seed < 20; seed++) {
        pl_state s = {.bytes = {0}};
        pl_agent *a = seated(g, 0, "mcts(iterations=30000,memory=8)");
        pl_seed(&a->rng, seed);
        pl_start(g, &s);
        for (const char *c = line; *c; c++) g->apply(&s, *c - 'a');
        assert_int_equal(pl_agent_pick(a, &s), 'e' - 'a');
        pl_agent_free(a);
    }
    pl_close(g);
}

/* Two points to win: any roll but a 1 wins at the next move, which is proven below
 * chance; a player who rolls wins six times of seven, at either seat. */
static void what_is_proven_under_chance_counts_for_its_seat(void **state)
{
    const pl_game *g = must_open("pig(target=2)");
    const char *line[] = {"", "roll 1"};
    for (int seat = 0; seat < 2; seat++) {
        pl_agent *a = seated(g, seat, "mcts(iterations=20000)");
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        play_line(g, &s, line[seat]);
        assert_int_equal(g->turn(&s), seat);
        picked(a, &s, &why);
        near(why.of[0].value, 5.0 / 7, 0.05);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* After both have moved, what was searched below counts still. */
static void the_tree_is_kept(void **state)
{
    const pl_game *g = must_open("connect4");
    for (int reuse = 0; reuse < 2; reuse++) {
        pl_state s = {.bytes = {0}};
        pl_reasons why;
        pl_agent *a = seated(g, 0, "mcts(iterations=2000,memory=4,reuse=%d)", reuse);
        pl_start(g, &s);
        for (int i = 0; i < 3; i++) {
            pl_move m = i == 1 ? 3 : pl_agent_pick(a, &s);
            pl_agent_tell(a, &s, m);
            if (i < 2) g->apply(&s, m);
        }
        pl_agent_why(a, &why);
        assert_int_equal(why.iterations, 2000);
        if (reuse) assert_true(visits_in(&why) > 2050);
        else assert_true(visits_in(&why) == 2000);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* A full tree is no larger than its memory, is packed often, and still gives a good move. */
static void memory_is_bounded(void **state)
{
    const pl_game *g = must_open("connect4");
    pl_agent *a = seated(g, 0, "mcts(iterations=200000,memory=1)");
    pl_state s = {.bytes = {0}};
    pl_reasons why;
    pl_start(g, &s);
    picked(a, &s, &why);
    assert_int_equal(why.iterations, 200000);
    assert_true(why.nodes > 1000 && 2 * why.nodes * why.node_bytes <= 1000000);
    assert_true(why.length >= 3 && why.line[0] == 3); /* the centre */
    pl_agent_free(a);
    pl_close(g);
}

/* Whole games with a tree that is full at every move: what is kept for the next one always
 * has moves, though much was given up, also where chance moves between. */
static void full_trees_play_whole_games(void **state)
{
    static const char *const games[] = {"tictactoe", "connect4", "pig(players=3,target=30)"};
    for (int i = 0; i < 3; i++) {
        const pl_game *g = must_open("%s", games[i]);
        pl_agent *at[3] = {NULL};
        double score[PL_SEATS_MAX];
        pl_rng r;
        pl_seed(&r, 1);
        for (int k = 0; k < g->players; k++)
            at[k] = seated(g, k, k ? "random" : "mcts(iterations=30000,memory=1)");
        for (int k = 0; k < 3; k++) assert_true(pl_play(g, at, &r, score) > 0);
        for (int k = 0; k < g->players; k++) pl_agent_free(at[k]);
        pl_close(g);
    }
}

/* A game in which there is room for hardly more than the moves of one position. */
typedef struct {
    int32_t ply, sum;
} wide;
enum { WIDE = 3500 };

static int wide_turn(const void *p)
{
    const wide *s = p;
    return s->ply == 4 ? PL_OVER : s->ply & 1;
}

static int wide_moves(const void *p, pl_move *out)
{
    (void)p;
    for (int i = 0; i < WIDE; i++) out[i] = i;
    return WIDE;
}

static void wide_apply(void *p, pl_move m)
{
    wide *s = p;
    s->sum = (s->sum * 31 + m) % 1009;
    s->ply++;
}

static void wide_score(const void *p, double *out)
{
    out[0] = ((const wide *)p)->sum & 1 ? 1 : -1;
    out[1] = -out[0];
}

static int wide_say(const void *p, pl_move m, char *buf, size_t n)
{
    (void)p;
    return snprintf(buf, n, "m%d", (int)m);
}

static int wide_show(const void *p, char *buf, size_t n)
{
    return snprintf(buf, n, "%d", (int)((const wide *)p)->sum);
}

static const pl_game pl_wide = {
    .abi = PL_ABI,
    .name = "wide",
    .about = "many moves",
    .rules = "Add numbers.",
    .players = 2,
    .actions = WIDE,
    .max_moves = WIDE,
    .max_plies = 4,
    .lo = -1,
    .hi = 1,
    .traits = PL_ZERO_SUM,
    .state_size = sizeof(wide),
    .turn = wide_turn,
    .moves = wide_moves,
    .apply = wide_apply,
    .score = wide_score,
    .say = wide_say,
    .show = wide_show,
};

static void wide_games_end_a_search(void **state)
{
    static const char *const specs[] = {"mcts(memory=1,iterations=20000)",
                                        "epimc(memory=1,depth=1,leaf=20000,iterations=40000)"};
    for (int i = 0; i < 2; i++) {
        const pl_game *g = must_make(&pl_wide);
        pl_state s = {.bytes = {0}};
        pl_agent *a = seated(g, 0, "%s", specs[i]);
        pl_start(g, &s);
        assert_in_range(pl_agent_pick(a, &s), 0, WIDE - 1);
        pl_agent_free(a);
        pl_close(g);
    }
}

static void what_it_cannot_play_is_refused(void **state)
{
    expect_refusals(
        &(refusal){"kuhn", "mcts", "mcts plays games without secrets; for kuhn there is ismcts"},
        1);
}

int test_mcts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_is_never_lost),
        cmocka_unit_test(what_is_proven_is_true),
        cmocka_unit_test(a_draw_is_proven),
        cmocka_unit_test(a_proven_win_is_taken),
        cmocka_unit_test(what_is_proven_under_chance_counts_for_its_seat),
        cmocka_unit_test(the_tree_is_kept),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(full_trees_play_whole_games),
        cmocka_unit_test(wide_games_end_a_search),
        cmocka_unit_test(what_it_cannot_play_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
