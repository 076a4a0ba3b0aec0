/* portable.c -- records out of a file of either spelling, one after the other. */
#include <stdlib.h>
#include <string.h>

#include "table/records/portable.h"

static int is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == 0;
}

/* The next line in new memory, or NULL at the end. */
static char *next_line(FILE *in, int64_t *line)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t n = getline(&text, &size, in);
    if (n <= 0) {
        free(text);
        return NULL;
    }
    for (ssize_t i = 0; i < n; i++)
        if (!text[i]) text[i] = 1; /* no text has it, so it will be refused */
    ++*line;
    return text;
}

/* Add a line to a text of *n bytes; NULL, and both are gone: out of memory. */
static char *append(char *text, size_t *n, char *more)
{
    size_t k = strlen(more);
    char *both = realloc(text, *n + k + 1);
    if (both) memcpy(both + *n, more, k + 1);
    else free(text);
    free(more);
    *n += k;
    return both;
}

/* The rest of a game in tags and moves: up to the blank line after its moves. */
static char *whole_text(FILE *in, char *text, int64_t *line)
{
    int moves = 0;
    size_t n = strlen(text);
    for (char *more; text && (more = next_line(in, line));) {
        int blank = is_blank(more), tag = more[strspn(more, " \t")] == '[';
        text = append(text, &n, more);
        if (blank && moves) break;
        if (!blank && !tag) moves = 1;
    }
    return text;
}

int pl_record_read(FILE *in, pl_record *rec, int64_t *line, int64_t *from, pl_error *err)
{
    char *text;
    int wrong = 0, bad;
    while ((text = next_line(in, line)) && is_blank(text)) free(text);
    if (!text) return 0;
    *from = *line;
    int tags = text[strspn(text, " \t")] == '[';
    if (tags) text = whole_text(in, text, line);
    if (!text) return pl_fail(err, "out of memory");
    bad = tags ? pl_text_record(text, rec, &wrong, err) : pl_json_record(text, rec, err);
    free(text);
    if (!bad) return 1;
    *from += wrong;
    pl_record_clear(rec);
    return -1;
}
