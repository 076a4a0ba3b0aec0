/* prompt.h -- what somebody who is to move is asked. */
#ifndef PROMPT_H
#define PROMPT_H

#include "cli.h"
#include "screen.h"

/* "Your move (pass, bet), 4:59 left> ". */
void prompt_make(const pl_game *g, const void *view, const pl_time *time, int columns, char *buf,
                 size_t n);
/* All legal moves, by name and number. */
void prompt_moves(const screen *s, const pl_game *g, const void *view);

#endif
