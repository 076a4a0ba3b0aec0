/* controls.c -- control variates (Lavenberg and Welch, 1981), fitted across folds.
 *
 * The payoff less b times the controls has the same mean, and the least variance if b is
 * the covariance of the controls with the payoff, times the inverse of theirs.  Were b
 * learnt from the samples that it corrects, the mean would be a little off; so each fifth is
 * corrected by what the other four say.  Covariances come from the exact variances of sums
 * of two: cov(x, y) = (var(x + y) - var(x) - var(y)) / 2.
 *
 * Fact to check: payoffs that are a control and nothing else have no variance left.
 */
#include <math.h>
#include <string.h>

#include "arena/stats/matrix.h"
#include "parlor/luck.h"

enum { ALL = PL_CONTROLS_MAX + 1 }; /* the payoff is number 0 */

/* Where the sums of variables i and j are kept; i = j: of one alone. */
static int place(int i, int j)
{
    return i > j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

void pl_controls_start(pl_controls *c, int controls)
{
    memset(c, 0, sizeof *c);
    c->controls = controls < PL_CONTROLS_MAX ? controls : PL_CONTROLS_MAX;
}

void pl_controls_add(pl_controls *c, int64_t index, double payoff, const double *control)
{
    pl_mean *sum = c->sum[(uint64_t)index % PL_FOLDS];
    double x[ALL] = {payoff};
    for (int i = 0; i < c->controls; i++) x[i + 1] = control[i];
    for (int i = 0; i <= c->controls; i++)
        for (int j = 0; j <= i; j++) pl_mean_add(&sum[place(i, j)], i == j ? x[i] : x[i] + x[j]);
}

void pl_controls_merge(pl_controls *into, const pl_controls *from)
{
    for (int f = 0; f < PL_FOLDS; f++)
        for (int i = 0; i < PL_CONTROL_SUMS; i++) pl_mean_merge(&into->sum[f][i], &from->sum[f][i]);
}

static double covariance(const pl_mean *sum, int i, int j)
{
    double x = pl_mean_variance(&sum[place(i, i)]), y = pl_mean_variance(&sum[place(j, j)]);
    return i == j ? x : (pl_mean_variance(&sum[place(i, j)]) - x - y) / 2;
}

/* How the controls go with each other, a little apart where two say the same.  One that hardly
 * changes, as nothing fell to luck there, is left alone. */
static void spread(const pl_mean *sum, int controls, double apart, double *matrix, double *weight)
{
    double least = 1e-20 * covariance(sum, 0, 0);
    for (int i = 0; i < controls; i++) {
        int idle = !(covariance(sum, i + 1, i + 1) > least);
        weight[i] = idle ? 0 : covariance(sum, 0, i + 1);
        for (int j = 0; j < controls; j++) {
            int none = idle || !(covariance(sum, j + 1, j + 1) > least);
            matrix[i * controls + j] = none     ? i == j
                                       : i == j ? covariance(sum, i + 1, i + 1) * (1 + apart)
                                                : covariance(sum, i + 1, j + 1);
        }
    }
}

/* The best weights by these sums; none where they do not tell. */
static void fit(const pl_mean *sum, int controls, double *weight)
{
    double matrix[PL_CONTROLS_MAX * PL_CONTROLS_MAX];
    int bad = sum[0].n < controls + 3;
    memset(weight, 0, PL_CONTROLS_MAX * sizeof *weight);
    for (double apart = 1e-12; !bad && apart < 1; apart *= 1e3) {
        spread(sum, controls, apart, matrix, weight);
        if (pl_cholesky(matrix, controls)) continue;
        pl_cholesky_solve(matrix, controls, weight);
        return;
    }
    memset(weight, 0, PL_CONTROLS_MAX * sizeof *weight);
}

/* The sums of all folds but one; of all if there is no such fold. */
static void pool(const pl_controls *c, int but, pl_mean *out)
{
    memset(out, 0, PL_CONTROL_SUMS * sizeof *out);
    for (int f = 0; f < PL_FOLDS; f++)
        for (int i = 0; f != but && i < PL_CONTROL_SUMS; i++) pl_mean_merge(&out[i], &c->sum[f][i]);
}

/* A fold's payoffs less the weighted controls: their mean, and the sum of squares about it. */
static void corrected(const pl_mean *sum, int controls, const double *weight, double *mean,
                      double *squares)
{
    double by[ALL] = {1}, variance = 0;
    *mean = 0;
    for (int i = 0; i < controls; i++) by[i + 1] = -weight[i];
    for (int i = 0; i <= controls; i++) {
        *mean += by[i] * pl_mean_value(&sum[place(i, i)]);
        for (int j = 0; sum[0].n > 1 && j <= controls; j++)
            variance += by[i] * by[j] * covariance(sum, i, j);
    }
    *squares = fmax(variance, 0) * (double)(sum[0].n - 1);
}

pl_controlled pl_controls_result(const pl_controls *c, double confidence)
{
    pl_controlled out;
    pl_mean sum[PL_CONTROL_SUMS];
    double mean[PL_FOLDS], squares[PL_FOLDS], weight[PL_CONTROLS_MAX], total = 0, left = 0, n = 0;
    for (int f = 0; f < PL_FOLDS; f++) {
        double of = (double)c->sum[f][0].n;
        if (of == 0) continue;
        pool(c, f, sum);
        fit(sum, c->controls, weight);
        corrected(c->sum[f], c->controls, weight, &mean[f], &squares[f]);
        total += of * mean[f];
        n += of;
    }
    for (int f = 0; f < PL_FOLDS; f++) {
        double of = (double)c->sum[f][0].n, off = of > 0 ? mean[f] - total / n : 0;
        if (of > 0) left += squares[f] + of * off * off;
    }
    pool(c, PL_FOLDS, sum);
    fit(sum, c->controls, out.weight);
    double variance = n > 1 ? left / (n - 1) : NAN;
    double wide = pl_student_quantile(0.5 + confidence / 2, n - 1) * sqrt(variance / n);
    out.mean = (pl_interval){n > 0 ? total / n : NAN, total / n - wide, total / n + wide};
    out.reduction = pl_mean_variance(&sum[0]) / variance;
    return out;
}
