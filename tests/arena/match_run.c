/* match_run.c -- matches: pairings and seats are fair, and results are the same on any number of
 * threads and after any interruption. */
#include "tests/arena/matches.h"

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

/* How often all in a format are to meet, and the first one the others. */
static void meet(const char *game, pl_format format, int pairings, int others, int first)
{
    const pl_game *g = must_open("%s", game);
    pl_match_plan p = pl_match_usual(g, six, 6);
    p.format = format;
    pl_schedule s = make_schedule(&p);
    counts c = count_all(&s);
    assert_int_equal(s.pairings, pairings);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (i != j && c.meet[i][j] != (i && j ? others : first))
                fail_msg("%s: %d and %d meet %d times", game, i, j, c.meet[i][j]);
    if (format == PL_GAUNTLET) assert_int_equal(c.plays[0], pairings);
    pl_schedule_close(&s);
    pl_close(g);
}

static void everybody_meets_as_often_as_planned(void **state)
{
    meet("tictactoe", PL_ROUND_ROBIN, 15, 1, 1);
    meet("dominoes(players=3)", PL_ROUND_ROBIN, 20, 4, 4);
    meet("dominoes", PL_ROUND_ROBIN, 15, 6, 6);
    meet("dominoes(players=3)", PL_GAUNTLET, 10, 1, 4);
}

static void balanced_tables_are_balanced(void **state)
{
    const pl_game *g = must_open("dominoes");
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
    const pl_game *g = must_open("dominoes");
    for (size_t k = 0; k < LENGTH(cases); k++) {
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
    const pl_game *g = must_open("dominoes");
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

/* On any number of threads, and with a referee, too. */
static void results_depend_on_the_seed_alone(void **state)
{
    static results once, again;
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        const pl_game *g = must_open("%s", kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        assert_int_equal(run(&p, &once), 1);
        for (int i = 0; i < 4; i++) {
            p.threads = i ? 2 * i - 1 : 5;
            p.refereed = i % 2;
            assert_int_equal(run(&p, &again), 1);
            if (memcmp(&once, &again, sizeof once))
                fail_msg("match %zu is another on %d threads%s", k, p.threads,
                         p.refereed ? " with a referee" : "");
        }
        p.seed = 2;
        run(&p, &again);
        assert_memory_not_equal(&once, &again, sizeof once);
        pl_close(g);
    }
}

/* Stopped again and again, each time resumed from the file, it has the same results. */
static void resumed_is_as_if_never_stopped(void **state)
{
    static results once, again;
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        char file[128];
        stopper s;
        int done = 0, runs = 0;
        const pl_game *g = must_open("%s", kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g), q;
        run(&p, &once);
        new_file(file);
        p.threads = 2;
        for (; !done; runs++) {
            q = p;
            q.file = must_records(file, PL_RECORDS_BATCH);
            q.resume = runs > 0;
            s.looks = 100 + 60 * runs * runs;
            q.rules.now = stop_soon;
            q.rules.with = &s;
            done = run(&q, &again);
            must_close(q.file);
        }
        assert_memory_equal(&once, &again, sizeof once);
        assert_true(runs > 2);
        p.file = must_records(file, PL_RECORDS_BATCH);
        p.resume = 1;
        run(&p, &again); /* all games are there: none is played */
        assert_memory_equal(&once, &again, sizeof once);
        p.seed = 9;
        plan_refused(&p, "has no such match");
        must_close(p.file);
        none_is_wrong(file);
        drop_file(file);
        pl_close(g);
    }
}

static void wrong_plans_are_refused(void **state)
{
    const pl_game *two = must_open("tictactoe"), *four = must_open("dominoes");
    pl_match_plan usual = pl_match_usual(two, mixed, 2), p;
    pl_entrant wrong[] = {{NULL, "random"}, {NULL, "bestLine"}};
#define REFUSED(change, words)                                                                     \
    do {                                                                                           \
        p = usual;                                                                                 \
        change;                                                                                    \
        plan_refused(&p, words);                                                                   \
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
    REFUSED((p.sprt = &test_of_elo, p.entrants = 3), "two entrants");
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
        cmocka_unit_test(everybody_meets_as_often_as_planned),
        cmocka_unit_test(balanced_tables_are_balanced),
        cmocka_unit_test(everybody_sits_everywhere),
        cmocka_unit_test(streams_are_all_different),
        cmocka_unit_test(results_depend_on_the_seed_alone),
        cmocka_unit_test(resumed_is_as_if_never_stopped),
        cmocka_unit_test(wrong_plans_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
