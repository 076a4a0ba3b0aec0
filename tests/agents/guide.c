/* guide.c -- nets that guide: two plies see what one does not, and searches follow a net made
 * by hand as far as they should, and no further. */
#include "agents/guide.h"

#include <stdlib.h>
#include <unistd.h>

#include "nets/net.h"
#include "tests/agents/players.h"

enum { CELLS = 9 };

/* A net for g that says 0 of everything: a unit for each input, which is the input. */
static pl_net *blank_net(const pl_game *g, int heads, const int32_t *kind)
{
    pl_error err = {""};
    pl_net_shape shape = pl_net_usual(g);
    shape.width[0] = shape.inputs;
    shape.heads = heads;
    for (int i = 0; i < heads; i++) {
        shape.kind[i] = kind[i];
        shape.size[i] = pl_head_size(g, kind[i], &err);
    }
    pl_net *net = pl_net_new(&shape, g, 1, &err);
    if (!net) fail_msg("%s", err.text);
    memset(net->weight, 0, (size_t)net->count * sizeof *net->weight);
    const pl_layer *l = &net->layer[0];
    for (int i = 0; i < l->in; i++) net->weight[l->weight + (int64_t)i * l->stride + i] = 1;
    return net;
}

/* Output k gains by for each unit of input i. */
static void teach(pl_net *net, int k, int i, float by)
{
    const pl_layer *top = &net->layer[1];
    net->weight[top->weight + (int64_t)k * top->stride + i] = by;
}

static void teach_always(pl_net *net, int k, float by)
{
    net->weight[net->layer[1].bias + k] = by;
}

/* The file of a net, which is freed. */
static const char *kept(pl_net *net)
{
    static char path[64];
    pl_error err = {""};
    snprintf(path, sizeof path, "/tmp/parlor_guide_%d.safetensors", (int)getpid());
    unlink(path);
    if (pl_net_write(net, path, &err)) fail_msg("%s", err.text);
    pl_net_free(net);
    return path;
}

static const pl_opinion *opinion(pl_agent *a, pl_move m)
{
    pl_reasons why;
    assert_int_equal(pl_agent_why(a, &why), 0);
    return opinion_of(&why, m);
}

static const int32_t score_alone[] = {PL_SCORE}, score_and_moves[] = {PL_SCORE, PL_MOVES};

static const char *const searches[] = {"mcts(iterations=40,memory=4,net=%s)",
                                       "mcts(iterations=40,memory=4,net=%s,prior=0)",
                                       "ismcts(iterations=40,memory=4,net=%s)",
                                       "ismcts(iterations=40,memory=4,net=%s,prior=0)",
                                       "ismcts(iterations=40,observers=single,memory=4,net=%s)",
                                       "ismcts(iterations=160,execution=root,memory=4,net=%s)",
                                       "ismcts(iterations=160,execution=tree,memory=4,net=%s)"};

/* The centre is what it wants, or what it does not, whatever search asks. */
static void searches_go_where_the_net_says(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    for (int loves = 0; loves < 2; loves++) {
        pl_net *net = blank_net(g, 1, score_alone);
        teach(net, 0, 4, loves ? 0.9f : -0.9f);
        teach(net, 0, CELLS + 4, loves ? -0.9f : 0.9f);
        const char *path = kept(net);
        for (size_t i = 0; i < LENGTH(searches); i++) {
            pl_agent *a = seated(g, 0, searches[i], path);
            pl_state s;
            pl_start(g, &s);
            pl_move m = pl_agent_pick(a, &s);
            double visits = opinion(a, 4)->visits, all = 0;
            for (int k = 0; k < CELLS; k++) all += opinion(a, k)->visits;
            if ((m == 4) != loves) fail_msg("%s: %d", searches[i], (int)m);
            if (loves ? visits < all / 3 : visits > all / 8)
                fail_msg("%s: %g of %g", searches[i], visits, all);
            pl_agent_free(a);
        }
    }
    pl_close(g);
}

/* Of a net with a head for moves the likeliest are tried first, one after the other.  Before mcts
 * has visited anything its priors weigh nothing, so that its first visit goes anywhere. */
static void priors_order_the_first_visits(void **unused)
{
    static const int order[] = {7, 2, 5};
    const pl_game *g = must_open("tictactoe");
    pl_net *net = blank_net(g, 2, score_and_moves);
    for (int i = 0; i < 3; i++) teach_always(net, 1 + order[i], 3 - 0.2f * (float)i);
    const char *path = kept(net);
    for (int i = 0; i < 6; i++) {
        int n = 1 + i % 3, in_order = i < 3 ? n - 1 : n;
        pl_state s;
        pl_agent *a = seated(g, 0, "%smcts(iterations=%d,explore=100,memory=1,net=%s)",
                             i < 3 ? "" : "is", n, path);
        pl_start(g, &s);
        pl_agent_pick(a, &s);
        for (int k = 0; k < in_order; k++) assert_true(opinion(a, order[k])->visits > 0);
        pl_agent_free(a);
    }
    pl_close(g);
}

/* The net likes whatever the other has and nothing of its own.  What ends the game is known
 * all the same, and so is what leads there by force. */
static void ends_are_what_they_are(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    pl_net *net = blank_net(g, 1, score_alone);
    pl_state s;
    for (int i = 0; i < CELLS; i++) teach(net, 0, CELLS + i, 0.3f);
    const char *path = kept(net);
    play_line(g, &s, "a1 b1 a2 b2"); /* it wins at a3, and must, as b3 is next */
    for (size_t i = 0; i < LENGTH(searches); i++) {
        pl_agent *a = seated(g, 0, searches[i], path);
        assert_int_equal(pl_agent_pick(a, &s), pl_parse(g, &s, "a3"));
        pl_agent_free(a);
    }
    pl_agent *a = seated(g, 0, "mcts(iterations=20000,net=%s)", path);
    pl_agent_pick(a, &s);
    assert_true(opinion(a, pl_parse(g, &s, "a3"))->proven);
    play_line(g, &s, "a1 b2 c3"); /* a corner loses, a side holds the draw */
    pl_agent_begin(a, 1);
    pl_move m = pl_agent_pick(a, &s);
    assert_true(opinion(a, m)->proven);
    near(opinion(a, m)->value, 0, 0);
    near(opinion(a, pl_parse(g, &s, "a3"))->value, -1, 1e-9);
    pl_agent_free(a);
    pl_close(g);
}

/* One ply sees nothing where the net says nothing; two see the other's win. */
static void two_plies_see_the_answer(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    const char *path = kept(blank_net(g, 1, score_alone));
    pl_agent *one = seated(g, 1, "net(file=%s)", path);
    pl_agent *two = seated(g, 1, "net(file=%s,plies=2,beam=0)", path);
    pl_agent *few = seated(g, 1, "net(file=%s,plies=2,beam=2)", path);
    pl_state s;
    play_line(g, &s, "a2 a1 b2"); /* c2 wins, if nobody takes it */
    pl_move block = pl_parse(g, &s, "c2");
    assert_int_not_equal(pl_agent_pick(one, &s), block);
    assert_int_equal(pl_agent_pick(two, &s), block);
    near(opinion(two, block)->value, 0, 1e-6);
    for (int i = 0; i < CELLS; i++)
        if (pl_is_legal(g, &s, i) && i != block) near(opinion(two, i)->value, -1, 1e-6);
    assert_int_not_equal(pl_agent_pick(few, &s), block); /* which is not among the first two */
    pl_agent_free(one);
    pl_agent_free(two);
    pl_agent_free(few);
    pl_close(g);
}

/* A net that knows nothing, but of everything something else. */
static const char *random_file(const pl_game *g)
{
    pl_error err = {""};
    pl_net_shape shape = pl_net_usual(g);
    shape.width[0] = 12;
    pl_net *net = pl_net_new(&shape, g, 3, &err);
    if (!net) fail_msg("%s", err.text);
    return kept(net);
}

/* What a position after a move comes to, worked out anew: every throw by its odds, and the answer
 * that is best one ply ahead. */
static double over_all_throws(const pl_game *g, const pl_net *net, pl_net_work *work,
                              const pl_state *s)
{
    pl_move throws[PL_MOVES_MAX], list[PL_MOVES_MAX];
    static double worth[PL_MOVES_MAX];
    double sum = 0, odds = 0;
    assert_int_equal(g->turn(s), PL_CHANCE);
    for (int i = 0, n = g->moves(s, throws); i < n; i++) {
        pl_state next = *s;
        double best = -INFINITY;
        g->apply(&next, throws[i]);
        int seat = g->turn(&next), moves = g->moves(&next, list);
        pl_net_moves(net, work, g, &next, seat, list, moves, worth);
        for (int k = 0; k < moves; k++) best = fmax(best, worth[k]);
        sum -= pl_odds(g, s, throws[i]) * best;
        odds += pl_odds(g, s, throws[i]);
    }
    near(odds, 1, 1e-12);
    return sum;
}

static void two_plies_are_over_all_throws(void **unused)
{
    const pl_game *g = must_open("backgammon");
    const char *path = random_file(g);
    pl_error err = {""};
    pl_net *net = pl_net_read(path, g, &err);
    pl_net_work *work = pl_net_work_new(net, 64, 0);
    pl_rng r;
    int looked = 0;
    pl_seed(&r, 8);
    pl_state s;
    for (pl_start(g, &s); g->turn(&s) != PL_OVER && looked < 4; g->apply(&s, pl_any(g, &s, &r))) {
        pl_move list[PL_MOVES_MAX];
        if (g->turn(&s) < 0 || g->moves(&s, list) < 3) continue;
        pl_agent *a = seated(g, g->turn(&s), "net(file=%s,plies=2,beam=3)", path);
        pl_move best = pl_agent_pick(a, &s);
        pl_state next = s;
        g->apply(&next, best);
        near(opinion(a, best)->value, over_all_throws(g, net, work, &next), 1e-5);
        pl_agent_free(a);
        looked++;
    }
    assert_int_equal(looked, 4);
    pl_net_work_free(work);
    pl_net_free(net);
    pl_close(g);
}

/* What is left when everybody plays what the net likes best, from s to the end, worked out anew. */
static double played_out(const pl_game *g, const pl_net *net, pl_net_work *work, pl_state *s,
                         int seat)
{
    pl_move list[PL_MOVES_MAX];
    double worth[PL_MOVES_MAX], score[PL_SEATS_MAX];
    for (int turn; (turn = g->turn(s)) != PL_OVER;) {
        int n = g->moves(s, list), best = 0;
        pl_net_moves(net, work, g, s, turn, list, n, worth);
        for (int i = 1; i < n; i++)
            if (worth[i] > worth[best]) best = i;
        g->apply(s, list[best]);
    }
    g->score(s, score);
    return score[seat];
}

/* To the end of a game, and no further: a whole game of tic-tac-toe is nine plies, of which two
 * are played. */
static void many_plies_are_a_rollout(void **unused)
{
    static const char *const specs[] = {"net(file=%s,plies=7,beam=0)",
                                        "net(file=%s,plies=1000,beam=0)"};
    const pl_game *g = must_open("tictactoe");
    const char *path = random_file(g);
    pl_error err = {""};
    pl_net *net = pl_net_read(path, g, &err);
    pl_net_work *work = pl_net_work_new(net, 64, 0);
    pl_state s;
    play_line(g, &s, "b2 a1");
    for (size_t i = 0; i < LENGTH(specs); i++) {
        pl_agent *a = seated(g, 0, specs[i], path);
        pl_agent_pick(a, &s);
        for (int m = 0; m < CELLS; m++) {
            if (!pl_is_legal(g, &s, m)) continue;
            pl_state next = s;
            g->apply(&next, m);
            near(opinion(a, m)->value, played_out(g, net, work, &next, 0), 1e-6);
        }
        pl_agent_free(a);
    }
    pl_net_work_free(work);
    pl_net_free(net);
    pl_close(g);
}

/* An agent that is told to stop has looked two plies ahead, and no further. */
static void many_plies_are_cut_short(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    const char *path = random_file(g);
    pl_agent *two = seated(g, 0, "net(file=%s,plies=2,beam=0)", path);
    pl_agent *all = seated(g, 0, "net(file=%s,plies=1000,beam=0)", path);
    pl_state s;
    play_line(g, &s, "b2 a1");
    pl_agent_stop(all);
    assert_int_equal(pl_agent_pick(all, &s), pl_agent_pick(two, &s));
    for (int m = 0; m < CELLS; m++)
        if (pl_is_legal(g, &s, m)) near(opinion(all, m)->value, opinion(two, m)->value, 1e-12);
    pl_agent_free(two);
    pl_agent_free(all);
    pl_close(g);
}

/* What a seat's score is said to be depends on what it sees, and on nothing else. */
static void seats_are_asked_by_what_they_see(void **unused)
{
    const pl_game *g = must_open("leduc");
    pl_error err = {""};
    pl_guide d = {0};
    pl_guided t = {0};
    pl_agent *a = seated(g, 0, "ismcts(net=%s)", random_file(g));
    double score[2], other[2];
    pl_state s, twin;
    int first = 0;
    while (strcmp(a->type->params[first].name, "net")) first++;
    assert_int_equal(pl_guide_open(&d, a, first, &err), 0);
    assert_int_equal(pl_guided_open(&t, &d, &err), 0);
    pl_rng r;
    pl_seed(&r, 4);
    for (pl_start(g, &s); g->turn(&s) == PL_CHANCE;) g->apply(&s, pl_any(g, &s, &r));
    pl_view(g, &s, 0, &twin);
    int differ = 0;
    for (int i = 0; i < 20; i++) {
        pl_state world = twin;
        g->guess(&world, 0, &r);
        pl_guide_scores(&d, &t, (const void *[]){&s, &s}, -1, score);
        pl_guide_scores(&d, &t, (const void *[]){&world, &world}, -1, other);
        near(score[0], other[0], 0);
        differ += fabs(score[1] - other[1]) > 1e-6;
    }
    assert_true(differ > 0);
    pl_guided_close(&t);
    pl_guide_close(&d);
    pl_agent_free(a);
    pl_close(g);
}

/* Plays a game against itself: all moves are legal, and the same seed plays the same. */
static void play_twice(const char *game, const char *spec, const char *again)
{
    const pl_game *g = must_open("%s", game);
    const char *path = random_file(g);
    double score[2][PL_SEATS_MAX] = {{0}};
    int64_t plies[2];
    for (int run = 0; run < 2; run++) {
        pl_agent *at[PL_SEATS_MAX];
        pl_rng r;
        for (int i = 0; i < g->players; i++) at[i] = seated(g, i, run ? again : spec, path);
        pl_seed(&r, 11);
        plies[run] = pl_play(g, at, &r, score[run]);
        for (int i = 0; i < g->players; i++) pl_agent_free(at[i]);
    }
    if (plies[0] < 1 || plies[0] != plies[1]) fail_msg("%s, %s", game, spec);
    for (int i = 0; i < g->players; i++) near(score[0][i], score[1][i], 0);
    pl_close(g);
}

static void the_same_seed_plays_the_same(void **unused)
{
    static const char *const open_games[] = {"connect4", "backgammon", "pig", "othello"};
    static const char *const hidden_games[] = {"dominoes", "leduc", "goofspiel", "skull(players=3)",
                                               "knockout_whist(players=2)"};
    static const struct {
        const char *spec, *again; /* NULL: the same */
        unsigned games;           /* bits of those above; others take too long */
    } rows[] = {
        {"ismcts(iterations=60,execution=root,threads=1,memory=4,net=%s)",
         "ismcts(iterations=60,execution=root,threads=2,memory=4,net=%s)", 31},
        {"ismcts(iterations=60,observers=grouped,memory=4,net=%s)", NULL, 31},
        {"ismcts(iterations=60,policy=rm,memory=4,net=%s)", NULL, 31},
        {"net(file=%s,plies=6,beam=3,worlds=2)", NULL, 31 - 8},
        {"ismcts(iterations=30,worlds=redeal,mix=0.5,memory=4,net=%s)", NULL, 7},
    };
    const char *m = "mcts(iterations=30,mix=0.5,memory=1,net=%s)";
    for (size_t i = 0; i < LENGTH(open_games); i++) play_twice(open_games[i], m, m);
    for (size_t k = 0; k < LENGTH(rows); k++)
        for (size_t i = 0; i < LENGTH(hidden_games); i++)
            if (rows[k].games >> i & 1)
                play_twice(hidden_games[i], rows[k].spec,
                           rows[k].again ? rows[k].again : rows[k].spec);
}

/* A tree that is full is searched on, and one that is kept says what a new one does. */
static void trees_keep_their_bounds(void **unused)
{
    const pl_game *g = must_open("othello");
    const char *path = random_file(g);
    for (int tree = 0; tree < 2; tree++) {
        pl_agent *a =
            seated(g, 0, "%smcts(iterations=30000,memory=1,net=%s)", tree ? "is" : "", path);
        pl_state s;
        pl_reasons why;
        pl_start(g, &s);
        assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
        pl_agent_why(a, &why);
        assert_int_equal(why.iterations, 30000);
        assert_true(why.nodes * why.node_bytes <= 1000000);
        pl_agent_free(a);
    }
    pl_close(g);
}

static void what_does_not_fit_is_refused(void **unused)
{
    static const struct {
        const char *game, *agent; /* %s: the file of a net for tic-tac-toe */
        int32_t head;             /* its only one */
        const char *words;
    } cases[] = {
        {"mnk(m=4,n=4,k=3)", "mcts(net=%s)", PL_SCORE, "the net is for"},
        {"mnk(m=4,n=4,k=3)", "ismcts(net=%s)", PL_SCORE, "the net is for"},
        {"tictactoe", "mcts(rave=10,net=%s)", PL_SCORE, "only -1 is accepted"},
        {"tictactoe", "mcts(net=/nowhere/at/all)", PL_SCORE, "nowhere"},
        {"tictactoe", "mcts(mix=0.5)", PL_SCORE, "is for a net"},
        {"tictactoe", "ismcts(prior=1)", PL_SCORE, "is for a net"},
        {"tictactoe", "mcts(mix=2,net=%s)", PL_SCORE, "0..1"},
        {"tictactoe", "mcts(net=%s)", PL_WINS, "tells no scores"},
        {"tictactoe", "ismcts(net=%s)", PL_MOVES, "mix=1"},
    };
    const pl_game *g = must_open("tictactoe");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char agent[PL_SPEC_MAX];
        snprintf(agent, sizeof agent, cases[i].agent, kept(blank_net(g, 1, &cases[i].head)));
        expect_refusals(&(refusal){cases[i].game, agent, cases[i].words}, 1);
    }
    const char *path = kept(blank_net(g, 1, (const int32_t[]){PL_MOVES}));
    pl_agent *a = seated(g, 0, "mcts(mix=1,iterations=100,net=%s)", path);
    pl_state s;
    pl_start(g, &s);
    assert_int_not_equal(pl_agent_pick(a, &s), PL_ILLEGAL);
    pl_agent_free(a);
    unlink(path);
    pl_close(g);
}

/* Without a net nothing of it is spelled, so that an agent keeps its name. */
static void names_tell_of_a_net_where_there_is_one(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    char spec[PL_SPEC_MAX];
    pl_agent *without = seated(g, 0, "mcts");
    pl_agent *with = seated(g, 0, "mcts(net=%s)", kept(blank_net(g, 1, score_alone)));
    pl_agent_spec(without, spec, sizeof spec);
    assert_null(strstr(spec, "net="));
    assert_non_null(strstr(spec, "reuse=1)"));
    pl_agent_spec(with, spec, sizeof spec);
    assert_non_null(strstr(spec, "safetensors,mix=0,prior="));
    pl_agent_free(without);
    pl_agent_free(with);
    pl_close(g);
}

int test_guide(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_go_where_the_net_says),
        cmocka_unit_test(priors_order_the_first_visits),
        cmocka_unit_test(ends_are_what_they_are),
        cmocka_unit_test(two_plies_see_the_answer),
        cmocka_unit_test(two_plies_are_over_all_throws),
        cmocka_unit_test(many_plies_are_a_rollout),
        cmocka_unit_test(many_plies_are_cut_short),
        cmocka_unit_test(seats_are_asked_by_what_they_see),
        cmocka_unit_test(the_same_seed_plays_the_same),
        cmocka_unit_test(trees_keep_their_bounds),
        cmocka_unit_test(names_tell_of_a_net_where_there_is_one),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
