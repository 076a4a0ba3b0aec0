/* agent.c -- what reaches an agent: views of its own seat and what it noticed,
 * in order, and nothing else. */
#include "parlor/belief.h"
#include "parlor/net.h"
#include "tests/agents/players.h"
#include "tests/support/fog.h"

/* An agent that checks what it hears against a view of its own making. */
typedef struct {
    pl_agent base;
    pl_belief *belief;
    pl_state view;
    int64_t heard, picks, begun, over, knows; /* knows: heard something in this game */
} witness;

static int witness_open(pl_agent *a, pl_error *err)
{
    witness *w = (witness *)a;
    (void)err;
    w->belief = NULL;
    return 0;
}

static void witness_close(pl_agent *a)
{
    pl_belief_free(((witness *)a)->belief);
}

static void witness_begin(pl_agent *a)
{
    witness *w = (witness *)a;
    pl_belief_free(w->belief);
    w->belief = pl_belief_new(a->game, (int)a->seat, 100, 1);
    w->begun++;
    w->knows = 0;
}

static void witness_heard(pl_agent *a, int who, pl_move code, const void *view)
{
    witness *w = (witness *)a;
    assert_int_not_equal(code, PL_NOTHING);
    memcpy(&w->view, view, (size_t)a->game->state_size);
    assert_int_equal(pl_belief_heard(w->belief, who, code, view), 0);
    w->heard++;
    w->knows = 1;
}

/* A world from what was heard alone must look as the view that is given. */
static pl_move witness_pick(pl_agent *a, const void *view)
{
    witness *w = (witness *)a;
    size_t size = (size_t)a->game->state_size;
    pl_state world;
    if (w->knows) assert_memory_equal(view, &w->view, size);
    assert_int_equal(pl_belief_world(w->belief, &a->rng, &world), 0);
    pl_view(a->game, &world, (int)a->seat, &world);
    assert_memory_equal(&world, view, size);
    w->picks++;
    return pl_any(a->game, view, &a->rng);
}

static void witness_over(pl_agent *a, const double *score)
{
    assert_true(score[a->seat] >= a->game->lo && score[a->seat] <= a->game->hi);
    ((witness *)a)->over++;
}

static const pl_agent_type witness_type = {
    .abi = PL_ABI,
    .size = sizeof(witness),
    .name = "witness",
    .about = "checks what it hears",
    .open = witness_open,
    .close = witness_close,
    .begin = witness_begin,
    .heard = witness_heard,
    .pick = witness_pick,
    .over = witness_over,
};

/* One game; the witness sits at its seat, the random agent at all others.  How
 * many plies the witness should have noticed. */
static int64_t play(const pl_game *g, pl_agent *one, pl_agent *other, int seat, pl_rng *r)
{
    pl_state s;
    int64_t noticed = 0;
    pl_agent_begin(one, seat);
    for (pl_start(g, &s); g->turn(&s) != PL_OVER;) {
        int who = g->turn(&s);
        pl_agent_begin(other, who);
        pl_move m = who == PL_CHANCE ? pl_any(g, &s, r)
                    : who == seat    ? pl_agent_pick(one, &s)
                                     : pl_agent_pick(other, &s);
        assert_true(pl_is_legal(g, &s, m));
        noticed += pl_seen(g, &s, m, seat) != PL_NOTHING;
        pl_agent_tell(one, &s, m);
        pl_agent_tell(other, &s, m);
        g->apply(&s, m);
    }
    pl_agent_over(one, &s);
    pl_agent_over(other, &s);
    return noticed;
}

static void witness_games(const pl_game *g, int games)
{
    pl_error err;
    pl_rng r;
    pl_agent *one = pl_agent_make(&witness_type, "", g, 1, &err);
    pl_agent *other = pl_agent_make(&pl_random, "", g, 2, &err);
    int64_t noticed = 0;
    assert_true(one && other);
    pl_seed(&r, 3);
    for (int i = 0; i < games; i++) noticed += play(g, one, other, i % g->players, &r);
    const witness *w = (const witness *)one;
    assert_int_equal(w->heard, noticed);
    assert_int_equal(w->begun, games);
    assert_int_equal(w->over, games);
    assert_true(w->picks > 0);
    pl_agent_free(one);
    pl_agent_free(other);
}

/* In the fog some tries go unnoticed; then it hears nothing at all. */
static void agents_hear_what_their_seat_notices(void **state)
{
    static const char *const specs[] = {
        "rps",      "kuhn(players=3)", "leduc", "goofspiel(cards=4)", "liars_dice(dice=2,match=1)",
        "tictactoe"};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open("%s", specs[i]);
        witness_games(g, 20);
        pl_close(g);
    }
    witness_games(&pl_fog, 50);
}

/* The same seed, the same moves; and all moves come up: of 3,000 a third each, with a deviation of
 * 26. */
static void the_random_agent_is_random(void **state)
{
    pl_state s;
    int count[3] = {0};
    const pl_game *g = must_open("rps");
    pl_agent *a = seated(g, 0, "random"), *b = seated(g, 0, "random");
    pl_start(g, &s);
    for (int i = 0; i < 3000; i++) {
        pl_move m = pl_agent_pick(a, &s);
        assert_int_equal(m, pl_agent_pick(b, &s));
        count[m]++;
    }
    for (int i = 0; i < 3; i++) assert_in_range(count[i], 850, 1150);
    pl_agent_free(a);
    pl_agent_free(b);
    pl_close(g);
}

/* Whole games with a witness at every seat: each hears what it should. */
static void agents_play_whole_games(void **state)
{
    pl_error err;
    pl_rng r;
    pl_agent *seat[3];
    const pl_game *g = must_open("kuhn(players=3)");
    pl_seed(&r, 4);
    for (int i = 0; i < 3; i++) seat[i] = pl_agent_make(&witness_type, "", g, (uint64_t)i, &err);
    for (int i = 0; i < 20; i++) {
        double score[3];
        int64_t plies = pl_play(g, seat, &r, score);
        assert_in_range(plies, 6, 8);
        assert_true(score[0] + score[1] + score[2] == 0);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(((witness *)seat[i])->over, 20);
        pl_agent_free(seat[i]);
    }
    pl_close(g);
}

static pl_move stubborn_pick(pl_agent *a, const void *view)
{
    (void)view;
    return a->game->actions;
}

/* A move that is not legal ends the game at once. */
static void illegal_moves_end_a_game(void **state)
{
    const pl_agent_type stubborn = {
        .abi = PL_ABI, .size = sizeof(pl_agent), .name = "stubborn", .pick = stubborn_pick};
    pl_error err;
    pl_rng r;
    double score[2];
    pl_reasons reasons;
    const pl_game *g = must_open("kuhn");
    pl_agent *a = pl_agent_make(&stubborn, "", g, 1, &err);
    pl_seed(&r, 1);
    assert_int_equal(pl_play(g, (pl_agent *[]){a, a}, &r, score), -1);
    assert_int_equal(pl_agent_why(a, &reasons), -1);
    assert_false(pl_agent_stopped(a));
    pl_agent_stop(a);
    assert_true(pl_agent_stopped(a));
    pl_agent_free(a);
    pl_close(g);
}

/* Types that lack something, and one that was made for another game. */
static void wrong_types_are_refused(void **state)
{
    static const struct {
        pl_agent_type type;
        const char *words;
    } wrong[] = {
        {{.abi = PL_ABI,
          .size = sizeof(pl_agent),
          .name = "picky",
          .game = "leduc",
          .pick = stubborn_pick},
         "picky plays only leduc, not kuhn"},
        {{.abi = PL_ABI, .name = "idle", .size = 4096}, "idle is no agent: it needs a pick"},
        {{.abi = PL_ABI, .name = "tiny", .size = 8, .pick = stubborn_pick}, "tiny is no agent"},
    };
    const pl_game *g = must_open("kuhn");
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        pl_error err = {""};
        assert_null(pl_agent_make(&wrong[i].type, "", g, 1, &err));
        if (!strstr(err.text, wrong[i].words)) fail_msg("'%s'", err.text);
    }
    pl_close(g);
}

static const pl_param tuned_params[] = {
    {"iterations", NULL, 1, 1000, 1e9, "how often"},
    {"explore", PL_REAL, 0, 0.7, 10, "how boldly"},
    {"move", PL_TEXT, 0, 0, 0, "which"},
    {"file", PL_TEXT, 0, 0, 0, "where"},
    {"policy", "ucb1|exp3", 0, 1, 1, "how"},
    {0},
};
static const pl_agent_type tuned = {.abi = PL_ABI,
                                    .size = sizeof(pl_agent),
                                    .name = "tuned",
                                    .params = tuned_params,
                                    .pick = stubborn_pick};

/* Whole and decimal numbers, words and text, each in its range, and back; what cannot be read is
 * refused. */
static void agents_take_parameters(void **state)
{
    static const char *const read[][2] = {
        {"", "tuned(iterations=1000,explore=0.7,move=\"\",file=\"\",policy=exp3)"},
        {"explore=1.25,policy=ucb1,iterations=1000000000",
         "tuned(iterations=1000000000,explore=1.25,move=\"\",file=\"\",policy=ucb1)"},
        {"file=\"a,b\",move=f(x,y)",
         "tuned(iterations=1000,explore=0.7,move=\"f(x,y)\",file=\"a,b\",policy=exp3)"},
        {"explore=.5,move=rock",
         "tuned(iterations=1000,explore=0.5,move=rock,file=\"\",policy=exp3)"},
        {" explore = .5 , move = two words, file=\" kept \" ",
         "tuned(iterations=1000,explore=0.5,move=two words,file=\" kept \",policy=exp3)"},
        {"explore=0.00001,move=rock",
         "tuned(iterations=1000,explore=1e-05,move=rock,file=\"\",policy=exp3)"},
        {"explore=25e-1,move=rock",
         "tuned(iterations=1000,explore=2.5,move=rock,file=\"\",policy=exp3)"},
    };
    static const char *const unread[][2] = {
        {"explore=1e", "tuned: parameter explore accepts 0..10, not '1e'"},
        {"explore=1e-99", "tuned: parameter explore accepts 0..10, not '1e-99'"},
        {"explore=11", "tuned: parameter explore accepts 0..10, not '11'"},
        {"explore=1.2.3", "tuned: parameter explore accepts 0..10, not '1.2.3'"},
        {"explore=", "tuned: parameter explore accepts 0..10, not ''"},
        {"iterations=1.5", "tuned: parameter iterations accepts 1..1000000000, not '1.5'"},
        {"move=a\"b", "tuned: parameter move accepts text, not 'a\"b'"},
    };
    static const refusal others[] = {
        {"rps", "random(x=1)", "random takes no parameters"},
        {"rps", "random(", "an agent is written"},
        {"rps", "nobody", "there is no agent 'nobody'; there are random"},
    };
    pl_error err = {""};
    const pl_game *g = must_open("rps");
    for (size_t i = 0; i < LENGTH(read); i++) {
        char text[PL_SPEC_MAX];
        pl_agent *a = pl_agent_make(&tuned, read[i][0], g, 1, &err);
        if (!a) fail_msg("%s", err.text);
        pl_agent_spec(a, text, sizeof text);
        assert_string_equal(text, read[i][1]);
        pl_agent_free(a);
    }
    for (size_t i = 0; i < LENGTH(unread); i++) {
        assert_null(pl_agent_make(&tuned, unread[i][0], g, 1, &err));
        assert_string_equal(err.text, unread[i][1]);
    }
    pl_agent_free(seated(g, 0, " random ( ) "));
    pl_close(g);
    expect_refusals(others, LENGTH(others));
}

static void agents_are_found_by_name(void **state)
{
    for (const pl_agent_type *const *a = pl_agents(); *a; a++) {
        assert_ptr_equal(pl_agent_find((*a)->name), *a);
        assert_true(!(*a)->game || pl_find((*a)->game));
    }
    assert_ptr_equal(pl_agent_find("random"), &pl_random);
    assert_null(pl_agent_find("nobody"));
}

/* Those that have a few thousand positions or histories as they usually are. */
static int is_small(const pl_game *g)
{
    static const char *const names[] = {"kuhn", "leduc", "mnk", "rps"};
    for (size_t i = 0; i < LENGTH(names); i++)
        if (!strcmp(g->name, names[i])) return 1;
    return 0;
}

/* Whether a kind accepts g, by its own words. */
static int is_shipped(const pl_game *g)
{
    for (int i = 0; pl_net_shipped_name(i); i++)
        if (!strcmp(pl_net_shipped_name(i), g->name)) return 1;
    return 0;
}

static int says_it_plays(const pl_agent_type *a, const pl_game *g)
{
    if (a->game) return !strcmp(a->game, g->name);
    if (!a->plays) return 1;
    if (!strcmp(a->plays, "games without secrets")) return !g->hide;
    if (!strcmp(a->plays, "the game of its file")) return 0; /* without one */
    if (!strcmp(a->plays, "the game of its net")) return is_shipped(g);
    if (!strcmp(a->plays, "small games of two, zero sum")) return is_small(g);
    assert_string_equal(a->plays, "games that value positions");
    return g->value != NULL;
}

static void agents_play_what_they_say(void **state)
{
    pl_error err;
    for (const pl_game *const *base = pl_games(); *base; base++) {
        const pl_game *g = must_open("%s", (*base)->name);
        for (const pl_agent_type *const *a = pl_agents(); *a; a++) {
            const char *args = !strcmp((*a)->name, "always")    ? "move=pass"
                               : !strcmp((*a)->name, "process") ? "cmd=cat"
                               : !strcmp((*a)->name, "lbr")     ? "of=random"
                               : memory_of(*a) >= 0             ? "memory=1"
                                                                : "";
            pl_agent *made = pl_agent_make(*a, args, g, 1, &err);
            if (!made != !says_it_plays(*a, g)) fail_msg("%s at %s", (*a)->name, g->name);
            pl_agent_free(made);
        }
        pl_close(g);
    }
}

int test_agent(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_hear_what_their_seat_notices),
        cmocka_unit_test(the_random_agent_is_random),
        cmocka_unit_test(agents_play_whole_games),
        cmocka_unit_test(illegal_moves_end_a_game),
        cmocka_unit_test(wrong_types_are_refused),
        cmocka_unit_test(agents_are_found_by_name),
        cmocka_unit_test(agents_play_what_they_say),
        cmocka_unit_test(agents_take_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
