/* text.h -- a text that grows in a buffer of fixed size, counting what would
 * not fit, so that everything built on it returns like snprintf. */
#ifndef PL_CORE_TEXT_H
#define PL_CORE_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "parlor/game.h"

typedef struct {
    char *buf;
    size_t size, used;
} pl_text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void pl_put(pl_text *t, const char *format, ...);
/* The room that is left, for a function that prints like snprintf. */
char *pl_text_at(const pl_text *t);
size_t pl_text_room(const pl_text *t);

/* Write a sentence into err, if there is one; returns -1. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int pl_fail(pl_error *err, const char *format, ...);

#endif
