/* policy.c -- fuzzes the reader of policy files.  A check sum guards them, so the input
 * is tried as it is and once more with the sum put right, which is what somebody with
 * bad intentions would do; what is read must then be sound in all its parts. */
#include <math.h>

#include "solve/policy/file.h"

#include "tests/fuzz/fuzz.h"

static void look_at_all(const unsigned char *bytes, size_t size)
{
    static double list[PL_MOVES_MAX];
    pl_error err;
    pl_policy *p = pl_policy_read(bytes, size, &err);
    for (int64_t i = 0; p && i < pl_policy_sets(p); i++) {
        double sum = 0;
        int n = pl_policy_find(p, pl_policy_key(p, i), list, PL_MOVES_MAX);
        if (n < 1 || pl_policy_at(p, i, list, n) != n) abort();
        for (int a = 0; a < n; a++) sum += list[a];
        if (!(fabs(sum - 1) < 1e-5)) abort();
    }
    if (p && strlen(pl_policy_game(p)) >= PL_SPEC_MAX) abort();
    pl_policy_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = (unsigned char *)text_of(data, size);
    look_at_all(bytes, size);
    if (size >= PL_POLICY_HEADER) {
        uint64_t sum = pl_policy_sum(0, bytes + PL_POLICY_HEADER, (size - PL_POLICY_HEADER) / 8);
        memcpy(bytes, pl_policy_magic, sizeof pl_policy_magic);
        pl_set(bytes + AT_VERSION, PL_POLICY_VERSION, 8);
        pl_set(bytes + AT_BYTES, size, 8);
        pl_set(bytes + AT_SUM, pl_policy_sum_header(sum, bytes), 8);
        look_at_all(bytes, size);
    }
    free(bytes);
    return 0;
}
