/* postgres.c -- records in a database of PostgreSQL, for many machines at once.
 *
 * Several may write at the same time; what must be done by one alone (new names of games and
 * players, taking over what somebody left, making the tables) is done under an advisory lock, which
 * ends with its transaction.  A second one, held as long as the session, tells others that who
 * plays a game is still there.  Needs PostgreSQL 12 or later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "table/records/postgres.h"

static pl_pg *pg(pl_db *db)
{
    return (pl_pg *)db;
}

static void postgres_close(pl_db *db)
{
    pl_pg *p = pg(db);
    PQfinish(p->conn);
    free(p->spare);
    free(p);
}

static const char *postgres_why(pl_db *db)
{
    return pg(db)->why;
}

static int postgres_begin(pl_db *db, pl_purpose what_for)
{
    pl_pg *p = pg(db);
    if (PQstatus(p->conn) != CONNECTION_OK) {
        pl_pg_note(p, NULL);
        return -1;
    }
    p->begun = 1;
    p->broken = 0;
    if (what_for == PL_TO_READ)
        return pl_pg_send(p, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (pl_pg_send(p, "BEGIN")) return -1;
    return what_for == PL_TO_DISK ? pl_pg_send(p, "SET LOCAL synchronous_commit = on") : 0;
}

static void postgres_rollback(pl_db *db)
{
    pl_pg *p = pg(db);
    pl_pg_collect(p, NULL);
    if (PQtransactionStatus(p->conn) != PQTRANS_IDLE && pl_pg_send(p, "ROLLBACK") == 0)
        pl_pg_collect(p, NULL);
    pl_pg_forget(p);
    p->begun = p->broken = 0;
}

/* A COMMIT of what has failed would be a ROLLBACK, and no error. */
static int postgres_commit(pl_db *db)
{
    pl_pg *p = pg(db);
    if (p->broken || pl_pg_copy(p) || pl_pg_send(p, "COMMIT") || pl_pg_collect(p, NULL)) return -1;
    pl_pg_forget(p);
    p->begun = 0;
    return 0;
}

static int postgres_within(pl_db *db)
{
    return pg(db)->begun && !pg(db)->broken;
}

static int postgres_make(pl_db *db, const char *sql)
{
    if (!*sql) return 0;
    char *words = pl_pg_tables(sql);
    int bad = !words || pl_pg_plain(pg(db), words);
    free(words);
    return bad ? -1 : 0;
}

/* Locks have two numbers: the first stands for our schema, since others may have records too. */
static int know_locks(pl_pg *p)
{
    return p->locks ? 0
                    : pl_pg_number(p,
                                   "SELECT max(1349276259 # (oid::bigint & 1073741823)::int)"
                                   " FROM pg_namespace WHERE nspname = current_schema()",
                                   &p->locks);
}

static int postgres_alone(pl_db *db)
{
    char sql[80];
    if (know_locks(pg(db))) return -1;
    snprintf(sql, sizeof sql, "SELECT pg_advisory_xact_lock(%d, 0)", (int)pg(db)->locks);
    return pl_pg_send(pg(db), sql);
}

/* Others may have their tables in the same database, in schemas of their own. */
/* In this order: if another makes our tables between the questions, they are found. */
static int64_t postgres_version(pl_db *db, int *ours)
{
    int64_t found = 0, others = 0, version = 0;
    pl_pg *p = pg(db);
    if (pl_pg_number(p,
                     "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid ="
                     " c.relnamespace WHERE n.nspname = current_schema()",
                     &others) ||
        pl_pg_number(p, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('parlor_records')",
                     &found) ||
        (found && pl_pg_number(p, "SELECT version FROM parlor_records", &version)))
        return -1;
    *ours = found || !others;
    return version;
}

static int postgres_be_version(pl_db *db, int version)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "CREATE TABLE IF NOT EXISTS parlor_records(version bigint NOT NULL);"
             "CREATE SEQUENCE IF NOT EXISTS parlor_session AS integer CYCLE;"
             "DELETE FROM parlor_records; INSERT INTO parlor_records VALUES(%d)",
             version);
    return pl_pg_plain(pg(db), sql);
}

static int postgres_ready(pl_db *db)
{
    return pl_pg_plain(pg(db), "SET synchronous_commit = off");
}

/* A commit that is forced to the disk takes all with it that was committed before. */
static int postgres_settle(pl_db *db)
{
    pl_pg *p = pg(db);
    if (postgres_begin(db, PL_TO_DISK) == 0 &&
        pl_pg_send(p, "UPDATE parlor_records SET version = version") == 0 &&
        postgres_commit(db) == 0)
        return 0;
    char why[sizeof p->why];
    strcpy(why, p->why);
    postgres_rollback(db);
    strcpy(p->why, why);
    return -1;
}

/* Whether every number leads somewhere: a table, its column, and where that leads. */
static int postgres_check(pl_db *db, char *found, size_t n)
{
    static const char *const links[][3] = {
        {"game", "spec", "spec"},
        {"game", "rules", "rules"},
        {"seat", "game", "game"},
        {"seat", "player", "player"},
        {"event", "game", "game"},
        {"remark", "game", "game"},
        {"journal", "game", "game"},
        {"part", "game", "game"},
        {"part", "tournament", "tournament"},
        {"ladder", "spec", "spec"},
        {"rung", "ladder", "ladder"},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        char sql[200];
        int64_t lost;
        snprintf(
            sql, sizeof sql,
            "SELECT count(*) FROM %s a WHERE NOT EXISTS (SELECT 1 FROM %s b WHERE b.id = a.%s)",
            links[i][0], links[i][2], links[i][1]);
        if (pl_pg_number(pg(db), sql, &lost)) return -1;
        snprintf(found, n, "%lld rows of %s lead to no %s", (long long)lost, links[i][0],
                 links[i][2]);
        if (lost) return 1;
    }
    return 0;
}

/* The server lets go of the lock when the session ends in any way. */
static int postgres_session(pl_db *db, int64_t *out)
{
    char sql[96];
    if (know_locks(pg(db)) || pl_pg_number(pg(db), "SELECT nextval('parlor_session')", out))
        return -1;
    snprintf(sql, sizeof sql, "SELECT pg_advisory_lock(%d, %d)", (int)pg(db)->locks, (int)*out);
    return pl_pg_send(pg(db), sql) || pl_pg_collect(pg(db), NULL) ? -1 : 0;
}

static int postgres_lives(pl_db *db, int64_t session)
{
    char sql[240];
    int64_t n;
    if (know_locks(pg(db))) return -1;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %d"
             " AND objid = %d AND objsubid = 2 AND database = (SELECT oid FROM pg_database"
             " WHERE datname = current_database())",
             (int)pg(db)->locks, (int)session);
    return pl_pg_number(pg(db), sql, &n) ? -1 : n > 0;
}

static const pl_db_kind postgres = {
    .noun = "a store of records",
    .foreign = "a database with other tables",
    .apart = 1,
    .close = postgres_close,
    .why = postgres_why,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .within = postgres_within,
    .alone = postgres_alone,
    .expect = pl_pg_expect,
    .version = postgres_version,
    .be_version = postgres_be_version,
    .make = postgres_make,
    .ready = postgres_ready,
    .settle = postgres_settle,
    .check = postgres_check,
    .session = postgres_session,
    .lives = postgres_lives,
};

static void be_silent(void *with, const char *message)
{
    (void)with;
    (void)message;
}

/* What libpq says of an address that it does not understand may be part of a password. */
static int understood(const char *address, const char *plain, pl_error *err)
{
    PQconninfoOption *all = PQconninfoParse(address, NULL);
    int bad = !all;
    for (PQconninfoOption *o = all; o && o->keyword; o++)
        if (o->val && ((!strcmp(o->keyword, "host") && strchr(o->val, '@')) ||
                       (!strcmp(o->keyword, "port") && o->val[strspn(o->val, "0123456789,")])))
            bad = 1;
    PQconninfoFree(all);
    if (!bad) return 0;
    return pl_fail(
        err,
        "%.80s is not understood: postgresql://USER:PASSWORD@HOST:PORT/DATABASE is, with "
        "%%40, %%3A and %%2F for @, : and / in a password",
        plain);
}

static PGconn *call(const char *address)
{
    static const char *const words[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *values[] = {"10", "30", "10", "3", "30000", "parlor", address, "UTF8", NULL};
    return PQconnectdbParams(words, values, 1);
}

/* How long others are waited for; and how soon the server notices that this machine is gone. */
static const char manners[] =
    "SET lock_timeout = 20000; SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;"
    "SET tcp_keepalives_count = 3";

static int set_up(pl_pg *p, const char *plain, int writes, pl_error *err)
{
    if (PQstatus(p->conn) != CONNECTION_OK) {
        const char *said = PQerrorMessage(p->conn);
        return pl_fail(err, "%.80s: %.*s", plain, (int)strcspn(said, "\n"), said);
    }
    PQsetNoticeProcessor(p->conn, be_silent, NULL);
    if (PQserverVersion(p->conn) < 120000)
        return pl_fail(err, "%.160s: PostgreSQL 12 or later is needed", plain);
    if (PQenterPipelineMode(p->conn) && pl_pg_plain(p, manners) == 0 &&
        (writes || pl_pg_plain(p, "SET default_transaction_read_only = on") == 0))
        return 0;
    return pl_fail(err, "%.120s: %.110s", plain, p->why);
}

pl_db *pl_postgres_open(const char *address, const char *plain, int writes, pl_error *err)
{
    if (understood(address, plain, err)) return NULL;
    pl_pg *p = calloc(1, sizeof *p);
    if (p) *p = (pl_pg){.db = {.kind = &postgres, .queries = &pl_pg_queries}, .batch = 1};
    if (p) p->conn = call(address);
    if (!p || !p->conn) pl_fail(err, "out of memory");
    else if (set_up(p, plain, writes, err) == 0) return &p->db;
    if (p) postgres_close(&p->db);
    return NULL;
}
