/* cfr_br.c -- regret minimisation against best answers (Johanson et al., 2012).
 *
 * Each seat learns on its own, against an opponent who always answers its latest
 * play best: so what a seat's average gives away goes to 0 without the other's
 * having to learn anything. */
#include "core/text.h"
#include "solve/methods.h"
#include "solve/sweep/sweep.h"

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work[2]; /* in which seat 0 learns, and seat 1 */
} solver;

static int cfr_br_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    if (base->tree->game->players != 2)
        return pl_fail(err, "cfr-br is for two players, and %s has %d", base->tree->game->name,
                       (int)base->tree->game->players);
    return pl_work_open(base, &s->form, s->work, 2, 0, err);
}

static void cfr_br_close(pl_solver *base)
{
    solver *s = (solver *)base;
    for (int k = 0; k < 2; k++) pl_work_free(&s->work[k]);
    pl_form_free(s->form);
}

static void cfr_br_run(pl_solver *base, int64_t n)
{
    solver *s = (solver *)base;
    for (; n > 0 && !pl_solver_stopped(base); n--) {
        double t = (double)++base->iterations;
        pl_update u = {1, 0, 1, 1, 1, 0, (t - 1) / t};
        for (int k = 0; k < 2; k++) {
            pl_work_respond(&s->work[k], 1 - k, 1, NULL);
            pl_work_spread(&s->work[k], 1 - k);
            pl_work_improve(&s->work[k], k, &u);
            pl_work_spread(&s->work[k], k);
        }
    }
}

static void cfr_br_policy(pl_solver *base, double *policy)
{
    for (int k = 0; k < 2; k++) pl_work_average_of(&((solver *)base)->work[k], k, policy);
}

static void cfr_br_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    solver *s = (solver *)base;
    for (int k = 0; k < 2; k++) pl_work_keep(&s->work[k], k, keep, with);
}

static void cfr_br_took(pl_solver *base)
{
    for (int k = 0; k < 2; k++) pl_work_spread(&((solver *)base)->work[k], k);
}

const pl_method pl_cfr_br = {.abi = PL_ABI,
                             .size = sizeof(solver),
                             .name = "cfr-br",
                             .about = "each seat learns against best answers to it; two players",
                             .open = cfr_br_open,
                             .close = cfr_br_close,
                             .run = cfr_br_run,
                             .policy = cfr_br_policy,
                             .keep = cfr_br_keep,
                             .took = cfr_br_took};
