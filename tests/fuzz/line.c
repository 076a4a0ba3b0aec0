/* line.c -- fuzzes the reader of lines: whatever it accepts, it must print and
 * read back to the same text. */
#include "parlor/line.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char first[1 << 16], second[1 << 16];
    pl_error err;
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    pl_line *l = pl_line_read(NULL, text, &err);
    if (l) {
        pl_line_json(l, first, sizeof first);
        pl_line *back = pl_line_read(NULL, first, &err);
        if (!back) abort();
        pl_line_json(back, second, sizeof second);
        if (strcmp(first, second)) abort();
        pl_line_free(back);
    }
    pl_line_free(l);
    free(text);
    return 0;
}
