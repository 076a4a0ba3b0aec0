/* postgres.h -- what the files about PostgreSQL share. */
#ifndef PL_TABLE_RECORDS_POSTGRES_H
#define PL_TABLE_RECORDS_POSTGRES_H

#include <libpq-fe.h>

#include "table/records/db.h"

enum { PL_PG_VALUES = 24 }; /* of a query */

typedef struct pl_pg_query pl_pg_query;

/* Commands are sent as they come, and their answers read when one is needed or a transaction
 * ends: then nothing waits for the net but what must. */
typedef struct {
    pl_db db;
    PGconn *conn;
    char why[200];
    int sent;          /* commands whose answers have not been read */
    int64_t batch;     /* counts the times that answers were read */
    int begun, broken; /* a transaction: one has begun; something in it went wrong */
    int64_t locks;     /* the first of the two numbers of each lock; 0: not known yet */
    int64_t names;     /* of queries that were prepared */
    pl_pg_query *all;  /* queries that are kept */
    int64_t *spare;    /* numbers for new rows, given out by the server beforehand */
    int spares, bulk;  /* bulk: rows are gathered, and copied when the transaction ends */
} pl_pg;

struct pl_pg_query {
    pl_query query;
    pl_pg_query *next; /* of all */
    char *sql;
    char name[24]; /* under which the server has it; since: sent with that batch, or 0 */
    int64_t since;
    int kept, tells; /* tells: it changes rows, and answers nothing */
    PGresult *result;
    int row, values;
    Oid type[PL_PG_VALUES];
    const char *value[PL_PG_VALUES];
    int size[PL_PG_VALUES], format[PL_PG_VALUES];
    char number[PL_PG_VALUES][8];
    char *rows; /* that were gathered, as COPY has them */
    size_t rows_size, rows_room;
    int numbered; /* they begin with a number of their own */
};

/* postgres_query.c: 0, or -1 with the reason in why. */
int pl_pg_send(pl_pg *p, const char *sql);    /* a command whose answer does not matter */
int pl_pg_collect(pl_pg *p, PGresult **last); /* read all answers; last: that with rows */
int pl_pg_plain(pl_pg *p, const char *sql);   /* several commands at once, without values */
int pl_pg_number(pl_pg *p, const char *sql, int64_t *out); /* one that answers one number */
void pl_pg_note(pl_pg *p, const PGresult *r);              /* why it failed, unless that is known */
extern const pl_query_kind pl_pg_queries;

/* postgres_copy.c: rows that are gathered. */
int pl_pg_expect(pl_db *db, const char *table, int n);
int pl_pg_gather(pl_pg_query *q, int64_t id); /* id 0: it has none */
int pl_pg_copy(pl_pg *p);
void pl_pg_forget(pl_pg *p);
void pl_pg_big_endian(char *out, uint64_t x, int bytes);

/* postgres_words.c: SQL as PostgreSQL has it, in new memory, or NULL. */
char *pl_pg_values(const char *sql, const char *tail); /* ?1 becomes $1 */
char *pl_pg_tables(const char *sql);                   /* SQLite's words for tables */

#endif
