/* hash.c -- 64 bits that stand for any bytes.
 *
 * A step takes two words of eight bytes.  One is combined with the hash so far, the other with a
 * constant; they are multiplied, and the halves of the product are laid over each other, as
 * wyhash does it (Wang Yi, 2019).  The last step takes the last sixteen bytes, some of them for
 * the second time where the length is no multiple of sixteen.  The length goes into the first
 * factor, so zeros of different lengths have different hashes.  The constants are digits of pi.
 *
 * The value is the same on every machine, and files keep it.  Two strings of bytes have the same
 * hash with a chance of 2^-64.  Collisions can be made on purpose: a second word that equals the
 * constant of its step makes a factor 0, and all before it is lost.
 *
 * Fact to check: the hash of no bytes is 0x7401af57caa01aa0.
 */
#include <string.h>

#include "core/fold.h"
#include "parlor/game.h"

static const uint64_t seed = 0x243f6a8885a308d3, step = 0x9216d5d98979fb1b,
                      last_step = 0xc0ac29b7c97c50dd, finish = 0x452821e638d01377;

/* n bytes as a number, the first lowest. */
static inline uint64_t number_at(const unsigned char *b, size_t n)
{
    uint64_t x = 0;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&x, b, n);
#else
    for (size_t i = 0; i < n; i++) x |= (uint64_t)b[i] << 8 * i;
#endif
    return x;
}

static uint64_t half_at(const unsigned char *b)
{
    return number_at(b, 4);
}

static uint64_t word_at(const unsigned char *b)
{
    return number_at(b, 8);
}

static uint64_t ended(uint64_t h, uint64_t one, uint64_t other)
{
    return pl_fold(pl_fold(h ^ one, last_step ^ other), finish);
}

/* Fewer than 16 bytes: the two words together have every byte. */
static uint64_t ended_early(uint64_t h, const unsigned char *b, size_t n)
{
    if (n >= 8) return ended(h, word_at(b), word_at(b + n - 8));
    if (n >= 4) return ended(h, half_at(b), half_at(b + n - 4));
    return n ? ended(h, b[0], (uint64_t)b[n / 2] << 8 | b[n - 1]) : ended(h, 0, 0);
}

uint64_t pl_hash(const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    uint64_t h = seed * (2 * (uint64_t)n + 1);
    if (n < 16) return ended_early(h, b, n);
    for (; n > 16; n -= 16, b += 16) h = pl_fold(h ^ word_at(b), step ^ word_at(b + 8));
    return ended(h, word_at(b + n - 16), word_at(b + n - 8));
}
