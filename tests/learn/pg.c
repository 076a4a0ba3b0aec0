/* pg.c -- policy gradients: they rest where they should, advantages and steps are what they are
 * defined to be, the same plan gives the same net on any number of threads, what
 * was saved goes on as if it had never stopped, and small games with secrets are learnt. */
#include <stdlib.h>
#include <unistd.h>

#include "learn/adam.h"
#include "learn/episodes.h"
#include "learn/surrogate.h"
#include "nets/net.h"
#include "parlor/exploit.h"
#include "parlor/train.h"
#include "tests/support/played.h"

enum { ACTIONS = 5 };

/* Where each action is as likely as its advantage and a magnet have it, nothing moves, in the mean
 * over actions; elsewhere it does. */
static void policies_rest_where_they_should(void **unused)
{
    (void)unused;
    pl_rng r;
    pl_seed(&r, 1);
    for (int i = 0; i < 100; i++) {
        double gain[ACTIONS], sum = 0, lured = 0, moved[2][ACTIONS] = {{0}};
        float p[ACTIONS] = {0}, magnet[ACTIONS] = {0}, slope[ACTIONS];
        uint64_t legal = 3 | (uint64_t)pl_below(&r, 8) << 2;
        pl_decision d = {.p = p, .legal = &legal, .n = ACTIONS, .clip = 0.2f};
        d.magnet = i % 2 ? magnet : NULL;
        d.pull = 0.7f;
        d.heat = 0.3f;
        for (int k = 0; k < ACTIONS; k++) {
            gain[k] = pl_unit(&r) - 0.5;
            magnet[k] = legal >> k & 1 ? 1 + (float)pl_unit(&r) : 0;
            lured += (double)magnet[k];
        }
        for (int k = 0; k < ACTIONS; k++) magnet[k] /= (float)lured;
        for (int k = 0; k < ACTIONS; k++) {
            double to = gain[k] + (d.magnet ? 0.7 * log(fmax((double)magnet[k], 1e-9)) : 0);
            p[k] = legal >> k & 1 ? (float)exp(to / (d.magnet ? 1 : 0.3)) : 0;
            sum += (double)p[k];
        }
        for (int k = 0; k < ACTIONS; k++) p[k] /= (float)sum;
        for (int off = 0; off < 2; off++)
            for (d.action = 0; d.action < ACTIONS; d.action++) {
                if (!(legal >> d.action & 1)) continue;
                d.old = p[d.action];
                d.advantage = (float)gain[d.action] + (off && d.action == 1 ? 0.1f : 0);
                pl_surrogate(&d, slope);
                for (int k = 0; k < ACTIONS; k++) moved[off][k] += (double)d.old * (double)slope[k];
                for (int k = 0; k < ACTIONS; k++)
                    if (!(legal >> k & 1)) assert_true(slope[k] == 0);
            }
        int rare = 0;
        for (int k = 0; k < ACTIONS; k++) rare |= p[k] > 0 && p[k] < 0.06f;
        if (rare) continue;
        for (int k = 0; k < ACTIONS; k++) near(moved[0][k], 0, 1e-5);
        assert_true(moved[1][1] < -0.01);
    }
}

/* What has moved far enough in a round is left alone, but not what goes back. */
static void steps_are_clipped(void **unused)
{
    (void)unused;
    const float p[2] = {0.9f, 0.1f};
    const uint64_t legal = 3;
    float slope[2];
    pl_decision d = {.p = p, .legal = &legal, .n = 2, .old = 0.5f, .clip = 0.2f, .advantage = 1};
    pl_surrogate(&d, slope);
    assert_true(slope[0] == 0 && slope[1] == 0);
    d.advantage = -1;
    pl_surrogate(&d, slope);
    near((double)slope[0], 1, 1e-6);
    near((double)slope[1], -1, 1e-6);
}

static void steps_are_those_of_adam(void **unused)
{
    (void)unused;
    float w[2] = {1, 1}, mean[2] = {0}, square[2] = {0};
    const float one[2] = {4, -0.01f}, two[2] = {0, -0.01f};
    pl_adam(w, one, mean, square, 2, 0.1, 1);
    near((double)w[0], 0.9, 1e-5); /* the first step is as long as the rate */
    near((double)w[1], 1.1, 1e-5);
    pl_adam(w, two, mean, square, 2, 0.1, 2);
    double m = 0.9 * 0.4 / (1 - 0.81), v = 0.999 * 0.016 / (1 - 0.999 * 0.999);
    near((double)w[0], 0.9 - 0.1 * m / sqrt(v), 1e-4);
    near((double)w[1], 1.2, 1e-4);
}

static pl_train_plan plan_of(const pl_game *g, const char *method, int hidden)
{
    pl_train_plan plan = pl_train_usual_by(g, "pg");
    plan.method = method;
    plan.shape.width[0] = hidden;
    return plan;
}

static pl_trainer *must_train(const pl_game *g, const char *method, int workers)
{
    pl_error err = {""};
    pl_train_plan plan = plan_of(g, method, 8);
    plan.workers = workers;
    pl_trainer *t = pl_trainer_open(&plan, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

static void must_play(pl_trainer *t, int rounds)
{
    pl_error err = {""};
    while (rounds--)
        if (pl_trainer_round(t, &err) != 1) fail_msg("%s", err.text);
}

static void same_nets(const pl_trainer *a, const pl_trainer *b)
{
    const pl_net *one = pl_trainer_net(a), *two = pl_trainer_net(b);
    assert_int_equal(one->count, two->count);
    assert_memory_equal(one->weight, two->weight, (size_t)one->count * sizeof(float));
    assert_int_equal(one->keeps, 3 * one->count);
    assert_int_equal(one->keeps, two->keeps);
    assert_memory_equal(one->kept, two->kept, (size_t)one->keeps * sizeof(float));
}

/* Of every decision, by what came after it: told forwards, as a sum. */
static void advantages_are_faded_sums(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("leduc(players=3)");
    pl_error err = {""};
    pl_net_shape shape = plan_of(g, "pg", 8).shape;
    pl_net *net = pl_net_new(&shape, g, 1, &err);
    pl_episodes e;
    atomic_int stop = 0;
    assert_non_null(net);
    pl_net_scale(net, 0.5, 2);
    assert_int_equal(pl_episodes_open(&e, g, net, 0.6), 0);
    for (int game = 0; game < 50; game++) {
        int32_t from = e.count;
        pl_seed(&e.rng, (uint64_t)game);
        assert_int_equal(pl_episodes_play(&e, &stop), 0);
        for (int32_t i = from; i < e.count; i++) {
            const pl_choice *now = &e.step[i];
            int32_t next = -1;
            for (int32_t k = i + 1; k < e.count && next < 0; k++)
                if (e.step[k].before == i) next = k;
            assert_true(now->old > 0 && now->old <= 1);
            near((double)now->target, (double)(now->value + now->advantage), 1e-5);
            if (next < 0) continue;
            const pl_choice *then = &e.step[next];
            double d = (double)then->value - (double)now->value;
            near((double)now->advantage, d + 0.6 * (double)then->advantage, 1e-5);
        }
    }
    assert_true(e.count > 100);
    pl_episodes_close(&e);
    pl_net_free(net);
    pl_close(g);
}

/* The last decision of a seat is told the score itself. */
static void the_last_decision_is_told_the_score(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("rps");
    pl_error err = {""};
    pl_net_shape shape = plan_of(g, "pg", 8).shape;
    pl_net *net = pl_net_new(&shape, g, 1, &err);
    pl_episodes e;
    atomic_int stop = 0;
    assert_non_null(net);
    pl_net_scale(net, 0.5, 2);
    assert_int_equal(pl_episodes_open(&e, g, net, 0.3), 0);
    for (int game = 0; game < 30; game++) {
        double score[2];
        pl_state s;
        pl_seed(&e.rng, (uint64_t)game);
        assert_int_equal(pl_episodes_play(&e, &stop), 0);
        assert_int_equal(e.count, 2 * game + 2);
        pl_start(g, &s);
        while (g->turn(&s) == PL_CHANCE) g->apply(&s, pl_any(g, &s, &e.rng));
        for (int k = 0; k < 2; k++) g->apply(&s, (pl_move)e.step[2 * game + k].action);
        while (g->turn(&s) == PL_CHANCE) g->apply(&s, pl_any(g, &s, &e.rng));
        g->score(&s, score);
        for (int k = 0; k < 2; k++)
            near((double)e.step[2 * game + k].target, (score[k] - 0.5) / 2, 1e-5);
    }
    pl_episodes_close(&e);
    pl_net_free(net);
    pl_close(g);
}

static void any_number_of_threads_gives_the_same_net(void **unused)
{
    (void)unused;
    static const char *const games[] = {"leduc", "liars_dice(players=3)", "tictactoe"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        const pl_game *g = must_open("%s", games[i]);
        pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 1);
        pl_trainer *b = must_train(g, "pg(batch=30,magnet=0.1)", 3);
        pl_net *before = pl_net_copy(pl_trainer_net(a));
        must_play(a, 3);
        must_play(b, 3);
        same_nets(a, b);
        assert_memory_not_equal(before->weight, pl_trainer_net(a)->weight,
                                (size_t)before->count * sizeof(float));
        pl_net_free(before);
        pl_trainer_free(a);
        pl_trainer_free(b);
        pl_close(g);
    }
}

/* Give the net's file back with what it keeps changed so. */
static void rewrite(const char *path, const pl_game *g, int64_t keeps, float first)
{
    pl_error err = {""};
    pl_net *net = pl_net_read(path, g, &err);
    if (!net) fail_msg("%s", err.text);
    if (keeps != net->keeps) assert_int_equal(pl_net_keep(net, keeps), 0);
    if (keeps) net->kept[0] = first;
    assert_int_equal(pl_net_write(net, path, &err), 0);
    pl_net_free(net);
}

static void what_was_saved_goes_on(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/parlor-pg-XXXXXX", path[64];
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    const pl_train_point *p, *q;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/net", folder);
    pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 2);
    must_play(a, 2);
    assert_int_equal(pl_trainer_measure(a, 10, &err), 1);
    assert_int_equal(pl_trainer_save(a, path, &err), 0);
    pl_trainer *b = pl_trainer_resume(path, g, 0, &err);
    if (!b) fail_msg("%s", err.text);
    assert_int_equal(pl_trainer_points(a, &p), 1);
    assert_int_equal(pl_trainer_points(b, &q), 1);
    assert_true(p->exploitability > 0 && p->exploitability == q->exploitability);
    must_play(a, 2);
    must_play(b, 2);
    same_nets(a, b);
    int64_t keeps = pl_trainer_net(a)->keeps;
    pl_trainer_free(a);
    pl_trainer_free(b);
    rewrite(path, g, keeps, NAN);
    assert_null(pl_trainer_resume(path, g, 0, &err));
    assert_non_null(strstr(err.text, "no number"));
    unlink(path);
    pl_trainer *c = must_train(g, "pg", 1);
    assert_int_equal(pl_trainer_save(c, path, &err), 0);
    pl_trainer_free(c);
    rewrite(path, g, 7, 0);
    assert_null(pl_trainer_resume(path, g, 0, &err));
    assert_non_null(strstr(err.text, "state of training is damaged"));
    pl_close(g);
    unlink(path);
    rmdir(folder);
}

static void a_round_that_was_stopped_never_was(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("kuhn");
    pl_error err = {""};
    pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 1);
    pl_trainer *b = must_train(g, "pg(batch=30,magnet=0.1)", 1);
    must_play(a, 1);
    must_play(b, 1);
    pl_trainer_stop(a);
    assert_int_equal(pl_trainer_round(a, &err), 0);
    same_nets(a, b);
    pl_trainer_free(a);
    pl_trainer_free(b);
    pl_close(g);
}

/* How exploitable it is after so many games. */
static double learnt(const char *game, const char *method, int hidden, int64_t games)
{
    const pl_game *g = must_open("%s", game);
    const pl_train_point *p;
    pl_error err = {""};
    pl_train_plan plan = plan_of(g, method, hidden);
    plan.games = games;
    pl_trainer *t = pl_trainer_open(&plan, &err);
    if (!t) fail_msg("%s", err.text);
    while (pl_trainer_round(t, &err) > 0) continue;
    assert_int_equal(pl_trainer_measure(t, 2, &err), 1);
    pl_trainer_points(t, &p);
    double exploitability = p->exploitability;
    pl_trainer_free(t);
    pl_close(g);
    return exploitability;
}

static void refused_plan(const pl_train_plan *plan, const char *words)
{
    pl_error err = {""};
    assert_null(pl_trainer_open(plan, &err));
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void nonsense_is_refused(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    pl_train_plan plan = pl_train_usual(g);
    plan.method = "pg";
    refused_plan(&plan, "pg needs a net with two heads, moves and score");
    plan = plan_of(g, "pg(schedule=linear)", 8);
    refused_plan(&plan, "need a number of games");
    plan = plan_of(g, "pg(worlds=2)", 8);
    refused_plan(&plan, "worlds");
    plan = plan_of(g, "pg(batch=0)", 8);
    refused_plan(&plan, "batch");
    pl_trainer *t = must_train(g, "pg", 1);
    assert_int_equal(pl_trainer_stage(t, "", "random", &err), -1);
    assert_non_null(strstr(err.text, "plays against itself alone"));
    pl_trainer_free(t);
    pl_close(g);
}

static void kuhn_is_learnt(void **unused)
{
    (void)unused;
    const char *quick = "pg(rate=0.01,schedule=linear,batch=256,parts=2,magnet=0.03,entropy=0.02)";
    double before = learnt("kuhn", quick, 16, 8), after = learnt("kuhn", quick, 16, 300000);
    if (!(before > 0.2 && after < 0.04)) fail_msg("from %g to %g", before, after);
}

/* Of many thousand actions a round plays a few, and only what says those moves: that is sound. */
static void most_actions_are_seldom_played(void **unused)
{
    (void)unused;
    const pl_game *g = must_open("hypergammon");
    pl_error err = {""};
    pl_train_plan plan = plan_of(g, "pg(batch=8)", 4);
    pl_trainer *t = pl_trainer_open(&plan, &err);
    if (!t || pl_trainer_round(t, &err) != 1) fail_msg("%s", err.text);
    pl_trainer_free(t);
    pl_close(g);
}

/* Nothing is known to be exploitable where the net has no policy, or the tree is too large. */
static void what_is_too_large_is_not_told(void **unused)
{
    (void)unused;
    assert_true(isnan(learnt("connect4", "pg(batch=8)", 8, 8)));
}

/* Whoever plays by the file plays what was trained, and says how likely each move is. */
static void it_plays_as_it_was_trained(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/parlor-pg-XXXXXX", path[64], spec[100];
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    const pl_train_point *p;
    double nashconv;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/net", folder);
    pl_trainer *t = must_train(g, "pg", 1);
    must_play(t, 2);
    assert_int_equal(pl_trainer_measure(t, 2, &err), 1);
    assert_int_equal(pl_trainer_save(t, path, &err), 0);
    pl_trainer_points(t, &p);
    pl_tree *tree = pl_tree_new(g, 100000, &err);
    double *policy = calloc((size_t)tree->info_first[tree->infos], sizeof *policy);
    pl_asked asked;
    snprintf(spec, sizeof spec, "net(file=%s)", path);
    if (pl_agent_ask(spec, tree, PL_FULL, NULL, policy, &asked, &err)) fail_msg("%s", err.text);
    assert_int_equal(asked.counted, 0);
    assert_int_equal(pl_tree_nashconv(tree, policy, &nashconv), 0);
    near(nashconv / 2, p->exploitability, 1e-6);
    snprintf(spec, sizeof spec, "net(file=%s,play=ahead)", path);
    pl_agent *ahead = pl_agent_open(spec, g, 1, &err);
    assert_non_null(ahead);
    pl_agent_free(ahead);
    free(policy);
    pl_tree_free(tree);
    pl_trainer_free(t);
    pl_net_shape shape = pl_net_usual(g);
    pl_net *bare = pl_net_new(&shape, g, 1, &err);
    assert_int_equal(pl_net_write(bare, path, &err), 0);
    pl_net_free(bare);
    snprintf(spec, sizeof spec, "net(file=%s,play=moves)", path);
    assert_null(pl_agent_open(spec, g, 1, &err));
    assert_non_null(strstr(err.text, "a head for moves"));
    pl_close(g);
    unlink(path);
    rmdir(folder);
}

int test_pg(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_rest_where_they_should),
        cmocka_unit_test(steps_are_clipped),
        cmocka_unit_test(steps_are_those_of_adam),
        cmocka_unit_test(advantages_are_faded_sums),
        cmocka_unit_test(the_last_decision_is_told_the_score),
        cmocka_unit_test(any_number_of_threads_gives_the_same_net),
        cmocka_unit_test(what_was_saved_goes_on),
        cmocka_unit_test(a_round_that_was_stopped_never_was),
        cmocka_unit_test(kuhn_is_learnt),
        cmocka_unit_test(most_actions_are_seldom_played),
        cmocka_unit_test(what_is_too_large_is_not_told),
        cmocka_unit_test(it_plays_as_it_was_trained),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
