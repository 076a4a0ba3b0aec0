/* notes.h -- what a seat noticed of a game: news, and the history. */
#ifndef NOTES_H
#define NOTES_H

#include "board.h"
#include "cli.h"

/* What seat noticed of ply i, spelt with what it knew then; 0: nothing. */
int notes_say(const pl_line *line, int i, int seat, char *buf, size_t n);
/* Print what seat noticed from ply *told on, which then is the last; of its own moves only what
 * they revealed. */
void notes_news(const screen *s, const pl_line *line, int seat, int *told);
/* The same as a list of {mover, noticed}; all: own moves, too. */
json_t *notes_json(const pl_line *line, int seat, int from, int all);
/* All that seat noticed, numbered. */
void notes_history(const screen *s, const pl_line *line, int seat);
/* The number of ply i in that history. */
int notes_number(const pl_line *line, int i, int seat);

#endif
