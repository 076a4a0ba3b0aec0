/* intervals.c -- ratings in Elo with intervals from the curvature of the likelihood.
 *
 * Adding the same to all ratings changes nothing, so without a prior their mean is
 * held at 0, and the intervals are those of the distance from the pool's mean: by the
 * pseudo-inverse of the information (Firth and de Menezes, 2004).  It is the inverse
 * once something is added in the direction that was missing, less what that became.
 *
 * From an anchor the distance is that of two ratings, and what all are too large by drops out.
 *
 * Where games come in batches, the curvature says how far a batch's slope moves a rating, and the
 * spread of these moves is the error: the sandwich of Huber (1967), by clusters (Liang and Zeger,
 * 1986).  Of batches of unlike sizes fewer count, and Student's distribution has so few.
 */
#include <math.h>
#include <stdlib.h>

#include "arena/stats/climb.h"
#include "arena/stats/matrix.h"
#include "core/text.h"

void pl_hill_options(pl_hill *h, const pl_rating_options *o, int32_t agents)
{
    double deviation = o->prior / PL_ELO_UNIT;
    h->ratings = agents;
    h->prior = o->prior > 0 ? 1 / (deviation * deviation) : 0;
    h->held = h->prior > 0 ? agents + (o->first ? 1 : 0) : 0;
}

/* The inverse of the triangle of the information, to be freed; each covariance of two
 * ratings is too large by *held.  NULL: out of memory, or there is no inverse. */
static double *inverse_at(const pl_hill *h, double *held)
{
    size_t n = (size_t)h->n;
    double *m = calloc(n * n, sizeof *m), scale = 0;
    if (!m) return NULL;
    h->information(h->with, m);
    for (size_t i = 0; i < n; i++) scale += m[i * n + i] / h->n;
    for (int i = 0; i < h->held; i++) m[(size_t)i * n + (size_t)i] += h->prior;
    double hold = h->prior > 0 ? 0 : scale / h->ratings;
    for (int i = 0; i < h->ratings; i++)
        for (int j = 0; j < h->ratings; j++) m[(size_t)i * n + (size_t)j] += hold;
    *held = hold > 0 ? 1 / (scale * h->ratings) : 0;
    if (!pl_cholesky(m, h->n)) {
        pl_cholesky_invert(m, h->n);
        return m;
    }
    free(m);
    return NULL;
}

/* Where the rating is that others are told by; -1: there is none. */
static int anchor_of(const pl_hill *h, const pl_rating_options *o)
{
    return o->anchor > 0 && o->anchor <= h->ratings ? o->anchor - 1 : -1;
}

/* The variance of a rating, or of its distance from the anchor. */
static double variance_of(const pl_hill *h, const double *inverse, double held, int i, int anchor)
{
    double own = pl_cholesky_entry(inverse, h->n, i, i) - held;
    if (anchor < 0) return own;
    if (i == anchor) return 0;
    return own + pl_cholesky_entry(inverse, h->n, anchor, anchor) + held -
           2 * pl_cholesky_entry(inverse, h->n, i, anchor);
}

static pl_interval interval(double x, double variance, double z)
{
    double value = PL_ELO_UNIT * x, wide = z * PL_ELO_UNIT * sqrt(fmax(variance, 0));
    return (pl_interval){value, value - wide, value + wide};
}

static void covariances(const pl_hill *h, const double *inverse, double held, double *out)
{
    int n = h->ratings;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double v = pl_cholesky_entry(inverse, h->n, i, j) - held;
            out[(size_t)i * (size_t)n + (size_t)j] = v * PL_ELO_UNIT * PL_ELO_UNIT;
        }
}

/* v becomes the inverse of the information times v.  What it is too large by does not matter:
 * slopes of games add up to 0. */
static void times_inverse(const double *inverse, int n, double *v)
{
    for (int i = n; i-- > 0;) {
        const double *row = inverse + (size_t)i * (size_t)n;
        double sum = 0;
        for (int j = 0; j <= i; j++) sum += row[j] * v[j];
        v[i] = sum;
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = i; k < n; k++) sum += inverse[(size_t)k * (size_t)n + (size_t)i] * v[k];
        v[i] = sum;
    }
}

/* How far each batch alone moves the unknowns: sums, squares, and how much each has to say of an
 * unknown and the squares of that; six rows of n in room, the last two for one batch. */
static void add_moves(const pl_hill *h, const double *x, const double *inverse, int anchor,
                      double *room)
{
    int n = h->n;
    double *sum = room, *square = room + n, *weight = room + 2 * n, *weights = room + 3 * n;
    double *move = room + 4 * n, *diagonal = room + 5 * n;
    for (int32_t b = 0; b < h->batches; b++) {
        h->batch(h->with, b, x, move, diagonal);
        times_inverse(inverse, n, move);
        double from = anchor < 0 ? 0 : move[anchor];
        for (int i = 0; i < h->ratings; i++) move[i] -= from;
        for (int i = 0; i < n; i++) {
            sum[i] += move[i];
            square[i] += move[i] * move[i];
            weight[i] += diagonal[i];
            weights[i] += diagonal[i] * diagonal[i];
        }
    }
}

/* What the prior alone adds to a variance. */
static double of_prior(const pl_hill *h, const double *inverse, int i, int anchor)
{
    double sum = 0;
    for (int k = 0; k < h->held; k++) {
        double c = pl_cholesky_entry(inverse, h->n, i, k);
        if (anchor >= 0) c -= pl_cholesky_entry(inverse, h->n, anchor, k);
        sum += c * c;
    }
    return h->prior * sum;
}

/* How many batches of one size say as much of unknown i. */
static double batches_like(const pl_hill *h, const double *room, int i)
{
    double weight = room[2 * h->n + i];
    return weight * weight / room[3 * h->n + i];
}

/* The interval of unknown i from what batches moved it; of the anchor there is none. */
static pl_interval batch_interval(const pl_hill *h, const double *x, const double *inverse,
                                  const double *room, int i, int anchor, double confidence)
{
    int n = h->n;
    double sum = room[i], square = room[n + i], like = batches_like(h, room, i);
    if (i == anchor) return (pl_interval){0, 0, 0};
    if (anchor >= 0) like = fmin(like, batches_like(h, room, anchor));
    if (!(like > 1.5)) return (pl_interval){PL_ELO_UNIT * x[i], -INFINITY, INFINITY};
    double variance = (square - sum * sum / h->batches) * like / (like - 1);
    if (h->prior > 0)
        variance =
            fmax(variance + of_prior(h, inverse, i, anchor), variance_of(h, inverse, 0, i, anchor));
    return interval(x[i], variance, pl_student_quantile(0.5 + confidence / 2, like - 1));
}

static int batch_intervals(const pl_hill *h, const double *x, const pl_rating_options *o,
                           const double *inverse, pl_interval *rating, pl_rating_fit *fit)
{
    double *room = calloc((size_t)h->n * 6, sizeof *room);
    int anchor = anchor_of(h, o);
    if (!room) return -1;
    add_moves(h, x, inverse, anchor, room);
    for (int i = 0; i < h->ratings; i++)
        rating[i] = batch_interval(h, x, inverse, room, i, anchor, o->confidence);
    if (o->first) fit->first = batch_interval(h, x, inverse, room, h->ratings, -1, o->confidence);
    free(room);
    return 0;
}

int pl_hill_ratings(const pl_hill *h, double *x, const pl_rating_options *o, pl_interval *rating,
                    double *covariance, pl_rating_fit *fit, pl_error *err)
{
    int n = h->ratings, first = o->first && h->n > n, anchor = anchor_of(h, o);
    fit->iterations = pl_climb(h, x, &fit->likelihood);
    if (fit->iterations == -1) return pl_fail(err, "out of memory for ratings");
    if (fit->iterations == -2)
        return pl_fail(err,
                       "the most likely ratings are infinite; play more games, or give a prior");
    double from = anchor < 0 ? 0 : x[anchor];
    for (int i = 0; i < n; i++) x[i] -= from; /* only distances matter from here on */
    for (int i = 0; i < n; i++) rating[i] = (pl_interval){PL_ELO_UNIT * x[i], NAN, NAN};
    fit->first = (pl_interval){first ? PL_ELO_UNIT * x[n] : 0, NAN, NAN};
    if (!(o->confidence > 0) && !covariance) return 0;
    double held, z = pl_normal_quantile(0.5 + o->confidence / 2);
    double *inverse = inverse_at(h, &held);
    if (!inverse)
        return pl_fail(err, "there is no memory for intervals, or the games leave one open");
    for (int i = 0; i < n; i++)
        rating[i] = interval(x[i], variance_of(h, inverse, held, i, anchor), z);
    if (first) fit->first = interval(x[n], pl_cholesky_entry(inverse, h->n, n, n), z);
    if (covariance) covariances(h, inverse, held, covariance);
    int bad = h->batches && batch_intervals(h, x, o, inverse, rating, fit);
    free(inverse);
    return bad ? pl_fail(err, "out of memory for intervals") : 0;
}
