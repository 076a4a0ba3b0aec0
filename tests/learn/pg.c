/* pg.c -- policy gradients: they rest where they should, advantages and steps are as defined, the
 * same plan gives the same net on any number of threads, a saved run goes on as if it had never
 * stopped, and small games with secrets are learnt. */
#include "learn/adam.h"
#include "learn/episodes.h"
#include "learn/surrogate.h"
#include "parlor/exploit.h"
#include "tests/learn/trained.h"

enum { ACTIONS = 5 };

/* Where each action is as likely as its advantage and a magnet have it, nothing moves, in the mean
 * over actions; elsewhere it does. */
static void policies_rest_where_they_should(void **unused)
{
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

/* Weights and what is kept beside them. */
static void nothing_differs(const pl_trainer *a, const pl_trainer *b)
{
    const pl_net *one = pl_trainer_net(a), *two = pl_trainer_net(b);
    assert_true(same_nets(a, b));
    assert_int_equal(one->keeps, 3 * one->count);
    assert_int_equal(one->keeps, two->keeps);
    assert_memory_equal(one->kept, two->kept, (size_t)one->keeps * sizeof(float));
}

/* Games of a new net. */
static pl_net *open_episodes(pl_episodes *e, const pl_game *g, double fade)
{
    pl_error err = {""};
    pl_net_shape shape = small_plan(g, "pg", 8).shape;
    pl_net *net = pl_net_new(&shape, g, 1, &err);
    assert_non_null(net);
    pl_net_scale(net, 0.5, 2);
    assert_int_equal(pl_episodes_open(e, g, net, fade), 0);
    return net;
}

static void play_episode(pl_episodes *e, int game)
{
    atomic_int stop = 0;
    pl_seed(&e->rng, (uint64_t)game);
    assert_int_equal(pl_episodes_play(e, &stop), 0);
}

/* Of every decision, by what came after it: added up forwards. */
static void advantages_are_faded_sums(void **unused)
{
    const pl_game *g = must_open("leduc(players=3)");
    pl_episodes e;
    pl_net *net = open_episodes(&e, g, 0.6);
    for (int game = 0; game < 50; game++) {
        int32_t from = e.count;
        play_episode(&e, game);
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

/* The target of a seat's last decision is the score itself. */
static void last_decisions_learn_the_score(void **unused)
{
    const pl_game *g = must_open("rps");
    pl_episodes e;
    pl_net *net = open_episodes(&e, g, 0.3);
    for (int game = 0; game < 30; game++) {
        double score[2];
        pl_state s;
        play_episode(&e, game);
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
    static const char *const games[] = {"leduc", "liars_dice(players=3)", "tictactoe"};
    for (size_t i = 0; i < LENGTH(games); i++) {
        const pl_game *g = must_open("%s", games[i]);
        pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 1);
        pl_trainer *b = must_train(g, "pg(batch=30,magnet=0.1)", 3);
        pl_net *before = pl_net_copy(pl_trainer_net(a));
        must_play(a, 3);
        must_play(b, 3);
        nothing_differs(a, b);
        assert_false(same_weights(before, pl_trainer_net(a)));
        pl_net_free(before);
        pl_trainer_free(a);
        pl_trainer_free(b);
        pl_close(g);
    }
}

/* Write the net's file again, with other numbers beside the weights: it cannot be resumed. */
static void bad_numbers(const char *path, const pl_game *g, int64_t keeps, float first,
                        const char *words)
{
    pl_error err = {""};
    pl_net *net = pl_net_read(path, g, &err);
    if (!net) fail_msg("%s", err.text);
    if (keeps != net->keeps) assert_int_equal(pl_net_keep(net, keeps), 0);
    net->kept[0] = first;
    assert_int_equal(pl_net_write(net, path, &err), 0);
    pl_net_free(net);
    cannot_resume(path, g, words);
}

static void what_was_saved_goes_on(void **unused)
{
    char path[128];
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    const pl_train_point *p, *q;
    pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 2);
    must_play(a, 2);
    assert_int_equal(pl_trainer_measure(a, 10, &err), 1);
    must_save(a, new_file(path));
    pl_trainer *b = must_resume(path, g);
    assert_int_equal(pl_trainer_points(a, &p), 1);
    assert_int_equal(pl_trainer_points(b, &q), 1);
    assert_true(p->exploitability > 0 && p->exploitability == q->exploitability);
    must_play(a, 2);
    must_play(b, 2);
    nothing_differs(a, b);
    int64_t keeps = pl_trainer_net(a)->keeps;
    pl_trainer_free(a);
    pl_trainer_free(b);
    bad_numbers(path, g, keeps, NAN, "no number");
    pl_trainer *c = must_train(g, "pg", 1);
    must_save(c, path);
    pl_trainer_free(c);
    bad_numbers(path, g, 7, 0, "state of training is damaged");
    pl_close(g);
    drop_file(path);
}

static void a_round_that_was_stopped_never_was(void **unused)
{
    const pl_game *g = must_open("kuhn");
    pl_error err = {""};
    pl_trainer *a = must_train(g, "pg(batch=30,magnet=0.1)", 1);
    pl_trainer *b = must_train(g, "pg(batch=30,magnet=0.1)", 1);
    must_play(a, 1);
    must_play(b, 1);
    pl_trainer_stop(a);
    assert_int_equal(pl_trainer_round(a, &err), 0);
    nothing_differs(a, b);
    pl_trainer_free(a);
    pl_trainer_free(b);
    pl_close(g);
}

/* How exploitable it is after so many games. */
static double learnt(const char *game, const char *method, int nodes, int64_t games)
{
    const pl_game *g = must_open("%s", game);
    const pl_train_point *p;
    pl_error err = {""};
    pl_train_plan plan = small_plan(g, method, nodes);
    plan.games = games;
    pl_trainer *t = must_open_trainer(&plan);
    while (pl_trainer_round(t, &err) > 0) continue;
    assert_int_equal(pl_trainer_measure(t, 2, &err), 1);
    pl_trainer_points(t, &p);
    double exploitability = p->exploitability;
    pl_trainer_free(t);
    pl_close(g);
    return exploitability;
}

static void nonsense_is_refused(void **unused)
{
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    pl_train_plan plan = pl_train_usual(g);
    plan.method = "pg";
    plan_refused(&plan, "pg needs a net with two heads, moves and score");
    method_refused(g, "pg(schedule=linear)", "need a number of games");
    method_refused(g, "pg(worlds=2)", "worlds");
    method_refused(g, "pg(batch=0)", "batch");
    pl_trainer *t = must_train(g, "pg", 1);
    assert_int_equal(pl_trainer_stage(t, "", "random", &err), -1);
    assert_non_null(strstr(err.text, "plays against itself alone"));
    pl_trainer_free(t);
    pl_close(g);
}

static void kuhn_is_learnt(void **unused)
{
    const char *quick = "pg(rate=0.01,schedule=linear,batch=256,parts=2,magnet=0.03,entropy=0.02)";
    double before = learnt("kuhn", quick, 16, 8), after = learnt("kuhn", quick, 16, 300000);
    if (!(before > 0.2 && after < 0.04)) fail_msg("from %g to %g", before, after);
}

/* Of many thousand actions a round plays a few, and only what says those moves: that is sound. */
static void most_actions_are_seldom_played(void **unused)
{
    const pl_game *g = must_open("hypergammon");
    pl_train_plan plan = small_plan(g, "pg(batch=8)", 4);
    pl_trainer *t = must_open_trainer(&plan);
    must_play(t, 1);
    pl_trainer_free(t);
    pl_close(g);
}

/* Where the tree is too large exploitability is not known. */
static void large_games_have_no_exploitability(void **unused)
{
    assert_true(isnan(learnt("connect4", "pg(batch=8)", 8, 8)));
}

/* An agent with the file plays what was trained, and says how likely each move is. */
static void it_plays_as_it_was_trained(void **unused)
{
    char path[128], spec[160];
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    const pl_train_point *p;
    double nashconv;
    pl_trainer *t = must_train(g, "pg", 1);
    must_play(t, 2);
    assert_int_equal(pl_trainer_measure(t, 2, &err), 1);
    must_save(t, new_file(path));
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
    drop_file(path);
}

int test_pg(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_rest_where_they_should),
        cmocka_unit_test(steps_are_clipped),
        cmocka_unit_test(steps_are_those_of_adam),
        cmocka_unit_test(advantages_are_faded_sums),
        cmocka_unit_test(last_decisions_learn_the_score),
        cmocka_unit_test(any_number_of_threads_gives_the_same_net),
        cmocka_unit_test(what_was_saved_goes_on),
        cmocka_unit_test(a_round_that_was_stopped_never_was),
        cmocka_unit_test(kuhn_is_learnt),
        cmocka_unit_test(most_actions_are_seldom_played),
        cmocka_unit_test(large_games_have_no_exploitability),
        cmocka_unit_test(it_plays_as_it_was_trained),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
