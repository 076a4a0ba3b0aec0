/* records_file.c -- files of records in bad days: older and newer ones, damaged ones, a
 * full disk, several writers, and processes that are killed in the middle. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "parlor/records.h"
#include "tests/table/records_sql.h"

static void refuses(const char *path, pl_records_mode mode, const char *words)
{
    pl_error err = {""};
    pl_records *r = pl_records_open(path, mode, &err);
    if (r || !strstr(err.text, words)) fail_msg("'%s' does not say '%s'", err.text, words);
}

/* A file of the first version, as the first version wrote it. */
static void load_version_1(const char *path)
{
    static char sql[1 << 16];
    FILE *in = fopen("tests/table/records/version1.sql", "r");
    assert_non_null(in);
    sql[fread(sql, 1, sizeof sql - 1, in)] = 0;
    fclose(in);
    run_sql(path, sql);
}

static void older_files_come_up_to_date(void **state)
{
    char path[128], why[256];
    pl_error err = {""};
    pl_record rec = {0};
    (void)state;
    load_version_1(new_file(path));
    assert_int_equal(number(path, "PRAGMA user_version"), 1);
    refuses(path, PL_RECORDS_READ, "must be brought to 6");
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    assert_int_equal(number(path, "PRAGMA user_version"), 6);
    assert_int_equal(number(path, "SELECT count(*) FROM pragma_table_info('game')"
                                  " WHERE name = 'owner'"),
                     1);
    if (pl_records_get(r, 2, &rec, &err)) fail_msg("%s", err.text);
    assert_int_equal(rec.result.how, PL_BY_RULES);
    pl_record_clear(&rec);
    /* The game that the old program left under way goes on. */
    const pl_game *g = must_open("leduc");
    pl_table *t = new_table(g);
    pl_recorder *go_on = pl_records_resume(r, 4, t, &err);
    if (!go_on) fail_msg("%s", err.text);
    pl_table_resign(t, 0);
    pl_table_free(t);
    assert_int_equal(pl_recorder_close(go_on, &err), 0);
    pl_close(g);
    play_games(r, "pig", 3, 1);
    must_close(r);
    if (wrong_games(path, why)) fail_msg("%s", why);
    assert_int_equal(number(path, "SELECT count(*) FROM games"), 7);
    drop_file(path);
}

/* A migration that cannot be finished leaves the file as it was. */
static void half_a_migration_is_none(void **state)
{
    char path[128];
    (void)state;
    load_version_1(new_file(path));
    run_sql(path, "CREATE INDEX seat_player ON seat(score)"); /* in the way of the last step */
    refuses(path, PL_RECORDS_WRITE, "already exists");
    assert_int_equal(number(path, "PRAGMA user_version"), 1);
    assert_int_equal(number(path, "SELECT count(*) FROM pragma_table_info('game')"
                                  " WHERE name = 'owner'"),
                     0);
    run_sql(path, "DROP INDEX seat_player");
    must_close(must_records(path, PL_RECORDS_WRITE));
    assert_int_equal(number(path, "PRAGMA user_version"), 6);
    drop_file(path);
}

static void strange_files_are_refused(void **state)
{
    char path[128];
    (void)state;
    refuses(new_file(path), PL_RECORDS_READ, "No such file");
    fclose(fopen(path, "w"));
    refuses(path, PL_RECORDS_READ, "no records yet");
    must_close(must_records(path, PL_RECORDS_WRITE));
    run_sql(path, "PRAGMA user_version = 99");
    refuses(path, PL_RECORDS_WRITE, "version 99; this parlor knows 1..6");
    refuses(path, PL_RECORDS_READ, "version 99");
    drop_file(path);
    run_sql(new_file(path), "CREATE TABLE cake(slices)");
    refuses(path, PL_RECORDS_WRITE, "not one of Parlor's records");
    drop_file(path);
    FILE *out = fopen(new_file(path), "w");
    for (int i = 0; i < 3000; i++) fputs("no database ", out);
    fclose(out);
    refuses(path, PL_RECORDS_WRITE, "not a database");
    refuses(path, PL_RECORDS_READ, "not a database");
    drop_file(path);
    refuses("/proc/records.db", PL_RECORDS_WRITE, "unable to open");
}

/* Verify finds what somebody has changed behind the referee's back. */
static void planted(const char *path, const char *sql, const char *words)
{
    char why[256];
    run_sql(path, "BEGIN; CREATE TABLE keep AS SELECT * FROM game;"
                  "CREATE TABLE keep_seat AS SELECT * FROM seat;"
                  "CREATE TABLE keep_event AS SELECT * FROM event; COMMIT");
    run_sql(path, sql);
    int64_t wrong = wrong_games(path, why);
    if (wrong != 1 || !strstr(why, words))
        fail_msg("%s: %d wrong, '%s' is not '%s'", sql, (int)wrong, why, words);
    run_sql(path, "BEGIN; DELETE FROM game; INSERT INTO game SELECT * FROM keep;"
                  "DELETE FROM seat; INSERT INTO seat SELECT * FROM keep_seat;"
                  "DELETE FROM event; INSERT INTO event SELECT * FROM keep_event;"
                  "DROP TABLE keep; DROP TABLE keep_seat; DROP TABLE keep_event; COMMIT");
    wrong = wrong_games(path, why);
    if (wrong) fail_msg("after %s: %s", sql, why);
}

static void what_is_not_true_is_found(void **state)
{
    char path[128];
    (void)state;
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    play_games(r, "leduc", 30, 4);
    must_close(r);
#define ONE " WHERE id = (SELECT min(id) FROM game WHERE ending = 'rules')"
#define ITS " WHERE seat = 0 AND game = (SELECT min(id) FROM game WHERE ending = 'rules')"
    planted(path,
            "UPDATE game SET moves = CAST(substr(moves, 1, 1) || x'FA' || substr(moves, 3)"
            " AS BLOB)" ONE,
            "chance falls otherwise");
    planted(path,
            "UPDATE game SET moves = CAST(substr(moves, 1, length(moves) - 1) || x'63'"
            " AS BLOB)" ONE,
            "not legal");
    planted(path, "UPDATE game SET moves = CAST(x'01' || substr(moves, 2) AS BLOB)" ONE,
            "not the turn");
    planted(path, "UPDATE seat SET score = score + 1" ITS, "scores");
    planted(path, "UPDATE seat SET used = 0" ITS, "took");
    planted(path, "UPDATE game SET seed = seed + 1" ONE, "chance falls otherwise");
    planted(path, "UPDATE game SET ending = 'resigned', seat = 0" ONE, "it ends as");
    planted(path, "UPDATE game SET ending = 'bored'" ONE, "is no ending");
    planted(path, "UPDATE game SET plies = plies + 1" ONE, "bytes");
    planted(path, "UPDATE game SET times = CAST(x'FF' || substr(times, 2) AS BLOB)" ONE, "no time");
    planted(path,
            "UPDATE game SET times = CAST(substr(times, 1, length(times) - 1) || x'FF'"
            " AS BLOB)" ONE,
            "took");
    planted(path, "UPDATE game SET times = zeroblob(length(times))" ONE, "bytes");
    planted(path,
            "UPDATE event SET kind = 'sneeze' WHERE (game, n) IN (SELECT game, n FROM event"
            " LIMIT 1)",
            "nothing that happens");
    planted(path, "DELETE FROM seat WHERE seat = 1 AND game = 3", "sit at a table");
    drop_file(path);
}

/* Bytes changed at random: whatever is read, nothing crashes. */
static void damaged_files_crash_nobody(void **state)
{
    char path[128], broken[128], why[256];
    static unsigned char bytes[1 << 20];
    pl_rng rng;
    (void)state;
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    play_games(r, "kuhn", 40, 9);
    must_close(r);
    FILE *in = fopen(path, "r");
    size_t n = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    pl_seed(&rng, 2);
    int found = 0;
    for (int i = 0; i < 100; i++) {
        unsigned char was[8];
        size_t at[8], length = i % 10 ? n : n / 2 + (size_t)pl_below(&rng, (int)(n / 2));
        for (int k = 0; k < 8; k++) {
            at[k] = (size_t)pl_below(&rng, (int)n);
            was[k] = bytes[at[k]];
            bytes[at[k]] = (unsigned char)pl_below(&rng, 256);
        }
        FILE *out = fopen(new_file(broken), "w");
        assert_int_equal(fwrite(bytes, 1, length, out), length);
        fclose(out);
        found += wrong_games(broken, why) != 0;
        drop_file(broken);
        for (int k = 8; k-- > 0;) bytes[at[k]] = was[k];
    }
    assert_true(found >= 50); /* some bytes mean nothing */
    drop_file(path);
}

static void write_one_by_one(const char *path, int fd)
{
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    play_games(r, "kuhn", 150, (uint64_t)fd);
    must_close(r);
}

static void write_in_batches(const char *path, int fd)
{
    pl_records *r = must_records(path, PL_RECORDS_BATCH);
    play_games(r, "tictactoe", 3000, (uint64_t)fd);
    must_close(r);
}

static void open_and_close(const char *path, int fd)
{
    (void)fd;
    must_close(must_records(path, PL_RECORDS_WRITE));
}

/* Who comes while another makes the tables must not take the file for a stranger's. */
static void several_make_one_file(void **state)
{
    char path[128];
    (void)state;
    for (int round = 0; round < 40; round++) {
        pid_t child[6];
        new_file(path);
        for (int i = 0; i < 6; i++) child[i] = start(open_and_close, path, i);
        for (int i = 0; i < 6; i++) must_end_well(child[i]);
        drop_file(path);
    }
}

static int count_one(void *with, const pl_record *rec)
{
    *(int64_t *)with += rec->result.how != PL_UNDER_WAY;
    return 0;
}

static void several_write_and_read_at_once(void **state)
{
    char path[128], why[256];
    (void)state;
    new_file(path); /* which all four find missing, and make */
    pid_t child[4];
    for (int i = 0; i < 4; i++)
        child[i] = start(i % 2 ? write_in_batches : write_one_by_one, path, i);
    int64_t before = 0;
    while (!on_server() && access(path, R_OK)) usleep(1000);
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    for (int i = 0; i < 20; i++) {
        int64_t now = 0;
        pl_error err = {""};
        if (pl_records_each(r, NULL, count_one, &now, &err)) fail_msg("%s", err.text);
        assert_true(now >= before);
        before = now;
    }
    must_close(r);
    for (int i = 0; i < 4; i++) must_end_well(child[i]);
    assert_int_equal(number(path, "SELECT count(*) FROM game WHERE ending <> 'under way'"), 6300);
    if (wrong_games(path, why)) fail_msg("%s", why);
    drop_file(path);
}

/* A child tells of each game that it is finished, after the recorder. */
typedef struct {
    pl_recorder *rec;
    int fd;
} teller;

static void tell_id(void *with, const pl_table *t, const pl_event *e)
{
    teller *told = with;
    (void)t;
    if (e->kind != PL_FINISHED) return;
    int64_t id = pl_recorder_id(told->rec);
    if (write(told->fd, &id, sizeof id) != sizeof id) _exit(3);
}

static void play_until_killed(const char *path, int fd)
{
    pl_rng rng;
    const pl_game *g = must_open("kuhn");
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    pl_table *t = new_table(g);
    teller told = {must_attach(r, t), fd};
    pl_table_listen(t, tell_id, &told);
    pl_seed(&rng, (uint64_t)getpid());
    for (;;) {
        pl_table_begin(t, pl_rand(&rng));
        play_something(t, &rng, 0);
    }
}

static void flush_until_killed(const char *path, int fd)
{
    pl_error err = {""};
    pl_rng rng;
    const pl_game *g = must_open("kuhn");
    pl_records *r = must_records(path, PL_RECORDS_BATCH);
    pl_table *t = new_table(g);
    must_attach(r, t);
    pl_seed(&rng, (uint64_t)getpid());
    for (int64_t told = 0;;) {
        for (int i = 0; i < 37; i++) {
            pl_table_begin(t, pl_rand(&rng));
            play_something(t, &rng, 0);
        }
        if (pl_records_flush(r, &err)) _exit(3);
        told = pl_records_saved(r);
        if (write(fd, &told, sizeof told) != sizeof told) _exit(3);
    }
}

static void nap(long us)
{
    nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL);
}

/* Kill a child some time after its first word; the last thing it said, every one of its
 * words handed to hear. */
static int64_t kill_one(const char *path, void (*work)(const char *, int), long us,
                        void (*hear)(int64_t word, void *with), void *with)
{
    int ends[2];
    int64_t word, last = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = start(work, path, ends[1]);
    close(ends[1]);
    for (int first = 1; read(ends[0], &word, sizeof word) == sizeof word; first = 0) {
        if (hear) hear(word, with);
        last = word;
        if (!first) continue;
        nap(us);
        kill(pid, SIGKILL);
    }
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    return last;
}

enum { IDS = 1 << 16 };
typedef struct {
    unsigned char reported[IDS];
    int games;
} reports;

static void mark(int64_t id, void *with)
{
    reports *told = with;
    assert_true(id > 0 && id < IDS);
    told->reported[id] = 1;
    told->games++;
}

static int strike(void *with, const pl_record *rec)
{
    reports *told = with;
    if (rec->result.how != PL_UNDER_WAY) told->reported[rec->id] = 0;
    return 0;
}

/* At least a thousand games are reported, in at least 40 lives of the process; beside a server,
 * where a ply takes longer, a quarter of that. */
static void killed_processes_lose_nothing(void **state)
{
    static reports told;
    char path[128], why[256];
    pl_error err = {""};
    pl_rng rng;
    (void)state;
    pl_seed(&rng, 21);
    new_file(path);
    int part = on_server() ? 4 : 1;
    for (int lives = 0; lives < 40 / part || told.games < 1000 / part; lives++)
        kill_one(path, play_until_killed, pl_below(&rng, 20000), mark, &told);
    pl_records *r = must_records(path, PL_RECORDS_READ);
    assert_int_equal(pl_records_each(r, NULL, strike, &told, &err), 0);
    must_close(r);
    for (int id = 1; id < IDS; id++)
        if (told.reported[id]) fail_msg("game %d was reported and is lost", id);
    if (wrong_games(path, why)) fail_msg("%s", why);
    drop_file(path);
}

static void killed_batches_keep_what_was_flushed(void **state)
{
    char path[128], why[256];
    pl_rng rng;
    int64_t told = 0;
    (void)state;
    pl_seed(&rng, 22);
    new_file(path);
    for (int i = 0; i < (on_server() ? 5 : 20); i++)
        told += kill_one(path, flush_until_killed, pl_below(&rng, 20000), NULL, NULL);
    assert_true(number(path, "SELECT count(*) FROM game WHERE ending <> 'under way'") >= told);
    if (wrong_games(path, why)) fail_msg("%s", why);
    drop_file(path);
}

/* No file may grow beyond what is there now. */
static void write_to_a_full_disk(const char *path, int fd)
{
    pl_error err = {""};
    struct rlimit most = {60000, 60000};
    pl_rng rng;
    const pl_game *g = must_open("tictactoe");
    pl_table *t = new_table(g);
    (void)fd;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &most);
    pl_records *r = must_records(path, fd ? PL_RECORDS_BATCH : PL_RECORDS_WRITE);
    pl_recorder *rec = must_attach(r, t);
    pl_seed(&rng, 1);
    for (int i = 0; i < 3000; i++) {
        pl_table_begin(t, pl_rand(&rng));
        play_something(t, &rng, 0);
    }
    int failed = pl_records_flush(r, &err) | pl_recorder_failed(rec, &err);
    int sentence = strstr(err.text, "r.db: ") && !strchr(err.text, '\n');
    _exit(failed && sentence && pl_records_saved(r) < 3000 ? 0 : 1);
}

static void a_full_disk_is_told_of(void **state)
{
    char path[128], why[256];
    (void)state;
    for (int batch = 0; batch < 2; batch++) {
        must_close(must_records(new_file(path), PL_RECORDS_WRITE));
        must_end_well(start(write_to_a_full_disk, path, batch));
        if (wrong_games(path, why)) fail_msg("%s", why);
        drop_file(path);
    }
}

static void write_as_nobody(const char *path, int fd)
{
    pl_error err = {""};
    (void)fd;
    if (setgid(65534) || setuid(65534)) _exit(2);
    pl_records *r = pl_records_open(path, PL_RECORDS_WRITE, &err);
    _exit(!r && strstr(err.text, "read-only") ? 0 : 1);
}

/* Records hold what is hidden: a new file is its owner's, and what SQLite puts beside it. */
static void others_read_nothing(void **state)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    char path[128], name[160];
    struct stat file;
    (void)state;
    mode_t mask = umask(0);
    pl_records *r = must_records(new_file(path), PL_RECORDS_WRITE);
    play_games(r, "kuhn", 1, 1);
    for (size_t i = 0; i < LENGTH(tails); i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        assert_int_equal(stat(name, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
    }
    must_close(r);
    umask(mask);
    drop_file(path);
}

static void read_only_files_are_told_of(void **state)
{
    char path[128];
    (void)state;
    if (getuid()) skip();
    must_close(must_records(new_file(path), PL_RECORDS_WRITE));
    chmod(path, 0444);
    *strrchr(path, '/') = 0;
    chmod(path, 0555);
    strcat(path, "/r.db");
    must_end_well(start(write_as_nobody, path, 0));
    *strrchr(path, '/') = 0;
    chmod(path, 0755);
    strcat(path, "/r.db");
    drop_file(path);
}

int test_records_file(void)
{
    const struct CMUnitTest shared[] = {
        cmocka_unit_test(several_make_one_file),
        cmocka_unit_test(several_write_and_read_at_once),
        cmocka_unit_test(killed_processes_lose_nothing),
        cmocka_unit_test(killed_batches_keep_what_was_flushed),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_files_come_up_to_date),
        cmocka_unit_test(half_a_migration_is_none),
        cmocka_unit_test(strange_files_are_refused),
        cmocka_unit_test(what_is_not_true_is_found),
        cmocka_unit_test(damaged_files_crash_nobody),
        cmocka_unit_test(several_make_one_file),
        cmocka_unit_test(several_write_and_read_at_once),
        cmocka_unit_test(killed_processes_lose_nothing),
        cmocka_unit_test(killed_batches_keep_what_was_flushed),
        cmocka_unit_test(a_full_disk_is_told_of),
        cmocka_unit_test(others_read_nothing),
        cmocka_unit_test(read_only_files_are_told_of),
    };
    if (on_server()) return cmocka_run_group_tests(shared, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
