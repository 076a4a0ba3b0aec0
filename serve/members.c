/* members.c -- what is sent in JSON, member by member: nothing is guessed from what is of another
 * type or out of bounds. */
#include "members.h"

int pl_member(const json_t *o, const char *key, json_type type, pl_error *err)
{
    static const char *const word[] = {[JSON_OBJECT] = "an object",
                                       [JSON_ARRAY] = "a list",
                                       [JSON_STRING] = "a text",
                                       [JSON_INTEGER] = "a whole number"};
    const json_t *x = json_object_get(o, key);
    if (!x || json_is_null(x)) return 0;
    if (json_typeof(x) == type) return 1;
    return pl_serve_fail(err, "'%s' must be %s", key, word[type]);
}

const char *pl_member_text(const json_t *o, const char *key, pl_error *err, int *bad)
{
    int there = pl_member(o, key, JSON_STRING, err);
    if (there < 0) *bad = -1;
    return there > 0 ? json_string_value(json_object_get(o, key)) : NULL;
}

int64_t pl_member_number(const json_t *o, const char *key, int64_t least, int64_t most,
                         int64_t normal, pl_error *err, int *bad)
{
    int there = pl_member(o, key, JSON_INTEGER, err);
    if (there < 0) *bad = -1;
    if (there <= 0) return normal;
    int64_t n = json_integer_value(json_object_get(o, key));
    if (n >= least && n <= most) return n;
    *bad = pl_serve_fail(err, "'%s' must be a whole number from %lld to %lld", key,
                         (long long)least, (long long)most);
    return normal;
}

int pl_member_flag(const json_t *o, const char *key, int normal, pl_error *err, int *bad)
{
    const json_t *x = json_object_get(o, key);
    if (!x || json_is_null(x)) return normal;
    if (!json_is_boolean(x)) *bad = pl_serve_fail(err, "'%s' must be true or false", key);
    return json_is_true(x);
}
