/* settings.c -- from "key=value,..." to the values of declared parameters, and back. */
#include "core/settings.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static int is_real(const pl_param *p)
{
    return p->words && !strcmp(p->words, PL_REAL);
}

static int is_text(const pl_param *p)
{
    return p->words && !strcmp(p->words, PL_TEXT);
}

/* Word number k of "a|b|c" and its length; NULL past the end. */
static const char *word(const char *words, int k, int *length)
{
    for (; k > 0 && words; k--) {
        words = strchr(words, '|');
        if (words) words++;
    }
    if (words) *length = (int)strcspn(words, "|");
    return words;
}

int pl_param_range(const pl_param *p, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    if (p->words && !is_real(p)) return snprintf(buf, n, "%s", p->words);
    pl_put_number(&t, p->lo);
    pl_put(&t, "..");
    pl_put_number(&t, p->hi);
    return (int)t.used;
}

int pl_param_value(const pl_param *p, double value, char *buf, size_t n)
{
    int length = 0;
    pl_text t = {buf, n, 0};
    if (is_text(p)) return snprintf(buf, n, "\"\"");
    const char *w = p->words && !is_real(p) ? word(p->words, (int)value, &length) : NULL;
    if (w) return snprintf(buf, n, "%.*s", length, w);
    pl_put_number(&t, value);
    return (int)t.used;
}

static int read_word(const pl_param *p, const char *text, size_t n, double *out)
{
    int length = 0;
    const char *w;
    for (int k = 0; (w = word(p->words, k, &length)); k++) {
        if ((size_t)length != n || memcmp(w, text, n)) continue;
        *out = k;
        return 0;
    }
    return -1;
}

static int read_number(const pl_param *p, const char *text, size_t n, double *out)
{
    char copy[24], *end;
    if (n == 0 || n >= sizeof copy || strspn(text, "-0123456789") < n) return -1;
    memcpy(copy, text, n);
    copy[n] = 0;
    *out = (double)strtol(copy, &end, 10);
    return *end || *out < p->lo || *out > p->hi ? -1 : 0;
}

/* What follows an e: a power of ten, or PL_NO_POWER. */
enum { PL_NO_POWER = 1000 };

static int read_power(const char *text, size_t n)
{
    int power = 0;
    size_t sign = n && (text[0] == '-' || text[0] == '+');
    if (n == sign || n > sign + 2) return PL_NO_POWER;
    for (size_t i = sign; i < n; i++) {
        if (text[i] < '0' || text[i] > '9') return PL_NO_POWER;
        power = 10 * power + (text[i] - '0');
    }
    return text[0] == '-' ? -power : power;
}

/* Digits with at most one point among them, perhaps a minus before and a power
 * of ten behind: up to 15 digits after the zeros and a power up to 22 are exact
 * numbers, whose product or quotient is rounded once. */
static int read_real(const pl_param *p, const char *text, size_t n, double *out)
{
    double whole = 0, scale = 1;
    int power = 0;
    size_t minus = n && text[0] == '-', digits = 0, zeros = 0, points = 0;
    for (size_t k = minus; k < n; k++) {
        if (text[k] == '.' && !points++) continue;
        if (text[k] == 'e') {
            power += read_power(text + k + 1, n - k - 1);
            break;
        }
        if (text[k] < '0' || text[k] > '9') return -1;
        whole = 10 * whole + (text[k] - '0');
        power -= points != 0;
        if (whole > 0) digits++;
        else zeros++;
    }
    if (digits + zeros == 0 || digits > 15 || power > 22 || power < -22) return -1;
    for (int k = abs(power); k > 0; k--) scale *= 10;
    *out = (minus ? -whole : whole) * (power > 0 ? scale : 1) / (power < 0 ? scale : 1);
    return *out < p->lo || *out > p->hi ? -1 : 0;
}

/* The text goes behind those that are there already; its place is the value. */
static int read_text(const pl_settings *s, const char *text, size_t n, double *out)
{
    size_t used = 1; /* place 0 is the empty text */
    if (n >= 2 && text[0] == '"' && text[n - 1] == '"') text++, n -= 2;
    for (int i = 0; s->params[i].name; i++)
        if (is_text(&s->params[i]) && s->arg[i] >= (double)used)
            used = (size_t)s->arg[i] + strlen(s->text + (size_t)s->arg[i]) + 1;
    if (used + n >= PL_SPEC_MAX || memchr(text, '"', n)) return -1;
    memcpy(s->text + used, text, n);
    s->text[used + n] = 0;
    *out = (double)used;
    return 0;
}

static int read_value(const pl_settings *s, int i, const char *text, size_t n)
{
    const pl_param *p = &s->params[i];
    if (is_text(p)) return s->text ? read_text(s, text, n, &s->arg[i]) : -1;
    if (is_real(p)) return read_real(p, text, n, &s->arg[i]);
    return (p->words ? read_word : read_number)(p, text, n, &s->arg[i]);
}

/* The declared names, for the error that somebody mistyped one. */
static void list_names(const pl_param *p, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    buf[0] = 0;
    for (; p && p->name; p++) pl_put(&t, "%s%s", t.used ? ", " : "", p->name);
}

static int unknown(const pl_settings *s, const char *text, size_t n, pl_error *err)
{
    char names[160];
    list_names(s->params, names, sizeof names);
    if (!names[0]) return pl_fail(err, "%s takes no parameters", s->name);
    return pl_fail(err, "%s has no parameter '%.*s'; it has %s", s->name, n > 30 ? 30 : (int)n,
                   text, names);
}

/* The place of the parameter whose name is these n bytes, or -1. */
static int find_param(const pl_settings *s, const char *name, size_t n)
{
    for (int i = 0; s->params && s->params[i].name; i++)
        if (strlen(s->params[i].name) == n && !memcmp(s->params[i].name, name, n)) return i;
    return -1;
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t';
}

size_t pl_settings_trim(const char **text, size_t n)
{
    for (; n && is_blank(**text); n--) ++*text;
    while (n && is_blank((*text)[n - 1])) n--;
    return n;
}

/* One "key=value" of n bytes. */
static int set(const pl_settings *s, const char *text, size_t n, uint32_t *given, pl_error *err)
{
    const char *equals = memchr(text, '=', n), *value = equals ? equals + 1 : text + n;
    size_t length = pl_settings_trim(&value, (size_t)(text + n - value));
    size_t key = pl_settings_trim(&text, equals ? (size_t)(equals - text) : n);
    int i = find_param(s, text, key);
    if (i < 0) return unknown(s, text, key, err);
    const char *name = s->params[i].name;
    char range[128];
    pl_param_range(&s->params[i], range, sizeof range);
    if (*given >> i & 1) return pl_fail(err, "%s: parameter %s is given twice", s->name, name);
    *given |= 1u << i;
    if (!equals)
        return pl_fail(err, "%s: parameter %s needs a value: %s=%s", s->name, name, name, range);
    if (read_value(s, i, value, length) == 0) return 0;
    return pl_fail(err, "%s: parameter %s accepts %s, not '%.*s'", s->name, name, range,
                   length > 30 ? 30 : (int)length, value);
}

size_t pl_setting_length(const char *args)
{
    int depth = 0, quoted = 0;
    size_t n = 0;
    for (; args[n] && (args[n] != ',' || depth > 0 || quoted); n++) {
        if (args[n] == '"') quoted = !quoted;
        if (!quoted) depth += (args[n] == '(') - (args[n] == ')');
    }
    return n;
}

int pl_settings_read(const pl_settings *s, const char *args, pl_error *err)
{
    uint32_t given = 0;
    for (int i = 0; s->params && s->params[i].name; i++) s->arg[i] = s->params[i].normal;
    while (pl_settings_trim(&args, strlen(args))) {
        size_t n = pl_setting_length(args);
        if (set(s, args, n, &given, err)) return -1;
        args += n;
        if (!*args) break;
        args++;
        if (!pl_settings_trim(&args, strlen(args)))
            return pl_fail(err, "%s: a parameter is missing after ','", s->name);
    }
    return 0;
}

/* Text comes in quotes where it would not be read back without them. */
static void put_text(pl_text *t, const char *text)
{
    const char *start = text;
    size_t n = strlen(text);
    int bare = n && pl_setting_length(text) == n && !strpbrk(text, "\"()");
    if (pl_settings_trim(&start, n) < n) bare = 0;
    pl_put(t, bare ? "%s" : "\"%s\"", text);
}

/* A text that others are about, and which is empty. */
static int is_unused(const pl_settings *s, int i)
{
    return is_text(&s->params[i]) && s->params[i].hi > 0 && !s->text[(size_t)s->arg[i]];
}

int pl_settings_spec(const pl_settings *s, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    char value[PL_NAME_MAX];
    pl_put(&t, "%s", s->name);
    for (int i = 0; s->params && s->params[i].name && !is_unused(s, i); i++) {
        pl_put(&t, "%s%s=", i ? "," : "(", s->params[i].name);
        if (is_text(&s->params[i])) {
            put_text(&t, s->text + (size_t)s->arg[i]);
            continue;
        }
        pl_param_value(&s->params[i], s->arg[i], value, sizeof value);
        pl_put(&t, "%s", value);
    }
    if (s->params && s->params[0].name) pl_put(&t, ")");
    return (int)t.used;
}
