/* returns.c -- learning from games once they are over learns what traces learn. */
#include "tests/learn/trained.h"

/* What a round of games adds to the weights, a number for each; to be freed. */
static double *learnt(const char *game, int head, const char *method, int64_t *count)
{
    const pl_game *g = must_open("%s", game);
    pl_train_plan plan = small_plan(g, method, 8);
    one_head(&plan, head);
    pl_trainer *t = must_open_trainer(&plan);
    pl_net *before = pl_net_copy(pl_trainer_net(t));
    must_play(t, 1);
    const pl_net *after = pl_trainer_net(t);
    *count = after->count;
    double *by = calloc((size_t)*count, sizeof *by);
    for (int64_t i = 0; i < *count; i++)
        by[i] = (double)after->weight[i] - (double)before->weight[i];
    pl_net_free(before);
    pl_trainer_free(t);
    pl_close(g);
    return by;
}

/* How far two ways to learn are apart, in lengths of the first; the second goes so many times as far. */
static double apart(const char *game, int head, const char *one, const char *two, double times)
{
    int64_t n, m;
    double *a = learnt(game, head, one, &n), *b = learnt(game, head, two, &m);
    double aa = 0, off = 0;
    assert_int_equal(n, m);
    for (int64_t i = 0; i < n; i++) {
        aa += a[i] * a[i];
        off += (a[i] - b[i] / times) * (a[i] - b[i] / times);
    }
    free(a);
    free(b);
    assert_true(aa > 0);
    return sqrt(off / aa);
}

static void agree(const char *game, int head, const char *one, const char *two, double most)
{
    double is = apart(game, head, one, two, 1);
    if (!(is <= most)) fail_msg("%s, %s: %g apart", game, one, is);
}

/* For small rates, for the step of one is what the next stands on (R. Sutton, 1988). */
static void games_teach_what_turns_teach(void **unused)
{
    agree("backgammon", PL_OUTCOMES, "td(rate=0.00003,update=turn)", "td(rate=0.00003,update=game)",
          0.03);
    agree("backgammon", PL_SCORE, "td(rate=0.00003,lambda=0)",
          "td(rate=0.00003,lambda=0,update=game)", 0.05);
    agree("leduc", PL_SCORE, "td(rate=0.00003,lambda=1,turns=every)",
          "td(rate=0.00003,lambda=1,turns=every,update=game)", 0.05);
}

/* Where a move explored, what came before ends there. */
static void explorers_begin_anew(void **unused)
{
    agree("tictactoe", PL_WINS, "td(rate=0.00003,epsilon=0.5,lambda=0.5)",
          "td(rate=0.00003,epsilon=0.5,lambda=0.5,update=game)", 0.05);
}

/* With another lambda something else is learnt: the tests above can fail. */
static void lambda_matters(void **unused)
{
    assert_true(apart("backgammon", PL_OUTCOMES, "td(rate=0.00003,lambda=0,update=game)",
                      "td(rate=0.00003,lambda=1,update=game)", 1) > 0.5);
}

/* Without dice or exploring all games are the same, of four positions: ten times as many again
 * go ten times as far. */
static void replay_teaches_it_again(void **unused)
{
    assert_true(apart("tictactoe", PL_OUTCOMES, "td(rate=0.00003,update=game)",
                      "td(rate=0.00003,update=game,replay=40)", 11) <= 0.05);
}

/* What it replays is of one round: so the file has all that it needs to go on. */
static void replay_is_resumed(void **unused)
{
    char path[128];
    const pl_game *g = must_open("tictactoe");
    pl_trainer *a = must_train(g, "td(epsilon=0.1,update=game,replay=20)", 2);
    must_play(a, 1);
    must_save(a, new_file(path));
    pl_trainer *b = must_resume(path, g);
    must_play(a, 1);
    must_play(b, 1);
    assert_true(same_nets(a, b));
    pl_trainer_free(a);
    pl_trainer_free(b);
    method_refused(g, "td(replay=1)", "replay needs whole games");
    pl_close(g);
    drop_file(path);
}

int test_returns(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_teach_what_turns_teach),
        cmocka_unit_test(explorers_begin_anew),
        cmocka_unit_test(lambda_matters),
        cmocka_unit_test(replay_teaches_it_again),
        cmocka_unit_test(replay_is_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
