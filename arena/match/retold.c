/* retold.c -- a match read back from its words (words.c), so that it can be followed by somebody who
 * does not play it: its agents are names and spellings, and none is opened.
 *
 * What stands in a file may have been written by anybody; lines that are not known here are passed
 * over, as they change nothing of how games are counted.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"
#include "core/text.h"

/* The value of a line "key: value"; NULL: there is none.  *n is how long it is. */
static const char *value_of(const char *words, const char *key, size_t *n)
{
    size_t length = strlen(key);
    while (*words) {
        size_t line = strcspn(words, "\n");
        if (line > length + 1 && !strncmp(words, key, length) &&
            !strncmp(words + length, ": ", 2)) {
            *n = line - length - 2;
            return words + length + 2;
        }
        words += line + (words[line] != 0);
    }
    return NULL;
}

static int copy_value(const char *words, const char *key, char *out, size_t room, pl_error *err)
{
    size_t n;
    const char *value = value_of(words, key, &n);
    if (!value || n >= room) return pl_fail(err, "the words of this match do not tell its %s", key);
    memcpy(out, value, n);
    out[n] = 0;
    return 0;
}

/* A whole number; what stands for one that is not told is normal. */
static int64_t number_of(const char *words, const char *key, int64_t normal)
{
    char text[32];
    return copy_value(words, key, text, sizeof text, NULL) ? normal : strtoll(text, NULL, 10);
}

static int read_format(const char *words, pl_match_plan *p, pl_error *err)
{
    char format[32], seats[32], seed[32];
    if (copy_value(words, "format", format, sizeof format, err) ||
        copy_value(words, "seats", seats, sizeof seats, err) ||
        copy_value(words, "seed", seed, sizeof seed, err))
        return -1;
    int f = 0, s = 0;
    while (f < PL_FORMATS && strcmp(format, pl_format_name((pl_format)f))) f++;
    while (s < PL_FAIRNESSES && strcmp(seats, pl_fairness_name((pl_fairness)s))) s++;
    if (f == PL_FORMATS || s == PL_FAIRNESSES)
        return pl_fail(err, "this parlor does not know the format %s with seats %s", format, seats);
    p->format = (pl_format)f;
    p->fairness = (pl_fairness)s;
    p->seed = strtoull(seed, NULL, 10);
    return 0;
}

static void read_test(const char *words, pl_match *m)
{
    char text[160], *end = text;
    if (copy_value(words, "sprt", text, sizeof text, NULL)) return;
    double x[4];
    for (int i = 0; i < 4; i++) x[i] = strtod(end, &end);
    m->sprt = (pl_sprt){.h0 = x[0], .h1 = x[1], .alpha = x[2], .beta = x[3]};
    m->sprt.scale = (int32_t)strtol(end, NULL, 10);
    m->plan.sprt = &m->sprt;
}

/* Whether a text is how an agent is spelled: a word, and maybe something in brackets. */
static int is_agent(const char *text)
{
    size_t word = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
    return word && (!text[word] || (text[word] == '(' && text[strlen(text) - 1] == ')'));
}

/* "NAME, AGENT", where either may have commas of its own. */
static int read_entrant(const char *words, int i, pl_match *m, pl_error *err)
{
    char key[32], line[PL_NAME_MAX + PL_SPEC_MAX + 8];
    snprintf(key, sizeof key, "entrant %d", i + 1);
    if (copy_value(words, key, line, sizeof line, err)) return -1;
    char *comma = strstr(line, ", ");
    while (comma && !is_agent(comma + 2)) comma = strstr(comma + 2, ", ");
    if (!comma || comma - line >= PL_NAME_MAX)
        return pl_fail(err, "the words of this match do not tell its %s", key);
    snprintf(m->player[i].name, PL_NAME_MAX, "%.*s", (int)(comma - line), line);
    snprintf(m->player[i].spec, PL_SPEC_MAX, "%s", comma + 2);
    snprintf(m->player[i].kind, PL_NAME_MAX, "%.*s", (int)strcspn(comma + 2, "("), comma + 2);
    m->entrant[i] = (pl_entrant){m->player[i].name, m->player[i].spec};
    return 0;
}

int pl_match_retell(pl_match *m, const char *words, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    int64_t n = number_of(words, "entrants", 0);
    if (n < 2 || n > PL_ENTRANTS_MAX)
        return pl_fail(err, "a match has from 2 to %d entrants", PL_ENTRANTS_MAX);
    if (copy_value(words, "game", spec, sizeof spec, err)) return -1;
    m->own = pl_open(spec, err);
    m->entrant = calloc((size_t)n, sizeof *m->entrant);
    m->player = calloc((size_t)n, sizeof *m->player);
    if (!m->own) return -1;
    if (!m->entrant || !m->player) return pl_fail(err, "out of memory");
    m->plan = pl_match_usual(m->own, m->entrant, (int)n);
    m->plan.games = number_of(words, "games", 0);
    int64_t rounds = number_of(words, "rounds", 0), advance = number_of(words, "advance", 0);
    m->plan.rounds = rounds > 0 && rounds < INT32_MAX ? (int32_t)rounds : 0;
    m->plan.advance = advance > 0 && advance < PL_SEATS_MAX ? (int32_t)advance : 0;
    read_test(words, m);
    if (read_format(words, &m->plan, err)) return -1;
    for (int i = 0; i < n; i++)
        if (read_entrant(words, i, m, err)) return -1;
    return 0;
}
