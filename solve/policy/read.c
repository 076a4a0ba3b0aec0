/* read.c -- a policy out of a file, which may be anybody's.
 *
 * Everything that is later relied on is checked once, when the file is opened: the
 * sum over all of it, the order of the keys, every offset, every probability.  A
 * set is then found by halving: 15 steps among the 24,576 of liar's dice.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "solve/policy/file.h"

struct pl_policy {
    const unsigned char *bytes, *key, *first, *probability;
    uint64_t size, sets, moves;
    int mapped;
    char game[PL_SPEC_MAX];
    pl_policy_facts facts;
};

static uint64_t first_of(const pl_policy *p, uint64_t set)
{
    return pl_get(p->first + 4 * set, 4);
}

static int check_start(const pl_policy *p, pl_error *err)
{
    const unsigned char *h = p->bytes;
    size_t n = p->size < sizeof pl_policy_magic ? (size_t)p->size : sizeof pl_policy_magic;
    if (memcmp(h, pl_policy_magic, n) || p->size == 0)
        return pl_fail(err, "is no policy file: it does not begin as one");
    if (p->size < PL_POLICY_HEADER)
        return pl_fail(err, "is cut short: %d bytes are less than the header of a policy file",
                       (int)p->size);
    if (pl_get(h + AT_VERSION, 4) != PL_POLICY_VERSION)
        return pl_fail(err, "is of version %u of the format; this library reads version %d",
                       (unsigned)pl_get(h + AT_VERSION, 4), PL_POLICY_VERSION);
    uint64_t size = pl_get(h + AT_BYTES, 8);
    if (p->size < size)
        return pl_fail(err, "is cut short: %llu of %llu bytes are there",
                       (unsigned long long)p->size, (unsigned long long)size);
    if (p->size > size || size % 8)
        return pl_fail(err, "is damaged: %llu bytes are there, but it was written with %llu",
                       (unsigned long long)p->size, (unsigned long long)size);
    return 0;
}

static int damaged(pl_error *err, const char *what)
{
    return pl_fail(err, "is damaged: %s", what);
}

static int check_sum(const pl_policy *p, pl_error *err)
{
    uint64_t sum = pl_policy_sum(0, p->bytes + PL_POLICY_HEADER, (p->size - PL_POLICY_HEADER) / 8);
    if (pl_policy_sum_header(sum, p->bytes) == pl_get(p->bytes + AT_SUM, 8)) return 0;
    return damaged(err, "its check sum is wrong");
}

/* Step over a section of so many bytes; NULL: the file is too short for it. */
static const unsigned char *section(const pl_policy *p, uint64_t *at, uint64_t bytes)
{
    const unsigned char *begin = p->bytes + *at;
    if (bytes > p->size - *at || pl_padded(bytes) > p->size - *at) return NULL;
    *at += pl_padded(bytes);
    return begin;
}

static int take_text(const pl_policy *p, uint64_t *at, uint64_t bytes, char *out, size_t room)
{
    const unsigned char *text = bytes < room ? section(p, at, bytes) : NULL;
    if (!text || memchr(text, 0, (size_t)bytes)) return -1;
    memcpy(out, text, (size_t)bytes);
    return 0;
}

/* Where the sections are.  A count is compared with the file's size before it is
 * multiplied, so nothing overflows. */
static int lay_out(pl_policy *p, pl_error *err)
{
    const unsigned char *h = p->bytes;
    uint64_t at = PL_POLICY_HEADER, width = (uint64_t)p->facts.bits / 8;
    p->sets = pl_get(h + AT_SETS, 8);
    p->moves = pl_get(h + AT_MOVES, 8);
    if (take_text(p, &at, pl_get(h + AT_GAME, 8), p->game, sizeof p->game) ||
        take_text(p, &at, pl_get(h + AT_HOW, 8), p->facts.how, sizeof p->facts.how))
        return damaged(err, "its texts are none");
    if (p->sets > p->size || p->moves > p->size) return damaged(err, "its counts are too large");
    p->key = section(p, &at, p->sets * 8);
    p->first = p->key ? section(p, &at, (p->sets + 1) * 4) : NULL;
    p->probability = p->first ? section(p, &at, p->moves * width) : NULL;
    if (!p->probability || at != p->size) return damaged(err, "its counts do not fit its size");
    return 0;
}

static int take_facts(pl_policy *p, pl_error *err)
{
    const unsigned char *h = p->bytes;
    pl_policy_facts *f = &p->facts;
    uint64_t bits = pl_get(h + AT_BITS, 4), players = pl_get(h + AT_PLAYERS, 4);
    if (pl_get(h + AT_FLAGS, 4)) return damaged(err, "its flags are none that exist");
    if (bits != 64 && bits != 32 && bits != 16)
        return damaged(err, "its probabilities have neither 64, 32 nor 16 bits");
    if (players < 1 || players > PL_SEATS_MAX) return damaged(err, "its number of players is none");
    f->bits = (int32_t)bits;
    f->lower = pl_get_double(h + AT_LOWER);
    f->upper = pl_get_double(h + AT_UPPER);
    f->nashconv = pl_get_double(h + AT_NASHCONV);
    for (int k = 0; k < PL_SEATS_MAX; k++) f->value[k] = pl_get_double(h + AT_VALUE + 8 * k);
    return 0;
}

/* The probabilities of n moves from one on. */
static void load(const pl_policy *p, uint64_t from, int n, double *out)
{
    int width = p->facts.bits / 8;
    const unsigned char *b = p->probability + from * (uint64_t)width;
    if (width < 8) pl_policy_unpack(b, n, p->facts.bits, out);
    else
        for (int i = 0; i < n; i++) out[i] = pl_get_double(b + 8 * i);
}

static int check_set(const pl_policy *p, uint64_t set, pl_error *err)
{
    double list[PL_MOVES_MAX], sum = 0;
    uint64_t from = first_of(p, set), to = first_of(p, set + 1);
    if (to <= from || to > p->moves || to - from > PL_MOVES_MAX)
        return damaged(err, "where a set's moves begin is wrong");
    if (set && pl_policy_key(p, (int64_t)set) <= pl_policy_key(p, (int64_t)set - 1))
        return damaged(err, "its keys are not in order");
    load(p, from, (int)(to - from), list);
    for (uint64_t i = 0; i < to - from; i++) {
        if (!(list[i] >= 0)) return damaged(err, "a probability is none");
        sum += list[i];
    }
    return fabs(sum - 1) < 1e-6 ? 0 : damaged(err, "the probabilities of a set do not make 1");
}

static int check_sets(const pl_policy *p, pl_error *err)
{
    if (first_of(p, 0) != 0 || first_of(p, p->sets) != p->moves)
        return damaged(err, "where its sets begin and end is wrong");
    for (uint64_t i = 0; i < p->sets; i++)
        if (check_set(p, i, err)) return -1;
    return 0;
}

pl_policy *pl_policy_read(const void *bytes, size_t n, pl_error *err)
{
    pl_policy *p = calloc(1, sizeof *p);
    if (!p) {
        pl_fail(err, "cannot be read: out of memory");
        return NULL;
    }
    p->bytes = bytes;
    p->size = n;
    if (!check_start(p, err) && !check_sum(p, err) && !take_facts(p, err) && !lay_out(p, err) &&
        !check_sets(p, err))
        return p;
    free(p);
    return NULL;
}

/* A file in memory; NULL with the reason.  An empty one cannot be mapped. */
static const void *map(int fd, size_t *size, pl_error *err)
{
    static const unsigned char nothing[1];
    struct stat about;
    *size = 0;
    if (fstat(fd, &about)) return pl_fail(err, "%s", strerror(errno)), NULL;
    if (!S_ISREG(about.st_mode)) return pl_fail(err, "it is no plain file"), NULL;
    if (about.st_size == 0) return nothing;
    *size = (size_t)about.st_size;
    void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) return pl_fail(err, "%s", strerror(errno)), NULL;
    return bytes;
}

static pl_policy *open_mapped(const char *path, const void *bytes, size_t size, pl_error *err)
{
    pl_error why = {""};
    pl_policy *p = pl_policy_read(bytes, size, &why);
    if (p) p->mapped = 1;
    else if (size) munmap((void *)bytes, size);
    if (!p) pl_fail(err, "'%.100s' %s", path, why.text);
    return p;
}

pl_policy *pl_policy_open(const char *path, pl_error *err)
{
    pl_error why = {""};
    size_t size;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return pl_fail(err, "cannot read '%.150s': %s", path, strerror(errno)), NULL;
    const void *bytes = map(fd, &size, &why);
    close(fd);
    if (!bytes) return pl_fail(err, "cannot read '%.150s': %s", path, why.text), NULL;
    return open_mapped(path, bytes, size, err);
}

void pl_policy_free(pl_policy *p)
{
    if (p && p->mapped) munmap((void *)p->bytes, (size_t)p->size);
    free(p);
}

const char *pl_policy_game(const pl_policy *p)
{
    return p->game;
}

const pl_policy_facts *pl_policy_facts_of(const pl_policy *p)
{
    return &p->facts;
}

int64_t pl_policy_bytes(const pl_policy *p)
{
    return (int64_t)p->size;
}

int64_t pl_policy_sets(const pl_policy *p)
{
    return (int64_t)p->sets;
}

uint64_t pl_policy_key(const pl_policy *p, int64_t set)
{
    return pl_get(p->key + 8 * set, 8);
}

int pl_policy_at(const pl_policy *p, int64_t set, double *out, int most)
{
    if (set < 0 || (uint64_t)set >= p->sets) return 0;
    uint64_t from = first_of(p, (uint64_t)set), n = first_of(p, (uint64_t)set + 1) - from;
    if (most < 0 || n > (uint64_t)most) return 0;
    load(p, from, (int)n, out);
    return (int)n;
}

int pl_policy_find(const pl_policy *p, uint64_t key, double *out, int most)
{
    int64_t lo = 0, hi = (int64_t)p->sets - 1;
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        if (pl_policy_key(p, mid) < key) lo = mid + 1;
        else hi = mid;
    }
    if (lo > hi || pl_policy_key(p, lo) != key) return 0;
    return pl_policy_at(p, lo, out, most);
}

int pl_policy_fits(const pl_policy *p, const pl_game *g, pl_error *err)
{
    char spec[PL_SPEC_MAX];
    pl_spec(g, spec, sizeof spec);
    if (!strcmp(spec, p->game)) return 0;
    return pl_fail(err, "the policy is one of %.100s, not of %.100s", p->game, spec);
}
