/* levels.c -- how strong an opponent is, from 1 to 10, and unbeatable where a game can be solved.
 *
 * Level 1 moves at random, 10 takes three seconds a move.  Between them ismcts, where something
 * is hidden, and mcts, where the game does not value positions, think about three times as much
 * at each level as at the one below, by counted iterations.  Where it does, alphabeta looks one
 * ply deeper at each, but thinks no longer than a second: in hex, breakthrough, gomoku and
 * quoridor two plies beat mcts with 1,000 iterations in all of eight games each.  One level above
 * them all is offered for games that are solved while one sits down, and for no others: it is the
 * one that may be called unbeatable.
 *
 * Fact to check: level 5 of connect4 is alphabeta(depth=2,ms=1000), of kuhn
 * ismcts(iterations=300,ms=5000). */
#include <stdio.h>

#include "parlor/agent.h"

static int by_sampling(int level, const char *who, char *buf, size_t n)
{
    static const int iterations[] = {[2] = 10, 30, 100, 300, 1000, 3000, 10000, 30000};
    if (level == PL_LEVELS) return snprintf(buf, n, "%s(ms=3000)", who);
    return snprintf(buf, n, "%s(iterations=%d,ms=5000)", who, iterations[level]);
}

static int by_looking(int level, char *buf, size_t n)
{
    enum { SHALLOW = 4 }; /* below, one who hardly thinks */
    if (level == PL_LEVELS) return snprintf(buf, n, "alphabeta(ms=3000)");
    if (level < SHALLOW) return by_sampling(level, "mcts", buf, n);
    return snprintf(buf, n, "alphabeta(depth=%d,ms=1000)", level - SHALLOW + 1);
}

int pl_level_top(const pl_game *g)
{
    pl_error err;
    pl_agent *a = pl_agent_open("solved", g, 0, &err);
    pl_agent_free(a);
    return a ? PL_UNBEATABLE : PL_LEVELS;
}

int pl_level_agent(const pl_game *g, int level, char *buf, size_t n)
{
    if (level <= 1) return snprintf(buf, n, "random");
    if (level > PL_LEVELS && pl_level_top(g) > PL_LEVELS) return snprintf(buf, n, "solved");
    if (level > PL_LEVELS) level = PL_LEVELS;
    if (g->value && !g->hide) return by_looking(level, buf, n);
    return by_sampling(level, g->hide ? "ismcts" : "mcts", buf, n);
}

const char *pl_level_name(int level)
{
    static const char *const name[] = {"novice",    "very easy", "easy",      "fair",
                                       "medium",    "able",      "strong",    "hard",
                                       "very hard", "best",      "unbeatable"};
    return level >= 1 && level <= PL_UNBEATABLE ? name[level - 1] : NULL;
}
