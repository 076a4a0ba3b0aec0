/* hands.c -- which information sets stand side by side.
 *
 * Where all moves are public and only chance deals secrets, a seat has at every
 * public moment one set for each hand it may hold, with the same moves, and every
 * hand comes from the same hand at its last moment.  Then the sets of one moment
 * are swept together, a lane for each hand, which modern machines do several at
 * a time.  Where a game is not like that, every set stands alone.
 *
 * Fact to check: Leduc poker has 6 hands, and 3 up to suits.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/exact/positions.h"
#include "solve/form/form.h"

enum { LANES_MOST = 16 };

typedef struct {
    int32_t *moment; /* sets: the public moment, by seat */
    int32_t *same;   /* moments: a lower one that it is the same as, up to symmetry */
    int32_t *leader; /* moments: its first class, or -1 */
    uint32_t *taken; /* classes that lead: lanes in use */
} moments;

static int32_t root_of(int32_t *same, int32_t m)
{
    while (same[m] != m) m = same[m] = same[same[m]];
    return m;
}

/* The moment of a set: what anybody sees of its view, and whose it is.  -1: out of memory. */
static int32_t moment_of(pl_positions *met, const pl_tree *t, int32_t info)
{
    size_t size = (size_t)t->game->state_size;
    unsigned char row[sizeof(pl_state) + 1];
    pl_state view;
    memcpy(&view, t->info_view + (size_t)info * size, size);
    if (t->game->hide) t->game->hide(&view, PL_PUBLIC);
    memcpy(row, &view, size);
    row[size] = (unsigned char)t->info_seat[info];
    return pl_positions_meet(met, row);
}

/* Moments that share a class are the same up to symmetry. */
static int find_moments(const pl_alike *a, moments *m)
{
    const pl_tree *t = a->tree;
    pl_positions met = {.size = (size_t)t->game->state_size + 1};
    int failed = 0;
    for (int32_t i = 0; !failed && i < t->infos; i++) {
        m->moment[i] = moment_of(&met, t, i);
        failed = m->moment[i] < 0;
    }
    for (int32_t i = 0; i < met.n; i++) {
        m->same[i] = i;
        m->leader[i] = -1;
    }
    pl_positions_free(&met);
    for (int32_t i = 0; !failed && i < t->infos; i++) {
        int32_t x = root_of(m->same, m->moment[i]);
        int32_t y = root_of(m->same, m->moment[a->first_info[a->info[i]]]);
        m->same[x > y ? x : y] = x > y ? y : x;
    }
    return failed ? -1 : 0;
}

/* The row before a class's sets, told by the class of the same move of its leader. */
static int32_t row_before(const pl_alike *a, int32_t class)
{
    const pl_tree *t = a->tree;
    int32_t before = t->info_before[a->first_info[class]];
    if (!before) return -1;
    int32_t owner = a->owner[before - 1], move = before - 1 - t->info_first[owner];
    int32_t leader = a->leader[a->info[owner]];
    return a->place[t->info_first[a->first_info[leader]] + move];
}

static int32_t moves_of(const pl_tree *t, int32_t info)
{
    return t->info_first[info + 1] - t->info_first[info];
}

static int has_copies(const pl_alike *a, int32_t info)
{
    const int32_t *first = a->tree->info_first;
    for (int32_t p = first[info]; p < first[info + 1]; p++)
        for (int32_t q = first[info]; q < p; q++)
            if (a->place[p] == a->place[q]) return 1;
    return 0;
}

/* A lane for this class in the block of its moment; 0, or -1: it does not fit. */
static int seat_class(pl_alike *a, moments *m, int32_t class)
{
    const pl_tree *t = a->tree;
    int32_t info = a->first_info[class], before = t->info_before[info], lane = 0;
    int32_t *leader = &m->leader[root_of(m->same, m->moment[info])];
    if (*leader < 0) *leader = class;
    a->leader[class] = *leader;
    if (before) lane = a->lane[a->info[a->owner[before - 1]]];
    else
        while (lane < LANES_MOST && m->taken[*leader] >> lane & 1) lane++;
    if (lane >= LANES_MOST || m->taken[*leader] >> lane & 1 || has_copies(a, info)) return -1;
    if (moves_of(t, info) != moves_of(t, a->first_info[*leader])) return -1;
    if (row_before(a, class) != row_before(a, *leader)) return -1;
    m->taken[*leader] |= 1u << lane;
    a->lane[class] = lane;
    if (lane >= a->lanes) a->lanes = lane + 1;
    return 0;
}

/* Lanes pay where most of them are used: so many at least of every eight. */
static int worth_it(const pl_alike *a)
{
    int64_t blocks = 0;
    for (int32_t c = 0; c < a->classes; c++) blocks += a->leader[c] == c;
    return a->lanes > 1 && (int64_t)a->classes * 8 > blocks * a->lanes * 3;
}

void pl_stand_alone(pl_alike *a)
{
    a->lanes = 1;
    for (int32_t c = 0; c < a->classes; c++) {
        a->leader[c] = c;
        a->lane[c] = 0;
    }
}

int pl_hands(pl_alike *a)
{
    size_t infos = (size_t)a->tree->infos + 1;
    if (a->tree->game->players != 2) return 0;
    moments m = {malloc(infos * sizeof *m.moment), malloc(infos * sizeof *m.same),
                 malloc(infos * sizeof *m.leader), calloc(infos, sizeof *m.taken)};
    int failed = !m.moment || !m.same || !m.leader || !m.taken || find_moments(a, &m);
    int32_t c = 0;
    while (!failed && c < a->classes && seat_class(a, &m, c) == 0) c++;
    if (c < a->classes || !worth_it(a)) pl_stand_alone(a);
    free(m.moment);
    free(m.same);
    free(m.leader);
    free(m.taken);
    return failed ? -1 : 0;
}
