/* tape.c -- lines that a table says and connections read.
 *
 * Fact to check: a seat that comes back after n questions reads the start of the game
 * and every line that lasts, and none of the n questions.
 */
#include "table/net/tape.h"

#include <stdlib.h>
#include <string.h>

static void wipe(pl_said *s)
{
    free(s->text);
    free(s->bytes);
    *s = (pl_said){.passing = 1};
}

void pl_tape_free(pl_tape *t)
{
    for (int i = 0; i < t->n; i++) wipe(&t->line[i]);
    free(t->line);
    *t = (pl_tape){0};
}

int64_t pl_tape_end(const pl_tape *t)
{
    return t->first + t->n;
}

void pl_tape_begin(pl_tape *t)
{
    int gone = (int)(t->game - t->first);
    for (int i = 0; i < gone; i++) wipe(&t->line[i]);
    if (gone) memmove(t->line, t->line + gone, (size_t)(t->n - gone) * sizeof *t->line);
    t->n -= gone;
    t->first = t->game;
    if (t->passed < t->first) t->passed = t->first;
    t->game = pl_tape_end(t);
}

static int grow(pl_tape *t)
{
    int room = t->room ? 2 * t->room : 16;
    pl_said *more = realloc(t->line, (size_t)room * sizeof *more);
    if (!more) return -1;
    t->line = more;
    t->room = room;
    return 0;
}

static char *copy(const char *text, size_t n)
{
    char *out = malloc(n + 1);
    if (!out) return NULL;
    memcpy(out, text, n);
    out[n] = 0;
    return out;
}

int pl_tape_say(pl_tape *t, const char *text, const char *view, int passing)
{
    if (t->n == t->room && grow(t)) return -1;
    pl_said s = {.n = strlen(text), .passing = passing};
    s.text = copy(text, s.n);
    if (view) s.bytes = copy(view, strlen(view));
    if (!s.text || (view && !s.bytes)) {
        wipe(&s);
        return -1;
    }
    t->line[t->n++] = s;
    return 0;
}

void pl_tape_pass(pl_tape *t, int64_t to)
{
    for (; t->passed < to && t->passed < pl_tape_end(t); t->passed++) {
        pl_said *s = &t->line[t->passed - t->first];
        if (s->passing) wipe(s);
    }
}

const pl_said *pl_tape_next(const pl_tape *t, int64_t *at, int64_t came)
{
    for (; *at < pl_tape_end(t); ++*at) {
        const pl_said *s = &t->line[*at - t->first];
        if (!s->text || (s->passing && *at < came)) continue;
        ++*at;
        return s;
    }
    return NULL;
}
