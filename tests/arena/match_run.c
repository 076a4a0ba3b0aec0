/* match_run.c -- matches: who meets whom, on fair terms, the same on any number of threads and
 * after any interruption. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/arena/told.h"

static const pl_entrant six[] = {{"a", "random"}, {"b", "random"}, {"c", "random"},
                                 {"d", "random"}, {"e", "random"}, {"f", "random"}};

static pl_schedule make_schedule(const pl_match_plan *p)
{
    pl_schedule s;
    pl_error err;
    if (pl_schedule_open(&s, p, pl_grouping_size(p), &err)) fail_msg("%s", err.text);
    return s;
}

/* How often each entrant plays, and each two of them meet. */
typedef struct {
    int plays[6], at[6][4], meet[6][6];
} counts;

static counts count_all(const pl_schedule *s)
{
    counts c = {0};
    for (int64_t b = 0; b < s->pairings; b++) {
        int32_t who[PL_SEATS_MAX];
        pl_schedule_who(s, b, who);
        for (int i = 0; i < s->places; i++) {
            assert_in_range(who[i], 0, s->entrants - 1);
            c.plays[who[i]]++;
            c.at[who[i]][i]++;
            for (int j = 0; j < s->places; j++) c.meet[who[i]][who[j]] += i != j;
        }
    }
    for (int i = 0; i < s->entrants; i++) assert_int_equal(c.meet[i][i], 0);
    return c;
}

static void round_robin_meets_everybody(void **state)
{
    static const struct {
        const char *game;
        int pairings, meetings;
    } cases[] = {{"tictactoe", 15, 1}, {"dominoes(players=3)", 20, 4}, {"dominoes", 15, 6}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const pl_game *g = open_game(cases[k].game);
        pl_match_plan p = pl_match_usual(g, six, 6);
        pl_schedule s = make_schedule(&p);
        counts c = count_all(&s);
        assert_int_equal(s.pairings, cases[k].pairings);
        for (int i = 0; i < 6; i++)
            for (int j = 0; j < 6; j++)
                if (i != j) assert_int_equal(c.meet[i][j], cases[k].meetings);
        pl_schedule_close(&s);
        pl_close(g);
    }
}

static void gauntlet_is_the_first_against_all(void **state)
{
    (void)state;
    const pl_game *g = open_game("dominoes(players=3)");
    pl_match_plan p = pl_match_usual(g, six, 6);
    p.format = PL_GAUNTLET;
    pl_schedule s = make_schedule(&p);
    counts c = count_all(&s);
    assert_int_equal(s.pairings, 10);
    assert_int_equal(c.plays[0], 10);
    for (int i = 1; i < 6; i++) assert_int_equal(c.meet[0][i], 4);
    for (int i = 1; i < 6; i++)
        for (int j = 1; j < 6; j++)
            if (i != j) assert_int_equal(c.meet[i][j], 1);
    pl_schedule_close(&s);
    pl_close(g);
}

static void balanced_tables_are_balanced(void **state)
{
    (void)state;
    const pl_game *g = open_game("dominoes");
    pl_match_plan p = pl_match_usual(g, six, 6);
    p.format = PL_BALANCED_TABLES;
    p.games = 1000;
    pl_schedule s = make_schedule(&p);
    counts c = count_all(&s);
    assert_int_equal(s.pairings, 252); /* 250 groups of 4, in whole turns of 6 */
    assert_int_equal(s.groups, 1);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(c.plays[i], 168);
        for (int k = 0; k < 4; k++) assert_int_equal(c.at[i][k], 42);
        for (int j = 0; j < 6; j++)
            if (i != j) assert_in_range(c.meet[i][j], 70, 130);
    }
    pl_schedule_close(&s);
    p.format = PL_RANDOM_TABLES;
    s = make_schedule(&p);
    c = count_all(&s);
    assert_int_equal(s.pairings, 250);
    for (int i = 0; i < 6; i++) assert_in_range(c.plays[i], 120, 210);
    pl_schedule_close(&s);
    pl_close(g);
}

static void everybody_sits_everywhere(void **state)
{
    static const struct {
        pl_fairness how;
        int games, each;
    } cases[] = {{PL_ROTATIONS, 4, 1}, {PL_PERMUTATIONS, 24, 6}, {PL_FRESH_DEALS, 4, 1}};
    (void)state;
    const pl_game *g = open_game("dominoes");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_match_plan p = pl_match_usual(g, six, 6);
        pl_grouping of;
        pl_error err;
        int sits[4][4] = {0}, deals = 1;
        p.fairness = cases[k].how;
        assert_int_equal(pl_grouping_open(&of, &p, &err), 0);
        pl_group group = {.of = &of, .held = -1};
        pl_group_begin(&group, 3, 7);
        assert_int_equal(of.size, cases[k].games);
        for (int i = 0; i < of.size; i++) {
            for (int s = 0; s < 4; s++) sits[pl_group_order(&group, i)[s]][s]++;
            deals += i && pl_group_chance(&group, i) != pl_group_chance(&group, i - 1);
        }
        for (int i = 0; i < 16; i++) assert_int_equal(sits[i / 4][i % 4], cases[k].each);
        assert_int_equal(deals, cases[k].how == PL_FRESH_DEALS ? 4 : 1);
        pl_grouping_close(&of);
    }
    pl_close(g);
}

/* No two streams of a match begin alike, whatever game, place, group or pairing. */
static void streams_are_all_different(void **state)
{
    enum { N = 4 * 4 * 8 * 4 };
    static uint64_t first[2 * N];
    int n = 0;
    (void)state;
    const pl_game *g = open_game("dominoes");
    pl_match_plan p = pl_match_usual(g, six, 6);
    pl_grouping of;
    pl_error err;
    p.fairness = PL_FRESH_DEALS;
    assert_int_equal(pl_grouping_open(&of, &p, &err), 0);
    pl_group group = {.of = &of, .held = -1};
    for (int b = 0; b < 4; b++)
        for (int k = 0; k < 8; k++) {
            pl_group_begin(&group, b, k);
            for (int i = 0; i < 4; i++) {
                first[n++] = pl_group_chance(&group, i);
                for (int s = 0; s < 4; s++) {
                    pl_rng r;
                    pl_group_stream(&group, i, s, &r);
                    first[n++] = pl_rand(&r);
                }
            }
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) assert_true(first[i] != first[j]);
    pl_grouping_close(&of);
    pl_close(g);
}

static const pl_sprt test = {.h0 = 0, .h1 = 50, .alpha = 0.05, .beta = 0.05};

typedef struct {
    const char *game;
    const pl_entrant *who;
    int n;
    pl_format format;
    pl_fairness fairness;
    int64_t games;
    const pl_sprt *sprt;
} kind;

static const kind kinds[] = {
    {"tictactoe", mixed, 4, PL_ROUND_ROBIN, PL_ROTATIONS, 40, NULL},
    {"tictactoe", mixed, 4, PL_KNOCK_OUT, PL_ROTATIONS, 10, NULL},
    {"tictactoe", mixed, 4, PL_SWISS, PL_FRESH_DEALS, 10, NULL},
    {"tictactoe", mixed, 2, PL_ROUND_ROBIN, PL_ROTATIONS, 3000, &test},
    {"leduc", mixed, 3, PL_GAUNTLET, PL_ROTATIONS, 60, NULL},
    {"dominoes", domino, 6, PL_BALANCED_TABLES, PL_ROTATIONS, 100, NULL},
    {"dominoes", domino, 6, PL_RANDOM_TABLES, PL_SHUFFLED_SEATS, 100, NULL},
    {"dominoes(players=3)", domino, 2, PL_ROUND_ROBIN, PL_PERMUTATIONS, 60, NULL},
    {"dominoes", domino, 6, PL_SWISS, PL_ROTATIONS, 40, NULL},
    {"dominoes(players=3)", domino, 5, PL_KNOCK_OUT, PL_ROTATIONS, 12, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static pl_match_plan plan_of(const kind *k, const pl_game *g)
{
    pl_match_plan p = pl_match_usual(g, k->who, k->n);
    p.format = k->format;
    p.fairness = k->fairness;
    p.games = k->games;
    p.sprt = k->sprt;
    return p;
}

/* On any number of threads, and over the referee, too. */
static void results_depend_on_the_seed_alone(void **state)
{
    static told once, again;
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        const pl_game *g = open_game(kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        assert_int_equal(run(&p, &once), 1);
        for (int threads = 1; threads <= 5; threads += 2)
            for (int refereed = 0; refereed <= 1; refereed++) {
                p.threads = threads;
                p.refereed = refereed;
                assert_int_equal(run(&p, &again), 1);
                if (memcmp(&once, &again, sizeof once))
                    fail_msg("match %d comes out otherwise on %d threads%s", k, threads,
                             refereed ? " with a referee" : "");
            }
        p.seed = 2;
        run(&p, &again);
        assert_memory_not_equal(&once, &again, sizeof once);
        pl_close(g);
    }
}

static void true_or_not(void *with, int64_t id, const char *why)
{
    (void)with;
    if (why) fail_msg("game %d: %s", (int)id, why);
}

/* Stopped again and again, each time taken up from the file, it comes to the same. */
static void resumed_is_as_if_never_stopped(void **state)
{
    static told once, again;
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        char file[] = "/tmp/parlor-match-XXXXXX";
        new_file(file);
        const pl_game *g = open_game(kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        pl_error err;
        run(&p, &once);
        p.threads = 2;
        int done = 0, runs = 0;
        for (; !done; runs++) {
            p.file = pl_records_open(file, PL_RECORDS_BATCH, &err);
            assert_non_null(p.file);
            p.resume = runs > 0;
            stopper s = {.looks = 100 + 60 * runs * runs};
            p.rules.now = stop_soon;
            p.rules.with = &s;
            done = run(&p, &again);
            assert_int_equal(pl_records_close(p.file, &err), 0);
        }
        assert_memory_equal(&once, &again, sizeof once);
        assert_true(runs > 2);
        p.rules.now = NULL;
        p.rules.with = NULL;
        p.file = pl_records_open(file, PL_RECORDS_BATCH, &err);
        p.resume = 1;
        run(&p, &again); /* all games are there: none is played */
        assert_memory_equal(&once, &again, sizeof once);
        p.seed = 9;
        assert_null(pl_match_open(&p, &err));
        assert_non_null(strstr(err.text, "has no such match"));
        assert_int_equal(pl_records_verify(p.file, NULL, true_or_not, NULL, &err), 0);
        pl_records_close(p.file, &err);
        remove_file(file);
        pl_close(g);
    }
}

static void wrong_plans_are_refused(void **state)
{
    (void)state;
    const pl_game *two = open_game("tictactoe"), *four = open_game("dominoes");
    pl_match_plan usual = pl_match_usual(two, mixed, 2), p;
    pl_entrant wrong[] = {{NULL, "random"}, {NULL, "bestLine"}};
    pl_error err;
#define REFUSED(change, word)                                                                      \
    do {                                                                                           \
        p = usual;                                                                                 \
        change;                                                                                    \
        assert_null(pl_match_open(&p, &err));                                                      \
        if (!strstr(err.text, word)) fail_msg("'%s' does not say '%s'", err.text, word);           \
    } while (0)
    REFUSED(p.games = 0, "at least one game");
    REFUSED(p.games = INT64_MAX, "more games than can be counted");
    REFUSED((p.games = INT64_MAX / 1000, p.format = PL_SWISS), "more games than can be counted");
    REFUSED((p.games = INT64_MAX / 10, p.entrants = 4), "more games than can be counted");
    REFUSED(p.entrants = 1, "from 2 to");
    REFUSED(p.threads = 0, "threads");
    REFUSED(p.entrant = wrong, "dominoes");
    REFUSED(p.rounds = 3, "rounds");
    REFUSED(p.resume = 1, "recorded");
    REFUSED(p.format = PL_BALANCED_TABLES, "nothing to draw");
    REFUSED((p.sprt = &test, p.entrants = 3), "two entrants");
    REFUSED((p.game = four, p.format = PL_SWISS), "at least 4 entrants");
    REFUSED(p.advance = 1, "knock-out");
    REFUSED((p.advance = 2, p.format = PL_KNOCK_OUT), "from 1 to 1 can go on");
    REFUSED((p.format = PL_SWISS, p.rounds = 5), "opponents");
#undef REFUSED
    pl_close(two);
    pl_close(four);
}

int test_match_run(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_robin_meets_everybody),
        cmocka_unit_test(gauntlet_is_the_first_against_all),
        cmocka_unit_test(balanced_tables_are_balanced),
        cmocka_unit_test(everybody_sits_everywhere),
        cmocka_unit_test(streams_are_all_different),
        cmocka_unit_test(results_depend_on_the_seed_alone),
        cmocka_unit_test(resumed_is_as_if_never_stopped),
        cmocka_unit_test(wrong_plans_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
