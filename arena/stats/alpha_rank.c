/* alpha_rank.c -- alpha-rank (Omidshafiei et al., 2019), of one population.
 *
 * A population of m plays one agent.  Now and then one member tries another, of all
 * n - 1 equally likely, and it takes over with the chance (1 - e^-x) / (1 - e^-mx),
 * where x is alpha times what the newcomer gets against the others less what they get
 * against it.  What the population plays in the long run ranks the agents.
 *
 * The stationary distribution is found without a subtraction (Grassmann, Taksar and
 * Heyman, 1985), so even the rarest changes count as they should.
 *
 * Fact to check: rock, paper and scissors have a third each, however uneven the gains.
 */
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "parlor/ratings.h"

enum { STEEPEST = 600 }; /* e^-600 is nearly the least number there is */

static double takes_over(double x, int m)
{
    if (fabs(x) * m < 1e-12) return 1.0 / m;
    if (x > 0) return expm1(-x) / expm1(-m * x);
    double y = fmin(-x * m, STEEPEST); /* the same, with no large numbers */
    return exp(-y * (m - 1) / m) * expm1(-y / m) / expm1(-y);
}

/* Chances of change p, n x n, become the long run's shares: states are taken away from
 * the last on, and put back in order. */
static void long_run(double *p, int n, double *share)
{
    size_t w = (size_t)n;
    for (size_t k = w; k-- > 1;) {
        double out = 0;
        for (size_t j = 0; j < k; j++) out += p[k * w + j];
        for (size_t i = 0; i < k; i++) {
            p[i * w + k] /= out;
            for (size_t j = 0; j < k; j++)
                if (j != i) p[i * w + j] += p[i * w + k] * p[k * w + j];
        }
    }
    double total = share[0] = 1;
    for (size_t k = 1; k < w; k++) {
        share[k] = 0;
        for (size_t i = 0; i < k; i++) share[k] += share[i] * p[i * w + k];
        total += share[k];
    }
    for (size_t k = 0; k < w; k++) share[k] /= total;
}

int pl_alpha_rank(const double *payoff, int32_t n, double alpha, int m, double *share,
                  pl_error *err)
{
    if (n < 1) return pl_fail(err, "there are no agents to rate");
    if (!(alpha >= 0) || isinf(alpha) || m < 2)
        return pl_fail(err,
                       "alpha must be finite and at least 0, the population at least 2; "
                       "they are %g and %d",
                       alpha, m);
    size_t w = (size_t)n;
    double *p = calloc(w * w, sizeof *p);
    if (!p) return pl_fail(err, "out of memory for alpha-rank");
    for (size_t i = 0; i < w; i++)
        for (size_t j = 0; j < w; j++) {
            double x = alpha * (payoff[j * w + i] - payoff[i * w + j]);
            if (isfinite(x)) {
                if (i != j) p[i * w + j] = takes_over(x, m) / (double)(w - 1);
                continue;
            }
            free(p);
            return pl_fail(err, "agents %d and %d have no payoff between them; let them meet",
                           (int)i, (int)j);
        }
    long_run(p, n, share);
    free(p);
    return 0;
}
