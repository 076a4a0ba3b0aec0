/* entry.h -- what somebody typed: a move, or one of the commands of parlor play. */
#ifndef ENTRY_H
#define ENTRY_H

#include "cli.h"
#include "input.h"

typedef enum {
    SAY_MOVES,
    SAY_ANY,
    SAY_VIEW,
    SAY_HISTORY,
    SAY_RULES,
    SAY_HINT,
    SAY_UNDO,
    SAY_RESIGN,
    SAY_SAVE,
    SAY_HELP,
    SAY_QUIT,
    SAY_MOVE, /* none of these, but a move */
    SAY_NOTHING
} saying;

typedef struct {
    saying what;
    pl_move move;
    const char *rest;  /* what stands after a command, or "" */
    char problem[400]; /* of SAY_NOTHING: a sentence, or "" for an empty line */
} entry;

/* A name or a number as find_move() takes them; coordinates ("c 3", "3,3", "e2-e4"); the
 * beginning of one move's name, or else of one command's. */
void entry_read(entry *e, const pl_game *g, const void *view, const char *text);
/* Words to complete a line with: moves, commands, and agents after "hint". */
void entry_offer(const pl_game *g, const void *view, const char *line, offer_fn *offer, void *to);
/* What there is to type, in lines. */
void entry_help(char *buf, size_t n);

#endif
