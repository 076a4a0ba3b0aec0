/* stages.c -- training against others, and in stages: the same bits on the same number of threads,
 * seats and shares of games, stages in the file, and refusals. */
#include "learn/trainer.h"
#include "tests/learn/trained.h"

static void must_stage(pl_trainer *t, const char *changes, const char *opponents, int expected)
{
    pl_error err = {""};
    int got = pl_trainer_stage(t, changes, opponents, &err);
    if (got != expected) fail_msg("%d, not %d: %s", got, expected, err.text);
}

/* Opponents that draw and search, and such as hear of each move. */
static void the_same_opponents_give_the_same_net(void **unused)
{
    static const char *const games[] = {"dominoes(players=3,high=6)", "leduc", "tictactoe"};
    static const char *const who[] = {"self,double:2,random", "ismcts(iterations=5),self",
                                      "mcts(iterations=10):0.5,self:0.5"};
    for (size_t i = 0; i < LENGTH(games); i++)
        for (int workers = 1; workers <= 3; workers += 2) {
            const pl_game *g = must_open("%s", games[i]);
            pl_trainer *a = must_train(g, "td(turns=every)", workers);
            pl_trainer *b = must_train(g, "td(turns=every)", workers);
            pl_trainer *alone = must_train(g, "td(turns=every)", workers);
            must_stage(a, "", who[i], 1);
            must_stage(b, "", who[i], 1);
            must_stage(alone, "", "self:3", 0);
            must_play(a, 2);
            must_play(b, 1);
            must_play(b, 1);
            must_play(alone, 2);
            assert_true(same_nets(a, b));
            assert_false(same_nets(a, alone));
            pl_trainer_free(a);
            pl_trainer_free(b);
            pl_trainer_free(alone);
            pl_close(g);
        }
}

/* In every game one seat is the net's, each in turn; shares are what was asked for. */
static void seats_go_around(void **unused)
{
    const pl_game *g = must_open("dominoes(players=3,high=6)");
    pl_error err = {""};
    pl_opponents who;
    pl_company c;
    pl_rng r;
    int alone = 0;
    pl_seed(&r, 1);
    assert_int_equal(pl_opponents_read(&who, "self:3, double", g, &err), 0);
    assert_int_equal(pl_company_open(&c, &who, g, &err), 0);
    for (int i = 0; i < 3000; i++) {
        int agents = 0;
        pl_company_sit(&c, g, i, &r);
        for (int k = 0; k < 3; k++) agents += c.at[k] != NULL;
        assert_true(agents == 0 || (agents == 2 && !c.at[i % 3]));
        alone += agents == 0;
    }
    assert_in_range(alone, 2150, 2350);
    pl_company_close(&c);
    pl_close(g);
}

/* One stage, a file, another one: as if there had been no file. */
static void stages_are_kept(void **unused)
{
    char path[128];
    const pl_game *g = must_open("leduc");
    const pl_train_stage *s;
    pl_train_course c;
    pl_trainer *a = must_train(g, "td(schedule=inverse,half=64)", 2);
    must_stage(a, "", "self,random", 1);
    must_play(a, 1);
    must_save(a, new_file(path));
    pl_trainer *b = must_resume(path, g);
    must_play(a, 1);
    must_play(b, 1);
    must_stage(a, "rate=0.05,seats=all", "random", 1);
    must_stage(b, "rate=0.05,seats=all", "random", 1);
    must_stage(b, "", NULL, 0);
    must_stage(b, "rate=0.05", "random", 0);
    must_play(b, 1);
    must_save(b, path);
    pl_trainer_free(b);
    b = must_resume(path, g);
    must_play(a, 2);
    must_play(b, 1);
    assert_true(same_nets(a, b));
    assert_int_equal(pl_trainer_stages(b, &s), 2);
    assert_int_equal(s[0].from, 0);
    assert_int_equal(s[1].from, 4 * PL_ROUND);
    assert_string_equal(s[0].opponents, "self:1,random:1");
    assert_string_equal(s[1].opponents, "random");
    assert_non_null(strstr(s[0].method, "rate=0.1,"));
    assert_non_null(strstr(s[1].method, "rate=0.05,schedule=inverse,half=64,"));
    pl_trainer_course(b, &c);
    near(c.rate, 0.025, 1e-9); /* 64 games of this stage were played when the round began */
    pl_trainer_free(a);
    pl_trainer_free(b);
    pl_close(g);
    drop_file(path);
}

/* An agent that always takes the first free square is beaten from both seats. */
static void a_weak_opponent_is_beaten(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    const char *stick = "first";
    pl_error err = {""};
    const pl_train_point *p;
    pl_trainer *t = must_train(g, "td(epsilon=0.1,rate=0.2)", 1);
    must_stage(t, "", "first", 1);
    assert_int_equal(pl_trainer_yardsticks(t, &stick, 1, &err), 0);
    must_play(t, 60);
    assert_int_equal(pl_trainer_measure(t, 2, &err), 1);
    assert_int_equal(pl_trainer_points(t, &p), 1);
    near(p->against[0].score.value, 1, 1e-9);
    pl_trainer_free(t);
    pl_close(g);
}

static void what_others_see_is_learnt_from_if_asked_for(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    pl_trainer *a = must_train(g, "td(seats=net)", 1), *b = must_train(g, "td(seats=all)", 1);
    must_play(a, 2);
    must_play(b, 2);
    assert_true(same_nets(a, b)); /* against itself there are no others */
    must_stage(a, "", "random", 1);
    must_stage(b, "", "random", 1);
    must_play(a, 1);
    must_play(b, 1);
    assert_false(same_nets(a, b));
    pl_trainer_free(a);
    pl_trainer_free(b);
    pl_close(g);
}

static void no_stage(pl_trainer *t, const char *changes, const char *opponents, const char *words)
{
    pl_error err = {""};
    assert_int_equal(pl_trainer_stage(t, changes, opponents, &err), -1);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

static void nonsense_is_refused(void **unused)
{
    static const char *const opponents[][2] = {
        {"", "self:2,random:1"},
        {"self:0", "self:2,random:1"},
        {"self:nan", "self:2,random:1"},
        {"random:1e9", "self:2,random:1"},
        {"self,", "self:2,random:1"},
        {"nobody:2", "no agent 'nobody'"},
        {"double", "dominoes"},
        {"self,lbr(of=process(cmd=true))", "not a program"},
        {"self,self,self,self,self,self,self,self,self", "at most 8"},
    };
    const pl_game *g = must_open("tictactoe");
    pl_trainer *t = must_train(g, "td", 1), *other = must_train(g, "td", 1);
    for (size_t i = 0; i < LENGTH(opponents); i++)
        no_stage(t, "", opponents[i][0], opponents[i][1]);
    no_stage(t, "lambda=2", NULL, "0..1");
    no_stage(t, "schedule=linear", NULL, "need a number of games");
    must_play(t, 1);
    must_play(other, 1);
    assert_true(same_nets(t, other)); /* what was refused left no trace */
    for (int i = 1; i < PL_STAGES_MAX; i++) {
        must_stage(t, i % 2 ? "rate=0.2" : "rate=0.3", NULL, 1);
        must_play(t, 1);
    }
    no_stage(t, "rate=0.4", NULL, "at most 64 stages");
    pl_trainer_free(t);
    pl_trainer_free(other);
    pl_close(g);
}

/* A file from elsewhere may name a program, or be damaged. */
static void files_are_checked(void **unused)
{
    static const char *const bad[][2] = {
        {"0\ttd\tprocess(cmd=true)", "not a program"},
        {"0\ttd\tlbr(of=\"process(cmd=true)\")", "not a program"},
        {"0\ttd", "damaged"},
        {"x\ttd\tself", "damaged"},
        {"64\ttd\tself\n32\ttd\tself", "damaged"},
        {"-5\ttd\tself", "damaged"},
        {"64\ttd\tself", "damaged"}, /* it has played none */
        {"0\ttd\tnobody", "no agent"},
    };
    char path[128];
    const pl_game *g = must_open("tictactoe");
    pl_trainer *t = must_train(g, "td", 1);
    must_save(t, new_file(path));
    for (size_t i = 0; i < LENGTH(bad); i++) bad_note(path, g, "stages", bad[i][0], bad[i][1]);
    pl_trainer_free(t);
    pl_close(g);
    drop_file(path);
}

int test_stages(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_opponents_give_the_same_net),
        cmocka_unit_test(seats_go_around),
        cmocka_unit_test(stages_are_kept),
        cmocka_unit_test(a_weak_opponent_is_beaten),
        cmocka_unit_test(what_others_see_is_learnt_from_if_asked_for),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(files_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
