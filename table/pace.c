/* pace.c -- how long a seat may take, as text: "move=100ms,game=5m,increment=2s". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "parlor/table.h"

typedef struct {
    const char *name;
    double ns;
} unit;

static const unit units[] = {{"ms", 1e6}, {"s", 1e9}, {"m", 6e10}, {"h", 3.6e12}};
static const char *const keys[] = {"move", "game", "increment", "bank"};
enum { UNITS = 4, KEYS = 4 };
static const double longest = 3.6e12 * 24 * 365; /* a year */

static int64_t *value_of(pl_pace *p, int key)
{
    int64_t *const at[KEYS] = {&p->move, &p->game, &p->increment, &p->bank};
    return at[key];
}

/* "100ms" and its like, n bytes, as nanoseconds; or -1. */
static int64_t read_span(const char *text, size_t n)
{
    char word[32], *end;
    if (n == 0 || n >= sizeof word) return -1;
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    if (strspn(word, "0123456789.") == 0) return -1;
    double x = strtod(word, &end);
    for (int i = 0; i < UNITS; i++)
        if (!strcmp(end, units[i].name) && x * units[i].ns <= longest)
            return llround(x * units[i].ns);
    return x == 0 && !*end ? 0 : -1;
}

/* One key=value of n bytes. */
static int read_one(pl_pace *p, const char *text, size_t n, pl_error *err)
{
    size_t name = strcspn(text, "=,");
    for (int k = 0; k < KEYS && name < n; k++) {
        if (strlen(keys[k]) != name || memcmp(keys[k], text, name)) continue;
        int64_t span = read_span(text + name + 1, n - name - 1);
        if (span < 0) break;
        if (!span) return pl_fail(err, "a clock's %s is not 0: without it there is none", keys[k]);
        if (*value_of(p, k)) return pl_fail(err, "a clock says %s once", keys[k]);
        *value_of(p, k) = span;
        return 0;
    }
    return pl_fail(err,
                   "a clock is written move=100ms,game=5m,increment=2s,bank=30s, with times in ms, "
                   "s, m or h up to a year, not '%.*s'",
                   n < 60 ? (int)n : 60, text);
}

int pl_pace_read(pl_pace *p, const char *text, pl_error *err)
{
    pl_pace got = {0};
    for (size_t n; *text; text += n + (text[n] == ',')) {
        n = strcspn(text, ",");
        if (read_one(&got, text, n, err)) return -1;
    }
    if (got.bank && !got.move) return pl_fail(err, "a clock's bank goes with a time for each move");
    if (got.increment && !got.game)
        return pl_fail(err, "a clock's increment goes with a time for the whole game");
    *p = got;
    return 0;
}

/* In the largest unit in which it is a whole number. */
static void put_span(pl_text *t, int64_t ns)
{
    int u = UNITS - 1;
    while (u > 0 && fmod((double)ns, units[u].ns) != 0) u--;
    pl_put_number(t, (double)ns / units[u].ns);
    pl_put(t, "%s", units[u].name);
}

int pl_pace_text(const pl_pace *p, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    pl_pace copy = *p;
    if (n) *buf = 0;
    for (int k = 0; k < KEYS; k++) {
        if (!*value_of(&copy, k)) continue;
        pl_put(&t, "%s%s=", t.used ? "," : "", keys[k]);
        put_span(&t, *value_of(&copy, k));
    }
    return (int)t.used;
}
