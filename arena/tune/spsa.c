/* spsa.c -- simultaneous perturbation stochastic approximation (J. C. Spall, 1992), with the
 * gains that he advises (1998); for parameters of players by L. Kocsis and C. Szepesvári (2006).
 *
 * A step moves every parameter up or down by a coin, compares this with its mirror image, and
 * goes towards who leads: two players for any number of parameters.  A lead counts in
 * units of the root mean square of all leads so far, so that gains do not depend on
 * what a game scores in.  The answer is an average of where it went, later places weighing more
 * (O. Shamir and T. Zhang, 2013).
 *
 * Fact to check: without a lead it stays where it began.
 */
#include <math.h>

#include "arena/tune/tune.h"

/* a_k = gain / (A + k)^alpha, c_k = reach / k^fade, A a tenth of all steps. */
static const double alpha = 0.602, fade = 0.101, gain = 0.1, reach = 0.25, settling = 0.1;
static const double lately = 3; /* how much more later places weigh: as their cube, about */

void pl_spsa_start(pl_spsa *s, const pl_scale *scale, int n, const double *from, int64_t steps,
                   uint64_t seed)
{
    *s = (pl_spsa){.n = n, .steps = steps, .seed = seed};
    for (int i = 0; i < n; i++) {
        s->scale[i] = scale[i];
        s->at[i] = s->mean[i] = pl_scale_place(&scale[i], from[i]);
    }
}

void pl_spsa_ask(const pl_spsa *s, double *plus, double *minus)
{
    double c = reach / pow((double)(s->done + 1), fade);
    pl_rng all, coins;
    pl_seed(&all, s->seed);
    pl_split(&all, (uint64_t)s->done, &coins);
    for (int i = 0; i < s->n; i++) {
        int up = (int)(pl_rand(&coins) >> 63);
        double high = pl_scale_value(&s->scale[i], s->at[i] + c);
        double low = pl_scale_value(&s->scale[i], s->at[i] - c);
        pl_scale_part(&s->scale[i], &high, &low);
        plus[i] = up ? high : low;
        minus[i] = up ? low : high;
    }
}

/* How far apart they really were, at the bounds of a range or between whole numbers, is what a
 * lead is divided by. */
void pl_spsa_tell(pl_spsa *s, const double *plus, const double *minus, double lead)
{
    double k = (double)++s->done;
    double a = gain / pow(settling * (double)s->steps + k, alpha);
    double weight = (lately + 1) / (k + lately);
    s->squares += lead * lead;
    double unit = s->squares > 0 ? sqrt(s->squares / k) : 1;
    for (int i = 0; i < s->n; i++) {
        double apart =
            pl_scale_place(&s->scale[i], plus[i]) - pl_scale_place(&s->scale[i], minus[i]);
        double to = s->at[i] + a * lead / unit / apart;
        s->at[i] = to < 0 ? 0 : to > 1 ? 1 : to;
        s->mean[i] += weight * (s->at[i] - s->mean[i]);
    }
}

void pl_spsa_best(const pl_spsa *s, double *value)
{
    for (int i = 0; i < s->n; i++) value[i] = pl_scale_value(&s->scale[i], s->mean[i]);
}
