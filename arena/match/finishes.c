/* finishes.c -- who came in before whom at tables of several: each order once, and how often it came.
 *
 * Ratings by pairs alone are wrong where middle places are shared: that of two winners and two losers
 * one is ahead of another says less than that it beat him.  So orders are kept whole, for Plackett and
 * Luce's model: a table of those that came, each with a count for every batch.  There are few where the
 * same agents meet often; where there are too many the pairs must do.
 *
 * Which orders there are depends on no thread, but which came first does: so they are sorted before
 * anything is added up.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { ORDERS_MAX = 20000, SLOTS = 65536 };
enum { TIED = 0x8000 }; /* shares the place with the next */

int pl_finishes_open(pl_match *m)
{
    pl_finishes *p = &m->finishes;
    if (!m->batches || m->schedule.places < 3 || m->plan.entrants < m->schedule.places) return 0;
    p->slot = calloc(SLOTS, sizeof *p->slot);
    return p->slot ? 0 : -1;
}

static void drop(pl_finishes *p)
{
    free(p->slot);
    free(p->order);
    free(p->count);
    *p = (pl_finishes){0};
}

void pl_finishes_close(pl_match *m)
{
    drop(&m->finishes);
}

static int grow(pl_finishes *p, size_t wide, size_t batches)
{
    if (p->n < p->room) return 0;
    size_t room = p->room ? 2 * (size_t)p->room : 64;
    uint16_t *order = realloc(p->order, room * wide * sizeof *order);
    if (order) p->order = order;
    int32_t *count = realloc(p->count, room * batches * sizeof *count);
    if (count) p->count = count;
    if (!order || !count) return -1;
    p->room = (int32_t)room;
    return 0;
}

/* Its row, a new one if it never came; -1: there is no room. */
static int32_t find(pl_match *m, const uint16_t *order)
{
    pl_finishes *p = &m->finishes;
    size_t wide = (size_t)m->schedule.places, bytes = wide * sizeof *order;
    size_t at = pl_hash(order, bytes) % SLOTS, batches = (size_t)m->batches;
    for (; p->slot[at]; at = (at + 1) % SLOTS)
        if (!memcmp(p->order + (size_t)(p->slot[at] - 1) * wide, order, bytes))
            return p->slot[at] - 1;
    if (p->n == ORDERS_MAX || grow(p, wide, batches)) return -1;
    memcpy(p->order + (size_t)p->n * wide, order, bytes);
    memset(p->count + (size_t)p->n * batches, 0, batches * sizeof *p->count);
    p->slot[at] = ++p->n;
    return p->n - 1;
}

/* From the best to the worst, those who share a place by their numbers. */
static void put_in_order(const int32_t *who, const double *score, int n, uint16_t *out)
{
    double sorted[PL_SEATS_MAX];
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 &&
               (sorted[at - 1] < score[i] || (sorted[at - 1] == score[i] && out[at - 1] > who[i]));
             at--) {
            sorted[at] = sorted[at - 1];
            out[at] = out[at - 1];
        }
        sorted[at] = score[i];
        out[at] = (uint16_t)who[i];
    }
    for (int i = 0; i + 1 < n; i++)
        if (sorted[i] == sorted[i + 1]) out[i] |= TIED;
}

void pl_finishes_add(pl_match *m, const pl_stint *u, const pl_tally *t)
{
    pl_finishes *p = &m->finishes;
    uint16_t order[PL_SEATS_MAX];
    /* There was no memory for them, or somebody sits twice. */
    if (t->kept != t->games || t->slots < t->places) drop(p);
    for (int64_t i = 0; p->slot && i < t->kept; i++) {
        const double *score = t->score_of + i * t->places;
        int64_t batch = pl_match_batch(m, u->pairing, u->from + i / t->group);
        if (score[0] != score[0]) continue; /* its group does not count */
        put_in_order(u->who, score, t->places, order);
        int32_t row = find(m, order);
        if (row >= 0) p->count[row * m->batches + batch]++;
        else drop(p);
    }
}

/* With the match at hand, for qsort. */
typedef struct {
    const uint16_t *order;
    const int32_t *count;
    int32_t wide;
} row;

static int by_order(const void *a, const void *b)
{
    const row *x = a, *y = b;
    return memcmp(x->order, y->order, (size_t)x->wide * sizeof *x->order);
}

/* Batches that have anything: their numbers, and how many. */
static int32_t used_batches(const pl_match *m, int32_t *used)
{
    const pl_finishes *p = &m->finishes;
    int32_t n = 0;
    for (int32_t b = 0; b < m->batches; b++) {
        int any = 0;
        for (int32_t i = 0; i < p->n && !any; i++) any = p->count[i * m->batches + b] > 0;
        if (any) used[n++] = b;
    }
    return n;
}

static void fill(const pl_match *m, row *rows, pl_finishes_list *out)
{
    const pl_finishes *p = &m->finishes;
    int32_t wide = m->schedule.places;
    for (int32_t i = 0; i < p->n; i++)
        rows[i] = (row){p->order + i * wide, p->count + i * m->batches, wide};
    qsort(rows, (size_t)p->n, sizeof *rows, by_order);
    for (int32_t i = 0; i < p->n; i++) {
        double score = wide;
        out->begin[i + 1] = (int64_t)(i + 1) * wide;
        for (int32_t k = 0; k < wide; k++) {
            out->agent[i * wide + k] = rows[i].order[k] & ~TIED;
            out->score[i * wide + k] = score;
            score -= !(rows[i].order[k] & TIED);
        }
        for (int32_t b = 0; b < out->batches; b++)
            out->count[i * out->batches + b] = rows[i].count[out->used[b]];
    }
}

int pl_finishes_list_of(const pl_match *m, pl_finishes_list *out)
{
    const pl_finishes *p = &m->finishes;
    size_t n = (size_t)p->n, seats = n * (size_t)m->schedule.places;
    *out = (pl_finishes_list){.games = p->n};
    out->batches = used_batches(m, out->used);
    row *rows = malloc((n + 1) * sizeof *rows);
    out->begin = calloc(n + 1, sizeof *out->begin);
    out->agent = malloc((seats + 1) * sizeof *out->agent);
    out->score = malloc((seats + 1) * sizeof *out->score);
    out->count = malloc((n * (size_t)out->batches + 1) * sizeof *out->count);
    int bad = !rows || !out->begin || !out->agent || !out->score || !out->count;
    if (!bad) fill(m, rows, out);
    free(rows);
    return bad ? -1 : 0;
}

void pl_finishes_list_free(pl_finishes_list *l)
{
    free(l->begin);
    free(l->agent);
    free(l->score);
    free(l->count);
}
