/* glicko.c -- Glicko-2 (Glickman, "Example of the Glicko-2 system", 2013).
 *
 * A rating has a deviation, which grows while nobody plays, and a volatility, which
 * tells how much strength itself changes.  The new volatility is the root of a
 * function that regula falsi in its Illinois form finds.
 *
 * Fact to check: Glickman's example, 1500 with deviation 200 and three games, becomes
 * 1464.06 with deviation 151.52 and volatility 0.05999.
 */
#include <math.h>

#include "parlor/ratings.h"

#define SCALE 173.7178

/* What the period's games say: the variance of the rating by them alone, and how far
 * the results were from what was expected. */
typedef struct {
    double variance, surplus;
} evidence;

static evidence weigh(const pl_glicko *before, const pl_glicko_game *game, int n)
{
    double information = 0, surplus = 0;
    for (int i = 0; i < n; i++) {
        double deviation = game[i].deviation / SCALE, pi = acos(-1);
        double g = 1 / sqrt(1 + 3 * deviation * deviation / (pi * pi));
        double expected = 1 / (1 + exp(-g * (before->rating - game[i].rating) / SCALE));
        information += g * g * expected * (1 - expected);
        surplus += g * (game[i].score - expected);
    }
    return (evidence){1 / information, surplus};
}

/* Step 5's function of the logarithm of the squared volatility. */
static double mismatch(double x, double surprise, double spread, double start, double tau)
{
    double e = exp(x), sum = spread + e;
    return e * (surprise - sum) / (2 * sum * sum) - (x - start) / (tau * tau);
}

/* surprise is the square of what was learnt of the rating, spread the variance it had
 * and that of the games. */
static double new_volatility(double volatility, double surprise, double spread, double tau)
{
    double start = log(volatility * volatility), a = start, b = log(surprise - spread);
    if (!(surprise > spread)) {
        b = start - tau;
        while (mismatch(b, surprise, spread, start, tau) < 0) b -= tau;
    }
    double fa = mismatch(a, surprise, spread, start, tau);
    double fb = mismatch(b, surprise, spread, start, tau);
    for (int round = 0; round < 1000 && fabs(b - a) > 1e-9; round++) {
        double c = a + (a - b) * fa / (fb - fa);
        double fc = mismatch(c, surprise, spread, start, tau);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else fa /= 2;
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

pl_glicko pl_glicko_period(const pl_glicko *before, const pl_glicko_game *game, int n, double tau)
{
    pl_glicko out = *before;
    double deviation = before->deviation / SCALE;
    if (n > 0) {
        evidence e = weigh(before, game, n);
        double learnt = e.variance * e.surplus;
        out.volatility = new_volatility(before->volatility, learnt * learnt,
                                        deviation * deviation + e.variance, tau);
        double was = deviation * deviation + out.volatility * out.volatility;
        double now = 1 / (1 / was + 1 / e.variance);
        out.deviation = SCALE * sqrt(now);
        out.rating = before->rating + SCALE * now * e.surplus;
        return out;
    }
    out.deviation = SCALE * sqrt(deviation * deviation + before->volatility * before->volatility);
    return out;
}
