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

/* Refused, in a sentence that has all of these words; a NULL ends them. */
static void expect_error(const char *spec, const char *const *words)
{
    pl_error err = {""};
    assert_null(pl_open(spec, &err));
    assert_null(pl_open(spec, NULL));
    for (; *words; words++)
        if (!strstr(err.text, *words))
            fail_msg("%.80s: '%s' does not say '%s'", spec, err.text, *words);
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

/* Blanks may stand between, and an alias may be changed. */
static void spellings_become_canonical(void **unused)
{
    static const char *const known[][2] = {
        {"rps", "rps"},
        {"rps()", "rps"},
        {"kuhn", "kuhn(players=2,start=0)"},
        {"kuhn()", "kuhn(players=2,start=0)"},
        {"kuhn(players=10)", "kuhn(players=10,start=0)"},
        {"kuhn(start=-1,players=03)", "kuhn(players=3,start=-1)"},
        {"kuhn(players=3,start=2)", "kuhn(players=3,start=2)"},
        {"mnk(k=4,n=6,m=7)", "mnk(m=7,n=6,k=4,exact=0)"},
        {"connect4", "connect4(rows=6,cols=7,k=4)"},
        {"mnk( m = 4 , n=\t3,k =3 )", "mnk(m=4,n=3,k=3,exact=0)"},
        {"  kuhn (players=3)  ", "kuhn(players=3,start=0)"},
        {" kuhn ", "kuhn(players=2,start=0)"},
        {"kuhn( )", "kuhn(players=2,start=0)"},
        {"tictactoe", "mnk(m=3,n=3,k=3,exact=0)"},
        {"gomoku", "mnk(m=15,n=15,k=5,exact=1)"},
        {"gomoku()", "mnk(m=15,n=15,k=5,exact=1)"},
        {"gomoku(exact=0)", "mnk(m=15,n=15,k=5,exact=0)"},
        {"gomoku(m=19)", "mnk(m=19,n=15,k=5,exact=1)"},
        {"gomoku ( k=6, m = 19 )", "mnk(m=19,n=15,k=6,exact=1)"},
        {"gomoku(k=6,n=19,m=19)", "mnk(m=19,n=19,k=6,exact=1)"},
        {"kuhn_poker(players=3)", "kuhn(players=3,start=0)"},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(known); i++) expect_spec(known[i][0], known[i][1]);
}

static void bad_spellings_are_refused(void **unused)
{
    static const struct {
        const char *spec, *says[5];
    } bad[] = {
        /* Games. */
        {"", {"''", "kuhn", "rps"}},
        {"khun", {"'khun'", "kuhn", "rps"}},
        {"Kuhn", {"'Kuhn'", "kuhn"}},
        {"kuhn )", {"'kuhn )'", "kuhn"}},
        {"(players=3)", {"''", "kuhn"}},
        /* Parameters and their values. */
        {"kuhn(seats=3)", {"kuhn", "'seats'", "players, start"}},
        {"kuhn(player=3)", {"kuhn", "'player'", "players, start"}},
        {"kuhn(3)", {"kuhn", "'3'", "players, start"}},
        {"rps(players=2)", {"rps", "no parameters"}},
        {"kuhn(players=1)", {"players", "2..10", "'1'"}},
        {"kuhn(players=11)", {"players", "2..10", "'11'"}},
        {"kuhn(start=-2)", {"start", "-1..9", "'-2'"}},
        {"kuhn(players=99999999999999999999)", {"players", "2..10"}},
        {"kuhn(players=000000000000000000000000000002)", {"players", "2..10"}},
        {"kuhn(players=two)", {"players", "2..10", "'two'"}},
        {"kuhn(players=3.0)", {"players", "2..10", "'3.0'"}},
        {"kuhn(players=1 0)", {"players", "2..10", "'1 0'"}},
        {"kuhn(players= )", {"players", "2..10", "''"}},
        {"kuhn(pl ayers=3)", {"kuhn", "'pl ayers'", "players, start"}},
        {"kuhn(players=--3)", {"players", "2..10", "'--3'"}},
        {"kuhn(players=3-)", {"players", "2..10", "'3-'"}},
        {"kuhn(players=)", {"players", "2..10", "''"}},
        {"kuhn(players)", {"players", "2..10", "needs a value"}},
        {"kuhn(players=3,players=3)", {"players", "twice"}},
        {"gomoku(m=19,m=19)", {"mnk", "m", "twice"}},
        {"gomoku(m=20)", {"mnk", "parameter m", "1..19", "'20'"}},
        /* Words. */
        {"goofspiel(order=up)", {"order", "random|ascending|descending", "'up'"}},
        {"goofspiel(order=asc)", {"order", "random|ascending|descending", "'asc'"}},
        {"goofspiel(order=0)", {"order", "random|ascending|descending", "'0'"}},
        {"goofspiel(order=)", {"order", "random|ascending|descending", "''"}},
        {"goofspiel(order=random|ascending)", {"order", "'random|ascending'"}},
        /* Writing. */
        {"kuhn(players=3,)", {"kuhn", "missing", "','"}},
        {"kuhn(,players=3)", {"kuhn", "''", "players, start"}},
        {"kuhn(players=3,,start=0)", {"kuhn", "''", "players, start"}},
        {"kuhn(players=3", {"name(key=value,...)", "'kuhn(players=3'"}},
        {"kuhn(", {"name(key=value,...)", "'kuhn('"}},
        {"kuhn(players=3, )", {"kuhn", "missing", "','"}},
        {"kuhn(players=3) )", {"players", "2..10", "'3)'"}},
        {"kuhn(players=3))", {"players", "2..10", "'3)'"}},
        {"kuhn((players=3)", {"'(players'", "players, start"}},
        /* Clashes. */
        {"kuhn(players=2,start=2)", {"kuhn", "start", "players"}},
        {"mnk(m=3,n=3,k=4)", {"mnk", "k must", "longer of m and n"}},
        {"connect4(rows=15,cols=15)", {"connect4", "rows", "cols", "64"}},
    };
    (void)unused;
    for (size_t i = 0; i < LENGTH(bad); i++) expect_error(bad[i].spec, bad[i].says);
    assert_null(pl_find("khun"));
    assert_null(pl_find(""));
}

static void long_spellings_are_refused(void **unused)
{
    char text[4 * PL_SPEC_MAX];
    (void)unused;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    expect_error(text, (const char *[]){"there is no game 'xxx", "kuhn", NULL});
    memcpy(text, "kuhn(players=", 13);
    text[sizeof text - 2] = ')';
    expect_error(text, (const char *[]){"1023", "kuhn(players=xxx", NULL});
    memcpy(text, "gomoku(m=", 9);
    memset(text + 9, '1', PL_SPEC_MAX);
    memcpy(text + PL_SPEC_MAX - 2, ")", 2); /* just short enough itself, not with n and k */
    expect_error(text, (const char *[]){"mnk", "too", NULL});
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

/* A stranger's table, wrong in one fact: refused, the fact named. */
static void tables_out_of_bounds_are_refused(void **unused)
{
    static pl_param many[PL_PARAMS_MAX + 2]; /* one too many, and the end */
    const pl_game good = *pl_find("rps");
    pl_game bad[7] = {good, good, good, good, good, good, good};
    static const char *const says[] = {"17 parameters; at most 16",
                                       "players = 17; 1..16",
                                       "state_size = 4097",
                                       "max_moves = 0",
                                       "actions = -1",
                                       "rps",  /* of a newer contract, */
                                       "rps"}; /* and of none */
    (void)unused;
    for (int i = 0; i <= PL_PARAMS_MAX; i++) many[i].name = "x";
    bad[0].params = many;
    bad[1].players = PL_SEATS_MAX + 1;
    bad[2].state_size = PL_STATE_MAX + 1;
    bad[3].max_moves = 0;
    bad[4].actions = -1;
    bad[5].abi = PL_ABI + 1;
    bad[6].abi = 0;
    for (size_t i = 0; i < LENGTH(bad); i++) {
        pl_error err = {""};
        assert_null(pl_make(&bad[i], "", &err));
        if (!strstr(err.text, says[i])) fail_msg("'%s' does not say '%s'", err.text, says[i]);
    }
}

int test_params(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_and_alias_opens),
        cmocka_unit_test(every_parameter_keeps_to_its_range),
        cmocka_unit_test(spellings_become_canonical),
        cmocka_unit_test(bad_spellings_are_refused),
        cmocka_unit_test(long_spellings_are_refused),
        cmocka_unit_test(spellings_may_be_cut),
        cmocka_unit_test(tables_out_of_bounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
