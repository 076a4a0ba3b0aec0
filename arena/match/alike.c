/* alike.c -- whether all groups of a pairing came out alike.
 *
 * Where neither the game nor an agent draws lots every group is the same games once more, and an
 * interval that takes groups for samples says that there is no doubt.  Moves are not kept, so it
 * goes by what tallies have: what each place and each seat scored in a group, and how many
 * games were how long.
 *
 * Fact to check: stints of any size come to the same, as only sums and bounds are asked for.
 */
#include <stdlib.h>

#include "arena/match/match.h"

enum { PAIRINGS = 4096, LENGTHS = 24 };
static const int64_t enough = 10; /* groups of a pairing, before anything is said of it */

struct pl_alike {
    double place[PL_SEATS_MAX], seat[PL_SEATS_MAX];
    int64_t groups, games[LENGTHS];
    int32_t length[LENGTHS], lengths, differs;
};

/* The one of this pairing; NULL: it is not looked at. */
static struct pl_alike *find(pl_match *m, int64_t pairing)
{
    if (pairing >= PAIRINGS) return NULL;
    if (pairing >= m->alikes) {
        int64_t room = pairing < 2 * m->alikes ? 2 * m->alikes : pairing + 1;
        struct pl_alike *more = realloc(m->alike, (size_t)room * sizeof *more);
        if (!more) return NULL;
        for (int64_t i = m->alikes; i < room; i++) more[i] = (struct pl_alike){0};
        m->alike = more;
        m->alikes = room;
    }
    return &m->alike[pairing];
}

/* Whether every group scored as much as those before. */
static int same(const pl_mean *x, double *known, int64_t before)
{
    if (!before) *known = x->least;
    return x->least == *known && x->most == *known;
}

static void add_length(struct pl_alike *a, int32_t length, int64_t games)
{
    int i = 0;
    while (i < a->lengths && a->length[i] != length) i++;
    if (i == LENGTHS) {
        a->differs = 1;
        return;
    }
    if (i == a->lengths) a->length[a->lengths++] = length;
    a->games[i] += games;
}

void pl_alike_add(pl_match *m, const pl_stint *u, const pl_tally *t)
{
    struct pl_alike *a = find(m, u->pairing);
    if (!a || a->differs) return;
    a->differs = t->aborted > 0;
    for (int i = 0; i < t->places && t->groups; i++) {
        const pl_mean *payoff = &t->account[t->slot[i]].payoff;
        if (!same(payoff, &a->place[i], a->groups) || !same(&t->seat[i], &a->seat[i], a->groups))
            a->differs = 1;
    }
    for (int i = 0; i < PL_TIMES_BINS && !a->differs; i++)
        if (t->length.bin[i]) add_length(a, i, t->length.bin[i]);
    a->groups += t->groups;
}

static int is_alike(const struct pl_alike *a)
{
    int alike = !a->differs && a->groups >= enough;
    for (int i = 0; alike && i < a->lengths; i++) alike = a->games[i] % a->groups == 0;
    return alike;
}

int64_t pl_alike_count(const pl_match *m)
{
    int64_t n = 0;
    for (int64_t i = 0; i < m->alikes; i++) n += is_alike(&m->alike[i]);
    return n;
}

void pl_alike_close(pl_match *m)
{
    free(m->alike);
}
