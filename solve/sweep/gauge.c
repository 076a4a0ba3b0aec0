/* gauge.c -- how good a policy is, fast: best answers in sequence form.
 *
 * It keeps sets apart that are alike, since a policy may treat them differently,
 * but sweeps hands side by side.  solve/response.c finds the same on the tree
 * itself, by other means.
 */
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "parlor/solve.h"
#include "solve/sweep/sweep.h"

struct pl_gauge {
    pl_form *form;
    pl_work work;
};

pl_gauge *pl_gauge_new(const pl_tree *t, pl_error *err)
{
    pl_gauge *g = calloc(1, sizeof *g);
    if (!g) {
        pl_fail(err, "out of memory");
        return NULL;
    }
    g->form = pl_form_new(t, PL_FORM_LANES, err);
    if (g->form && !pl_work_new(&g->work, g->form, NULL, 0)) return g;
    if (g->form) pl_fail(err, "%s: out of memory for a policy", t->game->name);
    pl_gauge_free(g);
    return NULL;
}

void pl_gauge_free(pl_gauge *g)
{
    if (!g) return;
    pl_work_free(&g->work);
    pl_form_free(g->form);
    free(g);
}

void pl_gauge_gap(pl_gauge *g, const double *policy, pl_gap *out)
{
    pl_work_take(&g->work, policy);
    pl_work_gap(&g->work, out);
}
