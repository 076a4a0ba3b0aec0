/* random.c -- the random stream is part of the interface: these numbers never
 * change.
 *
 * The Philox blocks are Random123's known answers, and NumPy's Philox gives the
 * same; the xoshiro256++ numbers are those of its authors' program; the streams
 * of seeds and children were computed from the two by an independent program.
 * Built twice, plainly and for x86-64-v3, so that both ways to count and to
 * find bits are held to the naive one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "parlor/random.h"

#define ALL UINT64_MAX

static void philox_knows_its_answers(void **unused)
{
    static const uint64_t known[][10] = {
        {0, 0, 0, 0, 0, 0, 0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b,
         0x7e68b68aec7ba23b},
        {ALL, ALL, ALL, ALL, ALL, ALL, 0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6,
         0xa09caebf594f0ba0},
        {0x452821e638d01377, 0xbe5466cf34e90c6c, 0x243f6a8885a308d3, 0x13198a2e03707344,
         0xa4093822299f31d0, 0x082efa98ec4e6c89, 0xa528f45403e61d95, 0x38c72dbd566e9788,
         0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t out[4];
        pl_philox(known[i], known[i] + 2, out);
        assert_memory_equal(out, known[i] + 6, sizeof out);
    }
}

static void expect(pl_rng r, const uint64_t *numbers, int n)
{
    for (int i = 0; i < n; i++) assert_true(pl_rand(&r) == numbers[i]);
}

static void xoshiro_gives_the_published_numbers(void **unused)
{
    static const uint64_t numbers[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    (void)unused;
    expect((pl_rng){{1, 2, 3, 4}}, numbers, 10);
}

static void a_seed_gives_its_stream(void **unused)
{
    static const uint64_t seeds[] = {0, 1, ALL};
    static const uint64_t numbers[][4] = {
        {0x2b30a6888e00904e, 0xcc4237504c2509a8, 0xe59906d37bbae6ef, 0x16f4da36f0412f63},
        {0x802c8aa18d199e67, 0xbc33c6d1e82356fa, 0x656564bec635572f, 0x0be53217a53844a1},
        {0xc89524e013e9a478, 0x92efb555c1939301, 0x6a0bc803b1c1047b, 0xa837bc22efbfdf1b},
    };
    pl_rng r;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        pl_seed(&r, seeds[i]);
        expect(r, numbers[i], 4);
    }
    pl_seed(&r, 1);
    for (int i = 0; i < 999999; i++) pl_rand(&r);
    assert_true(pl_rand(&r) == 0x32e39d73c01c9a56);
}

static void a_child_gives_its_stream(void **unused)
{
    static const uint64_t children[] = {0, 1, ALL};
    static const uint64_t numbers[][4] = {
        {0xc80d89bf876964de, 0xa8d764c8f07dd8c7, 0x74eb94041c4c8e09, 0x13661f2a6e865e35},
        {0x04c56f6290a45421, 0x42fb91cf8177c324, 0x2de6aa1aefb4eaaf, 0xb949e13ebf588be9},
        {0xcf9b0974757e9cfe, 0x121ff8e5cc8bae33, 0xdf950faa1e2e26a5, 0xcd207bee15846552},
    };
    static const uint64_t grandchild[] = {0x3aadf6a4d166bd6b, 0x69897e92b9b17f45,
                                          0x581fc109a9ded08e, 0xe902e73a48f09bf2};
    pl_rng r, before, child;
    (void)unused;
    pl_seed(&r, 1);
    before = r;
    for (int i = 0; i < 3; i++) {
        pl_split(&r, children[i], &child);
        expect(child, numbers[i], 4);
    }
    assert_memory_equal(&r, &before, sizeof r);
    pl_split(&r, 1, &child);
    pl_split(&child, 7, &child); /* a child may take its parent's place */
    expect(child, grandchild, 4);
}

static void ranges_and_fractions_are_pinned(void **unused)
{
    static const struct {
        int n, draws[8];
    } known[] = {
        {1, {0, 0, 0, 0, 0, 0, 0, 0}},
        {2, {1, 1, 0, 0, 1, 1, 0, 0}},
        {6, {3, 4, 2, 0, 3, 4, 0, 0}},
        {52, {26, 38, 20, 2, 29, 40, 3, 2}},
        {1000000007,
         {500679653, 735165053, 396078395, 46465998, 566393602, 774603325, 72202422, 43182233}},
        {2147483647,
         {1075201359, 1578754919, 850571870, 99784971, 1216320991, 1663447962, 155053520,
          92733140}},
    };
    static const double units[] = {0x1.005915431a333p-1, 0x1.78678da3d046ap-1, 0x1.959592fb18d54p-2,
                                   0x1.7ca642f4a7080p-5};
    pl_rng r;
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        pl_seed(&r, 1);
        for (int k = 0; k < 8; k++) assert_int_equal(pl_below(&r, known[i].n), known[i].draws[k]);
    }
    pl_seed(&r, 1);
    for (int i = 0; i < 4; i++) assert_true(pl_unit(&r) == units[i]);
}

/* A state whose next number is x: with s0 = 0 the sum is s3 alone, rotated. */
static pl_rng about_to_give(uint64_t x)
{
    return (pl_rng){{0, 1, 2, pl_rotl(x, 64 - 23)}};
}

static void fractions_reach_both_ends(void **unused)
{
    pl_rng least = about_to_give(0), most = about_to_give(ALL);
    (void)unused;
    assert_true(pl_unit(&least) == 0);
    assert_true(pl_unit(&most) == 1 - 0x1p-53);
}

/* Whether pl_below takes the draw with these upper 32 bits, and says value. */
static int takes(uint64_t upper, int n, int value)
{
    pl_rng r = about_to_give(upper << 32 | 0xffffffff), once = r;
    pl_rand(&once);
    int got = pl_below(&r, n);
    return !memcmp(&r, &once, sizeof r) && got == value;
}

/* The 32-bit draws that lead to one value are neighbours, and only the first
 * may be thrown away; what is left must be as many for every value.  A large n
 * is sampled. */
static void check_exactly(int n)
{
    const uint64_t all = (uint64_t)1 << 32, k = (uint64_t)n;
    uint64_t share = all / k;
    uint64_t step = k > 5000 ? k / 997 : 1;
    for (uint64_t v = 0; v < k; v += step) {
        uint64_t from = (v * all + k - 1) / k, to = ((v + 1) * all + k - 1) / k;
        uint64_t taken = to - from - !takes(from, n, (int)v);
        assert_true(taken == share);
        if (to - from > 1) assert_true(takes(from + 1, n, (int)v));
        if (to - from > 1) assert_true(takes(to - 1, n, (int)v));
    }
}

static void below_throws_away_exactly_the_surplus(void **unused)
{
    static const int n[] = {1,          2,         3,     5,     6,       7,       10,
                            13,         52,        64,    100,   361,     1000,    1326,
                            4096,       4999,      65535, 65537, 1000003, 1 << 30, (1 << 30) + 1,
                            1431655765, 2147483647};
    (void)unused;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) check_exactly(n[i]);
}

/* Chi-square against its mean n-1, within five of its standard deviations. */
static void below_is_even(void **unused)
{
    static const int sizes[] = {2, 3, 5, 6, 7, 13, 52, 100, 361, 1000};
    pl_rng r;
    (void)unused;
    pl_seed(&r, 2024);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int n = sizes[i], count[1000] = {0};
        double expected = 200, chi = 0;
        for (int k = 0; k < 200 * n; k++) count[pl_below(&r, n)]++;
        for (int k = 0; k < n; k++) chi += (count[k] - expected) * (count[k] - expected) / expected;
        double off = chi - (n - 1);
        assert_true(off * off <= 25 * 2.0 * (n - 1));
    }
}

static int naive_count(uint64_t m)
{
    int n = 0;
    for (int i = 0; i < 64; i++) n += (int)(m >> i & 1);
    return n;
}

static int naive_nth(uint64_t m, int k)
{
    int i = 0;
    for (;; i++)
        if ((m >> i & 1) && k-- == 0) return i;
}

static uint64_t naive_gather(uint64_t m, uint64_t mask)
{
    uint64_t out = 0;
    int n = 0;
    for (int i = 0; i < 64; i++)
        if (mask >> i & 1) out |= (m >> i & 1) << n++;
    return out;
}

static void check_bits(uint64_t m, uint64_t other)
{
    int n = naive_count(m);
    assert_int_equal(pl_count(m), n);
    assert_true(pl_gather(other, m) == naive_gather(other, m));
    for (int k = 0; k < n; k++) assert_int_equal(pl_nth(m, k), naive_nth(m, k));
    if (!n) return;
    assert_int_equal(pl_lowest(m), naive_nth(m, 0));
    assert_int_equal(pl_highest(m), naive_nth(m, n - 1));
}

static void bits_agree_with_the_naive_way(void **unused)
{
    pl_rng r;
    (void)unused;
    pl_seed(&r, 3);
    check_bits(0, ALL);
    check_bits(ALL, 0x0123456789abcdef);
    for (int i = 0; i < 64; i++) {
        check_bits((uint64_t)1 << i, ALL);
        check_bits(ALL << i, pl_rand(&r));
        check_bits(ALL >> i, pl_rand(&r));
    }
    for (int i = 0; i < 3000; i++) {
        uint64_t m = pl_rand(&r);
        for (int thin = i % 5; thin > 0; thin--) m &= pl_rand(&r);
        check_bits(m, pl_rand(&r));
    }
}

static int machine_can_run_this(void)
{
#if defined(__BMI2__)
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
    return 1;
#endif
}

int test_random(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_knows_its_answers),
        cmocka_unit_test(xoshiro_gives_the_published_numbers),
        cmocka_unit_test(a_seed_gives_its_stream),
        cmocka_unit_test(a_child_gives_its_stream),
        cmocka_unit_test(ranges_and_fractions_are_pinned),
        cmocka_unit_test(fractions_reach_both_ends),
        cmocka_unit_test(below_throws_away_exactly_the_surplus),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(bits_agree_with_the_naive_way),
    };
    if (!machine_can_run_this()) return puts("1..0 # SKIP the machine has no BMI2") < 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
