/* exact.c -- exact values of games without secrets: known ones, and those of whole
 * trees worked out line by line; bounds, stops and refusals.
 */
#include <pthread.h>

#include "tests/support/worked_out.h"

/* Known games. */

typedef struct {
    const char *spec;
    double value;
    int64_t positions; /* 0: not known from elsewhere */
} fact;

static void check_facts(const fact *known, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const pl_game *g = must_open("%s", known[i].spec);
        pl_exact *e = worked_out(g);
        if (value_of(e) != known[i].value) fail_msg("%s: %g", known[i].spec, value_of(e));
        if (known[i].positions) assert_int_equal(about(e).positions, known[i].positions);
        assert_int_equal(about(e).repeating, 0);
        pl_exact_free(e);
        pl_close(g);
    }
}

static void known_games_have_their_values(void **unused)
{
    static const fact known[] = {
        {"tictactoe", 0, 5478},
        {"mnk(m=4,n=3,k=3)", 1, 0},
        {"mnk(m=3,n=4,k=3)", 1, 0},
        {"connect4(rows=4,cols=4)", 0, 161029}, /* J. Tromp */
        {"hex(size=2)", 1, 0},
        {"hex(size=3)", 1, 0},
        {"othello(size=4)", -1, 0},             /* J. Feinstein, 1993 */
        {"othello(size=4,score=discs)", -8, 0}, /* 3 to 11 */
    };
    check_facts(known, LENGTH(known));
}

/* Some seconds and some hundreds of megabytes each. */
static void larger_games_have_their_values(void **unused)
{
    static const fact known[] = {
        {"mnk(m=4,n=4,k=3)", 1, 0},
        {"mnk(m=4,n=4,k=4)", 0, 0},
        {"connect4(rows=4,cols=5)", 0, 3945711}, /* J. Tromp */
    };
    check_facts(known, LENGTH(known));
}

static void hex_has_five_winning_openings(void **unused)
{
    const pl_game *g = must_open("hex(size=3)");
    pl_exact *e = worked_out(g);
    pl_move m[PL_MOVES_MAX];
    double values[2 * 9];
    int wins = 0, n = pl_exact_moves(e, pl_exact_position(e, 0), m, values);
    assert_int_equal(n, 9);
    for (int i = 0; i < n; i++) {
        assert_true(values[2 * i] == -values[2 * i + 1]);
        wins += values[2 * i] == 1;
        if (m[i] == pl_exact_best(e, pl_exact_position(e, 0))) assert_true(values[2 * i] == 1);
    }
    assert_int_equal(wins, 5);
    pl_exact_free(e);
    pl_close(g);
}

/* Whole trees, line by line. */

/* What every node is worth to every seat, by induction over histories. */
static double *induced(const pl_tree *t)
{
    int players = t->game->players;
    double *value = calloc((size_t)t->nodes * (size_t)players, sizeof *value);
    for (int32_t i = t->nodes - 1; i >= 0; i--) {
        double *row = value + i * players;
        if (t->turn[i] == PL_OVER)
            memcpy(row, t->score + t->info[i] * players, (size_t)players * sizeof *row);
        for (int32_t c = t->first[i]; c < t->first[i + 1]; c++) {
            const double *from = value + c * players;
            int take = c == t->first[i] || (t->turn[i] >= 0 && from[t->turn[i]] > row[t->turn[i]]);
            for (int k = 0; k < players; k++) {
                if (t->turn[i] == PL_CHANCE) row[k] += t->odds[c] * from[k];
                else if (take) row[k] = from[k];
            }
        }
    }
    return value;
}

/* The first of node's moves that is worth as much as it to the seat that moves. */
static pl_move first_best(const pl_tree *t, const double *value, int32_t node)
{
    int players = t->game->players, seat = t->turn[node];
    int32_t c = t->first[node];
    while (value[c * players + seat] != value[node * players + seat]) c++;
    return t->move[c];
}

static void check_against_tree(const char *spec)
{
    pl_tree *t = grown(spec);
    pl_exact *e = worked_out(t->game);
    unsigned char *states = replayed(t);
    double *value = induced(t), exact[PL_SEATS_MAX];
    for (int32_t i = 0; i < t->nodes; i++) {
        const void *s = states + (size_t)i * (size_t)t->game->state_size;
        assert_int_equal(pl_exact_value(e, s, exact), t->first[i + 1] - t->first[i]);
        for (int k = 0; k < t->game->players; k++)
            near(exact[k], value[i * t->game->players + k], 1e-12);
        if (t->turn[i] < 0) assert_int_equal(pl_exact_best(e, s), PL_ILLEGAL);
        else if (!t->chance) assert_int_equal(pl_exact_best(e, s), first_best(t, value, i));
    }
    free(value);
    free(states);
    pl_exact_free(e);
    fell(t);
}

static void positions_are_worth_what_lines_are(void **unused)
{
    static const char *const specs[] = {
        "tictactoe",
        "mnk(m=3,n=2,k=2)",
        "connect4(rows=3,cols=3,k=3)",
        "breakthrough(rows=4,cols=2,lines=1)",
        "breakthrough(rows=3,cols=3,lines=1)",
        "hex(size=2,swap=1)",
        "pig(target=4,faces=3,limit=12)",
        "pig(players=3,target=3,faces=3,limit=12)",
        "quoridor(size=3,walls=0,limit=8)",
    };
    for (size_t i = 0; i < LENGTH(specs); i++) check_against_tree(specs[i]);
}

/* Two players of Pig, by a recursion of its own: what the player to choose gains, with so
 * many points, and so many plies left. */
enum { TARGET = 10, FACES = 6, LIMIT = 40 };
static double gain_of[TARGET][TARGET][TARGET + FACES][LIMIT + 1];

static double pig_choose(int own, int other, int total, int left);

static double pig_roll(int own, int other, int total, int left)
{
    double sum = 0;
    if (left == 0) return 0;
    sum -= pig_choose(other, own, 0, left - 1);
    for (int face = 2; face <= FACES; face++) sum += pig_choose(own, other, total + face, left - 1);
    return sum / FACES;
}

static double pig_hold(int own, int other, int total, int left)
{
    if (own + total >= TARGET) return 1;
    return -pig_choose(other, own + total, 0, left - 1);
}

static double pig_choose(int own, int other, int total, int left)
{
    if (left == 0) return 0;
    double *gain = &gain_of[own][other][total < TARGET ? total : TARGET][left];
    if (total > TARGET) total = TARGET;
    if (!isnan(*gain)) return *gain;
    double roll = pig_roll(own, other, total, left - 1);
    double hold = total ? pig_hold(own, other, total, left) : -2;
    return *gain = roll > hold ? roll : hold;
}

static void pig_is_worth_what_it_is(void **unused)
{
    const pl_game *g = must_open("pig(target=%d,faces=%d,limit=%d)", TARGET, FACES, LIMIT);
    pl_exact *e = worked_out(g);
    double *cell = &gain_of[0][0][0][0];
    for (size_t i = 0; i < sizeof gain_of / sizeof *cell; i++) cell[i] = NAN;
    near(value_of(e), pig_choose(0, 0, 0, LIMIT), 1e-12);
    assert_true(value_of(e) > 0.05 && about(e).chance > 1000);
    pl_exact_free(e);
    pl_close(g);
}

/* Bounds, stops and refusals. */

static void memory_is_bounded(void **unused)
{
    const pl_game *g = must_open("tictactoe");
    pl_error err = {""};
    int64_t low = 0, high = 1 << 24;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        pl_exact *e = pl_exact_new(g, middle, &err);
        int failed = pl_exact_run(e, &err);
        assert_true(about(e).bytes <= middle);
        if (failed && !strstr(err.text, "has more positions than the")) fail_msg("%s", err.text);
        *(failed ? &low : &high) = middle;
        pl_exact_free(e);
    }
    assert_true(high > 5478 * g->state_size && high < 3 * 5478 * (g->state_size + 24));
    for (int64_t memory = 1; memory < high; memory += 997) {
        pl_exact *e = pl_exact_new(g, memory, &err);
        assert_int_equal(pl_exact_run(e, &err), -1);
        assert_true(about(e).bytes <= memory && about(e).full);
        pl_exact_free(e);
    }
    pl_close(g);
}

static const pl_game *sound; /* what the games below are made from */
static pl_exact *under_way;
static int applied;

/* As a signal handler may, in the midst of it. */
static void interrupting_apply(void *s, pl_move m)
{
    sound->apply(s, m);
    if (++applied % 10000 == 0) pl_exact_stop(under_way);
}

/* A run that is stopped again and again comes to the same in the end. */
static void runs_can_be_stopped(void **unused)
{
    pl_error err = {""};
    double values[2];
    int stops = 0;
    sound = must_open("connect4(rows=4,cols=4)");
    pl_game g = *sound;
    g.apply = interrupting_apply;
    pl_exact *e = under_way = pl_exact_new(&g, 0, &err);
    assert_int_equal(pl_exact_value(e, &(pl_state){0}, values), -1);
    pl_exact_stop(e);
    assert_int_equal(pl_exact_run(e, &err), 1);
    assert_int_equal(pl_exact_value(e, pl_exact_position(e, 0), values), -1);
    while (pl_exact_run(e, &err)) stops++;
    assert_true(stops > 10);
    assert_int_equal(stops, applied / 10000);
    assert_int_equal(about(e).positions, 161029);
    near(value_of(e), 0, 0);
    pl_exact_free(e);
    pl_close(sound);
}

static void *stop_now_and_then(void *with)
{
    int64_t last = 0, now;
    while ((now = pl_exact_count(with)) < 161029) {
        if (now > last + 1000) pl_exact_stop(with);
        if (now > last + 1000) last = now;
    }
    return NULL;
}

/* The same from another thread, which may or may not get round to it. */
static void threads_can_stop_runs(void **unused)
{
    const pl_game *g = must_open("connect4(rows=4,cols=4)");
    pl_error err = {""};
    pthread_t thread;
    pl_exact *e = pl_exact_new(g, 0, &err);
    pthread_create(&thread, NULL, stop_now_and_then, e);
    while (pl_exact_run(e, &err) == 1) continue;
    pthread_join(thread, NULL);
    near(value_of(e), 0, 0);
    pl_exact_free(e);
    pl_close(g);
}

static void biased_score(const void *s, double *out)
{
    sound->score(s, out);
    out[0] += 1;
}

static int no_moves(const void *s, pl_move *out)
{
    (void)s, (void)out;
    return 0;
}

static void expect_fault(pl_game faulty, const char *words)
{
    pl_error err = {""};
    pl_exact *e = pl_exact_new(&faulty, 0, &err);
    if (e) assert_int_equal(pl_exact_run(e, &err), -1);
    if (!strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
    if (e) assert_false(about(e).full);
    pl_exact_free(e);
}

static void large_score(const void *s, double *out)
{
    sound->score(s, out);
    double won = out[0];
    out[0] = won * (133802.7 + 7.89);
    out[1] = won * -133810.59;
}

/* Scores that were added up miss 0 by what rounding takes of them, not by 1e-12. */
static void rounding_is_no_fault(void **unused)
{
    volatile double sum = 133802.7 + 7.89;
    assert_true(fabs(sum - 133810.59) > 1e-12);
    sound = must_open("mnk(m=3,n=2,k=2)");
    pl_game g = *sound;
    g.score = large_score;
    g.lo = -133811;
    g.hi = 133811;
    pl_exact *e = worked_out(&g);
    near(value_of(e), 133810.59, 1e-9);
    pl_exact_free(e);
    pl_close(sound);
}

static void faulty_games_are_refused(void **unused)
{
    const pl_game *kuhn = must_open("kuhn");
    pl_game faulty;
    sound = must_open("tictactoe");
    expect_fault(*kuhn, "kuhn has secrets");
    faulty = *sound;
    faulty.score = biased_score;
    expect_fault(faulty, "do not add up to 0");
    faulty = *sound;
    faulty.moves = no_moves;
    expect_fault(faulty, "breaks its contract");
    assert_null(pl_exact_new(kuhn, 0, NULL));
    pl_exact_free(NULL);
    pl_close(kuhn);
    pl_close(sound);
}

/* Positions by their number are those that were reached, each once. */
static void positions_can_be_listed(void **unused)
{
    const pl_game *g = must_open("mnk(m=3,n=2,k=3)");
    pl_exact *e = worked_out(g);
    double values[2];
    int64_t n = 0, ends = 0;
    for (const void *s; (s = pl_exact_position(e, n)); n++) {
        assert_true(pl_exact_value(e, s, values) >= 0);
        ends += g->turn(s) == PL_OVER;
        for (int64_t i = 0; i < n; i++)
            assert_memory_not_equal(s, pl_exact_position(e, i), (size_t)g->state_size);
    }
    assert_int_equal(n, about(e).positions);
    assert_int_equal(ends, about(e).ends);
    assert_null(pl_exact_position(e, -1));
    pl_exact_free(e);
    pl_close(g);
}

/* What fits is never refused; what is far too large is at once. */
static void games_that_cannot_fit_are_refused_at_once(void **unused)
{
    static const char *const specs[] = {"tictactoe", "mnk(m=4,n=3,k=3)", "connect4(rows=4,cols=4)",
                                        "pig(target=10,limit=20)"};
    pl_error err = {""};
    for (size_t i = 0; i < LENGTH(specs); i++) {
        const pl_game *g = must_open(specs[i]);
        pl_exact *e = worked_out(g);
        int64_t bytes = about(e).bytes;
        pl_exact_free(e);
        e = pl_exact_new(g, bytes, NULL);
        for (uint64_t seed = 1; seed < 20; seed++)
            if (pl_exact_fits(e, seed, &err)) fail_msg("%s: %s", specs[i], err.text);
        pl_exact_free(e);
        e = pl_exact_new(g, bytes / 20, NULL);
        if (i < 3) assert_int_equal(pl_exact_fits(e, 1, &err), -1);
        pl_exact_free(e);
        pl_close(g);
    }
    assert_non_null(strstr(err.text, "positions by estimate"));
}

int test_exact_larger(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(larger_games_have_their_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int test_exact(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_games_have_their_values),
        cmocka_unit_test(hex_has_five_winning_openings),
        cmocka_unit_test(positions_are_worth_what_lines_are),
        cmocka_unit_test(pig_is_worth_what_it_is),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(runs_can_be_stopped),
        cmocka_unit_test(threads_can_stop_runs),
        cmocka_unit_test(faulty_games_are_refused),
        cmocka_unit_test(rounding_is_no_fault),
        cmocka_unit_test(positions_can_be_listed),
        cmocka_unit_test(games_that_cannot_fit_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
