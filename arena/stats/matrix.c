/* matrix.c -- Cholesky's way with symmetric positive matrices.
 *
 * Everything is sums of products of rows, which lie in one piece; they are added in
 * four strands, so that the machine need not wait for one sum before the next.
 */
#include "arena/stats/matrix.h"

#include <math.h>

static double dot(const double *a, const double *b, int n)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++) s0 += a[i] * b[i];
    return s0 + s1 + (s2 + s3);
}

int pl_cholesky(double *a, int n)
{
    size_t w = (size_t)n;
    for (int i = 0; i < n; i++) {
        double *row = a + (size_t)i * w;
        for (int j = 0; j < i; j++) {
            const double *other = a + (size_t)j * w;
            row[j] = (row[j] - dot(row, other, j)) / other[j];
        }
        double left = row[i] - dot(row, row, i);
        if (!(left > 0)) return -1;
        row[i] = sqrt(left);
        for (int j = i + 1; j < n; j++) row[j] = 0;
    }
    return 0;
}

void pl_cholesky_solve(const double *l, int n, double *b)
{
    size_t w = (size_t)n;
    for (int i = 0; i < n; i++) {
        const double *row = l + (size_t)i * w;
        b[i] = (b[i] - dot(row, b, i)) / row[i];
    }
    for (int i = n; i-- > 0;) {
        const double *row = l + (size_t)i * w;
        b[i] /= row[i];
        for (int j = 0; j < i; j++) b[j] -= row[j] * b[i];
    }
}

/* Row i of the inverse is made of the rows above it, which are inverted already. */
void pl_cholesky_invert(double *l, int n)
{
    size_t w = (size_t)n;
    for (int i = 0; i < n; i++) {
        double *row = l + (size_t)i * w, scale = 1 / row[i];
        for (int k = 0; k < i; k++) {
            const double *above = l + (size_t)k * w;
            double x = row[k];
            row[k] = 0;
            for (int j = 0; j <= k; j++) row[j] -= x * above[j];
        }
        for (int j = 0; j < i; j++) row[j] *= scale;
        row[i] = scale;
    }
}

double pl_cholesky_entry(const double *inverse, int n, int i, int j)
{
    double sum = 0;
    for (int k = i > j ? i : j; k < n; k++) {
        const double *row = inverse + (size_t)k * (size_t)n;
        sum += row[i] * row[j];
    }
    return sum;
}
