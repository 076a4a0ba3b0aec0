/* records_file.c -- files of records when something goes wrong: older and newer versions, damage, a
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

/* The version of a file, and how many columns its games have for the process that plays them. */
static void has_version(const char *path, int version, int owners)
{
    assert_int_equal(number(path, "PRAGMA user_version"), version);
    assert_int_equal(number(path, "SELECT count(*) FROM pragma_table_info('game')"
                                  " WHERE name = 'owner'"),
                     owners);
}

static void older_files_come_up_to_date(void **state)
{
    char path[128];
    pl_error err = {""};
    pl_record rec = {0};
    load_version_1(new_file(path));
    has_version(path, 1, 0);
    refuses(path, PL_RECORDS_READ, "must be brought to 6");
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    has_version(path, 6, 1);
    if (pl_records_get(r, 2, &rec, &err)) fail_msg("%s", err.text);
    assert_int_equal(rec.result.how, PL_BY_RULES);
    pl_record_clear(&rec);
    /* The game that the old program left under way goes on. */
    recording go_on = {.game = must_open("leduc")};
    resume_recording(&go_on, r, 4);
    pl_table_resign(go_on.table, 0);
    end_recording(&go_on);
    play_games(r, "pig", 3, 1);
    must_close(r);
    none_is_wrong(path);
    assert_int_equal(number(path, "SELECT count(*) FROM games"), 7);
    drop_file(path);
}

/* A migration that cannot be finished leaves the file as it was. */
static void half_a_migration_is_none(void **state)
{
    char path[128];
    load_version_1(new_file(path));
    run_sql(path, "CREATE INDEX seat_player ON seat(score)"); /* in the way of the last step */
    refuses(path, PL_RECORDS_WRITE, "already exists");
    has_version(path, 1, 0);
    run_sql(path, "DROP INDEX seat_player");
    must_close(must_records(path, PL_RECORDS_WRITE));
    has_version(path, 6, 1);
    drop_file(path);
}

static void strange_files_are_refused(void **state)
{
    char path[128];
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

/* Bytes changed at random: whatever is read, nothing crashes. */
static void damaged_files_crash_nothing(void **state)
{
    char path[128], broken[128], why[256];
    static unsigned char bytes[1 << 20];
    pl_rng rng;
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
    play_games(r, "kuhn", fewer(150), (uint64_t)fd);
    must_close(r);
}

static void write_in_batches(const char *path, int fd)
{
    pl_records *r = must_records(path, PL_RECORDS_BATCH);
    play_games(r, "tictactoe", fewer(1000), (uint64_t)fd);
    must_close(r);
}

/* A pipe: what reads from it waits until nothing can write to it any more. */
static int gate[2];

static void open_and_close(const char *path, int fd)
{
    char byte;
    (void)fd;
    close(gate[1]);
    if (read(gate[0], &byte, 1) != 0) _exit(3);
    must_close(must_records(path, PL_RECORDS_WRITE));
}

/* A process that comes while another makes the tables must not take the file for a stranger's.  All
 * six are let go at once, so that they meet in nearly every round. */
static void several_make_one_file(void **state)
{
    char path[128];
    for (int round = 0; round < 10; round++) {
        pid_t child[6];
        new_file(path);
        assert_int_equal(pipe(gate), 0);
        for (int i = 0; i < 6; i++) child[i] = start(open_and_close, path, i);
        close(gate[0]), close(gate[1]);
        for (int i = 0; i < 6; i++) must_end_well(child[i]);
        drop_file(path);
    }
}

static void several_write_and_read_at_once(void **state)
{
    char path[128];
    new_file(path); /* which all find missing, and make */
    pid_t child[4];
    for (int i = 0; i < 4; i++)
        child[i] = start(i % 2 ? write_in_batches : write_one_by_one, path, i);
    pl_records *r = must_records(path, PL_RECORDS_WRITE);
    int64_t before = 0;
    for (int i = 0; i < 4;) { /* until all have ended */
        int status;
        if (waitpid(child[i], &status, WNOHANG)) assert_int_equal(status, 0), i++;
        int64_t now = games_over(r);
        assert_true(now >= before);
        before = now;
    }
    must_close(r);
    assert_int_equal(before, 2 * (fewer(150) + fewer(1000)));
    none_is_wrong(path);
    drop_file(path);
}

/* A child reports each game when it is finished, after the recorder. */
typedef struct {
    pl_recorder *rec;
    int fd;
} reporter;

static void report_id(void *with, const pl_table *t, const pl_event *e)
{
    reporter *to = with;
    (void)t;
    if (e->kind != PL_FINISHED) return;
    int64_t id = pl_recorder_id(to->rec);
    if (write(to->fd, &id, sizeof id) != sizeof id) _exit(3);
}

static void play_until_killed(const char *path, int fd)
{
    pl_rng rng;
    recording now = record_games(must_records(path, PL_RECORDS_WRITE), "kuhn");
    reporter to = {now.recorder, fd};
    pl_table_listen(now.table, report_id, &to);
    pl_seed(&rng, (uint64_t)getpid());
    for (;;) play_recorded(&now, 1, &rng);
}

static void flush_until_killed(const char *path, int fd)
{
    pl_error err = {""};
    pl_rng rng;
    pl_records *r = must_records(path, PL_RECORDS_BATCH);
    recording now = record_games(r, "kuhn");
    pl_seed(&rng, (uint64_t)getpid());
    for (;;) {
        play_recorded(&now, 37, &rng);
        if (pl_records_flush(r, &err)) _exit(3);
        int64_t saved = pl_records_saved(r);
        if (write(fd, &saved, sizeof saved) != sizeof saved) _exit(3);
    }
}

static int64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Kill a child after so many reports, of which each is handed to hear; the last one.  It goes on for a
 * random part of the time that it took for the one before, so the kill falls on any moment of its
 * work, on any machine. */
static int64_t kill_one(const char *path, void (*work)(const char *, int), int reports, pl_rng *rng,
                        void (*hear)(int64_t report, void *with), void *with)
{
    int ends[2];
    int64_t report, last = 0, at = nanoseconds();
    assert_int_equal(pipe(ends), 0);
    pid_t pid = start(work, path, ends[1]);
    close(ends[1]);
    for (int n = 0; read(ends[0], &report, sizeof report) == sizeof report; n++) {
        int64_t before = at,
                more = (int64_t)(pl_unit(rng) * (double)((at = nanoseconds()) - before));
        if (hear) hear(report, with);
        last = report;
        if (n != reports) continue;
        nanosleep(&(struct timespec){more / 1000000000, more % 1000000000}, NULL);
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
    reports *all = with;
    assert_true(id > 0 && id < IDS);
    all->reported[id] = 1;
    all->games++;
}

static int strike(void *with, const pl_record *rec)
{
    reports *all = with;
    if (rec->result.how != PL_UNDER_WAY) all->reported[rec->id] = 0;
    return 0;
}

/* In 40 lives of the process. */
static void killed_processes_lose_nothing(void **state)
{
    static reports all;
    char path[128];
    pl_error err = {""};
    pl_rng rng;
    pl_seed(&rng, 21);
    new_file(path);
    int lives = fewer(40);
    for (int i = 0; i < lives; i++)
        kill_one(path, play_until_killed, pl_below(&rng, 50), &rng, mark, &all);
    assert_true(all.games > 20 * lives);
    pl_records *r = must_records(path, PL_RECORDS_READ);
    assert_int_equal(pl_records_each(r, NULL, strike, &all, &err), 0);
    must_close(r);
    for (int id = 1; id < IDS; id++)
        if (all.reported[id]) fail_msg("game %d was reported and is lost", id);
    none_is_wrong(path);
    drop_file(path);
}

static void killed_batches_keep_what_was_flushed(void **state)
{
    char path[128];
    pl_rng rng;
    int64_t flushed = 0;
    pl_seed(&rng, 22);
    new_file(path);
    for (int i = 0; i < fewer(20); i++)
        flushed += kill_one(path, flush_until_killed, pl_below(&rng, 4), &rng, NULL, NULL);
    assert_true(number(path, "SELECT count(*) FROM game WHERE ending <> 'under way'") >= flushed);
    none_is_wrong(path);
    drop_file(path);
}

/* No file may grow beyond what is there now. */
static void write_to_a_full_disk(const char *path, int fd)
{
    enum { GAMES = 1000 };
    pl_error err = {""};
    struct rlimit most = {60000, 60000};
    pl_rng rng;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &most);
    pl_records *r = must_records(path, fd ? PL_RECORDS_BATCH : PL_RECORDS_WRITE);
    recording now = record_games(r, "tictactoe");
    pl_seed(&rng, 1);
    play_recorded(&now, GAMES, &rng);
    int failed = pl_records_flush(r, &err) | pl_recorder_failed(now.recorder, &err);
    int sentence = strstr(err.text, "r.db: ") && !strchr(err.text, '\n');
    _exit(failed && sentence && pl_records_saved(r) < GAMES ? 0 : 1);
}

static void a_full_disk_is_an_error(void **state)
{
    char path[128];
    for (int batch = 0; batch < 2; batch++) {
        must_close(must_records(new_file(path), PL_RECORDS_WRITE));
        must_end_well(start(write_to_a_full_disk, path, batch));
        none_is_wrong(path);
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

/* Records hold what is hidden: a new file is its owner's alone, and what SQLite puts beside it. */
static void others_read_nothing(void **state)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    char path[128], name[160];
    struct stat file;
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

static void read_only_files_are_refused(void **state)
{
    char path[128];
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_make_one_file),
        cmocka_unit_test(several_write_and_read_at_once),
        cmocka_unit_test(killed_processes_lose_nothing),
        cmocka_unit_test(killed_batches_keep_what_was_flushed),
        cmocka_unit_test(older_files_come_up_to_date), /* from here on: files of SQLite */
        cmocka_unit_test(half_a_migration_is_none),
        cmocka_unit_test(strange_files_are_refused),
        cmocka_unit_test(damaged_files_crash_nothing),
        cmocka_unit_test(a_full_disk_is_an_error),
        cmocka_unit_test(others_read_nothing),
        cmocka_unit_test(read_only_files_are_refused),
    };
    const struct CMUnitTest on_any[] = {tests[0], tests[1], tests[2], tests[3]};
    if (on_server()) return cmocka_run_group_tests(on_any, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
