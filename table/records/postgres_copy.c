/* postgres_copy.c -- many rows at once, by COPY.
 *
 * A batch of games is a few commands instead of thousands: the server gives out the numbers of the
 * new games beforehand, their rows are gathered in memory as COPY has them (binary; the manual's
 * page on COPY tells the form), and each table is sent its rows when the transaction ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/records/postgres.h"

void pl_pg_big_endian(char *out, uint64_t x, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--, x >>= 8) out[i] = (char)(x & 255);
}

/* The latest is given out last. */
int pl_pg_expect(pl_db *db, const char *table, int n)
{
    pl_pg *p = (pl_pg *)db;
    char sql[160];
    PGresult *r = NULL;
    int64_t *spare = realloc(p->spare, (size_t)n * sizeof *spare);
    if (!spare) return 0; /* then they get their numbers one by one */
    p->spare = spare;
    snprintf(sql, sizeof sql,
             "SELECT nextval(pg_get_serial_sequence('%.40s', 'id')) FROM generate_series(1, %d)"
             " ORDER BY 1 DESC",
             table, n);
    int bad = pl_pg_send(p, sql) || pl_pg_collect(p, &r) || !r || PQntuples(r) != n;
    for (int i = 0; !bad && i < n; i++) {
        const unsigned char *bytes = (const unsigned char *)PQgetvalue(r, i, 0);
        uint64_t x = 0;
        for (int k = 0; k < 8; k++) x = x << 8 | bytes[k];
        spare[i] = (int64_t)x;
    }
    PQclear(r);
    if (bad) return -1;
    p->spares = n;
    p->bulk = 1;
    return 0;
}

static int make_room(pl_pg_query *q, size_t more)
{
    if (q->rows_room - q->rows_size >= more) return 0;
    size_t room = 2 * q->rows_room + more + 4096;
    char *rows = realloc(q->rows, room);
    if (!rows) return -1;
    q->rows = rows;
    q->rows_room = room;
    return 0;
}

static void add(pl_pg_query *q, const void *bytes, size_t n)
{
    if (n) memcpy(q->rows + q->rows_size, bytes, n);
    q->rows_size += n;
}

static void add_number(pl_pg_query *q, uint64_t x, int bytes)
{
    char text[8];
    pl_pg_big_endian(text, x, bytes);
    add(q, text, (size_t)bytes);
}

int pl_pg_gather(pl_pg_query *q, int64_t id)
{
    static const char head[19] = "PGCOPY\n\377\r\n"; /* and no options */
    size_t size = sizeof head + 16;
    for (int i = 0; i < q->values; i++) size += 4 + (size_t)q->size[i];
    if (make_room(q, size)) {
        snprintf(((pl_pg *)q->query.db)->why, sizeof((pl_pg *)q->query.db)->why, "out of memory");
        return -1;
    }
    if (!q->rows_size) add(q, head, sizeof head);
    q->numbered = id > 0;
    add_number(q, (uint64_t)(q->values + (id > 0)), 2);
    if (id > 0) {
        add_number(q, 8, 4);
        add_number(q, (uint64_t)id, 8);
    }
    for (int i = 0; i < q->values; i++) {
        add_number(q, q->value[i] ? (uint64_t)q->size[i] : UINT32_MAX, 4);
        if (q->value[i]) add(q, q->value[i], (size_t)q->size[i]);
    }
    return 0;
}

/* "INSERT INTO game(spec, ...) VALUES..." tells the table and its columns. */
static void copy_words(const pl_pg_query *q, char *out, size_t n)
{
    const char *table = q->sql + strlen("INSERT INTO "), *open = strchr(table, '(');
    snprintf(out, n, "COPY %.*s(%s%.*s) FROM STDIN (FORMAT binary)", (int)(open - table), table,
             q->numbered ? "id, " : "", (int)strcspn(open + 1, ")"), open + 1);
}

static int copy_rows(pl_pg *p, pl_pg_query *q)
{
    char sql[400];
    if (make_room(q, 2)) return -1;
    add_number(q, UINT16_MAX, 2);
    copy_words(q, sql, sizeof sql);
    PGresult *r = PQexec(p->conn, sql);
    int bad = PQresultStatus(r) != PGRES_COPY_IN;
    if (bad) pl_pg_note(p, r);
    PQclear(r);
    if (bad) return -1;
    if (PQputCopyData(p->conn, q->rows, (int)q->rows_size) != 1 || PQputCopyEnd(p->conn, NULL) != 1)
        bad = 1;
    while ((r = PQgetResult(p->conn))) {
        if (PQresultStatus(r) != PGRES_COMMAND_OK) bad = 1, pl_pg_note(p, r);
        PQclear(r);
    }
    q->rows_size = 0;
    if (bad) pl_pg_note(p, NULL);
    return bad ? -1 : 0;
}

/* COPY has no place in pipeline mode. */
int pl_pg_copy(pl_pg *p)
{
    int bad = 0, any = 0;
    for (pl_pg_query *q = p->all; q; q = q->next) any |= q->rows_size > 0;
    if (!any) return 0;
    if (pl_pg_collect(p, NULL) || !PQexitPipelineMode(p->conn)) return -1;
    for (pl_pg_query *q = p->all; q && !bad; q = q->next)
        if (q->rows_size) bad = copy_rows(p, q);
    return !PQenterPipelineMode(p->conn) || bad ? -1 : 0;
}

void pl_pg_forget(pl_pg *p)
{
    for (pl_pg_query *q = p->all; q; q = q->next) q->rows_size = 0;
    p->spares = p->bulk = 0;
}
