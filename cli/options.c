/* options.c -- from the words of a command line to a call, by getopt_long.
 *
 * What a command accepts is its row in commands.c; nothing here knows a single
 * option by name. */
#include <errno.h>
#include <float.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "near.h"

enum { FIRST = 256 }; /* getopt's value of option 0: past every letter */

const command *find_command(const char *name)
{
    near best = {.word = name};
    for (const command *c = commands; c->name; c++) {
        if (!strcmp(c->name, name)) return c;
        near_try(&best, c->name);
    }
    if (*best.found) misused("there is no command '%.40s'; did you mean '%s'?", name, best.found);
    else misused("there is no command '%.40s'; 'parlor help' lists them", name);
    return NULL;
}

static int has_own(const command *c, const char *name)
{
    for (const option *o = c->options; o && o->name; o++)
        if (!strcmp(o->name, name)) return 1;
    return 0;
}

/* A command's own options, then the common ones that it does not replace. */
const option *option_of(const command *c, int i)
{
    for (const option *o = c->options; o && o->name; o++)
        if (i-- == 0) return o;
    for (const option *o = common_options; o->name; o++)
        if (!has_own(c, o->name) && i-- == 0) return o;
    return NULL;
}

int read_number(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    char *end;
    if (strspn(text, "0123456789") != strlen(text) || !*text) return -1;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (errno || *end || n < lo || n > hi) return -1;
    *out = n;
    return 0;
}

static int read_real(const char *text, double lo, double hi, double *out)
{
    char *end;
    if (strspn(text, "0123456789.") != strlen(text) || !*text) return -1;
    *out = strtod(text, &end);
    return *end || !(*out >= lo && *out <= hi) ? -1 : 0;
}

/* 0 or more; also as 1e-6. */
static int read_decimal(const char *text, double *out)
{
    char *end;
    if (strspn(text, "0123456789.eE+-") != strlen(text) || !*text) return -1;
    *out = strtod(text, &end);
    return *end || !(*out >= 0 && *out <= DBL_MAX) ? -1 : 0;
}

/* Bytes, as 4096, 512k, 1.5G. */
static int read_size(const char *text, int64_t *out)
{
    static const char units[] = "kMGT";
    char number[24];
    double bytes;
    size_t n = strlen(text);
    const char *unit = n > 1 ? strchr(units, text[n - 1]) : NULL;
    snprintf(number, sizeof number, "%.*s", (int)(unit ? n - 1 : n), text);
    if (n >= sizeof number || read_real(number, 0, 1e15, &bytes)) return -1;
    if (unit) bytes *= pow(1024, (double)(unit - units + 1));
    if (!(bytes >= 1 && bytes <= 1e18)) return -1;
    *out = (int64_t)bytes;
    return 0;
}

/* Whether text is one of "a|b|c". */
static int chosen(const char *choices, const char *text)
{
    size_t n = strlen(text), k;
    for (; *choices; choices += k + (choices[k] == '|')) {
        k = strcspn(choices, "|");
        if (k == n && !memcmp(choices, text, n)) return 1;
    }
    return 0;
}

/* One more of an option that is given several times. */
static int add(const option *o, const char *text, const char **list)
{
    int n = 0;
    while (n < PL_PARAMS_MAX && list[n]) n++;
    if (n == PL_PARAMS_MAX) return misused("--%s is given at most %d times", o->name, n);
    list[n] = text;
    return DONE;
}

static int set(const option *o, const char *text, call *out)
{
    void *at = (char *)out + o->at;
    switch (o->kind) {
    case FLAG: *(int *)at = 1; return DONE;
    case WORD: *(const char **)at = text; return DONE;
    case LIST: return add(o, text, at);
    case CHOICE:
        *(const char **)at = text;
        if (chosen(o->choices, text)) return DONE;
        return misused("--%s takes one of %s, not '%.40s'", o->name, o->choices, text);
    case NUMBER:
        if (!read_number(text, o->lo, o->hi, at)) return DONE;
        return misused("--%s takes a whole number from %lld to %lld, not '%.40s'", o->name,
                       (long long)o->lo, (long long)o->hi, text);
    case FRACTION:
        if (!read_real(text, 0, 1, at)) return DONE;
        return misused("--%s takes a number from 0 to 1, not '%.40s'", o->name, text);
    case REAL:
        if (!read_decimal(text, at) && (!o->lo || *(double *)at > 0)) return DONE;
        return misused("--%s takes a number that is %s 0, as %s, not '%.40s'", o->name,
                       o->lo ? "above" : "not below", o->lo ? "2.5" : "1e-6", text);
    case SIZE:
        if (!read_size(text, at)) return DONE;
        return misused("--%s takes a number of bytes, as 500M or 2G, not '%.40s'", o->name, text);
    case SECONDS:
        if (!read_real(text, 0.001, 3600, at)) return DONE;
        return misused("--%s takes seconds from 0.001 to 3600, not '%.40s'", o->name, text);
    }
    return DONE;
}

/* A value that need not be stands after '=': a number behind a blank would be taken
 * for a move, perhaps a legal one. */
static int set_found(const option *o, const char *next, call *out)
{
    int64_t n;
    if (o->bare && !optarg && next && read_number(next, 0, INT64_MAX, &n) == 0)
        return misused(
            "'--%s %.40s' may mean two things: write --%s=%.40s, or words before options", o->name,
            next, o->name, next);
    return set(o, optarg || !o->bare ? optarg : o->bare, out);
}

static int unknown_word(const command *c, const char *word)
{
    char name[40];
    near best = {.word = name};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    for (int i = 0; option_of(c, i); i++) near_try(&best, option_of(c, i)->name);
    if (*best.found)
        return misused("%s has no option '--%s'; did you mean '--%s'?", c->name, name, best.found);
    return misused("%s has no option '--%s'; see 'parlor %s --help'", c->name, name, c->name);
}

/* A letter that is no option; a digit begins a number below 0.  getopt is past
 * the word if it was the only letter in it, and still there if it was not. */
static int unknown_letter(const command *c, int letter, char **next)
{
    char word[] = {'-', (char)letter, 0};
    int longer = *next && !strncmp(*next, word, 2) && strcmp(next[-1], word) != 0;
    if (c->negative && letter >= '0' && letter <= '9') return c->negative(longer ? *next : word);
    return misused("%s has no option '-%c'; see 'parlor %s --help'", c->name, letter, c->name);
}

/* getopt met something it does not like; val is the option, or a letter, or 0
 * for a word that is no option; next is where getopt goes on. */
static int complaint(const command *c, int found, int val, char **next)
{
    if (val == 0) return unknown_word(c, next[-1]);
    if (val < FIRST) return unknown_letter(c, val, next);
    const option *o = option_of(c, val - FIRST);
    if (found == ':') return misused("--%s needs a value: --%s %s", o->name, o->name, o->arg);
    return misused("--%s takes no value", o->name);
}

static void describe(const command *c, struct option *out)
{
    int i = 0;
    for (const option *o; i < OPTIONS_MAX && (o = option_of(c, i)); i++) {
        int takes = !o->arg ? no_argument : o->bare ? optional_argument : required_argument;
        out[i] = (struct option){o->name, takes, NULL, FIRST + i};
    }
    out[i] = (struct option){0};
}

/* "perft needs a DEPTH": the first word that is not there. */
static int word_missing(const command *c, int given, const char *synopsis)
{
    const char *word = c->words;
    while (given--) word += strcspn(word, " ") + 1;
    const char *article = *word >= 'a' ? "" : *word == 'A' ? "an " : "a ";
    return misused("%s needs %s%.*s: parlor %s", c->name, article, (int)strcspn(word, " ."), word,
                   synopsis);
}

static int count_words(const command *c, const call *out)
{
    char synopsis[160];
    if (out->help || (out->count >= c->least && (c->most < 0 || out->count <= c->most)))
        return DONE;
    help_synopsis(c, synopsis, sizeof synopsis);
    if (out->count < c->least) return word_missing(c, out->count, synopsis);
    if (out->record && !*out->record)
        return misused("a file goes with --record as --record=FILE: parlor %s", synopsis);
    return misused("%s takes fewer words than that: parlor %s", c->name, synopsis);
}

/* What stands behind -- is none of our words. */
static int cut_command(const command *c, int argc, char **argv, call *out)
{
    for (int i = 1; c->runs && i < argc; i++) {
        if (strcmp(argv[i], "--")) continue;
        out->after = argv + i + 1;
        return i;
    }
    return argc;
}

int parse_call(const command *c, int argc, char **argv, call *out)
{
    struct option list[OPTIONS_MAX + 1];
    int found, status = DONE;
    describe(c, list);
    *out =
        (call){.seed = UNSEEDED, .resume = NOT_RESUMED, .target = NO_TARGET, .epsilon = NOT_GIVEN};
    argc = cut_command(c, argc, argv, out);
    for (int i = 0; option_of(c, i); i++)
        if (option_of(c, i)->normal) set(option_of(c, i), option_of(c, i)->normal, out);
    opterr = 0;
    for (optind = 1; !status && (found = getopt_long(argc, argv, ":h", list, NULL)) != -1;) {
        if (found == 'h') out->help = 1;
        else if (found < FIRST) status = complaint(c, found, optopt, argv + optind);
        else status = set_found(option_of(c, found - FIRST), argv[optind], out);
    }
    out->count = argc - optind;
    out->words = argv + optind;
    out->line = argv;
    return status ? status : count_words(c, out);
}

char *command_of(char **words)
{
    char *text = NULL;
    size_t size;
    if (!words[1]) return strdup(words[0]);
    FILE *out = open_memstream(&text, &size);
    for (int i = 0; out && words[i]; i++) {
        fputs(i ? " '" : "'", out);
        for (const char *c = words[i]; *c; c++)
            if (*c == '\'') fputs("'\\''", out);
            else putc(*c, out);
        putc('\'', out);
    }
    if (out) fclose(out);
    return text;
}
