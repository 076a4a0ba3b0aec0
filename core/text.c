/* text.c -- moves and states as text, and back. */
#include "core/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

char *pl_text_at(const pl_text *t)
{
    return t->used < t->size ? t->buf + t->used : NULL;
}

size_t pl_text_room(const pl_text *t)
{
    return t->used < t->size ? t->size - t->used : 0;
}

void pl_put(pl_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(pl_text_at(t), pl_text_room(t), format, args);
    va_end(args);
    if (n > 0) t->used += (size_t)n;
}

/* The shortest of two spellings that reads back as x; the locale's decimal sign,
 * whatever it is, becomes a point. */
void pl_put_number(pl_text *t, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x) snprintf(text, sizeof text, "%.17g", x);
    for (char *c = text; *c; c++)
        if (!strchr("+-0123456789e", *c)) *c = '.';
    pl_put(t, "%s", text);
}

int pl_fail(pl_error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (err) vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return -1;
}

int pl_flush(FILE *out, const char *what, pl_error *err)
{
    errno = 0; /* what could not go out before is tried again, and fails again */
    if (fflush(out) == 0 && !ferror(out)) return 0;
    return pl_fail(err, "%s could not be written: %s", what, strerror(errno ? errno : EIO));
}

/* Codes derived from views carry no meaning of their own. */
int pl_say(const pl_game *g, const void *s, pl_move m, char *buf, size_t n)
{
    int known = g->turn(s) == PL_CHANCE ? g->chances : g->actions;
    if (m < 0 || (m >= known && !g->seen)) return snprintf(buf, n, "?");
    return g->say(s, m, buf, n);
}

/* "#3" is move number 3, whatever it is called. */
static pl_move by_number(const pl_game *g, const void *s, const char *text)
{
    char *end;
    long m = strtol(text, &end, 10);
    if (strspn(text, "0123456789") == 0 || *end || m > INT32_MAX) return PL_ILLEGAL;
    return pl_is_legal(g, s, (pl_move)m) ? (pl_move)m : PL_ILLEGAL;
}

pl_move pl_parse(const pl_game *g, const void *s, const char *text)
{
    pl_move list[PL_MOVES_MAX];
    char name[PL_NAME_MAX];
    if (g->turn(s) == PL_OVER) return PL_ILLEGAL;
    for (int i = 0, n = g->moves(s, list); i < n; i++) {
        g->say(s, list[i], name, sizeof name);
        if (!strcmp(name, text)) return list[i];
    }
    return text[0] == '#' ? by_number(g, s, text + 1) : PL_ILLEGAL;
}

/* Bound to the game's spelling, so that a state of another game is refused. */
static uint32_t check_sum(const pl_game *g, const void *s)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    return (uint32_t)(pl_hash(s, (size_t)g->state_size) ^ pl_hash(spec, strlen(spec)));
}

int pl_state_text(const pl_game *g, const void *s, char *buf, size_t n)
{
    pl_text t = {buf, n, 0};
    const unsigned char *b = s;
    for (int i = 0; i < g->state_size; i++) pl_put(&t, "%02x", b[i]);
    pl_put(&t, "-%08x", (unsigned)check_sum(g, s));
    return (int)t.used;
}

int pl_state_read(const pl_game *g, const char *text, void *s, pl_error *err)
{
    static const char digits[] = "0123456789abcdef";
    pl_state out;
    size_t n = 2 * (size_t)g->state_size;
    char sum[16];
    if (strspn(text, digits) != n || strlen(text) != n + 9)
        return pl_fail(err, "a state of %s is %zu hexadecimal digits, '-' and 8 more", g->name, n);
    for (size_t i = 0; i < n / 2; i++) {
        const char *high = strchr(digits, text[2 * i]), *low = strchr(digits, text[2 * i + 1]);
        out.bytes[i] = (unsigned char)((high - digits) << 4 | (low - digits));
    }
    snprintf(sum, sizeof sum, "-%08x", (unsigned)check_sum(g, &out));
    if (strcmp(sum, text + n))
        return pl_fail(err, "the check sum of this state of %s does not match", g->name);
    memcpy(s, &out, n / 2);
    return 0;
}
