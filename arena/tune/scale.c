/* scale.c -- ranges of values, as places from 0 to 1, on which all parameters look alike.
 *
 * A place is a share of the range or, on a logarithmic scale, of its factor.  Values are cut to
 * a few digits, more than games can tell apart, so that what is printed is what was played.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/tune/tune.h"

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* To four digits, or more where values differ only in those behind: 15 at most, as many as can
 * be spelled. */
static double round_off(double x, double width)
{
    char text[32];
    if (fabs(x) < 1e-6 * width) return 0; /* or powers of ten would be too small to spell */
    double more = ceil(log10(fabs(x) / width));
    snprintf(text, sizeof text, "%.*e", more > 11 ? 14 : more > 0 ? 3 + (int)more : 3, x);
    return strtod(text, NULL);
}

double pl_scale_value(const pl_scale *s, double place)
{
    double p = within(place, 0, 1);
    double x = s->log ? s->low * pow(s->high / s->low, p) : s->low + p * (s->high - s->low);
    x = s->whole ? round(x) : round_off(x, s->high - s->low);
    return within(x, s->low, s->high) + 0.0; /* which -0 is not the same as, in bytes */
}

double pl_scale_place(const pl_scale *s, double value)
{
    double x = within(value, s->low, s->high);
    return s->log ? log(x / s->low) / log(s->high / s->low) : (x - s->low) / (s->high - s->low);
}

void pl_scale_part(const pl_scale *s, double *more, double *less)
{
    if (!s->whole || *more > *less || *more < *less) return;
    if (*more < s->high) ++*more;
    else --*less;
}
