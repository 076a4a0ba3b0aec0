/* match_follow.c -- matches that are followed: counted from their file while they are played, they
 * have the results of the match itself, byte by byte. */
#include "tests/arena/matches.h"
#include "tests/table/records_sql.h"

/* What a file says of its matches. */
typedef struct {
    int n;
    pl_match_kept last;
    char words[8192];
} listed;

static int list_one(void *with, const pl_match_kept *m)
{
    listed *l = with;
    l->n++;
    l->last = *m;
    snprintf(l->words, sizeof l->words, "%s", m->words);
    return 0;
}

static listed list_matches(pl_records *r)
{
    listed l = {0};
    pl_error err;
    if (pl_records_matches(r, 0, 0, list_one, &l, &err)) fail_msg("%s", err.text);
    return l;
}

static pl_match *follow(const char *words)
{
    pl_error err;
    pl_match *m = pl_match_follow(words, &err);
    if (!m) fail_msg("%s", err.text);
    return m;
}

/* All that there is, a few games at a time; how often there was something. */
static int catch_up(pl_match *m, pl_records *r, int64_t match, int64_t most)
{
    int64_t last = 0;
    for (int times = 0;; times++) {
        pl_error err;
        int64_t now = pl_match_catch_up(m, r, match, most, &err);
        if (now < 0) fail_msg("%s", err.text);
        if (now == last) return times;
        last = now;
    }
}

static void followed_is_as_played(void **state)
{
    static results played_ones, seen;
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        char file[128];
        const pl_game *g = must_open("%s", kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        p.threads = 2;
        p.file = must_records(new_file(file), PL_RECORDS_BATCH);
        assert_int_equal(run(&p, &played_ones), 1);
        must_close(p.file);
        pl_records *r = must_records(file, PL_RECORDS_READ);
        listed l = list_matches(r);
        assert_int_equal(l.n, 1);
        assert_true(l.last.ended >= l.last.began && !l.last.played);
        pl_match *m = follow(l.words);
        assert_true(catch_up(m, r, l.last.id, 7) > 2);
        collect(m, g->players, &seen);
        if (memcmp(&played_ones, &seen, sizeof seen)) fail_msg("match %zu is counted otherwise", k);
        pl_match_free(m);
        must_close(r);
        drop_file(file);
        pl_close(g);
    }
}

/* It is called while the match runs, and reads its file each time. */
typedef struct {
    pl_records *file;
    pl_match *match;
    int64_t id, games;
    int looks;
} onlooker;

static void look(void *with, pl_match *m)
{
    onlooker *o = with;
    pl_match_course c;
    listed l = list_matches(o->file);
    (void)m;
    assert_int_equal(l.n, 1);
    assert_true(l.last.played && !l.last.ended);
    if (!o->match) o->match = follow(l.words);
    o->id = l.last.id;
    catch_up(o->match, o->file, o->id, 1000);
    pl_match_course_of(o->match, &c);
    assert_true(c.games >= o->games && c.games % c.group == 0);
    o->games = c.games;
    o->looks++;
}

static void it_is_followed_while_it_runs(void **state)
{
    static results whole, seen;
    char file[128];
    const pl_game *g = must_open("tictactoe");
    pl_match_plan p = plan_of(&kinds[0], g);
    p.threads = 2;
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    onlooker o = {.file = must_records(file, PL_RECORDS_READ)};
    p.games = 2000;
    p.tell = look;
    p.with = &o;
    run(&p, &whole);
    assert_true(o.looks > 0);
    catch_up(o.match, o.file, o.id, 1000);
    collect(o.match, g->players, &seen);
    assert_memory_equal(&whole, &seen, sizeof seen);
    assert_true(list_matches(o.file).last.ended > 0);
    assert_true(pl_match_points(o.match) > 8);
    pl_match_free(o.match);
    must_close(o.file);
    must_close(p.file);
    drop_file(file);
    pl_close(g);
}

static int count_one(void *with, const pl_record *rec)
{
    int64_t *last = with;
    assert_true(rec->id < *last);
    assert_int_equal(rec->events, 0);
    *last = rec->id;
    return 0;
}

/* Stopped in the middle, it is neither played nor over; its games are found by number and name. */
static void a_stopped_match_is_followed_as_far_as_it_is(void **state)
{
    static results half, seen;
    char file[128];
    pl_error err;
    int64_t last;
    int runs;
    const pl_game *g = must_open("tictactoe");
    pl_match_plan p = plan_of(&kinds[0], g);
    stopper s = {.looks = 500};
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    p.rules.now = stop_soon;
    p.rules.with = &s;
    assert_int_equal(run(&p, &half), 0);
    must_close(p.file);
    pl_records *r = must_records(file, PL_RECORDS_READ);
    listed l = list_matches(r);
    assert_true(!l.last.played && !l.last.ended);
    pl_match *m = follow(l.words);
    catch_up(m, r, l.last.id, 1000);
    collect(m, g->players, &seen);
    assert_memory_equal(&half, &seen, sizeof seen);
    int64_t n = pl_records_parts_count(r, l.last.id, 0, &last, &err);
    assert_true(n >= seen.games && n <= seen.games + 1 && seen.games > 0);
    assert_int_equal(pl_records_parts_count(r, l.last.id, last, &last, &err), 0);
    pl_parts_filter f = {.match = l.last.id, .before = last, .player = "first", .other = "mcts"};
    assert_int_equal(pl_records_parts_latest(r, &f, count_one, &last, &err), 0);
    assert_int_equal(pl_records_match_of(r, last, &runs, &err), l.last.id);
    assert_int_equal(runs, 0);
    assert_int_equal(pl_records_match_of(r, last + 100000, &runs, &err), 0);
    pl_match_free(m);
    must_close(r);
    drop_file(file);
    pl_close(g);
}

static void wrong_words_are_refused(void **state)
{
#define TWO(format, more)                                                                          \
    "entrants: 2\ngame: tictactoe\nformat: " format "\nseats: rotations\nseed: 1\n" more
    static const char *const cases[][2] = {
        {"", "entrants"},
        {"entrants: 2\n", "do not tell its game"},
        {"entrants: 99999\ngame: tictactoe\n", "from 2 to"},
        {"entrants: 2\ngame: nosuch\n", "nosuch"},
        {TWO("chess", ""), "does not know the format chess"},
        {TWO("swiss", "games: 2\nentrant 1: random\nentrant 2: b, first\n"), "entrant 1"},
        {TWO("knock-out", "games: 2\nadvance: 2\nentrant 1: a, first\nentrant 2: b, first\n"),
         "from 1 to 1 can go on"},
        {TWO("swiss", "games: 0\nentrant 1: a, first\nentrant 2: b, first\n"), "at least one game"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        pl_error err;
        assert_null(pl_match_follow(cases[i][0], &err));
        if (!strstr(err.text, cases[i][1]))
            fail_msg("'%s' does not say '%s'", err.text, cases[i][1]);
    }
}

/* Names may have commas; a game of others than those that were to meet is not counted. */
static void games_of_others_are_refused(void **state)
{
    static const pl_entrant odd[] = {{"a, b", "random"}, {"c, mcts", "first"}};
    static results out;
    char file[128];
    pl_error err;
    const pl_game *g = must_open("tictactoe");
    pl_match_plan p = pl_match_usual(g, odd, 2);
    p.games = 10;
    p.file = must_records(new_file(file), PL_RECORDS_BATCH);
    run(&p, &out);
    must_close(p.file);
    pl_records *r = must_records(file, PL_RECORDS_READ);
    listed l = list_matches(r);
    pl_match *m = follow(l.words);
    assert_int_equal(catch_up(m, r, l.last.id, 1000), 1);
    pl_match_free(m);
    run_sql(file, "UPDATE player SET name = 'other' WHERE name = 'a, b'");
    m = follow(l.words);
    assert_int_equal(pl_match_catch_up(m, r, l.last.id, 1000, &err), -1);
    assert_non_null(strstr(err.text, "was not played by those"));
    pl_match_free(m);
    must_close(r);
    drop_file(file);
    pl_close(g);
}

int test_match_follow(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followed_is_as_played),
        cmocka_unit_test(it_is_followed_while_it_runs),
        cmocka_unit_test(a_stopped_match_is_followed_as_far_as_it_is),
        cmocka_unit_test(wrong_words_are_refused),
        cmocka_unit_test(games_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
