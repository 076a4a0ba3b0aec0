/* records_sql.h -- files of records past the library: what SQL finds and changes in them, and
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

/* Run work in another process. */
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
