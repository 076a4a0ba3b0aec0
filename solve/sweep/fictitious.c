/* fictitious.c -- fictitious play (Brown, 1951; in behaviour, Heinrich, Lanctot and
 * Silver, 2015): every seat answers the others' average play best, and the answer
 * joins its own average. */
#include <math.h>

#include "solve/methods.h"
#include "solve/sweep/sweep.h"

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work; /* whose reach is that of the averages */
    double weight;
} solver;

enum { GAMMA };

static int fictitious_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    return pl_work_open(base, &s->form, &s->work, 1, 0, err);
}

static void fictitious_close(pl_solver *base)
{
    solver *s = (solver *)base;
    pl_work_free(&s->work);
    pl_form_free(s->form);
}

/* The reach of the average, from that of all answers. */
static void level_out(solver *s, int k)
{
    pl_seat *own = &s->work.seat[k];
    int64_t n = pl_work_size(&s->work, k);
    for (int64_t i = s->form->lanes; i < n; i++) own->reach[i] = own->total[i] / s->weight;
}

static void join_average(solver *s, int k, double fade)
{
    pl_seat *own = &s->work.seat[k];
    int64_t n = pl_work_size(&s->work, k);
    pl_work_spread(&s->work, k);
    for (int64_t i = s->form->lanes; i < n; i++)
        own->total[i] = own->total[i] * fade + own->reach[i];
    level_out(s, k);
}

static void fictitious_run(pl_solver *base, int64_t n)
{
    solver *s = (solver *)base;
    for (; n > 0 && !pl_solver_stopped(base); n--) {
        double t = (double)++base->iterations, fade = pow((t - 1) / t, base->arg[GAMMA]);
        s->weight = s->weight * fade + 1;
        for (int k = 0; k < s->form->players; k++) {
            pl_work_face(&s->work, k);
            pl_work_respond(&s->work, k, 1, NULL);
        }
        for (int k = 0; k < s->form->players; k++) join_average(s, k, fade);
    }
}

static void fictitious_policy(pl_solver *base, double *policy)
{
    pl_work_average(&((solver *)base)->work, policy);
}

static void fictitious_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    solver *s = (solver *)base;
    keep(with, &s->weight, sizeof s->weight);
    for (int k = 0; k < s->form->players; k++)
        keep(with, s->work.seat[k].total, (size_t)pl_work_size(&s->work, k) * sizeof(double));
}

static void fictitious_took(pl_solver *base)
{
    solver *s = (solver *)base;
    for (int k = 0; s->weight > 0 && k < s->form->players; k++) level_out(s, k);
}

static const pl_param fictitious_params[] = {
    {"gamma", PL_REAL, 0, 1, 100, "iteration t weighs t^gamma in the average"}, {0}};

const pl_method pl_fictitious = {.abi = PL_ABI,
                                 .size = sizeof(solver),
                                 .name = "fictitious",
                                 .about = "best answers to the others' average play",
                                 .params = fictitious_params,
                                 .open = fictitious_open,
                                 .close = fictitious_close,
                                 .run = fictitious_run,
                                 .policy = fictitious_policy,
                                 .keep = fictitious_keep,
                                 .took = fictitious_took};
