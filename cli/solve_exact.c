#include "solve.h"
int solve_exact(const call *c, const pl_game *g)
{
    return solve_tree(c, g, NULL);
}
