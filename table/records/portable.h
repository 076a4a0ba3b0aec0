/* portable.h -- what the two spellings of a record share: fields and drafts. */
#ifndef PL_TABLE_RECORDS_PORTABLE_H
#define PL_TABLE_RECORDS_PORTABLE_H

#include "core/text.h"
#include "table/records/records.h"

enum { PL_RECORD_FORMAT = 1, PL_FIELD_SIZE = 1024 }; /* the version; bytes of a field */

/* fields.c: what is told of a game besides players and moves.  In JSON a TEXT is a string,
 * a LIST an array of numbers, and BARE stands as it is.  get prints nothing where there is
 * nothing to tell. */
typedef enum { PL_FIELD_TEXT, PL_FIELD_LIST, PL_FIELD_BARE } pl_field_kind;
typedef struct {
    const char *key; /* NULL ends the list */
    pl_field_kind kind;
    void (*get)(const pl_record *rec, pl_text *t);
    int (*set)(pl_record *rec, const char *text, pl_error *err);
} pl_field;
extern const pl_field pl_fields[];

int pl_field_set(pl_record *rec, const char *key, const char *text, pl_error *err);
int pl_moment_read(const char *text, int64_t *us, pl_error *err);
int pl_whole_read(const char *text, int64_t lo, int64_t hi, int64_t *out, pl_error *err);
int pl_real_read(const char *text, double *out, pl_error *err);
/* A text in quotes, as both spellings have it. */
void pl_quoted(FILE *out, const char *text);

/* draft.c: what happened, written and read key by key. */
typedef struct {
    pl_event event;
    int is_ply, is_event; /* which of its keys were met */
    char move[PL_NAME_MAX];
    char *text; /* its own, or NULL */
} pl_draft;

void pl_draft_new(pl_draft *d);
void pl_draft_free(pl_draft *d);
int pl_draft_set(pl_draft *d, const char *key, const char *text, pl_error *err);
/* What it says becomes part of rec, whose line l follows. */
int pl_draft_play(const pl_draft *d, pl_record *rec, pl_line *l, pl_error *err);
/* Visit the keys of an event that stands at the end of l, the move's name among them; and
 * let l follow it.  quoted: the value is a text. */
typedef void pl_draft_put(void *with, const char *key, const char *text, int quoted);
int pl_draft_write(const pl_event *e, pl_line *l, pl_draft_put *put, void *with, pl_error *err);

/* json.c, text.c: one record from its text; *line is where it goes wrong,
 * counted from 0. */
int pl_json_record(const char *text, pl_record *rec, pl_error *err);
int pl_text_record(const char *text, pl_record *rec, int *line, pl_error *err);
/* What may be left out, and what must not. */
void pl_portable_begin(pl_record *rec);
int pl_portable_end(pl_record *rec, const pl_game *g, pl_error *err);

#endif
