/* levels.c -- how strong an opponent is, in a word. */
#include "levels.h"

#include <strings.h>

static int level_of(const char *word)
{
    int64_t n;
    for (int i = 1; i <= PL_UNBEATABLE; i++)
        if (!strcasecmp(word, pl_level_name(i))) return i;
    return read_number(word, 1, PL_UNBEATABLE, &n) ? 0 : (int)n;
}

int level_agent(const pl_game *g, const char *word, char *buf, size_t n)
{
    int level = level_of(word);
    if (level > PL_LEVELS && level > pl_level_top(g)) level = 0;
    if (level) pl_level_agent(g, level, buf, n);
    return level;
}
