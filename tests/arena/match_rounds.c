/* match_rounds.c -- Swiss and knock-out, at tables of two and of more, with any number of entrants:
 * schedules whose results the test decides. */
#include "tests/arena/matches.h"

enum { MOST = 40 };

typedef struct {
    const pl_game *game;
    pl_entrant who[MOST];
    pl_schedule s;
    double lead[MOST];
} round_trial;

static void begin(round_trial *t, const char *game, pl_format format, int entrants, int number)
{
    pl_error err;
    t->game = must_open("%s", game);
    for (int i = 0; i < entrants; i++) t->who[i] = (pl_entrant){NULL, "random"};
    pl_match_plan p = pl_match_usual(t->game, t->who, entrants);
    p.format = format;
    if (format == PL_SWISS) p.rounds = number;
    else p.advance = number;
    if (pl_schedule_open(&t->s, &p, pl_grouping_size(&p), &err)) fail_msg("%s", err.text);
}

static void end(round_trial *t)
{
    pl_schedule_close(&t->s);
    pl_close(t->game);
}

static const int32_t *table_of(const round_trial *t, int64_t i)
{
    return t->s.list + i * t->s.places;
}

/* At every table the lower number is ahead. */
static void lower_wins(round_trial *t)
{
    for (int64_t i = 0; i < t->s.pairings * t->s.places; i++) t->lead[i] = -t->s.list[i];
}

static void nobody_wins(round_trial *t)
{
    memset(t->lead, 0, sizeof t->lead);
}

/* Nobody sits twice, and everybody is there. */
static void tables_are_sound(const round_trial *t)
{
    int sits[MOST] = {0};
    for (int64_t i = 0; i < t->s.pairings * t->s.places; i++) {
        assert_in_range(t->s.list[i], 0, t->s.entrants - 1);
        assert_int_equal(sits[t->s.list[i]]++, 0);
    }
}

static void swiss_pairs_those_that_have_not_met(void **state)
{
    for (int n = 2; n <= 6; n++) {
        round_trial t;
        int met[6][6] = {0}, most = n - 1 + n % 2, rounds = 0;
        begin(&t, "tictactoe", PL_SWISS, n, most);
        do {
            assert_int_equal(t.s.pairings, n / 2);
            tables_are_sound(&t);
            for (int64_t i = 0; i < t.s.pairings; i++)
                met[table_of(&t, i)[0]][table_of(&t, i)[1]]++;
            lower_wins(&t);
            rounds++;
        } while (pl_schedule_next(&t.s, t.lead));
        assert_int_equal(rounds, most);
        if (n < 6) /* by standings six cannot always be paired anew in the last round */
            for (int i = 0; i < n; i++)
                for (int j = 0; j < i; j++) assert_int_equal(met[i][j] + met[j][i], 1);
        assert_true(t.s.points[0] >= most - (n % 2 ? 0 : 1));
        for (int i = 1; i < n; i++) assert_true(t.s.points[i] <= t.s.points[0]);
        end(&t);
    }
}

static void a_tie_is_half_a_point_for_both(void **state)
{
    round_trial t;
    begin(&t, "tictactoe", PL_SWISS, 5, 1);
    nobody_wins(&t);
    assert_int_equal(pl_schedule_next(&t.s, t.lead), 0);
    for (int i = 0; i < 4; i++) assert_true(fabs(t.s.points[i] - 0.5) < 1e-9);
    assert_true(fabs(t.s.points[4] - 1) < 1e-9); /* it had a bye */
    end(&t);
}

/* Of tables of four: who rests, what places are worth, who meets whom. */
static void swiss_fills_tables(void **state)
{
    static const double first[] = {1, 2.0 / 3, 1.0 / 3, 0, 1, 2.0 / 3, 1.0 / 3, 0, 0.5, 0.5, 0.5};
    round_trial t;
    begin(&t, "dominoes", PL_SWISS, 11, 2);
    assert_int_equal(t.s.pairings, 2);
    assert_int_equal(pl_schedule_known(&t.s), 4);
    for (int i = 0; i < 8; i++) assert_int_equal(t.s.list[i], i);
    lower_wins(&t);
    assert_int_equal(pl_schedule_next(&t.s, t.lead), 1);
    for (int i = 0; i < 11; i++) { /* and three rest in the second round already: 7, 3 and 6 */
        double rested = i == 7 || i == 3 || i == 6 ? 0.5 : 0;
        assert_true(fabs(t.s.points[i] - first[i] - rested) < 1e-9);
    }
    static const int32_t next[] = {0, 4, 8, 9, 1, 5, 10, 2};
    for (int i = 0; i < 8; i++) assert_int_equal(t.s.list[i], next[i]);
    end(&t);
}

/* Many rounds of any number: everybody rests and meets everybody about as often. */
static void swiss_goes_round(void **state)
{
    for (int n = 4; n <= 13; n++) {
        round_trial t;
        int played[MOST] = {0}, rounds = 0;
        begin(&t, "dominoes", PL_SWISS, n, 2 * n);
        do {
            tables_are_sound(&t);
            assert_int_equal(t.s.pairings, n / 4);
            for (int i = 0; i < n / 4 * 4; i++) played[t.s.list[i]]++;
            lower_wins(&t);
            rounds++;
        } while (pl_schedule_next(&t.s, t.lead));
        assert_int_equal(rounds, 2 * n);
        for (int i = 0; i < n; i++) {
            assert_in_range(played[i], n / 4 * 8 - 1, n / 4 * 8 + 1);
            for (int j = 0; j < i; j++) assert_true(t.s.met[i * n + j] > 0);
        }
        end(&t);
    }
}

static int goes_on(const round_trial *t, int64_t i, int p)
{
    return t->s.out[table_of(t, i)[p]] == 0;
}

/* The better ones of every table go on, and the best of all is left. */
static void knock_out_ends_with_the_best(void **state)
{
    static const struct {
        const char *game;
        int advance;
    } cases[] = {{"tictactoe", 0},
                 {"dominoes(players=3)", 0},
                 {"dominoes(players=3)", 2},
                 {"dominoes", 0},
                 {"dominoes", 1},
                 {"dominoes", 3}};
    for (size_t k = 0; k < LENGTH(cases); k++)
        for (int n = 4; n <= MOST; n++) {
            round_trial t;
            int64_t tables = 0;
            begin(&t, cases[k].game, PL_KNOCK_OUT, n, cases[k].advance);
            int64_t known = pl_schedule_known(&t.s);
            do {
                tables += t.s.pairings;
                assert_true(t.s.pairings > 0);
                tables_are_sound(&t);
                for (int64_t i = 0; i < t.s.pairings; i++)
                    for (int p = 0; p < t.s.places; p++) assert_true(goes_on(&t, i, p));
                lower_wins(&t);
            } while (pl_schedule_next(&t.s, t.lead));
            assert_int_equal(tables, known);
            assert_int_equal(t.s.round, t.s.rounds);
            assert_int_equal(t.s.out[0], 0);
            for (int i = 1; i < n; i++) assert_in_range(t.s.out[i], 1, t.s.rounds);
            assert_int_equal(t.s.out[1], t.s.rounds); /* the first meet last */
            if (t.s.places == 2) assert_int_equal(tables, n - 1);
            end(&t);
        }
}

/* 2 of 4 go on: two tables, of which the second lets three go on, two tables, the last one. */
static void knock_out_comes_down_to_full_tables(void **state)
{
    static const int32_t first[] = {3, 6, 7, 10, 4, 5, 8, 9}, second[] = {0, 3, 4, 7, 1, 2, 5, 6};
    round_trial t;
    begin(&t, "dominoes", PL_KNOCK_OUT, 11, 0);
    assert_int_equal(t.s.rounds, 3);
    assert_int_equal(t.s.pairings, 2);
    assert_memory_equal(t.s.list, first, sizeof first);
    lower_wins(&t);
    assert_int_equal(pl_schedule_next(&t.s, t.lead), 1);
    for (int i = 0; i < 11; i++) assert_int_equal(t.s.out[i], i == 7 || i == 10 || i == 9);
    static const int32_t left[] = {0, 1, 2, 3, 4, 5, 6, 8};
    for (int i = 0; i < 8; i++) assert_int_equal(t.s.list[i], left[second[i]]);
    end(&t);
}

static void ties_are_played_again_and_then_drawn(void **state)
{
    static const char *const games[] = {"tictactoe", "dominoes"};
    for (int k = 0; k < 2; k++) {
        round_trial t;
        int legs = 1, out = 0;
        begin(&t, games[k], PL_KNOCK_OUT, 2 + 2 * k, 0);
        nobody_wins(&t);
        while (pl_schedule_next(&t.s, t.lead)) legs++;
        assert_int_equal(legs, 4);
        for (int i = 0; i < t.s.entrants; i++) out += t.s.out[i] != 0;
        assert_int_equal(out, t.s.entrants - 1);
        end(&t);
    }
}

/* Only a tie where the table is cut matters, and what was played before counts on. */
static void only_ties_at_the_cut_are_played_again(void **state)
{
    static const double above[] = {2, 2, -1, -3}, across[] = {3, 1, 1, -5}, again[] = {-9, 0, 2, 1};
    round_trial t;
    begin(&t, "dominoes", PL_KNOCK_OUT, 8, 0);
    assert_int_equal(t.s.pairings, 2);
    memcpy(t.lead, above, sizeof above);
    memcpy(t.lead + 4, across, sizeof across);
    const int32_t tied[] = {t.s.list[4], t.s.list[5], t.s.list[6], t.s.list[7]};
    assert_int_equal(pl_schedule_next(&t.s, t.lead), 1);
    assert_int_equal(t.s.pairings, 1);
    assert_memory_equal(t.s.list, tied, sizeof tied);
    memcpy(t.lead, again, sizeof again);
    assert_int_equal(pl_schedule_next(&t.s, t.lead), 1);
    assert_int_equal(t.s.round, 1);
    assert_true(t.s.out[tied[0]] && !t.s.out[tied[1]] && !t.s.out[tied[2]] && t.s.out[tied[3]]);
    assert_int_equal(t.s.seed[1], tied[2]); /* it took the better place */
    end(&t);
}

int test_match_rounds(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swiss_pairs_those_that_have_not_met),
        cmocka_unit_test(a_tie_is_half_a_point_for_both),
        cmocka_unit_test(swiss_fills_tables),
        cmocka_unit_test(swiss_goes_round),
        cmocka_unit_test(knock_out_ends_with_the_best),
        cmocka_unit_test(knock_out_comes_down_to_full_tables),
        cmocka_unit_test(ties_are_played_again_and_then_drawn),
        cmocka_unit_test(only_ties_at_the_cut_are_played_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
