/* hash.c -- the hash is well mixed, has the same value on every machine, and is unlike for unlike
 * positions of every game.
 *
 * Its values were computed from its description by an independent program.  Bounds are so wide
 * that a good hash exceeds one with a chance below one in a million, and seeds are fixed.
 */
#include <stdlib.h>

#include "core/fold.h"
#include "solve/exact/positions.h"
#include "tests/support/effort.h"
#include "tests/support/played.h"

enum { SIZE = 136 }; /* bytes at most that are tried one by one */

static void fill(pl_rng *r, unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) b[i] = (unsigned char)pl_below(r, 256);
}

static void flip(unsigned char *b, int bit)
{
    b[bit / 8] ^= (unsigned char)(1 << bit % 8);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Pairs of equal numbers; sorts them. */
static double pairs(uint64_t *list, size_t n)
{
    double found = 0, same = 0;
    qsort(list, n, sizeof *list, ascending);
    for (size_t i = 1; i < n; i++) {
        same = list[i] == list[i - 1] ? same + 1 : 0;
        found += same;
    }
    return found;
}

static void are_distinct(uint64_t *list, size_t n, const char *what)
{
    double found = pairs(list, n);
    if (found > 0) fail_msg("%s: %.0f pairs of %zu have one hash", what, found, n);
}

/* Values. */

/* Bit by bit: the upper half of the product over the lower. */
static uint64_t long_fold(uint64_t a, uint64_t b)
{
    uint64_t low = 0, high = 0;
    for (int i = 63; i >= 0; i--) {
        high = high << 1 | low >> 63;
        low <<= 1;
        if (!(b >> i & 1)) continue;
        low += a;
        high += low < a;
    }
    return high ^ low;
}

static void both_ways_multiply_alike(void **unused)
{
    static const uint64_t edges[] = {0,         1, 2, UINT32_MAX, (uint64_t)1 << 32, UINT64_MAX - 1,
                                     UINT64_MAX};
    pl_rng r;
    (void)unused;
    pl_seed(&r, 1);
    for (int i = 0; i < 20000; i++) {
        uint64_t a = pl_rand(&r) >> pl_below(&r, 64), b = pl_rand(&r) >> pl_below(&r, 64);
        if (i < 49) a = edges[i / 7];
        if (i < 49) b = edges[i % 7];
        assert_true(pl_fold_plain(a, b) == long_fold(a, b));
        assert_true(pl_fold(a, b) == long_fold(a, b));
    }
}

/* Of the first n of the bytes 1, 4, 7, .... */
static void values_never_change(void **unused)
{
    static const struct {
        size_t n;
        uint64_t value;
    } known[] = {
        {0, 0x7401af57caa01aa0},   {1, 0x274eb0261eae7184},    {2, 0x69431f0c491328dc},
        {3, 0x46241ee4b07a3010},   {4, 0xbf0fe6c212b3fced},    {7, 0x6b70c0e831f1469a},
        {8, 0x8edb43458cbe156c},   {9, 0xf9686dcd7af157e9},    {15, 0xd63bd881b83b9ff7},
        {16, 0x2fc8f05137eff280},  {17, 0xc3ad5a12e700746f},   {31, 0x1b93475a103230a1},
        {32, 0x628f257e1670bd4e},  {33, 0x1e5c193d897a340c},   {48, 0x8f17487539d55f12},
        {64, 0x5699dbb1a03cd9ef},  {100, 0xae52ec339793e22c},  {128, 0x4a2b9bd4f4bb05c1},
        {136, 0x240b0d703bdb488c}, {1000, 0xc362661e4800c3a7},
    };
    unsigned char b[1000];
    (void)unused;
    for (size_t i = 0; i < sizeof b; i++) b[i] = (unsigned char)(3 * i + 1);
    for (size_t i = 0; i < LENGTH(known); i++) {
        uint64_t found = pl_hash(b, known[i].n);
        if (found != known[i].value)
            fail_msg("%zu bytes have the hash %016llx", known[i].n, (unsigned long long)found);
    }
}

static void bytes_may_lie_anywhere(void **unused)
{
    unsigned char b[SIZE + 8], moved[SIZE + 8];
    pl_rng r;
    (void)unused;
    pl_seed(&r, 2);
    fill(&r, b, sizeof b);
    for (size_t n = 0; n <= SIZE; n++)
        for (size_t at = 0; at < 8; at++) {
            fill(&r, moved, sizeof moved);
            memcpy(moved + at, b, n);
            assert_true(pl_hash(moved + at, n) == pl_hash(b, n));
        }
}

/* Mixing. */

/* How often each bit of the hash flips when this bit of the bytes does. */
static void count_flips(unsigned char *b, size_t n, int bit, int *count)
{
    uint64_t before = pl_hash(b, n);
    flip(b, bit);
    uint64_t flips = before ^ pl_hash(b, n);
    for (int i = 0; i < 64; i++) count[i] += (int)(flips >> i & 1);
}

static void flips_half_of_all(pl_rng *r, size_t n, int bit, int tries)
{
    uint64_t b[SIZE / 8];
    int count[64] = {0};
    for (int i = 0; i < tries; i++) {
        for (size_t k = 0; k < n; k += 8) b[k / 8] = pl_rand(r);
        count_flips((unsigned char *)b, n, bit, count);
    }
    for (int i = 0; i < 64; i++)
        if (fabs(count[i] - tries / 2.0) > 7 * sqrt(tries) / 2)
            fail_msg("of %zu bytes bit %d flips bit %d of the hash %d times of %d", n, bit, i,
                     count[i], tries);
}

/* One byte has 256 values only, so few are tried. */
static void every_bit_flips_half_of_all(void **unused)
{
    pl_rng r;
    (void)unused;
    pl_seed(&r, 3);
    for (int n = 1; n <= SIZE; n++)
        for (int bit = 0; bit < 8 * n; bit++)
            flips_half_of_all(&r, (size_t)n, bit, n == 1 ? 64 : effort(64000) / (n + 16));
}

/* Bytes that differ in up to three bits, among them all that lie in two words. */
static void few_bits_tell_apart(void **unused)
{
    enum {
        BITS = 128,
        ALL = 1 + BITS + BITS * (BITS - 1) / 2 + BITS * (BITS - 1) * (BITS - 2) / 6
    };
    uint64_t *list = malloc(ALL * sizeof *list);
    unsigned char b[40] = {0};
    pl_rng r;
    (void)unused;
    pl_seed(&r, 4);
    for (size_t n = 16; n <= sizeof b; n += 8) {
        int all = 0;
        list[all++] = pl_hash(b, n);
        for (int i = 0; i < BITS; i++) {
            flip(b, i);
            list[all++] = pl_hash(b, n);
            for (int j = 0; j < i; j++) {
                flip(b, j);
                list[all++] = pl_hash(b, n);
                for (int k = 0; k < j; k++) {
                    flip(b, k);
                    list[all++] = pl_hash(b, n);
                    flip(b, k);
                }
                flip(b, j);
            }
            flip(b, i);
        }
        assert_int_equal(all, ALL);
        are_distinct(list, ALL, "few bits");
        fill(&r, b, sizeof b);
    }
    free(list);
}

/* A hash of one multiplication a word maps these two to one: a top bit moves up unmixed, and
 * the next word takes it back. */
static void a_top_bit_is_not_taken_back(void **unused)
{
    enum { WORDS = SIZE / 8 };
    pl_rng r;
    (void)unused;
    pl_seed(&r, 5);
    for (int i = 0; i < 20000; i++) {
        unsigned char b[SIZE];
        int n = 8 * (2 + pl_below(&r, WORDS - 1)), word = pl_below(&r, n / 8 - 1);
        fill(&r, b, sizeof b);
        uint64_t before = pl_hash(b, (size_t)n);
        for (int bit = 0; bit < 63; bit++) {
            flip(b, 64 * word + 63);
            flip(b, 64 * word + 127);
            flip(b, 64 * word + 64 + bit);
            assert_true(pl_hash(b, (size_t)n) != before);
            flip(b, 64 * word + 63);
            flip(b, 64 * word + 127);
            flip(b, 64 * word + 64 + bit);
        }
    }
}

static void words_may_not_change_places(void **unused)
{
    uint64_t w[SIZE / 8];
    pl_rng r;
    (void)unused;
    pl_seed(&r, 6);
    for (size_t n = 2; n <= LENGTH(w); n++) {
        for (size_t i = 0; i < n; i++) w[i] = pl_rand(&r);
        uint64_t before = pl_hash(w, n * sizeof *w);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++) {
                uint64_t one = w[i], other = w[j];
                w[i] = other;
                w[j] = one;
                assert_true(pl_hash(w, n * sizeof *w) != before);
                w[i] = one;
                w[j] = other;
            }
    }
}

static void lengths_are_told_apart(void **unused)
{
    enum { MOST = PL_STATE_MAX };
    static const unsigned char fills[] = {0, 1, 0xff};
    static unsigned char b[MOST];
    uint64_t list[MOST + 1];
    (void)unused;
    for (size_t i = 0; i < LENGTH(fills); i++) {
        memset(b, fills[i], sizeof b);
        for (size_t n = 0; n <= MOST; n++) list[n] = pl_hash(b, n);
        are_distinct(list, MOST + 1, "lengths");
    }
}

/* Positions. */

enum { HALF = 20 }; /* bits that a table might use */

/* Equal pairs of so many bits are no more than chance allows. */
static void fall_by_chance(const char *spec, const uint64_t *hash, size_t n, int shift,
                           uint64_t *room)
{
    double expected = (double)n * (double)(n - 1) / 2 / (1 << HALF);
    for (size_t i = 0; i < n; i++) room[i] = hash[i] >> shift & ((1 << HALF) - 1);
    double found = pairs(room, n);
    if (found > expected + 6 * sqrt(expected) + 10)
        fail_msg(
            "%s: bits %d..%d of the hash are the same in %.0f pairs of %zu positions, not %.0f",
            spec, shift, shift + HALF - 1, found, n, expected);
}

/* Distinct positions, as random games come by them. */
static void meet(const pl_game *g, pl_positions *p, int most)
{
    pl_rng r;
    pl_state s;
    pl_seed(&r, 7);
    pl_start(g, &s);
    for (int i = 0; i < 4 * most && p->n < most && pl_positions_meet(p, &s) >= 0; i++) {
        if (g->turn(&s) == PL_OVER) pl_start(g, &s);
        else g->apply(&s, pl_any(g, &s, &r));
    }
}

static void have_unlike_hashes(const char *spec, int most)
{
    const pl_game *g = must_open("%s", spec);
    pl_positions p = {.size = (size_t)g->state_size, .memory = (int64_t)1 << 29};
    meet(g, &p, most);
    size_t n = (size_t)p.n;
    uint64_t *hash = malloc(n * sizeof *hash), *room = malloc(n * sizeof *room);
    for (size_t i = 0; i < n; i++) hash[i] = pl_hash(pl_positions_state(&p, (int32_t)i), p.size);
    fall_by_chance(spec, hash, n, 0, room);
    fall_by_chance(spec, hash, n, 64 - HALF, room);
    are_distinct(hash, n, spec);
    free(hash);
    free(room);
    pl_positions_free(&p);
    pl_close(g);
}

static void positions_have_unlike_hashes(int most)
{
    for (const pl_game *const *g = pl_games(); *g; g++) have_unlike_hashes((*g)->name, most);
    have_unlike_hashes("mnk(m=8,n=8,k=5)", most);
}

static void many_positions_have_unlike_hashes(void **unused)
{
    (void)unused;
    positions_have_unlike_hashes(effort(1000000));
}

static void some_positions_have_unlike_hashes(void **unused)
{
    (void)unused;
    positions_have_unlike_hashes(effort(50000));
}

int test_hash_larger(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_positions_have_unlike_hashes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

int test_hash(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_multiply_alike),
        cmocka_unit_test(values_never_change),
        cmocka_unit_test(bytes_may_lie_anywhere),
        cmocka_unit_test(every_bit_flips_half_of_all),
        cmocka_unit_test(few_bits_tell_apart),
        cmocka_unit_test(a_top_bit_is_not_taken_back),
        cmocka_unit_test(words_may_not_change_places),
        cmocka_unit_test(lengths_are_told_apart),
        cmocka_unit_test(some_positions_have_unlike_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
