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
/* Step over a number, whatever the locale: 0, or -1 if there is none that a double
 * can hold. */
int pl_json_number(pl_json_reader *r, double *out);
/* Whether the n bytes are well-formed UTF-8. */
int pl_json_utf8(const char *text, size_t n);
/* The length of the well-formed UTF-8 character that begins here (no overlong form, no
 * surrogate, at most U+10FFFF) within left bytes, or 0. */
size_t pl_utf8_length(const char *text, size_t left);
/* Print text as a JSON string; a byte that is not UTF-8 becomes U+FFFD. */
void pl_json_put(pl_text *t, const char *text);
/* Print the game's own object of a view. */
void pl_json_own(const pl_game *g, const void *view, pl_text *t);

#endif
