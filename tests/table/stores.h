/* stores.h -- where the tests of records keep them: in a file of their own or, beside a server that
 * tests/support/with_postgres.py started, in a schema of its database. */
#ifndef PL_TESTS_STORES_H
#define PL_TESTS_STORES_H

#include <stdlib.h>
#include <unistd.h>

#include "tests/support/played.h"

/* The address of that server, or NULL. */
static inline const char *on_server(void)
{
    return getenv("PARLOR_TEST_POSTGRES");
}

/* A sample's size: a quarter beside a server, where every commit waits for other processes. */
static inline int fewer(int sample)
{
    return on_server() ? (sample + 3) / 4 : sample;
}

#ifdef PL_TEST_POSTGRES
#include <libpq-fe.h>

/* Run commands there; the first number of the last answer, or 0. */
static inline int64_t server_sql(const char *address, const char *sql)
{
    PGconn *conn = PQconnectdb(address);
    PGresult *r = PQexec(conn, sql);
    ExecStatusType got = PQresultStatus(r);
    if (got != PGRES_TUPLES_OK && got != PGRES_COMMAND_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    int64_t n = PQntuples(r) ? atoll(PQgetvalue(r, 0, 0)) : 0;
    PQclear(r);
    PQfinish(conn);
    return n;
}
#else
static inline int64_t server_sql(const char *address, const char *sql)
{
    fail_msg("without libpq nothing runs at %s: %s", address, sql);
    return 0;
}
#endif

static inline const char *new_schema(char path[128])
{
    static int made;
    char sql[64], name[32];
    snprintf(name, sizeof name, "t%ld_%d", (long)getpid(), ++made);
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", name);
    server_sql(on_server(), sql);
    int n = snprintf(path, 128, "%s&options=-csearch_path%%3D%s", on_server(), name);
    assert_true(n < 128);
    return path;
}

static inline void drop_schema(const char *path)
{
    char sql[96];
    snprintf(sql, sizeof sql, "SET client_min_messages = error; DROP SCHEMA %s CASCADE",
             strrchr(path, '%') + 3);
    server_sql(on_server(), sql);
}

/* The name of a file in a new folder, for this test alone; in memory where the system has folders
 * there, as a disk would be waited for at every commit. */
static inline const char *new_file(char path[128])
{
    static const char *const folders[] = {"/dev/shm", "/tmp", "."};
    int at = 0;
    if (on_server()) return new_schema(path);
    while (at < 2 && access(folders[at], W_OK)) at++;
    snprintf(path, 128, "%s/parlor-records-XXXXXX", folders[at]);
    if (!mkdtemp(path)) fail_msg("no folder for a test's file");
    strcat(path, "/r.db");
    return path;
}

static inline void drop_file(char path[128])
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    char name[160];
    if (on_server()) {
        drop_schema(path);
        return;
    }
    for (size_t i = 0; i < LENGTH(tails); i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    *strrchr(path, '/') = 0;
    rmdir(path);
}

#endif
