/* records_sql.h -- files of records from behind: what SQL finds and changes in them, and
 * processes that write them. */
#ifndef PL_TESTS_RECORDS_SQL_H
#define PL_TESTS_RECORDS_SQL_H

#include <sqlite3.h>
#include <sys/wait.h>

#include "tests/table/recorded.h"

static inline void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    if (on_server()) {
        server_sql(path, sql);
        return;
    }
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (sqlite3_exec(db, sql, NULL, NULL, &why)) fail_msg("%s: %s", sql, why);
    sqlite3_close(db);
}

static inline int64_t number(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *s;
    if (on_server()) return server_sql(path, sql);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    return n;
}

static inline void play_games(pl_records *r, const char *spec, int games, uint64_t seed)
{
    pl_error err = {""};
    pl_rng rng;
    const pl_game *g = must_open("%s", spec);
    pl_table *t = new_table(g);
    pl_recorder *rec = must_attach(r, t);
    pl_seed(&rng, seed);
    for (int i = 0; i < games; i++) {
        pl_table_begin(t, pl_rand(&rng));
        play_something(t, &rng, 0);
    }
    pl_table_free(t);
    if (pl_recorder_close(rec, &err)) fail_msg("%s", err.text);
    pl_close(g);
}

/* Run work in another process; its exit status. */
static inline pid_t start(void (*work)(const char *path, int fd), const char *path, int fd)
{
    pid_t pid = fork();
    if (pid == 0) {
        work(path, fd);
        _exit(0);
    }
    assert_true(pid > 0);
    return pid;
}

static inline void must_end_well(pid_t pid)
{
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

#endif
