/* deal.c -- the constrained dealer: every deal that fits comes up equally often,
 * and a deal that cannot be is refused. */
#include "parlor/game.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { THINGS = 10, DEALS = 4096 };

typedef struct {
    int n, holders, want[4];
    uint32_t may[THINGS];
} problem;

/* A deal as a number: the holders as digits in base 4. */
static int spell(const problem *p, const uint8_t *out)
{
    int code = 0;
    for (int i = 0; i < p->n; i++) code = code * 4 + out[i];
    return code;
}

/* All deals that fit, by plain trial of every assignment. */
static int list_deals(const problem *p, int *codes)
{
    int found = 0, all = 1;
    for (int i = 0; i < p->n; i++) all *= p->holders;
    for (int c = 0; c < all; c++) {
        uint8_t out[THINGS];
        int count[4] = {0}, fits = 1;
        for (int i = 0, rest = c; i < p->n; i++, rest /= p->holders) {
            out[i] = (uint8_t)(rest % p->holders);
            count[out[i]]++;
            fits &= (int)(p->may[i] >> out[i] & 1);
        }
        if (fits && !memcmp(count, p->want, sizeof count) && found < DEALS)
            codes[found++] = spell(p, out);
    }
    return found;
}

/* Chi-square of 400 deals for each possible one; seven sigma is the limit. */
static void check_even(const problem *p)
{
    static int codes[DEALS], seen[DEALS];
    int deals = list_deals(p, codes), tries = 400 * deals;
    pl_rng r;
    pl_seed(&r, 7);
    memset(seen, 0, sizeof seen);
    for (int t = 0; t < tries; t++) {
        uint8_t out[THINGS];
        int k = 0;
        assert_int_equal(pl_deal(&r, p->n, p->may, p->holders, p->want, out), 0);
        while (k < deals && codes[k] != spell(p, out)) k++;
        assert_true(k < deals);
        seen[k]++;
    }
    double chi = 0;
    for (int k = 0; k < deals; k++) chi += (seen[k] - 400.0) * (seen[k] - 400.0) / 400.0;
    assert_true(fabs(chi - (deals - 1)) < 7 * sqrt(2.0 * deals));
}

static void every_deal_is_equally_likely(void **state)
{
    static const problem all[] = {
        {3, 2, {2, 1}, {1, 3, 3}},                      /* one thing tied */
        {6, 3, {2, 2, 2}, {7, 7, 7, 7, 7, 7}},          /* free */
        {6, 3, {2, 2, 2}, {1, 3, 3, 7, 7, 7}},          /* nested kinds */
        {6, 3, {2, 2, 2}, {3, 3, 6, 6, 5, 7}},          /* crossing kinds */
        {7, 4, {3, 2, 1, 1}, {3, 3, 6, 12, 9, 15, 15}}, /* four holders */
        {7, 3, {4, 2, 1}, {3, 5, 5, 6, 6, 1, 7}},       /* uneven wants */
        {7, 3, {2, 2, 3}, {3, 3, 5, 6, 6, 4, 7}},       /* pairs, each of them rare once: */
        {7, 3, {2, 3, 2}, {3, 5, 5, 6, 6, 7, 7}},
        {7, 3, {3, 2, 2}, {3, 3, 5, 5, 6, 7, 7}},
        {6, 4, {2, 2, 1, 1}, {15, 15, 15, 15, 15, 15}}, /* free, four holders */
        {7, 4, {2, 2, 2, 1}, {1, 3, 3, 7, 15, 15, 15}}, /* nested kinds, four holders */
        {7, 4, {2, 2, 2, 1}, {3, 6, 12, 9, 5, 10, 15}}, /* crossing kinds, four holders */
        {5, 4, {2, 0, 2, 1}, {3, 3, 15, 15, 6}},        /* one wants nothing */
        {4, 4, {1, 1, 1, 1}, {3, 6, 12, 9}},            /* a ring: two deals */
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) check_even(&all[i]);
}

/* Thing i may go to holder i or i+1 and each holder takes one: a chain with one
 * solution, which blind tries would find once in half a million. */
static void a_tight_chain_is_dealt(void **state)
{
    enum { N = 20 };
    uint32_t may[N];
    int want[N];
    uint8_t out[N];
    pl_rng r;
    (void)state;
    pl_seed(&r, 1);
    for (int i = 0; i < N; i++) {
        may[i] = i ? (uint32_t)1 << (i - 1) | (uint32_t)1 << i : 1;
        want[i] = 1;
    }
    assert_int_equal(pl_deal(&r, N, may, N, want, out), 0);
    for (int i = 0; i < N; i++) assert_int_equal(out[i], i);
}

/* Chains the other way round, of several things a holder: only one deal fits. */
static void chains_of_any_length_are_dealt(void **state)
{
    static const int shapes[][2] = {{16, 4}, {20, 3}, {32, 4}, {32, 8}, {4, 13}};
    (void)state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        int holders = shapes[k][0], each = shapes[k][1], want[32];
        uint32_t may[256];
        uint8_t out[256];
        pl_rng r;
        pl_seed(&r, k);
        for (int h = 0; h < holders; h++) want[h] = each;
        for (int i = 0; i < holders * each; i++) {
            int h = i / each;
            may[i] = h + 1 < holders ? (uint32_t)3 << h : (uint32_t)1 << h;
        }
        assert_int_equal(pl_deal(&r, holders * each, may, holders, want, out), 0);
        for (int i = 0; i < holders * each; i++) assert_int_equal(out[i], i / each);
    }
}

/* A ring of sixteen, four things each: thing i of holder h may go to h or h+1.
 * There are far too many cases to count, so the walk deals; by symmetry each
 * thing stays half the time. */
static void a_wide_ring_is_dealt_evenly(void **state)
{
    enum { HOLDERS = 16, EACH = 4, N = HOLDERS * EACH, DEALS_MADE = 300 };
    uint32_t may[N];
    int want[HOLDERS], stays[N] = {0}, total = 0;
    uint8_t out[N];
    pl_rng r;
    (void)state;
    pl_seed(&r, 3);
    for (int h = 0; h < HOLDERS; h++) want[h] = EACH;
    for (int i = 0; i < N; i++) {
        int h = i / EACH;
        may[i] = (uint32_t)1 << h | (uint32_t)1 << (h + 1) % HOLDERS;
    }
    for (int t = 0; t < DEALS_MADE; t++) {
        int count[HOLDERS] = {0};
        assert_int_equal(pl_deal(&r, N, may, HOLDERS, want, out), 0);
        for (int i = 0; i < N; i++) {
            assert_true(may[i] >> out[i] & 1);
            count[out[i]]++;
            stays[i] += out[i] == i / EACH;
        }
        assert_memory_equal(count, want, sizeof count);
    }
    for (int i = 0; i < N; i++) {
        total += stays[i];
        assert_in_range(stays[i], 90, 210);
    }
    assert_in_range(total, N * DEALS_MADE * 4 / 10, N * DEALS_MADE * 6 / 10);
}

static void impossible_deals_are_refused(void **state)
{
    uint8_t out[256];
    uint32_t may[40] = {1, 1, 3}, wide[40];
    int many[32];
    pl_rng r;
    (void)state;
    pl_seed(&r, 1);
    assert_int_equal(pl_deal(&r, 3, may, 2, (int[]){1, 2}, out), -1);
    assert_int_equal(pl_deal(&r, 3, may, 2, (int[]){1, 1}, out), -1);
    assert_int_equal(pl_deal(&r, 3, may, 2, (int[]){4, -1}, out), -1);
    assert_int_equal(pl_deal(&r, 3, (uint32_t[]){3, 3, 7}, 3, (int[]){1, 0, 2}, out), -1);
    assert_int_equal(pl_deal(&r, 3, (uint32_t[]){3, 4, 0}, 3, (int[]){1, 1, 1}, out), -1);
    assert_int_equal(pl_deal(&r, 257, may, 2, (int[]){1, 1}, out), -1);
    /* Too many cases to count: the matching finds that two cannot both fit. */
    for (int i = 0; i < 40; i++) wide[i] = i < 2 ? 1 : UINT32_MAX;
    for (int h = 0; h < 32; h++) many[h] = h < 8 ? 2 : 1;
    many[0] = 1;
    many[31] = 2;
    assert_int_equal(pl_deal(&r, 40, wide, 32, many, out), -1);
}

static void a_deal_of_nothing_is_fine(void **state)
{
    pl_rng r;
    uint8_t out[1] = {9};
    (void)state;
    pl_seed(&r, 1);
    assert_int_equal(pl_deal(&r, 0, (uint32_t[]){0}, 2, (int[]){0, 0}, out), 0);
    assert_int_equal(out[0], 9);
}

int test_deal(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deal_is_equally_likely),
        cmocka_unit_test(a_tight_chain_is_dealt),
        cmocka_unit_test(chains_of_any_length_are_dealt),
        cmocka_unit_test(a_wide_ring_is_dealt_evenly),
        cmocka_unit_test(impossible_deals_are_refused),
        cmocka_unit_test(a_deal_of_nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
