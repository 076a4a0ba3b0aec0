/* levels.h -- how strong an opponent is, in a word. */
#ifndef LEVELS_H
#define LEVELS_H

#include "cli.h"

#define LEVEL_WORDS                                                                                \
    "1..10, easy, medium, hard, best, and unbeatable for games that are small enough to be solved"

/* The level of g that word names, or 0; and the agent that plays g at it, in buf. */
int level_agent(const pl_game *g, const char *word, char *buf, size_t n);

#endif
