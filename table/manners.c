/* manners.c -- what is done about faults, as text: "illegal=retry:3/forfeit". */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/table.h"

static const char *const fault_names[PL_FAULTS] = {"waiting", "illegal", "timeout",   "crash",
                                                   "hang",    "garbage", "disconnect"};
static const char *const then_names[] = {"forfeit", "random", "abort", "retry"};
static const char *const ending_names[] = {"under way", "rules", "forfeit", "resigned", "aborted"};
enum { RETRIES_MAX = 1000000 };

const char *pl_fault_name(pl_fault f)
{
    return fault_names[f];
}

const char *pl_then_name(pl_then t)
{
    return then_names[t];
}

const char *pl_ending_name(pl_ending e)
{
    return ending_names[e];
}

pl_manners pl_manners_usual(pl_context where)
{
    pl_manners m = {0};
    if (where != PL_IN_A_MATCH) m.on[PL_ILLEGAL_MOVE].retries = 3;
    if (where == PL_IN_THE_NET) m.on[PL_GARBAGE].retries = 3;
    return m;
}

static int is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(word, text, n);
}

static int read_then(const char *text, size_t n, pl_then *out)
{
    for (int i = 0; i < PL_RETRY; i++) {
        if (!is_word(text, n, then_names[i])) continue;
        *out = (pl_then)i;
        return 0;
    }
    return -1;
}

/* "forfeit", "retry:3", "retry:3/forfeit" in n bytes. */
static int read_reaction(const char *text, size_t n, pl_reaction *out)
{
    static const char retry[] = "retry:";
    size_t length = sizeof retry - 1;
    *out = (pl_reaction){0};
    if (n <= length || memcmp(text, retry, length)) return read_then(text, n, &out->then);
    size_t digits = strspn(text + length, "0123456789");
    long retries = digits && digits < 9 ? strtol(text + length, NULL, 10) : RETRIES_MAX + 1;
    if (retries > RETRIES_MAX) return -1;
    out->retries = (int32_t)retries;
    length += digits;
    if (length == n) return 0;
    return text[length] == '/' ? read_then(text + length + 1, n - length - 1, &out->then) : -1;
}

static int read_one(pl_manners *m, const char *text, size_t n, pl_error *err)
{
    size_t name = strcspn(text, "=,");
    int all = is_word(text, name, "all"), known = 0;
    pl_reaction r;
    if (name >= n || read_reaction(text + name + 1, n - name - 1, &r))
        return pl_fail(err,
                       "what is done about a fault is written illegal=forfeit, =random, =abort or "
                       "=retry:3/forfeit, not '%.*s'",
                       n < 60 ? (int)n : 60, text);
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++) {
        if (!all && !is_word(text, name, fault_names[f])) continue;
        m->on[f] = r;
        known = 1;
    }
    if (known) return 0;
    return pl_fail(err,
                   "there is no fault '%.*s'; there are illegal, timeout, crash, hang, garbage, "
                   "disconnect, all",
                   name < 40 ? (int)name : 40, text);
}

int pl_manners_read(pl_manners *m, const char *text, pl_error *err)
{
    pl_manners got = *m;
    for (size_t n; *text; text += n + (text[n] == ',')) {
        n = strcspn(text, ",");
        if (read_one(&got, text, n, err)) return -1;
    }
    *m = got;
    return 0;
}

int pl_manners_text(const pl_manners *m, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    for (int f = PL_WAITING + 1; f < PL_FAULTS; f++) {
        pl_put(&t, "%s%s=", t.used ? "," : "", fault_names[f]);
        if (m->on[f].retries) pl_put(&t, "retry:%d/", (int)m->on[f].retries);
        pl_put(&t, "%s", then_names[m->on[f].then]);
    }
    return (int)t.used;
}
