/* tape.h -- what is said to a seat, or to all who watch, in order.
 *
 * A table writes on it and never waits; connections read from it, each at its own
 * place.  So who comes back reads from where the game began, and a hundred spectators
 * cost no more memory than one.  Lines that are only for who is there now, such as a
 * question with a clock in it, are passing: who comes later does not get them.
 */
#ifndef PL_TABLE_TAPE_H
#define PL_TABLE_TAPE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *text;      /* with its end; NULL: it has passed */
    char *bytes;     /* the view in hexadecimal, for who asks for it; or NULL */
    size_t n;        /* bytes of text */
    int32_t passing; /* 1: not for who comes later */
    int32_t unused;
} pl_said;

/* Lines have numbers that never change; those before the last game but one are gone. */
typedef struct {
    pl_said *line;
    int64_t first;  /* the number of line[0] */
    int64_t game;   /* where this game begins */
    int64_t passed; /* before this, nothing is passing any more */
    int32_t n, room;
} pl_tape;

void pl_tape_free(pl_tape *t);
/* A game begins: what was said before the last one is forgotten. */
void pl_tape_begin(pl_tape *t);
/* Say a line; view is the bytes of one in hexadecimal, or NULL.  0, or -1: no memory. */
int pl_tape_say(pl_tape *t, const char *text, const char *view, int passing);
/* All that is passing has passed, up to line number to. */
void pl_tape_pass(pl_tape *t, int64_t to);
int64_t pl_tape_end(const pl_tape *t); /* the number of the next line */
/* The first line from number *at on for who came when line number came was the next,
 * and *at past it; NULL: there is none yet. */
const pl_said *pl_tape_next(const pl_tape *t, int64_t *at, int64_t came);

#endif
