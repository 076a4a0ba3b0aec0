/* repeats.c -- groups that came out alike wait, and are counted together.
 *
 * To count a group costs as much as a small game takes.  Small games have few ends: of tic-tac-toe a
 * pair of games comes out in nine ways.  So a table of what came out keeps how often it did; what
 * has the place of another sends that one to be counted.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/match/match.h"

enum { WAYS = 8, BITS = 10, ROWS = 1 << BITS }; /* WAYS: scores of a group, at most */

typedef struct {
    double score[WAYS];
    int64_t times;
} repeat;

struct pl_repeats {
    repeat row[ROWS];
    int32_t used[ROWS], n;      /* rows that have something */
    const uint8_t *order[WAYS]; /* of the games of a group, all of them */
};

int pl_repeats_open(pl_tally *t)
{
    if (t->group < 2 || t->group * t->places > WAYS || t->batches || t->keeps || t->controls)
        return 0;
    t->repeats = calloc(1, sizeof *t->repeats);
    return t->repeats ? 0 : -1;
}

void pl_repeats_close(pl_tally *t)
{
    free(t->repeats);
}

static void count(pl_tally *t, repeat *r)
{
    memcpy(t->order, t->repeats->order, (size_t)t->group * sizeof *t->order);
    memcpy(t->score, r->score, (size_t)(t->group * t->places) * sizeof *t->score);
    t->held = t->group;
    pl_tally_add(t, r->times);
    r->times = 0;
}

/* A sum of products, which do not wait for each other, mixed once more: without that a draw had the
 * row of a win. */
static inline int row_of(const double *score, int n)
{
    static const uint64_t odd[WAYS] = {
        0x9e3779b97f4a7c15u, 0xd1342543de82ef95u, 0xaf251af3b0f025b5u, 0x9fb21c651e98df25u,
        0xda942042e4dd58b5u, 0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu, 0xca5a826395121157u};
    uint64_t hash = 0;
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &score[i], sizeof bits);
        hash += (bits ^ bits >> 32) * odd[i];
    }
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return (int)(hash >> (64 - BITS));
}

static inline int alike(const double *a, const double *b, int n)
{
    int same = 1;
    for (int i = 0; i < n; i++) same &= a[i] == b[i];
    return same;
}

/* What waits of a stint that somebody else plays, after all. */
void pl_repeats_drop(pl_tally *t)
{
    struct pl_repeats *of = t->repeats;
    for (int i = 0; of && i < of->n; i++) of->row[of->used[i]].times = 0;
    if (of) of->n = 0;
}

void pl_repeats_put(pl_tally *t)
{
    struct pl_repeats *of = t->repeats;
    int n = t->group * t->places, at = row_of(t->score, n);
    repeat *r = &of->row[at];
    if (r->times && alike(r->score, t->score, n)) {
        r->times++;
        return;
    }
    memcpy(of->order, t->order, (size_t)t->group * sizeof *t->order);
    double now[WAYS];
    memcpy(now, t->score, (size_t)n * sizeof *now);
    if (r->times) count(t, r);
    else of->used[of->n++] = at;
    memcpy(r->score, now, (size_t)n * sizeof *now);
    r->times = 1;
}

void pl_repeats_settle(pl_tally *t)
{
    struct pl_repeats *of = t->repeats;
    if (!of) return;
    for (int i = 0; i < of->n; i++) count(t, &of->row[of->used[i]]);
    of->n = 0;
}
