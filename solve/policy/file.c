/* file.c -- probabilities in fewer bits, and the sum of a header.
 *
 * In 32 bits a probability is a float, which keeps small ones as exactly as large
 * ones.  In 16 it is a part of 65535, and those of a set are rounded by their
 * running total, so that they always make a whole and none is wrong by a whole part.
 */
#include "solve/policy/file.h"

#include <math.h>

uint64_t pl_policy_sum_header(uint64_t sum, const unsigned char *header)
{
    unsigned char plain[PL_POLICY_HEADER];
    memcpy(plain, header, sizeof plain);
    pl_set(plain + AT_SUM, 0, 8);
    return pl_policy_sum(sum, plain, PL_POLICY_HEADER / 8);
}

static void pack_parts(const double *p, int n, unsigned char *out)
{
    double total = 0, so_far = 0;
    int64_t given = 0;
    for (int i = 0; i < n; i++) total += p[i];
    for (int i = 0; i < n; i++) {
        so_far += p[i];
        int64_t upto = (int64_t)floor(so_far / total * PL_POLICY_FULL16 + 0.5);
        pl_set(out + 2 * i, (uint64_t)(upto - given), 2);
        given = upto;
    }
}

void pl_policy_pack(const double *p, int n, int bits, unsigned char *out)
{
    if (bits == 16) {
        pack_parts(p, n, out);
        return;
    }
    for (int i = 0; i < n; i++) {
        float f = (float)p[i];
        uint32_t x;
        memcpy(&x, &f, sizeof x);
        pl_set(out + 4 * i, x, 4);
    }
}

void pl_policy_unpack(const unsigned char *in, int n, int bits, double *p)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        uint32_t x = (uint32_t)pl_get(in + bits / 8 * i, bits / 8);
        float f;
        memcpy(&f, &x, sizeof f);
        total += p[i] = bits == 16 ? x : (double)f;
    }
    for (int i = 0; i < n; i++) p[i] /= total;
}

void pl_policy_rounded(double *p, int n, int bits)
{
    unsigned char packed[PL_MOVES_MAX * 4];
    if (bits != 32 && bits != 16) return;
    pl_policy_pack(p, n, bits, packed);
    pl_policy_unpack(packed, n, bits, p);
}
