/* line.c -- fuzzes the reader of lines: whatever it accepts, it must print and
 * read back to the same text. */
#include "parlor/line.h"

#include "tests/fuzz/fuzz.h"

static void try_text(const char *text)
{
    static char first[1 << 16], second[1 << 16];
    pl_error err;
    pl_line *l = pl_line_read(NULL, text, &err);
    if (!l) return;
    pl_line_json(l, first, sizeof first);
    pl_line *back = pl_line_read(NULL, first, &err);
    insist(back != NULL);
    pl_line_json(back, second, sizeof second);
    insist(!strcmp(first, second));
    pl_line_free(back);
    pl_line_free(l);
}

FUZZ_TEXTS(try_text)
