/* clp.c -- the linear program of a game solved by CLP (Forrest and others, COIN-OR),
 * with the dual simplex method (Lemke, 1954) after a presolve.
 *
 * One run gives both seats' plans: seat 1's are the columns, seat 0's the dual
 * values of the rows.  What comes out is not trusted but measured, by best
 * answers on the tree.
 *
 * Fact to check: Leduc poker is worth -0.085606424078 to seat 0.
 */
#include "parlor/clp.h"

#include <coin/Clp_C_Interface.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "parlor/lp.h"

/* A set that is played to less often than this is not: rounding put it there. */
static const double never = 1e-12;
/* How much of the span of scores a best answer may gain, and how exact CLP is to be. */
static const double proven = 1e-8, exact = 1e-9;

/* Bounds of columns and of rows. */
typedef struct {
    double *low, *high;
} bounds;

static int bounds_new(bounds *b, int32_t n)
{
    b->low = calloc((size_t)n, sizeof *b->low);
    b->high = calloc((size_t)n, sizeof *b->high);
    return b->low && b->high ? 0 : -1;
}

static void bounds_free(bounds *b)
{
    free(b->low);
    free(b->high);
}

static int load(Clp_Simplex *clp, const pl_lp *lp)
{
    bounds cols, rows;
    double *cost = calloc((size_t)lp->cols, sizeof *cost);
    int bad = bounds_new(&cols, lp->cols) | bounds_new(&rows, lp->rows) | !cost;
    for (int32_t c = 0; !bad && c < lp->cols; c++) {
        cols.low[c] = c < lp->objective ? 0 : -DBL_MAX;
        cols.high[c] = DBL_MAX;
        cost[c] = c == lp->objective;
    }
    for (int32_t r = 0; !bad && r < lp->rows; r++) {
        rows.low[r] = r == 0;
        rows.high[r] = r < lp->equations ? r == 0 : DBL_MAX;
    }
    if (!bad)
        Clp_loadProblem(clp, lp->cols, lp->rows, lp->first, lp->row, lp->value, cols.low, cols.high,
                        cost, rows.low, rows.high);
    bounds_free(&cols);
    bounds_free(&rows);
    free(cost);
    return bad ? -1 : 0;
}

/* A seat's part of the policy, from its plan. */
static void behave(const pl_lp *lp, int seat, const double *plan, double *policy)
{
    const pl_tree *t = lp->tree;
    for (int32_t i = 0; i < t->infos; i++) {
        int32_t from = t->info_first[i], to = t->info_first[i + 1];
        double sum = 0;
        if (t->info_seat[i] != seat) continue;
        for (int32_t a = from; a < to; a++) sum += fmax(plan[lp->sequence[a]], 0);
        for (int32_t a = from; a < to; a++)
            policy[a] = sum < never ? 1.0 / (to - from) : fmax(plan[lp->sequence[a]], 0) / sum;
    }
}

/* Nobody gains by another strategy. */
static int certify(const pl_tree *t, const double *policy, pl_error *err)
{
    double upper, less;
    if (pl_tree_best(t, policy, 0, &upper) || pl_tree_best(t, policy, 1, &less))
        return pl_fail(err, "%s: best answers could not be found", t->game->name);
    double gain = upper + less - t->sum;
    if (gain <= proven * (t->game->hi - t->game->lo)) return 0;
    return pl_fail(err, "%s: what CLP found is not exact: best answers gain %g", t->game->name,
                   gain);
}

static int solve(Clp_Simplex *clp, const pl_lp *lp, double *policy, double *value, pl_error *err)
{
    enum { STOPPED = 3 }; /* by a limit, and there is but one */
    const char *name = lp->tree->game->name;
    if (load(clp, lp)) return pl_fail(err, "out of memory for the linear program");
    Clp_setLogLevel(clp, 0);
    Clp_setPrimalTolerance(clp, exact);
    Clp_setDualTolerance(clp, exact);
    Clp_initialDualSolve(clp);
    if (Clp_status(clp) == STOPPED)
        return pl_fail(err,
                       "%s: the linear program was not solved in time, and nothing is known "
                       "before it is",
                       name);
    if (Clp_status(clp) != 0)
        return pl_fail(err, "%s: CLP gave up with status %d", name, Clp_status(clp));
    *value = Clp_objectiveValue(clp);
    behave(lp, 0, Clp_dualRowSolution(clp) + lp->equations, policy);
    behave(lp, 1, Clp_primalColumnSolution(clp), policy);
    return certify(lp->tree, policy, err);
}

int pl_clp_solve(const pl_tree *t, double seconds, double *policy, double *value, pl_error *err)
{
    pl_lp *lp = pl_lp_new(t, err);
    if (!lp) return -1;
    Clp_Simplex *clp = Clp_newModel();
    if (seconds > 0) Clp_setMaximumSeconds(clp, seconds);
    int bad = solve(clp, lp, policy, value, err);
    Clp_deleteModel(clp);
    pl_lp_free(lp);
    return bad;
}

int pl_clp_there(void)
{
    return 1;
}
