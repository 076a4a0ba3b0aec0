/* parcel.c -- bytes to be sent, put in and taken out one thing after the other.
 *
 * Numbers take seven bits to a byte.  Tallies are mostly zeros, so they are told as how many
 * zeros, how many other bytes, and these, again and again. */
#include <stdlib.h>
#include <string.h>

#include "table/parcel.h"

enum { RUN = 4 }; /* zeros that are worth a new pair of numbers */

void pl_parcel_free(pl_parcel *p)
{
    free(p->byte);
    *p = (pl_parcel){0};
}

void pl_pack_bytes(pl_parcel *p, const void *from, size_t n)
{
    if (p->n + n > p->room) {
        size_t room = 2 * p->room + n + 256;
        unsigned char *more = realloc(p->byte, room);
        if (!more) p->bad = 1;
        else {
            p->byte = more;
            p->room = room;
        }
    }
    if (p->bad || !n) return;
    memcpy(p->byte + p->n, from, n);
    p->n += n;
}

void pl_pack_count(pl_parcel *p, uint64_t x)
{
    unsigned char byte[10];
    size_t n = 0;
    for (; x >= 128; x >>= 7) byte[n++] = (unsigned char)(x | 128);
    byte[n++] = (unsigned char)x;
    pl_pack_bytes(p, byte, n);
}

void pl_pack_text(pl_parcel *p, const char *text)
{
    size_t n = text ? strlen(text) + 1 : 0;
    pl_pack_count(p, n);
    pl_pack_bytes(p, text, n);
}

static size_t zeros(const unsigned char *at, size_t n)
{
    size_t k = 0;
    uint64_t word;
    while (k + sizeof word <= n) {
        memcpy(&word, at + k, sizeof word);
        if (word) break;
        k += sizeof word;
    }
    while (k < n && !at[k]) k++;
    return k;
}

/* Up to the next run of zeros that is long enough. */
static size_t others(const unsigned char *at, size_t n)
{
    size_t run = 0;
    for (size_t k = 0; k < n; k++) {
        run = at[k] ? 0 : run + 1;
        if (run == RUN) return k + 1 - RUN;
    }
    return n - run;
}

void pl_pack_sparse(pl_parcel *p, const void *from, size_t n)
{
    const unsigned char *at = from;
    while (n) {
        size_t none = zeros(at, n), some = others(at + none, n - none);
        pl_pack_count(p, none);
        pl_pack_count(p, some);
        pl_pack_bytes(p, at + none, some);
        at += none + some;
        n -= none + some;
    }
}

static const unsigned char *take(pl_parcel *p, size_t n)
{
    if (p->bad || n > p->n - p->at) {
        p->bad = 1;
        return NULL;
    }
    p->at += n;
    return p->byte + p->at - n;
}

uint64_t pl_unpack_count(pl_parcel *p)
{
    uint64_t x = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const unsigned char *byte = take(p, 1);
        if (!byte) return 0;
        x |= (uint64_t)(*byte & 127) << shift;
        if (*byte < 128) return x;
    }
    p->bad = 1;
    return 0;
}

void pl_unpack_bytes(pl_parcel *p, void *to, size_t n)
{
    const unsigned char *from = take(p, n);
    if (from && n) memcpy(to, from, n);
    else if (!from) memset(to, 0, n);
}

const char *pl_unpack_text(pl_parcel *p)
{
    size_t n = pl_unpack_count(p);
    const unsigned char *text = n ? take(p, n) : NULL;
    if (text && text[n - 1] == 0) return (const char *)text;
    if (n) p->bad = 1;
    return NULL;
}

void pl_unpack_sparse(pl_parcel *p, void *to, size_t n)
{
    unsigned char *at = to;
    while (n && !p->bad) {
        size_t none = pl_unpack_count(p), some = pl_unpack_count(p);
        if (none > n || some > n - none || none + some == 0) p->bad = 1;
        if (p->bad) return;
        memset(at, 0, none);
        pl_unpack_bytes(p, at + none, some);
        at += none + some;
        n -= none + some;
    }
}
