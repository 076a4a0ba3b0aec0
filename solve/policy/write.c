/* write.c -- a policy into a file.
 *
 * The body is written as it is made and the header, which has its sum, last; the
 * file gets its name when all of it is on the disk.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/text.h"
#include "parlor/beside.h"
#include "solve/policy/file.h"

/* What is to be written. */
typedef struct {
    const uint64_t *key;
    const int32_t *first;
    const double *policy;
    const pl_policy_facts *facts;
    uint64_t sets, moves;
    int32_t *order; /* sets by ascending key */
    int players;
    char game[PL_SPEC_MAX];
} content;

enum { BUFFER = 4096 }; /* a multiple of 8 */

/* A file to which words are added, each of them summed. */
typedef struct {
    pl_beside *file;
    uint64_t sum, bytes;
    size_t used;
    unsigned char buffer[BUFFER];
} sink;

static void flush(sink *s)
{
    s->sum = pl_policy_sum(s->sum, s->buffer, s->used / 8);
    pl_beside_put(s->file, s->buffer, s->used);
    s->bytes += s->used;
    s->used = 0;
}

static void put_byte(sink *s, unsigned char b)
{
    if (s->used == BUFFER) flush(s);
    s->buffer[s->used++] = b;
}

static void put(sink *s, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) put_byte(s, b[i]);
}

/* The end of a section. */
static void pad(sink *s)
{
    while (s->used % 8) put_byte(s, 0);
}

static void put_number(sink *s, uint64_t x, int bytes)
{
    unsigned char b[8];
    pl_set(b, x, bytes);
    put(s, b, (size_t)bytes);
}

static void put_text(sink *s, const char *text)
{
    put(s, (const unsigned char *)text, strlen(text));
    pad(s);
}

static int moves_of(const content *c, int32_t set)
{
    return c->first[set + 1] - c->first[set];
}

static void put_offsets(sink *s, const content *c)
{
    uint64_t at = 0;
    put_number(s, at, 4);
    for (uint64_t i = 0; i < c->sets; i++)
        put_number(s, at += (uint64_t)moves_of(c, c->order[i]), 4);
    pad(s);
}

static void put_set(sink *s, const double *p, int n, int bits)
{
    unsigned char packed[PL_MOVES_MAX * 8];
    if (bits != 64) pl_policy_pack(p, n, bits, packed);
    else
        for (int i = 0; i < n; i++) pl_set_double(packed + 8 * i, p[i]);
    put(s, packed, (size_t)n * (size_t)bits / 8);
}

static void put_body(sink *s, const content *c)
{
    put_text(s, c->game);
    put_text(s, c->facts->how);
    for (uint64_t i = 0; i < c->sets; i++) put_number(s, c->key[c->order[i]], 8);
    put_offsets(s, c);
    for (uint64_t i = 0; i < c->sets; i++) {
        int32_t set = c->order[i];
        put_set(s, c->policy + c->first[set], moves_of(c, set), c->facts->bits);
    }
    pad(s);
    flush(s);
}

static void make_header(unsigned char *h, const sink *s, const content *c)
{
    const pl_policy_facts *f = c->facts;
    memset(h, 0, PL_POLICY_HEADER);
    memcpy(h + AT_MAGIC, pl_policy_magic, sizeof pl_policy_magic);
    pl_set(h + AT_VERSION, PL_POLICY_VERSION, 4);
    pl_set(h + AT_BITS, (uint64_t)f->bits, 4);
    pl_set(h + AT_PLAYERS, (uint64_t)c->players, 4);
    pl_set(h + AT_BYTES, PL_POLICY_HEADER + s->bytes, 8);
    pl_set(h + AT_SETS, c->sets, 8);
    pl_set(h + AT_MOVES, c->moves, 8);
    pl_set(h + AT_GAME, strlen(c->game), 8);
    pl_set(h + AT_HOW, strlen(f->how), 8);
    pl_set_double(h + AT_LOWER, f->lower);
    pl_set_double(h + AT_UPPER, f->upper);
    pl_set_double(h + AT_NASHCONV, f->nashconv);
    for (int k = 0; k < PL_SEATS_MAX; k++) pl_set_double(h + AT_VALUE + 8 * k, f->value[k]);
    pl_set(h + AT_SUM, pl_policy_sum_header(s->sum, h), 8);
}

static int write_file(const char *path, const content *c, pl_error *err)
{
    unsigned char header[PL_POLICY_HEADER] = {0};
    pl_beside out;
    sink s = {.used = 0};
    if (pl_beside_open(&out, path, err)) return -1;
    s.file = &out;
    pl_beside_put(&out, header, sizeof header);
    put_body(&s, c);
    make_header(header, &s, c);
    if (fseek(out.file, 0, SEEK_SET) && !out.why) out.why = errno;
    pl_beside_put(&out, header, sizeof header);
    return pl_beside_keep(&out, err);
}

static int check_set(const content *c, int32_t set, pl_error *err)
{
    double sum = 0;
    int n = moves_of(c, set);
    if (n < 1 || n > PL_MOVES_MAX)
        return pl_fail(err, "set %d has %d moves; 1..%d can be written", (int)set, n, PL_MOVES_MAX);
    for (int32_t a = c->first[set]; a < c->first[set + 1]; a++) {
        if (!(c->policy[a] >= 0)) return pl_fail(err, "a probability of set %d is none", (int)set);
        sum += c->policy[a];
    }
    if (fabs(sum - 1) < 1e-6) return 0;
    return pl_fail(err, "the probabilities of set %d make %.9g, not 1", (int)set, sum);
}

typedef struct {
    uint64_t key;
    int32_t set, unused;
} named;

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const named *)a)->key, y = ((const named *)b)->key;
    return x < y ? -1 : x > y;
}

/* The order of the keys, no two of which may be equal. */
static int sort_sets(content *c, pl_error *err)
{
    named *list = malloc((size_t)(c->sets + 1) * sizeof *list);
    int bad = 0;
    c->order = malloc((size_t)(c->sets + 1) * sizeof *c->order);
    if (!list || !c->order) bad = pl_fail(err, "out of memory");
    for (uint64_t i = 0; !bad && i < c->sets; i++)
        list[i] = (named){.key = c->key[i], .set = (int32_t)i};
    if (!bad) qsort(list, (size_t)c->sets, sizeof *list, by_key);
    for (uint64_t i = 0; !bad && i < c->sets; i++) {
        c->order[i] = list[i].set;
        if (i && list[i].key == list[i - 1].key)
            bad =
                pl_fail(err, "sets %d and %d have one key", (int)list[i - 1].set, (int)list[i].set);
    }
    free(list);
    return bad;
}

static int check_facts(const pl_policy_facts *f, pl_error *err)
{
    if (f->bits != 64 && f->bits != 32 && f->bits != 16)
        return pl_fail(err, "a probability is written in 64, 32 or 16 bits, not %d", (int)f->bits);
    return memchr(f->how, 0, sizeof f->how) ? 0 : pl_fail(err, "how it was made is no text");
}

int pl_policy_write_sets(const char *path, const pl_game *g, int32_t sets, const uint64_t *key,
                         const int32_t *first, const double *policy, const pl_policy_facts *f,
                         pl_error *err)
{
    pl_policy_facts none;
    content c = {.key = key, .first = first, .policy = policy, .facts = f, .sets = (uint64_t)sets};
    pl_policy_facts_none(&none);
    if (!f) c.facts = &none;
    c.players = g->players;
    c.moves = (uint64_t)(first[sets] - first[0]);
    if (pl_spec(g, c.game, sizeof c.game) >= PL_SPEC_MAX)
        return pl_fail(err, "the spelling of %s is too long", g->name);
    if (check_facts(c.facts, err)) return -1;
    for (int32_t i = 0; i < sets; i++)
        if (check_set(&c, i, err)) return -1;
    int bad = sort_sets(&c, err) || write_file(path, &c, err);
    free(c.order);
    return bad ? -1 : 0;
}

void pl_policy_facts_none(pl_policy_facts *f)
{
    *f = (pl_policy_facts){.lower = NAN, .upper = NAN, .nashconv = NAN, .bits = 64};
    for (int k = 0; k < PL_SEATS_MAX; k++) f->value[k] = NAN;
}
