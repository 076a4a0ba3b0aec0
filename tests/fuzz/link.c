/* link.c -- fuzzes what makes bytes into lines: however they are cut into pieces, the
 * same lines come out.  The first byte says how large the pieces are. */
#include "table/net/link.h"

#include "tests/fuzz/fuzz.h"

typedef struct {
    char text[8192];
    size_t used;
} heard;

static int hear(void *with, char *line, size_t n)
{
    heard *h = with;
    if (memchr(line, '\n', n) || h->used + n + 1 > sizeof h->text) abort();
    memcpy(h->text + h->used, line, n);
    h->used += n;
    h->text[h->used++] = '\n';
    return 0;
}

static int feed(heard *h, const uint8_t *data, size_t size, size_t piece)
{
    pl_link l;
    int bad = 0;
    h->used = 0;
    pl_link_begin(&l, 0);
    l.longest = 100;
    for (size_t at = 0, n; at < size && !bad; at += n) {
        n = size - at < piece ? size - at : piece;
        bad = pl_link_feed(&l, (const char *)data + at, n, hear, h);
    }
    pl_link_end(&l);
    return bad;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heard whole, cut;
    if (size < 2 || size > 4000) return 0;
    int a = feed(&whole, data + 1, size - 1, size);
    int b = feed(&cut, data + 1, size - 1, 1 + (size_t)data[0]);
    if (a != b || whole.used != cut.used || memcmp(whole.text, cut.text, whole.used)) abort();
    return 0;
}
