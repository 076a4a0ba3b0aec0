/* params.c -- from "key=value,..." to an instance of a game, and back. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

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
    if (p->words) return snprintf(buf, n, "%s", p->words);
    return snprintf(buf, n, "%.0f..%.0f", p->lo, p->hi);
}

int pl_param_value(const pl_param *p, double value, char *buf, size_t n)
{
    int length = 0;
    const char *w = p->words ? word(p->words, (int)value, &length) : NULL;
    if (w) return snprintf(buf, n, "%.*s", length, w);
    return snprintf(buf, n, "%.0f", value);
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

/* The declared names, for the error that somebody mistyped one. */
static void list_names(const pl_param *p, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    buf[0] = 0;
    for (; p && p->name; p++) pl_put(&t, "%s%s", t.used ? ", " : "", p->name);
}

static int unknown(const pl_game *g, const char *text, size_t n, pl_error *err)
{
    char names[160];
    list_names(g->params, names, sizeof names);
    if (!names[0]) return pl_fail(err, "%s takes no parameters", g->name);
    return pl_fail(err, "%s has no parameter '%.*s'; it has %s", g->name, n > 30 ? 30 : (int)n,
                   text, names);
}

/* One "key=value" of n bytes into g. */
static int set(pl_game *g, const char *text, size_t n, uint32_t *given, pl_error *err)
{
    const char *equals = memchr(text, '=', n);
    size_t key = equals ? (size_t)(equals - text) : n;
    int i = 0;
    for (; g->params && g->params[i].name; i++)
        if (strlen(g->params[i].name) == key && !memcmp(g->params[i].name, text, key)) break;
    const pl_param *p = g->params ? &g->params[i] : NULL;
    if (!p || !p->name) return unknown(g, text, key, err);
    char range[128];
    pl_param_range(p, range, sizeof range);
    if (*given >> i & 1) return pl_fail(err, "%s: parameter %s is given twice", g->name, p->name);
    *given |= 1u << i;
    if (!equals)
        return pl_fail(err, "%s: parameter %s needs a value: %s=%s", g->name, p->name, p->name,
                       range);
    const char *value = equals + 1;
    size_t length = n - key - 1;
    int bad = p->words ? read_word(p, value, length, &g->arg[i])
                       : read_number(p, value, length, &g->arg[i]);
    if (!bad) return 0;
    return pl_fail(err, "%s: parameter %s accepts %s, not '%.*s'", g->name, p->name, range,
                   length > 30 ? 30 : (int)length, value);
}

static int set_all(pl_game *g, const char *args, pl_error *err)
{
    uint32_t given = 0;
    while (*args) {
        size_t n = strcspn(args, ",");
        if (set(g, args, n, &given, err)) return -1;
        args += n;
        if (*args && !*++args) return pl_fail(err, "%s: a parameter is missing after ','", g->name);
    }
    return 0;
}

/* Whether a table can be made into an instance at all: what a stranger's game
 * might get wrong and rules could then not survive. */
static int declared(const pl_game *base, pl_error *err)
{
    int n = 0;
    if (base->abi < 1 || base->abi > PL_ABI)
        return pl_fail(err, "%s was made for contract %d; this library knows 1..%d", base->name,
                       (int)base->abi, PL_ABI);
    while (base->params && base->params[n].name) n++;
    if (n > PL_PARAMS_MAX)
        return pl_fail(err, "%s has %d parameters; at most %d are accepted", base->name, n,
                       PL_PARAMS_MAX);
    return 0;
}

static int between(const pl_game *g, const char *what, int value, int lo, int hi, pl_error *err)
{
    if (value >= lo && value <= hi) return 0;
    return pl_fail(err, "%s declares %s = %d; %d..%d is accepted", g->name, what, value, lo, hi);
}

static int in_bounds(const pl_game *g, pl_error *err)
{
    return between(g, "players", g->players, 1, PL_SEATS_MAX, err) ||
           between(g, "state_size", g->state_size, 1, PL_STATE_MAX, err) ||
           between(g, "actions", g->actions, 1, INT32_MAX, err) ||
           between(g, "chances", g->chances, 0, INT32_MAX, err) ||
           between(g, "max_moves", g->max_moves, 1, PL_MOVES_MAX, err) ||
           between(g, "max_plies", g->max_plies, 1, INT32_MAX, err);
}

/* Choose the parameters, then work out what depends on them. */
static int settle(pl_game *g, const char *args, pl_error *err)
{
    for (int i = 0; g->params && g->params[i].name; i++) g->arg[i] = g->params[i].normal;
    if (set_all(g, args, err)) return -1;
    const char *clash = g->tune ? g->tune(g) : NULL;
    if (clash) return pl_fail(err, "%s: %s", g->name, clash);
    return in_bounds(g, err) ? -1 : 0;
}

const pl_game *pl_make(const pl_game *base, const char *args, pl_error *err)
{
    if (declared(base, err)) return NULL;
    pl_game *g = malloc(sizeof *g);
    if (!g) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    *g = *base;
    if (settle(g, args, err) == 0) return g;
    free(g);
    return NULL;
}

void pl_close(const pl_game *g)
{
    free((void *)g);
}

int pl_spec(const pl_game *g, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    char value[PL_NAME_MAX];
    pl_put(&t, "%s", g->name);
    for (int i = 0; g->params && g->params[i].name; i++) {
        pl_param_value(&g->params[i], g->arg[i], value, sizeof value);
        pl_put(&t, "%s%s=%s", i ? "," : "(", g->params[i].name, value);
    }
    if (g->params && g->params[0].name) pl_put(&t, ")");
    return (int)t.used;
}
