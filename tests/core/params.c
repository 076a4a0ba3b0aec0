/* params.c -- opening games by their spelling: what is accepted, what canonical
 * spelling comes back, and that every refusal says what would have done. */
#include "tests/support/played.h"

static void expect_spec(const char *spec, const char *canonical)
{
    char text[PL_SPEC_MAX];
    const pl_game *g = must_open(spec);
    assert_int_equal(pl_spec(g, text, sizeof text), strlen(canonical));
    assert_string_equal(text, canonical);
    pl_close(g);
}

/* Refused, in a sentence that has all of these words (the list ends in NULL). */
static void expect_error(const char *spec, ...)
{
    pl_error err = {""};
    va_list words;
    assert_null(pl_open(spec, &err));
    assert_null(pl_open(spec, NULL));
    va_start(words, spec);
    for (const char *w; (w = va_arg(words, const char *));)
        if (!strstr(err.text, w)) fail_msg("%.80s: '%s' does not say '%s'", spec, err.text, w);
    va_end(words);
}

static void expect_round_trip(const char *spec)
{
    char text[PL_SPEC_MAX];
    const pl_game *g = must_open(spec);
    int n = pl_spec(g, text, sizeof text);
    assert_in_range(n, 1, sizeof text - 1);
    expect_spec(text, text);
    pl_close(g);
}

static void every_game_and_alias_opens(void **unused)
{
    (void)unused;
    for (const pl_game *const *g = pl_games(); *g; g++) {
        expect_round_trip((*g)->name);
        assert_ptr_equal(pl_find((*g)->name), *g);
        if (g[1] && strcmp((*g)->name, g[1]->name) >= 0)
            fail_msg("%s is listed before %s", (*g)->name, g[1]->name);
    }
    for (const char *const *a = pl_aliases(); *a; a += 2) {
        char text[PL_SPEC_MAX];
        const pl_game *g = must_open(a[1]);
        pl_spec(g, text, sizeof text);
        expect_spec(a[0], text);
        assert_null(pl_find(a[0]));
        pl_close(g);
    }
}

/* Set parameter p, alone, to value: accepted and kept, or refused for a clash
 * with another parameter in a sentence, never for its own range. */
static void try_value(const pl_game *base, const pl_param *p, double value)
{
    char text[PL_NAME_MAX], args[PL_SPEC_MAX], spec[PL_SPEC_MAX];
    pl_error err = {""};
    pl_param_value(p, value, text, sizeof text);
    snprintf(args, sizeof args, "%s=%s", p->name, text);
    const pl_game *g = pl_make(base, args, &err);
    if (!g) {
        assert_null(strstr(err.text, "accepts"));
        assert_int_equal(strncmp(err.text, base->name, strlen(base->name)), 0);
        return;
    }
    assert_true(g->arg[p - base->params] == value);
    pl_spec(g, spec, sizeof spec);
    assert_non_null(strstr(spec, args));
    expect_spec(spec, spec);
    pl_close(g);
}

static void refuse_number(const pl_game *base, const pl_param *p, double value)
{
    char args[PL_SPEC_MAX], range[PL_SPEC_MAX];
    pl_error err = {""};
    pl_param_range(p, range, sizeof range);
    snprintf(args, sizeof args, "%s=%.0f", p->name, value);
    assert_null(pl_make(base, args, &err));
    assert_non_null(strstr(err.text, p->name));
    assert_non_null(strstr(err.text, range));
}

static void every_parameter_keeps_to_its_range(void **unused)
{
    (void)unused;
    for (const pl_game *const *g = pl_games(); *g; g++)
        for (const pl_param *p = (*g)->params; p && p->name; p++) {
            double step = fmax(1, floor((p->hi - p->lo) / 1000)); /* of long ranges, a thousand */
            for (double v = p->lo; v < p->hi; v += step) try_value(*g, p, v);
            try_value(*g, p, p->hi);
            refuse_number(*g, p, p->lo - 1);
            refuse_number(*g, p, p->hi + 1);
            assert_true(p->lo <= p->normal && p->normal <= p->hi);
            assert_non_null(p->help);
        }
}

static void spellings_become_canonical(void **unused)
{
    (void)unused;
    expect_spec("rps", "rps");
    expect_spec("rps()", "rps");
    expect_spec("kuhn", "kuhn(players=2,start=0)");
    expect_spec("kuhn()", "kuhn(players=2,start=0)");
    expect_spec("kuhn(players=10)", "kuhn(players=10,start=0)");
    expect_spec("kuhn(start=-1,players=03)", "kuhn(players=3,start=-1)");
    expect_spec("mnk(k=4,n=6,m=7)", "mnk(m=7,n=6,k=4,exact=0)");
    expect_spec("connect4", "connect4(rows=6,cols=7,k=4)");
}

static void blanks_may_stand_between(void **unused)
{
    (void)unused;
    expect_spec("mnk( m = 4 , n=\t3,k =3 )", "mnk(m=4,n=3,k=3,exact=0)");
    expect_spec("  kuhn (players=3)  ", "kuhn(players=3,start=0)");
    expect_spec(" kuhn ", "kuhn(players=2,start=0)");
    expect_spec("kuhn( )", "kuhn(players=2,start=0)");
    expect_spec("gomoku ( k=6, m = 19 )", "mnk(m=19,n=15,k=6,exact=1)");
}

static void an_alias_may_be_changed(void **unused)
{
    (void)unused;
    expect_spec("tictactoe", "mnk(m=3,n=3,k=3,exact=0)");
    expect_spec("gomoku", "mnk(m=15,n=15,k=5,exact=1)");
    expect_spec("gomoku()", "mnk(m=15,n=15,k=5,exact=1)");
    expect_spec("gomoku(exact=0)", "mnk(m=15,n=15,k=5,exact=0)");
    expect_spec("gomoku(m=19)", "mnk(m=19,n=15,k=5,exact=1)");
    expect_spec("gomoku(k=6,n=19,m=19)", "mnk(m=19,n=19,k=6,exact=1)");
    expect_spec("kuhn_poker(players=3)", "kuhn(players=3,start=0)");
    expect_error("gomoku(m=19,m=19)", "mnk", "m", "twice", NULL);
    expect_error("gomoku(m=20)", "mnk", "parameter m", "1..19", "'20'", NULL);
}

static void unknown_games_are_refused(void **unused)
{
    (void)unused;
    expect_error("", "''", "kuhn", "rps", NULL);
    expect_error("khun", "'khun'", "kuhn", "rps", NULL);
    expect_error("Kuhn", "'Kuhn'", "kuhn", NULL);
    expect_error("kuhn )", "'kuhn )'", "kuhn", NULL);
    expect_error("(players=3)", "''", "kuhn", NULL);
    assert_null(pl_find("khun"));
    assert_null(pl_find(""));
}

static void bad_parameters_are_refused(void **unused)
{
    (void)unused;
    expect_error("kuhn(seats=3)", "kuhn", "'seats'", "players, start", NULL);
    expect_error("kuhn(player=3)", "kuhn", "'player'", "players, start", NULL);
    expect_error("kuhn(3)", "kuhn", "'3'", "players, start", NULL);
    expect_error("rps(players=2)", "rps", "no parameters", NULL);
    expect_error("kuhn(players=1)", "players", "2..10", "'1'", NULL);
    expect_error("kuhn(players=11)", "players", "2..10", "'11'", NULL);
    expect_error("kuhn(start=-2)", "start", "-1..9", "'-2'", NULL);
    expect_error("kuhn(players=99999999999999999999)", "players", "2..10", NULL);
    expect_error("kuhn(players=000000000000000000000000000002)", "players", "2..10", NULL);
    expect_error("kuhn(players=two)", "players", "2..10", "'two'", NULL);
    expect_error("kuhn(players=3.0)", "players", "2..10", "'3.0'", NULL);
    expect_error("kuhn(players=1 0)", "players", "2..10", "'1 0'", NULL);
    expect_error("kuhn(players= )", "players", "2..10", "''", NULL);
    expect_error("kuhn(pl ayers=3)", "kuhn", "'pl ayers'", "players, start", NULL);
    expect_error("kuhn(players=--3)", "players", "2..10", "'--3'", NULL);
    expect_error("kuhn(players=3-)", "players", "2..10", "'3-'", NULL);
    expect_error("kuhn(players=)", "players", "2..10", "''", NULL);
    expect_error("kuhn(players)", "players", "2..10", "needs a value", NULL);
    expect_error("kuhn(players=3,players=3)", "players", "twice", NULL);
}

static void bad_words_are_refused(void **unused)
{
    (void)unused;
    expect_error("goofspiel(order=up)", "order", "random|ascending|descending", "'up'", NULL);
    expect_error("goofspiel(order=asc)", "order", "random|ascending|descending", "'asc'", NULL);
    expect_error("goofspiel(order=0)", "order", "random|ascending|descending", "'0'", NULL);
    expect_error("goofspiel(order=)", "order", "random|ascending|descending", "''", NULL);
    expect_error("goofspiel(order=random|ascending)", "order", "'random|ascending'", NULL);
}

static void bad_writing_is_refused(void **unused)
{
    (void)unused;
    expect_error("kuhn(players=3,)", "kuhn", "missing", "','", NULL);
    expect_error("kuhn(,players=3)", "kuhn", "''", "players, start", NULL);
    expect_error("kuhn(players=3,,start=0)", "kuhn", "''", "players, start", NULL);
    expect_error("kuhn(players=3", "name(key=value,...)", "'kuhn(players=3'", NULL);
    expect_error("kuhn(", "name(key=value,...)", "'kuhn('", NULL);
    expect_error("kuhn(players=3, )", "kuhn", "missing", "','", NULL);
    expect_error("kuhn(players=3) )", "players", "2..10", "'3)'", NULL);
    expect_error("kuhn(players=3))", "players", "2..10", "'3)'", NULL);
    expect_error("kuhn((players=3)", "'(players'", "players, start", NULL);
}

static void long_spellings_are_refused(void **unused)
{
    char text[4 * PL_SPEC_MAX];
    (void)unused;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    expect_error(text, "there is no game 'xxx", "kuhn", NULL);
    memcpy(text, "kuhn(players=", 13);
    text[sizeof text - 2] = ')';
    expect_error(text, "1023", "kuhn(players=xxx", NULL);
    memcpy(text, "gomoku(m=", 9);
    memset(text + 9, '1', PL_SPEC_MAX);
    memcpy(text + PL_SPEC_MAX - 2, ")", 2); /* just short enough itself, not with n and k */
    expect_error(text, "mnk", "too", NULL);
}

static void clashes_are_refused(void **unused)
{
    (void)unused;
    expect_error("kuhn(players=2,start=2)", "kuhn", "start", "players", NULL);
    expect_error("mnk(m=3,n=3,k=4)", "mnk", "k must", "longer of m and n", NULL);
    expect_error("connect4(rows=15,cols=15)", "connect4", "rows", "cols", "64", NULL);
    expect_round_trip("kuhn(players=3,start=2)");
}

static void spellings_may_be_cut(void **unused)
{
    char text[8];
    const pl_game *g = must_open("kuhn");
    (void)unused;
    assert_int_equal(pl_spec(g, text, sizeof text), strlen("kuhn(players=2,start=0)"));
    assert_string_equal(text, "kuhn(pl");
    assert_int_equal(pl_spec(g, NULL, 0), strlen("kuhn(players=2,start=0)"));
    pl_close(g);
}

static void a_newer_contract_is_refused(void **unused)
{
    pl_error err = {""};
    pl_game later = *pl_find("kuhn");
    (void)unused;
    later.abi = PL_ABI + 1;
    assert_null(pl_make(&later, "", &err));
    assert_non_null(strstr(err.text, "kuhn"));
    later.abi = 0;
    assert_null(pl_make(&later, "", &err));
}

/* A stranger's table, wrong in one fact: refused, the fact named. */
static void refuse(const pl_game *bad, const char *says)
{
    pl_error err = {""};
    assert_null(pl_make(bad, "", &err));
    assert_non_null(strstr(err.text, says));
}

static void tables_out_of_bounds_are_refused(void **unused)
{
    static pl_param many[PL_PARAMS_MAX + 2]; /* one too many, and the end */
    const pl_game good = *pl_find("rps");
    pl_game bad = good;
    (void)unused;
    for (int i = 0; i <= PL_PARAMS_MAX; i++) many[i].name = "x";
    bad.params = many;
    refuse(&bad, "17 parameters; at most 16");
    bad = good;
    bad.players = PL_SEATS_MAX + 1;
    refuse(&bad, "players = 17; 1..16");
    bad = good;
    bad.state_size = PL_STATE_MAX + 1;
    refuse(&bad, "state_size = 4097");
    bad = good;
    bad.max_moves = 0;
    refuse(&bad, "max_moves = 0");
    bad = good;
    bad.actions = -1;
    refuse(&bad, "actions = -1");
}

int test_params(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_out_of_bounds_are_refused),
        cmocka_unit_test(every_game_and_alias_opens),
        cmocka_unit_test(every_parameter_keeps_to_its_range),
        cmocka_unit_test(spellings_become_canonical),
        cmocka_unit_test(blanks_may_stand_between),
        cmocka_unit_test(an_alias_may_be_changed),
        cmocka_unit_test(unknown_games_are_refused),
        cmocka_unit_test(bad_parameters_are_refused),
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(bad_writing_is_refused),
        cmocka_unit_test(long_spellings_are_refused),
        cmocka_unit_test(clashes_are_refused),
        cmocka_unit_test(spellings_may_be_cut),
        cmocka_unit_test(a_newer_contract_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
