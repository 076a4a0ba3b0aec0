/* file.h -- the bytes of a policy file.
 *
 * All numbers are little-endian.  A header of fixed size; then, each filled up with
 * zeros to a multiple of 8 bytes: the game's canonical spelling, how the policy was
 * made, the keys of the sets (64 bits each, ascending), where each set's moves
 * begin (32 bits, one more than sets), and the probabilities.
 */
#ifndef PL_SOLVE_POLICY_FILE_H
#define PL_SOLVE_POLICY_FILE_H

#include <string.h>

#include "parlor/policy.h"

enum {
    PL_POLICY_VERSION = 2,
    PL_POLICY_HEADER = 256,  /* bytes */
    PL_POLICY_FULL16 = 65535 /* what 16-bit probabilities add up to */
};

/* Where things stand in the header; what is not named is 0. */
enum {
    AT_MAGIC = 0,   /* 8 bytes */
    AT_VERSION = 8, /* 32 bits, as are the next three */
    AT_FLAGS = 12,  /* none yet; a file with flags that are not known is not read */
    AT_BITS = 16,
    AT_PLAYERS = 20,
    AT_BYTES = 24, /* of the whole file; 64 bits, as is all that follows */
    AT_SETS = 32,
    AT_MOVES = 40, /* of all sets */
    AT_SUM = 48,   /* of all other words of the file: pl_policy_sum() */
    AT_GAME = 56,  /* bytes of the game's spelling */
    AT_HOW = 64,   /* and of how the policy was made */
    AT_LOWER = 72, /* doubles, as is all that follows */
    AT_UPPER = 80,
    AT_NASHCONV = 88,
    AT_VALUE = 96 /* PL_SEATS_MAX of them */
};

static const unsigned char pl_policy_magic[8] = {'P', 'L', 'p', 'o', 'l', 'i', 'c', 'y'};

static inline uint64_t pl_get(const unsigned char *b, int bytes)
{
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++) x |= (uint64_t)b[i] << 8 * i;
    return x;
}

static inline void pl_set(unsigned char *b, uint64_t x, int bytes)
{
    for (int i = 0; i < bytes; i++) b[i] = (unsigned char)(x >> 8 * i);
}

static inline double pl_get_double(const unsigned char *b)
{
    uint64_t x = pl_get(b, 8);
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

static inline void pl_set_double(unsigned char *b, double d)
{
    uint64_t x;
    memcpy(&x, &d, sizeof x);
    pl_set(b, x, 8);
}

static inline uint64_t pl_padded(uint64_t bytes)
{
    return (bytes + 7) & ~(uint64_t)7;
}

/* One word after the other.  Each step is one to one in the sum so far and in the
 * word, so a file in which one word alone is wrong never has the right sum. */
static inline uint64_t pl_policy_sum(uint64_t sum, const unsigned char *b, uint64_t words)
{
    for (uint64_t i = 0; i < words; i++, b += 8) {
        sum = (sum ^ pl_get(b, 8)) * 0x9fb21c651e98df25u;
        sum ^= sum >> 32;
    }
    return sum;
}

/* A file's header is summed after the rest, its own sum being 0. */
uint64_t pl_policy_sum_header(uint64_t sum, const unsigned char *header);

/* A policy of n bytes in memory, which must outlive it, aligned or not. */
pl_policy *pl_policy_read(const void *bytes, size_t n, pl_error *err);

/* n probabilities as numbers of so many bits, 32 or 16, and back. */
void pl_policy_pack(const double *p, int n, int bits, unsigned char *out);
void pl_policy_unpack(const unsigned char *in, int n, int bits, double *p);

#endif
