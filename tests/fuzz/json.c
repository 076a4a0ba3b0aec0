/* json.c -- fuzzes the small JSON reader against jansson: both must agree on
 * what is JSON. */
#include "core/json.h"

#include <jansson.h>

#include "tests/fuzz/fuzz.h"

/* jansson refuses numbers it cannot hold and characters U+0000 in keys, which
 * JSON allows; these are no disagreement about what JSON is. */
static int is_a_limit_of_jansson(const json_error_t *e)
{
    enum json_error_code code = json_error_code(e);
    return code == json_error_numeric_overflow || code == json_error_null_byte_in_key ||
           code == json_error_null_character || code == json_error_stack_overflow;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_error_t e;
    if (memchr(data, 0, size)) return 0; /* jansson takes NUL for the end */
    int ours = pl_json_valid((const char *)data, size);
    json_t *j = json_loadb((const char *)data, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);
    if (j && !ours) abort();
    if (!j && ours && !is_a_limit_of_jansson(&e)) abort();
    json_decref(j);
    return 0;
}
