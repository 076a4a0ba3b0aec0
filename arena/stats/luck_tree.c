/* luck_tree.c -- what positions of a small game are worth by a policy, for AIVAT.
 *
 * The values of all nodes are worked out once, from the leaves up; a line leads to its
 * node move by move.
 */
#include "arena/stats/luck_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* One node's row from those of its children. */
static void value_of(pl_luck_tree *l, const double *policy, int32_t node)
{
    const pl_tree *t = l->tree;
    size_t seats = (size_t)t->game->players;
    double *row = l->value + (size_t)node * seats;
    if (t->turn[node] == PL_OVER) {
        memcpy(row, t->score + (size_t)t->info[node] * seats, seats * sizeof *row);
        return;
    }
    int32_t first = t->first[node];
    for (int32_t child = first; child < t->first[node + 1]; child++) {
        double p = t->turn[node] == PL_CHANCE
                       ? t->odds[child]
                       : policy[t->info_first[t->info[node]] + child - first];
        for (size_t i = 0; i < seats; i++) row[i] += p * l->value[(size_t)child * seats + i];
    }
}

double pl_luck_chance(const pl_luck_tree *l, int32_t node, int32_t child)
{
    const pl_tree *t = l->tree;
    if (t->turn[node] == PL_CHANCE) return t->odds[child];
    if (!(l->known >> t->turn[node] & 1)) return -1;
    return l->play[t->info_first[t->info[node]] + child - t->first[node]];
}

pl_luck_tree *pl_luck_tree_new(const pl_tree *t, const double *policy, const double *play,
                               uint32_t known, pl_error *err)
{
    size_t places = (size_t)t->info_first[t->infos];
    pl_luck_tree *l = calloc(1, sizeof *l);
    if (l) {
        l->tree = t;
        l->known = known;
        l->play = malloc((places + 1) * sizeof *l->play);
        l->value = calloc((size_t)t->nodes * (size_t)t->game->players, sizeof *l->value);
        l->payoff = calloc((size_t)t->ends * (size_t)t->game->players, sizeof *l->payoff);
    }
    int bad = !l || !l->play || !l->value || !l->payoff;
    if (bad) pl_fail(err, "out of memory for the values of %d nodes", (int)t->nodes);
    else {
        memcpy(l->play, play, places * sizeof *l->play);
        for (int32_t node = t->nodes; node-- > 0;) value_of(l, policy, node);
        bad = pl_luck_cells(l, err);
    }
    if (!bad) return l;
    pl_luck_tree_free(l);
    return NULL;
}

void pl_luck_tree_free(pl_luck_tree *l)
{
    if (!l) return;
    free(l->play);
    free(l->value);
    free(l->payoff);
    free(l);
}

/* The child by move m; a line is of legal moves, so there is one. */
static int32_t child_of(const pl_tree *t, int32_t node, pl_move m)
{
    int32_t child = t->first[node];
    while (child + 1 < t->first[node + 1] && t->move[child] != m) child++;
    return child;
}

static int32_t node_of(const pl_luck_tree *l, const pl_line *line, int ply)
{
    int32_t node = 0;
    for (int i = 0; i < ply; i++) node = child_of(l->tree, node, pl_line_move(line, i));
    return node;
}

static void tree_value(void *with, const pl_line *line, int ply, pl_move m, const void *after,
                       double *out)
{
    const pl_luck_tree *l = with;
    size_t seats = (size_t)l->tree->game->players;
    (void)after;
    int32_t node = child_of(l->tree, node_of(l, line, ply), m);
    memcpy(out, l->value + (size_t)node * seats, seats * sizeof *out);
}

static int tree_chances(void *with, const pl_line *line, int ply, const pl_move *move, int n,
                        double *out)
{
    const pl_luck_tree *l = with;
    (void)move;
    if (!(l->known >> pl_line_mover(line, ply) & 1)) return 0;
    int32_t info = l->tree->info[node_of(l, line, ply)];
    memcpy(out, l->play + l->tree->info_first[info], (size_t)n * sizeof *out);
    return 1;
}

pl_aivat pl_luck_tree_aivat(pl_luck_tree *l)
{
    return (pl_aivat){tree_value, tree_chances, l};
}

int pl_luck_tree_payoff(const pl_luck_tree *l, const pl_line *line, double *payoff, pl_error *err)
{
    const pl_tree *t = l->tree;
    size_t seats = (size_t)t->game->players;
    if (pl_line_turn(line) != PL_OVER)
        return pl_fail(err, "the game is not over, so it has no payoff");
    int32_t node = node_of(l, line, pl_line_plies(line));
    memcpy(payoff, l->payoff + (size_t)t->info[node] * seats, seats * sizeof *payoff);
    return 0;
}
