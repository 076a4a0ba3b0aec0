/* mirror.c -- magnetic mirror descent (Sokota et al., 2023) in sequence form.
 *
 * A policy moves towards what pays, by steps that are dear the further they lead
 * from the policy before and from a magnet; with the entropy of every set as the
 * measure of distance, from the last sets to the first (Hoda, Gilpin, Pena and
 * Sandholm, 2010).  Towards a magnet that stays the last policy, not an average,
 * goes to a quantal response equilibrium at a linear rate; a magnet that moves to
 * where the policy is, now and then, leads on to an equilibrium of the game.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/methods.h"
#include "solve/sweep/sweep.h"

enum { ETA, ALPHA, MAGNET };

typedef struct {
    pl_solver base;
    pl_form *form;
    pl_work work; /* regret: logarithms of the policy; total: of the magnet */
} solver;

static int mirror_open(pl_solver *base, pl_error *err)
{
    solver *s = (solver *)base;
    if (pl_work_open(base, &s->form, &s->work, 1, 0, err)) return -1;
    for (int k = 0; k < s->form->players; k++) {
        pl_seat *own = &s->work.seat[k];
        for (int64_t i = s->form->lanes; i < pl_work_size(&s->work, k); i++)
            own->regret[i] = own->total[i] = log(own->policy[i]);
    }
    return 0;
}

static void mirror_close(pl_solver *base)
{
    solver *s = (solver *)base;
    pl_work_free(&s->work);
    pl_form_free(s->form);
}

/* One lane of one block: what its moves are worth, the step, and what it passes on. */
static void step(solver *s, const pl_seat *own, int32_t b, int32_t lane)
{
    const pl_side *side = own->side;
    double eta = s->base.arg[ETA], pull = eta * s->base.arg[ALPHA], top = -INFINITY, sum = 0;
    int32_t lanes = s->form->lanes, at = b * lanes + lane;
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        double *log_policy = &own->regret[r * lanes + lane], worth = own->worth[r * lanes + lane];
        for (int32_t c = side->child[r]; c < side->child[r + 1]; c++)
            worth += own->value[c * lanes + lane];
        *log_policy =
            (*log_policy + pull * own->total[r * lanes + lane] + eta * worth) / (1 + pull);
        top = fmax(top, *log_policy);
    }
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++)
        sum += exp(own->regret[r * lanes + lane] - top) * side->copies[r];
    double all = top + log(sum), value = all * (1 + pull) / eta;
    for (int32_t r = side->first[b]; r < side->first[b + 1]; r++) {
        own->regret[r * lanes + lane] -= all;
        own->policy[r * lanes + lane] = exp(own->regret[r * lanes + lane]);
    }
    own->value[at] = side->many ? value * side->many[at] : value;
}

static void move_seat(solver *s, int k)
{
    pl_work_face(&s->work, k);
    pl_work_tally(&s->work, k);
    for (int32_t b = s->form->side[k].blocks - 1; b >= 0; b--)
        for (int32_t lane = 0; lane < s->form->lanes; lane++) step(s, &s->work.seat[k], b, lane);
    pl_work_spread(&s->work, k);
}

static void mirror_run(pl_solver *base, int64_t n)
{
    solver *s = (solver *)base;
    int64_t every = (int64_t)base->arg[MAGNET];
    for (; n > 0 && !pl_solver_stopped(base); n--) {
        base->iterations++;
        for (int k = 0; k < s->form->players; k++) move_seat(s, k);
        if (!every || base->iterations % every) continue;
        for (int k = 0; k < s->form->players; k++)
            memcpy(s->work.seat[k].total, s->work.seat[k].regret,
                   (size_t)pl_work_size(&s->work, k) * sizeof(double));
    }
}

static void mirror_policy(pl_solver *base, double *policy)
{
    const pl_tree *t = base->tree;
    const solver *s = (const solver *)base;
    for (int32_t i = 0; i < t->infos; i++)
        for (int32_t p = t->info_first[i]; p < t->info_first[i + 1]; p++)
            policy[p] = s->work.seat[t->info_seat[i]].policy[s->form->slot[p]];
}

static void mirror_keep(pl_solver *base, pl_keep_fn *keep, void *with)
{
    solver *s = (solver *)base;
    for (int k = 0; k < s->form->players; k++) pl_work_keep(&s->work, k, keep, with);
}

static void mirror_took(pl_solver *base)
{
    pl_work_took(&((solver *)base)->work);
}

static const pl_param mirror_params[] = {
    {"eta", PL_REAL, 1e-9, 5, 1e9, "how far a step goes"},
    {"alpha", PL_REAL, 0, 0.01, 1e9, "how strong the magnet pulls"},
    {"magnet", NULL, 0, 100, 1e15,
     "iterations after which it moves to the policy; 0: it stays uniform"},
    {0}};

const pl_method pl_mirror = {.abi = PL_ABI,
                             .size = sizeof(solver),
                             .name = "mmd",
                             .about = "magnetic mirror descent: the last policy, not an average",
                             .params = mirror_params,
                             .open = mirror_open,
                             .close = mirror_close,
                             .run = mirror_run,
                             .policy = mirror_policy,
                             .keep = mirror_keep,
                             .took = mirror_took};
