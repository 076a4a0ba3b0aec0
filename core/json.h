/* json.h -- the little JSON that the library itself needs: printing positions,
 * reading lines of play back, and telling whether a game's object is sound.
 * Kept by hand so that the library needs nothing but libc. */
#ifndef PL_CORE_JSON_H
#define PL_CORE_JSON_H

#include "core/text.h"

typedef struct {
    const char *at, *end;
} pl_json_reader;

/* Whether the n bytes are one JSON value (RFC 8259) and nothing else. */
int pl_json_valid(const char *text, size_t n);
/* Skip blanks; if c comes next, step over it and return 1. */
int pl_json_take(pl_json_reader *r, char c);
/* Step over a string, decoding it into out as UTF-8; or over any value.
 * 0, or -1 if there is none, it does not fit, or it holds U+0000. */
int pl_json_string(pl_json_reader *r, char *out, size_t n);
int pl_json_skip(pl_json_reader *r);
/* Print text as a JSON string. */
void pl_json_put(pl_text *t, const char *text);

#endif
