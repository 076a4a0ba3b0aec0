/* report.c -- what the reports of a match share: sums of what is counted apart, a sequential
 * test in words, and the command that plays the match again. */
#include <stdlib.h>
#include <string.h>

#include "matches.h"

int64_t results_of(const pl_standing *s, int how)
{
    int64_t sum = 0;
    for (int seat = 0; seat < PL_SEATS_MAX; seat++) sum += s->at[seat][how];
    return sum;
}

int64_t faults_of(const pl_standing *s)
{
    int64_t sum = 0;
    for (int f = 0; f < PL_FAULTS; f++) sum += s->faults[f];
    return sum;
}

const char *decision_of(const pl_sprt_result *r)
{
    static const char *const words[] = {"open", "H0 is accepted", "H1 is accepted"};
    return words[r->state];
}

/* A word as the shell takes it, in quotes where it would read more into it. */
static void put_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%";
    if (*word && !word[strspn(word, plain)]) {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        if (*word == '\'') fputs("'\\''", out);
        else putc(*word, out);
    putc('\'', out);
}

/* A report is handed on, and a password in the address of a store is not for its readers. */
static void put_harmless(FILE *out, const char *word)
{
    const char *equals = strncmp(word, "--", 2) ? NULL : strchr(word, '=');
    const char *value = equals ? equals + 1 : word;
    size_t n = strlen(word) + 1, before = (size_t)(value - word);
    char *shown = malloc(n);
    if (!shown) return;
    memcpy(shown, word, before);
    pl_records_shown(value, shown + before, n - before);
    put_word(out, shown);
    free(shown);
}

char *command_again(const call *c)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputs("parlor", out);
    for (int i = 0; c->line[i]; i++) {
        putc(' ', out);
        put_harmless(out, c->line[i]);
    }
    fclose(out);
    return text;
}

int match_games(pl_match *m, const pl_match_plan *plan, int64_t *id, int most)
{
    pl_error err;
    if (!plan->file) return 0;
    int n = pl_records_parts_some(plan->file, pl_match_number(m), id, most, &err);
    if (n < 0) failed("%s", err.text);
    return n;
}
