/* random.h -- random numbers, and sets kept as the bits of a word.
 *
 * Inlined on purpose: rollouts live on them.  The generator is xoshiro256++
 * (Blackman and Vigna, 2019), the streams come from Philox4x64-10 (Salmon et
 * al., 2011): one block of it is exactly one xoshiro state.  The numbers that
 * a seed gives are part of the interface; a test pins them.
 */
#ifndef PL_RANDOM_H
#define PL_RANDOM_H

#include <stdint.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* seen outside a shared library */

typedef struct {
    uint64_t s[4];
} pl_rng;

/* Begin the stream that belongs to a seed. */
void pl_seed(pl_rng *r, uint64_t seed);
/* Make child the n-th of r's independent offspring; r itself stays as it is.
 * Game i of a run plays with child i, whichever thread it lands on. */
void pl_split(const pl_rng *r, uint64_t n, pl_rng *child);
/* One block of Philox4x64 with ten rounds: what seeding is made of. */
void pl_philox(const uint64_t key[2], const uint64_t counter[4], uint64_t out[4]);

static inline uint64_t pl_rotl(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

static inline uint64_t pl_rand(pl_rng *r)
{
    uint64_t *s = r->s, out = pl_rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = pl_rotl(s[3], 45);
    return out;
}

/* 0 .. n-1, n at least 1, without bias (Lemire, 2019): it divides only when
 * the draw falls where bias could arise. */
static inline int pl_below(pl_rng *r, int n)
{
    uint32_t k = (uint32_t)n;
    uint64_t x = (pl_rand(r) >> 32) * k;
    if ((uint32_t)x < k) {
        uint32_t low = (0u - k) % k;
        while ((uint32_t)x < low) x = (pl_rand(r) >> 32) * k;
    }
    return (int)(x >> 32);
}

/* 0 <= u < 1, a multiple of 2^-53. */
static inline double pl_unit(pl_rng *r)
{
    return (double)(pl_rand(r) >> 11) * (1.0 / 9007199254740992.0);
}

/* In byte i, how many bits of m are set in bytes 0 to i. */
static inline uint64_t pl_counts_by_byte(uint64_t m)
{
    m -= m >> 1 & 0x5555555555555555u;
    m = (m & 0x3333333333333333u) + (m >> 2 & 0x3333333333333333u);
    return ((m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u;
}

/* How many bits of m are set. */
static inline int pl_count(uint64_t m)
{
#if defined(__POPCNT__)
    return __builtin_popcountll(m);
#else
    return (int)(pl_counts_by_byte(m) >> 56);
#endif
}

/* The place of the lowest bit of m, which is not 0. */
static inline int pl_lowest(uint64_t m)
{
#if defined(__GNUC__)
    return __builtin_ctzll(m);
#else
    return pl_count((m & (0 - m)) - 1);
#endif
}

/* The place of the highest bit of m, which is not 0. */
static inline int pl_highest(uint64_t m)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(m);
#else
    for (int i = 1; i < 64; i *= 2) m |= m >> i;
    return pl_count(m) - 1;
#endif
}

/* How many bytes of sums, which are less than 128, are at most k. */
static inline int pl_bytes_up_to(uint64_t sums, int k)
{
    uint64_t each = 0x0101010101010101u, top = each << 7;
    uint64_t is_less = (((uint64_t)k * each | top) - sums) & top;
    return (int)((is_less >> 7) * each >> 56);
}

/* The place of bit number k, from 0, of m, which has more than k.  Without the instruction
 * for it: first its byte, then its place there, with the bits of that spread over bytes. */
static inline int pl_nth(uint64_t m, int k)
{
#if defined(__BMI2__)
    return pl_lowest(_pdep_u64((uint64_t)1 << k, m));
#else
    uint64_t each = 0x0101010101010101u, sums = pl_counts_by_byte(m);
    int at = 8 * pl_bytes_up_to(sums, k);
    uint64_t bits = ((m >> at & 0xff) * each & 0x8040201008040201u) + 0x7f7f7f7f7f7f7f7fu;
    return at + pl_bytes_up_to((bits >> 7 & each) * each, k - (int)(sums << 8 >> at & 0xff));
#endif
}

/* The same bit itself. */
static inline uint64_t pl_nth_bit(uint64_t m, int k)
{
#if defined(__BMI2__)
    return _pdep_u64((uint64_t)1 << k, m);
#else
    return (uint64_t)1 << pl_nth(m, k);
#endif
}

/* The bits of m at the places where mask has one, side by side from bit 0. */
static inline uint64_t pl_gather(uint64_t m, uint64_t mask)
{
#if defined(__BMI2__)
    return _pext_u64(m, mask);
#else
    uint64_t out = 0;
    for (int i = 0; mask; i++, mask &= mask - 1) out |= (m >> pl_lowest(mask) & 1) << i;
    return out;
#endif
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
