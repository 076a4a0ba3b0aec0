/* postgres_query.c -- what is asked of a server of PostgreSQL, and what it answers.
 *
 * The connection is in libpq's pipeline mode: a command that answers nothing is sent and not waited
 * for.  When one of them fails the server skips the rest, the COMMIT among them, so that nothing is
 * kept of a transaction in which something went wrong, whenever that is noticed.  Values and answers
 * are binary: a number is eight bytes, the high one first.
 *
 * Fact to check: a ply of a game under way costs one journey to the server and back.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/records/postgres.h"

enum {
    WHOLE = 20,
    SMALL = 21,
    MIDDLE = 23,
    REAL = 701,
    TEXT = 25,
    BYTES = 17
};                   /* types, as numbered there */
enum { MOST = 100 }; /* answers that may be unread, so that they fit into the sockets' memory */

/* Whether the server is about to end, or has: classes 08 and 57P of its error codes. */
static int is_gone(const pl_pg *p, const PGresult *r)
{
    const char *code = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    return PQstatus(p->conn) == CONNECTION_BAD || (r && !code) ||
           (code && (!strncmp(code, "57P", 3) || !strncmp(code, "08", 2)));
}

/* The first line of what is said, and no more than fits. */
void pl_pg_note(pl_pg *p, const PGresult *r)
{
    const char *said = r ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    p->broken = 1;
    if (*p->why) return;
    if (is_gone(p, r)) said = "the connection to the server was lost";
    if (!said) said = PQerrorMessage(p->conn);
    snprintf(p->why, sizeof p->why, "%.*s", (int)strcspn(said, "\n"), said);
}

/* What was prepared along with something that failed may not have come to be. */
static void doubt(pl_pg *p)
{
    for (pl_pg_query *q = p->all; q; q = q->next)
        if (q->since == p->batch) q->since = 0;
}

/* One answer; 1: it was the last. */
static int take(pl_pg *p, PGresult *r, PGresult **last)
{
    ExecStatusType got = PQresultStatus(r);
    if (got == PGRES_FATAL_ERROR || got == PGRES_BAD_RESPONSE) pl_pg_note(p, r);
    if (got != PGRES_TUPLES_OK || !last) PQclear(r);
    else {
        PQclear(*last);
        *last = r;
    }
    return got == PGRES_PIPELINE_SYNC;
}

int pl_pg_collect(pl_pg *p, PGresult **last)
{
    int idle = 0, before = p->broken, ended = 0;
    if (!p->sent) return 0;
    p->broken = 0;
    *p->why = 0;
    if (!PQpipelineSync(p->conn)) pl_pg_note(p, NULL);
    while (!ended && idle < 2) { /* each command's answers end in a NULL */
        PGresult *r = PQgetResult(p->conn);
        idle = r ? 0 : idle + 1;
        if (r) ended = take(p, r, last);
    }
    if (!ended) pl_pg_note(p, NULL);
    int bad = p->broken;
    if (bad) doubt(p);
    p->broken = bad || before;
    p->sent = 0;
    p->batch++;
    return bad ? -1 : 0;
}

static int was_sent(pl_pg *p, int ok)
{
    if (!ok) {
        *p->why = 0;
        pl_pg_note(p, NULL);
        return -1;
    }
    return ++p->sent < MOST ? 0 : pl_pg_collect(p, NULL);
}

int pl_pg_send(pl_pg *p, const char *sql)
{
    return was_sent(p, PQsendQueryParams(p->conn, sql, 0, NULL, NULL, NULL, NULL, 1));
}

int pl_pg_plain(pl_pg *p, const char *sql)
{
    if (pl_pg_collect(p, NULL) || !PQexitPipelineMode(p->conn)) return -1;
    PGresult *r = PQexec(p->conn, sql);
    int bad = PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK;
    if (bad) pl_pg_note(p, r);
    PQclear(r);
    return !PQenterPipelineMode(p->conn) || bad ? -1 : 0;
}

static uint64_t unsigned_at(const char *bytes, int n)
{
    uint64_t x = 0;
    for (int i = 0; i < n; i++) x = x << 8 | (unsigned char)bytes[i];
    return x;
}

static int64_t whole_of(const PGresult *r, int row, int column)
{
    const char *bytes = PQgetvalue(r, row, column);
    if (PQgetisnull(r, row, column)) return 0;
    switch (PQftype(r, column)) {
    case WHOLE: return (int64_t)unsigned_at(bytes, 8);
    case MIDDLE: return (int32_t)unsigned_at(bytes, 4);
    case SMALL: return (int16_t)unsigned_at(bytes, 2);
    default: return 0;
    }
}

int pl_pg_number(pl_pg *p, const char *sql, int64_t *out)
{
    PGresult *r = NULL;
    int bad = pl_pg_send(p, sql) || pl_pg_collect(p, &r) || !r || PQntuples(r) < 1;
    if (!bad) *out = whole_of(r, 0, 0);
    PQclear(r);
    return bad ? -1 : 0;
}

static int has_prefix(const char *sql, const char *word)
{
    return !strncmp(sql, word, strlen(word));
}

static pl_query *query_prepare(pl_db *db, const char *sql, int kept)
{
    pl_pg *p = (pl_pg *)db;
    pl_pg_query *q = calloc(1, sizeof *q);
    if (q) q->sql = pl_pg_values(sql, "");
    if (!q || !q->sql) {
        free(q);
        snprintf(p->why, sizeof p->why, "out of memory");
        return NULL;
    }
    q->query.db = db;
    q->kept = kept;
    q->tells = has_prefix(sql, "INSERT") || has_prefix(sql, "UPDATE") || has_prefix(sql, "DELETE");
    q->next = p->all;
    p->all = q;
    return &q->query;
}

static void query_reset(pl_query *query)
{
    pl_pg_query *q = (pl_pg_query *)query;
    PQclear(q->result);
    q->result = NULL;
}

static void query_drop(pl_query *query)
{
    pl_pg_query *q = (pl_pg_query *)query, **at = &((pl_pg *)query->db)->all;
    while (*at != q) at = &(*at)->next;
    *at = q->next;
    query_reset(query);
    free(q->rows);
    free(q->sql);
    free(q);
}

static void bind(pl_query *query, int i, Oid type, const char *value, int size)
{
    pl_pg_query *q = (pl_pg_query *)query;
    if (i > PL_PG_VALUES) return;
    if (i > q->values) q->values = i;
    q->type[i - 1] = type;
    q->value[i - 1] = value;
    q->size[i - 1] = size;
    q->format[i - 1] = 1;
}

static void bind_number(pl_query *query, int i, Oid type, uint64_t bits, int known)
{
    char *number = ((pl_pg_query *)query)->number[i <= PL_PG_VALUES ? i - 1 : 0];
    pl_pg_big_endian(number, bits, 8);
    bind(query, i, type, known ? number : NULL, 8);
}

static void query_bind_whole(pl_query *q, int i, int64_t x, int known)
{
    bind_number(q, i, WHOLE, (uint64_t)x, known);
}

static void query_bind_real(pl_query *q, int i, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bind_number(q, i, REAL, bits, isfinite(x));
}

static void query_bind_text(pl_query *q, int i, const char *text)
{
    bind(q, i, TEXT, text, text ? (int)strlen(text) : 0);
}

static void query_bind_bytes(pl_query *q, int i, const void *bytes, int n)
{
    bind(q, i, BYTES, bytes, n);
}

/* Each time it is prepared it gets a new name, since the old one may be known there or not. */
static int send_prepare(pl_pg *p, pl_pg_query *q)
{
    if (q->since) return 0;
    snprintf(q->name, sizeof q->name, "p%lld", (long long)++p->names);
    if (was_sent(p, PQsendPrepare(p->conn, q->name, q->sql, q->values, q->type))) return -1;
    q->since = p->batch;
    return 0;
}

static int send_query(pl_pg *p, pl_pg_query *q)
{
    if (q->kept && send_prepare(p, q)) return -1;
    return was_sent(p, q->kept ? PQsendQueryPrepared(p->conn, q->name, q->values, q->value, q->size,
                                                     q->format, 1)
                               : PQsendQueryParams(p->conn, q->sql, q->values, q->type, q->value,
                                                   q->size, q->format, 1));
}

/* A change within a transaction need not be waited for. */
static pl_got ask(pl_pg *p, pl_pg_query *q)
{
    if (p->bulk && q->tells && has_prefix(q->sql, "INSERT"))
        return pl_pg_gather(q, 0) ? PL_WRONG : PL_DONE;
    if (p->bulk && pl_pg_copy(p)) return PL_WRONG;
    if (q->tells && p->begun) return send_query(p, q) ? PL_WRONG : PL_DONE;
    if (send_query(p, q) || pl_pg_collect(p, &q->result)) return PL_WRONG;
    q->row = -1;
    return PL_ROW;
}

static pl_got query_step(pl_query *query)
{
    pl_pg_query *q = (pl_pg_query *)query;
    if (!q->result) {
        pl_got got = ask((pl_pg *)query->db, q);
        if (got != PL_ROW || !q->result) return got == PL_ROW ? PL_DONE : got;
    }
    return ++q->row < PQntuples(q->result) ? PL_ROW : PL_DONE;
}

/* From now on it answers the number of its row. */
static int be_returning(pl_pg_query *q)
{
    char *sql = pl_pg_values(q->sql, " RETURNING id");
    if (!sql) return -1;
    free(q->sql);
    q->sql = sql;
    q->tells = 0;
    return 0;
}

static int query_insert(pl_query *query, int64_t *id)
{
    pl_pg *p = (pl_pg *)query->db;
    pl_pg_query *q = (pl_pg_query *)query;
    if (p->bulk && p->spares > 0) {
        *id = p->spare[--p->spares];
        return pl_pg_gather(q, *id);
    }
    int bad = (q->tells && be_returning(q)) || query_step(query) != PL_ROW;
    if (!bad) *id = whole_of(q->result, 0, 0);
    query_reset(query);
    return bad ? -1 : 0;
}

static int query_is_null(pl_query *query, int column)
{
    pl_pg_query *q = (pl_pg_query *)query;
    return PQgetisnull(q->result, q->row, column);
}

static int64_t query_whole(pl_query *query, int column)
{
    pl_pg_query *q = (pl_pg_query *)query;
    return whole_of(q->result, q->row, column);
}

static double query_real(pl_query *query, int column)
{
    pl_pg_query *q = (pl_pg_query *)query;
    if (PQftype(q->result, column) != REAL) return (double)whole_of(q->result, q->row, column);
    uint64_t bits = unsigned_at(PQgetvalue(q->result, q->row, column), 8);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const char *query_text(pl_query *query, int column)
{
    pl_pg_query *q = (pl_pg_query *)query;
    return query_is_null(query, column) ? NULL : PQgetvalue(q->result, q->row, column);
}

static const void *query_bytes(pl_query *query, int column, int *n)
{
    pl_pg_query *q = (pl_pg_query *)query;
    *n = PQgetlength(q->result, q->row, column);
    return query_is_null(query, column) ? NULL : PQgetvalue(q->result, q->row, column);
}

const pl_query_kind pl_pg_queries = {
    .prepare = query_prepare,
    .drop = query_drop,
    .bind_whole = query_bind_whole,
    .bind_real = query_bind_real,
    .bind_text = query_bind_text,
    .bind_bytes = query_bind_bytes,
    .step = query_step,
    .reset = query_reset,
    .insert = query_insert,
    .is_null = query_is_null,
    .whole = query_whole,
    .real = query_real,
    .text = query_text,
    .bytes = query_bytes,
};
