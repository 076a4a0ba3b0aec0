/* returns.c -- learning from games once they are over comes to what traces come to. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "nets/net.h"
#include "parlor/train.h"
#include "tests/support/played.h"

/* What a round of games adds to the weights, a number for each; to be freed. */
static double *learnt(const char *game, int head, const char *method, int64_t *count)
{
    const pl_game *g = must_open("%s", game);
    pl_error err = {""};
    pl_train_plan plan = pl_train_usual(g);
    plan.method = method;
    plan.shape.width[0] = 8;
    plan.shape.kind[0] = head;
    plan.shape.size[0] = pl_head_size(g, head, &err);
    pl_trainer *t = pl_trainer_open(&plan, &err);
    if (!t) fail_msg("%s", err.text);
    pl_net *before = pl_net_copy(pl_trainer_net(t));
    if (pl_trainer_round(t, &err) != 1) fail_msg("%s", err.text);
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

/* Two ways to learn go the same way, the second so many times as far, but for so much. */
static void go_with(const char *game, int head, const char *one, const char *two, double times,
                    double but)
{
    int64_t n, m;
    double *a = learnt(game, head, one, &n), *b = learnt(game, head, two, &m);
    double aa = 0, bb = 0, off = 0;
    assert_int_equal(n, m);
    for (int64_t i = 0; i < n; i++) {
        b[i] /= times;
        aa += a[i] * a[i];
        bb += b[i] * b[i];
        off += (a[i] - b[i]) * (a[i] - b[i]);
    }
    if (!(aa > 0) || sqrt(off / aa) > but)
        fail_msg("%s, %s: %g and %g, and %g between them", game, one, sqrt(aa), sqrt(bb),
                 sqrt(off));
    free(a);
    free(b);
}

static void agree(const char *game, int head, const char *one, const char *two, double but)
{
    go_with(game, head, one, two, 1, but);
}

/* For small rates, for the step of one is what the next stands on (R. Sutton, 1988). */
static void games_teach_what_turns_teach(void **unused)
{
    (void)unused;
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
    (void)unused;
    agree("tictactoe", PL_WINS, "td(rate=0.00003,epsilon=0.5,lambda=0.5)",
          "td(rate=0.00003,epsilon=0.5,lambda=0.5,update=game)", 0.05);
}

/* One of them learns something else when lambda is another: the test above can fail. */
static void lambda_matters(void **unused)
{
    (void)unused;
    int64_t n;
    double *a = learnt("backgammon", PL_OUTCOMES, "td(rate=0.00003,lambda=0,update=game)", &n);
    double *b = learnt("backgammon", PL_OUTCOMES, "td(rate=0.00003,lambda=1,update=game)", &n);
    double aa = 0, off = 0;
    for (int64_t i = 0; i < n; i++) {
        aa += a[i] * a[i];
        off += (a[i] - b[i]) * (a[i] - b[i]);
    }
    assert_true(off > 0.25 * aa);
    free(a);
    free(b);
}

/* Without dice or exploring all games are the same, of four positions: ten times as many again
 * go ten times as far. */
static void replay_teaches_it_again(void **unused)
{
    (void)unused;
    go_with("tictactoe", PL_OUTCOMES, "td(rate=0.00003,update=game)",
            "td(rate=0.00003,update=game,replay=40)", 11, 0.05);
}

/* What it replays is of one round: so the file has all that it needs to go on. */
static void replay_is_resumed(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/parlor-replay-XXXXXX", path[64];
    const pl_game *g = must_open("tictactoe");
    pl_train_plan plan = pl_train_usual(g);
    pl_error err = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/net", folder);
    plan.method = "td(epsilon=0.1,update=game,replay=20)";
    plan.workers = 2;
    plan.shape.width[0] = 8;
    pl_trainer *a = pl_trainer_open(&plan, &err), *b;
    if (!a || pl_trainer_round(a, &err) != 1) fail_msg("%s", err.text);
    assert_int_equal(pl_trainer_save(a, path, &err), 0);
    if (!(b = pl_trainer_resume(path, g, 0, &err))) fail_msg("%s", err.text);
    assert_int_equal(pl_trainer_round(a, &err), 1);
    assert_int_equal(pl_trainer_round(b, &err), 1);
    assert_memory_equal(pl_trainer_net(a)->weight, pl_trainer_net(b)->weight,
                        (size_t)pl_trainer_net(a)->count * sizeof(float));
    pl_trainer_free(a);
    pl_trainer_free(b);
    plan.method = "td(replay=1)";
    assert_null(pl_trainer_open(&plan, &err));
    assert_non_null(strstr(err.text, "replay needs whole games"));
    pl_close(g);
    unlink(path);
    rmdir(folder);
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
