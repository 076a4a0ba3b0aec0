/* fold.h -- the product of two 64-bit numbers, its upper half laid over its lower.
 *
 * Each bit of the result depends on most bits of both factors.  Only a factor of 0 loses the
 * other factor altogether.
 */
#ifndef PL_CORE_FOLD_H
#define PL_CORE_FOLD_H

#include <stdint.h>

/* In plain C, from four products of halves. */
static inline uint64_t pl_fold_plain(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t lowest = a0 * b0, one = a1 * b0 + (lowest >> 32), other = a0 * b1 + (uint32_t)one;
    uint64_t low = other << 32 | (uint32_t)lowest;
    uint64_t high = a1 * b1 + (one >> 32) + (other >> 32);
    return high ^ low;
}

/* The same, by the machine's own instruction where the compiler has a name for it. */
static inline uint64_t pl_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
#else
    return pl_fold_plain(a, b);
#endif
}

#endif
