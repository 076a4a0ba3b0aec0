/* probe.c -- how many positions a game has at least, before any are worked out.
 *
 * The birthday problem: of n random lines two stand at the same position after d plies
 * as often as n (n - 1) / 2 over the number of positions there, if all are equally
 * likely, and more often if they are not: so pairs that meet bound that number from
 * below.  Where few meet, the bound is what few prove.  Plies add up unless a position of one
 * is also met at one of the two before it, as in games where play may come back.
 *
 * Positions are compared by their hashes.  Two of 200,000 share one with a chance of one in 900
 * million, and then the bound is a little lower.
 *
 * Fact to check: tic-tac-toe has 5,478 positions, and no ply of it more than 1,520.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/exact/positions.h"

enum { SURE = 10, PLIES = 80, LINES = 200000 }; /* pairs to rely on; the most that is looked at */

typedef struct {
    const pl_game *game;
    unsigned char *rows; /* where the lines stand that are not over */
    uint64_t *hash[3];   /* of the lines now, and in the two plies before, in order */
    int64_t n[3];
    int64_t lines;
    pl_rng rng;
} probe;

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* One ply further on every line. */
static void advance(probe *p)
{
    const pl_game *g = p->game;
    size_t size = (size_t)g->state_size;
    int64_t left = 0;
    for (int64_t i = 0; i < p->lines; i++) {
        pl_state s;
        pl_move m[PL_MOVES_MAX];
        memcpy(&s, p->rows + (size_t)i * size, size);
        int moves = g->turn(&s) == PL_OVER ? 0 : g->moves(&s, m);
        if (moves < 1) continue;
        g->apply(&s, m[pl_below(&p->rng, moves)]);
        memcpy(p->rows + (size_t)left * size, &s, size);
        p->hash[0][left++] = pl_hash(&s, size);
    }
    p->lines = p->n[0] = left;
    if (left) qsort(p->hash[0], (size_t)left, sizeof **p->hash, by_number);
}

/* How many positions there are where the lines stand, at least. */
static double at_least(probe *p)
{
    double pairs = 0, n = (double)p->lines;
    for (int64_t i = 1, same = 0; i < p->lines; i++) {
        same = p->hash[0][i] == p->hash[0][i - 1] ? same + 1 : 0;
        pairs += (double)same;
    }
    return n * (n - 1) / 2 / fmax(pairs, SURE);
}

/* Whether some position is among these of an earlier ply. */
static int comes_back(const probe *p, int before)
{
    const uint64_t *a = p->hash[0], *b = p->hash[before];
    for (int64_t i = 0, k = 0; i < p->n[0] && k < p->n[before];) {
        if (a[i] == b[k]) return 1;
        if (a[i] < b[k]) i++;
        else k++;
    }
    return 0;
}

static void next_ply(probe *p)
{
    uint64_t *last = p->hash[2];
    p->hash[2] = p->hash[1];
    p->hash[1] = p->hash[0];
    p->hash[0] = last;
    p->n[2] = p->n[1];
    p->n[1] = p->n[0];
    advance(p);
}

/* All plies, until there are clearly enough. */
static double walk(probe *p, double enough)
{
    double most = 1, sum = 1;
    int repeats = 0;
    for (int i = 0; i < PLIES && p->lines > 1; i++) {
        next_ply(p);
        double found = at_least(p);
        repeats = repeats || comes_back(p, 1) || comes_back(p, 2);
        sum += found;
        most = fmax(most, found);
        if ((repeats ? most : sum) >= enough) break;
    }
    return repeats ? most : sum;
}

static int probe_open(probe *p)
{
    size_t size = (size_t)p->game->state_size;
    pl_state s;
    p->rows = malloc((size_t)p->lines * size);
    for (int i = 0; i < 3; i++) p->hash[i] = malloc((size_t)p->lines * sizeof **p->hash);
    if (!p->rows || !p->hash[0] || !p->hash[1] || !p->hash[2]) return -1;
    pl_start(p->game, &s);
    for (int64_t i = 0; i < p->lines; i++) memcpy(p->rows + (size_t)i * size, &s, size);
    return 0;
}

/* Twice as many as might do are looked for, so that chance does not refuse what fits. */
double pl_positions_probe(const pl_game *g, double most, uint64_t seed)
{
    double lines = fmin(LINES, 2 + sqrt(2 * SURE * 2 * most)), least = 1;
    probe p = {.game = g, .lines = (int64_t)lines};
    pl_seed(&p.rng, seed);
    if (!probe_open(&p)) least = walk(&p, 2 * most);
    free(p.rows);
    for (int i = 0; i < 3; i++) free(p.hash[i]);
    return least < 2 * most ? fmin(least, most) : least;
}
