/* sets.c -- information sets that are met on the way, in bounded memory.
 *
 * Sets lie one behind the other in pieces of fixed size, which never move: a walk may
 * hold on to one while others are made.  Nothing is ever thrown away: when the bound is
 * reached the table keeps what it has.
 *
 * A set is known by all 64 bits of its name.  Two sets with one name would share what is learnt
 * of them: among a thousand million sets two do with a chance of one in 37, and the policy is a
 * little worse.  How good it is, others find out.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/deep/deep.h"

enum { PIECE = 1 << 20 }; /* bytes; the largest set has less than a tenth of it */

static int64_t size_of(int64_t n)
{
    return (int64_t)sizeof(pl_deep_set) + (n + 1) / 2 * 8 + n * 8;
}

static pl_deep_set *set_at(const pl_deep_sets *s, int64_t at)
{
    return (pl_deep_set *)(void *)(s->piece[at / PIECE] + at % PIECE);
}

int64_t pl_deep_sets_bytes(const pl_deep_sets *s)
{
    return s->pieces * PIECE + pl_keys_bytes(&s->keys);
}

/* Whether another piece fits the bound, and is there. */
static int add_piece(pl_deep_sets *s)
{
    if (pl_deep_sets_bytes(s) + PIECE > s->limit) return -1;
    unsigned char **list = realloc(s->piece, (size_t)(s->pieces + 1) * sizeof *list);
    if (!list) return -1;
    s->piece = list;
    if (!(list[s->pieces] = calloc(1, PIECE))) return -1;
    s->pieces++;
    s->used = 0;
    return 0;
}

static pl_deep_set *add(pl_deep_sets *s, uint64_t key, int n)
{
    int64_t bytes = size_of(n);
    if (s->full) return NULL;
    uint64_t *place = NULL;
    if (pl_deep_sets_bytes(s) + pl_keys_growth(&s->keys) <= s->limit &&
        ((s->pieces && s->used + bytes <= PIECE) || !add_piece(s)))
        place = pl_keys_at(&s->keys, key);
    if (!place) {
        s->full = 1;
        return NULL;
    }
    int64_t at = (s->pieces - 1) * PIECE + s->used;
    pl_deep_set *set = set_at(s, at);
    *place = (uint64_t)at + 1;
    *set = (pl_deep_set){.key = key, .n = (uint32_t)n};
    s->used += bytes;
    s->sets++;
    return set;
}

const pl_deep_set *pl_deep_sets_find(const pl_deep_sets *s, uint64_t key)
{
    const uint64_t *place = pl_keys_find(&s->keys, key);
    return place ? set_at(s, (int64_t)*place - 1) : NULL;
}

pl_deep_set *pl_deep_sets_at(pl_deep_sets *s, uint64_t key, int n)
{
    const uint64_t *place = pl_keys_find(&s->keys, key);
    pl_deep_set *set = place ? set_at(s, (int64_t)*place - 1) : add(s, key, n);
    if (set && set->n == (uint32_t)n) return set;
    s->missed++;
    return NULL;
}

/* Whether a set begins here, and is none that only a damaged file could tell of. */
static int is_set(const pl_deep_sets *s, int64_t at)
{
    int64_t left = PIECE - at % PIECE;
    if (left < (int64_t)sizeof(pl_deep_set)) return 0;
    uint32_t n = set_at(s, at)->n;
    return n > 0 && n <= PL_MOVES_MAX && size_of(n) <= left;
}

pl_deep_set *pl_deep_sets_next(const pl_deep_sets *s, int64_t *at)
{
    int64_t end = s->pieces ? (s->pieces - 1) * PIECE + s->used : 0;
    while (*at < end && !is_set(s, *at)) *at = (*at / PIECE + 1) * PIECE;
    if (*at >= end) return NULL;
    pl_deep_set *set = set_at(s, *at);
    *at += size_of(set->n);
    return set;
}

void pl_deep_sets_free(pl_deep_sets *s)
{
    for (int64_t i = 0; i < s->pieces; i++) free(s->piece[i]);
    free(s->piece);
    pl_keys_free(&s->keys);
}

int pl_deep_sets_keep(pl_deep_sets *s, pl_keep_fn *keep, void *with)
{
    int64_t head[] = {s->pieces, s->used, s->sets, s->missed, s->full};
    keep(with, head, sizeof head);
    if (head[0] < s->pieces || head[1] < 0 || head[1] > PIECE || head[1] % 8) return -1;
    while (s->pieces < head[0])
        if (add_piece(s)) return -1;
    s->used = head[1];
    s->sets = head[2];
    s->missed = head[3];
    s->full = head[4] != 0;
    for (int64_t i = 0; i < s->pieces; i++) keep(with, s->piece[i], PIECE);
    return 0;
}

/* What was read back may be anything: numbers that cannot be are 0. */
static void mend(const pl_deep_set *set)
{
    for (uint32_t a = 0; a < set->n; a++) {
        float *regret = &pl_deep_regret(set)[a];
        double *total = &pl_deep_total(set)[a];
        if (!(fabsf(*regret) < 1e30f)) *regret = 0;
        if (!(*total >= 0 && *total < 1e300)) *total = 0;
    }
}

/* Where the sets are has to be found out anew. */
int pl_deep_sets_took(pl_deep_sets *s)
{
    pl_deep_set *set;
    pl_keys_free(&s->keys);
    s->sets = 0;
    for (int64_t at = 0; (set = pl_deep_sets_next(s, &at)); s->sets++) {
        uint64_t *place = pl_keys_at(&s->keys, set->key);
        if (!place) return -1;
        *place = (uint64_t)(at - size_of(set->n)) + 1;
        mend(set);
    }
    return 0;
}

/* Regret matching (Hart and Mas-Colell, 2000). */
void pl_deep_match(const pl_deep_set *s, int n, float *policy)
{
    const float *regret = s ? pl_deep_regret(s) : NULL;
    float sum = 0;
    for (int a = 0; s && a < n; a++) {
        policy[a] = regret[a] > 0 ? regret[a] : 0;
        sum += policy[a];
    }
    for (int a = 0; a < n; a++) policy[a] = sum > 0 ? policy[a] / sum : 1 / (float)n;
}

/* Where nobody else's walk has come by it is what regrets say now. */
void pl_deep_average(const pl_deep_set *s, double *policy)
{
    const double *total = pl_deep_total(s);
    const float *regret = pl_deep_regret(s);
    int n = (int)s->n;
    double sum = 0, above = 0;
    for (int a = 0; a < n; a++) {
        sum += total[a];
        above += regret[a] > 0 ? (double)regret[a] : 0;
    }
    for (int a = 0; a < n; a++) {
        double now = above > 0 ? (regret[a] > 0 ? (double)regret[a] / above : 0) : 1.0 / n;
        policy[a] = sum > 0 ? total[a] / sum : now;
    }
}
