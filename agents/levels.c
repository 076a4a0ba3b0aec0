/* levels.c -- how strong an opponent is, from 1 to 10, and unbeatable where a game can be solved.
 *
 * Level 1 moves at random, 10 takes three seconds a move.  Between them ismcts, where something
 * is hidden, and mcts, where the game does not value positions, think about three times as much
 * at each level as at the one below, by counted iterations.  Where it does, alphabeta looks two
 * plies deeper at each from level 5 on, but thinks no longer than a second or two: in hex,
 * breakthrough, gomoku and quoridor two plies beat mcts with 1,000 iterations in all of eight
 * games each.  One level above them all is offered for games that are solved while one sits down,
 * and for no others: it is the one that may be called unbeatable.  parlor ladder measures what
 * each is worth, and ladders/ has what it found.
 *
 * Fact to check: level 5 of connect4 is alphabeta(depth=2,ms=1000), of kuhn
 * ismcts(iterations=300,ms=5000). */
#include <stdio.h>
#include <string.h>

#include "agents/ladders.h"

static int by_sampling(int level, const char *who, char *buf, size_t n)
{
    static const int iterations[] = {[2] = 10, 30, 100, 300, 1000, 3000, 10000, 30000};
    if (level == PL_LEVELS) return snprintf(buf, n, "%s(ms=3000)", who);
    return snprintf(buf, n, "%s(iterations=%d,ms=5000)", who, iterations[level]);
}

/* Ladders told what is weaker than a level below it: to look one ply ahead at tic-tac-toe and
 * othello, an odd number at connect four and breakthrough, and at pig one that does not see beyond
 * the die.  So it is two plies more at each level, odd ones only where dice fall between. */
static int by_looking(int level, int chance, char *buf, size_t n)
{
    static const int ms[] = {[5] = 1000, 1000, 1000, 1500, 2000};
    int depth = chance ? 2 * level - 9 : 2 * level - 8;
    if (level == PL_LEVELS) return snprintf(buf, n, "alphabeta(ms=3000)");
    if (depth < 2) return by_sampling(level, "mcts", buf, n);
    return snprintf(buf, n, "alphabeta(depth=%d,ms=%d)", depth, ms[level]);
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
    if (g->value && !g->hide) return by_looking(level, g->chances > 0, buf, n);
    return by_sampling(level, g->hide ? "ismcts" : "mcts", buf, n);
}

const char *pl_level_name(int level)
{
    static const char *const name[] = {"novice",    "very easy", "easy",      "fair",
                                       "medium",    "able",      "strong",    "hard",
                                       "very hard", "best",      "unbeatable"};
    return level >= 1 && level <= PL_UNBEATABLE ? name[level - 1] : NULL;
}

int pl_ladder_known(const char *game, pl_rated *out)
{
    int n = 0;
    for (const pl_ladder_row *row = pl_ladder_rows; row->game && n < PL_RATED_MAX; row++)
        if (!strcmp(row->game, game)) out[n++] = row->rung;
    return n;
}
