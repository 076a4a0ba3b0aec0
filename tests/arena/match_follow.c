/* match_follow.c -- matches that somebody looks on at: counted from their file while they are
 * played, they come to what the match itself tells, byte by byte. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "tests/arena/told.h"

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
    {"tictactoe", mixed, 4, PL_KNOCK_OUT, PL_SHUFFLED_SEATS, 10, NULL},
    {"tictactoe", mixed, 3, PL_SWISS, PL_FRESH_DEALS, 10, NULL},
    {"dominoes", domino, 6, PL_KNOCK_OUT, PL_ROTATIONS, 40, NULL},
    {"tictactoe", mixed, 2, PL_ROUND_ROBIN, PL_ROTATIONS, 3000, &test},
    {"dominoes", domino, 6, PL_BALANCED_TABLES, PL_ROTATIONS, 100, NULL},
    {"dominoes", domino, 6, PL_RANDOM_TABLES, PL_SHUFFLED_SEATS, 100, NULL},
    {"dominoes(players=3)", domino, 2, PL_ROUND_ROBIN, PL_PERMUTATIONS, 60, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static pl_match_plan plan_of(const kind *k, const pl_game *g)
{
    pl_match_plan p = pl_match_usual(g, k->who, k->n);
    p.format = k->format;
    p.fairness = k->fairness;
    p.games = k->games;
    p.sprt = k->sprt;
    p.threads = 2;
    return p;
}

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

static pl_records *open_file(const char *file, pl_records_mode mode)
{
    pl_error err;
    pl_records *r = pl_records_open(file, mode, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
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
    static told played, seen;
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        char file[] = "/tmp/parlor-follow-XXXXXX";
        new_file(file);
        const pl_game *g = open_game(kinds[k].game);
        pl_match_plan p = plan_of(&kinds[k], g);
        p.file = open_file(file, PL_RECORDS_BATCH);
        assert_int_equal(run(&p, &played), 1);
        pl_records_close(p.file, NULL);
        pl_records *r = open_file(file, PL_RECORDS_READ);
        listed l = list_matches(r);
        assert_int_equal(l.n, 1);
        assert_true(l.last.ended >= l.last.began && !l.last.played);
        pl_match *m = follow(l.words);
        assert_true(catch_up(m, r, l.last.id, 7) > 2);
        ask(m, g->players, &seen);
        if (memcmp(&played, &seen, sizeof seen)) fail_msg("match %d is counted otherwise", k);
        pl_match_free(m);
        pl_records_close(r, NULL);
        remove_file(file);
        pl_close(g);
    }
}

/* Who is told while the match runs, and looks at its file each time. */
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
    static told played, seen;
    char file[] = "/tmp/parlor-follow-XXXXXX";
    (void)state;
    new_file(file);
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = plan_of(&kinds[0], g);
    p.file = open_file(file, PL_RECORDS_BATCH);
    onlooker o = {.file = open_file(file, PL_RECORDS_READ)};
    p.games = 2000;
    p.tell = look;
    p.with = &o;
    run(&p, &played);
    assert_true(o.looks > 0);
    catch_up(o.match, o.file, o.id, 1000);
    ask(o.match, g->players, &seen);
    assert_memory_equal(&played, &seen, sizeof seen);
    assert_true(list_matches(o.file).last.ended > 0);
    assert_true(pl_match_points(o.match) > 8);
    pl_match_free(o.match);
    pl_records_close(o.file, NULL);
    pl_records_close(p.file, NULL);
    remove_file(file);
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
static void a_match_that_was_stopped_is_told_as_far_as_it_is(void **state)
{
    static told played, seen;
    char file[] = "/tmp/parlor-follow-XXXXXX";
    pl_error err;
    int64_t last;
    int runs;
    (void)state;
    new_file(file);
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = plan_of(&kinds[0], g);
    stopper s = {.looks = 500};
    p.file = open_file(file, PL_RECORDS_BATCH);
    p.threads = 1;
    p.rules.now = stop_soon;
    p.rules.with = &s;
    assert_int_equal(run(&p, &played), 0);
    pl_records_close(p.file, NULL);
    pl_records *r = open_file(file, PL_RECORDS_READ);
    listed l = list_matches(r);
    assert_true(!l.last.played && !l.last.ended);
    pl_match *m = follow(l.words);
    catch_up(m, r, l.last.id, 1000);
    ask(m, g->players, &seen);
    assert_memory_equal(&played, &seen, sizeof seen);
    int64_t n = pl_records_parts_count(r, l.last.id, 0, &last, &err);
    assert_true(n >= seen.games && n <= seen.games + 1 && seen.games > 0);
    assert_int_equal(pl_records_parts_count(r, l.last.id, last, &last, &err), 0);
    pl_parts_filter f = {.match = l.last.id, .before = last, .player = "first", .other = "mcts"};
    assert_int_equal(pl_records_parts_latest(r, &f, count_one, &last, &err), 0);
    assert_int_equal(pl_records_match_of(r, last, &runs, &err), l.last.id);
    assert_int_equal(runs, 0);
    assert_int_equal(pl_records_match_of(r, last + 100000, &runs, &err), 0);
    pl_match_free(m);
    pl_records_close(r, NULL);
    remove_file(file);
    pl_close(g);
}

static void refuses(const char *words, const char *why)
{
    pl_error err;
    assert_null(pl_match_follow(words, &err));
    if (!strstr(err.text, why)) fail_msg("'%s' does not say '%s'", err.text, why);
}

static void words_of_anybody_are_refused(void **state)
{
    (void)state;
    refuses("", "entrants");
    refuses("entrants: 2\n", "do not tell its game");
    refuses("entrants: 99999\ngame: tictactoe\n", "from 2 to");
    refuses("entrants: 2\ngame: nosuch\n", "nosuch");
    refuses("entrants: 2\ngame: tictactoe\nformat: chess\nseats: rotations\nseed: 1\n",
            "does not know the format chess");
    refuses("entrants: 2\ngame: tictactoe\nformat: swiss\nseats: rotations\nseed: 1\ngames: 2\n"
            "entrant 1: random\nentrant 2: b, first\n",
            "entrant 1");
    refuses("entrants: 2\ngame: tictactoe\nformat: knock-out\nseats: rotations\nseed: 1\ngames: 2\n"
            "advance: 2\nentrant 1: a, first\nentrant 2: b, first\n",
            "from 1 to 1 can go on");
    refuses("entrants: 2\ngame: tictactoe\nformat: swiss\nseats: rotations\nseed: 1\ngames: 0\n"
            "entrant 1: a, first\nentrant 2: b, first\n",
            "at least one game");
}

static void run_sql(const char *file, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Names may have commas; a game that others played than those who were to meet is not counted. */
static void games_of_others_are_refused(void **state)
{
    static const pl_entrant odd[] = {{"a, b", "random"}, {"c, mcts", "first"}};
    static told played;
    char file[] = "/tmp/parlor-follow-XXXXXX";
    pl_error err;
    (void)state;
    new_file(file);
    const pl_game *g = open_game("tictactoe");
    pl_match_plan p = pl_match_usual(g, odd, 2);
    p.games = 10;
    p.file = open_file(file, PL_RECORDS_BATCH);
    run(&p, &played);
    pl_records_close(p.file, NULL);
    pl_records *r = open_file(file, PL_RECORDS_READ);
    listed l = list_matches(r);
    pl_match *m = follow(l.words);
    assert_int_equal(catch_up(m, r, l.last.id, 1000), 1);
    pl_match_free(m);
    run_sql(file, "UPDATE player SET name = 'other' WHERE name = 'a, b'");
    m = follow(l.words);
    assert_int_equal(pl_match_catch_up(m, r, l.last.id, 1000, &err), -1);
    assert_non_null(strstr(err.text, "was not played by those"));
    pl_match_free(m);
    pl_records_close(r, NULL);
    remove_file(file);
    pl_close(g);
}

int test_match_follow(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followed_is_as_played),
        cmocka_unit_test(it_is_followed_while_it_runs),
        cmocka_unit_test(a_match_that_was_stopped_is_told_as_far_as_it_is),
        cmocka_unit_test(words_of_anybody_are_refused),
        cmocka_unit_test(games_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
