/* table.c -- columns of text, laid out by libsmartcols. */
#include <libsmartcols.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

struct table {
    struct libscols_table *cols;
    struct libscols_line *line;
    size_t next;
    int broken; /* memory ran out somewhere */
};

static void add_column(table *t, const char *head, size_t n)
{
    char name[64];
    int flags = 0;
    if (n && head[n - 1] == '>') flags = SCOLS_FL_RIGHT, n--;
    else if (n && head[n - 1] == '~') flags = SCOLS_FL_WRAP, n--;
    snprintf(name, sizeof name, "%.*s", (int)n, head);
    if (!scols_table_new_column(t->cols, name, 0, flags)) t->broken = 1;
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
    if (t && !broken && scols_print_table(t->cols) < 0 && !output_failed()) broken = 1;
    table_free(t);
    return broken ? failed("out of memory") : DONE;
}
