/* train.c -- training: traces are as defined, the same plan gives the same net, a saved run goes on as
 * if it had never stopped, and tic-tac-toe is learnt. */
#include "tests/learn/trained.h"

/* Along random positions, against traces that are kept whole. */
static void traces_are_faded_sums_of_gradients(void **unused)
{
    enum { STEPS = 60 };
    const pl_game *g = must_open("backgammon");
    pl_error err = {""};
    pl_net_shape shape = pl_net_usual(g);
    shape.width[0] = 6;
    shape.heads = 2;
    shape.kind[1] = PL_WINS;
    shape.size[1] = 2;
    pl_net *fast = pl_net_new(&shape, g, 1, &err), *plain = pl_net_copy(fast);
    pl_net_work *work = pl_net_work_new(fast, 1, 1);
    pl_trace *trace = pl_trace_new(fast);
    size_t count = (size_t)fast->count;
    float *e = calloc(3 * count, sizeof *e);
    uint8_t *tensor = malloc((size_t)shape.inputs);
    pl_state s;
    pl_rng r;
    pl_seed(&r, 1);
    pl_start(g, &s);
    for (int i = 0; i < STEPS; i++) {
        const float by[3] = {0.01f, -0.02f, 0.005f};
        g->apply(&s, pl_any(g, &s, &r));
        pl_tensor(g, &s, 0, tensor);
        pl_net_study(fast, work, tensor, 1);
        pl_trace_add(trace, fast, work);
        pl_net_study(plain, work, tensor, 1);
        for (size_t k = 0; k < 3; k++) {
            float slope[3] = {k == 0, k == 1, k == 2};
            pl_net_backward(plain, work, slope, e + k * count);
        }
        pl_trace_step(trace, fast, by, 0.7);
        for (size_t k = 0; k < 3 * count; k++) {
            plain->weight[k % count] += by[k / count] * e[k];
            e[k] *= 0.7f;
        }
    }
    for (size_t k = 0; k < count; k++)
        near((double)fast->weight[k], (double)plain->weight[k], 1e-5);
    pl_trace_clear(trace);
    pl_trace_step(trace, plain, (const float[3]){1, 1, 1}, 0.7);
    for (size_t k = 0; k < count; k++)
        near((double)fast->weight[k], (double)plain->weight[k], 1e-5);
    free(tensor);
    free(e);
    pl_trace_free(trace);
    pl_net_work_free(work);
    pl_net_free(plain);
    pl_net_free(fast);
    pl_close(g);
}

static void the_same_plan_gives_the_same_net(void **unused)
{
    static const char *const games[] = {"backgammon", "leduc", "tictactoe"};
    static const char *const method[] = {"td(turns=every)", "td(estimates=both,worlds=2)",
                                         "td(temperature=0.1,schedule=inverse)"};
    for (size_t i = 0; i < LENGTH(games); i++)
        for (int workers = 1; workers <= 3; workers += 2) {
            const pl_game *g = must_open("%s", games[i]);
            pl_trainer *a = must_train(g, method[i], workers);
            pl_trainer *b = must_train(g, method[i], workers);
            pl_net *before = pl_net_copy(pl_trainer_net(a));
            must_play(a, 2);
            must_play(b, 2);
            assert_true(same_nets(a, b));
            assert_false(same_weights(before, pl_trainer_net(a)));
            pl_net_free(before);
            pl_trainer_free(a);
            pl_trainer_free(b);
            pl_close(g);
        }
}

static void what_was_saved_goes_on(void **unused)
{
    static const char *const sticks[] = {"random", "greedy"};
    char path[128];
    const pl_game *g = must_open("backgammon"), *other = must_open("pig");
    pl_error err = {""};
    pl_train_course one, two;
    const pl_train_point *p, *q;
    pl_trainer *a = must_train(g, "td(schedule=inverse,half=100)", 2);
    assert_int_equal(pl_trainer_yardsticks(a, sticks, 2, &err), 0);
    must_play(a, 1);
    assert_int_equal(pl_trainer_measure(a, 10, &err), 1);
    must_save(a, new_file(path));
    pl_trainer *b = must_resume(path, g);
    must_play(a, 2);
    must_play(b, 2);
    assert_true(same_nets(a, b));
    assert_int_equal(pl_trainer_measure(a, 10, &err), 1);
    assert_int_equal(pl_trainer_measure(b, 10, &err), 1);
    assert_int_equal(pl_trainer_points(a, &p), 2);
    assert_int_equal(pl_trainer_points(b, &q), 2);
    for (int i = 0; i < 2; i++) assert_memory_equal(p[i].against, q[i].against, sizeof p->against);
    pl_trainer_course(a, &one);
    pl_trainer_course(b, &two);
    assert_int_equal(one.games, 3 * 2 * PL_ROUND);
    assert_int_equal(one.games, two.games);
    assert_int_equal(one.plies, two.plies);
    assert_true(one.loss == two.loss && one.rate == two.rate);
    pl_trainer_free(a);
    pl_trainer_free(b);
    cannot_resume(path, other, "the net is for backgammon(");
    pl_net_shape shape = pl_net_usual(g);
    pl_net *bare = pl_net_new(&shape, g, 1, &err);
    assert_int_equal(pl_net_write(bare, path, &err), 0);
    cannot_resume(path, g, "not saved by training");
    pl_net_free(bare);
    pl_close(other);
    pl_close(g);
    drop_file(path);
}

/* A file from elsewhere may name a program, which is not started. */
static void a_file_starts_no_program(void **unused)
{
    static const char *const named[] = {"process(cmd=\"true\")", "lbr(of=process(cmd=true))"};
    char path[128];
    const pl_game *g = must_open("tictactoe");
    pl_error err = {""};
    pl_trainer *t = must_train(g, "td", 1);
    must_save(t, new_file(path));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pl_trainer_yardsticks(t, &named[i], 1, &err), -1);
        bad_note(path, g, "yardsticks", named[i], "not by a program");
    }
    pl_trainer_free(t);
    pl_close(g);
    drop_file(path);
}

/* Whether the agent at seat can lose from s, whatever the other does. */
static int can_lose(const pl_game *g, pl_agent *a, const pl_state *s, int seat)
{
    pl_move list[PL_MOVES_MAX];
    int turn = g->turn(s), n = 0;
    if (turn == PL_OVER) {
        double score[PL_SEATS_MAX];
        g->score(s, score);
        return score[seat] < 0;
    }
    if (turn == seat) {
        list[0] = pl_agent_pick(a, s);
        n = 1;
    } else n = g->moves(s, list);
    for (int i = 0; i < n; i++) {
        pl_state next = *s;
        g->apply(&next, list[i]);
        if (can_lose(g, a, &next, seat)) return 1;
    }
    return 0;
}

static void tic_tac_toe_is_learnt(void **unused)
{
#ifdef SANITIZED
    enum { ROUNDS = 40 };
#else
    enum { ROUNDS = 8000 };
#endif
    const pl_game *g = must_open("tictactoe");
    pl_error err = {""};
    pl_state s;
    pl_train_plan plan = small_plan(g, "td(lambda=0.3,rate=0.3,schedule=cosine,epsilon=0.2)", 160);
    plan.games = ROUNDS * PL_ROUND;
    pl_trainer *t = must_open_trainer(&plan);
    must_play(t, ROUNDS);
    pl_agent *a = pl_net_agent(pl_trainer_net(t), g, 1, &err);
    pl_start(g, &s);
    for (int seat = 0; seat < 2; seat++) {
        pl_agent_begin(a, seat);
        int loses = can_lose(g, a, &s, seat);
        if (ROUNDS > 40) assert_int_equal(loses, 0);
    }
    pl_agent_free(a);
    pl_trainer_free(t);
    pl_close(g);
}

/* Hidden cards, and two heads: better than chance after a moment. */
static void secrets_are_learnt_with(void **unused)
{
    const pl_game *g = must_open("leduc");
    const char *stick = "random";
    pl_error err = {""};
    const pl_train_point *p;
    pl_train_plan plan = small_plan(g, "td(epsilon=0.1)", 16);
    plan.shape.heads = 2;
    plan.shape.kind[1] = PL_WINS;
    plan.shape.size[1] = 2;
    pl_trainer *t = must_open_trainer(&plan);
    assert_int_equal(pl_trainer_yardsticks(t, &stick, 1, &err), 0);
    must_play(t, 60);
    assert_int_equal(pl_trainer_measure(t, 2000, &err), 1);
    assert_int_equal(pl_trainer_points(t, &p), 1);
    assert_true(p->against[0].score.low > 0);
    pl_trainer_free(t);
    pl_close(g);
}

/* A score leaves all bounds; a softmax cannot, but its net falls silent. */
static void diverges(int head, const char *method)
{
    const pl_game *g = must_open("backgammon");
    pl_error err = {""};
    pl_train_plan plan = small_plan(g, method, 8);
    one_head(&plan, head);
    pl_trainer *t = must_open_trainer(&plan);
    int status = 1;
    for (int i = 0; i < 20 && status == 1; i++) status = pl_trainer_round(t, &err);
    assert_int_equal(status, -1);
    assert_non_null(strstr(err.text, "diverged after"));
    for (int64_t i = 0; i < pl_trainer_net(t)->count; i++)
        assert_true(isfinite(pl_trainer_net(t)->weight[i]));
    pl_trainer_free(t);
    pl_close(g);
}

static void divergence_is_an_error(void **unused)
{
    diverges(PL_SCORE, "td(rate=100)");
    diverges(PL_OUTCOMES, "td(rate=100)");
    diverges(PL_WINS, "td(rate=100,update=game)");
}

static void a_round_that_was_stopped_never_was(void **unused)
{
    const pl_game *g = must_open("backgammon");
    pl_error err = {""};
    pl_trainer *t = must_train(g, "td", 2);
    pl_net *before = pl_net_copy(pl_trainer_net(t));
    pl_train_course c;
    pl_trainer_stop(t);
    assert_int_equal(pl_trainer_round(t, &err), 0);
    assert_true(same_weights(before, pl_trainer_net(t)));
    pl_trainer_course(t, &c);
    assert_int_equal(c.games, 0);
    pl_net_free(before);
    pl_trainer_free(t);
    pl_close(g);
}

static void schedules_end(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    static const char *const name[] = {"td(schedule=linear)", "td(schedule=cosine)"};
    for (int i = 0; i < 2; i++) {
        pl_error err = {""};
        pl_train_plan plan = pl_train_usual(g);
        pl_train_course c;
        plan.method = name[i];
        plan.games = 4 * PL_ROUND;
        pl_trainer *t = must_open_trainer(&plan);
        must_play(t, 3);
        pl_trainer_course(t, &c);
        near(c.rate, 0.05, 1e-9); /* half, when half was played */
        must_play(t, 1);
        assert_int_equal(pl_trainer_round(t, &err), 0);
        pl_trainer_free(t);
    }
    pl_close(g);
}

static void nonsense_is_refused(void **unused)
{
    const pl_game *g = must_open("backgammon");
    pl_train_plan good = pl_train_usual(g), plan = good;
    pl_error err = {""};
    method_refused(g, "sarsa", "a method is td");
    method_refused(g, "td(lambda=2)", "0..1");
    method_refused(g, "td(schedule=linear)", "need a number of games");
    plan.workers = 0;
    plan_refused(&plan, "1..256 workers");
    plan = good;
    one_head(&plan, PL_MOVES);
    plan_refused(&plan, "a head that values positions");
    pl_trainer *t = must_train(g, "td", 1);
    static const char *const sticks[] = {"nobody"};
    assert_int_equal(pl_trainer_yardsticks(t, sticks, 1, &err), -1);
    pl_trainer_free(t);
    pl_close(g);
}

int test_train(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_are_faded_sums_of_gradients),
        cmocka_unit_test(the_same_plan_gives_the_same_net),
        cmocka_unit_test(what_was_saved_goes_on),
        cmocka_unit_test(a_file_starts_no_program),
        cmocka_unit_test(tic_tac_toe_is_learnt),
        cmocka_unit_test(secrets_are_learnt_with),
        cmocka_unit_test(divergence_is_an_error),
        cmocka_unit_test(a_round_that_was_stopped_never_was),
        cmocka_unit_test(schedules_end),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
