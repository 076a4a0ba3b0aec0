/* records_hostile.c -- files and records that an attacker made: nothing overflows, nothing is
 * believed, and what is printed is plain text. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "parlor/records.h"
#include "tests/table/records_sql.h"

/* A file with a game that was resigned, 1, one under way, 2, and one that ended by its rules, 3. */
static void make_file(char path[128])
{
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    recording now = record_games(r, "leduc");
    pl_table *t = now.table;
    pl_rng rng;
    pl_table_begin(t, 7);
    pl_table_move(t, 0, 1, 5, 0.5, "hm");
    pl_table_back(t, 0);
    pl_table_fault(t, 0, PL_ILLEGAL_MOVE, 5, "no");
    pl_table_resign(t, 0);
    pl_table_begin(t, 8);
    pl_table_move(t, 0, 1, 5, NAN, NULL);
    pl_table_fault(t, 1, PL_ILLEGAL_MOVE, 5, "no");
    pl_seed(&rng, 5);
    pl_table_begin(t, 9);
    play_something(t, &rng, 1);
    end_recording(&now);
    must_close(r);
}

static int is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text >= 0x7f) return 0;
    return 1;
}

static void look(void *with, int64_t id, const char *why)
{
    *(int *)with += why != NULL;
    assert_in_range(id, 1, 3);
}

/* All that can be done with what is there: it is read, printed and checked. */
static int try_all(const char *path)
{
    pl_error err = {""};
    int wrong = 0;
    pl_records *r = must_records(path, PL_RECORDS_READ);
    for (int id = 1; id <= 3; id++) {
        pl_record rec = {0};
        if (pl_records_get(r, id, &rec, &err)) continue;
        const pl_game *g = pl_open(rec.game, &err);
        for (int i = 0; i < rec.players; i++) assert_true(is_plain(rec.player[i].name));
        assert_true(is_plain(rec.result.text));
        assert_true(pl_record_plies(&rec) <= rec.events);
        if (g) pl_record_check(&rec, g, &err);
        if (g && !pl_record_check(&rec, g, &err)) free(spelled(&rec, 1)), free(spelled(&rec, 0));
        pl_close(g);
        pl_record_clear(&rec);
    }
    assert_true(pl_records_verify(r, NULL, look, &wrong, &err) == wrong);
    must_close(r);
    return wrong;
}

/* What is changed, of how many of the three games that makes a wrong one, and how the last is. */
#define MOVES(bytes) "UPDATE game SET moves = CAST(" bytes " AS BLOB) WHERE id = 3"
#define TIMES(bytes) "UPDATE game SET times = CAST(" bytes " AS BLOB) WHERE id = 3"
static const struct {
    const char *sql;
    int wrong;
    const char *words;
} plants[] = {
    {MOVES("substr(moves, 1, 1) || x'FA' || substr(moves, 3)"), 1, "chance falls otherwise"},
    {MOVES("substr(moves, 1, length(moves) - 1) || x'63'"), 1, "not legal"},
    {MOVES("x'01' || substr(moves, 2)"), 1, "not the turn"},
    {TIMES("x'FF' || substr(times, 2)"), 1, "no time"},
    {TIMES("substr(times, 1, length(times) - 1) || x'FF'"), 1, "took"},
    {"UPDATE game SET times = zeroblob(length(times)) WHERE id = 3", 1, "bytes"},
    {"UPDATE game SET seed = seed + 1 WHERE id = 3", 1, "chance falls otherwise"},
    {"UPDATE game SET ending = 'resigned', seat = 0 WHERE id = 3", 1, "it ends as"},
    {"UPDATE game SET ending = 'bored' WHERE id = 3", 1, "is no ending"},
    {"UPDATE game SET plies = plies + 1 WHERE id = 3", 1, "bytes"},
    {"UPDATE seat SET score = score + 1 WHERE seat = 0 AND game = 3", 1, "scores"},
    {"UPDATE seat SET used = 0 WHERE seat = 0 AND game = 3", 1, "took"},
    {"DELETE FROM seat WHERE seat = 1 AND game = 3", 1, "sit at a table"},
    {"UPDATE event SET kind = 'sneeze' WHERE (game, n) IN (SELECT game, n FROM event LIMIT 1)", 1,
     "nothing that happens"},
    {"UPDATE event SET ply = 2147483647 WHERE kind = 'back'", 1, ""},
    {"UPDATE event SET ply = -5 WHERE kind = 'back'", 1, ""},
    {"UPDATE event SET seat = -2 WHERE kind = 'back'", 1, ""},
    {"UPDATE event SET seat = 15 WHERE kind = 'fault'", 1, ""},
    {"UPDATE event SET fault = NULL WHERE kind = 'fault'", 1, ""},
    {"UPDATE event SET fault = 'waiting' WHERE kind = 'fault'", 1, ""},
    {"UPDATE event SET used = 9223372036854775807", 1, ""},
    {"UPDATE event SET used = -9223372036854775807", 1, ""},
    {"UPDATE game SET seat = 99 WHERE id = 1", 1, ""},
    {"UPDATE game SET began = -1, ended = 9223372036854775807", 0, ""},
    {"UPDATE remark SET value = 9e999", 0, ""},
    {"UPDATE seat SET score = 9e999 WHERE game = 1", 1, ""},
    {"UPDATE seat SET used = -1", 2, ""},
    {"UPDATE player SET name = 'a' || char(27) || '[2J' || CAST(x'ff' AS TEXT)", 0, ""},
    {"UPDATE game SET reason = 'a' || char(27) || '[2J' || CAST(x'c3' AS TEXT) WHERE id = 1", 0,
     ""},
    {"UPDATE journal SET ply = 2147483647", 1, ""},
    {"UPDATE journal SET ply = -1", 1, ""},
    {"UPDATE journal SET seat = -2", 1, ""},
    {"INSERT INTO journal SELECT game, 100 + n, kind, seat, move, fault, done, ply, used, value,"
     " text FROM journal WHERE n = 0",
     1, ""}, /* a card that is dealt twice */
    {"DELETE FROM journal WHERE n = 0", 1, ""},
    {"UPDATE journal SET seat = 16", 1, ""},
    {"UPDATE journal SET move = -2147483648", 1, ""},
    {"UPDATE journal SET used = 9223372036854775807", 1, ""},
    {"UPDATE rules SET clock = 'move=1000000000h'", 3, ""},
    {"UPDATE spec SET spec = 'tictactoe'", 3, ""},
};

static void rows_are_not_believed(void **state)
{
    for (size_t i = 0; i < LENGTH(plants); i++) {
        char path[128], why[256] = "";
        make_file(path);
        assert_int_equal(try_all(path), 0);
        run_sql(path, plants[i].sql);
        int wrong = try_all(path);
        if (wrong != plants[i].wrong || wrong_games(path, why) != wrong ||
            !strstr(why, plants[i].words))
            fail_msg("%s: %d wrong, '%s'", plants[i].sql, wrong, why);
        drop_file(path);
    }
}

/* A file cannot have something done when a game is kept in it. */
static void triggers_do_not_go_off(void **state)
{
    char path[128], why[256];
    make_file(path);
    run_sql(path, "CREATE TRIGGER thief AFTER INSERT ON game BEGIN DELETE FROM seat; END");
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    play_games(r, "kuhn", 2, 1);
    must_close(r);
    none_is_wrong(path);
    run_sql(path, "ALTER TABLE remark RENAME TO it; CREATE VIEW remark AS SELECT * FROM it");
    assert_int_equal(wrong_games(path, why), 5);
    assert_non_null(strstr(why, "view"));
    drop_file(path);
}

/* Times are numbers of others: two of the longest do not overflow. */
static void the_longest_times_are_read(void **state)
{
    static const char text[] =
        "{\"parlor\":1,\"game\":\"tictactoe\",\"seed\":\"1\",\"ending\":\"under way\",\"players\":"
        "[{\"name\":\"a\",\"kind\":\"b\",\"spec\":\"c\"},{\"name\":\"a\",\"kind\":\"b\",\"spec\":"
        "\"c\"}],\"log\":[{\"by\":0,\"move\":\"a1\",\"ns\":9223372036854775807},"
        "{\"by\":1,\"move\":\"b1\",\"ns\":9223372036854775807},"
        "{\"by\":0,\"move\":\"a2\",\"ns\":9223372036854775807}]}\n";
    pl_record rec = {0};
    must_read(text, &rec);
    must_check(&rec);
    pl_record_clear(&rec);
}

/* A game that a living process plays is its own, and the refusal names the process. */
static void wait_to_be_killed(const char *path, int fd)
{
    recording now = record_games(must_records(path, PL_RECORDS_WRITE), "tictactoe");
    pl_table_begin(now.table, 1);
    pl_table_move(now.table, 0, 4, 10, NAN, NULL);
    if (write(fd, "x", 1) == 1)
        for (;;) pause();
}

static void games_of_the_living_are_left_alone(void **state)
{
    char path[128], pid_text[24], byte;
    int ends[2], status;
    pl_error err = {""};
    new_file(path);
    assert_int_equal(pipe(ends), 0);
    pid_t pid = start(wait_to_be_killed, path, ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    recording now = {.game = must_open("tictactoe")};
    pl_table *t = new_table(now.game);
    assert_null(pl_records_resume(r, 1, t, &err));
    pl_table_free(t);
    snprintf(pid_text, sizeof pid_text, "process %ld", (long)pid);
    if (!strstr(err.text, pid_text)) fail_msg("'%s' does not name %s", err.text, pid_text);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    resume_recording(&now, r, 1);
    end_recording(&now);
    must_close(r);
    close(ends[0]), close(ends[1]);
    drop_file(path);
}

/* All or nothing, also when the disk is full in between: SQLite then undoes what was begun,
 * and what is put afterwards must not stand alone. */
static void put_on_a_full_disk(const char *path, int fd)
{
    static const char text[] =
        "{\"parlor\":1,\"game\":\"tictactoe\",\"ending\":\"under way\",\"players\":"
        "[{\"name\":\"a\",\"kind\":\"b\",\"spec\":\"c\"},{\"name\":\"a\",\"kind\":\"b\",\"spec\":"
        "\"c\"}],\"log\":[]}\n";
    struct rlimit most = {100000, RLIM_INFINITY}, more = {RLIM_INFINITY, RLIM_INFINITY};
    pl_error err = {""};
    pl_record rec = {0};
    int failed = 0;
    (void)fd;
    signal(SIGXFSZ, SIG_IGN);
    must_read(text, &rec);
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    setrlimit(RLIMIT_FSIZE, &most);
    if (pl_records_begin(r, &err)) _exit(2);
    for (int i = 0; i < 200000 && !failed; i++) failed = pl_records_put(r, &rec, &err) < 0;
    if (!failed) _exit(3);
    setrlimit(RLIMIT_FSIZE, &more);
    for (int i = 0; i < 10; i++) pl_records_put(r, &rec, &err);
    pl_records_end(r, 0, &err);
    _exit(pl_records_saved(r) == 0 && pl_records_close(r, &err) == 0 ? 0 : 4);
}

static void all_or_nothing(void **state)
{
    char path[128];
    must_close(must_records(new_file(path), PL_RECORDS_WRITE));
    must_end_well(start(put_on_a_full_disk, path, 0));
    assert_int_equal(number(path, "SELECT count(*) FROM game"), 0);
    drop_file(path);
}

int test_records_hostile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_not_believed),
        cmocka_unit_test(triggers_do_not_go_off),
        cmocka_unit_test(the_longest_times_are_read),
        cmocka_unit_test(games_of_the_living_are_left_alone),
        cmocka_unit_test(all_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
