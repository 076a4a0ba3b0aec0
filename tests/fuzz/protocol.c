/* protocol.c -- fuzzes the reader of messages: what it accepts is an object that
 * jansson accepts, and its pieces lie within the line and can be gone through. */
#include "parlor/protocol.h"

#include <jansson.h>

#include "tests/fuzz/fuzz.h"

static void go_through(pl_piece p, const char *line, size_t n)
{
    pl_piece at = {NULL, 0}, key, value;
    char text[64];
    double x;
    if (!p.at) return;
    if (p.at < line || p.at + p.n > line + n || p.n == 0) abort();
    while (pl_piece_next(p, &at, &key, &value)) {
        if (value.at < p.at || value.at + value.n > p.at + p.n) abort();
        if (pl_piece_string(value, text, sizeof text)) pl_piece_number(value, &x);
        pl_piece_string(key, text, sizeof text);
    }
}

/* Numbers that it cannot hold are in no member that we read. */
static int jansson_agrees(const char *line, size_t n)
{
    json_error_t e;
    json_t *j = json_loadb(line, n, JSON_ALLOW_NUL, &e);
    int ok = j ? json_is_object(j)
               : json_error_code(&e) == json_error_numeric_overflow ||
                     json_error_code(&e) == json_error_null_byte_in_key;
    json_decref(j);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_message m;
    pl_error err = {""};
    char *line = malloc(size ? size : 1); /* without the end of a text, which would not be missed */
    insist(line != NULL);
    memcpy(line, data, size);
    if (pl_message_read(line, size, &m, &err)) {
        if (!err.text[0]) abort();
    } else {
        const pl_piece pieces[] = {m.params,   m.names,  m.legal, m.numbers,
                                   m.strategy, m.scores, m.view,  m.text};
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
            go_through(pieces[i], line, size);
        if (!jansson_agrees(line, size)) abort();
    }
    free(line);
    return 0;
}
