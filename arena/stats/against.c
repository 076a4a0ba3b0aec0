/* against.c -- the rating of one who met others whose ratings are known.
 *
 * Who is d Elo stronger gets a share of 1 / (1 + 10^(-d/400)) of the points.  The most likely rating is
 * the one at which he would have got on average what he got; his interval are the ratings that are
 * less likely by a factor of no more than exp(-z*z/2) (Wilks, 1938), which holds for few games, too,
 * and leaves the side open on which he won or lost all.  Draws count half, which makes it a little too
 * wide.  What the others' ratings may be wrong by, all in one direction, is added to it.
 *
 * Fact to check: 3 points of 4 against one rating are 190.8 more than that.
 */
#include <math.h>

#include "parlor/ratings.h"

static const double far_off = 20000; /* Elo from which no game tells anything */

/* The logarithm of the likelihood at r; *slope: points got beyond those expected. */
static double likelihood(const pl_opposition *of, int n, double r, double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < n; i++) {
        double d = (r - of[i].rating) * log(10) / 400, lost = of[i].games - of[i].points;
        double low = d > 0 ? -log1p(exp(-d)) : d - log1p(exp(d)); /* of a point */
        sum += of[i].points * low + lost * (low - d);
        *slope += of[i].points - of[i].games * exp(low);
    }
    return sum;
}

/* The rating from which on the slope is no longer positive; infinite where it always or never is. */
static double top(const pl_opposition *of, int n)
{
    double low = -far_off, high = far_off, slope, won = 0, lost = 0;
    for (int i = 0; i < n; i++) {
        won += of[i].points;
        lost += of[i].games - of[i].points;
    }
    if (!(lost > 0)) return INFINITY;
    if (!(won > 0)) return -INFINITY;
    for (int i = 0; i < 80; i++) {
        double middle = (low + high) / 2;
        likelihood(of, n, middle, &slope);
        if (slope > 0) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/* Between in, where it is likely, and out, where it is not: where it is least likely enough. */
static double bound(const pl_opposition *of, int n, double in, double out, double least)
{
    double slope;
    in = fmax(fmin(in, far_off), -far_off);
    for (int i = 0; i < 80; i++) {
        double middle = (in + out) / 2;
        if (likelihood(of, n, middle, &slope) > least) in = middle;
        else out = middle;
    }
    return (in + out) / 2;
}

/* What the opponents' ratings are uncertain by, each as often as it was met. */
static double uncertainty(const pl_opposition *of, int n)
{
    double sum = 0, games = 0;
    for (int i = 0; i < n; i++) {
        sum += of[i].deviation * of[i].games;
        games += of[i].games;
    }
    return sum / games;
}

pl_interval pl_rating_against(const pl_opposition *of, int n, double confidence)
{
    double games = 0, slope, z = pl_normal_quantile(0.5 + confidence / 2);
    for (int i = 0; i < n; i++) games += of[i].games;
    if (!(games > 0)) return (pl_interval){NAN, NAN, NAN};
    double best = top(of, n), wide = z * uncertainty(of, n);
    double most = isinf(best) ? 0 : likelihood(of, n, best, &slope);
    double low = best == -INFINITY ? best : bound(of, n, best, -far_off, most - z * z / 2);
    double high = best == INFINITY ? best : bound(of, n, best, far_off, most - z * z / 2);
    if (isinf(best)) return (pl_interval){best, low - wide, high + wide};
    return (pl_interval){best, best - hypot(best - low, wide), best + hypot(high - best, wide)};
}
