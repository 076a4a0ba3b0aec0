/* net.c -- fuzzes the reader of nets.  A check sum guards the files, so the input is tried
 * as it is and once more with the sum put right, which is what somebody with bad intentions
 * would do; what is read must then answer. */
#include "nets/file.h"

#include "tests/fuzz/fuzz.h"

static void look_at_all(const unsigned char *bytes, size_t size)
{
    pl_error err = {""};
    pl_net *net = pl_net_parse(bytes, size, &err);
    if (!net && !err.text[0]) abort();
    if (!net) return;
    pl_net_work *work = pl_net_work_new(net, 1, 0);
    float *x = calloc((size_t)net->shape.inputs, sizeof *x);
    if (!work || !x) abort();
    pl_net_forward(net, work, x, 1);
    free(x);
    pl_net_work_free(work);
    pl_net_free(net);
}

/* Where the digits of the sum stand, if all of them do. */
static unsigned char *sum_in(unsigned char *bytes, size_t size)
{
    static const char name[] = "\"checksum\":\"";
    const size_t length = sizeof name - 1;
    for (size_t i = PL_NET_LENGTH; i + length + PL_NET_SUM <= size; i++)
        if (!memcmp(bytes + i, name, length)) return bytes + i + length;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = (unsigned char *)text_of(data, size);
    look_at_all(bytes, size);
    unsigned char *sum = sum_in(bytes, size);
    if (sum) {
        char digits[PL_NET_SUM + 1];
        memset(sum, '0', PL_NET_SUM);
        snprintf(digits, sizeof digits, "%016llx", (unsigned long long)pl_hash(bytes, size));
        memcpy(sum, digits, PL_NET_SUM);
        look_at_all(bytes, size);
    }
    free(bytes);
    return 0;
}
