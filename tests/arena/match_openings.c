/* match_openings.c -- matches that begin from positions: moves of seats and outcomes of chance that are
 * given, the same with a referee, with records and without. */
#include "tests/arena/matches.h"

/* What every game of a match must begin with. */
typedef struct {
    const pl_openings *of;
    int seeded, games, group;
} beginning;

static int begins_so(void *with, int64_t n, const pl_record *rec)
{
    beginning *b = with;
    const pl_move *move;
    int plies;
    pl_openings_at(b->of, n / b->group, &move, &plies);
    for (int i = 0; i < plies; i++) {
        assert_int_equal(rec->event[i].move, move[i]);
        assert_string_equal(rec->event[i].text, "opening");
        assert_int_equal(rec->event[i].used, 0);
    }
    assert_string_equal(rec->event[plies].text, "");
    assert_int_equal(rec->seeded, b->seeded);
    b->games++;
    return 0;
}

static void is_recorded(pl_match_plan p, const results *once, int seeded)
{
    static results again;
    char file[128];
    pl_error err;
    beginning b = {.of = p.openings, .seeded = seeded, .group = p.game->players};
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    for (p.resume = 0; p.resume < 2; p.resume++) { /* played, and then known */
        assert_int_equal(run(&p, &again), 1);
        assert_memory_equal(once, &again, sizeof again);
    }
    assert_int_equal(pl_records_parts(p.file, 1, begins_so, &b, &err), 0);
    assert_int_equal(b.games, p.games);
    must_close(p.file);
    none_is_wrong(file);
    drop_file(file);
}

static void openings_are_played_first(void **state)
{
    static const struct {
        const char *game, *text;
        int lines, seeded;
    } cases[] = {{"tictactoe", "# corners\na1 c3\n\na3 c1 # another\n", 2, 1},
                 {"leduc", "Ks Js\nJh Qs call raise\nQh", 3, 0},
                 {"pig(players=3,target=20)", "roll 6 roll 5\nroll 2 hold", 2, 0}};
    static const pl_entrant who[] = {{NULL, "random"}, {NULL, "rollout(iterations=4)"}};
    static results without, with, refereed;
    for (size_t k = 0; k < LENGTH(cases); k++) {
        const pl_game *g = must_open("%s", cases[k].game);
        pl_openings *o = must_openings(g, cases[k].text);
        assert_int_equal(pl_openings_count(o), cases[k].lines);
        pl_match_plan p = pl_match_usual(g, who, 2);
        p.games = 60;
        run(&p, &without);
        p.openings = o;
        run(&p, &with);
        p.refereed = 1;
        run(&p, &refereed);
        assert_memory_not_equal(&without, &with, sizeof with);
        assert_memory_equal(&with, &refereed, sizeof with);
        is_recorded(p, &with, cases[k].seeded);
        pl_openings_free(o);
        pl_close(g);
    }
}

/* With the king against the jack seat 0 cannot lose at cards. */
static void a_given_deal_is_dealt(void **state)
{
    static const pl_entrant callers[] = {{NULL, "first"}, {NULL, "first"}};
    static results out;
    const pl_game *g = must_open("leduc");
    pl_openings *o = must_openings(g, "Ks Js call call Qs");
    pl_match_plan p = pl_match_usual(g, callers, 2);
    p.games = 20;
    p.openings = o;
    assert_int_equal(run(&p, &out), 1);
    assert_true(out.seat[0].value > 0 && out.seat[0].low >= out.seat[0].value);
    pl_openings_free(o);
    pl_close(g);
}

static void wrong_lines_are_refused(void **state)
{
    static const struct {
        const char *game, *text, *says;
    } cases[] = {
        {"tictactoe", "a1\na1 a1\n", "line 2: 'a1' is no legal move there"},
        {"tictactoe", "a1 b1 a2 b2 a3", "line 1: the game is over after it"},
        {"tictactoe", "a1 b1 a2 b2 a3 b3", "line 1: the game is over before 'b3'"},
        {"tictactoe", "# nothing\n\n", "has no openings"},
        {"leduc", "raise", "chance moves there, and 'raise' is no outcome such as 'Js'"},
        {"leduc", "Ks Ks", "'Ks' is no outcome"},
        {"leduc", "Ks Js Qs", "'Qs' is no legal move there"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        const pl_game *g = must_open("%s", cases[k].game);
        pl_error err = {""};
        assert_null(read_openings(g, cases[k].text, &err));
        if (!strstr(err.text, cases[k].says))
            fail_msg("'%s' does not say '%s'", err.text, cases[k].says);
        pl_close(g);
    }
}

int test_match_openings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_are_played_first),
        cmocka_unit_test(a_given_deal_is_dealt),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
