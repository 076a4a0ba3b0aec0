/* table.c -- columns of text, laid out by libsmartcols. */
#include <libsmartcols.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { COLUMNS_MAX = 24, GAP = 2, LEAST_ROOM = 16 };

struct table {
    struct libscols_table *cols;
    struct libscols_line *line;
    size_t next, columns;
    size_t wide[COLUMNS_MAX]; /* the longest cell of each column */
    unsigned char wraps[COLUMNS_MAX];
    size_t room; /* of a column that may be wrapped */
    int broken;  /* memory ran out somewhere */
};

/* libsmartcols wraps in mid-word unless it is told how wide a column may be */
static size_t text_width(const struct libscols_column *column, const char *text, void *t)
{
    size_t n = strlen(text), room = ((const table *)t)->room;
    (void)column;
    return n < room ? n : room;
}

/* and where to cut: at the last blank that fits; the rest is the next line. */
static char *next_line(const struct libscols_column *column, char *text, void *t)
{
    size_t room = ((const table *)t)->room;
    (void)column;
    if (!text || strlen(text) <= room) return NULL;
    for (size_t i = room; i > 0; i--)
        if (text[i] == ' ') {
            text[i] = 0;
            return text + i + 1;
        }
    return NULL;
}

static void add_column(table *t, const char *head, size_t n)
{
    char name[64];
    int flags = 0;
    if (n && head[n - 1] == '>') flags = SCOLS_FL_RIGHT, n--;
    else if (n && head[n - 1] == '~') flags = SCOLS_FL_WRAP, n--;
    snprintf(name, sizeof name, "%.*s", (int)n, head);
    struct libscols_column *column = scols_table_new_column(t->cols, name, 0, flags);
    if (!column || t->columns == COLUMNS_MAX) {
        t->broken = 1;
        return;
    }
    t->wide[t->columns] = n;
    t->wraps[t->columns++] = flags == SCOLS_FL_WRAP;
    if (flags == SCOLS_FL_WRAP) scols_column_set_wrapfunc(column, text_width, next_line, t);
}

/* Share what the other columns leave of the terminal's width. */
static void make_room(table *t)
{
    size_t taken = 0, sharing = 0, width = scols_table_get_termwidth(t->cols);
    t->room = SIZE_MAX;
    if (!isatty(STDOUT_FILENO)) return;
    for (size_t i = 0; i < t->columns; i++) {
        taken += GAP + (t->wraps[i] ? 0 : t->wide[i]);
        sharing += t->wraps[i];
    }
    if (!sharing) return;
    t->room = width > taken ? (width - taken) / sharing : 0;
    if (t->room < LEAST_ROOM) t->room = LEAST_ROOM;
}

table *table_new(const char *columns)
{
    table *t = calloc(1, sizeof *t);
    if (!t || !(t->cols = scols_new_table())) {
        free(t);
        return NULL;
    }
    scols_table_set_column_separator(t->cols, "  ");
    for (size_t n;; columns += n + 1) {
        n = strcspn(columns, "|");
        add_column(t, columns, n);
        if (!columns[n]) return t;
    }
}

void table_row(table *t)
{
    if (!t) return;
    t->line = scols_table_new_line(t->cols, NULL);
    t->next = 0;
    if (!t->line) t->broken = 1;
}

void table_cell(table *t, const char *format, ...)
{
    char text[512];
    va_list args;
    if (!t || !t->line) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (t->next < t->columns && strlen(text) > t->wide[t->next]) t->wide[t->next] = strlen(text);
    if (scols_line_set_data(t->line, t->next++, text)) t->broken = 1;
}

void table_free(table *t)
{
    if (t) scols_unref_table(t->cols);
    free(t);
}

int table_print(table *t)
{
    int broken = !t || t->broken;
    if (!broken) make_room(t);
    if (t && !broken && scols_print_table(t->cols) < 0 && !output_failed()) broken = 1;
    table_free(t);
    return broken ? failed("out of memory") : DONE;
}
