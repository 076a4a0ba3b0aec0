/* skull.c -- Skull: its numbers, its rules and its secrets.
 *
 * Beside lines worked out by hand there is a second Skull, naive_skull.h.  It
 * plays along with the first in random matches, counts the same trees, and has
 * exact weights to hold guesses against.
 */
#include "parlor/laws.h"
#include "tests/games/naive_skull.h"
#include "tests/solve/solved.h"

/* The two side by side. */

typedef struct {
    const char *spec;
    int players, roses, skulls, points, limit, next, lite;
} variant;

static void naive_open(naive *t, const variant *v)
{
    naive_start(t, v->players, v->roses, v->skulls, v->points);
    t->limit = v->lite ? 1 : v->limit;
    t->heir_is_named = !v->next;
    t->lite = v->lite;
}

static void names_of(const pl_game *g, const pl_state *s, char *out)
{
    pl_move list[PL_MOVES_MAX];
    int n = g->turn(s) == PL_OVER ? 0 : g->moves(s, list);
    *out = 0;
    for (int i = 0; i < n; i++) {
        strcat(out, " ");
        pl_say(g, s, list[i], out + strlen(out), PL_NAME_MAX);
    }
}

static void same_position(const pl_game *g, const pl_state *s, const naive *t)
{
    char one[2000], other[2000];
    assert_int_equal(g->turn(s), naive_turn_of(t));
    names_of(g, s, one);
    naive_moves(t, other);
    assert_string_equal(one, other);
}

static void same_scores(const pl_game *g, const pl_state *s, const naive *t)
{
    double one[PL_SEATS_MAX], other[PL_SEATS_MAX];
    g->score(s, one);
    naive_score(t, other);
    for (int i = 0; i < g->players; i++)
        if (fabs(one[i] - other[i]) > 1e-12) fail_msg("%g is not %g", one[i], other[i]);
}

/* The skulls that seat i of a world owns and its stack, read from the JSON. */
static int world_of(const pl_game *g, const pl_state *world, int i, int *stack)
{
    char json[3000], hand[16] = "", laid[16] = "";
    const char *at = json;
    int skulls = 0;
    g->json(world, json, sizeof json);
    for (int k = 0; k <= i; k++) at = strstr(at, "\"hand\":") + 7;
    sscanf(at, "\"%15[^\"]\"", hand);
    sscanf(strstr(at, "\"stack\":") + 8, "\"%15[^\"]\"", laid);
    *stack = 0;
    for (int k = 0; hand[k]; k++) skulls += hand[k] == 's';
    for (int k = 0; laid[k]; k++) *stack |= (laid[k] == 's' || laid[k] == 'S') << k;
    for (int k = 0; laid[k]; k++) skulls += laid[k] == 's' || laid[k] == 'S';
    return skulls;
}

/* Guesses of a view come as often as the exact weights say, seat by seat. */
static void guesses_weigh(const pl_game *g, const pl_state *s, const naive *t, int seat, pl_rng *r)
{
    enum { DRAWS = 1500 };
    static int count[SEATS][SKULLS + 1][STACKS];
    memset(count, 0, sizeof count);
    for (int n = 0; n < DRAWS; n++) {
        pl_state world;
        int stack;
        pl_view(g, s, seat, &world);
        g->guess(&world, seat, r);
        for (int i = 0; i < g->players; i++) {
            int k = world_of(g, &world, i, &stack);
            count[i][k][stack]++;
        }
    }
    for (int i = 0; i < g->players; i++) {
        double all = 0;
        const double *w = &t->belief[i].weight[0][0];
        for (int c = 0; c < (SKULLS + 1) * STACKS; c++) all += w[c];
        for (int c = 0; i != seat && c < (SKULLS + 1) * STACKS; c++) {
            double p = w[c] / all, had = (&count[i][0][0])[c] / (double)DRAWS;
            if (fabs(had - p) > 6 * sqrt(p * (1 - p) / DRAWS) + 1e-12)
                fail_msg("seat %d guesses %d of seat %d %g of the time, not %g", seat, c, i, had,
                         p);
        }
    }
}

static const variant variants[] = {
    {"skull(players=2,roses=1,lite=1)", 2, 1, 1, 2, 0, 0, 1},
    {"skull(players=2,roses=4,skulls=2,lite=1)", 2, 4, 2, 2, 0, 0, 1},
    {"skull(players=2,roses=1,points=1)", 2, 1, 1, 1, 0, 0, 0},
    {"skull(players=2,roses=1,skulls=2,heir=next)", 2, 1, 2, 2, 0, 1, 0},
    {"skull(players=2,rounds=1)", 2, 3, 1, 2, 1, 0, 0},
    {"skull(players=3)", 3, 3, 1, 2, 0, 0, 0},
    {"skull(players=3,heir=next,points=5)", 3, 3, 1, 5, 0, 1, 0},
    {"skull(players=4,rounds=4,points=3)", 4, 3, 1, 3, 4, 0, 0},
    {"skull(players=6)", 6, 3, 1, 2, 0, 0, 0},
    {"skull(players=6,roses=5,skulls=2,points=5)", 6, 5, 2, 5, 0, 0, 0},
    {"skull(players=5,roses=1,skulls=2,heir=next)", 5, 1, 2, 2, 0, 1, 0},
};

/* Play a random match in both; now and then hold guesses against the weights. */
static void play_both(const variant *v, int games, int guess_every)
{
    const pl_game *g = must_open(v->spec);
    static naive t;
    pl_rng r;
    pl_seed(&r, 7);
    for (int n = 0; n < games; n++) {
        pl_state s;
        pl_start(g, &s);
        naive_open(&t, v);
        while (same_position(g, &s, &t), g->turn(&s) != PL_OVER) {
            char name[PL_NAME_MAX];
            pl_move m = pl_any(g, &s, &r);
            if (guess_every && !pl_below(&r, guess_every))
                guesses_weigh(g, &s, &t, pl_below(&r, g->players), &r);
            pl_say(g, &s, m, name, sizeof name);
            g->apply(&s, m);
            naive_play(&t, name);
        }
        same_scores(g, &s, &t);
    }
    pl_close(g);
}

static void a_second_skull_agrees(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(variants); i++) play_both(&variants[i], 150, 0);
}

static void guesses_are_exact_over_matches(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(variants); i++) play_both(&variants[i], 8, 40);
}

/* All lines of the second Skull, and how many of them are at an end. */
static void naive_count(const naive *t, int *nodes, int *ends)
{
    char names[2000], name[PL_NAME_MAX];
    const char *at = names;
    ++*nodes;
    *ends += t->step == NAIVE_OVER;
    if (t->step == NAIVE_OVER) return;
    naive_moves(t, names);
    for (int n; sscanf(at, "%63s%n", name, &n) == 1; at += n) {
        naive next = *t;
        naive_play(&next, name);
        naive_count(&next, nodes, ends);
    }
}

static void trees_have_the_same_size(void **state)
{
    static const variant small[] = {
        {"skull(players=2,roses=1,lite=1)", 2, 1, 1, 2, 0, 0, 1},
        {"skull(players=2,roses=2,lite=1)", 2, 2, 1, 2, 0, 0, 1},
        {"skull(players=2,roses=1,skulls=2,lite=1)", 2, 1, 2, 2, 0, 0, 1},
        {"skull(players=2,roses=3,rounds=1)", 2, 3, 1, 2, 1, 0, 0},
        {"skull(players=3,roses=1,rounds=1)", 3, 1, 1, 2, 1, 0, 0},
        {"skull(players=2,roses=1,points=1)", 2, 1, 1, 1, 0, 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(small); i++) {
        static naive t;
        int nodes = 0, ends = 0;
        pl_tree *tree = grown(small[i].spec);
        naive_open(&t, &small[i]);
        naive_count(&t, &nodes, &ends);
        assert_int_equal(tree->nodes, nodes);
        assert_int_equal(tree->ends, ends);
        fell(tree);
    }
}

/* Known numbers of lite with one rose. */

static void lite_has_its_numbers(void **state)
{
    pl_tree *t = grown("skull(players=2,roses=1,lite=1)");
    double *policy = policy_room(t), gain = -1;
    (void)state;
    assert_int_equal(t->nodes, 159);
    assert_int_equal(t->ends, 100);
    assert_int_equal(t->infos, 30);
    pl_tree_uniform(t, policy);
    assert_int_equal(pl_tree_nashconv(t, policy, &gain), 0);
    if (fabs(gain - 1.2361111) > 1e-7) fail_msg("uniform play gives away %.9g", gain);
    pl_gap gap = gap_after("pdcfr+(gamma=15)", t, 2000);
    for (int k = 0; k < 2; k++)
        if (fabs(gap.best[k]) > 1e-9) fail_msg("seat %d can win %g", k, gap.best[k]);
    free(policy);
    fell(t);
}

/* A single round of two with flips as moves is the same game with more plies. */
static void a_round_of_two_is_lite(void **state)
{
    pl_tree *t = grown("skull(players=2,roses=1,rounds=1)");
    double *policy = policy_room(t), gain = -1;
    (void)state;
    assert_int_equal(t->ends, 100);
    pl_tree_uniform(t, policy);
    assert_int_equal(pl_tree_nashconv(t, policy, &gain), 0);
    if (fabs(gain - 1.2361111) > 1e-7) fail_msg("uniform play gives away %.9g", gain);
    free(policy);
    fell(t);
}

/* Lines worked out by hand. */

static const pl_game *line(const char *spec, pl_state *s, const char *moves)
{
    const pl_game *g = must_open(spec);
    play_line(g, s, moves);
    return g;
}

/* After these moves it is turn's, and these are the legal moves. */
static void comes_to(const char *spec, const char *moves, int turn, const char *legal)
{
    pl_state s;
    const pl_game *g = line(spec, &s, moves);
    assert_int_equal(g->turn(&s), turn);
    may_play(g, &s, legal);
    pl_close(g);
}

static void bidding_goes_round(void **state)
{
    (void)state;
    comes_to("skull(players=3)", "", 0, "rose skull");
    comes_to("skull(players=3)", "rose rose rose", 0, "rose skull 1 2 3");
    comes_to("skull(players=3)", "rose rose rose skull", 1, "rose skull 1 2 3 4");
    comes_to("skull(players=3)", "rose rose rose 1", 1, "pass 2 3");
    comes_to("skull(players=3)", "rose rose rose 1 pass", 2, "pass 2 3");
    comes_to("skull(players=3)", "rose rose rose 1 pass 2", 0, "pass 3");
    /* All others passed: his own rose is up, one more of two to go. */
    comes_to("skull(players=3)", "rose rose rose 1 pass 2 pass", 2, "flip0 flip1");
    /* All cards bid: nobody is asked. */
    comes_to("skull(players=3)", "rose rose rose 3", 0, "flip1 flip2");
    comes_to("skull(players=3)", "rose rose rose 1 3", 1, "flip0 flip2");
    /* Without a card in hand one must bid. */
    comes_to("skull(players=2,roses=1)", "rose rose skull skull", 0, "1 2 3 4");
}

static void stacks_are_turned_up_from_the_top(void **state)
{
    (void)state;
    /* Seat 0 has a skull on a rose, and then a rose on a skull. */
    comes_to("skull(players=3)", "rose rose rose skull rose rose 1 pass pass", 0,
             "lose-rose lose-skull");
    comes_to("skull(players=3)", "skull rose rose rose rose rose 1 pass pass", 0, "rose skull");
    comes_to("skull(players=3)", "skull rose rose rose rose rose 2 pass pass", 0,
             "lose-rose lose-skull");
    /* Of another's two cards the upper one first. */
    comes_to("skull(players=3)", "rose skull rose rose rose rose 3 pass pass flip1", 0,
             "rose skull");
    comes_to("skull(players=3)", "rose rose rose rose skull rose 3 pass pass flip1", PL_CHANCE,
             "lose-rose lose-skull");
    comes_to("skull(players=3)", "rose skull rose rose rose rose 4 pass pass flip1 flip1",
             PL_CHANCE, "lose-rose lose-skull");
}

static void the_next_round_begins(void **state)
{
    (void)state;
    /* With the bidder, won or lost. */
    comes_to("skull(players=3)", "rose rose rose 1 2 pass pass flip0", 1, "rose skull");
    comes_to("skull(players=3)", "rose skull rose 1 2 pass pass lose-skull", 1, "rose");
    comes_to("skull(players=3)", "rose skull rose 2 pass pass flip1 lose-skull", 0, "rose");
    /* Out by his own skull: whom he names, or the next. */
    comes_to("skull(players=3,roses=1)",
             "skull rose rose 1 pass pass lose-rose skull rose rose 1 pass pass lose-skull", 0,
             "start1 start2");
    comes_to("skull(players=3,roses=1)",
             "skull rose rose 1 pass pass lose-rose skull rose rose 1 pass pass lose-skull start2",
             2, "rose skull");
    comes_to("skull(players=3,roses=1,heir=next)",
             "skull rose rose 1 pass pass lose-rose skull rose rose 1 pass pass lose-skull", 1,
             "rose skull");
    /* Out by another's: its owner. */
    comes_to("skull(players=3,roses=1)",
             "skull rose rose 1 pass pass lose-skull rose rose skull 3 flip2 lose-rose", 2,
             "rose skull");
    /* Who is out is passed over. */
    comes_to("skull(players=3,roses=1)",
             "skull rose rose 1 pass pass lose-skull rose rose skull 3 flip2 lose-rose rose", 1,
             "rose skull");
}

static void matches_end(void **state)
{
    (void)state;
    line_ends("skull(players=3)", "rose rose rose 1 pass pass rose rose rose 1 pass pass",
              SCORES(1, -0.5, -0.5));
    line_ends("skull(players=3,points=1)", "rose rose rose 3 flip1 flip2", SCORES(1, -0.5, -0.5));
    /* The last one left, though the other had a point. */
    line_ends("skull(players=2,roses=1)",
              "rose rose 1 pass skull rose 1 pass lose-rose skull rose 1 pass lose-skull",
              SCORES(-1, 1));
    line_ends("skull(players=3,rounds=1)", "rose rose rose 1 pass pass", SCORES(1, -0.5, -0.5));
    line_ends("skull(players=3,rounds=1)", "skull rose rose 1 pass pass", SCORES(-1, 0.5, 0.5));
    line_ends("skull(players=3,rounds=1)", "rose skull rose 2 pass pass flip1",
              SCORES(-1, 0.5, 0.5));
    /* One card lost by each of two; the third has all of his. */
    line_ends("skull(players=3,rounds=2)",
              "skull rose rose 1 pass pass lose-rose rose skull rose 1 2 pass pass",
              SCORES(-0.5, -0.5, 1));
    line_ends("skull(players=2,rounds=2)", "skull rose 1 pass lose-rose rose skull 1 2",
              SCORES(0, 0));
    /* A point is worth more than cards. */
    line_ends("skull(players=3,rounds=2)", "rose rose rose 1 pass pass skull rose rose 1 pass pass",
              SCORES(1, -0.5, -0.5));
    /* But nothing without cards. */
    line_ends("skull(players=2,roses=1,rounds=3)",
              "rose rose 1 pass skull rose 1 pass lose-rose skull rose 1 pass", SCORES(-1, 1));
}

static void lite_turns_itself_up(void **state)
{
    static const char spec[] = "skull(players=2,roses=2,lite=1)";
    (void)state;
    line_ends(spec, "rose rose 2", SCORES(1, -1));
    line_ends(spec, "rose skull 2", SCORES(-1, 1));
    line_ends(spec, "rose skull 1 pass", SCORES(1, -1));
    line_ends(spec, "skull rose 1 pass", SCORES(-1, 1));
    line_ends(spec, "rose skull 1 2", SCORES(1, -1)); /* seat 1 bid two and has the skull */
    line_ends(spec, "rose rose skull rose 1 pass", SCORES(-1, 1));
    line_ends(spec, "skull rose rose rose 1 pass", SCORES(1, -1));
    line_ends(spec, "rose skull rose rose 3 pass", SCORES(1, -1)); /* the upper card of two */
    line_ends(spec, "rose rose rose skull 3 pass", SCORES(-1, 1));
}

/* One byte of seat 0's tensor, by its name. */
static int observed(const pl_game *g, const pl_state *s, const char *wanted)
{
    uint8_t tensor[2000];
    char where[100];
    int i = 0;
    pl_state view;
    pl_view(g, s, 0, &view);
    assert_in_range(pl_tensor_size(g), 1, sizeof tensor);
    pl_tensor(g, &view, 0, tensor);
    while (pl_tensor_where(g, i, where, sizeof where) > 0 && strcmp(where, wanted)) i++;
    assert_string_equal(where, wanted);
    return tensor[i];
}

static void views_show_what_was_seen(void **state)
{
    pl_state s;
    const pl_game *g = line("skull(players=3)", &s, "rose skull rose rose rose rose");
    (void)state;
    shows(g, &s, 1, "seat 1: 0 points, hand rr, stack sr\n");
    shows(g, &s, 1, "seat 0: 0 points, hand ??, stack ??\n");
    shows(g, &s, 0, "seat 1: 0 points, hand ??, stack ??\n");
    shows(g, &s, PL_PUBLIC, "seat 0: 0 points, hand ??, stack ??\n");
    play_on(g, &s, "4 pass pass flip1");
    shows(g, &s, 2, "seat 0: 0 points, hand ??, stack RR, bids 4");
    shows(g, &s, 2, "seat 1: 0 points, hand ??, stack ?R, bids pass");
    shows(g, &s, 1, "seat 1: 0 points, hand rr, stack sR, bids pass");
    play_on(g, &s, "flip1");
    shows(g, &s, 2, "seat 1: 0 points, hand ??, stack SR, bids pass");
    play_on(g, &s, "lose-skull");
    shows(g, &s, 0, "seat 0: 0 points, hand rrr\n");
    shows(g, &s, 1, "seat 0: 0 points, hand ???\n");
    pl_close(g);
}

/* Who begins; hands without a card; and rounds that never begin. */
static void views_tell_of_the_round(void **state)
{
    static const char out_by_his_own[] =
        "skull rose rose 1 pass pass lose-rose skull rose rose 1 pass pass lose-skull";
    pl_state s;
    const pl_game *g = line("skull(players=3,roses=1)", &s, "skull rose rose rose");
    (void)state;
    shows(g, &s, 1, "round 1, seat 0 began\nseat 0: 0 points, hand -, stack ??\n");
    tells(g, &s, 1, "{\"round\":1,\"began\":0,\"seats\":[{\"points\":0,\"hand\":\"\",");
    pl_close(g);
    g = line("skull(players=3,roses=1)", &s, out_by_his_own);
    shows(g, &s, 1, "after round 2, seat 0 is out and names who begins\nseat 0: 0 points, out\n");
    tells(g, &s, 1, "{\"round\":2,\"began\":null,");
    assert_int_equal(observed(g, &s, "round[number=0]"), 2);
    play_on(g, &s, "start2");
    shows(g, &s, 1, "round 3, seat 2 began\n");
    tells(g, &s, 1, "{\"round\":3,\"began\":2,");
    pl_close(g);
    g = line("skull(players=2,roses=1)", &s, "skull rose 1 pass lose-rose skull rose 1 pass");
    play_on(g, &s, "lose-skull");
    shows(g, &s, 1, "after round 2\nseat 0: 0 points, out\n");
    pl_close(g);
}

static void codes_tell_what_is_turned_up(void **state)
{
    pl_state s;
    const pl_game *g = line("skull(players=3)", &s, "rose");
    (void)state;
    notices(g, &s, "skull", 1, "skull");
    notices(g, &s, "skull", 0, "?");
    notices(g, &s, "rose", PL_PUBLIC, "?");
    play_on(g, &s, "skull rose rose rose rose");
    notices(g, &s, "6", 0, "6:rr");
    play_on(g, &s, "2 4");
    notices(g, &s, "pass", 0, "pass");
    notices(g, &s, "6", 0, "6:rr");
    play_on(g, &s, "pass");
    notices(g, &s, "pass", 2, "pass:rs");
    notices(g, &s, "pass", PL_PUBLIC, "pass:rs");
    play_on(g, &s, "6");
    assert_int_equal(g->turn(&s), 0);
    notices(g, &s, "flip1", 2, "flip1:r");
    play_on(g, &s, "flip1");
    notices(g, &s, "flip1", 0, "flip1:s");
    notices(g, &s, "flip2", PL_PUBLIC, "flip2:r");
    play_on(g, &s, "flip1");
    assert_int_equal(g->turn(&s), PL_CHANCE);
    notices(g, &s, "lose-skull", 0, "lose-skull");
    notices(g, &s, "lose-skull", 1, "?");
    pl_close(g);
}

/* What the public makes of seat's number of skulls. */
static int belief(const pl_game *g, const pl_state *s, int seat, int skulls)
{
    char wanted[100];
    snprintf(wanted, sizeof wanted, "belief[seat=%d,skulls=%d]", seat, skulls);
    return observed(g, s, wanted);
}

static void beliefs_follow_bayes(void **state)
{
    pl_state s;
    const pl_game *g = line("skull(players=3)", &s, "rose skull rose 1 2 pass pass");
    (void)state;
    assert_int_equal(belief(g, &s, 1, 1), 255);
    /* By his own choice: either kind.  A rose from a stack of one is twice as
     * likely of somebody who has no skull. */
    play_on(g, &s, "lose-rose");
    assert_int_equal(belief(g, &s, 1, 0), 128);
    play_on(g, &s, "rose rose rose 1 pass pass");
    assert_int_equal(belief(g, &s, 1, 0), 170); /* 2/3 */
    pl_close(g);
    /* By chance: one card of four.  Then the upper of his two cards is a rose:
     * sure without the skull, 1/2 + 1/4 with it. */
    g = line("skull(players=3)", &s, "rose rose skull 1 2 pass pass flip2 lose-rose");
    assert_int_equal(belief(g, &s, 1, 0), 64); /* 1/4 */
    play_on(g, &s, "rose rose rose rose rose rose 1 pass pass");
    assert_int_equal(belief(g, &s, 1, 0), 78); /* 4/13 */
    /* The skull shows up. */
    play_on(g, &s, "skull rose rose 1 pass pass");
    assert_int_equal(belief(g, &s, 1, 0), 78); /* not before the round is over */
    play_on(g, &s, "lose-rose");
    assert_int_equal(belief(g, &s, 1, 0), 128);
    pl_close(g);
}

static void losses_by_chance_go_by_cards(void **state)
{
    pl_state s;
    const pl_game *g = line("skull(players=3)", &s, "rose skull rose 2 pass pass flip1");
    (void)state;
    assert_true(fabs(pl_odds(g, &s, pl_parse(g, &s, "lose-skull")) - 0.25) < 1e-12);
    play_on(g, &s, "lose-rose rose skull rose 2 pass pass flip1");
    assert_true(fabs(pl_odds(g, &s, pl_parse(g, &s, "lose-skull")) - 1.0 / 3) < 1e-12);
    pl_close(g);
}

static void traits_are_true(void **state)
{
    static const struct {
        const char *spec;
        int recall;
    } known[] = {{"skull", 0},
                 {"skull(rounds=1)", 1},
                 {"skull(rounds=2)", 0},
                 {"skull(players=2,lite=1)", 1}};
    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++) {
        const pl_game *g = must_open(known[i].spec);
        assert_int_equal((g->traits & PL_RECALL) != 0, known[i].recall);
        pl_close(g);
    }
}

static void lite_wants_two_players_and_one_round(void **state)
{
    (void)state;
    refused("skull(players=3,lite=1)", "players must be 2");
    refused("skull(players=2,rounds=2,lite=1)", "rounds must be 0 or 1");
}

/* On a whole match of two cards each: every view's worlds, by all lines. */
static void guesses_are_exact_on_a_whole_tree(void **state)
{
    const pl_laws_options options = {.seed = 3, .games = 20};
    pl_laws_report report;
    pl_error err = {""};
    const pl_game *g = must_open("skull(players=2,roses=1,points=1)");
    (void)state;
    int verdict = pl_laws(g, &options, &report, &err);
    if (verdict) fail_msg("%s: %s: %s", report.broken, report.detail, report.line);
    assert_int_equal(report.nodes, 8634);
    pl_close(g);
}

int test_skull(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lite_has_its_numbers),
        cmocka_unit_test(a_round_of_two_is_lite),
        cmocka_unit_test(trees_have_the_same_size),
        cmocka_unit_test(a_second_skull_agrees),
        cmocka_unit_test(guesses_are_exact_over_matches),
        cmocka_unit_test(guesses_are_exact_on_a_whole_tree),
        cmocka_unit_test(bidding_goes_round),
        cmocka_unit_test(stacks_are_turned_up_from_the_top),
        cmocka_unit_test(the_next_round_begins),
        cmocka_unit_test(matches_end),
        cmocka_unit_test(lite_turns_itself_up),
        cmocka_unit_test(views_show_what_was_seen),
        cmocka_unit_test(views_tell_of_the_round),
        cmocka_unit_test(codes_tell_what_is_turned_up),
        cmocka_unit_test(beliefs_follow_bayes),
        cmocka_unit_test(losses_by_chance_go_by_cards),
        cmocka_unit_test(traits_are_true),
        cmocka_unit_test(lite_wants_two_players_and_one_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
