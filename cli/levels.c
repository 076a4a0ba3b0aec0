/* levels.c -- how strong an opponent is, in a word.
 *
 * Level 1 moves at random, 10 takes three seconds a move.  Between them ismcts, where something
 * is hidden, and mcts, where the game does not value positions, think about three times as much
 * at each level as at the one below, by counted iterations.  Where it does, alphabeta looks one
 * ply deeper at each, but thinks no longer than a second: in hex, breakthrough, gomoku and
 * quoridor two plies beat mcts with 1,000 iterations in all of eight games each.
 *
 * Fact to check: level 5 of connect4 is alphabeta(depth=2,ms=1000), of kuhn
 * ismcts(iterations=300,ms=5000). */
#include "levels.h"

#include <string.h>
#include <strings.h>

enum { LEAST = 1, MOST = 10 };

static int level_of(const char *word)
{
    static const struct {
        const char *name;
        int level;
    } known[] = {{"easy", 3}, {"medium", 5}, {"hard", 8}, {"best", MOST}};
    int64_t n;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcasecmp(word, known[i].name)) return known[i].level;
    return read_number(word, LEAST, MOST, &n) ? 0 : (int)n;
}

static void by_sampling(int level, const char *who, char *buf, size_t n)
{
    static const int iterations[] = {[2] = 10, 30, 100, 300, 1000, 3000, 10000, 30000};
    if (level == MOST) snprintf(buf, n, "%s(ms=3000)", who);
    else snprintf(buf, n, "%s(iterations=%d,ms=5000)", who, iterations[level]);
}

static void by_looking(int level, char *buf, size_t n)
{
    enum { SHALLOW = 4 }; /* below, one who hardly thinks */
    if (level == MOST) snprintf(buf, n, "alphabeta(ms=3000)");
    else if (level < SHALLOW) by_sampling(level, "mcts", buf, n);
    else snprintf(buf, n, "alphabeta(depth=%d,ms=1000)", level - SHALLOW + 1);
}

int level_agent(const pl_game *g, const char *word, char *buf, size_t n)
{
    int level = level_of(word);
    if (level == LEAST) snprintf(buf, n, "random");
    else if (level && g->value && !g->hide) by_looking(level, buf, n);
    else if (level) by_sampling(level, g->hide ? "ismcts" : "mcts", buf, n);
    return level;
}
