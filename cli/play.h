/* play.h -- what the files of parlor play share. */
#ifndef PLAY_H
#define PLAY_H

#include "cli.h"

/* What random play after each of the seat's legal moves is worth, tried for about
 * so long at most; 0 or FAILED. */
int give_hint(const pl_line *line, int seat, double seconds, pl_rng *r, int json);

/* input.c: lines that somebody types, edited if it is at a terminal. */
typedef struct input input;
/* What is printed when an interrupt ends it all; NULL: out of memory. */
input *input_new(const char *last_words);
void input_free(input *in);
/* The next line without its end, or NULL when there are no more. */
const char *input_line(input *in, const char *prompt);

#endif
