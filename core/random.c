/* random.c -- seeds and streams: Philox4x64-10 (Salmon, Moraes, Dror and Shaw,
 * "Parallel random numbers: as easy as 1, 2, 3", 2011).
 *
 * Fact to check: key and counter all zero give the block 16554d9eca36314c
 * db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b.
 */
#include "parlor/random.h"

/* The high half of a 64 x 64 bit product; the low half goes to *low. */
#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide;

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    wide product = (wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
}
#else
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t mid = ah * bl + (al * bl >> 32);
    uint64_t mid2 = al * bh + (uint32_t)mid;
    *low = a * b;
    return ah * bh + (mid >> 32) + (mid2 >> 32);
}
#endif

void pl_philox(const uint64_t key[2], const uint64_t counter[4], uint64_t out[4])
{
    uint64_t k0 = key[0], k1 = key[1];
    uint64_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    for (int round = 0; round < 10; round++) {
        uint64_t low0, low1;
        uint64_t high0 = multiply(0xd2e7470ee14c6c93u, c0, &low0);
        uint64_t high1 = multiply(0xca5a826395121157u, c2, &low1);
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += 0x9e3779b97f4a7c15u;
        k1 += 0xbb67ae8584caa73bu;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* xoshiro stands still on the all-zero state, so that one is moved aside. */
static void begin(pl_rng *r, const uint64_t key[2], const uint64_t counter[4])
{
    pl_philox(key, counter, r->s);
    if (!(r->s[0] | r->s[1] | r->s[2] | r->s[3])) r->s[0] = 1;
}

void pl_seed(pl_rng *r, uint64_t seed)
{
    begin(r, (uint64_t[2]){seed, 0}, (uint64_t[4]){0, 0, 0, 0});
}

void pl_split(const pl_rng *r, uint64_t n, pl_rng *child)
{
    begin(child, (uint64_t[2]){r->s[0], r->s[1]}, (uint64_t[4]){r->s[2], r->s[3], n, 1});
}
