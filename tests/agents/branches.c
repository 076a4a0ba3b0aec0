/* branches.c -- the tree that an agent reports agrees with its reasons and with
 * the game. */
#include "tests/agents/players.h"

enum { NODES = 4096, DEEP = 16 };

/* What was reported, and how much of each node's visits is found below it. */
typedef struct {
    pl_branch of[NODES];
    double below[NODES];
    int parent[NODES];            /* -1: the root */
    int n, deepest, at[DEEP + 1]; /* the last one at each depth; the root is -1 */
} told;

static int listen(void *with, const pl_branch *b)
{
    told *t = with;
    assert_true(t->n < NODES && b->depth >= 1 && b->depth <= t->deepest);
    t->of[t->n] = *b;
    t->at[b->depth] = t->n;
    t->parent[t->n] = t->at[b->depth - 1];
    if (b->depth > 1) t->below[t->parent[t->n]] += b->visits;
    t->n++;
    return b->depth < t->deepest && t->n < NODES - 512;
}

/* Let an agent pick after some moves, and report its tree to a depth. */
static pl_agent *ask(const char *spec, const pl_game *g, const char *moves, int deepest, told *t)
{
    pl_state s;
    pl_reasons why;
    pl_agent *a = seated(g, 0, "%s", spec);
    play_line(g, &s, moves);
    picked(a, &s, &why);
    memset(t, 0, sizeof *t);
    t->deepest = deepest;
    t->at[0] = -1;
    assert_int_equal(pl_agent_tree(a, listen, t), 0);
    return a;
}

/* Every move that was tried is a branch at depth 1, with the same figures. */
static void agree(pl_agent *a, const told *t)
{
    pl_reasons why;
    int tried = 0;
    assert_int_equal(pl_agent_why(a, &why), 0);
    for (int i = 0; i < t->n; i++)
        for (int k = 0; t->of[i].depth == 1 && k < why.options; k++) {
            if (why.of[k].move != t->of[i].code) continue;
            assert_true(t->of[i].visits == why.of[k].visits);
            assert_int_equal(isnan(t->of[i].value), isnan(why.of[k].value));
            assert_false(fabs(t->of[i].value - why.of[k].value) > 1e-9);
            assert_int_equal(t->of[i].seat, a->seat);
            tried++;
        }
    assert_int_equal(tried, why.options);
}

static void boards_are_reported(void **state)
{
    static told t;
    const pl_game *g = must_open("tictactoe");
    pl_agent *a = ask("mcts(iterations=3000)", g, "b2", 2, &t);
    agree(a, &t);
    for (int i = 0; i < t.n; i++) {
        int own = t.of[i].depth == 1;
        assert_int_equal(t.of[i].seat, own ? 1 : 0);
        if (own) assert_true(t.below[i] <= t.of[i].visits && t.below[i] > 0);
    }
    pl_agent_free(a);
    pl_close(g);
}

static void chance_is_reported(void **state)
{
    static told t;
    const pl_game *g = must_open("pig(players=2,target=20)");
    pl_agent *a = ask("mcts(iterations=2000)", g, "", 2, &t);
    int outcomes = 0;
    agree(a, &t);
    for (int i = 0; i < t.n; i++) outcomes += t.of[i].depth == 2;
    assert_true(outcomes >= 6);
    pl_agent_free(a);
    pl_close(g);
}

/* With a king: after a bet that is called or passed, nothing is left to choose
 * and no value is kept; after a pass and a bet there is, and the value of what was
 * noticed is that of the choices below it. */
static void noticed_moves_are_reported(void **state)
{
    static told t;
    const pl_game *g = must_open("kuhn");
    pl_agent *a = ask("ismcts(iterations=4000)", g, "K J", 3, &t);
    double sum = 0, visits = 0, noticed = NAN;
    agree(a, &t);
    for (int i = 0; i < t.n; i++) {
        const pl_branch *b = &t.of[i];
        assert_true(b->seat == 0 && !b->shown);
        if (b->depth == 3) sum += b->visits * b->value, visits += b->visits;
        if (b->depth != 2) continue;
        int bet_after_pass = t.of[t.parent[i]].code == 0 && b->code == 1;
        if (bet_after_pass) noticed = b->value;
        else assert_true(isnan(b->value));
    }
    assert_true(fabs(noticed - sum / visits) < 1e-9);
    pl_agent_free(a);
    pl_close(g);
}

/* With one observer, others' moves have their own score; what a move shows to its own seat
 * stands below that move. */
static void shown_codes_are_reported(void **state)
{
    static told t;
    const pl_game *g = must_open("phantom(m=3,n=3,k=3)");
    int shown = 0, others = 0;
    pl_agent *a = ask("ismcts(iterations=3000,observers=single)", g, "b2 a1", 3, &t);
    for (int i = 0; i < t.n; i++) {
        shown += t.of[i].shown;
        others += t.of[i].seat == 1;
        if (t.of[i].shown) assert_true(i > 0 && t.of[i].depth == 2);
    }
    assert_true(shown > 0 && others > 0);
    pl_agent_free(a);
    pl_close(g);
}

/* An agent without a tree reports its moves and its line. */
static pl_move silent_pick(pl_agent *a, const void *view)
{
    return pl_any(a->game, view, &a->rng);
}

static void lines_are_reported(void **state)
{
    static const pl_agent_type silent = {
        .abi = PL_ABI, .size = sizeof(pl_agent), .name = "silent", .pick = silent_pick};
    static told t;
    pl_reasons why;
    int chain = 0;
    const pl_game *g = must_open("tictactoe");
    pl_agent *a = ask("alphabeta(depth=6)", g, "b2", DEEP, &t);
    agree(a, &t);
    pl_agent_why(a, &why);
    for (int i = 0; i < t.n; i++)
        if (t.of[i].depth > 1) assert_int_equal(t.of[i].code, why.line[1 + chain++]);
    assert_int_equal(chain, why.length - 1);
    assert_true(chain > 2);
    pl_agent_free(a);
    a = pl_agent_make(&silent, "", g, 1, NULL);
    assert_int_equal(pl_agent_tree(a, listen, &t), -1);
    pl_agent_free(a);
    /* Before it picked it thought nothing. */
    a = pl_agent_open("random", g, 1, NULL);
    assert_int_equal(pl_agent_why(a, &why), 0);
    assert_int_equal(why.options, 0);
    pl_agent_free(a);
    pl_close(g);
}

int test_branches(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_reported),        cmocka_unit_test(chance_is_reported),
        cmocka_unit_test(noticed_moves_are_reported), cmocka_unit_test(shown_codes_are_reported),
        cmocka_unit_test(lines_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
