/* lex.c -- the words of an .efg file, with their lines.
 *
 * Commas are blanks: between payoffs they may stand or not.
 */
#include "solve/efg/lex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 40 }; /* of a number: more than a double can tell apart */

pl_efg_lexer pl_efg_words(const char *file, size_t n)
{
    return (pl_efg_lexer){.at = file, .end = file + n, .line_now = 1, .line = 1};
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f' || c == ',';
}

static void skip_blanks(pl_efg_lexer *x)
{
    for (; x->at < x->end && is_blank(*x->at); x->at++) x->line_now += *x->at == '\n';
}

static void take_text(pl_efg_lexer *x)
{
    x->text = ++x->at;
    for (; x->at < x->end && *x->at != '"'; x->at++) {
        if (*x->at == '\\' && x->at + 1 < x->end) x->at++;
        x->line_now += *x->at == '\n';
    }
    x->n = (size_t)(x->at - x->text);
    x->kind = x->at < x->end ? EFG_TEXT : EFG_CUT;
    if (x->at < x->end) x->at++;
}

static void take_word(pl_efg_lexer *x)
{
    x->text = x->at;
    while (x->at < x->end && !is_blank(*x->at) && !memchr("\"{}", *x->at, 3)) x->at++;
    x->n = (size_t)(x->at - x->text);
    x->kind = EFG_WORD;
}

void pl_efg_next(pl_efg_lexer *x)
{
    skip_blanks(x);
    x->line = x->line_now;
    x->n = 0;
    x->text = x->at;
    if (x->at == x->end) {
        x->kind = EFG_END;
    } else if (*x->at == '"') {
        take_text(x);
    } else if (*x->at == '{' || *x->at == '}') {
        x->kind = *x->at == '{' ? EFG_OPEN : EFG_CLOSE;
        x->n = 1;
        x->at++;
    } else {
        take_word(x);
    }
}

int pl_efg_is(const pl_efg_lexer *x, const char *word)
{
    return x->kind == EFG_WORD && x->n == strlen(word) && !memcmp(x->text, word, x->n);
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int32_t pl_efg_whole(const pl_efg_lexer *x)
{
    int64_t value = 0;
    if (x->kind != EFG_WORD) return -1;
    for (size_t i = 0; i < x->n; i++) {
        if (!is_digit(x->text[i])) return -1;
        value = 10 * value + (x->text[i] - '0');
        if (value > INT32_MAX) return -1;
    }
    return (int32_t)value;
}

/* The digits at *at without their point, which counts in *shift instead; how many. */
static int take_digits(const char **at, const char *end, char digits[DIGITS + 1], int *shift)
{
    int seen = 0, kept = 0, point = 0;
    for (; *at < end && (is_digit(**at) || (**at == '.' && !point)); ++*at) {
        if (**at == '.') {
            point = 1;
            continue;
        }
        seen = 1;
        *shift -= point;
        if (kept < DIGITS) digits[kept++] = **at;
        else ++*shift;
    }
    digits[kept] = 0;
    return seen ? kept : 0;
}

/* What stands behind an e, into *shift; -1 if that is no number. */
static int take_exponent(const char **at, const char *end, int *shift)
{
    int sign = 1, value = 0, seen = 0;
    if (*at == end || (**at != 'e' && **at != 'E')) return 0;
    ++*at;
    if (*at < end && (**at == '-' || **at == '+')) sign = *(*at)++ == '-' ? -1 : 1;
    for (; *at < end && is_digit(**at); ++*at, seen = 1)
        if (value < 10000) value = 10 * value + (**at - '0');
    *shift += sign * value;
    return seen ? 0 : -1;
}

/* One decimal number, whatever the locale's decimal sign. */
static int take_number(const char **at, const char *end, double *out)
{
    char digits[DIGITS + 1], text[DIGITS + 32];
    int minus = *at < end && **at == '-', shift = 0;
    if (*at < end && (**at == '-' || **at == '+')) ++*at;
    if (!take_digits(at, end, digits, &shift) || take_exponent(at, end, &shift)) return -1;
    snprintf(text, sizeof text, "%se%d", digits, shift);
    *out = strtod(text, NULL);
    if (minus) *out = -*out;
    return isfinite(*out) ? 0 : -1;
}

int pl_efg_number(const pl_efg_lexer *x, double *out)
{
    const char *at = x->text, *end = x->text + x->n;
    double under = 1;
    if (x->kind != EFG_WORD || take_number(&at, end, out)) return -1;
    if (at < end && *at == '/') {
        at++;
        if (take_number(&at, end, &under) || under == 0) return -1;
    }
    *out /= under;
    return at == end && isfinite(*out) ? 0 : -1;
}
