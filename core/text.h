/* text.h -- what the files of core share for printing. */
#ifndef PL_CORE_TEXT_H
#define PL_CORE_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "parlor/game.h"

/* The room that is left, for a function that prints like snprintf. */
char *pl_text_at(const pl_text *t);
size_t pl_text_room(const pl_text *t);

/* Write a sentence into err, if there is one; returns -1. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int pl_fail(pl_error *err, const char *format, ...);
/* All that was printed there is out; 0, or -1 with why it is not, what being its name. */
int pl_flush(FILE *out, const char *what, pl_error *err);

#endif
