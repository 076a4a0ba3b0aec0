/* climb.c -- Newton's method for pools of agents.
 *
 * The likelihoods of Bradley and Terry and of Plackett and Luce are concave in the
 * logarithms of strengths.  A step of Newton's is found by conjugate gradients
 * (Hestenes and Stiefel, 1952), which asks only for products with the information: a
 * thousand agents take no matrix to be rated, only to be given intervals.
 */
#include "arena/stats/climb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 200, FAR = 30 }; /* of log-odds: more than 5,000 Elo from the mean */
#define NEAR 1e-16              /* of log-likelihood, below the top */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Ratings, or slopes, about their mean, where nothing else holds them. */
static void centre(const pl_hill *h, double *x)
{
    double mean = 0;
    if (h->prior > 0) return;
    for (int i = 0; i < h->ratings; i++) mean += x[i] / h->ratings;
    for (int i = 0; i < h->ratings; i++) x[i] -= mean;
}

/* The likelihood with the prior in it. */
static double value_at(const pl_hill *h, const double *x, double *slope, double *diagonal)
{
    double value = h->value(h->with, x, slope, diagonal);
    for (int i = 0; i < h->held; i++) {
        value -= h->prior / 2 * x[i] * x[i];
        slope[i] -= h->prior * x[i];
        diagonal[i] += h->prior;
    }
    for (int i = 0; i < h->n; i++)
        if (!(diagonal[i] > 0)) diagonal[i] = 1;
    centre(h, slope); /* what is off it is rounding, and leads nowhere */
    return value;
}

static void times(const pl_hill *h, const double *v, double *out)
{
    h->times(h->with, v, out);
    for (int i = 0; i < h->held; i++) out[i] += h->prior * v[i];
}

/* step becomes the inverse of the information times slope; four rows of n in room. */
static void solve(const pl_hill *h, const double *slope, const double *diagonal, double *step,
                  double *room)
{
    int n = h->n;
    double *left = room, *way = room + n, *scaled = room + 2 * n, *product = room + 3 * n;
    memcpy(left, slope, (size_t)n * sizeof *left);
    for (int i = 0; i < n; i++) {
        step[i] = 0;
        way[i] = left[i] / diagonal[i];
    }
    double now = dot(left, way, n), enough = now * 1e-8;
    for (int round = 0; round < 2 * n + 50 && now > enough; round++) {
        times(h, way, product);
        double curve = dot(way, product, n);
        if (!(curve > 0)) break;
        for (int i = 0; i < n; i++) {
            step[i] += now / curve * way[i];
            left[i] -= now / curve * product[i];
            scaled[i] = left[i] / diagonal[i];
        }
        double next = dot(left, scaled, n);
        for (int i = 0; i < n; i++) way[i] = scaled[i] + next / now * way[i];
        now = next;
    }
}

static double largest(const double *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* One step, shortened until it leads up; how far below the top it was. */
static double climb_once(const pl_hill *h, double *x, double *value, double *room)
{
    int n = h->n;
    double *slope = room, *diagonal = room + n, *step = room + 2 * n, *next = room + 3 * n;
    solve(h, slope, diagonal, step, room + 4 * n);
    double size = largest(step, n), below = dot(slope, step, n) / 2;
    double part = size > 4 ? 4 / size : 1;
    for (int halving = 0; halving < 40; halving++, part /= 2) {
        for (int i = 0; i < n; i++) next[i] = x[i] + part * step[i];
        double there = value_at(h, next, slope, diagonal);
        if (there >= *value - 1e-12 * fabs(*value)) {
            *value = there;
            memcpy(x, next, (size_t)n * sizeof *x);
            return below;
        }
    }
    value_at(h, x, slope, diagonal);
    return 0; /* no more can be told apart */
}

int pl_climb(const pl_hill *h, double *x, double *likelihood)
{
    double *room = calloc((size_t)h->n * 8, sizeof *room), below = 1;
    if (!room) return -1;
    int steps = 0;
    double value = value_at(h, x, room, room + h->n);
    for (; steps < STEPS && below > NEAR; steps++) {
        below = climb_once(h, x, &value, room);
        centre(h, x);
        if (!(largest(x, h->n) < FAR)) break;
    }
    free(room);
    *likelihood = value;
    return below > NEAR || largest(x, h->n) >= FAR ? -2 : steps;
}
