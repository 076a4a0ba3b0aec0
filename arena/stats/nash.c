/* nash.c -- Nash averaging (Balduzzi, Tuyls, Perolat and Graepel, 2018).
 *
 * Two players each choose an agent, and their agents play.  An equilibrium p of that
 * game is where no agent gets more than nothing: A p <= 0.  There may be many, and the
 * one of greatest entropy is taken: it is unique, copies of an agent share what one had,
 * and nothing outside the cycle at the top counts.
 *
 * By duality p is in proportion to exp(A l), where l >= 0 minimises
 * log sum exp(A l) + e sum l; e, a billionth, lets agents get that much.  Newton's method
 * with a barrier -m sum log l, as m falls to nothing.
 *
 * Fact to check: rock, paper, scissors and a second rock: 1/6, 1/3, 1/3, 1/6.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats/matrix.h"
#include "core/text.h"
#include "parlor/ratings.h"

#define SLACK 1e-9

typedef struct {
    int n;
    double *a;                       /* the game, antisymmetric, no entry above 1 */
    double *dual, *p, *gain;         /* l, the shares, what each agent gets against them */
    double *step, *next, *curvature; /* of one step of Newton's */
    double barrier;
} game;

/* The shares that belong to dual, and the value there. */
static double shares(game *g, const double *dual)
{
    double most = -INFINITY, total = 0, value = 0;
    int n = g->n;
    for (int i = 0; i < n; i++) {
        const double *row = g->a + (size_t)i * (size_t)n;
        g->p[i] = 0;
        for (int j = 0; j < n; j++) g->p[i] += row[j] * dual[j];
        most = fmax(most, g->p[i]);
        value += SLACK * dual[i] - g->barrier * log(dual[i]);
    }
    for (int i = 0; i < n; i++) total += g->p[i] = exp(g->p[i] - most);
    for (int i = 0; i < n; i++) g->p[i] /= total;
    return value + most + log(total);
}

static void gains(game *g)
{
    for (int i = 0; i < g->n; i++) {
        g->gain[i] = 0;
        for (int j = 0; j < g->n; j++)
            g->gain[i] += g->a[(size_t)i * (size_t)g->n + (size_t)j] * g->p[j];
    }
}

/* The curvature: the covariance, by p, of the rows of A, and the barrier's. */
static void curve(game *g, double ridge)
{
    size_t n = (size_t)g->n;
    double *c = g->curvature;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) c[i * n + j] = -g->gain[i] * g->gain[j];
    for (size_t k = 0; k < n; k++) {
        const double *row = g->a + k * n;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++) c[i * n + j] += g->p[k] * row[i] * row[j];
    }
    for (size_t i = 0; i < n; i++) c[i * n + i] += g->barrier / (g->dual[i] * g->dual[i]) + ridge;
}

/* One step; how much it would gain at best, which tells when to stop. */
static double descend(game *g)
{
    int n = g->n;
    double value = shares(g, g->dual), ridge = 1e-16, promise = 0, part = 1;
    gains(g);
    for (curve(g, ridge); pl_cholesky(g->curvature, n) && ridge < 1; ridge *= 100) curve(g, ridge);
    for (int i = 0; i < n; i++) g->step[i] = g->gain[i] - SLACK + g->barrier / g->dual[i];
    memcpy(g->next, g->step, (size_t)n * sizeof *g->next);
    pl_cholesky_solve(g->curvature, n, g->step);
    for (int i = 0; i < n; i++) {
        promise += g->next[i] * g->step[i];
        if (g->step[i] < 0) part = fmin(part, -0.95 * g->dual[i] / g->step[i]);
    }
    for (int halving = 0; halving < 50; halving++, part /= 2) {
        for (int i = 0; i < n; i++) g->next[i] = g->dual[i] + part * g->step[i];
        if (shares(g, g->next) <= value - 1e-4 * part * promise) {
            memcpy(g->dual, g->next, (size_t)n * sizeof *g->dual);
            return promise;
        }
    }
    return 0;
}

static void solve(game *g)
{
    for (int i = 0; i < g->n; i++) g->dual[i] = 1;
    for (g->barrier = 0.1; g->barrier > 1e-13; g->barrier /= 10)
        for (int round = 0; round < 60; round++)
            if (descend(g) < 1e-3 * g->barrier) break;
    shares(g, g->dual);
    gains(g);
}

/* The game scaled to entries of at most 1; returns by how much. */
static double scaled(game *g, const double *payoff)
{
    size_t n = (size_t)g->n;
    double most = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            g->a[i * n + j] = (payoff[i * n + j] - payoff[j * n + i]) / 2;
            most = fmax(most, fabs(g->a[i * n + j]));
        }
    for (size_t i = 0; most > 0 && i < n * n; i++) g->a[i] /= most;
    return most;
}

int pl_nash_average(const double *payoff, int32_t n, double *share, double *skill, pl_error *err)
{
    if (n < 1) return pl_fail(err, "there are no agents to rate");
    size_t w = (size_t)n;
    for (size_t i = 0; i < w * w; i++)
        if (!isfinite(payoff[i]))
            return pl_fail(err, "agents %d and %d have no payoff between them; let them meet",
                           (int)(i / w), (int)(i % w));
    double *room = calloc(2 * w * w + 5 * w, sizeof *room), *lines = room + 2 * w * w;
    if (!room) return pl_fail(err, "out of memory for Nash averaging");
    game g = {n, room, lines, lines + w, lines + 2 * w, lines + 3 * w, lines + 4 * w, room + w * w,
              0};
    double scale = scaled(&g, payoff);
    solve(&g);
    memcpy(share, g.p, w * sizeof *share);
    for (size_t i = 0; skill && i < w; i++) skill[i] = g.gain[i] * scale;
    free(room);
    return 0;
}
