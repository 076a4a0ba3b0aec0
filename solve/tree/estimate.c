/* estimate.c -- how large a tree is that is too large to build.
 *
 * Knuth (1975): walk a random line; a node at depth d stands for as many as the
 * product of the numbers of moves on the way to it, so the sum of these products
 * has the size of the tree for its mean.  A few lines in a bushy tree can be far
 * off, and mostly too low.
 *
 * Fact to check: where every line has the same numbers of moves, as in rock,
 * paper, scissors with its 13 histories, one line is exact.
 */
#include "parlor/tree.h"

#include "solve/tree/builder.h"

enum { MOST_PLIES = 2000000 }; /* of all lines together */

/* Walk one line and add what it stands for; how many plies it has. */
static int64_t probe(const pl_game *g, pl_rng *r, double *nodes, double *ends)
{
    pl_state s;
    pl_move m[PL_MOVES_MAX];
    double alike = 1;
    int64_t plies = 0;
    pl_start(g, &s);
    *nodes += 1;
    while (g->turn(&s) != PL_OVER && plies < MOST_PLIES) {
        int n = g->moves(&s, m);
        if (n < 1) break; /* no game does; it is told of where trees are built */
        alike *= n;
        *nodes += alike;
        g->apply(&s, m[pl_below(r, n)]);
        plies++;
    }
    *ends += alike;
    return plies;
}

void pl_tree_estimate(const pl_game *g, int64_t probes, uint64_t seed, pl_tree_size *out)
{
    pl_rng r;
    int64_t plies = 0, n = 0;
    double nodes = 0, ends = 0;
    pl_seed(&r, seed);
    while (n < 1 || (n < probes && plies < MOST_PLIES)) {
        plies += probe(g, &r, &nodes, &ends);
        n++;
    }
    *out = (pl_tree_size){.nodes = nodes / (double)n, .ends = ends / (double)n, .probes = n};
    out->bytes =
        out->nodes * (double)pl_tree_node_bytes() + out->ends * (double)pl_tree_end_bytes(g);
}
