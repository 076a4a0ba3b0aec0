/* match_stop.c -- matches that were stopped, and what does not count in them: games that ended
 * otherwise because of it, and openings. */
#include "tests/arena/matches.h"

static int run_with_file(pl_match_plan *p, const char *file, pl_records_mode mode, results *out)
{
    p->file = must_records(file, mode);
    int done = run(p, out);
    must_close(p->file);
    return done;
}

/* Stopped at that look at the clock and resumed; 0: it was over before. */
static int stopped_is_as_if_never(const pl_match_plan *plan, pl_records_mode mode, int look,
                                  const results *whole)
{
    static results again;
    char file[128];
    pl_match_plan p = *plan;
    stopper s = {.looks = look};
    new_file(file);
    p.rules.now = stop_soon;
    p.rules.with = &s;
    int over = run_with_file(&p, file, mode, &again);
    p.rules = plan->rules;
    p.resume = 1;
    run_with_file(&p, file, mode, &again);
    if (memcmp(whole, &again, sizeof again)) fail_msg("stopped at look %d, it is another", look);
    drop_file(file);
    return !over;
}

/* An agent that is stopped gives a worse move, and it may be the last one of its game. */
static void games_cut_short_are_not_kept(void **state)
{
    static const pl_records_mode modes[] = {PL_RECORDS_BATCH, PL_RECORDS_WRITE};
    static const pl_entrant slow[] = {{NULL, "ismcts(iterations=300)"}, {NULL, "random"}};
    static results whole;
    const pl_game *g = must_open("rps");
    pl_match_plan p = pl_match_usual(g, slow, 2);
    p.games = 4;
    assert_int_equal(run(&p, &whole), 1);
    for (int k = 0; k < 2; k++) {
        int stops = 1;
        while (stopped_is_as_if_never(&p, modes[k], stops, &whole)) stops++;
        assert_in_range(stops, 16, 40);
    }
    pl_close(g);
}

/* Run on until it is over; how often it was stopped. */
static int run_to_the_end(pl_match *m, stopper *s)
{
    int stops = 0, done = 0;
    for (s->match = m; !done; stops += !done) {
        atomic_store(&s->looks, 40 + 80 * stops);
        done = must_run(m);
    }
    return stops;
}

static int64_t moves_measured(pl_match *m)
{
    int64_t n = 0;
    for (int i = 0; i < pl_match_entrants(m); i++) {
        pl_standing s;
        pl_match_standing(m, i, &s);
        n += s.times.n;
    }
    return n;
}

static int64_t plies_of(pl_match *m)
{
    pl_match_course c;
    pl_match_course_of(m, &c);
    return c.length.sum;
}

/* The same match runs on, with a file and without. */
static void a_stopped_match_can_be_run_on(void **state)
{
    static const pl_format formats[] = {PL_ROUND_ROBIN, PL_SWISS};
    static results whole, again;
    const pl_game *g = must_open("tictactoe");
    for (int k = 0; k < 4; k++) {
        char file[128];
        stopper s = {0};
        pl_match_plan p = pl_match_usual(g, mixed, 4);
        p.games = 20;
        p.format = formats[k % 2];
        p.refereed = 1;
        assert_int_equal(run(&p, &whole), 1);
        p.threads = 2;
        p.rules.now = stop_soon;
        p.rules.with = &s;
        p.file = k < 2 ? must_records(new_file(file), PL_RECORDS_BATCH) : NULL;
        pl_match *m = must_match(&p);
        assert_true(run_to_the_end(m, &s) > 2);
        collect(m, 2, &again);
        assert_memory_equal(&whole, &again, sizeof whole);
        assert_int_equal(moves_measured(m), plies_of(m)); /* of every move, once */
        pl_match_free(m);
        if (!p.file) continue;
        must_close(p.file);
        drop_file(file);
    }
    pl_close(g);
}

/* No agent thought about them; played now, or known from the file. */
static void openings_are_no_moves_of_agents(void **state)
{
    char file[128];
    enum { OPENED = 10 * 2 + 10 * 3 }; /* of 20 games, in pairs */
    const pl_game *g = must_open("tictactoe");
    pl_openings *o = must_openings(g, "a1 c3\na3 c1 b2\n");
    pl_match_plan p = pl_match_usual(g, mixed, 2);
    p.games = 20;
    p.openings = o;
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    for (p.resume = 0; p.resume < 2; p.resume++) {
        pl_match *m = played(&p);
        assert_int_equal(moves_measured(m), plies_of(m) - OPENED);
        pl_match_free(m);
    }
    must_close(p.file);
    drop_file(file);
    pl_openings_free(o);
    pl_close(g);
}

int test_match_stop(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_cut_short_are_not_kept),
        cmocka_unit_test(a_stopped_match_can_be_run_on),
        cmocka_unit_test(openings_are_no_moves_of_agents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
